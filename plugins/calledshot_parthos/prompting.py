"""What a PGM would say next: the call of a round, the move now due, the end; and whom everybody waits for.

Nothing is changed by looking: a proposal holds acts, which the fight does once the PGM agrees. The order is
that of `initiative`; what a call does is `calling`. How the PGM steps in is `steering`.
"""

from __future__ import annotations

from collections.abc import Set
from typing import TYPE_CHECKING, Any, NamedTuple

from calledshot.api import (
    Act,
    Call,
    FightEnd,
    Move,
    Proposal,
    Reading,
    RoundCall,
    RoundEnd,
    Ruling,
)
from calledshot_parthos import attacks, initiative, playing, rounds
from calledshot_parthos.state import Attack, Plan, Planned, Request, Round

if TYPE_CHECKING:
    from calledshot_parthos.fight import ParthosFight

FEWEST = 2
"""Sides without which there is no fight, and combatants without whom there is no order."""


NPC_MOVES = (("attack", "attack"), ("advance", "advance on"), ("unarmed", "hit with bare hands"))
"""What an NPC does of whom nothing is said: the first of these that is open to it."""


MOVES_ABOUT = frozenset({"advance", "retreat", "heal", "change_weapon"})
"""Moves that harm nobody."""


class Turn(Act, frozen=True, kw_only=True, tag=True):
    """A move somebody has won and declared nothing for is called: an NPC attacks, anybody else is asked."""

    tells = False
    who: str
    at: int | None = None


class GoOn(Act, frozen=True, kw_only=True, tag=True):
    """The PGM goes on without a word on the blow or the save that waits for one: nothing comes of it."""

    tells = False


class StandDown(Act, frozen=True, kw_only=True, tag=True):
    """A fight that has been won is over for the moves still to come: nobody strikes or asks for more. One who
    tends the wounded or moves may still do so as the round closes (PAR-RND-4)."""


class Slot(NamedTuple):
    """One place in the order: a declared move, or a move won of which nothing is said (`planned` None)."""

    who: str
    at: int | None
    planned: Planned | None


# -- the order ------------------------------------------------------------------------------------------


def coming(fight: ParthosFight) -> list[Slot]:
    """Every move still to be called, in order (PAR-INIT-6, PAR-INIT-7): those declared, and those won by
    somebody who may still say what they are."""
    round_ = fight.round
    assert round_ is not None
    keyed: list[tuple[Any, Slot]] = []
    names = [*round_.plans, *(name for name in round_.inits if name not in round_.plans)]
    for place, who in enumerate(names):
        init, plan = round_.inits.get(who), round_.plans.get(who)
        if init is None:
            continue
        bound = float("inf")
        moves = plan.moves if plan is not None else []
        for index, planned in enumerate(moves):
            bound = min(bound, float(planned.at) if planned.at is not None else float("-inf"))
            if planned.at is None and init.moves is not None:
                continue  # beyond the moves won
            if planned.status == "pending" and fight.may_act(who, planned):
                slot = Slot(who, planned.at, planned)
            elif _may_say_another(fight, round_, planned) and fight.able(who):
                slot = Slot(who, planned.at, None)
            else:
                continue
            keyed.append((initiative.key(fight, who, planned.counted_last, bound, place, index), slot))
        if fight.able(who) and _is_open(fight, round_, who, plan):
            for index in range(_spent(round_, who, plan), _won(round_, who)):
                at = init.moves[index] if init.moves is not None else None
                bound = min(bound, at) if at is not None else float("-inf")
                last = at is not None and at <= 0 and index > 0
                keyed.append((initiative.key(fight, who, last, bound, place, index), Slot(who, at, None)))
    keyed.sort(key=lambda entry: entry[0])
    return [slot for _, slot in keyed]


def _may_say_another(fight: ParthosFight, round_: Round, planned: Planned) -> bool:
    """Whether a move refused as it was declared may still be another one: in the standard system, until its
    place has come (PAR-STD-3)."""
    return (
        round_.system == "standard"
        and planned.status == "illegal"
        and not planned.tried
        and planned.at is not None
    )


def _is_open(fight: ParthosFight, round_: Round, who: str, plan: Plan | None) -> bool:
    """Whether moves won beyond those declared may still be told: an NPC's as they come, a player's in the
    standard system unless he has given a list (PAR-SYN-8)."""
    if plan is None or not plan.moves:
        return round_.system != "im" or fight.is_npc(who)
    if fight.is_npc(who):
        return plan.channel != "im"
    listed = any(
        len(reading.moves) > 1 or any(move.optional for move in reading.moves) for reading in plan.readings
    )
    return round_.system == "standard" and not listed


def _spent(round_: Round, who: str, plan: Plan | None) -> int:
    """How many of somebody's moves are declared, or were rolled for without being so."""
    undeclared = sum(attack.who == who and attack.planned is None for attack in round_.attacks)
    return undeclared + (len(plan.moves) if plan is not None else 0)


