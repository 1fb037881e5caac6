"""Combat status: clear, threatened or grappled, and what a grappled fighter may still do (CN-030 to CN-037).

Pure; who holds whom and who stands where is the fight's.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from calledshot_combat_notes.slots import RANK

CLEAR, THREATENED, GRAPPLED = "clear", "threatened", "grappled"
FREE_TURNS = 1
"""CN-031: free changes of facing a round for somebody who is clear."""
SMALL = "S"
"""CN-036: the largest weapon that can be used in a hold."""


def status(
    grappled: bool, threatened_by: Collection[str], settings: Mapping[str, Any] = {}, fighting: bool = True
) -> str | None:
    """The status of a combatant; None for one who is none of the three under `status.clear`.

    CN-030, CN-032, CN-033.
    """
    if grappled:
        return GRAPPLED
    if threatened_by:
        return THREATENED
    if settings.get("status.clear") == "out_of_encounter" and fighting:
        return None
    return CLEAR


def small_enough(size: str | None) -> bool | None:
    """Whether a weapon can be used by somebody who is held; None where its size is not known.

    CN-036.
    """
    rank = RANK.get(size or "")
    return None if rank is None else rank <= RANK[SMALL]
