"""Which of a message's numbers are the faces of its dice, what is added to them and what they come to: the
first way in which all of them fit. Where the numbers stand in a text is `general`'s.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from calledshot.dice.ecosystems.parts import Thrown, kept
from calledshot.dice.notation import Expression, Term

SPREAD = 40
"""The most places at which faces are looked for."""
FEW = 4
"""The same for dice that explode, of which any number may be shown."""

_BETWEEN = re.compile(r"\s{0,2}(?:[,;+&|/]|,? ?and\b|, ?)?\s{0,3}(?:an? )?|\s?[\])}]\s?[,+&|]?\s?[\[({]\s?")


class Number(NamedTuple):
    """A number in a message: its value with the sign it adds up with, that sign as it stands, and where."""

    value: int
    sign: str
    start: int
    end: int


class Read(NamedTuple):
    """The dice of one roll as they were found: one Thrown for each kind of dice, none where only their total
    is shown, and what is added beside what the expression adds."""

    shown: tuple[Thrown, ...]
    total: int | None
    natural: int | None = None
    more: int = 0


def fit(numbers: Sequence[Number], text: str, read: Expression) -> Read | None:
    """The first way in which the numbers are faces, what is added, and what that comes to."""
    dice = [term for term in read.terms if term.sides]
    flats = [term.sign * term.constant for term in read.terms if not term.sides]
    numbers = [
        number._replace(value=100)
        if dice[0].sides == 100 and text[number.start : number.end] == "00"
        else number
        for number in numbers
    ]
    if len(dice) == 1 and not flats and (dice[0].count, dice[0].sides) == (1, 100):
        numbers = _percent(numbers)
    alone = len(numbers) == 1 and (bool(flats) or sum(term.count for term in dice) > 1)
    joined = [
        _BETWEEN.fullmatch(text, one.end, two.start) is not None for one, two in itertools.pairwise(numbers)
    ]
    untold: Read | None = None
    places = SPREAD if not any(term.explode for term in dice) else FEW
    if not alone:
        for size in _sizes(dice, len(numbers)):
            for start in range(min(len(numbers) - size + 1, places)):
                found = _faces(numbers, start, size, joined, dice, flats)
                if found is not None and found.total is not None:
                    return found
                untold = untold or found
        if untold is not None:
            return untold
        if len(read.terms) > 2 or any(term.sign < 0 for term in dice):
            for start in range(min(len(numbers), SPREAD)):
                found = _in_order(numbers, start, read)
                if found is not None:
                    return found
    return _sum(numbers, dice, flats)


def _percent(numbers: Sequence[Number]) -> Sequence[Number]:
    """The numbers but for the two dice that a percentile roll is read from: 70 and 3, or 7 and 3, for 73."""
    for at, told in enumerate(numbers[:4]):
        pair = [*numbers[:at], *numbers[at + 1 :]][:2] if at == 0 else list(numbers[:at])[-2:]
        if len(pair) != 2:
            continue
        tens, ones = pair[0].value, pair[1].value
        tens = 10 * tens if tens < 10 else tens
        if tens % 10 == 0 and 0 <= ones <= 10 and ((tens + ones) % 100 or 100) == told.value:
            return [one for one in numbers if one not in pair]
    return numbers


def _sizes(dice: Sequence[Term], most: int) -> Iterator[int]:
    """How many faces may be shown."""
    every = sum(term.count for term in dice)
    if any(term.explode for term in dice):
        yield from range(most, every - 1, -1) if len(dice) == 1 else ()
        return
    if every <= most:
        yield every
    staying = sum(term.kept for term in dice)
    if staying < every and staying <= most:
        yield staying


def _faces(
    numbers: Sequence[Number],
    start: int,
    size: int,
    joined: Sequence[bool],
    dice: Sequence[Term],
    flats: Sequence[int],
) -> Read | None:
    """The roll whose faces are so many numbers in a row from one on."""
    run, rest = numbers[start : start + size], [*numbers[:start], *numbers[start + size :]]
    if any(one.value < 1 for one in run):
        return None
    if not all(joined[start : start + size - 1]):
        return None
    shown, at = [], 0
    for term in dice:
        count = term.count if size != sum(one.kept for one in dice) else term.kept
        count = size if term.explode else count
        faces = tuple(one.value for one in run[at : at + count])
        at += count
        if any(face > term.sides and not (term.explode and face % term.sides) for face in faces):
            return None
        if term.explode and count - term.count > faces.count(term.sides):
            return None
        shown.append(thrown(term, faces))
    dropped = _dropped(dice, shown, rest)
    values = [term.sign * sum(one.faces) for term, one in zip(dice, shown, strict=True)]
    come = _comes(sum(values), [number for number in rest if number not in dropped], flats, values)
    if come is None or (any(term.explode for term in dice) and come[0] is None):
        return None
    if dropped:
        shown[0] = Thrown(shown[0].faces, tuple(number.value for number in dropped))
    return Read(tuple(shown), come[0], None, come[1])


def _in_order(numbers: Sequence[Number], start: int, read: Expression) -> Read | None:
    """The roll whose faces, and what is added, stand term by term from one number on, the total beside."""
    at, total = start, 0
    shown = []
    for term in read.terms:
        if not term.sides:
            total += term.sign * term.constant
            at += at < len(numbers) and abs(numbers[at].value) == term.constant
            continue
        faces = tuple(abs(one.value) for one in numbers[at : at + term.count])
        if len(faces) < term.count or term.explode or any(not 1 <= face <= term.sides for face in faces):
            return None
        at += term.count
        shown.append(thrown(term, faces))
        total += term.sign * sum(shown[-1].faces)
    rest = [*numbers[:start], *numbers[at:]]
    return Read(tuple(shown), total) if rest and all(one.value == total for one in rest) else None


def thrown(term: Term, faces: tuple[int, ...]) -> Thrown:
    """The faces of one term, with those apart that its expression drops."""
    if term.keep and not term.explode and len(faces) == term.count > term.kept:
        return Thrown(*kept(faces, term.keep, term.kept))
    return Thrown(faces)


def _dropped(dice: Sequence[Term], shown: Sequence[Thrown], rest: Sequence[Number]) -> list[Number]:
    """The faces that a message shows apart from those that were kept."""
    first = dice[0]
    missing = first.count - first.kept
    if len(dice) > 1 or not missing or shown[0].dropped or first.explode or len(rest) <= missing:
        return []
    low, high = min(shown[0].faces, default=0), max(shown[0].faces, default=0)
    for start in range(len(rest) - missing + 1):
        group = list(rest[start : start + missing])
        fits = all(
            one.value <= low if first.keep in ("kh", "dl") else one.value >= high for one in group
        ) and all(1 <= one.value <= first.sides for one in group)
        if fits:
            return group
    return []


def _comes(
    thrown: int, rest: Sequence[Number], flats: Sequence[int], values: Sequence[int]
) -> tuple[int | None, int] | None:
    """The total and what more is added, where the numbers beside the faces are what is added, the sum of each
    kind of dice, of all, and the total; None where one is left over."""
    left = list(rest)
    for flat in flats:
        told = next((one for one in left if one.value == flat and one.sign), None) or next(
            (one for one in left if one.value == flat or -one.value == flat), None
        )
        total = thrown + sum(flats)
        if told is not None and not (told.value == total and not told.sign and _count(left, total) == 1):
            left.remove(told)
    total = thrown + sum(flats)
    more = [one for one in left if one.sign and one.value not in values]
    if more and not flats:
        added = sum(one.value for one in more)
        others = [one for one in left if one not in more]
        if others and all(one.value in (thrown, thrown + added) for one in others):
            return (thrown + added, added) if others[-1].value == thrown + added else None
        return None
    if len(values) > 1:
        for value in values:
            part = next((one for one in left if abs(one.value) == abs(value) and value != total), None)
            if part is not None:
                left.remove(part)
    if any(one.value not in (total, thrown) for one in left):
        return None
    if left and all(one.value != total for one in left):
        return None
    return (total if left else None), 0


def _count(numbers: Sequence[Number], value: int) -> int:
    return sum(one.value == value for one in numbers)


def _sum(numbers: Sequence[Number], dice: Sequence[Term], flats: Sequence[int]) -> Read | None:
    """A roll of which only the total is shown, or what the dice came to and the total."""
    if any(term.sign < 0 for term in dice):
        return None
    flat = sum(flats)
    left = list(numbers)
    for added in flats if len(left) > 1 else ():
        told = next((one for one in left[:-1] if one.value == added and one.sign), None)
        if told is not None:
            left.remove(told)
    least, most = sum(term.kept for term in dice), sum(term.kept * term.sides for term in dice)
    grows = any(term.explode for term in dice)
    values = [one.value for one in left]
    if len(values) == 2 and values[0] == values[1]:
        values = values[:1]
    natural: int | None = None
    if len(values) == 2 and flat:
        low, high = sorted(values, reverse=flat < 0)
        if low + flat != high:
            return None
        natural, values = low, [high]
    if len(values) != 1 or not least <= values[0] - flat or (values[0] - flat > most and not grows):
        return None
    single = len(dice) == 1 and dice[0].count == 1 and not grows
    if single and (natural is not None or not flat):
        return Read((Thrown((values[0] - flat,)),), values[0])
    return Read((), values[0], natural)
