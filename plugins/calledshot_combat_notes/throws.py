"""Initiative as it is rolled: who throws for which side, ties, the winner and the shifts, and the DM's word
on it (CN-202, CN-220 to CN-228).

The rules' own figures are `initiative`'s, the round around it is `rounds`'.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from calledshot.api import Act, Event
from calledshot_combat_notes import acts, book, claims, fighters, initiative, playing, questions
from calledshot_combat_notes.state import DM, PARTY, Round

if TYPE_CHECKING:
    from calledshot_combat_notes.fight import NotesFight

_NUMBER = re.compile(r"(?<![\d.,])\d{1,2}(?![\d,]|\.\d)")
_CALLS = re.compile(r"\broll\b[^.!?]{0,20}\binit", re.IGNORECASE)
"""Words to a player that are a call to roll, and not only the lot."""
DIE = (1, 10)
"""CN-220: dice and sides of an initiative roll."""


def goes_on(fight: NotesFight, text: str, acts_: Sequence[Act]) -> None:
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


def just_rolled(fight: NotesFight) -> bool:
    """Whether initiative is the last thing that was rolled, and nothing has been played since."""
    round_ = fight.round
    if round_ is None or round_.phase not in ("initiative", "action"):
        return False
    if round_.phase == "initiative":
        return bool(round_.deciding or round_.held)
    return not round_.passed and not any(one.natural is not None for one in round_.attacks)


def begin(fight: NotesFight) -> None:
    """Step 3: a player drawn by lot rolls for the party, the DM for each other side.

    CN-202, CN-220.
    """
    round_ = fight.round
    assert round_ is not None
    round_.phase = "initiative"
    round_.asked_for = True
    if round_.roller is None:
        players = fighters.players_of(fight)
        there = [name for name in players if name not in fight.held]
        round_.roller = initiative.roller(there or players, round_.seed)
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
        set_roller(fight, fight.join(act.who).name)
        if fight.round.phase == "declare" and _CALLS.search(act.text) and not _undeclared(fight):
            begin(fight)


def _undeclared(fight: NotesFight) -> bool:
    """Whether a player has still to declare."""
    plans = fight.round.plans if fight.round is not None else {}
    return not plans or any(name not in plans for name in fighters.players_of(fight))


def set_roller(fight: NotesFight, who: str) -> None:
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
        begin(fight)
    if round_.phase != "initiative":
        return False
    open_sides = [one.side for one in fight.requests if one.what == "initiative"]
    if open_sides == [PARTY] and round_.held and who != round_.roller:
        accept_held(fight, "the dice go on")  # all others have rolled, and now there are dice again
        if round_.phase != "initiative":
            return False
        open_sides = [one.side for one in fight.requests if one.what == "initiative"]
    fighter = fight.fighters.get(who)
    named = _label(fight) if pgm and fighter is None else None
    side: str | None
    if named is not None and named in open_sides:
        side, round_.by_dm = named, False
    elif pgm and fighter is None:
        side = next((one for one in open_sides if one != PARTY), PARTY if PARTY in open_sides else None)
        round_.by_dm = side == PARTY and any(one.side == PARTY for one in fight.fighters.values())
    else:
        side = fighter.side if fighter is not None else PARTY
        if pgm and (side not in open_sides or round_.roller != who):  # he plays along, and rolls for others
            side = next((one for one in open_sides if one != side), side)
    if side is None or side not in open_sides:
        return False
    if side == PARTY and not pgm and round_.roller is not None and who != round_.roller:
        _hold(fight, who, event)
        return True
    _take(fight, side, who, event)
    return True


def _label(fight: NotesFight) -> str | None:
    """The side for which the DM says, right before it, that he rolls."""
    return claims.label(fight.heard, _sides(fight)) if fight.said_at > fight.dice_at else None


def _sides(fight: NotesFight) -> dict[str, str]:
    """The side of everybody present, by the forms of the names."""
    return {
        form: fight.join(who).side for form, who in fight.encounter.names.items() if who in fight.fighters
    }


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
        question=not_drawn(round_, who, event),
    )


def not_drawn(round_: Round, who: str, event: Event) -> str:
    """What is asked about the roll of a player who was not drawn."""
    assert event.roll is not None
    return f"{who} rolled {event.roll.total}, but {round_.roller} was drawn to roll: does it count?"


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
    said = claims.told(text, tuple(round_.deciding.values()), _sides(fight))
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
    owed = [one.side for one in fight.requests if one.what == "initiative"]
    if side in owed and claims.label(fight.heard, _sides(fight)) == side:
        return  # "and mine": the roll that comes
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