def _won(round_: Round, who: str) -> int:
    """How many moves somebody has won; one where his sum is not known (PAR-INIT-2)."""
    init = round_.inits[who]
    won = len(init.moves) if init.moves is not None else 1
    return won if init.won is None else min(won, init.won)


def order(fight: ParthosFight) -> list[list[Any]] | None:
    """The order as it may be told before everybody: in the standard system, once all have rolled, if no
    move was declared in private (PAR-IM-5, PAR-STD-6)."""
    round_ = fight.round
    if round_ is None or round_.system != "standard" or round_.acted or round_.phase == "closed":
        return None
    if any(planned.channel == "im" for plan in round_.plans.values() for planned in plan.moves):
        return None
    if _unrolled(fight, round_) or not rounds.all_rolled(fight):
        return None
    slots = coming(fight)
    if (
        len({slot.who for slot in slots}) < FEWEST
        or any(slot.at is None for slot in slots)
        or _to_be_rolled_off(fight, round_, slots)
    ):
        return None
    return [[slot.who, slot.at] for slot in slots]


def _to_be_rolled_off(fight: ParthosFight, round_: Round, slots: list[Slot]) -> bool:
    """Whether two stand at one init who have to roll for who is first, and have not yet."""
    if fight.setting("tie") != "roll_off":
        return False
    at: dict[int | None, set[str]] = {}
    for slot in slots:
        at.setdefault(slot.at, set()).add(slot.who)
    return any(len(names) > 1 and not names <= set(round_.roll_offs) for names in at.values())


# -- who is waited for ----------------------------------------------------------------------------------


def waits(fight: ParthosFight) -> tuple[tuple[str, str], ...]:
    """Whom everybody waits for and what for: dice asked for, then the round's IMs or initiatives."""
    round_ = fight.round
    owed = [
        (request.who, "initiative" if request.what == "roll_off" else request.what)
        for request in fight.requests
        if request.who not in fight.held
    ]
    if round_ is None or round_.phase == "closed" or fight.over is not None:
        return tuple(one for one in owed if one[1] == "save")
    if round_.phase == "declare":
        owed += [(name, "declaration") for name in _undeclared(fight, round_)]
    else:
        owed += [(name, "initiative") for name in _unrolled(fight, round_)]
        owed += [(name, round_.answered[name].what) for name in again(fight, round_)]
    return tuple(dict.fromkeys(owed))


def again(fight: ParthosFight, round_: Round) -> list[str]:
    """Who is to roll once more, by the PGM's leave (DICE-5)."""
    owing = {request.who for request in fight.requests}
    return [
        name
        for name in round_.answered
        if name in round_.leave and name not in fight.held and name not in owing and fight.able(name)
    ]


def _present(fight: ParthosFight, round_: Round) -> list[str]:
    """Who takes part in the round that is on: everybody able who is in the fight; with fewer than two sides
    in it yet, everybody of the campaign's as well."""
    names = list(fight.scene.names)
    if len({fight.scene.side_of(name) for name in names}) < FEWEST:
        names += [name for name in fight.campaign.sheets if name not in names]
    return [
        name
        for name in names
        if (name not in fight.fighters or fight.able(name))
        and name not in fight.held
        and name not in round_.sits_out
    ]


def _undeclared(fight: ParthosFight, round_: Round) -> list[str]:
    """Who has sent no IM yet that may be played (PAR-IM-1, PAR-IM-7)."""
    return [
        name
        for name in _present(fight, round_)
        if not fight.plays_along(name)
        and name not in fight.standing_orders
        and not any(planned.status != "illegal" for planned in _moves(round_, name))
    ]


def _moves(round_: Round, name: str) -> list[Planned]:
    plan = round_.plans.get(name)
    return plan.moves if plan is not None else []


def _unrolled(fight: ParthosFight, round_: Round) -> list[str]:
    """Who has still to roll his initiative; once somebody has acted, only those whom the PGM wants to
    (PAR-RND-4)."""
    return [
        name
        for name in _present(fight, round_)
        if name not in round_.inits and (not round_.acted or name in round_.awaited)
    ]


def undecided(fight: ParthosFight) -> tuple[str, ...]:
    """What only the PGM can answer: questions put to him since his last word, and blows that the sheets
    cannot decide."""
    round_ = fight.round
    asked = [
        str(ruling.values.get("question"))
        for ruling in fight.encounter.rulings[fight.asked_from :]
        if ruling.kind == "ask"
    ]
    if round_ is None or fight.over is not None:
        return tuple(asked)
    asked += [f"does {attack.who} hit with {attack.roll}?" for attack in _unjudged(round_)]
    asked += [f"how many points does {attack.who} do?" for attack in _uncounted(fight, round_)]
    asked += [
        f"does {name} make the save with {fighter.save_roll}?"
        for name, fighter in fight.fighters.items()
        if fighter.save_roll is not None
    ]
    if round_.phase == "action" or (round_.phase == "initiative" and not _unrolled(fight, round_)):
        unknown = dict.fromkeys(slot.who for slot in coming(fight) if slot.at is None)
        asked += [f"what is {name}'s initiative?" for name in unknown]
    return tuple(asked)


