"""The PGM's word on pools, conditions and refused moves, beside ours (PGM-1, PGM-4).

His word on hits is `verdicts`, on points `damage` and `succour`, on initiative and range `readout`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from calledshot.api import Answer, Call, Penalty, Points, Pool, Stated, Verdict
from calledshot_parthos import (
    attacks,
    bleeding,
    book,
    calling,
    casting,
    damage,
    figures,
    harm,
    initiative,
    learning,
    playing,
    verdicts,
)
from calledshot_parthos.state import Attack, Planned

if TYPE_CHECKING:
    from calledshot_parthos.fight import ParthosFight

OUT = ("unconscious", "light_bleeding", "heavy_bleeding", "brink", "dead")

SLOWEST = 15
"""The least Speed that a number beside a name is believed to show."""


def pool(fight: ParthosFight, act: Pool) -> None:
    """ "You're at 12", "6 PP left"."""
    who = act.who or (fight.last_spender if act.pool == "pp" else fight.last_changed)
    attack = fight.last_attack
    if act.who is None and act.pool != "pp" and attack is not None and attack.struck and not attack.dealt:
        who = attack.target or who
    if act.pool != "pp":
        who = figures.whose(fight, who, act.value)
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
    if _is_init(fight, who, act):
        return
    if (
        act.pool is None
        and attack is not None
        and attack.dealt
        and not attack.points_said
        and attack.target == who
        and attack.our_points == -act.value
    ):  # "Corwin -4": what he lost
        damage.stated(
            fight,
            Points(
                what="damage",
                amount=-act.value,
                who=who,
                text=act.text,
                column=act.column,
                end_column=act.end_column,
            ),
        )
        return
    most = fighter.sheet.stamina_max
    if most is not None and act.value > most:
        fight.encounter.find(
            "PGM-4",
            f"{act.value} is more stamina than {who} has ({most}): not taken for his",
            who,
            span=(act.column, act.end_column),
        )
        return
    if act.pool is None and act.value < 0 and _is_penalty(fight, who, act.value):
        attacks.penalty(fight, Penalty(amount=act.value, who=who, text=act.text))
        return
    if attack is not None and attack.target is None and attack.who != who and attack.struck:
        damage.reaches(fight, attack, who)
    if (
        attack is not None
        and attack.target == who
        and not attack.dealt
        and (attack.struck or attack.outcome is None)
    ):
        _hit_by_pool(fight, attack, act)
    if fighter.stamina is not None and fighter.stamina != act.value:
        casting.explains(fight, who, act.value)  # a spell or help still to come may be what he tells
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
        effect=f"{abs(act.value - ours)} stamina, from round {fight.round_number} on",
        message=f"the PGM puts {who} at {act.value} stamina; by the record it is {ours}",
    )
    if fight.encounter.by_the_book:
        fight.diverged.add(who)
        return
    fighter.stamina = act.value
    harm.update(fight, fighter)


def _is_penalty(fight: ParthosFight, who: str, value: int) -> bool:
    """ "Tern, -30": a penalty on the blow he is to strike; nobody on his feet falls so low at a word."""
    fighter, attack = fight.fighters[who], fight.last_attack
    if (
        fighter.stamina is None
        or fighter.stamina <= 0
        or (attack is not None and attack.target == who and not attack.dealt)
    ):
        return False
    told = attack is not None and attack.target == who and not attack.points_said
    owes = fight.request(who, "to_hit")
    due = calling.first(fight)
    return not told and (owes is not None or (due is not None and due[0] == who))


def _is_init(fight: ParthosFight, who: str, act: Pool) -> bool:
    """Whether a bare number beside a name is his place in the order and not what he has left. Taken for his
    initiative where that is not known and nobody has been struck yet."""
    round_, fighter, attack = fight.round, fight.fighters[who], fight.last_attack
    assert round_ is not None
    init = round_.inits.get(who)
    if act.pool is not None or init is None:
        return False
    if init.total is None and init.roll is not None and fighter.stamina is None:
        if init.roll + SLOWEST <= act.value and not round_.attacks:
            initiative.stated(fight, who, act.value)
            return True
        return False
    if act.value not in (init.moves or ()) or act.value == fighter.stamina:
        return False
    if attack is None or not attack.struck or attack.dealt:
        open_ = next((one for one in round_.plan(who).moves if one.at == act.value and one.open), None)
        waits = fight.request(who, "to_hit")
        if open_ is not None or (
            waits is not None and waits.attack is not None and waits.attack.roll is None
        ):
            calling.called(
                fight,
                Call(who=who, at=act.value, text=act.text, column=act.column, end_column=act.end_column),
            )
            return True
    struck = attack is not None and attack.target == who and attack.struck
    left = (
        fighter.stamina - (attack.points or 0) if attack is not None and fighter.stamina is not None else None
    )
    if struck and act.value == left:
        return False
    return not struck or (fighter.sheet.stamina_max or act.value) < act.value


def _hit_by_pool(fight: ParthosFight, attack: Attack, act: Pool) -> None:
    """A pool read out before the damage was known tells the damage."""
    victim = fight.fighters.get(attack.target or "")
    if victim is None:
        return
    fight.drop_requests(attack.who, "to_hit", "damage", "critical")
    if not attack.struck:
        verdicts.said(fight, attack, "hit", None)
        fight.drop_requests(attack.who, "damage")
    attack.points = victim.stamina - act.value if victim.stamina is not None else None
    damage.deal(fight, attack)


def _pp(fight: ParthosFight, who: str, act: Pool) -> None:
    fighter = fight.fighters[who]
    ours = fighter.pp
    if ours is None:
        fight.encounter.learned.is_(who, "pp", act.value, learning.line(fight), moves_on=True)
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
        effect=None if agrees else f"{abs(ours - act.value)} PP, from round {fight.round_number} on",
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
            fight.said_down[who] = fight.encounter.event.seq
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
    if said != "able" and fight.said_down.get(who) == fight.encounter.event.seq:
        # "goes down, dead": the same message says more closely how he is
        fight.encounter.judge("condition", who, ours=None, theirs=act.condition, agrees=None, words=act)
        harm.enter(fight, fighter, said, None, "the PGM's word")
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
        fight.encounter.learned.at_most(who, "stamina", high, learning.line(fight))
    if low is not None:
        fight.encounter.learned.at_least(who, "stamina", low, learning.line(fight))


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


def _is_faulty(fight: ParthosFight, who: str, planned: Planned) -> bool:
    return any(one.severity == "error" for one in playing.faults_now(fight, who, planned))


def _may_not_reach(fight: ParthosFight, who: str, planned: Planned) -> bool:
    """Whether an attack with nobody knows what is aimed at somebody out of hand-to-hand range: only the PGM
    can tell whether it reaches him."""
    arms = book.carried(fight.campaign, fight.fighters[who])
    if not planned.is_attack or planned.move.instrument is not None or arms:
        return False
    aims = [planned.target] if planned.target is not None else fight.opponents(who)
    return any(fight.scene.range_to(who, other) == "missile" for other in aims)


def refuses(fight: ParthosFight, who: str | None, act: Verdict) -> None:
    """The PGM says that a move is not valid, or lost."""
    round_ = fight.round
    if round_ is None or who is None or who not in fight.fighters:
        return
    plan = round_.plan(who)
    due = plan.next()
    told = any(p.status in ("illegal", "unavailable") for p in plan.moves)
    waits = due is not None and due.status == "pending" and who in round_.inits and not told
    if due is not None and waits and _is_faulty(fight, who, due):
        playing.play(fight, who, due)  # he refuses it as he would have called it
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
    unknown = _may_not_reach(fight, who, planned)
    fight.encounter.judge(
        "move",
        who,
        ours=None if unknown else "allowed",
        theirs=act.outcome,
        agrees=None if unknown else False,
        words=act,
        effect=None if unknown else f"{who} loses the move",
        message=f"the PGM does not allow {planned.move.text or planned.move.action}; the page does",
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
