"""Several tellings of one talk as one: two players' logs of a room, both sides' copies of a window.

They are laid beside each other by what both hold, since a clock may be wrong or in another zone, and many
logs show none. Nothing is judged by a message alone: where no clock ties two logs, they must tell a stretch
of talk alike before any of it counts once. What is said twice in one log stays said twice.
"""

from __future__ import annotations

import heapq
from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Sequence
from itertools import combinations
from statistics import median
from typing import NamedTuple

from calledshot.finding import Finding
from calledshot.transcript.event import Event
from calledshot.transcript.roster import fold

SAME_SECONDS = 120
"""Two clocks may differ by so much, or their difference vary by it, and what was seen is the same."""
LEAST, DIFFERENT = 6, 4
"""Messages, and wordings among them, that two logs must tell alike to be of one talk …"""
VARIETY = 0.1
"""… of all that is alike, so much in different words …"""
SHARE = 0.5
"""… and the share of the shorter stretch that they must be."""
SHORT_LEAST, SHORT_SHARE = 3, 0.8
"""The same for logs that are too short for it, of the whole of the shorter one."""
AGREE = 3
"""Messages whose times must differ alike to tell how two clocks differ."""
FEW_LOGS = 12
"""What more logs hold than these tells of no two that they are of one talk."""
TABLE = 60_000
"""Pairs of lines, between two that surely belong together, that are compared each with each …"""
AHEAD = 40
"""… else every line only with so many that follow the last match."""

_TALK = frozenset({"say", "emote", "roll", "whisper", "notice", "away", "command"})

Item = Event | Finding
Key = tuple[str, str, str]
Near = Callable[[int, int], bool]


class Telling(NamedTuple):
    """The items of one log, and their moments where it shows times."""

    items: Sequence[Item]
    moments: Sequence[float] | None = None


class Woven(NamedTuple):
    """Two tellings as one; how many messages stand in both; by how many seconds the second's clock is ahead
    of the first's; whether it is sure that they tell the same."""

    telling: Telling
    doubled: int
    ahead: float
    sure: bool


def weave(first: Telling, second: Telling, *, few: bool = True) -> Woven:
    """What either tells, once, in the words and under the times of the first; moments are on its clock.
    `few`: whether a few lines may tell, where that is all there is."""
    one, two = _keys(first.items), _keys(second.items)
    if {*one}.isdisjoint(key for key in two if key is not None):
        return Woven(first, 0, 0.0, False)  # of many logs, most have nothing in common
    anchors = _anchors(one, two)
    near: Near | None = None
    ahead = 0.0
    if first.moments is not None and second.moments is not None:
        ahead = _ahead(first.moments, second.moments, anchors)
        near = _within(first.moments, second.moments, ahead)
    pairs = _pairs(one, two, anchors, near)
    sure = _tell_alike(one, two, pairs, few=few)
    if not sure and abs(ahead) > SAME_SECONDS:
        assert first.moments is not None and second.moments is not None
        ahead, near = 0.0, _within(first.moments, second.moments, 0.0)
        pairs = _pairs(one, two, anchors, near)
    if not sure and near is None:
        pairs = []
    return Woven(_woven(first, second, pairs, ahead), len(pairs), ahead, sure)


def same_talk(first: Sequence[Item], second: Sequence[Item]) -> bool:
    """Whether two logs tell the same talk, whatever their clocks say. A few lines never tell."""
    one, two = _keys(first), _keys(second)
    return _tell_alike(one, two, _pairs(one, two, _anchors(one, two), None), few=False)


def perhaps_alike(logs: Sequence[Sequence[Item]]) -> list[tuple[int, int]]:
    """The pairs of logs that share so much of what few others hold that `same_talk` may be true of them."""
    holders: dict[Key, set[int]] = {}
    for number, log in enumerate(logs):
        for key in _keys(log):
            if _is_talk(key) and key is not None:
                holders.setdefault(key, set()).add(number)
    shared: Counter[tuple[int, int]] = Counter()
    for those in holders.values():
        if 1 < len(those) <= FEW_LOGS:
            shared.update(combinations(sorted(those), 2))
    return sorted(pair for pair, count in shared.items() if count >= DIFFERENT)


def _keys(items: Sequence[Item]) -> list[Key | None]:
    """What makes an item the same in another log; clients word differently who comes and goes."""
    found: list[Key | None] = []
    for item in items:
        if type(item) is not Event:
            found.append(None)
        elif item.kind in _TALK:
            found.append(("", fold(item.speaker or ""), " ".join(item.text.split())))
        elif item.kind in ("join", "leave", "nick"):
            found.append((item.kind, fold(item.speaker or ""), fold(item.to or "")))
        else:
            found.append((item.kind, "", " ".join(item.text.split())))
    return found


def _anchors(one: Sequence[Key | None], two: Sequence[Key | None]) -> list[tuple[int, int]]:
    """Where the lines stand that are in both exactly once, in the order of the first."""
    counts = Counter(one), Counter(two)
    place = {key: at for at, key in enumerate(two) if key is not None and counts[1][key] == 1}
    return [
        (at, place[key])
        for at, key in enumerate(one)
        if key is not None and key in place and counts[0][key] == 1 and len(key[2]) + len(key[0]) > 1
    ]


def _ahead(one: Sequence[float], two: Sequence[float], anchors: Sequence[tuple[int, int]]) -> float:
    """By how much the second clock is ahead, by the most lines that agree; 0 where too few do."""
    gaps = sorted(two[there] - one[here] for here, there in anchors)
    gaps = [gap for gap in gaps if abs(gap) < float("inf")]
    best: list[float] = []
    start = 0
    for end, gap in enumerate(gaps):
        while gap - gaps[start] > SAME_SECONDS:
            start += 1
        if end + 1 - start > len(best):
            best = gaps[start : end + 1]
    return median(best) if len(best) >= AGREE else 0.0


