"""Attacks of opportunity: how many each may make, and which steps of a path and which turns draw them.

Pure figures: who is near enough is `status`', offering and taking them `reacting`'s.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from calledshot.api import Point, apart, bearing, crossings, number, squares

FIRST = {"warrior": 3, "monster": 3, "other": 1}
"""CN-111, CN-112: what everybody has."""
LEVELS_EACH = 5
"""CN-111, CN-112: levels or Hit Dice for one more."""
EIGHTHS = 8


def cap(class_group: str | None, levels: int | None) -> int | None:
    """How many attacks of opportunity a round allows; None where class or level is not known.

    CN-110, CN-111, CN-112.
    """
    if class_group not in FIRST or levels is None:
        return None
    return FIRST[class_group] + levels // LEVELS_EACH


def cap_clause(class_group: str | None) -> str:
    """The clause a cap rests on."""
    return "CN-112" if class_group == "other" else "CN-111"


def leaves(path: Sequence[Point], start: Point, at: Point, reach: int, away: str = "leave_reach") -> bool:
    """Whether a path moves away from somebody who threatens its start; `away` is `aoo.away`.

    CN-102.
    """
    if squares(start, at) > number(reach):
        return False
    if away == "any_increase":
        before = squares(start, at)
        for here in path:
            if squares(here, at) > before and before <= number(reach):
                return True
            before = squares(here, at)
        return False
    return bool(crossings(path, start, at, reach, on_grid=True)[1])


def passes_through(
    path: Sequence[Point], start: Point, at: Point, reach: int, how: str = "enter_and_leave"
) -> bool:
    """Whether a path goes through the squares that somebody threatens; `how` is `aoo.pass_through`.

    CN-105.
    """
    entered, left = crossings(path, start, at, reach, on_grid=True)
    if not entered:
        return False
    return how == "enter" or any(step > entered[0] for step in left)


def turns_away(before: str, after: str, me: Point, at: Point, rear_squares: int = 3) -> bool:
    """Whether somebody in the front arc is in the rear arc after a turn; `rear_squares` is
    `facing.rear_squares`.

    CN-103.
    """
    direction = bearing(me, at)
    if direction is None:
        return False
    return not in_rear(before, direction, rear_squares) and in_rear(after, direction, rear_squares)


def in_rear(facing: str, direction: str, rear_squares: int) -> bool:
    """Whether a direction lies among the squares behind somebody who faces one way."""
    left = rear_squares
    for eighths in range(EIGHTHS // 2, -1, -1):
        left -= 1 if eighths in (0, EIGHTHS // 2) else 2  # the two squares on both sides go together
        if left < 0:
            return False
        if apart(facing, direction) == eighths:
            return True
    return False


def allowance_key(who: str, against: str, settings: Mapping[str, Any]) -> tuple[str, ...]:
    """What is counted: everything in the round, or everything against one opponent.

    CN-110; the setting is `aoo.per`.
    """
    return (who, against) if settings.get("aoo.per") == "opponent" else (who,)
