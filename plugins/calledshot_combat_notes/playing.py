"""Step 4: the acts of a round in their order, each when its turn has come (CN-203, CN-222, CN-223).

What an act does is the chapters'; here only whose turn it is. The referee goes on by itself to the next act
that needs dice; the DM's calls and dice that come out of turn are followed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from calledshot.api import Reading
from calledshot_combat_notes import (
    acts,
    deeds,
    fighters,
    grounds,
    magic,
    moving,
    plans,
    questions,
    reacting,
    sequence,
    slots,
    striking,
    throws,
    words,
)
from calledshot_combat_notes.state import PARTY, Deed, Fighter, Plan

if TYPE_CHECKING:
    from calledshot_combat_notes.fight import NotesFight

STANCES = ("parry", "cover", "guard", "wait")
"""Acts that last: they can be given up at any time."""
MOST = 400
"""Acts of a round; no room has a tenth of it."""


def reading_of(fight: NotesFight, text: str, *, given: bool) -> Reading | None:
    """A line read with the words of this campaign and the names of those in the fight."""
    ruleset = fight.encounter.ruleset
    names = tuple(dict.fromkeys(who for _, who in fight.encounter.names.items()))
    if fight.lexicon is None or fight.lexicon[0] != names:
        fight.lexicon = (names, ruleset.lexicon(fight.campaign, names))
    return ruleset.read(text, fight.lexicon[1], given=given)


# -- the queue ------------------------------------------------------------------------------------


def begin(fight: NotesFight) -> None:
    """The initiative is decided: every declaration gets its slots, and the acts their order.

    CN-203, CN-216.
    """
    round_ = fight.round
    assert round_ is not None
    round_.phase = "action"
    for deed in fight.carried:
        deed.at -= slots.LAST_PHASE
        deed.slot = deed.at if deed.slot is not None else None
        deed.status = "queued"
        round_.queue.append(deed)
    fight.carried.clear()
    magic.go_on(fight)
    for plan in list(round_.plans.values()):
        if plan.stands and not plan.deeds:
            _queue(fight, plan)
    sort(fight)
    told = [[deed.who, deed.label, slots.name(deed.slot)] for deed in round_.queue]
    waiting = [one.name for one in undeclared(fight)]
    if waiting and round_.plans:
        questions.ask(
            fight,
            "opponents",
            "CN-200",
            f"what {'does' if len(waiting) == 1 else 'do'} {words.listed(waiting)} do?",
            once="their first round",
        )
    if told:
        fight.encounter.rule(
            "order",
            "set",
            clauses=("CN-203", "CN-222", "CN-223"),
            needs_pgm=_secret(fight),  # the room must not hear of what was told in private
            order=told,
            waiting=waiting,
            hidden=[name for name, plan in round_.plans.items() if plan.hidden],
        )
    round_.ordered = True
    advance(fight)


def _queue(fight: NotesFight, plan: Plan) -> None:
    """A plan's deeds into the queue."""
    round_ = fight.round
    assert round_ is not None
    fighter = fight.fighters[plan.who]
    made = deeds.build(fight, fighter, plan)
    overflow = fight.setting("init.overflow")
    for deed in made:
        past = slots.LAST_PHASE < deed.at < slots.REPLACED
        if past and overflow == "lost":
            deed.status = "lost"
        elif past and overflow == "next_round":
            deed.status = "lost"
            fight.carried.append(deed)
        else:
            round_.queue.append(deed)
    magic.begin(fight, fighter, plan)
    if not made:
        return
    rests = grounds.of_slots(fight, fighter, plan, made)
    fight.encounter.rule(
        "action",
        "queued",
        plan.who,
        plan.move.target,
        clauses=tuple(rests.clauses),
        default=grounds.by_default(fight, rests.settings),
        action=plan.move.action,
        slots=plans.slot_words(plan),
        parts=[part for part in plan.parts if part[1]],
        move=plan.move.text,
        weapon=plan.move.instrument,
    )


