"""The PGM's word on pools, conditions, initiative, range and waivers, beside ours (PGM-1 … PGM-4).

His word on hits is in `attacks`, on points in `damage` and `succour`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from calledshot.api import Answer, Ask, Call, Distance, MoveCount, Order, Pool, Stated, Verdict, Waiver
from calledshot_parthos import bleeding, calling, damage, harm, initiative, plans
from calledshot_parthos.scene import Range
from calledshot_parthos.state import Attack, Planned

if TYPE_CHECKING:
    from calledshot_parthos.fight import ParthosFight

NEAR = 5.0
"""Feet within which two stand hand to hand."""

OUT = ("unconscious", "light_bleeding", "heavy_bleeding", "brink", "dead")


def _line(fight: ParthosFight) -> int | None:
    source = fight.encounter.event.source
    return source.line if source is not None else None


def learned_outcome(fight: ParthosFight, attack: Attack) -> str | None:
    """What a roll must do by the bounds that earlier rulings have set on an unknown CA; None if open."""
    bound = fight.encounter.learned.get(attack.who, "ca")
    if bound is None or attack.roll is None or attack.penalty_unknown:
        return None
    ca = attack.roll - sum(points for _, points in attack.penalties)
    if bound.at_least is not None and ca <= bound.at_least:
        return "hit"
    return "miss" if bound.at_most is not None and ca > bound.at_most else None


def learn_ca(fight: ParthosFight, attack: Attack, word: str) -> None:
    """ "Hits" on 62 and "miss" on 70 bracket a CA nobody has told us; 1 and 100 teach nothing."""
    fighter = fight.fighters.get(attack.who)
    if (
        fighter is None
        or fighter.sheet.ca is not None
        or attack.roll in (None, 1, 100)
        or attack.penalty_unknown
    ):
        return
    assert attack.roll is not None
    ca = attack.roll - sum(points for _, points in attack.penalties)
    if word in ("hit", "critical"):
        fight.encounter.learned.at_least(attack.who, "ca", ca, _line(fight))
    else:
        fight.encounter.learned.at_most(attack.who, "ca", ca - 1, _line(fight))


# -- pools and conditions -----------------------------------------------------------------------


def pool(fight: ParthosFight, act: Pool) -> None:
    """ "You're at 12", "6 PP left"."""
    who = act.who or (fight.last_spender if act.pool == "pp" else fight.last_changed)
    attack = fight.last_attack
    if act.who is None and act.pool != "pp" and attack is not None and attack.struck and not attack.dealt:
        who = attack.target or who
    if who is None or fight.encounter.record is None or fight.round is None:
        return
    fighter = fight.join(who)
    if act.pool == "pp":
        _pp(fight, who, act)
        return
    if (
        act.pool is None
        and act.value < 0
        and act.value % bleeding.EACH_ROUND == 0
        and fight.request(who, "save")
    ):
        return  # "again, at -10": the save's penalty, not a stamina
    if attack is not None and attack.target is None and attack.who != who and attack.struck:
        attack.target = who
    if (
        attack is not None
        and attack.target == who
        and not attack.dealt
        and (attack.struck or attack.outcome is None)
    ):
        _hit_by_pool(fight, attack, act)
    if fighter.stamina is None:
        fight.learn_stamina(who, act.value)
        fighter.stamina = act.value
        fight.encounter.judge("stamina", who, ours=None, theirs=act.value, agrees=None, words=act)
        harm.update(fight, fighter, attack if attack is not None and attack.target == who else None)
        return
    if fighter.stamina == act.value:
        fight.encounter.judge("stamina", who, ours=fighter.stamina, theirs=act.value, agrees=True, words=act)
        return
    ours = fighter.stamina
    if who in fight.diverged:
        return  # it follows from a difference already told
    fight.encounter.judge(
        "stamina",
        who,
        ours=ours,
        theirs=act.value,
        agrees=False,
        words=act,
        effect=f"{abs(act.value - ours)} stamina, from round {_number(fight)} on",
        message=f"the PGM puts {who} at {act.value} stamina; by the record it is {ours}",
    )
    if fight.encounter.by_the_book:
        fight.diverged.add(who)
        return
    fighter.stamina = act.value
    harm.update(fight, fighter)


def _hit_by_pool(fight: ParthosFight, attack: Attack, act: Pool) -> None:
    """A pool read out before the damage was known tells the damage."""
    victim = fight.fighters.get(attack.target or "")
    if victim is None:
        return
    fight.drop_requests(attack.who, "to_hit", "damage", "critical")
    from calledshot_parthos import attacks

    if not attack.struck:
        attacks.said(fight, attack, "hit", None)
        fight.drop_requests(attack.who, "damage")
    attack.points = victim.stamina - act.value if victim.stamina is not None else None
    damage.deal(fight, attack)


def _number(fight: ParthosFight) -> int | str:
    return fight.round.number if fight.round is not None and fight.round.number is not None else "?"


def _pp(fight: ParthosFight, who: str, act: Pool) -> None:
    fighter = fight.fighters[who]
    ours = fighter.pp
    if ours is None:
        fight.encounter.learned.is_(who, "pp", act.value, _line(fight), moves_on=True)
        fighter.pp = act.value
        fight.encounter.judge("pp", who, ours=None, theirs=act.value, agrees=None, words=act)
        return
    agrees = ours == act.value
    fight.encounter.judge(
        "pp",
        who,
        ours=ours,
        theirs=act.value,
        agrees=agrees,
        words=act,
        effect=None if agrees else f"{abs(ours - act.value)} PP, from round {_number(fight)} on",
        message=None if agrees else f"the PGM puts {who} at {act.value} PP; by the record it is {ours}",
    )
    if not agrees and not fight.encounter.by_the_book:
        fighter.pp = act.value


def condition(fight: ParthosFight, act: Stated) -> None:
    """ "Elsinore is unconscious", "he's dead"."""
    who = act.who or _meant(fight, act.condition)
    if who is None:
        return
    fighter = fight.join(who)
    if fight.round is None:  # how somebody is when the fight begins
        if fighter.stamina is None and act.condition in OUT:
            fighter.condition = act.condition
        return
    said = {"conscious": "able"}.get(act.condition, act.condition)
    if said == "stabilised":
        _stabilised(fight, who, act)
        return
    if said != "able" and said not in OUT:
        return
    now = fighter.condition or "able"
    if fighter.stamina is None and now == "able":
        attack = fight.last_attack
        open_attack = (
            attack
            if attack is not None and attack.target == who and not attack.dealt and attack.struck
            else None
        )
        if said != "able":
            _learn_out(fight, who, said)
        fight.encounter.judge("condition", who, ours=None, theirs=act.condition, agrees=None, words=act)
        if said != "able":
            if open_attack is not None:
                fight.drop_requests(open_attack.who, "damage", "critical")
                damage.deal(fight, open_attack)
            harm.enter(fight, fighter, said, attack)
        return
    if said == now or (said == "unconscious" and now in OUT and now != "dead"):
        fight.encounter.judge("condition", who, ours=now, theirs=act.condition, agrees=True, words=act)
        return
    if who in fight.diverged:
        return
    save = fight.request(who, "save")
    if said == "dead" and save is not None:
        fight.drop_requests(who, "save")
    fight.encounter.judge(
        "condition",
        who,
        ours=now,
        theirs=act.condition,
        agrees=False,
        words=act,
        effect=f"{who} plays on"
        if said == "able"
        else f"{who} is out of the fight"
        if now == "able"
        else None,
        message=f"the PGM calls {who} {act.condition.replace('_', ' ')}; by the record {who} is"
        f" {now.replace('_', ' ')}" + (f" at {fighter.stamina}" if fighter.stamina is not None else ""),
    )
    if fight.encounter.by_the_book:
        return
    if fighter.stamina is not None and harm.condition_at(fighter.stamina) != said:
        fighter.stamina = None  # the two cannot both be true, and nobody has said the number
    harm.enter(fight, fighter, said, None, "the PGM's word")


def _meant(fight: ParthosFight, condition: str) -> str | None:
    """Whom "he's down" is about: whoever's stamina changed last, unless he stands and one other is down."""
    last = fight.last_changed
    if condition not in OUT or (last is not None and not fight.able(last)):
        return last
    down = [name for name, fighter in fight.fighters.items() if fighter.condition in OUT]
    standing = last is not None and (fight.fighters[last].stamina or 0) > 0
    return down[0] if len(down) == 1 and standing else last


