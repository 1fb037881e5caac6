"""The DM's word on what happened: beside ours, and the fight goes on from his (PGM-1, PGM-2, PGM-3).

What he answers to questions is `questions`'.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from calledshot.api import (
    Act,
    Ask,
    Call,
    Distance,
    FightEnd,
    FightStart,
    Points,
    Pool,
    Retarget,
    RoundCall,
    RoundEnd,
    Stated,
    Terms,
    Verdict,
    Waiver,
    Yielded,
)
from calledshot_combat_notes import (
    conditions,
    ending,
    fighters,
    learning,
    numbers_said,
    plans,
    playing,
    rounds,
    saving,
    striking,
    throws,
    verdicts,
)
from calledshot_combat_notes.state import OPPONENTS, Attack, Fighter

if TYPE_CHECKING:
    from calledshot_combat_notes.fight import NotesFight


def act(fight: NotesFight, act: Act) -> None:
    """An act of the DM's in the core's terms."""
    if isinstance(act, RoundCall):
        rounds.called(fight, act)
    elif isinstance(act, RoundEnd):
        rounds.close(fight)
    elif isinstance(act, FightStart):
        rounds.started(fight, act)
    elif isinstance(act, FightEnd):
        rounds.ended(fight, act)
    elif isinstance(act, Terms):
        fight.terms = act.terms
    elif isinstance(act, Waiver):
        _waives(fight, act)
    elif fight.round is None or fight.round.phase == "closed":
        if isinstance(act, Pool):
            _pool(fight, act)
        elif isinstance(act, Stated):
            conditions.stated(fight, act)
    elif isinstance(act, Call):
        playing.called(fight, act.who)
    elif isinstance(act, Verdict):
        _verdict(fight, act)
    elif isinstance(act, Points):
        _points(fight, act)
    elif isinstance(act, Pool):
        _pool(fight, act)
    elif isinstance(act, Stated):
        conditions.stated(fight, act)
    elif isinstance(act, Ask):
        _asks(fight, act)
    elif isinstance(act, Retarget):
        _retarget(fight, act)
    elif isinstance(act, Distance):
        conditions.distance(fight, act)


def players(fight: NotesFight, act: Act, speaker: str) -> None:
    """An act of a player's in the core's terms."""
    if isinstance(act, Yielded) and speaker in fight.fighters and fight.over is None:
        fighter = fight.fighters.get(act.who or speaker)
        if fighter is None:
            return
        side = [one for one in fight.fighters.values() if one.side == fighter.side and fighters.able(one)]
        fighter.down = "yielded"
        if len(side) > 1:
            fight.encounter.rule("condition", "yielded", fighter.name)
            return
        others = [one.name for one in fight.fighters.values() if fighters.hostile(fighter, one)]
        winner = others[0] if len(others) == 1 else ending.winner(fight)
        fight.over = "yielded"
        fight.encounter.rule("fight", "yielded", fighter.name, winner=winner, terms=fight.terms)
        record = fight.encounter.record
        if record is not None:
            record.outcome, record.winner = "yielded", winner


def _verdict(fight: NotesFight, act: Verdict) -> None:
    """A result in the DM's words."""
    if act.outcome in ("saved", "failed"):
        saving.told(fight, act)
    elif act.outcome == "no_damage":
        _no_damage(fight, act)
    else:
        verdicts.verdict(fight, act)


# -- points ---------------------------------------------------------------------------------------


