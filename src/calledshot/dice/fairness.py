"""How fair the dice of a log look (DICE-9): for each roller and die size, whether its faces came evenly and
whether their sum is unlike what such dice give. A number, never an accusation.

Exact where all the ways can be counted, else from dice thrown with a fixed seed, so that the same log always
gives the same numbers. Of many tests some look odd by chance alone: `adjusted` is Holm's correction for that.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Callable, Iterable
from random import Random
from typing import Literal

from msgspec import Struct

from calledshot.dice.dialects import faults
from calledshot.dice.roll import Roll

FEWEST = 10
"""Dice from which on a test is made; fewer tell nothing."""
SIDES_LIMIT = 10_000
EXACT_DICE = 24
"""The most dice for which every way their faces can pile up is counted."""
EXACT_SUM_WORK = 2_000_000
"""Additions for the exact odds of a sum."""
SAMPLES, FEWEST_SAMPLES = 9_999, 199
DRAWS = 3_000_000
"""Dice thrown for one test."""
SEED = 20_000

_FATE = re.compile(r"\d[dD][fF]", re.ASCII)
_OPEN = re.compile(r"^\d{1,4}[kK]\d|^\d{1,4}s\d{1,4}[a-z]?e|\d(?:i?e|x)(?:\d|$)", re.ASCII)
_RAISED = re.compile(r"\dm[ia]\d", re.ASCII)
"""Dice that are thrown again where they are high, and those raised or lowered to a limit."""

Ways = dict[int, int]


class Measure(Struct, kw_only=True):
    """`p`: how often fair dice give something as odd as this or odder; `adjusted`: the same, corrected for
    the number of tests of the report. `samples` is None where it was worked out exactly."""

    test: Literal["faces", "sum"]
    p: float
    adjusted: float = 1.0
    samples: int | None = None


class Rolled(Struct, kw_only=True):
    """All dice of one size that one roller threw. `counts` holds how often each face came; `tests` is empty
    where there were too few dice."""

    roller: str
    sides: int
    rolls: int
    dice: int
    mean: float
    expected_mean: float
    counts: dict[int, int]
    tests: list[Measure]


class Fairness(Struct, kw_only=True):
    """The report. `left_out` says how many rolls could not be counted, by the reason."""

    schema_version: int = 1
    rolls: int
    dice: int
    number_of_tests: int
    correction: str = "Holm"
    rollers: list[Rolled]
    left_out: dict[str, int]


def check(rolls: Iterable[Roll]) -> Fairness:
    """The report on the rolls of a log, those that count as rolls."""
    names: dict[str, str] = {}
    faces: dict[tuple[str, int], Counter[int]] = {}
    times: Counter[tuple[str, int]] = Counter()
    left_out: Counter[str] = Counter()
    for roll in rolls:
        why = _unusable(roll)
        if why:
            left_out[why] += 1
            continue
        folded = "".join(roll.roller.split()).casefold()
        names.setdefault(folded, roll.roller)
        key = (folded, roll.sides)
        dropped = roll.dropped if isinstance(roll.dropped, tuple) else ()
        faces.setdefault(key, Counter()).update((*roll.faces, *dropped))
        times[key] += 1
    found = [
        _rolled(names[name], sides, times[name, sides], counts)
        for (name, sides), counts in sorted(faces.items())
    ]
    tests = [test for one in found for test in one.tests]
    holm(tests)
    return Fairness(
        rolls=sum(times.values()), dice=sum(one.dice for one in found), number_of_tests=len(tests),
        rollers=found, left_out=dict(sorted(left_out.items())),
    )  # fmt: skip


def _unusable(roll: Roll) -> str:
    """Why a roll is left out; empty where it is not."""
    if faults(roll):
        return "impossible"
    if not roll.faces:
        return "only a total shown"
    if roll.sides < 2 or roll.sides > SIDES_LIMIT:
        return "dice of that size"
    if "!" in roll.expression or (roll.faces and max(roll.faces) > roll.sides):
        return "exploding dice"
    if _FATE.search(roll.expression) is not None:
        return "dice of -1, 0 and 1"
    if _OPEN.search(roll.expression) is not None:
        return "exploding dice"
    if _RAISED.search(roll.expression) is not None:
        return "dice changed by the bot"
    if "r" in roll.expression:
        return "rerolled dice"
    if "k" in roll.expression or "dl" in roll.expression or "dh" in roll.expression:
        return "" if isinstance(roll.dropped, tuple) else "dropped dice not shown"
    return ""


def _rolled(roller: str, sides: int, rolls: int, counts: Counter[int]) -> Rolled:
    dice = counts.total()
    total = sum(face * count for face, count in counts.items())
    tests = _tests(sides, counts, total) if dice >= FEWEST else []
    return Rolled(
        roller=roller, sides=sides, rolls=rolls, dice=dice, mean=total / dice, expected_mean=(sides + 1) / 2,
        counts=dict(sorted(counts.items())), tests=tests,
    )  # fmt: skip


def _tests(sides: int, counts: Counter[int], total: int) -> list[Measure]:
    dice = counts.total()
    squares = sum(count * count for count in counts.values())
    far = abs(2 * total - dice * (sides + 1))
    made = []
    exact_faces = dice <= EXACT_DICE
    exact_sum = dice * dice * sides <= EXACT_SUM_WORK
    if exact_faces:
        made.append(Measure(test="faces", p=_share(piles(dice, sides), lambda value: value >= squares)))
    if exact_sum:
        middle = dice * (sides + 1)
        made.append(
            Measure(test="sum", p=_share(sums(dice, sides), lambda value: abs(2 * value - middle) >= far))
        )
    if not (exact_faces and exact_sum):
        samples = max(FEWEST_SAMPLES, min(SAMPLES, DRAWS // dice))
        evener, nearer = _thrown(dice, sides, samples, squares, far)
        if not exact_faces:
            made.insert(0, Measure(test="faces", p=(evener + 1) / (samples + 1), samples=samples))
        if not exact_sum:
            made.append(Measure(test="sum", p=(nearer + 1) / (samples + 1), samples=samples))
    return made


def _share(ways: Ways, odd: Callable[[int], bool]) -> float:
    return sum(count for value, count in ways.items() if odd(value)) / sum(ways.values())


def sums(dice: int, sides: int) -> Ways:
    """In how many ways so many dice give each sum."""
    ways = [1]
    for _ in range(dice):
        more, window = [], 0
        for at in range(len(ways) + sides - 1):
            window += ways[at] if at < len(ways) else 0
            window -= ways[at - sides] if at >= sides else 0
            more.append(window)
        ways = more
    return {dice + at: count for at, count in enumerate(ways)}


def piles(dice: int, sides: int) -> Ways:
    """In how many ways so many dice fall so that the squares of how often each face came sum to each
    number: the more uneven, the greater."""
    one = [{used * used: 1} for used in range(dice + 1)]
    result: list[Ways] = [{0: 1}] + [{} for _ in range(dice)]
    left = sides
    while True:
        if left & 1:
            result = _joined(result, one, dice)
        left >>= 1
        if not left:
            return result[dice]
        one = _joined(one, one, dice)


def _joined(first: list[Ways], second: list[Ways], dice: int) -> list[Ways]:
    """The ways of two groups of faces together, by how many dice fell on them."""
    joined: list[Ways] = [{} for _ in range(dice + 1)]
    for mine, ways in enumerate(first):
        for theirs in range(dice + 1 - mine):
            both, choose = joined[mine + theirs], math.comb(mine + theirs, mine)
            for square, count in ways.items():
                for other, more in second[theirs].items():
                    both[square + other] = both.get(square + other, 0) + choose * count * more
    return joined


def _thrown(dice: int, sides: int, samples: int, squares: int, far: int) -> tuple[int, int]:
    """Of so many throws of fair dice, how many were as uneven and how many as far off in their sum."""
    random = Random(SEED)
    faces = range(1, sides + 1)
    middle = dice * (sides + 1)
    uneven = off = 0
    for _ in range(samples):
        thrown = random.choices(faces, k=dice)
        uneven += sum(count * count for count in Counter(thrown).values()) >= squares
        off += abs(2 * sum(thrown) - middle) >= far
    return uneven, off


def holm(tests: list[Measure]) -> None:
    """Correct the tests for their number, step by step from the smallest p-value (Holm 1979)."""
    highest = 0.0
    for place, test in enumerate(sorted(tests, key=lambda one: one.p)):
        highest = max(highest, min(1.0, (len(tests) - place) * test.p))
        test.adjusted = highest
