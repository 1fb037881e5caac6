"""Who has won: the one side of which anybody is left standing (CN-001).

The notes have no rule for it; it only reads who is down. Whether the fight is over is the DM's word: one who
comes up again, or a new opponent, takes the result back.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from calledshot_combat_notes import fighters
from calledshot_combat_notes.state import Fighter

if TYPE_CHECKING:
    from calledshot_combat_notes.fight import NotesFight


def winner(fight: NotesFight) -> str | None:
    """The one who is left of his side, or the side; None while both stand, or where nobody was opposed."""
    standing = {one.side for one in fight.fighters.values() if fighters.able(one)}
    fallen = {one.side for one in fight.fighters.values() if not fighters.able(one)}
    if len(standing) != 1 or not fallen - standing:
        return None
    side = next(iter(standing))
    acted = [one for one in fight.fighters.values() if one.side == side and _took_part(fight, one)]
    return acted[0].name if len(acted) == 1 and fighters.able(acted[0]) else side


def _took_part(fight: NotesFight, fighter: Fighter) -> bool:
    plans = fight.round.plans if fight.round is not None else {}
    return fighter.spoken or fighter.name in plans or not fighters.able(fighter)


def looks(fight: NotesFight) -> None:
    """Somebody has gone down: whether that decides it."""
    record = fight.encounter.record
    found = winner(fight)
    if record is None or fight.over is not None or found is None or record.outcome is not None:
        return
    record.outcome, record.winner = "won", found
    fight.encounter.rule("fight", "won", found, clauses=("CN-001",), default=True, winner=found)


def goes_on(fight: NotesFight) -> None:
    """Somebody stands again, or is new: what was decided is not, if both sides stand."""
    record = fight.encounter.record
    if record is not None and fight.over is None and record.outcome == "won" and winner(fight) is None:
        record.outcome = record.winner = None
