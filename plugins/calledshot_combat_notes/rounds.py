"""The five steps of a round: opened, declared in a random order, initiative, acts in order, closed
(CN-200 to CN-204, CN-220 to CN-228).

What is declared is `plans`', the acts are `playing`'s.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from calledshot.api import Act, Event, FightEnd, FightStart, RoundCall
from calledshot_combat_notes import (
    acts,
    book,
    claims,
    fighters,
    initiative,
    plans,
    playing,
    questions,
    threat,
)
from calledshot_combat_notes.state import DM, PARTY, Round

if TYPE_CHECKING:
    from calledshot_combat_notes.fight import NotesFight

OPEN = ("declare", "initiative", "action")
_NUMBER = re.compile(r"(?<![\d.,])\d{1,2}(?![\d,]|\.\d)")
DIE = (1, 10)
"""CN-220: dice and sides of an initiative roll."""


# -- opened and closed ----------------------------------------------------------------------------


def hears(fight: NotesFight, text: str, acts_: Sequence[Act], names: Mapping[str, str]) -> None:
    """A message of the DM's before its acts: what it tells of the opponents' actions, of a roll that waits,
    and whether anything is to be settled for a round to come."""
    _goes_on(fight, text, acts_)
    if fight.round is not None and any(
        isinstance(act, FightEnd) and not _is_initiative(fight, act) for act in acts_
    ):
        fight.told.add(("closing", f"round {fight.round.count}"))
    if any(isinstance(act, RoundCall | acts.Hidden | acts.Told) for act in acts_):
        return
    if fight.phase in ("declare", "initiative"):
        plans.overheard(fight, text, names)


def _goes_on(fight: NotesFight, text: str, acts_: Sequence[Act]) -> None:
    """The DM names a roll that waits for his word, or what came of it: it counts.

    CN-202.
    """
    round_ = fight.round
    if round_ is not None and round_.by_dm:
        _settle_both(fight, text, acts_)
    held = round_.held.get(PARTY) if round_ is not None else None
    if held is None or held[1].roll is None:
        return
    if any(isinstance(act, acts.PhaseCall | acts.Winner) for act in acts_):
        accept_held(fight, "the DM goes on")
        return
    numbers = {int(number) for number in _NUMBER.findall(text)}
    event = any(isinstance(act, acts.Told) and act.topic == "critical_event" for act in acts_)
    if event or held[1].roll.total in numbers:
        accept_held(fight, "the DM goes on with it")


def called(fight: NotesFight, act: RoundCall) -> None:
    """The DM calls a round, or its initiative."""
    round_ = fight.round
    if round_ is None or round_.phase == "closed":
        open_round(fight, act)
    elif _is_next(round_, act):
        close(fight)
        open_round(fight, act)
    elif act.phase == "declare" or (act.phase == "either" and round_.phase != "declare"):
        return  # said once more
    _names_roller(fight, act)
    if act.phase == "initiative" and fight.round is not None and fight.round.phase == "declare":
        begin_initiative(fight)


def _is_next(round_: Round, act: RoundCall) -> bool:
    """Whether a call while a round runs opens the next one."""
    if act.number is not None and round_.number is not None:
        return act.number != round_.number
    if round_.phase == "action":
        return not act.question and (act.fresh or act.phase != "either") and len(act.names) != 1
    return act.fresh and act.phase != "initiative" and bool(round_.plans) and round_.phase != "initiative"


def _names_roller(fight: NotesFight, act: RoundCall) -> None:
    """ "Kay, roll initiative": the DM has drawn the lot himself."""
    round_ = fight.round
    if round_ is None or len(act.names) != 1 or act.phase != "initiative":
        return
    fighter = fight.join(act.names[0])
    if fighter.side == PARTY:
        _set_roller(fight, fighter.name)


def open_round(fight: NotesFight, act: RoundCall | None) -> Round:
    """Steps 1 and 2: the DM settles what the opponents do, the players declare in random order.

    CN-200, CN-201.
    """
    if fight.fresh or fight.over is not None:
        open_fight(fight)
    fight.count += 1
    told = act.number if act is not None else None
    number = told if told is not None else (fight.number + 1 if fight.number is not None else fight.count)
    fight.number = number
    fight.encounter.open_round(number, None)
    fighters.gather(fight, (*fight.named, *(act.names if act is not None else ())))
    players = fighters.players_of(fight)
    round_ = fight.round = Round(number=number, count=fight.count)
    round_.seed = initiative.seed(number, sorted(players))
    round_.order = initiative.declaration_order(players, round_.seed)
    fight.requests.clear()
    fight.skipped.clear()
    fight.last_save = None
    fight.stray.clear()
    for fighter in fight.fighters.values():
        fighter.turns, fighter.gone_off = 0, False
    fight.encounter.rule("round", "opened", number=number)
    if len(round_.order) > 1 and (act is None or act.phase != "initiative"):
        fight.encounter.rule(
            "order", "declaring", clauses=("CN-201",), names=list(round_.order), seed=round_.seed
        )
    threat.recompute(fight, tell=fight.count > 1)
    plans.from_early(fight)
    return round_


def open_fight(fight: NotesFight) -> None:
    """A new fight: everybody as the sheets say, nothing known from the last."""
    forget_places(fight)
    fight.fresh, fight.over = False, None
    fight.count, fight.number = 0, None
    fight.fighters.clear()
    fight.questions.clear()
    fight.answers.clear()
    fight.told.clear()
    fight.carried.clear()
    fight.preparing.clear()
    fight.unsettled.clear()
    fight.last_attack, fight.last_refused, fight.current = None, None, None
    fight.charge_bonus, fight.critical_events = 0, 0
    held, fight.beforehand = fight.beforehand, {}
    for name, by in held.items():  # told while the scene was set
        fighter = fight.join(name)
        fighter.grappled, fighter.held_by = True, by
    fight.encounter.open_fight(terms=fight.terms)
    fight.encounter.rule("fight", "opened", terms=fight.terms)


def forget_places(fight: NotesFight) -> None:
    """The next fight begins somewhere else than the last one ended."""
    if not fight.stale:
        return
    fight.stale = False
    for name in list(fight.scene.places):
        fight.scene.place(name, None)
    fight.scene.facings.clear()
    fight.threats.clear()


def started(fight: NotesFight, act: FightStart) -> None:
    """ "Fight!": the next round is the first of a new one, if none is on."""
    if fight.over is not None or fight.round is None:
        fight.fresh = True


def close(fight: NotesFight) -> None:
    """Step 5: what happens at the end, everybody's status, and what only the DM can tell.

    CN-204, CN-511.
    """
    round_ = fight.round
    if round_ is None or round_.phase == "closed":
        return
    accept_held(fight, "the DM plays on")
    playing.finish(fight)
    for fighter in fight.fighters.values():
        plan = round_.plans.get(fighter.name)
        shot = plan is not None and plan.move.action == "missile" and plan.kind == "half" and plan.stands
        fighter.half_fire = fighter.half_fire + 1 if shot else 0
    threat.recompute(fight)
    questions.ask(
        fight,
        "closing",
        "CN-204",
        "end of the round: fatigue, retreat, morale?",
        once=f"round {round_.count}",
    )
    fight.encounter.rule("round", "closed", number=round_.number, clauses=("CN-204",))
    round_.phase = "closed"
    fight.requests.clear()
    fight.current = None
    if fight.encounter.round is not None:
        fight.encounter.round.closed = True


def ended(fight: NotesFight, act: FightEnd) -> None:
    """The fight is over, by the DM's word."""
    if fight.fresh or fight.over is not None:
        return
    if _is_initiative(fight, act):
        winner_told(fight, acts.Winner(side=f"of {act.winner}", plain=True), "", True)
        return
    close(fight)
    winner = act.winner
    fight.over = "won" if winner is not None else "ended"
    fight.encounter.rule("fight", fight.over, winner, winner=winner, terms=fight.terms)
    record = fight.encounter.record
    if record is not None:
        record.outcome, record.winner = fight.over, winner
    fight.stale = True


