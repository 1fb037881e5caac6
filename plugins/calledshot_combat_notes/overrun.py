"""Overruns: a larger enemy moves into somebody's square (CN-420 to CN-426). Pure figures."""

from __future__ import annotations

from collections.abc import Collection

from calledshot.api import DIRECTIONS, Point, squares
from calledshot_combat_notes.slots import size_difference

PENALTIES = {1: 0, 2: -4}
MOST_PENALTY = -8
"""CN-423: for two sizes, and for three or more."""
DIE_SIDES = 4
"""CN-425: a d4 for each size."""


def difference(mover: str | None, occupant: str | None) -> int | None:
    """By how many sizes the mover is larger; an overrun where that is more than none.

    CN-420.
    """
    return size_difference(mover, occupant)


def save_penalty(difference: int) -> int:
    """What the save against being knocked prone suffers.

    CN-423.
    """
    return PENALTIES.get(difference, MOST_PENALTY if difference > 1 else 0)


def damage_dice(difference: int) -> str:
    """The dice of the damage.

    CN-425.
    """
    return f"{difference}d{DIE_SIDES}"


def aside(at: Point, path: Collection[Point], taken: Collection[Point], start: Point) -> Point | None:
    """The square to which somebody who made his save is pushed: the nearest free one that is not on the
    mover's path; of several as near the one farthest from where the mover began, in the order of the compass.

    CN-424.
    """
    free = [
        (at[0] + dx, at[1] + dy)
        for dx, dy in DIRECTIONS.values()
        if (at[0] + dx, at[1] + dy) not in path and (at[0] + dx, at[1] + dy) not in taken
    ]
    if not free:
        return None
    straight = [one for one in free if one[0] == at[0] or one[1] == at[1]]
    return max(straight or free, key=lambda one: (squares(one, start), -free.index(one)))