def _within(one: Sequence[float], two: Sequence[float], ahead: float) -> Near:
    return lambda here, there: abs(two[there] - ahead - one[here]) <= SAME_SECONDS


def _pairs(
    one: Sequence[Key | None], two: Sequence[Key | None], anchors: Sequence[tuple[int, int]],
    near: Near | None,
) -> list[tuple[int, int]]:  # fmt: skip
    """The lines that are the same in both: as many as can be, all in order."""
    fixed = _rising([pair for pair in anchors if near is None or near(*pair)])
    found: list[tuple[int, int]] = []
    here = there = 0
    for end, last in (*fixed, (len(one), len(two))):
        found += _between(one, two, range(here, end), range(there, last), near)
        if end < len(one):
            found.append((end, last))
        here, there = end + 1, last + 1
    return found


def _rising(pairs: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """The longest run of pairs that rises in both."""
    tops: list[int] = []
    links: list[int | None] = []
    at: list[int] = []
    for index, (_, there) in enumerate(pairs):
        place = bisect_left(tops, there)
        links.append(at[place - 1] if place else None)
        if place == len(tops):
            tops.append(there)
            at.append(index)
        else:
            tops[place], at[place] = there, index
    found: list[tuple[int, int]] = []
    link = at[-1] if at else None
    while link is not None:
        found.append(pairs[link])
        link = links[link]
    return found[::-1]


def _between(
    one: Sequence[Key | None], two: Sequence[Key | None], here: range, there: range, near: Near | None
) -> list[tuple[int, int]]:
    """The same for the lines between two that are surely the same."""

    def same(left: int, right: int) -> bool:
        return one[left] is not None and one[left] == two[right] and (near is None or near(left, right))

    begun: list[tuple[int, int]] = []
    while here and there and same(here[0], there[0]):
        begun.append((here[0], there[0]))
        here, there = here[1:], there[1:]
    ended: list[tuple[int, int]] = []
    while here and there and same(here[-1], there[-1]):
        ended.append((here[-1], there[-1]))
        here, there = here[:-1], there[:-1]
    return begun + _most(here, there, same) + ended[::-1]


def _most(here: range, there: range, same: Near) -> list[tuple[int, int]]:
    """As many lines that are the same as can be, in order."""
    if not here or not there:
        return []
    if len(here) * len(there) > TABLE:
        return _ahead_only(here, there, same)
    width = len(there) + 1
    table = [[0] * width for _ in range(len(here) + 1)]
    for row in range(len(here) - 1, -1, -1):
        left, below, line = here[row], table[row + 1], table[row]
        for column in range(len(there) - 1, -1, -1):
            if same(left, there[column]):
                line[column] = below[column + 1] + 1
            else:
                line[column] = max(below[column], line[column + 1])
    found: list[tuple[int, int]] = []
    row = column = 0
    while row < len(here) and column < len(there):
        if same(here[row], there[column]):
            found.append((here[row], there[column]))
            row, column = row + 1, column + 1
        elif table[row + 1][column] >= table[row][column + 1]:
            row += 1
        else:
            column += 1
    return found


def _ahead_only(here: range, there: range, same: Near) -> list[tuple[int, int]]:
    found: list[tuple[int, int]] = []
    start = there.start
    for left in here:
        right = next((at for at in range(start, min(start + AHEAD, there.stop)) if same(left, at)), None)
        if right is not None:
            found.append((left, right))
            start = right + 1
    return found


def _tell_alike(
    one: Sequence[Key | None], two: Sequence[Key | None], pairs: Sequence[tuple[int, int]], *,
    few: bool,
) -> bool:  # fmt: skip
    """Whether so much is the same, in the stretch that both tell, that it is no chance: several people's
    words, most of the stretch."""
    talk = [(here, there) for here, there in pairs if _is_talk(one[here])]
    keys = {key for here, _ in talk if (key := one[here]) is not None}
    if not talk or len({key[1] for key in keys}) < 2:
        return False
    (start, begin), (end, last) = talk[0], talk[-1]
    stretch = min(_count(one[start : end + 1]), _count(two[begin : last + 1]))
    different = len(keys) >= max(DIFFERENT, VARIETY * len(talk))
    if len(talk) >= LEAST and different and len(talk) >= SHARE * stretch:
        return True
    shorter = min(_count(one), _count(two))
    return few and len(keys) >= SHORT_LEAST and len(talk) >= SHORT_SHARE * shorter


def _is_talk(key: Key | None) -> bool:
    return key is not None and key[0] == ""


def _count(keys: Sequence[Key | None]) -> int:
    return sum(1 for key in keys if _is_talk(key))


def _woven(first: Telling, second: Telling, pairs: Sequence[tuple[int, int]], ahead: float) -> Telling:
    timed = first.moments is not None and second.moments is not None
    items: list[Item] = []
    moments: list[float] = []
    now = float("-inf")
    here = there = 0
    for end, last in (*pairs, (len(first.items), len(second.items))):
        mine = [(first.moments[at] if first.moments else now, 0, at) for at in range(here, end)]
        other = [(second.moments[at] - ahead if timed and second.moments else now, 1, at)
                 for at in range(there, last)]  # fmt: skip
        for moment, log, at in heapq.merge(mine, other) if timed else (*mine, *other):
            now = max(now, moment)
            items.append((first, second)[log].items[at])
            moments.append(now)
        if end < len(first.items):
            now = max(now, first.moments[end] if first.moments else now)
            items.append(first.items[end])
            moments.append(now)
        here, there = end + 1, last + 1
    return Telling(items, moments if first.moments is not None else None)
