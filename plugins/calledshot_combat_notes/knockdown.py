"""Knockdowns: which number each size needs, and the larger dice of large creatures (CN-710 to CN-720)."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from calledshot_combat_notes.slots import size_difference

NEEDED: Mapping[str, int] = {"T": 3, "S": 5, "M": 7, "L": 9, "H": 11}
"""CN-712 to CN-716."""
CLAUSES: Mapping[str, str] = {"T": "CN-712", "S": "CN-713", "M": "CN-714", "L": "CN-715", "H": "CN-716"}
LADDER = (4, 6, 8, 10, 12, 20)
"""CN-720: the dice in order; the notes say "one step" and leave the steps to custom."""
MAN = "M"

_DIE = re.compile(r"(\d{0,2})d(\d{1,3})([+-]\d{1,3})?", re.IGNORECASE)


def needed(size: str | None, settings: Mapping[str, Any] = {}) -> int | None:
    """The number that knocks down a target of this size; None where nothing does.

    CN-712, CN-713, CN-714, CN-715, CN-716. Raises KeyError for an unknown size.
    """
    if size == "G":
        set_ = settings.get("knockdown.gargantuan", "none")
        return int(set_) if isinstance(set_, int | float) else None
    if size is None:
        raise KeyError("size")
    return NEEDED[size]


def knocked_down(roll: int, needed: int | None, compare: str = "ge") -> bool:
    """Whether the roll knocks the target down; `compare` is `knockdown.compare`.

    CN-711.
    """
    if needed is None:
        return False
    return roll > needed if compare == "gt" else roll >= needed


def die(kd_die: str | None, size: str | None, natural: bool) -> str | None:
    """The dice that are rolled: for a large creature's own body one step up the ladder for each size above
    man-size, at most a d20.

    CN-710, CN-719, CN-720.
    """
    if kd_die is None:
        return None
    found = _DIE.fullmatch(kd_die.strip())
    if found is None:
        return None
    count, sides, plus = int(found[1] or 1), int(found[2]), found[3] or ""
    steps = size_difference(size, MAN) if natural else 0
    if steps is not None and steps > 0 and sides in LADDER:
        sides = LADDER[min(LADDER.index(sides) + steps, len(LADDER) - 1)]
    return f"{count}d{sides}{plus}"
