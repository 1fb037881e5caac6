"""Fumbles: a natural 1, and a second to-hit roll that misses too (CN-701 to CN-704). Pure figures."""

from __future__ import annotations

NATURAL = 1
"""CN-701."""
DAMAGE = "1d4"
"""CN-704: no fumble does more."""
MOST_DAMAGE = 4
HURTS = ("self-hurt", "hurt-ally")
"""CN-703: the results that do damage."""
RESULTS = (*HURTS, "weapon-broken", "weapon-dropped", "other")
"""CN-703."""


def may_fumble(natural: int, is_pc: bool, who: str = "all") -> bool:
    """Whether a to-hit roll has to be confirmed as a fumble; `who` is `fumble.who`.

    CN-701.
    """
    return natural == NATURAL and (who == "all" or is_pc)


def confirmed(total: int, needed: int | None) -> bool | None:
    """Whether the second roll, with the same modifiers, misses too.

    CN-701.
    """
    return None if needed is None else total < needed
