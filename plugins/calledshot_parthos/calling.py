"""A move is called and played: what it has become by then, whether it may be done, and what it does.

Attacks go on in `attacks`, spells, items and healing in `help`; movement is done here (PAR-MOV, PAR-RND-4).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from calledshot.api import Ask, Call, Count, Finding, Moved, Points, RoundCall, Told
from calledshot_parthos import (
    attacks,
    book,
    contingency,
    damage,
    initiative,
    legality,
    plans,
    rounds,
    succour,
)
from calledshot_parthos.state import Planned, Request

if TYPE_CHECKING:
    from calledshot_parthos.fight import ParthosFight

REACH = 50.0  # feet: PAR-MOV-1, PAR-MOV-2
RANGE_FAULTS = frozenset({"PAR-MOV-4", "PAR-MOV-5", "PAR-MOV-10"})


def in_round(fight: ParthosFight) -> None:
    """A word that only makes sense in a round opens one where the log began in the middle."""
    if fight.round is None and not fight.opening:
        rounds.open_round(fight, None)


def called(fight: ParthosFight, act: Call) -> None:
    """The PGM calls somebody's move."""
    if fight.round is None and act.at is None and act.does is None:
        return  # a bare name is no sign of a fight under way
    in_round(fight)
    round_ = fight.round
    if round_ is None:
        return
    if round_.phase == "closed":
        return
    who = fight.join(act.who).name
    round_.saw(who)
    if act.at is not None and who in round_.inits:
        _called_at(fight, who, act.at)
    if round_.phase != "action":
        if not round_.inits and act.does is None and act.at is None:
            return  # a name called before anybody has rolled is no move yet
        if who not in round_.inits and act.does is None and act.at is None:
            return
        rounds.begin_action(fight)
    owed = fight.owes(who)
    if owed is not None and owed.what in ("to_hit", "damage", "critical", "fumble"):
        fight.current = who
        attack = owed.attack
        if attack is not None and attack.roll is None:
            fight.last_attack = attack
        if (
            owed.what == "to_hit"
            and attack is not None
            and attack.planned is not None
            and not attack.called_by_pgm
        ):
            attack.called_by_pgm = True
            at = attack.planned.at
            fight.encounter.judge("move", who, ours=at, theirs=at, agrees=True, words=act)
        return
    plan = round_.plan(who)
    if who in round_.late and plan.next() is None:
        plans.late_stands(fight, who)
    planned = _meant(fight, who, act.does) or plan.next()
    fight.current = who
    if planned is not None:
        if planned.at is not None and _due(fight) is planned:
            fight.encounter.judge("move", who, ours=planned.at, theirs=planned.at, agrees=True, words=act)
        play(fight, who, planned, by_name=act.does is not None)
        return
    if any(planned.status in ("illegal", "unavailable") for planned in plan.moves) and _accepts(
        fight, who, act.does
    ):
        return
    if plan.moves:
        return  # nothing left: what follows (a roll, a verdict) shows what the PGM meant
    if who in fight.to_hit_asked:
        return  # the PGM knows what it is: he asks the to-hit roll in the same breath
    if fight.is_npc(who):
        return  # the PGM rolls for it; the roll and his words show what it does
    _unclear(fight, who, act)


def counted(fight: ParthosFight, act: Count) -> None:
    """An initiative count read out: whoever moves there is called. A number that is nobody's count may be
    the points of the blow just struck."""
    round_ = fight.round
    if round_ is None or round_.phase == "closed":
        return
    for who, planned in initiative.queue(fight):
        if planned.at == act.at and fight.able(who):
            called(
                fight, Call(who=who, at=act.at, text=act.text, column=act.column, end_column=act.end_column)
            )
            return
    attack = fight.last_attack
    if attack is not None and attack.struck and (not attack.dealt or attack.points == act.at):
        damage.stated(
            fight,
            Points(what="damage", amount=act.at, text=act.text, column=act.column, end_column=act.end_column),
        )