def _is_initiative(fight: NotesFight, act: FightEnd) -> bool:
    """Whether somebody who "wins" wins no more than the initiative: nothing has been done in this round."""
    return act.winner is not None and just_rolled(fight)


def just_rolled(fight: NotesFight) -> bool:
    """Whether initiative is the last thing that was rolled, and nothing has been played since."""
    round_ = fight.round
    if round_ is None or round_.phase not in ("initiative", "action"):
        return False
    if round_.phase == "initiative":
        return bool(round_.deciding or round_.held)
    return not round_.passed and not any(one.natural is not None for one in round_.attacks)


def scale(fight: NotesFight, act: acts.Scale, speaker: str, pgm: bool) -> None:
    """The DM says at which scale they fight.

    CN-010, CN-011.
    """
    from calledshot_combat_notes import movement

    fight.scale = act.scale
    clause = "CN-011" if act.scale == "missile" else "CN-010"
    fight.encounter.rule("scale", act.scale, clauses=(clause,), square_ft=movement.square_feet(act.scale))


# -- initiative -----------------------------------------------------------------------------------


def begin_initiative(fight: NotesFight) -> None:
    """Step 3: a player drawn by lot rolls for the party, the DM for each other side.

    CN-202, CN-220.
    """
    round_ = fight.round
    assert round_ is not None
    round_.phase = "initiative"
    round_.asked_for = True
    if round_.roller is None:
        round_.roller = initiative.roller(fighters.players_of(fight), round_.seed)
    _ask(fight, fighters.sides(fight))


