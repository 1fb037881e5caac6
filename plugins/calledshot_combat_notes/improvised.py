"""Blows that no declaration told of: a guard or cover that strikes at whoever comes (CN-318, CN-319, CN-322),
CN-322), and a roll that nothing asked for which the DM takes for an attack (CN-001).

How an attack goes on is `striking`'s.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from calledshot.api import Event, Verdict
from calledshot_combat_notes import deeds, fighters, striking
from calledshot_combat_notes.state import PARTY, Attack, Fighter, Request, Stray
from calledshot_combat_notes.vocabulary import shoots

if TYPE_CHECKING:
    from calledshot_combat_notes.fight import NotesFight

WAITING = ("guard", "cover")
"""Actions that wait for somebody to come."""
ROLLING = ("cast", "psionic", "item", "escape")
"""Actions for which a roll may be wanted that is no attack, as are all that the notes do not know."""
TO_HIT = (1, 20)


def guards(fight: NotesFight, who: str) -> bool:
    """Whether somebody on guard strikes now, once a round; his to-hit roll is then asked for.

    CN-318, CN-319, CN-322.
    """
    round_ = fight.round
    plan = round_.plans.get(who) if round_ is not None else None
    if plan is None or plan.move.action not in WAITING or not plan.stands or plan.struck:
        return False
    plan.struck = True
    _strike(fight, fight.fighters[who], None)
    return True


def told(fight: NotesFight, act: Verdict) -> Attack | None:
    """The attack behind the DM's verdict on a roll that nothing had asked for; None where there is none.

    CN-001.
    """
    stray = fight.unasked
    if stray is None or stray.event.roll is None or _dice(stray.event) != TO_HIT:
        return None
    who = stray.who if stray.who in fight.fighters else _of_dm(fight, stray, act.who)
    fighter = fight.fighters.get(who) if who is not None and act.who in (None, who) else None
    if fighter is None or _waits(fight, fighter.name) or _does_else(fight, fighter.name):
        return None  # it is of the blow that the DM has not spoken to, or of what was declared
    fight.unasked = None
    target = act.target or _aim(fight, fighter, stray.named)
    attack = _strike(fight, fighter, target, told=target is not None)
    request = next((one for one in fight.requests if one.attack is attack), None)
    if request is not None:
        _answer(fight, request, stray.event)
        _damage(fight, attack, stray.damage)
    return attack


def _dice(event: Event) -> tuple[int, int] | None:
    return (event.roll.count, event.roll.sides) if event.roll is not None else None


def _of_dm(fight: NotesFight, stray: Stray, said: str | None) -> str | None:
    """For which opponent the DM has rolled: the one he has named, else the only one, or the only one of whose
    action nothing is known."""
    foes = [
        one.name
        for one in fight.fighters.values()
        if one.side != PARTY and fight.is_npc(one.name) and fighters.able(one)
    ]
    if said is not None:
        return said if said in foes else None
    named = [name for name in dict.fromkeys(stray.named) if name in foes]
    if named:
        return named[0] if len(named) == 1 else None
    declared = fight.round.plans if fight.round is not None else {}
    silent = [name for name in foes if name not in declared]
    return next((some[0] for some in (foes, silent) if len(some) == 1), None)


def _aim(fight: NotesFight, fighter: Fighter, named: tuple[str, ...]) -> str | None:
    """Whom the DM has named as struck at."""
    targets = [
        name
        for name in dict.fromkeys(named)
        if name in fight.fighters and fighters.hostile(fighter, fight.fighters[name])
    ]
    return targets[0] if len(targets) == 1 else None


def _answer(fight: NotesFight, request: Request, event: Event) -> None:
    from calledshot_combat_notes import dice

    dice.answer(fight, request, event, request.who)


def _damage(fight: NotesFight, attack: Attack, event: Event | None) -> None:
    """The damage dice that came with the roll."""
    from calledshot_combat_notes import dice

    roll = event.roll if event is not None else None
    owed = next((one for one in fight.requests if one.attack is attack and one.what == "damage"), None)
    if owed is not None and roll is not None and event is not None and dice.fits(roll, owed.dice):
        dice.answer(fight, owed, event, attack.who)


def _does_else(fight: NotesFight, who: str) -> bool:
    """Whether somebody has declared what may want a roll of its own, and is no attack."""
    plan = fight.round.plans.get(who) if fight.round is not None else None
    if plan is None or not plan.stands:
        return False
    return plan.move.action in ROLLING or plan.move.action not in deeds.KNOWN


def _waits(fight: NotesFight, who: str) -> bool:
    """Whether a roll of somebody's was asked for, and the DM has not said what came of it."""
    made = fight.round.attacks if fight.round is not None else []
    return any(one.who == who and one.natural is not None and not one.confirmed for one in made)


def _strike(fight: NotesFight, fighter: Fighter, target: str | None, *, told: bool = True) -> Attack:
    weapon = fighters.weapon(fight, fighter, None)
    told = told and target is not None
    target = target or _whom(fight, fighter)
    if target is not None:
        target = fight.join(target, side=fighters.other_side(fight, fighter)).name
    attack = Attack(
        who=fighter.name,
        target=target,
        weapon=weapon,
        kind="missile" if weapon is not None and (weapon.missile or shoots(weapon.name)) else "melee",
    )
    striking.begin(fight, attack)
    if not told and target is not None and _is_guess(fight, fighter, target):
        attack.needed = attack.ac = None  # the DM's word is not held against a guess
        attack.guessed = True
    return attack


def _is_guess(fight: NotesFight, fighter: Fighter, target: str) -> bool:
    """Whether nothing but the order of the acts tells whom a blow was meant for."""
    foes = [one for one in fight.fighters.values() if fighters.hostile(fighter, one) and fighters.able(one)]
    plan = fight.round.plans.get(fighter.name) if fight.round is not None else None
    declared = plan is not None and plan.move.target == target
    return len(foes) > 1 and target not in fight.named and not declared


def _whom(fight: NotesFight, fighter: Fighter) -> str | None:
    """Whom he strikes at: the opponent whom the DM has just named, else the one who acts or acted last, else
    the only one there is."""
    foes = [
        one.name for one in fight.fighters.values() if fighters.hostile(fighter, one) and fighters.able(one)
    ]
    named = [name for name in fight.named if name in foes]
    if named:
        return named[0]
    round_ = fight.round
    acted = (
        [deed.who for deed in round_.queue if deed.status in ("called", "waiting", "done")] if round_ else []
    )
    mine = round_.plans.get(fighter.name) if round_ is not None else None
    if mine is not None and mine.move.target in foes:
        return mine.move.target
    made = round_.attacks if round_ is not None else []
    struck = next((one.who for one in reversed(made) if one.target == fighter.name and one.who in foes), None)
    last = struck or next((name for name in reversed(acted) if name in foes), None)
    return last or (foes[0] if len(foes) == 1 else None)


def missed(fight: NotesFight, who: str, event: Event) -> None:
    """Keep a roll that nothing asked for, in case the DM takes it for something."""
    stray = fight.unasked
    if stray is not None and stray.who == who and _dice(stray.event) == TO_HIT and _dice(event) != TO_HIT:
        stray.damage = stray.damage or event
        return
    if stray is not None and stray.who == who and stray.event.seq > fight.said_at and _dice(event) == TO_HIT:
        fight.unasked = None  # two in a row, and no word tells them apart
        return
    fight.unasked = Stray(who=who, event=event, named=fight.spoken_of)