def told(fight: ParthosFight, act: Told) -> None:
    """The PGM tells what somebody does, in words that are no call: his move if it is the one due."""
    round_ = fight.round
    if round_ is None or round_.phase != "action" or _awaiting(fight) or act.who not in fight.fighters:
        return
    planned = _due(fight)
    if planned is not None and planned in round_.plan(act.who).moves and planned.status == "pending":
        called(
            fight,
            Call(who=act.who, does=act.does, text=act.text, column=act.column, end_column=act.end_column),
        )


def _called_at(fight: ParthosFight, who: str, at: int) -> None:
    round_ = fight.round
    assert round_ is not None
    init = round_.inits[who]
    if init.moves is None:
        if init.roll is not None and at > init.roll:
            initiative.stated(fight, who, at)
        return
    if (
        at not in init.moves
        and init.total is not None
        and at != init.total
        and not any(request.who == who for request in fight.requests)
    ):
        ours = ", ".join(str(move) for move in init.moves)
        fight.encounter.judge(
            "initiative",
            who,
            ours=init.moves,
            theirs=at,
            agrees=False,
            message=f"the PGM calls {who} at {at}; by the page his moves fall at {ours}",
            effect="the order of play may differ",
        )


def _due(fight: ParthosFight) -> Planned | None:
    """The first move in the order that is still to be played and whose owner can."""
    return next((planned for who, planned in initiative.queue(fight) if fight.able(who)), None)


def _meant(fight: ParthosFight, who: str, does: str | None) -> Planned | None:
    """The still open move that the call's words name ("Pain", "throw"), if they name one."""
    round_ = fight.round
    assert round_ is not None
    if not does:
        return None
    folded = book.fold(does)
    for planned in round_.plan(who).moves:
        if not planned.open:
            continue
        named = planned.move.spell.name if planned.move.spell else planned.move.instrument
        if named and book.fold(named) and book.fold(named) in folded:
            return planned
    return None


def _unclear(fight: ParthosFight, who: str, act: Call | None = None) -> None:
    """Called without a declared move (PAR-STD-5; PAR-IM-7 in the IM system)."""
    round_ = fight.round
    assert round_ is not None
    if round_.system == "im":
        plans.no_im(fight, who)
        return
    if fight.request(who, "clarify") is not None:
        return
    if act is not None and act.at is not None:
        return  # a number beside a name is too little to say that a move was called
    fight.encounter.find("PAR-STD-5", f"{who} has not said what the move is", who)
    fight.encounter.rule("refused", "unclear", who, clauses=("PAR-STD-5",))
    fight.ask_dice(Request(who, "clarify"), clauses=("PAR-STD-5",))


def asked(fight: ParthosFight, act: Ask) -> None:
    """The PGM asks for dice or words."""
    if act.what in ("initiative", "declaration"):
        called_for = fight.called_for.pop(act.what, ())
        if len(called_for) > 1 and (fight.round is None or fight.round.phase == "closed"):
            secret = act.what == "declaration"
            rounds.called(
                fight,
                RoundCall(phase="declare" if secret else "initiative", names=called_for, text=act.text),
            )
            return
        if act.who is not None and fight.round is not None and fight.round.phase != "closed":
            fight.join(act.who)
            if act.what == "initiative" and act.who not in fight.round.inits:
                fight.encounter.rule(
                    "request", "asked", act.who, clauses=("PAR-RND-2",), what="initiative", dice="1d100"
                )
        return
    in_round(fight)
    round_ = fight.round
    if round_ is None:
        return
    if act.what == "save":
        from calledshot_parthos import bleeding

        bleeding.asked(fight, act.who)
        return
    if round_.phase == "closed":
        return
    who = act.who or fight.current
    if act.what in ("to_hit", "roll", "clarify"):
        if act.who is not None:
            fight.join(act.who)
        if act.what == "clarify" or who is None:
            fight.current = who or fight.current
            return
        if act.who is None and fight.owes(who) is None:
            waiting = next((r.who for r in fight.requests if r.what == "to_hit"), None)
            if waiting is not None:
                fight.current = waiting
                return
        fight.current = who
        _wants_roll(fight, who, act)
    elif act.what in ("damage", "critical"):
        damage.asked(fight, act)