def sort(fight: NotesFight) -> None:
    """The queue in the order of its keys."""
    round_ = fight.round
    assert round_ is not None
    round_.queue.sort(key=lambda deed: place(fight, deed))


def place(fight: NotesFight, deed: Deed) -> tuple[int, ...]:
    """Where a deed stands in the round.

    CN-203, CN-222, CN-223.
    """
    round_ = fight.round
    side = fight.fighters[deed.who].side if deed.who in fight.fighters else ""
    ranks = round_.ranks if round_ is not None else {}
    moves = deed.kind == "move" or deed.label.startswith("backpack")
    return slots.order_key(
        deed.at, ranks.get(side, len(ranks)), moves, deed.follows, deed.plan.index, deed.part
    )


def add(fight: NotesFight, plan: Plan) -> None:
    """A declaration made while the acts are under way."""
    round_ = fight.round
    assert round_ is not None
    _queue(fight, plan)
    if plan.deeds:
        sequence.called(fight, plan.deeds[0])
    if not plan.replaced:
        now = max((deed.at for deed in round_.queue if deed.status in ("called", "done")), default=1)
        for deed in plan.deeds:
            deed.at = max(deed.at, min(now, slots.LAST_PHASE))
    sort(fight)
    advance(fight)


def revocable(fight: NotesFight, plan: Plan) -> bool:
    """Whether a plan can still be given up: something of it is to come, or all that was played of it the
    table has not gone on from."""
    return any(deed.open or deed.status == "called" or _ours_alone(fight, deed) for deed in plan.deeds)


def is_open(fight: NotesFight, plan: Plan) -> bool:
    """Whether the DM may still say what somebody does of whom he had said nothing: no dice of it yet."""
    return plan.plain and all(
        deed.open
        or (deed.status == "called" and (deed.attack is None or deed.attack.natural is None))
        or _ours_alone(fight, deed)
        for deed in plan.deeds
    )


def _ours_alone(fight: NotesFight, deed: Deed) -> bool:
    """Whether a deed is over only because we went on by ourselves: no dice of it, and nothing since."""
    round_ = fight.round
    if round_ is None or deed.status != "done" or deed.attack is not None:
        return False
    return deed.label in STANCES or place(fight, deed) > round_.passed


def passed(fight: NotesFight, deed: Deed | None) -> None:
    """The table has come as far as this deed."""
    round_ = fight.round
    if round_ is not None and deed is not None:
        round_.passed = max(round_.passed, place(fight, deed))


def cancel(fight: NotesFight, plan: Plan) -> None:
    """What is still to come of a plan will not; what only we had played of it is taken back."""
    round_ = fight.round
    assert round_ is not None
    for deed in reversed(plan.deeds):
        if deed.status in ("queued", "waiting", "called"):
            if deed.attack is None or deed.attack.natural is None:
                deed.status = "cancelled"
                fight.requests = [one for one in fight.requests if one.deed is not deed]
                if deed.attack is not None:
                    striking.drop(fight, deed.attack)
        elif _ours_alone(fight, deed):
            deed.status = "cancelled"
            if deed.moved_to is not None:
                moving.take_back(fight, deed)
    round_.queue = [deed for deed in round_.queue if deed.status != "cancelled"]
    magic.given_up(fight, plan)
    round_.offers.lapse(plan.who)


# -- whose turn it is -----------------------------------------------------------------------------


def advance(fight: NotesFight, upto: int = 0) -> None:
    """Play the acts in their order as far as no dice are needed; whatever stands before the slot `upto` is
    called whether what came before it is over or not."""
    round_ = fight.round
    if round_ is None or round_.phase != "action":
        return
    for _ in range(MOST):
        deed = _next(fight, upto)
        if deed is None or deed.at >= slots.CLOSING:
            return
        play(fight, deed)


def _next(fight: NotesFight, upto: int) -> Deed | None:
    """The next deed to be played, None where something is waited for."""
    round_ = fight.round
    assert round_ is not None
    bound = _bound(fight, upto)
    for deed in round_.queue:
        if deed.who in fight.held:
            continue  # his turn is kept open
        if deed.status == "queued":
            return deed if bound is None or place(fight, deed) < bound else None
        if deed.status in ("waiting", "called") and deed.at >= upto:
            return None
    return None


