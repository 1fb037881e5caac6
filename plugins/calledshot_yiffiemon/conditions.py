"""Levels of conditions (YM-300 … YM-385): what may be gained beside what, what time takes away, Staggered by
damage, and what bleeding costs at the end of a turn.

Pure functions over levels and times; `levels` is where a fight lets them happen.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from fractions import Fraction

from msgspec import Struct

FAMILIES: Mapping[str, tuple[str, ...]] = {
    "Bleeding": ("Bleeding1", "Bleeding2", "Bleeding3"),
    "FatigueBleeding": ("FB1", "FB2", "FB3"),
}
"""Conditions in stages, of which only one can be had at a time (YM-301, YM-302, YM-341)."""
CLAUSES: Mapping[str, tuple[str, str]] = {
    "Bleeding": ("YM-301", "YM-302"),
    "FatigueBleeding": ("YM-341", "YM-341"),
}

NAMES: Mapping[str, str] = {
    "bleeding 1": "Bleeding1",
    "bleeding 2": "Bleeding2",
    "bleeding 3": "Bleeding3",
    "fatigue bleeding 1": "FB1",
    "fatigue bleeding 2": "FB2",
    "fatigue bleeding 3": "FB3",
    "fatiguebleeding1": "FB1",
    "fatiguebleeding2": "FB2",
    "fatiguebleeding3": "FB3",
    "fb 1": "FB1",
    "fb 2": "FB2",
    "fb 3": "FB3",
    "blundering 1": "Blundering1",
    "blundering 2": "Blundering2",
    "blundering": "Blundering1",
    "off guard 1": "OffGuard1",
    "off guard 2": "OffGuard2",
    "off guard": "OffGuard1",
    "off footed": "OffFooted",
    "stopped 1": "Stopped1",
    "stopped 2": "Stopped2",
    "stopped": "Stopped1",
    "staggered 1": "Staggered1",
    "staggered 2": "Staggered2",
    "staggered": "Staggered1",
    "fighting defensively": "FD",
    "fighting defensive": "FD",
    "fd": "FD",
    "building up the fight": "BUF",
    "buf": "BUF",
    "threaten by 1": "TB1",
    "threaten by 2": "TB2",
    "threaten by 3": "TB3",
    "tb 1": "TB1",
    "tb 2": "TB2",
    "tb 3": "TB3",
    "combat assist": "CAB",
    "combat assist by": "CAB",
    "cab": "CAB",
    "hampered": "HB",
    "hampered by": "HB",
    "hb": "HB",
}
"""What a condition is called, folded → its name on a sheet. One without its stage is of the first."""
WORDS: Mapping[str, str] = {
    "Bleeding1": "Bleeding 1",
    "Bleeding2": "Bleeding 2",
    "Bleeding3": "Bleeding 3",
    "FB1": "Fatigue Bleeding 1",
    "FB2": "Fatigue Bleeding 2",
    "FB3": "Fatigue Bleeding 3",
    "Blundering1": "Blundering 1",
    "Blundering2": "Blundering 2",
    "OffGuard1": "Off Guard 1",
    "OffGuard2": "Off Guard 2",
    "OffFooted": "Off Footed",
    "Stopped1": "Stopped 1",
    "Stopped2": "Stopped 2",
    "Staggered1": "Staggered 1",
    "Staggered2": "Staggered 2",
    "FD": "Fighting Defensively",
    "BUF": "Building up The Fight",
    "TB1": "Threaten By 1",
    "TB2": "Threaten By 2",
    "TB3": "Threaten By 3",
    "CAB": "Combat Assist By",
    "HB": "Hampered By",
}
STAGGERED = ("Staggered1", "Staggered2")

FATIGUE: Mapping[str, tuple[int, int]] = {"FB1": (10, 2), "FB2": (10, 2), "FB3": (6, 1)}
"""YM-346, YM-348, YM-350: die and least damage of each stage."""
FATIGUE_CLAUSE: Mapping[str, str] = {"FB1": "YM-346", "FB2": "YM-348", "FB3": "YM-350"}
BLEEDING: Mapping[str, tuple[int, int]] = {"Bleeding2": (6, 1), "Bleeding3": (10, 2)}
"""YM-314, YM-315: die a whole Init, and the least for each of its Inits and levels."""
BLEEDING_CLAUSE: Mapping[str, str] = {"Bleeding1": "YM-313", "Bleeding2": "YM-314", "Bleeding3": "YM-315"}


def named(words: str) -> str | None:
    """The condition that words name; None where they name none."""
    folded = " ".join(words.replace("-", " ").replace("_", " ").split()).casefold()
    if folded in NAMES:
        return NAMES[folded]
    spaced = folded[:-1] + " " + folded[-1] if folded[-1:].isdigit() else folded
    if spaced in NAMES:
        return NAMES[spaced]
    return next((name for name in WORDS if name.casefold() == folded), None)


def family(condition: str) -> str | None:
    return next((name for name, stages in FAMILIES.items() if condition in stages), None)


# -- gaining and losing ----------------------------------------------------------------------------


class Gained(Struct, frozen=True, kw_only=True):
    """What comes of gaining levels: by how many each condition changes, and the clauses that bore on it."""

    changes: Mapping[str, int] = {}
    clauses: tuple[str, ...] = ()
    ignored: bool = False


def gain(levels: Mapping[str, int], condition: str, count: int = 1) -> Gained:
    """YM-301, YM-302, YM-341, YM-347: a stage of bleeding is not gained beside a higher one, and wipes the
    lower ones; any other condition simply grows."""
    stages = FAMILIES.get(family(condition) or "", ())
    if condition not in stages:
        return Gained(changes={condition: count})
    keep, wipe = CLAUSES[str(family(condition))]
    at = stages.index(condition)
    if any(levels.get(higher, 0) > 0 for higher in stages[at + 1 :]):
        return Gained(clauses=(keep,), ignored=True)
    lower = {one: -levels[one] for one in stages[:at] if levels.get(one, 0) > 0}
    return Gained(changes={**lower, condition: count}, clauses=(wipe,) if lower else ())


def lost(level: int, count: int | None) -> int:
    """How many levels go of those there are."""
    return level if count is None else min(level, max(count, 0))


# -- time ------------------------------------------------------------------------------------------


def by_time(level: int, passed: Fraction, already: int) -> int:
    """YM-330, YM-384: one level for each whole consecutive Init, less those that went before in the same
    stretch."""
    return max(0, min(level, math.floor(passed) - already))


def by_waiting(before: Fraction, after: Fraction, per: str) -> int:
    """YM-385: levels of Stopped 2 that waiting takes, of which `before` Inits had passed since the last turn
    not spent so, and `after` have now: one with the first Init, or one with each (Amb-36)."""
    if per == "turn":
        return 1 if before < 1 <= after else 0
    return math.floor(after) - math.floor(before)


# -- staggered -------------------------------------------------------------------------------------


MOST_LEVELS = 999
"""Levels of one condition that anybody is given: each asks for a check, and no creature has a thousand."""


def staggered(total: int, tolerance: int | None) -> int:
    """YM-372, YM-373: levels of Staggered 1 for a hit point value less subdual damage: one below 0, one more
    for each multiple of Damage Tolerance it is below. Without a tolerance only the first is known."""
    if total >= 0:
        return 0
    if not tolerance or tolerance < 0:
        return 1
    return -(total // tolerance)


# -- bleeding --------------------------------------------------------------------------------------


def divisor(con_bonus: int) -> int:
    """YM-313: what a turn's length is divided by, never below 1."""
    return max(1, 1 + con_bonus)