def _wants_roll(fight: ParthosFight, who: str, act: Ask) -> None:
    """A to-hit roll is asked of somebody: his move is called, if it has not been."""
    round_ = fight.round
    assert round_ is not None
    if fight.owes(who) is not None:
        return
    attack = fight.last_attack
    if attack is not None and attack.who == who and attack.roll is not None and attack.outcome is None:
        return
    if round_.phase != "action":
        if act.what == "roll" and who not in round_.inits:
            return
        rounds.begin_action(fight)
    plan = round_.plan(who)
    if who in round_.late and plan.next() is None:
        plans.late_stands(fight, who)
    planned = plan.next()
    while planned is not None and not planned.is_attack:
        play(fight, who, planned)
        planned = plan.next()
    if planned is not None:
        play(fight, who, planned)
    elif any(p.status in ("illegal", "unavailable") for p in plan.moves):
        _accepts(fight, who, None)
    elif act.what == "to_hit":
        attacks.begin(fight, who, attacks.guess_target(fight, who), None)


def _accepts(fight: ParthosFight, who: str, does: str | None) -> bool:
    """The PGM plays on with a move the page would refuse (PGM-2)."""
    round_ = fight.round
    assert round_ is not None
    for planned in reversed(round_.plan(who).moves):
        if planned.status in ("illegal", "unavailable"):
            if (
                does is not None
                and planned.move.spell is not None
                and book.fold(planned.move.spell.name) not in book.fold(does)
            ):
                continue
            if does is None and not planned.is_attack:
                continue
            let_stand(fight, who, planned)
            return True
    return False


def let_stand(fight: ParthosFight, who: str, planned: Planned) -> None:
    """Play a refused move because the PGM does; noted once (PGM-2)."""
    codes = ", ".join(dict.fromkeys(planned.faults)) or "the page"
    fight.encounter.find("PGM-2", f"{codes} would not allow this; the PGM plays on", who)
    if fight.encounter.by_the_book:
        return
    planned.status = "pending"
    perform(fight, who, planned)


def announce(fight: ParthosFight) -> None:
    """Call the attack that is now due, and only that one (PAR-INIT-6, PAR-IM-5).

    Nothing is called while dice or the PGM's word are awaited, where an init is not known, or where
    somebody who has declared nothing may come first. A move without dice waits for the PGM's call, for the
    next roll or for the close (PAR-RND-4): it cannot be taken back, and a latecomer's initiative may still
    stand before it.
    """
    round_ = fight.round
    if round_ is None or round_.phase != "action" or _awaiting(fight):
        return
    queue = [(who, planned) for who, planned in initiative.queue(fight) if fight.may_act(who, planned)]
    if not queue or any(planned.at is None for _, planned in queue):
        return
    who, planned = queue[0]
    if planned.candidate and planned.target is None:
        return
    if planned.status != "pending" or not planned.is_attack or planned.at is None:
        return
    if not all(name in round_.inits for name in fight.scene.names if fight.able(name)):
        return
    waits = round_.system != "im" or fight.setting("no_im") == "ask"
    for name, init in round_.inits.items() if waits else ():
        silent = not round_.plan(name).moves and fight.able(name)
        if silent and (init.moves is None or init.moves[0] >= planned.at):
            return
    fight.announcing = True
    _play_one(fight, who, planned)
    fight.announcing = False


def _awaiting(fight: ParthosFight) -> bool:
    if any(request.what != "save" for request in fight.requests):
        return True
    attack = fight.last_attack
    if attack is None or attack.outcome is None:
        return attack is not None and attack.roll is not None
    return attack.struck and not attack.dealt


# -- playing a move -----------------------------------------------------------------------------


