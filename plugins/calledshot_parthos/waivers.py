"""The PGM waives, overrules or takes back (PGM-2, PGM-3, DICE-5)."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from calledshot.api import Ask, Call, Waiver
from calledshot_parthos import attacks, calling, damage, initiative, plans, playing, rounds, succour
from calledshot_parthos.state import Planned

if TYPE_CHECKING:
    from calledshot_parthos.fight import ParthosFight


def _keeps(fight: ParthosFight, act: Waiver, who: str | None) -> None:
    fight.encounter.find(
        "PGM-3", f"the PGM: “{act.text.strip()[:120]}”", who, span=(act.column, act.end_column)
    )


EVERYBODY = re.compile(r"\b(?:all|everybody|everyone|every one|both|each)\b")
"""Words that give leave to more than one."""


FIRST = re.compile(r"\bfirst\b", re.IGNORECASE)


def _first_counts(fight: ParthosFight, act: Waiver) -> bool:
    """ "First one counts": somebody has rolled his initiative twice, and we took the second for his blow."""
    round_ = fight.round
    who = act.who or _last_roller(fight)
    if round_ is None or who is None or who not in round_.inits:
        return False
    answered, init = round_.answered.get(who), round_.inits[who]
    attack = answered.attack if answered is not None else None
    if answered is None or answered.what != "to_hit" or attack is None or attack.event is None:
        return False
    if attack.confirmed or attack.dealt or attack.called_by_pgm:
        return False
    second = attack.event
    _keeps(fight, act, who)
    fight.encounter.rule(
        "initiative",
        "ignored",
        who,
        clauses=("PAR-INIT-1",),
        roll=second.roll.total if second.roll is not None else None,
        total=init.total,
        moves=list(init.moves) if init.moves is not None else None,
    )
    fight.encounter.find("DICE-5", f"rolled again; the first roll, {init.roll}, counts", who, event=second)
    _ignore(fight, who)
    return True


def waiver(fight: ParthosFight, act: Waiver) -> None:
    """The PGM waives or overrules (PGM-3)."""
    round_ = fight.round
    if round_ is None:
        return
    who = act.who or (
        fight.refused[1] if fight.refused is not None and act.kind in ("allow", "refuse") else None
    )
    if act.kind == "reroll" and _is_call(fight, act):
        calling.called(
            fight, Call(who=act.who or "", text=act.text, column=act.column, end_column=act.end_column)
        )
        return
    if act.kind == "reroll" and _is_further(fight, act):
        damage.asked(fight, Ask(what="damage", again=True, text=act.text))
        return
    if (
        act.kind == "reroll"
        and who is None
        and _everybody(fight)
        and round_.phase in ("initiative", "action")
    ):
        _keeps(fight, act, None)
        round_.leave.update(round_.inits)
        round_.phase = "initiative"
        return
    if act.kind == "reroll":
        who = who or _last_roller(fight) or fight.current
        _keeps(fight, act, who)
        if who is not None and round_.stray.pop(who, None) is None:
            round_.leave.add(who)  # else the roll that did not count is simply made anew
    elif act.kind == "allow" and FIRST.search(act.text) is not None and _first_counts(fight, act):
        return
    elif act.kind == "allow":
        _keeps(fight, act, who)
        _allow(fight, who)
    elif act.kind == "refuse":
        _keeps(fight, act, who)
        fight.refused = None
    elif act.kind == "ignore":
        who = who or _last_roller(fight)
        _keeps(fight, act, who)
        _ignore(fight, who)
    else:
        _keeps(fight, act, who)
        attack = fight.last_attack
        if attack is not None:
            attack.confirmed = True


def _everybody(fight: ParthosFight) -> bool:
    """Whether leave to roll again is given to all, before anybody has acted."""
    round_ = fight.round
    assert round_ is not None
    return EVERYBODY.search(fight.heard) is not None and not round_.attacks


def _is_call(fight: ParthosFight, act: Waiver) -> bool:
    """ "Bram once more": his next move, where he has one and his last roll has been spoken to."""
    round_ = fight.round
    assert round_ is not None
    if act.who is None or "roll" in act.text.casefold() or fight.owes(act.who) is not None:
        return False
    attack = fight.last_attack
    plan = round_.plans.get(act.who)
    return attack is not None and attack.confirmed and plan is not None and plan.next() is not None


def _is_further(fight: ParthosFight, act: Waiver) -> bool:
    """ "Roll again" while a blow's damage is still being rolled: a further die, not leave for another."""
    attack = fight.last_attack
    if attack is None or not attack.struck or attack.dealt or not attack.dice:
        return False
    return act.who in (None, attack.who) and "re" not in act.text.casefold().split("roll")[0].split()


