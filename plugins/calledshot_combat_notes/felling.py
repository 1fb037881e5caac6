"""Knockdowns as they are played: the die, the saves against falling prone and letting a crossbow off
(CN-710 to CN-720). The numbers are `knockdown`'s.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from calledshot.api import Event
from calledshot_combat_notes import (
    attacks,
    fighters,
    grounds,
    knockdown,
    questions,
    striking,
)
from calledshot_combat_notes.state import Attack, Fighter, Request

if TYPE_CHECKING:
    from calledshot_combat_notes.fight import NotesFight


def ask_knockdown(fight: NotesFight, attack: Attack) -> None:
    """The knockdown die of a hit.

    CN-710, CN-711, CN-716, CN-719, CN-720.
    """
    target = fight.fighters.get(attack.target) if attack.target is not None else None
    if target is None or attack.kind == "spell":
        return
    size = target.sheet.size
    if size == "G" and knockdown.needed(size, fight.settings) is None:
        return
    fighter = fight.fighters[attack.who]
    die = striking.knockdown_die(fighter, attack)
    if die is None and attack.kind == "unarmed":
        return  # how unarmed combat goes is the DM's (CN-315)
    if die is None:
        name = attack.weapon.name if attack.weapon is not None else f"{fighter.name}, unarmed"
        questions.ask(
            fight,
            "kd_die",
            "CN-710",
            f"knockdown die of {name}: which die?",
            fighter.name,
            once=name,
            attack=attack,
        )
        return
    natural = attack.weapon is None or bool(attack.weapon.natural)
    larger = natural and fighter.sheet.size in ("L", "H", "G")
    fight.ask_dice(
        fighter.name,
        "knockdown",
        die,
        clauses=("CN-710", "CN-719", "CN-720") if larger else ("CN-710",),
        target=target.name,
        attack=attack,
    )


def knockdown_rolled(fight: NotesFight, request: Request, event: Event) -> None:
    """The roll against the size of the target.

    CN-711 to CN-718.
    """
    attack, roll = request.attack, event.roll
    assert attack is not None and roll is not None
    target = fight.fighters[attack.target or ""]
    size = target.sheet.size
    if size is None:
        fight.encounter.cannot_check("knockdown: the size of the target is not known", target.name)
        striking.check_over(fight, attack)
        return
    needed = knockdown.needed(size, fight.settings)
    total = roll.total
    down = knockdown.knocked_down(total, needed, str(fight.setting("knockdown.compare")))
    fight.encounter.rule(
        "knockdown",
        "down" if down else "stands",
        attack.who,
        target.name,
        clauses=("CN-711", knockdown.CLAUSES.get(size, "CN-716")),
        default=total == needed and grounds.by_default(fight, ("knockdown.compare",)),
        roll=total,
        needed=needed,
        dice=request.dice,
    )
    if down:
        _ask_knockdown_saves(fight, attack, target)
    striking.check_over(fight, attack)


def _ask_knockdown_saves(fight: NotesFight, attack: Attack, target: Fighter) -> None:
    """Prone or not, and whether a loaded crossbow goes off.

    CN-717, CN-718; the setting is `knockdown.xbow`. One who is out of it anyway falls without dice.
    """
    if not fighters.able(target):
        return
    saves = target.sheet.saves
    fight.ask_dice(
        target.name,
        "save",
        attacks.DIE,
        clauses=("CN-717",),
        attack=attack,
        needed=saves.death if saves is not None else None,
        details={"against": "knockdown"},
    )
    if fight.setting("knockdown.xbow") == "on_knockdown":
        _ask_crossbow(fight, attack, target)


def _ask_crossbow(fight: NotesFight, attack: Attack | None, target: Fighter) -> None:
    if not any(own.state == "loaded" and fighters.is_crossbow(own.name) for own in target.arms):
        return
    saves = target.sheet.saves
    fight.ask_dice(
        target.name,
        "save",
        attacks.DIE,
        clauses=("CN-718",),
        attack=attack,
        needed=saves.paralyzation if saves is not None else None,
        details={"against": "crossbow"},
    )


def knocked_down(fight: NotesFight, request: Request, saved: bool) -> None:
    """Prone, or still standing.

    CN-717.
    """
    target = fight.fighters[request.who]
    if not saved:
        striking.prone(fight, target, "CN-717")
        if fight.setting("knockdown.xbow") == "on_prone":
            _ask_crossbow(fight, request.attack, target)


def crossbow(fight: NotesFight, request: Request, saved: bool) -> None:
    """The crossbow goes off, or holds.

    CN-718.
    """
    if saved:
        return
    target = fight.fighters[request.who]
    for own in target.arms:
        if own.state == "loaded" and fighters.is_crossbow(own.name):
            own.state, target.gone_off = "in_hand", True
            fight.encounter.rule("weapon", "discharged", target.name, clauses=("CN-718",), weapon=own.name)
    questions.ask(fight, "bolt", "CN-718", "where does the bolt go?", target.name, attack=request.attack)
