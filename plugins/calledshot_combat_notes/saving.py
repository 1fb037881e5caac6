"""Saving throws: beside the number needed, and on to what hangs on each (CN-422, CN-602, CN-626, CN-717,
CN-718).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from calledshot.api import Event
from calledshot_combat_notes import (
    attacks,
    felling,
    moving,
    striking,
    wounds,
)
from calledshot_combat_notes.state import Request

if TYPE_CHECKING:
    from calledshot_combat_notes.fight import NotesFight


def save_rolled(fight: NotesFight, request: Request, event: Event) -> None:
    """A saving throw: beside the number needed, and what hangs on it."""
    roll = event.roll
    assert roll is not None
    natural = roll.total - roll.modifier
    total = natural + request.modifier
    saved = attacks.saved(total, request.needed)
    request.details["total"] = total
    tell_save(fight, request, natural, total, saved)
    if saved is None:
        fight.encounter.cannot_check("a save: its number is not known", request.who)
        fight.unsettled.append(request)
        return
    save_settled(fight, request, saved)


def tell_save(
    fight: NotesFight, request: Request, natural: int | None, total: int | None, saved: bool | None
) -> None:
    """A save in the record."""
    clause = {
        "overrun": "CN-422",
        "critical": "CN-602",
        "knockdown": "CN-717",
        "crossbow": "CN-718",
        "crushing blow": "CN-626",
    }[request.details["against"]]
    outcome = "rolled" if saved is None else "saved" if saved else "failed"
    fight.encounter.rule(
        "save",
        outcome,
        request.who,
        clauses=(clause,),
        needs_pgm=saved is None,
        against=request.details["against"],
        roll=natural,
        modifier=request.modifier,
        total=total,
        needed=request.needed,
    )


def save_settled(fight: NotesFight, request: Request, saved: bool) -> None:
    """What a save decides."""
    against, attack = request.details["against"], request.attack
    if against == "overrun":
        moving.overrun_saved(fight, request, saved)
    elif against == "critical" and attack is not None:
        wounds.death_save(fight, attack, saved)
    elif against == "knockdown":
        felling.knocked_down(fight, request, saved)
    elif against == "crossbow":
        felling.crossbow(fight, request, saved)
    elif against == "crushing blow":
        wounds.item_save_rolled(fight, request, request.details.get("total") or 0, saved)
    if attack is not None:
        striking.check_over(fight, attack)