def settle_before(fight: ParthosFight, who: str, planned: Planned) -> None:
    """Moves without dice whose place has passed resolve now, in order (PAR-RND-4)."""
    for other, earlier in initiative.queue(fight):
        if earlier is planned:
            return
        if earlier.at is None or planned.at is None:
            continue
        if not earlier.is_attack and not earlier.candidate and earlier.open and fight.able(other):
            _play_one(fight, other, earlier)


def play(fight: ParthosFight, who: str, planned: Planned, *, by_name: bool = False) -> None:
    """Play a move: first what stands before it in the order, then itself."""
    round_ = fight.round
    assert round_ is not None
    settle_before(fight, who, planned)
    for earlier in round_.plan(who).moves:
        if earlier is planned:
            break
        if earlier.open and not earlier.is_attack:
            _play_one(fight, who, earlier)
        elif earlier.open and by_name:
            earlier.status = "lost"
    if planned.open:
        _play_one(fight, who, planned)


def _play_one(fight: ParthosFight, who: str, planned: Planned) -> None:
    round_ = fight.round
    assert round_ is not None
    round_.acted = True
    planned.candidate = False
    if not fight.may_act(who, planned):
        planned.status = "lost"
        return
    if (planned.move.condition is not None or planned.move.otherwise) and not contingency.settle(
        fight, who, planned
    ):
        return
    if planned.target is None:
        planned.target = _find_target(fight, who, planned)
    _convert(fight, who, planned)
    if not planned.open:
        return
    errors = _check_now(fight, who, planned)
    if errors and not planned.allowed:
        _not_available(fight, who, planned, errors)
        return
    perform(fight, who, planned)


def _find_target(fight: ParthosFight, who: str, planned: Planned) -> str | None:
    if planned.move.action in ("heal", "retreat", "change_weapon", "parry"):
        return None
    if planned.move.action in ("item", "power"):
        return None
    if planned.move.action == "cast" and planned.move.spell is not None:
        spell = book.spell(fight.campaign, planned.move.spell.name)
        if spell is not None and spell.heals is not None:
            return None
    return attacks.guess_target(fight, who)


def _check_now(fight: ParthosFight, who: str, planned: Planned) -> list[Finding]:
    """Legality at the call (PAR-RND-4); what was already told is not told again."""
    round_ = fight.round
    assert round_ is not None
    plan = round_.plan(who)
    moves = tuple(replace(p.move, target=p.target) if p.target is not None else p.move for p in plan.moves)
    reading = plan.readings[-1] if plan.readings else None
    if reading is None:
        return []
    found = legality.check(
        moves,
        reading,
        fight.fighters[who],
        fight.scene,
        fight.campaign,
        called=plan.index(planned),
        condition_of=fight.condition_of,
        refused=[
            index for index, earlier in enumerate(plan.moves) if earlier.status in ("illegal", "dropped")
        ],
    )
    errors = [finding for finding in found if finding.severity == "error"]
    for finding in found:
        if finding.code not in planned.faults or (
            finding.severity == "error" and finding.code in RANGE_FAULTS
        ):
            fight.encounter.report(finding, planned.event)
            planned.faults = (*planned.faults, finding.code)
    return errors


def _not_available(fight: ParthosFight, who: str, planned: Planned, errors: list[Finding]) -> None:
    codes = tuple(dict.fromkeys(finding.code for finding in errors))
    plan = fight.round.plan(who) if fight.round is not None else None
    index = plan.index(planned) if plan is not None else None
    if set(codes) & RANGE_FAULTS:
        planned.status = "unavailable"
        fight.encounter.rule(
            "move",
            "unavailable",
            who,
            planned.target,
            clauses=codes,
            at=planned.at,
            index=index,
            action=planned.move.action,
        )
        fight.refused = ("move", who)
        return
    planned.status = "illegal"
    if plan is not None:
        plans.refuse(fight, who, plan, planned, codes)