def _unjudged(round_: Round) -> list[Attack]:
    return [one for one in round_.attacks if one.roll is not None and one.outcome is None]


def _uncounted(fight: ParthosFight, round_: Round) -> list[Attack]:
    owed = [request.attack for request in fight.requests]
    return [one for one in round_.attacks if one.struck and not one.dealt and one not in owed]


# -- what comes next ------------------------------------------------------------------------------------


def proposes(fight: ParthosFight, without: Set[str], anyway: bool) -> Proposal | None:
    """See `Fight.proposes`."""
    round_ = fight.round
    if fight.fresh:
        return _opens(fight)
    if round_ is None:
        return None
    if fight.over is not None:
        return _ends(fight, round_, anyway=anyway)
    waiting = {who for who, _ in waits(fight)} - without
    open_ = undecided(fight)
    if (waiting or open_) and not anyway:
        return None
    if round_.phase == "closed":
        return _next_round(fight, round_, without)
    if round_.phase == "declare":
        return Proposal(acts=(RoundCall(phase="initiative"),), says=_words("closed", number=round_.number))
    proposal = _next_move(fight, round_, without, waiting)
    return _going_on(fight, round_, proposal)


def _going_on(fight: ParthosFight, round_: Round, proposal: Proposal | None) -> Proposal | None:
    """The same, after whatever waits for the PGM's word has been let go."""
    open_ = any(fighter.save_roll is not None for fighter in fight.fighters.values())
    heals = fight.healing is not None and not any(request.what == "healing" for request in fight.requests)
    if proposal is None or not (open_ or heals or _unjudged(round_) or _uncounted(fight, round_)):
        return proposal
    return Proposal(acts=(GoOn(), *proposal.acts), says=proposal.says, who=proposal.who)


def _next_move(fight: ParthosFight, round_: Round, without: Set[str], waiting: Set[str]) -> Proposal | None:
    """The move now due, or the end of the round where none is left."""
    for slot in coming(fight):
        if slot.who in without or slot.who in waiting or slot.who in fight.held:
            continue
        places = None if round_.order_told else order(fight)
        said = _words("order", order=places) if places is not None else None
        if slot.planned is not None:
            return Proposal(acts=(Call(who=slot.who, at=slot.at),), says=said, who=slot.who)
        return Proposal(acts=(Turn(who=slot.who, at=slot.at),), says=said, who=slot.who)
    kept = [name for name in fight.scene.names if name in without or name in fight.held]
    if not round_.inits and any(fight.able(name) for name in kept):
        return None  # nobody has rolled, and somebody may come back: there is no round to end yet
    if any(who not in kept for who, _ in fight.asked):
        return None  # what he rolls may change everything: it is for the PGM to pass him over
    if not any(fight.able(name) for name in fight.scene.names):
        return _ends(fight, round_)
    return Proposal(acts=(RoundEnd(),))


def _opens(fight: ParthosFight) -> Proposal | None:
    """The first round of a fight whose fighters are known: who has joined, else everybody with a sheet. Who
    is absent is in it all the same."""
    names = list(fight.scene.names)
    known = {fight.scene.side_of(name) for name in names}
    if len(known) < FEWEST:
        others = [name for name in fight.campaign.sheets if _side(fight, name) not in known]
        names = list(dict.fromkeys([*names, *others]))
        sides = {_side(fight, name) for name in names}
        if len(sides) < FEWEST:
            return None
    secret = fight.encounter.system == "im"
    return _calls(1, secret, names, fighters=names)


def _side(fight: ParthosFight, name: str) -> str:
    """Whose side somebody is on, who may not be in the fight yet."""
    return getattr(fight.campaign.sheets.get(name), "side", None) or name


def _next_round(fight: ParthosFight, round_: Round, without: Set[str]) -> Proposal | None:
    names = [
        name
        for name in fight.scene.names
        if fight.able(name) and name not in without and name not in fight.held
    ]
    if not any(fight.able(name) for name in fight.scene.names):
        return _ends(fight, round_)
    number = round_.number + 1 if round_.number is not None else None
    return _calls(number, round_.system == "im", names)


def _calls(number: int | None, secret: bool, names: list[str], **more: list[str]) -> Proposal:
    call = RoundCall(
        phase="declare" if secret else "initiative",
        number=number,
        fresh=True,
        names=tuple(names) if len(names) > 1 else (),  # a call to one alone is a reminder
    )
    return Proposal(acts=(call,), says=_words("declare" if secret else "initiative", number=number, **more))


