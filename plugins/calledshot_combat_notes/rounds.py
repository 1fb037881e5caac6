"""The five steps of a round: opened, declared in a random order, initiative, acts in order, closed
(CN-200 to CN-204, CN-220 to CN-228).

What is declared is `plans`', the acts are `playing`'s.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from calledshot.api import Act, FightEnd, FightStart, RoundCall
from calledshot_combat_notes import (
    acts,
    ending,
    fighters,
    initiative,
    plans,
    playing,
    questions,
    threat,
    throws,
)
from calledshot_combat_notes.state import PARTY, Round

if TYPE_CHECKING:
    from calledshot_combat_notes.fight import NotesFight


# -- opened and closed ----------------------------------------------------------------------------


def hears(fight: NotesFight, text: str, acts_: Sequence[Act], names: Mapping[str, str]) -> None:
    """A message of the DM's before its acts: what it tells of the opponents' actions, of a roll that waits,
    and whether anything is to be settled for a round to come."""
    throws.goes_on(fight, text, acts_)
    if fight.round is not None and any(
        isinstance(act, FightEnd) and not _is_initiative(fight, act) for act in acts_
    ):
        fight.told.add(("closing", f"round {fight.round.count}"))
    calls = [act for act in acts_ if isinstance(act, RoundCall)]
    if any(isinstance(act, acts.Hidden | acts.Told) for act in acts_):
        return
    if any(act.phase != "initiative" for act in calls) or (calls and fight.phase != "declare"):
        return  # what is told with the call of a round is told for that round
    if fight.phase is not None:
        plans.overheard(fight, text, names)


def called(fight: NotesFight, act: RoundCall) -> None:
    """The DM calls a round, or its initiative."""
    round_ = fight.round
    if round_ is None or round_.phase == "closed":
        open_round(fight, act)
    elif act.phase == "initiative" and act.number is None and throws.just_rolled(fight):
        return  # "your init": of the one that was just rolled
    elif _is_next(round_, act):
        close(fight)
        open_round(fight, act)
    elif act.phase == "declare" or (act.phase == "either" and round_.phase != "declare"):
        return  # said once more
    _names_roller(fight, act)
    if act.phase == "initiative" and fight.round is not None and fight.round.phase == "declare":
        throws.begin(fight)


def _is_next(round_: Round, act: RoundCall) -> bool:
    """Whether a call while a round runs opens the next one."""
    if act.number is not None and round_.number is not None:
        return act.number != round_.number
    if round_.phase == "action":
        asks = act.fresh or (not act.question and act.phase != "either")
        return asks and len(act.names) != 1
    return act.fresh and act.phase != "initiative" and bool(round_.plans) and round_.phase != "initiative"


def _names_roller(fight: NotesFight, act: RoundCall) -> None:
    """ "Kay, roll initiative": the DM has drawn the lot himself."""
    round_ = fight.round
    if round_ is None or len(act.names) != 1 or act.phase != "initiative":
        return
    fighter = fight.join(act.names[0])
    if fighter.side == PARTY:
        throws.set_roller(fight, fighter.name)


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
    fight.undiced.clear()
    for fighter in fight.fighters.values():
        fighter.turns, fighter.gone_off = 0, False
    fight.encounter.rule("round", "opened", number=number)
    if len(round_.order) > 1 and (act is None or act.phase != "initiative"):
        fight.encounter.rule(
            "order", "declaring", clauses=("CN-201",), names=list(round_.order), seed=round_.seed
        )
    threat.recompute(fight, tell=fight.count > 1)
    ending.goes_on(fight)
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
    throws.accept_held(fight, "the DM plays on")
    playing.finish(fight)
    for fighter in fight.fighters.values():
        plan = round_.plans.get(fighter.name)
        shot = plan is not None and plan.move.action == "missile" and plan.kind == "half" and plan.stands
        fighter.half_fire = fighter.half_fire + 1 if shot else 0
    threat.recompute(fight)
    record = fight.encounter.record
    if record is None or record.outcome != "won":  # nobody is left to run
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
        throws.winner_told(fight, acts.Winner(side=f"of {act.winner}", plain=True), "", True)
        return
    close(fight)
    winner = act.winner or ending.winner(fight)
    record = fight.encounter.record
    told = record is not None and (record.outcome, record.winner) == ("won", act.winner)
    fight.over = "won" if act.winner is not None else "ended"
    if not told:
        fight.encounter.rule("fight", fight.over, winner, winner=winner, terms=fight.terms)
    if record is not None:
        record.outcome, record.winner = fight.over, winner
    fight.stale = True


def _is_initiative(fight: NotesFight, act: FightEnd) -> bool:
    """Whether somebody who "wins" wins no more than the initiative: nothing has been done in this round."""
    return act.winner is not None and throws.just_rolled(fight)


def scale(fight: NotesFight, act: acts.Scale, speaker: str, pgm: bool) -> None:
    """The DM says at which scale they fight.

    CN-010, CN-011.
    """
    from calledshot_combat_notes import movement

    fight.scale = act.scale
    clause = "CN-011" if act.scale == "missile" else "CN-010"
    fight.encounter.rule("scale", act.scale, clauses=(clause,), square_ft=movement.square_feet(act.scale))
