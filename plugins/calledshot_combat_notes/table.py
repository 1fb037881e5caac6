"""The DM's word on what happened: beside ours, and the fight goes on from his (PGM-1, PGM-2, PGM-3).

What he answers to questions is `questions`'.
"""

from __future__ import annotations

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
    acts,
    fighters,
    mishaps,
    plans,
    playing,
    rounds,
    saving,
    striking,
    threat,
    wounds,
)
from calledshot_combat_notes.state import OPPONENTS, Attack, Fighter

if TYPE_CHECKING:
    from calledshot_combat_notes.fight import NotesFight

STRUCK = ("hit", "critical")
DOWN = frozenset(("dead", "unconscious", "down", "out"))
UP = frozenset(("conscious", "standing"))


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
            _stated(fight, act)
    elif isinstance(act, Call):
        playing.called(fight, act.who)
    elif isinstance(act, Verdict):
        _verdict(fight, act)
    elif isinstance(act, Points):
        _points(fight, act)
    elif isinstance(act, Pool):
        _pool(fight, act)
    elif isinstance(act, Stated):
        _stated(fight, act)
    elif isinstance(act, Ask):
        _asks(fight, act)
    elif isinstance(act, Retarget):
        _retarget(fight, act)
    elif isinstance(act, Distance):
        _distance(fight, act)


def players(fight: NotesFight, act: Act, speaker: str) -> None:
    """An act of a player's in the core's terms."""
    if isinstance(act, Yielded) and speaker in fight.fighters and fight.over is None:
        fighter = fight.fighters.get(act.who or speaker)
        if fighter is None:
            return
        others = [one.name for one in fight.fighters.values() if fighters.hostile(fighter, one)]
        side = [one for one in fight.fighters.values() if one.side == fighter.side and fighters.able(one)]
        fighter.down = "yielded"
        if len(side) > 1:
            fight.encounter.rule("condition", "yielded", fighter.name)
            return
        winner = others[0] if len(others) == 1 else None
        fight.over = "yielded"
        fight.encounter.rule("fight", "yielded", fighter.name, winner=winner, terms=fight.terms)
        record = fight.encounter.record
        if record is not None:
            record.outcome, record.winner = "yielded", winner


# -- hit or miss ----------------------------------------------------------------------------------


def _spoken_of(fight: NotesFight, act: Verdict) -> Attack | None:
    """The attack a verdict is about: the one named, else the last one rolled and not yet spoken to."""
    round_ = fight.round
    assert round_ is not None
    fitting = [
        one
        for one in round_.attacks
        if act.who in (None, one.who) and act.target in (None, one.target) and one.natural is not None
    ]
    open_ = [one for one in fitting if not one.confirmed]
    if len(open_) > 1:
        agreeing = [one for one in open_ if one.ours is not None and _same(one.ours, act.outcome)]
        return (agreeing or open_)[-1]
    return (open_ or fitting)[-1] if open_ or fitting else None


def _same(ours: str, word: str) -> bool:
    return (ours in STRUCK) == (word in STRUCK)


def _verdict(fight: NotesFight, act: Verdict) -> None:
    if act.outcome in ("saved", "failed"):
        _save(fight, act)
        return
    if act.outcome == "no_damage":
        _no_damage(fight, act)
        return
    if act.outcome not in ("hit", "critical", "miss", "fumble"):
        return
    attack = _spoken_of(fight, act)
    if attack is None:
        return
    ours, word = attack.ours, act.outcome
    if attack.confirmed and (act.who is None or _same(attack.outcome or "", word)):
        return
    attack.confirmed = True
    if ours is None:
        played = attack.outcome
        fight.encounter.judge("attack", attack.who, ours=None, theirs=word, agrees=None, words=act)
        if played is None:
            attack.outcome = word
            if word == "critical":
                attack.critical = True
            striking.tell(fight, attack)
            _follow(fight, attack, word)
        elif not _same(played, word):
            _replay(fight, attack, word)
        return
    same = ours == word or (ours == "critical" and word == "hit") or (ours == "miss" and word == "fumble")
    if attack.outcome == "fumble" and word in ("miss", "fumble"):
        same = True
    if same:
        fight.encounter.judge("attack", attack.who, ours=ours, theirs=word, agrees=True, words=act)
        if attack.outcome is not None and not _same(attack.outcome, ours):
            _replay(fight, attack, ours)
        return
    effect = _effect(attack, word)
    needed = f"a total of {attack.total} against {attack.needed}"
    fight.encounter.judge(
        "attack",
        attack.who,
        ours=ours,
        theirs=word,
        agrees=False,
        words=act,
        effect=effect,
        message=f"the DM rules a {word}; {needed} is a {ours}. {effect[0].upper()}{effect[1:]}",
    )
    if not fight.encounter.by_the_book:
        _replay(fight, attack, word)


def _effect(attack: Attack, word: str) -> str:
    if word not in STRUCK:
        if attack.dealt and attack.points is not None:
            return f"{attack.points} points of damage to {attack.target or 'the target'} are taken back"
        return "a blow that would have struck does nothing"
    if attack.outcome not in STRUCK:
        return "a blow that would have missed does damage"
    return "the damage is multiplied" if word == "critical" else "the damage is not multiplied"