def _convert(fight: ParthosFight, who: str, planned: Planned) -> None:
    """A missile attack whose target has closed since it was declared (PAR-MOV-7)."""
    target = planned.target
    if target is None or fight.scene.range_to(who, target) != "hth" or planned.range_then == "hth":
        return
    fighter = fight.fighters[who]
    arm = book.weapon(fight.campaign, fighter, planned.move.instrument)
    missile = planned.move.action == "missile" or (
        planned.move.action == "attack"
        and (
            (arm is not None and arm.kind == "missile")
            or (planned.move.instrument is not None and book.is_thrown(None, planned.move.text))
        )
    )
    if not missile:
        return
    how = fight.setting("advanced_upon")
    index = fight.round.plan(who).index(planned) if fight.round is not None else None
    where: dict[str, Any] = {"at": planned.at, "index": index}
    if how == "lose":
        planned.status = "lost"
        fight.encounter.rule(
            "move", "lost", who, target, clauses=("PAR-MOV-7",), default=True, action="missile", **where
        )
        return
    weapon = _melee_instead(fight, who, arm)
    if how == "ask" or weapon is None:
        fight.encounter.ask_pgm(
            f"{target} has closed on {who}, whose shot was declared: attack hand to hand, and with what?",
            who,
            clauses=("PAR-MOV-7",),
            default=True,
        )
        if how == "ask" and not planned.allowed:
            planned.status = "unavailable"
            planned.faults = (*planned.faults, "PAR-MOV-7")
            planned.allowed = True  # whatever the PGM then calls is his answer
            return
    planned.status = "pending"
    planned.move = replace(planned.move, action="melee", instrument=weapon)
    if weapon is not None:
        fighter.in_hand = [weapon]  # PAR-MOV-7: the change is automatic
    fight.encounter.rule(
        "move",
        "converted",
        who,
        target,
        clauses=("PAR-MOV-7",),
        default=True,
        action="melee",
        weapon=weapon,
        **where,
    )
    fight.encounter.find(
        "PAR-MOV-7",
        f"{target} has closed: the shot becomes an attack hand to hand"
        + (f" with the {weapon}" if weapon else ""),
        who,
        event=planned.event,
        span=(planned.move.column, planned.move.end_column),
        default=True,
    )


def _melee_instead(fight: ParthosFight, who: str, arm: book.Arm | None) -> str | None:
    """The same weapon if it is both, else the one melee weapon carried (PAR-MOV-7)."""
    if arm is not None and arm.kind == "both":
        return arm.name
    fighter = fight.fighters[who]
    melee = [
        one
        for one in book.carried(fight.campaign, fighter)
        if one.kind in ("melee", "both") and book.remaining(fighter, one) != 0
    ]
    return melee[0].name if len(melee) == 1 else None


def perform(fight: ParthosFight, who: str, planned: Planned) -> None:
    """The move happens, or its dice are asked for."""
    round_ = fight.round
    assert round_ is not None
    move = planned.move
    plan = round_.plan(who)
    planned.status = "called"
    if not fight.announcing:
        fight.current = who
    fight.encounter.rule(
        "move",
        "called",
        who,
        planned.target,
        clauses=("PAR-INIT-2", "PAR-INIT-6") if planned.at is not None else ("PAR-INIT-7",),
        at=planned.at,
        index=plan.index(planned) if planned in plan.moves else None,
        action=move.action,
        instrument=move.spell.name if move.spell is not None else move.instrument,
        move=move.text,
    )
    if planned.is_attack:
        if planned.target is None and len(fight.opponents(who)) > 1:
            _no_target(fight, who, planned)
        attacks.begin(fight, who, planned.target, planned)
        return
    planned.status = "done"
    if move.action == "advance":
        advance(fight, who, planned.target, move.feet)
        round_.events.append(("advances", who))
    elif move.action == "retreat":
        retreat(fight, who, planned.move.target, move.feet)
    elif move.action == "change_weapon":
        change_weapon(fight, who, move.instrument)
    elif move.action == "cast":
        succour.cast(fight, who, planned)
    elif move.action == "power":
        succour.power(fight, who, planned)
    elif move.action == "item":
        succour.item(fight, who, planned)
    elif move.action == "heal":
        succour.heal_move(fight, who, planned)
    elif move.action == "parry":
        fight.encounter.ask_pgm(
            f"{who} parries: what does the Parry skill do here?", who, clauses=("PAR-MOV-9",)
        )
    else:
        fight.encounter.ask_pgm(
            f"{who}: {move.text or 'something that is not on the list'}: allowed, and with what result?",
            who,
            clauses=("PAR-SYN-5",),
        )