def _points(fight: NotesFight, act: Points) -> None:
    if act.what == "healing":
        _healing(fight, act)
        return
    if act.what != "damage" or numbers_said.is_margin(fight.heard, act.column):
        return
    if act.who is None and numbers_said.is_name(fight.heard, act.column):
        return
    if _of_the_roll(fight, act):
        return
    round_ = fight.round
    assert round_ is not None
    fitting = [
        one
        for one in round_.attacks
        if one.struck and not one.points_said and act.who in (None, one.target) and act.by in (None, one.who)
    ]
    exact = [one for one in fitting if one.our_points == act.amount and one.latest > fight.said_before]
    blow = exact[0] if exact else max(fitting, key=lambda one: one.latest, default=None)
    if blow is None:
        waiting = fight.last_attack
        if (
            waiting is not None
            and waiting.natural is not None
            and not waiting.struck
            and not waiting.confirmed
        ):
            verdict = Verdict(
                outcome="hit", text=act.text, column=act.column, end_column=act.end_column, who=waiting.who
            )
            if act.who in (None, waiting.target):
                verdicts.verdict(fight, verdict)
                blow = waiting if waiting.struck else None
    if blow is None and _corrects(fight, act):
        return
    if blow is None:
        _plain_damage(fight, act)
        return
    if act.amount != blow.our_points and blow.our_points in fight.points_heard:
        return  # a part of the sum that he comes to: "seven and four, eleven"
    blow.points_said, blow.said = True, act.amount
    ours = blow.our_points
    if not blow.dealt:
        fight.requests = [one for one in fight.requests if one.attack is not blow or one.what != "damage"]
        blow.points = act.amount
        fight.encounter.judge("damage", blow.who, ours=None, theirs=act.amount, agrees=None, words=act)
        striking.deal(fight, blow)
        striking.check_over(fight, blow)
        return
    if ours is None:
        fight.encounter.judge("damage", blow.who, ours=None, theirs=act.amount, agrees=None, words=act)
    else:
        agrees = True if ours == act.amount else None if not striking.sure(fight, blow) else False
        effect = None
        if agrees is False:
            effect = _stands(fight, blow, act.amount, ours)
        fight.encounter.judge(
            "damage",
            blow.who,
            ours=ours,
            theirs=act.amount,
            agrees=agrees,
            words=act,
            effect=effect,
            message=None if agrees else f"the DM gives {act.amount} points; by the notes it is {ours}",
        )
        ours = ours if agrees is not None else None
    if blow.points != act.amount and not (fight.encounter.by_the_book and ours is not None):
        striking.take_back(fight, blow)
        blow.points = act.amount
        striking.deal(fight, blow)
        striking.stands_again(blow, fight)


def _of_the_roll(fight: NotesFight, act: Points) -> bool:
    """Whether a figure is what the to-hit roll came to, and no damage: "12 + 6 is 18, hit"."""
    blow = fight.last_attack
    if blow is None or blow.natural is None or blow.dealt or _HURTS.search(act.text):
        return False
    if blow.confirmed:
        return numbers_said.of_roll(fight.heard, blow, act.amount)
    return act.amount in (blow.total, blow.natural)


_CORRECTS = re.compile(
    r"\b(?:so|instead|half|halved|only|make (?:that|it)|rather|no|just)\b\W{0,3}(?:that's |it's |is )?$",
    re.IGNORECASE,
)
"""Words before a number that takes the place of the last one."""


def _corrects(fight: NotesFight, act: Points) -> bool:
    """ "Saved, so 8": other points for the blow that he has given points already."""
    round_ = fight.round
    assert round_ is not None
    if _CORRECTS.search(fight.heard[: max(0, act.column - 1)]) is None:
        return False
    said = [one for one in round_.attacks if one.struck and one.points_said and act.who in (None, one.target)]
    blow = max(said, key=lambda one: one.latest, default=None)
    if blow is None or not blow.dealt or blow.said == act.amount:
        return False
    fight.encounter.judge("damage", blow.who, ours=blow.our_points, theirs=act.amount, agrees=None, words=act)
    blow.said = act.amount
    striking.take_back(fight, blow)
    blow.points = act.amount
    striking.deal(fight, blow)
    striking.stands_again(blow, fight)
    return True


def _stands(fight: NotesFight, blow: Attack, theirs: int, ours: int) -> str:
    """What other points change: where the target stands by the DM, and where by the notes."""
    target = fight.fighters.get(blow.target) if blow.target is not None else None
    if target is None or target.hp is None or blow.points is None:
        return f"{theirs} points instead of {ours} to {blow.target or 'the target'}"
    full = target.hp + blow.points
    return f"{target.name} stands at {full - theirs} instead of {full - ours}".replace(" -", " −")