def _learn_out(fight: ParthosFight, who: str, said: str) -> None:
    bounds = {
        "unconscious": (None, 0),
        "light_bleeding": (-14, -10),
        "heavy_bleeding": (-19, -15),
        "brink": (None, -20),
    }
    low, high = bounds.get(said, (None, None))
    if high is not None:
        fight.encounter.learned.at_most(who, "stamina", high, _line(fight))
    if low is not None:
        fight.encounter.learned.at_least(who, "stamina", low, _line(fight))


def _stabilised(fight: ParthosFight, who: str, act: Stated) -> None:
    fighter = fight.fighters[who]
    if fighter.condition not in harm.BLEEDING:
        bleeding_ = [other for other in fight.fighters.values() if other.condition in harm.BLEEDING]
        if len(bleeding_) != 1:
            return
        fighter = bleeding_[0]  # a healer is named, or nobody: it can only be about the one who bleeds
        who = fighter.name
    agrees = True if fighter.stabilised else None
    fight.encounter.judge(
        "condition", who, ours=fighter.condition, theirs="stabilised", agrees=agrees, words=act
    )
    if not fighter.stabilised:
        fighter.stabilised = True
        fight.drop_requests(who, "save")
        fight.encounter.rule(
            "condition",
            "stabilised",
            who,
            clauses=("PAR-BLD-6",),
            stamina=fighter.stamina,
            why="the PGM's word",
        )