def slow_bleeding(
    owed: Fraction, length: Fraction, con_bonus: int, formula: str, fraction: str
) -> tuple[int, Fraction]:
    """YM-313: Bleeding 1: the points of a turn, and what is still owed. The number of levels is no part of
    it (Amb-09, Amb-10)."""
    due = length / divisor(con_bonus) if formula == "divide" else length + con_bonus
    due = max(Fraction(0), due)
    if fraction == "ceil":
        return math.ceil(due), Fraction(0)
    if fraction == "floor":
        return math.floor(due), Fraction(0)
    owed += due
    points = math.floor(owed)
    return points, owed - points


def whole_inits(owed: Fraction, length: Fraction, fraction: str) -> tuple[int, Fraction]:
    """YM-314, YM-315: whole Inits to roll for, and the part kept for the next turn (Amb-10)."""
    if fraction == "ceil":
        return math.ceil(length), Fraction(0)
    if fraction == "floor":
        return math.floor(length), Fraction(0)
    whole = math.floor(owed + length)
    return whole, owed + length - whole


def bleeding(stage: str, rolled: int, inits: int, con_bonus: int, levels: int) -> int:
    """YM-314, YM-315: the dice less ConB for each Init, or the levels (twice, at stage 3) for each, whichever
    is more."""
    _, each = BLEEDING[stage]
    return max(rolled - inits * con_bonus, inits * levels * each, 0)


def fatigue_die(stage: str, dice: str) -> tuple[int, int]:
    """YM-346, YM-348, YM-350: die and least; reversed, stages 1 and 3 change places (Amb-12)."""
    if dice == "reversed":
        stage = {"FB1": "FB3", "FB3": "FB1"}.get(stage, stage)
    return FATIGUE[stage]


def fatigue(stage: str, rolled: int, con_bonus: int, levels: int, dice: str = "written") -> int:
    """YM-346, YM-348, YM-350: subdual damage of one roll."""
    return max(rolled - con_bonus, fatigue_die(stage, dice)[1]) + levels