def _ask(fight: NotesFight, sides: Sequence[str]) -> None:
    round_ = fight.round
    assert round_ is not None
    for side in sides:
        who = (round_.roller or DM) if side == PARTY else DM
        clauses = ("CN-220", "CN-202") if round_.ties == 0 else ("CN-228",)
        fight.ask_dice(who, "initiative", initiative.DIE, clauses=clauses, side=side)


def roller_named(fight: NotesFight, act: acts.Roller, speaker: str, pgm: bool) -> None:
    """The DM says which player rolls.

    CN-202.
    """
    if fight.round is not None and fight.round.phase in ("declare", "initiative"):
        _set_roller(fight, fight.join(act.who).name)


def _set_roller(fight: NotesFight, who: str) -> None:
    round_ = fight.round
    assert round_ is not None
    round_.roller, round_.named = who, True
    request = next((one for one in fight.requests if one.what == "initiative" and one.side == PARTY), None)
    if request is not None:
        request.who = who
    held = round_.held.get(PARTY)
    if held is not None and held[0] == who:
        accept_held(fight, "the DM has him roll")


def order_told(fight: NotesFight, act: acts.Ordered, speaker: str, pgm: bool) -> None:
    """The DM supplies the order in which the players declare.

    CN-201.
    """
    round_ = fight.round
    if round_ is None:
        return
    names = [fight.join(name).name for name in act.names]
    round_.order = names + [name for name in round_.order if name not in names]
    fight.encounter.rule("order", "declaring", clauses=("CN-201",), names=list(round_.order), seed=None)


def rolled(fight: NotesFight, who: str, event: Event, pgm: bool) -> bool:
    """A d10 that may be an initiative roll; true if it was one."""
    round_, roll = fight.round, event.roll
    assert roll is not None
    if round_ is None or (roll.count, roll.sides) != DIE or roll.modifier:
        return False
    if round_.phase == "declare" and round_.plans and (pgm or who in fight.fighters):
        begin_initiative(fight)
    if round_.phase != "initiative":
        return False
    open_sides = [one.side for one in fight.requests if one.what == "initiative"]
    fighter = fight.fighters.get(who)
    if pgm and fighter is None:
        side = next((one for one in open_sides if one != PARTY), PARTY if PARTY in open_sides else None)
        round_.by_dm = side == PARTY and any(one.side == PARTY for one in fight.fighters.values())
    else:
        side = fighter.side if fighter is not None else PARTY
    if side is None or side not in open_sides:
        return False
    if side == PARTY and not pgm and round_.roller is not None and who != round_.roller:
        _hold(fight, who, event)
        return True
    _take(fight, side, who, event)
    return True