_LANDS = re.compile(r"\b(?:to|for|off|from|on|into|does|deals?|hits?|another|more)\b", re.IGNORECASE)
"""Words that say where points land: "3 to Todd"; a figure without one may be of anything ("and a 7")."""
_HURTS = re.compile(
    r"\b(?:damage|dmg|points?|pts?|hps?|takes?|took|taken|los(?:es?|t|ing)|suffers?|hurts?|bleeds?|burns?)\b",
    re.IGNORECASE,
)
"""Words that say of a figure that it hurts."""


def _plain_damage(fight: NotesFight, act: Points) -> None:
    """Points that belong to no blow we know of."""
    round_ = fight.round
    sure = round_ is not None and round_.phase == "action" and _LANDS.search(act.text) is not None
    if act.who is None or not (sure or _HURTS.search(act.text)):
        return
    victim = fight.join(act.who, side=OPPONENTS)
    before = victim.hp
    victim.hp = before - act.amount if before is not None else None
    fight.encounter.judge("damage", victim.name, ours=None, theirs=act.amount, agrees=None, words=act)
    fight.encounter.rule(
        "damage",
        "dealt",
        act.by,
        victim.name,
        points=act.amount,
        dice=None,
        bonus=None,
        multiplier=None,
        others=None,
        before=before,
        hp=victim.hp,
        weapon=None,
    )
    if act.amount:
        striking.hurt(fight, victim, None)


def _no_damage(fight: NotesFight, act: Verdict) -> None:
    blow = fight.last_attack
    if blow is not None and blow.struck:
        _points(
            fight,
            Points(
                what="damage",
                amount=0,
                who=blow.target,
                text=act.text,
                column=act.column,
                end_column=act.end_column,
            ),
        )


def _healing(fight: NotesFight, act: Points) -> None:
    from calledshot_combat_notes import magic

    who = act.who or act.by
    if who is None:
        return
    healer = fight.join(act.by) if act.by is not None else fight.join(who)
    magic.heal(fight, healer, who, act.amount, False)


def _pool(fight: NotesFight, act: Pool) -> None:
    """ "Kay is at 12": his hit points, by the DM's word."""
    if act.pool not in (None, "hp") or (fight.round is None and not fight.fighters):
        return
    blow = fight.last_attack
    who = act.who or (blow.target if act.pool is None and blow is not None and blow.dealt else None)
    if who is None:
        return
    if act.value < 0 and act.pool is None and not _AT.search(act.text) and _is_loss(fight, who, act):
        return
    fighter = fight.join(who, side=OPPONENTS)
    ours = fighter.hp
    agrees = None if ours is None else ours == act.value
    if ours is not None and act.value > ours and _HEALED.search(fight.heard):
        agrees = None  # what heals, and how much, is not always rolled
    if ours is not None and ours <= 0 < act.value and _FALLS.search(fight.heard, act.end_column - 1):
        return  # what he had left before the blow that the DM goes on to tell of
    if agrees is False and ours is not None and _untold(fight, fighter, ours - act.value, act):
        return
    if fight.encounter.by_the_book and ours is not None:
        follows = _follows(fight, fighter, act.value) or fight.apart.get(who) == ours - act.value
        fight.apart[who] = ours - act.value
        if agrees is False and follows:
            return  # what his points come to, of which we have told him, or his line carried on
    effect = None if agrees is not False else f"{fighter.name} stands at {act.value} instead of {ours}"
    effect = effect.replace(" -", " −") if effect is not None else None
    fight.encounter.judge(
        "hp",
        fighter.name,
        ours=ours,
        theirs=act.value,
        agrees=agrees,
        words=act,
        effect=effect,
        message=None if effect is None else f"by the DM's count {effect}",
    )
    if agrees and blow is not None and blow.target == fighter.name and blow.dealt:
        blow.points_said = True  # he has told what it left
    learning.hit_points(fight, fighter, act.value)
    if not (fight.encounter.by_the_book and ours is not None):
        fighter.hp = act.value
        if act.value > 0 and fighter.down == "down":
            fighter.down = None