def _follow(fight: NotesFight, attack: Attack, word: str) -> None:
    if word == "fumble":
        mishaps.fumble(fight, attack)
        striking.check_over(fight, attack)
    else:
        striking.follow(fight, attack)


def _replay(fight: NotesFight, attack: Attack, word: str) -> None:
    """Go on from the DM's result instead of ours."""
    before = attack.outcome
    attack.outcome = word
    attack.over = False
    if before in STRUCK and word not in STRUCK:
        fight.requests = [one for one in fight.requests if one.attack is not attack]
        striking.take_back(fight, attack)
        if word == "fumble":
            mishaps.fumble(fight, attack)
    elif before not in STRUCK and word in STRUCK:
        fight.requests = [one for one in fight.requests if one.attack is not attack]
        striking.follow(fight, attack)
    elif word == "critical":
        wounds.critical(fight, attack)
        _settle_again(fight, attack)
    elif before == "critical":
        fight.requests = [
            one for one in fight.requests if one.attack is not attack or one.what in ("damage", "knockdown")
        ]
        _settle_again(fight, attack)
    striking.check_over(fight, attack)


def _settle_again(fight: NotesFight, attack: Attack) -> None:
    if attack.dealt:
        striking.take_back(fight, attack)
        striking.settle(fight, attack)


# -- saves ----------------------------------------------------------------------------------------


def _save(fight: NotesFight, act: Verdict) -> None:
    """A save that only the DM can tell: its number is not on any sheet."""
    saved = act.outcome == "saved"
    request = next((one for one in fight.unsettled if act.who in (None, one.who)), None)
    if request is not None:
        fight.unsettled.remove(request)
        fight.encounter.judge("save", request.who, ours=None, theirs=act.outcome, agrees=None, words=act)
        saving.tell_save(fight, request, None, request.details.get("total"), saved)
        saving.save_settled(fight, request, saved)


# -- points ---------------------------------------------------------------------------------------


def _points(fight: NotesFight, act: Points) -> None:
    if act.what == "healing":
        _healing(fight, act)
        return
    if act.what != "damage":
        return
    round_ = fight.round
    assert round_ is not None
    blow = next(
        (
            one
            for one in reversed(round_.attacks)
            if one.struck
            and not one.points_said
            and act.who in (None, one.target)
            and act.by in (None, one.who)
        ),
        None,
    )
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
                _verdict(fight, verdict)
                blow = waiting if waiting.struck else None
    if blow is None:
        _plain_damage(fight, act)
        return
    blow.points_said = True
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
        agrees = ours == act.amount
        effect = None
        if not agrees:
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
    if blow.points != act.amount and not (fight.encounter.by_the_book and ours is not None):
        striking.take_back(fight, blow)
        blow.points = act.amount
        striking.deal(fight, blow)


def _stands(fight: NotesFight, blow: Attack, theirs: int, ours: int) -> str:
    """What other points change: where the target stands by the DM, and where by the notes."""
    target = fight.fighters.get(blow.target) if blow.target is not None else None
    if target is None or target.hp is None or blow.points is None:
        return f"{theirs} points instead of {ours} to {blow.target or 'the target'}"
    full = target.hp + blow.points
    return f"{target.name} stands at {full - theirs} instead of {full - ours}".replace(" -", " −")


def _plain_damage(fight: NotesFight, act: Points) -> None:
    """Points that belong to no blow we know of."""
    if act.who is None:
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
    fighter = fight.join(who, side=OPPONENTS)
    ours = fighter.hp
    agrees = None if ours is None else ours == act.value
    fight.encounter.judge(
        "hp",
        fighter.name,
        ours=ours,
        theirs=act.value,
        agrees=agrees,
        words=act,
        effect=None if agrees is not False else f"{fighter.name} stands at {act.value} instead of {ours}",
    )
    if not (fight.encounter.by_the_book and ours is not None):
        fighter.hp = act.value
        if act.value > 0 and fighter.down == "down":
            fighter.down = None


# -- conditions -----------------------------------------------------------------------------------


def _stated(fight: NotesFight, act: Stated) -> None:
    who = act.who
    if who is None:
        blow = fight.last_attack
        who = blow.target if blow is not None and blow.struck else None
    if who is None:
        return
    fighter = fight.join(who, side=OPPONENTS)
    if act.condition == "prone":
        lies(fight, acts.Lies(who=who, prone=True), "", True)
    elif act.condition in DOWN:
        _down(fight, fighter, act.condition)
    elif act.condition in UP:
        if act.condition == "standing":
            lies(fight, acts.Lies(who=who, prone=False), "", True)
        if fighter.down is not None:
            fighter.down = None
            fight.encounter.rule("condition", "up", fighter.name, hp=fighter.hp)
    elif act.condition == "grappled":
        held(fight, acts.Held(who=who), "", True)
    elif act.condition == "clear":
        _clear(fight, fighter)


