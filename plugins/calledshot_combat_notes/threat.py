"""Who threatens whom, and everybody's status: reach and places, or what the sheets and the DM say
(CN-030 to CN-033).

What a status forbids is `legality`'s; what it allows others is `reacting`'s.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from calledshot_combat_notes import status
from calledshot_combat_notes.schema import Sheet
from calledshot_combat_notes.state import Fighter

if TYPE_CHECKING:
    from calledshot_combat_notes.fight import NotesFight

NEIGHBOUR = 1
"""Squares a weapon or claw reaches of which nobody says more: the next square."""


def reach(fighter: Fighter) -> int:
    """How many squares somebody reaches with what he has in hand."""
    held = [
        one.weapon.reach
        for one in fighter.arms
        if one.state in (None, "in_hand", "loaded") and one.weapon.reach is not None
    ]
    if fighter.sheet.reach is not None:
        held.append(fighter.sheet.reach)
    return max(held, default=NEIGHBOUR)


def reaches(fight: NotesFight, one: Fighter, other: Fighter) -> bool | None:
    """Whether `one` can reach `other`: by the DM's word, the places, or the sheet; None if nothing tells.

    CN-032.
    """
    said = fight.threats.get((one.name, other.name))
    if said is not None:
        return said
    near = fight.scene.within(one.name, other.name, reach(one))
    if near is not None:
        return near
    told = _told(one.sheet, other.name)
    return True if told else None


def _told(sheet: Sheet, other: str) -> bool:
    if not sheet.threatens:
        return False
    return any(name.casefold() == other.casefold() for name in sheet.threatens)


def threatens(fight: NotesFight, one: Fighter, other: Fighter) -> bool:
    """Whether `one` is known to threaten `other`.

    CN-032; the setting is `threat.mutual`.
    """
    if one.side == other.side or one.down is not None:
        return False
    if not reaches(fight, one, other):
        return False
    return not fight.setting("threat.mutual") or reaches(fight, other, one) is not False


def threatened_by(fight: NotesFight, fighter: Fighter) -> tuple[str, ...]:
    """All who threaten somebody, in the order in which they came.

    CN-032, CN-100.
    """
    return tuple(
        other.name
        for other in fight.fighters.values()
        if other is not fighter and threatens(fight, other, fighter)
    )


def status_of(fight: NotesFight, fighter: Fighter) -> str | None:
    """Somebody's status as things stand.

    CN-030, CN-032, CN-033.
    """
    near = threatened_by(fight, fighter)
    if not near and not fighter.grappled and fighter.sheet.status == status.THREATENED and not _placed(fight):
        return status.THREATENED
    return status.status(fighter.grappled, near, fight.settings, fight.over is None)


def _placed(fight: NotesFight) -> bool:
    return bool(fight.scene.places) or bool(fight.threats)


def recompute(fight: NotesFight, *, tell: bool = True) -> None:
    """Everybody's status anew; a change is a ruling.

    CN-030, CN-204.
    """
    for fighter in fight.fighters.values():
        fighter.status, fighter.threatened_by = status_of(fight, fighter), threatened_by(fight, fighter)
        if fighter.told is None:
            fighter.told = fighter.status
        if tell and fighter.status is not None and fighter.status != fighter.told:
            rule(fight, fighter)


def rule(fight: NotesFight, fighter: Fighter) -> None:
    """Tell somebody's status."""
    clause = {"clear": "CN-030", "threatened": "CN-032", "grappled": "CN-033"}
    if fighter.status is None:
        return
    fighter.told = fighter.status
    fight.encounter.rule(
        "status",
        fighter.status,
        fighter.name,
        clauses=(clause[fighter.status],),
        default=fighter.status != "grappled",
        threatened_by=list(fighter.threatened_by),
        held_by=fighter.held_by,
    )