# -- initiative ---------------------------------------------------------------------------------


def order(fight: ParthosFight, act: Order) -> None:
    """Initiatives read out: the first value of each name is his total."""
    round_ = fight.round
    if round_ is None or round_.phase == "closed":
        return
    seen: dict[str, list[int]] = {}
    for name, value in act.entries:
        seen.setdefault(name, []).append(value)
    for name, values in seen.items():
        init = round_.inits.get(name)
        if init is None:
            continue
        top = max(values)
        if init.total is None:
            initiative.stated(fight, name, top)
            fight.encounter.judge("initiative", name, ours=None, theirs=top, agrees=None, words=act)
        elif init.moves is not None and top in init.moves and top != init.total:
            continue  # only what is still to come was read out
        elif init.total == top:
            fight.encounter.judge("initiative", name, ours=init.total, theirs=top, agrees=True, words=act)
        else:
            _other_total(fight, name, top, act)


def _other_total(fight: ParthosFight, name: str, top: int, act: Order) -> None:
    round_ = fight.round
    assert round_ is not None
    init = round_.inits[name]
    ours = init.total
    fight.encounter.judge(
        "initiative",
        name,
        ours=ours,
        theirs=top,
        agrees=False,
        words=act,
        effect=f"{name} moves at {top} instead of {ours}",
        message=f"the PGM reads {name}'s initiative as {top}; by the page it is {ours}",
    )
    if fight.encounter.by_the_book:
        return
    init.stated = top
    init.total = top
    init.moves = [top - initiative.STEP * k for k in range(max(1, -(-top // initiative.STEP)))]
    fight.encounter.rule(
        "initiative",
        "revised",
        name,
        clauses=("PGM-1",),
        roll=init.roll,
        total=init.total,
        moves=list(init.moves),
        parts=[],
    )
    initiative.place(fight, name)


def move_count(fight: ParthosFight, act: MoveCount) -> None:
    """ "You get two moves"."""
    round_ = fight.round
    who = act.who or fight.current
    if round_ is None or round_.phase == "closed" or who is None or who not in round_.inits:
        return
    init = round_.inits[who]
    if init.moves is None:
        fight.encounter.judge("moves", who, ours=None, theirs=act.count, agrees=None, words=act)
        init.won = act.count
        return
    ours = len(init.moves)
    agrees = ours == act.count
    fight.encounter.judge(
        "moves",
        who,
        ours=ours,
        theirs=act.count,
        agrees=agrees,
        words=act,
        effect=None if agrees else f"{who} has {act.count} instead of {ours}",
        message=None if agrees else f"the PGM gives {who} {act.count} moves; by the page it is {ours}",
    )
    if agrees or fight.encounter.by_the_book:
        return
    init.won = act.count
    if init.total is not None:
        init.moves = [init.total - initiative.STEP * k for k in range(act.count)]
    initiative.place(fight, who)


# -- range --------------------------------------------------------------------------------------


def distance(fight: ParthosFight, act: Distance) -> None:
    """Range or feet, said for a pair or for everybody. In words it is a statement, not a move."""
    far = act.feet is not None and act.feet > NEAR
    range_: Range | None = "hth" if act.range == "hth" else "missile" if act.range == "missile" else None
    if range_ is None and act.feet is not None:
        range_ = "missile" if far else "hth"
    if range_ is None:
        return
    if act.who is not None:
        fight.join(act.who)
    if act.other is not None:
        fight.join(act.other)
    if act.who is not None and act.other is None and fight.current is not None and fight.current != act.who:
        pairs = [(fight.current, act.who)]
    elif act.who is not None:
        others = [act.other] if act.other is not None else [n for n in fight.scene.names if n != act.who]
        pairs = [(act.who, other) for other in others]
    else:
        names = fight.scene.names
        pairs = [(a, b) for i, a in enumerate(names) for b in names[i + 1 :]]
    for one, other in pairs:
        fight.scene.set_range(one, other, range_, act.feet)
    if act.who is None:
        fight.range_said_at = fight.encounter.event.seq
        fight.said_range = (range_, act.feet)  # holds for those who have not shown themselves yet, too


# -- waivers ------------------------------------------------------------------------------------


def _keeps(fight: ParthosFight, act: Waiver, who: str | None) -> None:
    fight.encounter.find(
        "PGM-3", f"the PGM: “{act.text.strip()[:120]}”", who, span=(act.column, act.end_column)
    )


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
    if act.kind == "reroll":
        who = who or _last_roller(fight) or fight.current
        _keeps(fight, act, who)
        if who is not None and round_.stray.pop(who, None) is None:
            round_.leave.add(who)  # else the roll that did not count is simply made anew
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
    if who is not None and who in round_.stray and (refused is None or refused[0] != "late"):
        if fight.request(who, "clarify") is not None or refused is None:
            _early_stands(fight, who)
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
                calling.play(fight, name, planned)
            return
        plans.accept(fight, name, reading, event, "im")
        return
    refused_move = _refused_move(fight, name)
    if refused_move is not None:
        if fight.round is not None and fight.round.phase == "action" and fight.current == name:
            refused_move.status = "pending"
            calling.perform(fight, name, refused_move)
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
    from calledshot_parthos import attacks, rounds

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


def refuses(fight: ParthosFight, who: str | None, act: Verdict) -> None:
    """The PGM says that a move is not valid, or lost."""
    round_ = fight.round
    if round_ is None or who is None or who not in fight.fighters:
        return
    plan = round_.plan(who)
    refused = next((p for p in plan.moves if p.status in ("illegal", "unavailable")), None)
    if refused is not None:
        fight.encounter.judge("move", who, ours=refused.status, theirs=act.outcome, agrees=True, words=act)
        return
    if not fight.able(who) or any(p.status in ("lost", "dropped") for p in plan.moves):
        fight.encounter.judge("move", who, ours="lost", theirs=act.outcome, agrees=True, words=act)
        return
    planned = plan.next()
    if planned is None:
        return
    index = plan.index(planned)
    fight.encounter.judge(
        "move",
        who,
        ours="allowed",
        theirs=act.outcome,
        agrees=False,
        words=act,
        effect=f"{who} loses the move",
        message=f"the PGM does not allow {planned.move.text or planned.move.action}; the page has nothing against it",
    )
    if fight.encounter.by_the_book:
        return
    planned.status, planned.why = "lost", "the PGM's word"
    fight.drop_requests(who, "to_hit")
    fight.encounter.rule(
        "move",
        "lost",
        who,
        planned.target,
        clauses=("PGM-1",),
        at=planned.at,
        index=index,
        action=planned.move.action,
        why="the PGM's word",
    )


def answer(fight: ParthosFight, act: Answer) -> None:
    """Words about a due result that fit no one result (PGM-4)."""
    attack = fight.last_attack
    if attack is None or attack.confirmed or attack.roll is None:
        return
    fight.encounter.find(
        "PGM-4",
        "the PGM's words fit no one result; whether he agrees is not known",
        attack.who,
        span=(act.column, act.end_column),
    )
    fight.encounter.judge("attack", attack.who, ours=attack.ours, theirs=act.text, agrees=None, words=act)
