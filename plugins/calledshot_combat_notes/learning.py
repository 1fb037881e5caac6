"""Bounds on figures that no sheet tells, from the DM's hits and misses and the hit points he reads out.

Nothing is decided by them: what a sheet leaves open stays the DM's to say.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from calledshot_combat_notes.state import Attack, Fighter

if TYPE_CHECKING:
    from calledshot_combat_notes.fight import NotesFight

TEACH_NOTHING = (1, 20)
"""Rolls that many tables take for a miss and a hit whatever is needed."""


def _line(fight: NotesFight) -> int | None:
    source = fight.encounter.event.source
    return source.line if source is not None else None


def hit_or_miss(fight: NotesFight, attack: Attack, struck: bool) -> None:
    """A hit on 14 says that no more than 14 is needed, a miss that more is: of the armour class where THAC0
    is known, of THAC0 where the armour class is, else of the roll itself against that target."""
    target = fight.fighters.get(attack.target) if attack.target is not None else None
    if target is None or attack.guessed or attack.natural is None or attack.natural in TEACH_NOTHING:
        return
    learned, line = fight.encounter.learned, _line(fight)
    thac0 = fight.fighters[attack.who].sheet.thac0
    if thac0 is not None and target.sheet.ac is None and attack.total is not None:
        if struck:
            learned.at_least(target.name, "ac", thac0 - attack.total, line)
        else:
            learned.at_most(target.name, "ac", thac0 - attack.total - 1, line)
        return
    who, field, limit = attack.who, f"to hit {target.name}", attack.natural
    if attack.ac is not None and attack.total is not None:
        field, limit = "thac0", attack.total + attack.ac
    if struck:
        learned.at_most(who, field, limit, line)
    else:
        learned.at_least(who, field, limit + 1, line)


def hit_points(fight: NotesFight, fighter: Fighter, value: int) -> None:
    """Where the hit points of somebody stand of whom no sheet tells them."""
    if fighter.sheet.hp is None and fighter.sheet.hp_max is None:
        fight.encounter.learned.is_(fighter.name, "hp", value, _line(fight), moves_on=True)