def _secret(fight: NotesFight) -> bool:
    """Whether something was declared that not everybody has heard."""
    round_ = fight.round
    assert round_ is not None
    return any(
        plan.hidden or plan.declaration.channel == "im" for plan in round_.plans.values() if plan.stands
    )


def undeclared(fight: NotesFight) -> list[Fighter]:
    """Opponents of somebody with a declaration, whose own action the DM has told to nobody yet (CN-200)."""
    round_ = fight.round
    assert round_ is not None
    acting = [fight.fighters[name] for name, plan in round_.plans.items() if plan.stands]
    return [
        one
        for one in fight.fighters.values()
        if one.name not in round_.plans
        and one.name not in round_.out
        and one.side != PARTY
        and fight.is_npc(one.name)
        and fighters.able(one)
        and any(fighters.hostile(one, other) for other in acting)
    ]


def _bound(fight: NotesFight, upto: int) -> tuple[int, ...] | None:
    """Where in the round we stop by ourselves: an opponent of whom nothing is known may act from his base
    phase on, and what comes after that is the table's to call."""
    round_ = fight.round
    assert round_ is not None
    found = []
    come_to = max(1, upto, *round_.passed[:1])
    for one in undeclared(fight):
        base = slots.base(one.sheet.size)
        if base is not None:
            first = max(come_to, base + round_.shifts.get(one.side, 0))
            found.append((first, round_.ranks.get(one.side, len(round_.ranks))))
    return min(found, default=None)


def play(fight: NotesFight, deed: Deed) -> None:
    """Somebody's act, now."""
    fighter = fight.fighters[deed.who]
    if not fighters.able(fighter):
        deed.status = "lost"
        fight.encounter.rule("action", "lost", deed.who, label=deed.label, why=fighter.down)
        return
    fight.current = deed.who
    deed.status = "called"
    if deed.first or deed.kind != "attack":
        moving.hands(fight, fighter, deed.plan)
    if deed.plan.turn is not None and deed.plan.move.action != "face":
        direction, deed.plan.turn = deed.plan.turn, None
        moving.turn(fight, fighter, direction, free=True)
    if deed.kind == "move":
        deeds.follow(fight, fighter, deed)
    fight.shown = deed
    fight.encounter.rule(
        "action",
        "called",
        deed.who,
        deed.move.target,
        clauses=("CN-203",),
        label=deed.label,
        slot=slots.name(deed.slot),
        action=deed.move.action,
        weapon=deed.move.instrument,
    )
    if reacting.before(fight, deed):
        deed.status, deed.since = "waiting", fight.encounter.event.seq
        return
    proceed(fight, deed)


def proceed(fight: NotesFight, deed: Deed) -> None:
    """Nothing stands before the act any more: it happens."""
    if deed.status in ("done", "cancelled", "lost"):
        return
    fighter = fight.fighters[deed.who]
    if not fighters.able(fighter):
        deed.status = "lost"
        fight.encounter.rule("action", "lost", deed.who, label=deed.label, why=fighter.down)
        return
    if deed.kind == "attack" and fighter.gone_off:
        weapon = deeds.weapon_of(fight, fighter, deed.plan)
        lost = deed.move.action == "missile" and weapon is not None and fighters.is_crossbow(weapon.name)
        fighter.gone_off = False
        if lost:
            deed.status = "lost"
            fight.encounter.rule(
                "action", "lost", deed.who, clauses=("CN-718",), label=deed.label, why="it has gone off"
            )
            advance(fight)
            return
    deed.status = "called"
    if deed.kind == "move":
        moving.walk(fight, deed)
    elif deed.kind == "attack":
        if deed.adjusts and deed.first:
            moving.adjust(fight, deed)
        striking.strike(fight, deed)
    elif deed.kind == "spell":
        magic.cast(fight, deed)
    elif deed.kind == "psionic":
        magic.manifest(fight, deed)
    elif deed.kind == "item":
        magic.use(fight, deed)
    else:
        moving.other(fight, deed)