def _hold(fight: NotesFight, who: str, event: Event) -> None:
    """Another player's roll waits for the DM's word.

    CN-202.
    """
    round_ = fight.round
    assert round_ is not None and event.roll is not None
    fight.encounter.note_roll(event, who, None, counted=False)
    round_.held.setdefault(PARTY, (who, event))
    fight.encounter.rule(
        "initiative",
        "held",
        who,
        clauses=("CN-202",),
        needs_pgm=True,
        side=PARTY,
        roll=event.roll.total,
        roller=round_.roller,
    )


def accept_held(fight: NotesFight, why: str) -> bool:
    """The roll of a player who was not drawn counts after all."""
    round_ = fight.round
    if round_ is None or round_.phase != "initiative":
        return False
    if round_.by_dm:
        _settle_both(fight, "", ())
    if not round_.held:
        return False
    side, (who, event) = round_.held.popitem()
    if round_.named:  # a lot that only we have drawn is nobody's mistake
        drawn = f"{round_.roller} was to roll for the party"
        fight.encounter.find("PGM-2", f"{drawn}; {who}'s roll counts: {why}", who)
    round_.roller = who
    _take(fight, side, who, event)
    return True


def _take(fight: NotesFight, side: str, who: str, event: Event) -> None:
    round_ = fight.round
    assert round_ is not None and event.roll is not None
    request = next(one for one in fight.requests if one.what == "initiative" and one.side == side)
    fight.requests.remove(request)
    round_.held.pop(side, None)
    round_.deciding[side] = event.roll.total
    fight.encounter.note_roll(event, who if who in fight.fighters else None, "initiative", counted=True)
    fight.encounter.rule(
        "initiative",
        "rolled",
        who if who in fight.fighters else None,
        clauses=("CN-220",),
        side=side,
        roll=event.roll.total,
    )
    if not any(one.what == "initiative" for one in fight.requests) and not round_.by_dm:
        _decide(fight)


def _settle_both(fight: NotesFight, text: str, acts_: Sequence[Act]) -> None:
    """The DM threw for both sides: his next words say which roll is whose.

    CN-220.
    """
    round_ = fight.round
    assert round_ is not None
    round_.by_dm = False
    sides = [side for side in round_.deciding if side in (PARTY, *fighters.sides(fight))]
    if len(sides) == 2 and _swapped(fight, text, acts_):
        one, other = sides
        round_.deciding[one], round_.deciding[other] = round_.deciding[other], round_.deciding[one]
    if not any(one.what == "initiative" for one in fight.requests):
        _decide(fight)


def _swapped(fight: NotesFight, text: str, acts_: Sequence[Act]) -> bool:
    """Whether by the DM's words each roll is the other side's."""
    round_ = fight.round
    assert round_ is not None
    sides = {
        form: fight.join(who).side for form, who in fight.encounter.names.items() if who in fight.fighters
    }
    said = claims.told(text, tuple(round_.deciding.values()), sides)
    if said:
        return any(round_.deciding.get(side) != roll for side, roll in said.items())
    winner = next((act.side for act in acts_ if isinstance(act, acts.Winner)), None)
    if winner is None or len(set(round_.deciding.values())) < 2:
        return False
    side = fight.join(winner.removeprefix("of ")).side if winner.startswith("of ") else winner
    return side != min(round_.deciding, key=lambda one: round_.deciding[one])