def _down(fight: NotesFight, fighter: Fighter, condition: str) -> None:
    """Somebody is out of it, by the DM's word."""
    if fighter.down == condition:
        return
    fighter.down = condition
    fight.encounter.rule("condition", condition, fighter.name, hp=fighter.hp)
    from calledshot_combat_notes import magic

    magic.interrupted(fight, fighter)
    round_ = fight.round
    if round_ is not None:
        round_.offers.lapse(fighter.name)
        fight.requests = [
            one
            for one in fight.requests
            if one.who != fighter.name or one.attack is None or one.attack.who != fighter.name
        ]
        for deed in round_.queue:
            if deed.who == fighter.name and deed.status in ("queued", "waiting", "called"):
                deed.status = "lost"
        playing.advance(fight)
    threat.recompute(fight)


def _clear(fight: NotesFight, fighter: Fighter) -> None:
    """ "Kay is clear": nobody threatens him any more."""
    for other in fight.fighters.values():
        if fighters.hostile(fighter, other):
            fight.threats[(other.name, fighter.name)] = False
    threat.recompute(fight)


def held(fight: NotesFight, act: acts.Held, speaker: str, pgm: bool) -> None:
    """Somebody is held, or is free again, by the DM's word.

    CN-033.
    """
    if act.who is None:
        return
    fighter = fight.join(act.who)
    fighter.grappled = not act.free
    fighter.held_by = None if act.free else act.by
    if act.by is not None:
        fight.join(act.by, side=fighters.other_side(fight, fighter))
    before = fighter.status
    threat.recompute(fight, tell=False)
    if fighter.status != before or not act.free:
        threat.rule(fight, fighter)


def lies(fight: NotesFight, act: acts.Lies, speaker: str, pgm: bool) -> None:
    """Somebody is prone, or back on his feet, by the DM's word."""
    who = act.who
    if who is None:
        return
    fighter = fight.join(who, side=OPPONENTS)
    request = next(
        (
            one
            for one in (*fight.unsettled, *fight.requests)
            if one.what == "save" and one.who == fighter.name and one.details.get("against") == "knockdown"
        ),
        None,
    )
    if request is not None:
        fight.unsettled = [one for one in fight.unsettled if one is not request]
        fight.requests = [one for one in fight.requests if one is not request]
        if request.attack is not None:
            striking.check_over(fight, request.attack)
    if fighter.prone == act.prone:
        return
    fighter.prone = act.prone
    fight.encounter.rule("condition", "prone" if act.prone else "standing", fighter.name)


def loaded(fight: NotesFight, act: acts.Loaded, speaker: str, pgm: bool) -> None:
    """Somebody's crossbow is loaded, by the DM's word.

    CN-718.
    """
    if act.who is None:
        return
    fighter = fight.join(act.who)
    own = next((one for one in fighter.arms if fighters.is_crossbow(one.name)), None)
    if own is not None and own.state != "loaded":
        own.state = "loaded"
        fight.encounter.rule("weapon", "loaded", fighter.name, weapon=own.name)


def height(fight: NotesFight, act: acts.Height, speaker: str, pgm: bool) -> None:
    """The DM says how high a blow is aimed: which dice tell its place.

    CN-616.
    """
    from calledshot_combat_notes import criticals

    attack = fight.last_attack
    if attack is None:
        return
    attack.height = act.height
    for request in fight.requests:
        if request.attack is attack and request.what == "location":
            request.dice, request.modifier = criticals.LOCATION_DICE[act.height]


def threatens(fight: NotesFight, act: acts.Threatens, speaker: str, pgm: bool) -> None:
    """Who reaches whom, by the DM's word.

    CN-032.
    """
    target = fight.join(act.target)
    who = fight.join(act.who, side=fighters.other_side(fight, target))
    fight.threats[(who.name, target.name)] = act.on
    threat.recompute(fight, tell=False)
    threat.rule(fight, target)


def placed(fight: NotesFight, act: acts.Placed, speaker: str, pgm: bool) -> None:
    """Where somebody stands, by the DM's word."""
    rounds.forget_places(fight)
    fighter = fight.join(act.who, side=OPPONENTS)
    fight.scene.place(fighter.name, act.at)
    threat.recompute(fight)


def _distance(fight: NotesFight, act: Distance) -> None:
    """So many feet apart, in squares."""
    from calledshot_combat_notes import movement

    if act.feet is None or act.who is None or act.other is None:
        return
    squares = int(act.feet // movement.square_feet(fight.scale))
    one, other = fight.join(act.who), fight.join(act.other, side=OPPONENTS)
    if one.name not in fight.scene.places or other.name not in fight.scene.places:
        fight.scene.tell(one.name, other.name, squares)
        threat.recompute(fight)


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
            _verdict(fight, verdict)
    elif act.what == "initiative" and fight.round is not None:
        call = RoundCall(phase="initiative", names=(act.who,) if act.who is not None else ())
        rounds.called(fight, call)


def _waives(fight: NotesFight, act: Waiver) -> None:
    """The DM lets something stand, or not."""
    if act.kind == "allow":
        if rounds.accept_held(fight, "the DM allows it"):
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
