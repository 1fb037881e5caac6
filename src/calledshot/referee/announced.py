"""Totals that players announce for their own rolls (DICE-7), against the dice and what is known to be added.

A sum that is written out is checked as it stands; a bare total only where the ruling told the whole one,
since whoever's modifiers are not known may be right. What a ruling makes of the roll is the ruleset's.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from msgspec import Struct

from calledshot.dice.roll import Roll
from calledshot.finding import Finding
from calledshot.referee.ruling import Ruling
from calledshot.transcript.event import Event

LINES = 12
"""Events within which a player announces what his roll comes to."""

_SUM = re.compile(
    r"(?<![\d.,dD+*/-])(\d{1,6})((?: ?[+-] ?\d{1,6}){1,8}) ?= ?(-?\d{1,6})(?![\d%]|\.\d)", re.ASCII
)
_ON = re.compile(r",?((?: ?[+-] ?\d{1,6}){1,8}) ?= ?(-?\d{1,6})(?![\d%]|\.\d)", re.ASCII)
"""A sum that goes on: "14 + 5 = 19 + 2 = 21"."""
_TERM = re.compile(r"([+-]) ?(\d{1,6})", re.ASCII)
_TOTAL = re.compile(
    r"\b(?:my total|total|in total|totals|totalling)(?: is| of|:| =|=)? ?(?:now )?(\d{1,6})(?![\d%d]|\.\d)"
    r"(?! (?:of|rounds?|turns?|times?|dice|fights?|success\w*|hits?|raises?|failures?)\b)"
    r"|(?<![\d.,d/+-])(\d{1,6}) (?:in )?total\b"
    r"|\binit(?:iative)?(?: is| of|:| =)? (\d{1,6})(?![\d%d]|\.\d)",
    re.ASCII | re.IGNORECASE,
)
_OF_OTHERS = re.compile(
    r"\b(?:hp|mp|pp|xp|[a-z]{2,9} points?|health|life|mana|levels?|lvl|gold|coins?)\b", re.IGNORECASE
)
"""Words of sums that are none of dice."""
_OF_DICE = re.compile(r"\b(?:roll(?:ed|s)?|total|dice|init(?:iative)?)\b", re.IGNORECASE)


class _Last(Struct):
    """Somebody's last roll: what its dice gave, what may be announced for it, and when it was."""

    seen: int
    dice: frozenset[int]
    told: int
    totals: set[int]
    allowed: set[int]


class Wrong(Struct, frozen=True):
    """An announced total that is not what it should be, and the columns it stands in."""

    message: str
    span: tuple[int, int]


class Announced:
    """The last roll of each combatant, until he says what it comes to."""

    def __init__(self) -> None:
        self._last: dict[str, _Last] = {}
        self._seen = 0

    def rolled(self, who: str, event: Event) -> None:
        """A roll that counts as one."""
        roll = event.roll
        if roll is None:
            return
        dice = {roll.total, roll.total - roll.modifier, *roll.faces, *_percentile(roll)}
        self._last[who] = _Last(self._seen, frozenset(dice), roll.total, set(), {*dice})

    def passed(self, items: Iterable[Ruling | Finding]) -> None:
        """An event has been seen, and this came of it."""
        self._seen += 1
        if self._last:
            self.learned(items)

    def learned(self, items: Iterable[Ruling | Finding]) -> None:
        """Totals that are known now, and what else is told of the roll (points, needed, moves) and may be
        said of it."""
        for item in items:
            last = self._last.get(item.combatant or "") if isinstance(item, Ruling) else None
            if last is None or not isinstance(item, Ruling):
                continue
            total = item.values.get("total")
            if type(total) is int:
                last.totals.add(total)
            for value in item.values.values():
                last.allowed.update(
                    one for one in (value if isinstance(value, list) else [value]) if type(one) is int
                )

    def said(self, who: str, text: str) -> Wrong | None:
        """What is wrong with the total a combatant announces; None where he tells none, or a right one."""
        last = self._last.get(who)
        if last is None:
            return None
        if self._seen - last.seen > LINES:
            del self._last[who]
            return None
        written = _SUM.search(text)
        wrong = _sum(last, written, text) if written is not None else None
        stated = _TOTAL.search(text) if written is None else None
        if stated is not None and last.totals:
            wrong = _total(last, next(group for group in (1, 2, 3) if stated[group]), stated)
        if written is not None or stated is not None:
            del self._last[who]
        return wrong


def _sum(last: _Last, written: re.Match[str], text: str) -> Wrong | None:
    """A sum written out: the dice are among its numbers, it adds up, and it comes to the known total."""
    first = 100 if written[1] == "00" and 100 in last.dice else int(written[1])
    numbers = [first, *(int(sign + digits) for sign, digits in _TERM.findall(written[2]))]
    stated, value = int(written[3]), sum(numbers)
    span = (written.start(3) + 1, written.end(3) + 1)
    of_dice = any(number in last.dice for number in numbers)
    if _OF_DICE.search(text) is None and (not of_dice or _OF_OTHERS.search(text) is not None):
        return None
    if not of_dice and stated in last.allowed:
        return None
    shown = " ".join((written[1] + written[2]).split())
    if value != stated:
        return Wrong(f"{shown} is {value}, not {stated}", span)
    more = _ON.match(text, written.end())
    while more is not None:
        value = stated + sum(int(sign + digits) for sign, digits in _TERM.findall(more[1]))
        shown, stated = f"{stated}{more[1]}", int(more[2])
        span = (more.start(2) + 1, more.end(2) + 1)
        if value != stated:
            return Wrong(f"{' '.join(shown.split())} is {value}, not {stated}", span)
        more = _ON.match(text, more.end())
    shown = " ".join(shown.split())
    if not of_dice:
        return Wrong(f"the dice gave {last.told}, which is not in {shown} = {stated}", span)
    if last.totals and stated not in last.allowed:
        return Wrong(f"{stated} announced; the dice and the known modifiers give {_or(last.totals)}", span)
    return None


def _percentile(roll: Roll) -> set[int]:
    """What two ten-sided dice are read as where one is the tens: 73 or 37 for 7 and 3, 100 for two tens."""
    if (roll.count, roll.sides, len(roll.faces)) != (2, 10, 2):
        return set()
    one, two = (face % 10 for face in roll.faces)
    return {10 * one + two or 100, 10 * two + one or 100}


def _total(last: _Last, group: int, stated: re.Match[str]) -> Wrong | None:
    """A bare total, where the whole one is known."""
    number = int(stated[group])
    if number in last.allowed:
        return None
    return Wrong(
        f"a total of {number} announced; the dice and the known modifiers give {_or(last.totals)}",
        (stated.start(group) + 1, stated.end(group) + 1),
    )


def _or(totals: set[int]) -> str:
    return " or ".join(map(str, sorted(totals)))