def _is_loss(fight: NotesFight, who: str, act: Pool) -> bool:
    """ "Pell -3, 21": what a blow did, where its points are not known otherwise."""
    made = fight.round.attacks if fight.round is not None else []
    blows = [one for one in made if one.target == who and one.struck and not one.points_said]
    if not blows or any(one.dealt and striking.sure(fight, one) for one in blows):
        return False
    _points(
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
    return True


_AT = re.compile(r"\b(?:at|is|to|now|has|stands)\b", re.IGNORECASE)
"""Words for what somebody has, and not for what he loses."""
_FALLS = re.compile(
    r"\b(?:falls?|drops?|collapses|goes down|is down|he's down|she's down|it's down|dies|dead|slain|crumples"
    r"|keels over)\b",
    re.IGNORECASE,
)
"""Words by which the DM says that somebody is beaten."""
_HEALED = re.compile(
    r"\b(?:back (?:up )?(?:to|at|on)|heal(?:s|ed|ing)?|cure[sd]?|regains?|recovers?|restored?"
    r"|feels? better|up to)\b",
    re.IGNORECASE,
)


def _untold(fight: NotesFight, fighter: Fighter, lost: int, act: Pool) -> bool:
    """Whether hit points tell of a blow whose points nobody can work out: it did what is missing."""
    round_ = fight.round
    made = round_.attacks if round_ is not None else []
    blows = [
        one
        for one in made
        if one.target == fighter.name
        and one.struck
        and not one.points_said
        and (not one.dealt or not striking.sure(fight, one))
    ]
    points = lost + (blows[-1].points or 0) if blows and blows[-1].dealt else lost
    if not blows or points <= 0 or (fight.encounter.by_the_book and blows[-1].our_points is not None):
        return False
    told = Points(
        what="damage",
        amount=points,
        who=fighter.name,
        text=act.text,
        column=act.column,
        end_column=act.end_column,
    )
    _points(fight, told)
    return True


def _follows(fight: NotesFight, fighter: Fighter, value: int) -> bool:
    """Whether hit points are what the DM's own points for the last blow leave."""
    blow = fight.last_attack
    if blow is None or blow.target != fighter.name or fighter.hp is None:
        return False
    return blow.said is not None and blow.points is not None and fighter.hp + blow.points - blow.said == value


# -- dice asked for, leave given ------------------------------------------------------------------


def _asks(fight: NotesFight, act: Ask) -> None:
    """The DM asks for dice: whose turn it is, or that a blow has hit."""
    if act.what == "to_hit" and act.who is not None:
        playing.called(fight, act.who)
    elif act.what == "damage":
        blow = fight.last_attack
        waits = blow is not None and blow.natural is not None and not blow.struck and not blow.confirmed
        if blow is not None and waits and act.who in (None, blow.who):
            verdict = Verdict(
                outcome="hit", who=blow.who, text=act.text, column=act.column, end_column=act.end_column
            )
            verdicts.verdict(fight, verdict)
    elif act.what == "initiative" and fight.round is not None:
        call = RoundCall(phase="initiative", names=(act.who,) if act.who is not None else ())
        rounds.called(fight, call)


def _waives(fight: NotesFight, act: Waiver) -> None:
    """The DM lets something stand, or not."""
    if act.kind == "allow":
        if throws.accept_held(fight, "the DM allows it"):
            return
        plans.allowed(fight, act.who)


def _retarget(fight: NotesFight, act: Retarget) -> None:
    """An attack goes to another target, by the DM's word."""
    who = act.who or fight.current
    if who is None or act.target is None:
        return
    attack = next(
        (
            one.attack
            for one in fight.requests
            if one.what == "to_hit" and one.who == who and one.attack is not None
        ),
        None,
    )
    if attack is not None:
        attack.target = fight.join(act.target, side=OPPONENTS).name
        striking.figures(fight, attack)
        for request in fight.requests:
            if request.attack is attack and request.what == "to_hit":
                request.needed, request.modifier = None, attack.modifier