def _decide(fight: NotesFight) -> None:
    """All rolls of this throw are in: a winner, or a tie.

    CN-221, CN-227, CN-228.
    """
    round_ = fight.round
    assert round_ is not None
    first = not round_.rolls
    pending = dict(round_.deciding) if first else {side: round_.deciding[side] for side in round_.tied}
    round_.rolls = round_.rolls or dict(round_.deciding)
    winner, tied = initiative.winner(pending)
    if winner is not None:
        _won(fight, winner)
        return
    round_.tied = tied
    round_.ties += 1
    fight.encounter.rule(
        "initiative", "tied", clauses=("CN-227", "CN-228"), sides=list(tied), roll=pending[tied[0]]
    )
    if round_.ties == 1 or fight.setting("init.critical_event") == "per_tie":
        _critical_event(fight)
    _ask(fight, tied)


def _critical_event(fight: NotesFight) -> None:
    """What a tie brings about, by the campaign's chart or the DM.

    CN-227.
    """
    fight.critical_events += 1
    dice = book.charts(book.rulebook(fight.campaign)).critical_event
    if dice is not None:
        fight.ask_dice(DM, "critical_event", dice, clauses=("CN-227",))
    else:
        questions.ask(fight, "critical_event", "CN-227", "critical event: what is the result?")


def _won(fight: NotesFight, winner: str) -> None:
    """A side has won: the phases shift by the deciding rolls, and the acts are put in order.

    CN-221, CN-222, CN-225, CN-226.
    """
    round_ = fight.round
    assert round_ is not None
    round_.winner = winner
    round_.shifts = {side: initiative.shift(roll) for side, roll in round_.deciding.items()}
    together = {side: (round_.rolls.get(side, 0), roll) for side, roll in round_.deciding.items()}
    order = sorted(together, key=lambda side: (side != winner, together[side]))
    round_.ranks = {side: rank for rank, side in enumerate(order)}
    clauses = ["CN-221"]
    clauses += ["CN-225"] if -1 in round_.shifts.values() else []
    clauses += ["CN-226"] if 1 in round_.shifts.values() else []
    fight.encounter.rule(
        "initiative",
        "won",
        clauses=tuple(clauses),
        winner=winner,
        rolls=dict(round_.deciding),
        shift=dict(round_.shifts),
    )
    playing.begin(fight)


def winner_told(fight: NotesFight, act: acts.Winner, speaker: str, pgm: bool) -> None:
    """The DM says who has the initiative: beside ours, and his stands."""
    round_ = fight.round
    if round_ is None or round_.phase == "closed" or (act.plain and not just_rolled(fight)):
        return
    named = act.side.removeprefix("of ") if act.side.startswith("of ") else None
    side = fight.join(named).side if named is not None else act.side
    if round_.phase == "initiative":
        accept_held(fight, "the DM names the winner")
    if round_.winner is None:
        if round_.phase == "declare":
            round_.phase = "initiative"
        fight.requests = [one for one in fight.requests if one.what != "initiative"]
        round_.deciding.setdefault(side, 0)
        shown = {one: roll for one, roll in round_.deciding.items() if roll}
        fight.encounter.judge("initiative", None, ours=None, theirs=side, agrees=None, words=act)
        _won(fight, side)
        round_.deciding = shown
        return
    agrees = side == round_.winner
    rolls = ", ".join(f"{one} {roll}" for one, roll in round_.deciding.items())
    fight.encounter.judge(
        "initiative",
        None,
        ours=round_.winner,
        theirs=side,
        agrees=agrees,
        words=act,
        effect=None if agrees else "in every phase the other side comes first",
        message=None if agrees else f"the DM gives the initiative to {side}; the lowest roll wins ({rolls})",
    )
    if not agrees and not fight.encounter.by_the_book:
        round_.winner = side
        order = sorted(round_.ranks, key=lambda one: (one != side, round_.ranks[one]))
        round_.ranks = {one: rank for rank, one in enumerate(order)}
        round_.ranks.setdefault(side, 0)
        playing.sort(fight)