def _no_target(fight: ParthosFight, who: str, planned: Planned) -> None:
    fight.encounter.find(
        "PAR-STD-3",
        f"it is not clear whom {who} attacks: {', '.join(fight.opponents(who))}",
        who,
        event=planned.event,
        span=(planned.move.column, planned.move.end_column),
    )
    fight.encounter.rule("refused", "unclear", who, clauses=("PAR-STD-3", "PAR-STD-5"))


def change_weapon(fight: ParthosFight, who: str, weapon: str | None) -> None:
    fighter = fight.fighters[who]
    arm = book.weapon(fight.campaign, fighter, weapon)
    if arm is not None:
        fighter.in_hand = [arm.name]


# -- movement -----------------------------------------------------------------------------------


def advance(fight: ParthosFight, who: str, target: str | None, feet: float | None) -> None:
    """Advance (PAR-MOV-1): to hand-to-hand range, unless the PGM's feet say otherwise."""
    scene = fight.scene
    now: str | None = None
    if target is not None and target != who:
        far = scene.feet_to(who, target)
        step = min(feet, REACH) if feet is not None else REACH
        if far is not None and far - step > 0:
            scene.set_range(who, target, "missile", far - step)
        else:
            scene.set_range(who, target, "hth", 0.0 if far is not None else None)
        now = scene.range_to(who, target)
        if fight.setting("advance_leaves"):
            for other in scene.engaged_with(who):
                if other != target and scene.side_of(other) != scene.side_of(who):
                    scene.set_range(who, other, "missile")
    fight.encounter.rule("movement", "advanced", who, target, clauses=("PAR-MOV-1",), range=now)


def retreat(fight: ParthosFight, who: str, target: str | None, feet: float | None) -> None:
    """Retreat (PAR-MOV-2): out of hand-to-hand range of all who were engaged, or of the one named."""
    scene = fight.scene
    step = min(feet, REACH) if feet is not None else REACH
    leave = [target] if target is not None else scene.engaged_with(who) or fight.opponents(who)
    if target is None and fight.setting("retreat_from") == "ask" and len(scene.engaged_with(who)) > 1:
        fight.encounter.ask_pgm(f"{who} retreats: from whom?", who, clauses=("PAR-MOV-2",), default=True)
    for other in leave:
        far = scene.feet_to(who, other)
        scene.set_range(who, other, "missile", far + step if far is not None else None)
    fight.encounter.rule(
        "movement",
        "retreated",
        who,
        target,
        clauses=("PAR-MOV-2",),
        default=target is None and len(leave) > 1,
        range="missile",
    )


def moved(fight: ParthosFight, act: Moved) -> None:
    """The PGM says that somebody has moved."""
    in_round(fight)
    round_ = fight.round
    if round_ is None:
        return
    who = act.who or fight.current
    if who is None or round_.phase == "closed" or who not in fight.fighters:
        return
    if round_.phase != "action" and round_.inits:
        rounds.begin_action(fight)
    action = "advance" if act.how == "advanced" else "retreat"
    planned = next((p for p in round_.plan(who).moves if p.move.action == action), None)
    if planned is not None and planned.open:
        fight.current = who
        if planned.target is None and act.target is not None:
            planned.target = act.target
        fight.encounter.judge("move", who, ours=action, theirs=action, agrees=True, words=act)
        play(fight, who, planned)
        return
    if planned is not None and planned.status == "done":
        return
    target = act.target or (attacks.guess_target(fight, who) if act.how == "advanced" else None)
    if act.how == "advanced":
        if target is not None and fight.scene.range_to(who, target) == "hth":
            return
        advance(fight, who, target, None)
    else:
        retreat(fight, who, act.target, None)