def _ends(fight: ParthosFight, round_: Round, *, anyway: bool = False) -> Proposal | None:
    """The fight is over: its last round closes. That it is over has been said with the winner; the PGM may
    say so himself all the same (`anyway`), or call the next round, and the same fight goes on."""
    if fight.over_by_pgm:
        return None
    record = fight.encounter.record
    winner = record.winner if record is not None else None
    if round_.phase != "closed":
        return Proposal(acts=(StandDown(), RoundEnd()) if fight.over is not None else (RoundEnd(),))
    if fight.over is not None and not anyway:
        return None
    return Proposal(acts=(FightEnd(winner=winner),), says=_words("over", winner=winner))


def _words(outcome: str, **values: Any) -> Ruling:
    return Ruling(kind="propose", outcome=outcome, values=values)


# -- what its own acts do -------------------------------------------------------------------------------


def turn(fight: ParthosFight, act: Turn) -> None:
    """A move of which nothing is declared is called (PAR-STD-5)."""
    round_ = fight.round
    if round_ is None or round_.phase == "closed" or act.who not in fight.fighters:
        return
    if round_.phase != "action":
        rounds.begin_action(fight)
    fight.current = act.who
    round_.saw(act.who)
    for slot in coming(fight):  # what stands before it and needs no dice has come (PAR-RND-4)
        if slot.who == act.who and slot.planned is None:
            break
        planned = slot.planned
        if planned is None or planned.is_attack or slot.at is None or slot.who in fight.held:
            continue
        if planned.open and not planned.candidate:
            playing.play_one(fight, slot.who, planned)
    round_.acted = True
    if not fight.able(act.who):
        return
    if fight.is_npc(act.who):
        _npc_moves(fight, round_, act)
    elif fight.request(act.who, "clarify") is None:
        fight.ask_dice(Request(act.who, "clarify"), clauses=("PAR-STD-5",), at=act.at)


def _npc_moves(fight: ParthosFight, round_: Round, act: Turn) -> None:
    """An NPC does the plain thing: it attacks whom it attacked last, who is on it, or who stands first; it
    closes in, or uses its hands, where that is not open to it."""
    who, event = act.who, fight.encounter.event
    target = attacks.guess_target(fight, who) or next(
        (name for name in fight.opponents(who) if fight.able(name)), None
    )
    plan = round_.plan(who)
    plan.event, plan.channel = event, "room"
    for action, words in NPC_MOVES:
        text = f"{words} {target}" if target is not None else words.split()[0]
        move = Move(action=action, target=target, text=text, end_column=len(text) + 1)
        planned = Planned(move, event)
        planned.range_then = fight.scene.range_to(who, target) if target is not None else None
        plan.moves.append(planned)
        plan.readings.append(Reading(text=text, moves=(move,)))
        if not any(one.severity == "error" for one in playing.faults_now(fight, who, planned)):
            break
        plan.moves.pop()
        plan.readings.pop()
    else:
        planned = Planned(Move(action="other"), event)
        plan.moves.append(planned)
    initiative.place(fight, who)
    planned.at = act.at if planned.at is None else planned.at
    if plan.readings and plan.readings[-1].moves == (planned.move,):
        playing.play(fight, who, planned)
        return
    planned.status, planned.why = "lost", "nothing is open to it"
    fight.encounter.rule(
        "move",
        "lost",
        who,
        clauses=("PAR-RND-4",),
        at=planned.at,
        index=plan.index(planned),
        action=None,
        why=planned.why,
    )


def goes_on(fight: ParthosFight, act: GoOn) -> None:
    """Nothing comes of the blows that waited for the PGM's word; who was to be saved stays as he is."""
    round_ = fight.round
    if round_ is None:
        return
    for attack in [*_unjudged(round_), *_uncounted(fight, round_)]:
        attack.confirmed, attack.dealt = True, True
        attack.outcome = attack.outcome or "miss"
        attack.points = 0 if attack.points is None else attack.points
        if attack.planned is not None:
            attack.planned.status = "done"
    fight.healing = fight.draught = None
    for fighter in fight.fighters.values():
        fighter.save_roll = None


def stands_down(fight: ParthosFight, act: StandDown) -> None:
    """Moves not yet called are left undone where they are aimed at an opponent or for the PGM to judge."""
    round_ = fight.round
    for who, plan in round_.plans.items() if round_ is not None else ():
        for planned in plan.moves:
            if not planned.open or planned.move.action in MOVES_ABOUT:
                continue
            target = planned.target or planned.move.target
            if target is None or fight.scene.side_of(target) != fight.scene.side_of(who):
                planned.status, planned.why = "lost", "the fight is over"