def _last_roller(fight: ParthosFight) -> str | None:
    for record in reversed(fight.encounter.rolls):
        if record.combatant is not None:
            return record.combatant
    return None


def _allow(fight: ParthosFight, who: str | None) -> None:
    """What was refused last is allowed after all."""
    if not fight.points_told and succour.swallowed(fight):
        return
    round_ = fight.round
    assert round_ is not None
    refused, fight.refused = fight.refused, None
    late = [name for name, plan in round_.plans.items() if plan.late and who in (None, name)]
    if len(late) == 1 and (refused is None or refused[1] != late[0]):
        plan = round_.plans[late[0]]
        plan.modifiers.extend(plan.late)  # announced too late, and let through (PAR-STD-2)
        plan.late.clear()
        initiative.revise(fight, late[0])
        return
    early = who if who is not None and who in round_.stray else None
    if early is not None and (refused is None or (refused[0] != "late" and fight.request(early, "clarify"))):
        _early_stands(fight, early)
        return
    if refused is None or (who is not None and refused[1] != who):
        return
    what, name = refused
    if what in ("late", "change") and name in round_.late:
        reading, event = round_.late.pop(name)
        if what == "change":
            plan = round_.plan(name)
            planned = plan.next()
            if planned is not None and reading.moves:
                planned.move = reading.moves[0]
                planned.target = reading.moves[0].target or planned.target
                playing.play(fight, name, planned)
            return
        plans.accept(fight, name, reading, event, "im")
        return
    refused_move = _refused_move(fight, name)
    if refused_move is not None:
        if fight.round is not None and fight.round.phase == "action" and fight.current == name:
            refused_move.status = "pending"
            playing.perform(fight, name, refused_move)
        else:
            refused_move.status = "pending"
            refused_move.allowed = True


def _refused_move(fight: ParthosFight, who: str) -> Planned | None:
    plan = fight.round.plans.get(who) if fight.round is not None else None
    return next(
        (
            p
            for p in reversed(plan.moves if plan is not None else [])
            if p.status in ("illegal", "unavailable")
        ),
        None,
    )


def _early_stands(fight: ParthosFight, who: str) -> None:
    """An early roll stands by the PGM's leave: it is the to-hit roll of the move to come."""
    round_ = fight.round
    assert round_ is not None
    event = round_.stray.pop(who)
    fight.drop_requests(who, "clarify")
    fight.encounter.find("PGM-2", f"{who}'s early roll stands by the PGM's word", who, event=event)
    if round_.phase != "action":
        rounds.begin_action(fight)
    planned = round_.plan(who).next()
    attack = attacks.make(
        fight, who, attacks.guess_target(fight, who), planned if planned and planned.is_attack else None
    )
    if planned is not None and planned.is_attack:
        planned.status = "called"
    attacks.to_hit(fight, attack, event)


def _ignore(fight: ParthosFight, who: str | None) -> None:
    """The last roll does not count."""
    round_ = fight.round
    assert round_ is not None
    answered = round_.answered.pop(who, None) if who is not None else None
    round_.stray.pop(who or "", None)
    if answered is None or who is None:
        return
    for record in reversed(fight.encounter.rolls):
        if record.combatant == who and record.counted:
            record.counted = False
            break
    if answered.what == "initiative":
        round_.inits.pop(who, None)
        if round_.phase == "action" and not round_.acted:
            round_.phase = "initiative"
        return
    attack = answered.attack
    if attack is None:
        return
    fight.drop_requests(who, "damage", "critical", "fumble")
    damage.take_back(fight, attack)
    if answered.what == "to_hit":
        attack.roll = attack.ours = attack.outcome = None
        attack.confirmed = False
        attack.dice, attack.each = [], []
    else:
        attack.dice, attack.each = attack.dice[:-1], attack.each[:-1]
    fight.ask_dice(answered, attack.target)