def done(fight: NotesFight, deed: Deed) -> None:
    """An act is over; the next one's turn."""
    deed.status = "done"
    advance(fight)


def play_up_to(fight: NotesFight, deed: Deed) -> None:
    """A deed's turn has come by the table's word: what stands before it is called, and it is played."""
    round_ = fight.round
    assert round_ is not None
    for earlier in list(round_.queue):
        if earlier is deed:
            break
        if earlier.status == "queued" and (earlier.who == deed.who or earlier.kind == "move"):
            play(fight, earlier)
        if (
            earlier.status == "waiting"
            and earlier.who == deed.who
            and not reacting.just_offered(fight, earlier)
        ):
            reacting.lapse(fight, earlier)
    if deed.status == "queued":
        play(fight, deed)
    if deed.status == "waiting" and not reacting.just_offered(fight, deed):
        reacting.lapse(fight, deed)


def pending(fight: NotesFight, who: str, *kinds: str) -> Deed | None:
    """The next deed of somebody that has not been played."""
    round_ = fight.round
    if round_ is None or round_.phase != "action":
        return None
    return next(
        (one for one in round_.queue if one.who == who and one.open and (not kinds or one.kind in kinds)),
        None,
    )


def called(fight: NotesFight, who: str) -> None:
    """The DM calls somebody: his next act, in or out of turn."""
    round_ = fight.round
    if round_ is None or round_.phase == "closed":
        return
    throws.accept_held(fight, "the DM goes on")
    if round_.phase != "action":
        return
    fighter = fight.fighters.get(who)
    if fighter is None:
        return
    fight.current = who
    deed = pending(fight, who)
    owed = fight.owes(who, "to_hit")
    if owed is not None:
        if owed.deed is not None:
            sequence.called(fight, owed.deed)
        passed(fight, owed.deed)
    if deed is None or owed is not None:
        return
    if deed.status == "waiting" and deed.since == fight.encounter.event.seq:
        return  # told in the same breath as what it draws
    if deed.plan.declaration.seq == fight.encounter.event.seq and _others_first(fight, deed):
        return  # declared, not called: those before him have still to roll
    sequence.called(fight, deed)
    play_up_to(fight, deed)
    passed(fight, deed)
    advance(fight)


def _others_first(fight: NotesFight, deed: Deed) -> bool:
    """Whether somebody whose turn has come, and who stands before this deed, owes dice for his blow."""
    return any(
        one.what == "to_hit" and one.deed is not None and place(fight, one.deed) < place(fight, deed)
        for one in fight.requests
    )


def phase_called(fight: NotesFight, act: acts.PhaseCall, speaker: str, pgm: bool) -> None:
    """The DM calls a phase: all that comes before it is over.

    CN-203, CN-210.
    """
    round_ = fight.round
    if round_ is None or not pgm:
        return
    throws.accept_held(fight, "the DM goes on")
    if round_.phase != "action":
        return
    sequence.phase(fight, act.slot)
    round_.passed = max(round_.passed, (act.slot,))
    for deed in list(round_.queue):
        if deed.status == "waiting" and deed.at < act.slot:
            reacting.lapse(fight, deed)
    advance(fight, upto=act.slot)


def finish(fight: NotesFight) -> None:
    """The round is closing: powers that were prepared take effect; what was not played is over.

    CN-204, CN-511.
    """
    round_ = fight.round
    assert round_ is not None
    if round_.phase != "action":
        return
    for deed in list(round_.queue):
        if deed.status == "waiting":
            reacting.lapse(fight, deed)
    for deed in round_.queue:
        if deed.open and deed.who in fight.held:
            deed.status = "lost"  # nobody has called it: its owner was away
            fight.encounter.rule(
                "action", "lost", deed.who, clauses=("CN-204",), label=deed.label, why="not there at its turn"
            )
    for deed in list(round_.queue):
        if deed.status == "queued" and (deed.at >= slots.CLOSING or deed.kind not in ("attack",)):
            play(fight, deed)
    round_.offers.lapse()
