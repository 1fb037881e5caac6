"""Fumbles and critical events as they are played: the second roll, the charts or the DM, what it costs
(CN-227, CN-701 to CN-704). The numbers are `fumbles`'.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from calledshot.api import Event
from calledshot_combat_notes import (
    attacks,
    book,
    fighters,
    fumbles,
    questions,
    striking,
)
from calledshot_combat_notes.state import Attack, Request

if TYPE_CHECKING:
    from calledshot_combat_notes.fight import NotesFight


def ask_fumble(fight: NotesFight, attack: Attack) -> None:
    """The second to-hit roll after a natural 1.

    CN-701; the setting is `fumble.who`.
    """
    fighter = fight.fighters[attack.who]
    is_pc = fighter.side == "party"
    if not fumbles.may_fumble(attack.natural or 0, is_pc, str(fight.setting("fumble.who"))):
        return
    fight.ask_dice(
        attack.who,
        "fumble",
        attacks.DIE,
        clauses=("CN-701",),
        target=attack.target,
        attack=attack,
        modifier=attack.modifier,
    )


def confirm_rolled(fight: NotesFight, request: Request, event: Event) -> None:
    """The second roll misses too, or it was only a miss.

    CN-701, CN-702.
    """
    attack, roll = request.attack, event.roll
    assert attack is not None and roll is not None
    natural = roll.total - roll.modifier
    total = natural + attack.modifier
    fumbled = fumbles.confirmed(total, attack.needed)
    fight.encounter.rule(
        "fumble",
        "rolled" if fumbled is None else "confirmed" if fumbled else "averted",
        attack.who,
        attack.target,
        clauses=("CN-701",),
        default=True,
        needs_pgm=fumbled is None,
        roll=natural,
        total=total,
        needed=attack.needed,
    )
    if fumbled:
        attack.outcome = "fumble"
        fumble(fight, attack)
    striking.check_over(fight, attack)


def fumble(fight: NotesFight, attack: Attack) -> None:
    """What comes of it: the campaign's chart, or the DM.

    CN-702.
    """
    dice = book.charts(book.rulebook(fight.campaign)).fumble
    if dice is not None:
        fight.ask_dice(attack.who, "fumble_result", dice, clauses=("CN-702",), attack=attack)
        return
    questions.ask(fight, "fumble", "CN-702", "fumble: what is the result?", attack.who, attack=attack)


def fumble_rolled(fight: NotesFight, request: Request, event: Event) -> None:
    """A roll on the campaign's chart."""
    attack, roll = request.attack, event.roll
    assert attack is not None and roll is not None
    row = book.fumble(roll.total, book.rulebook(fight.campaign))
    if row is None:
        questions.ask(fight, "fumble", "CN-702", "fumble: what is the result?", attack.who, attack=attack)
    else:
        fumbled(fight, attack, row.result, row.text, None)
    striking.check_over(fight, attack)


def fumbled(fight: NotesFight, attack: Attack, result: str, words: str | None, ally: str | None) -> None:
    """A fumble's result: whom it hurts, which weapon is gone.

    CN-703, CN-704.
    """
    fighter = fight.fighters[attack.who]
    victim = fighter.name if result == "self-hurt" else ally if result == "hurt-ally" else None
    fight.encounter.rule(
        "fumble",
        "resolved",
        attack.who,
        victim,
        clauses=("CN-702", "CN-703"),
        result=result,
        effect=words,
        weapon=attack.weapon.name if attack.weapon is not None else None,
    )
    if result in ("weapon-broken", "weapon-dropped") and attack.weapon is not None:
        own = fighters.take_up(fighter, attack.weapon)
        own.state = "broken" if result == "weapon-broken" else "dropped"
    if result in fumbles.HURTS:
        if victim is None:
            questions.ask(
                fight, "fumble", "CN-703", "which ally does the fumble hurt?", attack.who, attack=attack
            )
            return
        fight.ask_dice(
            attack.who,
            "fumble_damage",
            fumbles.DAMAGE,
            clauses=("CN-704",),
            target=victim,
            attack=attack,
            details={"victim": victim},
        )


def fumble_damage(fight: NotesFight, request: Request, event: Event) -> None:
    """A d4 and nothing besides.

    CN-704.
    """
    roll = event.roll
    assert roll is not None
    victim = fight.join(request.details["victim"])
    points = roll.total - roll.modifier
    before = victim.hp
    victim.hp = before - points if before is not None else None
    fight.encounter.rule(
        "damage",
        "dealt",
        request.who,
        victim.name,
        clauses=("CN-704",),
        points=points,
        dice=points,
        bonus=0,
        multiplier=1,
        others=0,
        before=before,
        hp=victim.hp,
        weapon=None,
    )
    striking.hurt(fight, victim, None)
    if request.attack is not None:
        striking.check_over(fight, request.attack)


def critical_event(fight: NotesFight, request: Request, event: Event) -> None:
    """A roll on the campaign's chart of critical events.

    CN-227.
    """
    assert event.roll is not None
    row = book.critical_event(event.roll.total, book.rulebook(fight.campaign))
    fight.encounter.rule(
        "critical_event",
        "rolled",
        clauses=("CN-227",),
        needs_pgm=row is None,
        roll=event.roll.total,
        effect=row.text if row is not None else None,
    )
