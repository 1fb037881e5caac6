"""Rounds and fights: when they open and close, and who has won (PAR-RND).

What a close does to the wounded is `bleeding`; who acts when is `initiative`.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from calledshot.api import FightEnd, FightStart, RoundCall, RoundEnd, Terms
from calledshot_parthos import bleeding, harm, initiative, plans, playing
from calledshot_parthos.scene import Scene
from calledshot_parthos.state import Round

if TYPE_CHECKING:
    from calledshot_parthos.fight import ParthosFight


SECRET = re.compile(r"\bims?\b|\bpms?\b|whisper|private|secret|\bsend|\bmsg|message me|tell me")
"""Words that ask for moves in secret."""


def called(fight: ParthosFight, act: RoundCall) -> None:
    """A call for initiative or for IMs (PAR-RND-2)."""
    for name in act.names:
        fight.join(name)
    round_ = fight.round
    if round_ is None or round_.phase == "closed":
        if len(act.names) == 1 and act.number is None and not act.fresh:
            _remind(fight, act)
        else:
            open_round(fight, act)
        return
    new = (act.number is not None and act.number != round_.number and round_.number is not None) or (
        act.number is None and act.fresh
    )
    if round_.number is None and act.number is not None:
        new = True  # the log began in the middle of the round before
    new = new or (fight.over is not None and len(act.names) != 1)
    if (
        act.phase == "either"
        and act.number is not None
        and not new
        and round_.phase == "action"
        and finished(fight)
    ):
        close(fight)  # "and that's round 2" at the end of it
    elif len(act.names) == 1 and not new:
        _remind(fight, act)
    elif new or (round_.phase == "action" and act.number != round_.number and finished(fight)):
        if fight.setting("round_closes") != "word":
            close(fight)
        open_round(fight, act)
    elif (
        act.phase == "declare"
        and round_.opened_at == fight.encounter.event.seq
        and not SECRET.search(fight.heard)
    ):
        return  # "initiative and actions, please": to be said in the room
    elif act.phase == "declare" and round_.first_init is None:
        round_.phase = "declare"
        _set_system(fight, round_, "im")
    elif round_.phase == "declare":
        round_.phase = "initiative"


def _set_system(fight: ParthosFight, round_: Round, system: str) -> None:
    round_.system = system
    fight.scene.system = system
    if fight.encounter.round is not None:
        fight.encounter.round.system = system


def _remind(fight: ParthosFight, act: RoundCall) -> None:
    """A call to some persons only: they are asked, no round opens."""
    for name in act.names:
        if fight.round is not None and name not in fight.round.inits and act.phase != "declare":
            ask_initiative(fight, name)


def ask_initiative(fight: ParthosFight, name: str) -> None:
    """The PGM wants somebody in the round who has not rolled: he is waited for, even if moves have begun."""
    if fight.round is not None:
        fight.round.sits_out.discard(name)
        fight.round.awaited.add(name)
    fight.encounter.rule("request", "asked", name, clauses=("PAR-RND-2",), what="initiative", dice="1d100")


def finished(fight: ParthosFight, *, all_rolled: bool = True) -> bool:
    """Whether the round's moves are done: somebody has acted, and no declared attack is still to come.
    Moves without dice need no call; they resolve at the close (PAR-RND-4). `all_rolled`: a declared move
    of somebody who has not rolled his initiative yet is still to come as well."""
    round_ = fight.round
    if round_ is None or not round_.acted:
        return False
    return not any(
        planned.open and planned.is_attack and not planned.candidate
        for who, plan in round_.plans.items()
        if fight.able(who) and (all_rolled or who in round_.inits)
        for planned in plan.moves
    )


def open_round(fight: ParthosFight, act: RoundCall | None) -> Round:
    """Open the next round, and a fight if none is on. `act` None: a log that starts in the middle."""
    number = act.number if act is not None else None
    previous = fight.round
    if fight.over is not None:
        goes_on = not fight.over_by_pgm or (
            previous is not None and number is not None and number == (previous.number or 0) + 1
        )
        fight.fresh = fight.fresh or not goes_on or (number == 1 and previous is not None)
    elif previous is not None and number == 1:
        fight.fresh = True
    if fight.fresh:
        _open_fight(fight)
        previous = None
    fight.over = None
    if act is not None and number is None:
        number = (previous.number or 0) + 1 if previous is not None else 1
    system = _system(fight, act)
    round_ = fight.round = Round(number, system)
    round_.opened_at = fight.encounter.event.seq
    fight.scene.system = system
    fight.scene.in_fight = True
    fight.encounter.open_round(number, system)
    if act is not None and act.phase == "declare":
        round_.phase = "declare"
    elif act is None:
        round_.phase = "action"
        fight.midway = True
        for fighter in fight.fighters.values():
            fighter.stamina = fighter.pp = None
        for who in fight.before:
            fight.join(who)
        round_.stray.update(fight.before)
    fight.before.clear()
    for name, fighter in fight.fighters.items():
        round_.conditions[name] = "stabilised" if fighter.stabilised else fighter.condition or "able"
        fighter.hold_back = set()
    fight.requests = [request for request in fight.requests if request.what == "save"]
    fight.current = None
    fight.last_attack = None
    fight.penalties.clear()
    if (
        not any(r.kind == "fight" and r.outcome == "opened" for r in fight.encounter.rulings)
        or previous is None
    ):
        fight.encounter.rule("fight", "opened", clauses=("PAR-RND-5",), winner=None, terms=fight.terms)
    fight.encounter.rule("round", "opened", clauses=("PAR-RND-2",), number=number, system=system)
    for name in act.names if act is not None else ():
        fight.join(name)
        round_.saw(name)
    if act is not None:
        fight.bring_in()
        fight.npc = fight.npc if fight.npc in fight.named else None
    early, fight.early = fight.early, {}
    here = fight.encounter.event
    for who, said in early.items():
        for reading, event, channel in said:
            plans.enter(fight, who, reading, event, channel)
    fight.encounter.event = here
    return round_


def _system(fight: ParthosFight, act: RoundCall | None) -> str:
    """The round's system: the call decides where it differs from the campaign's (PAR-RND-2); moves that
    have already come in secret stand for a call for them that this log does not show."""
    if act is not None and act.phase == "declare":
        return "im"
    if act is not None and act.phase == "either":
        return fight.encounter.system or "standard"
    if fight.encounter.system == "im":
        secret = any(channel == "im" for said in fight.early.values() for _, _, channel in said)
        return "im" if secret or act is None else "standard"
    return "standard"


def _open_fight(fight: ParthosFight) -> None:
    fight.fresh = False
    fight.over_by_pgm = False
    fight.midway = False
    keep = fight.terms
    fight.encounter.open_fight(terms=keep)
    ranges = fight.scene if fight.round is None else Scene()
    early_names = [] if fight.round is not None else list(fight.scene.names)
    fight.scene = ranges
    if fight.round is not None:
        fight.fighters = {}
        fight.requests = []
        fight.yielded = set()
        if fight.range_said_at != fight.encounter.event.seq:
            fight.said_range = None
    fight.round = None
    for name in early_names:
        fight.join(name)


def starts(fight: ParthosFight, act: FightStart) -> None:
    """The PGM opens a fight: the next round call is its first, unless one is already being fought."""
    if fight.round is None or fight.over is not None:
        fight.fresh = True


def sets_terms(fight: ParthosFight, act: Terms) -> None:
    if fight.over is not None:
        fight.fresh = True
    fight.terms = act.terms
    record = fight.encounter.record
    if record is not None and fight.over is None and fight.round is not None:
        record.terms = act.terms


def ended(fight: ParthosFight, act: RoundEnd) -> None:
    if fight.round is not None and fight.round.phase != "closed":
        close(fight)


def close(fight: ParthosFight) -> None:
    """Close the round (PAR-RND-3): moves without dice that were never called resolve, uncalled attacks are
    gone, and the end-of-round effects apply once."""
    round_ = fight.round
    assert round_ is not None
    for who, planned in initiative.queue(fight):
        if planned.open and not planned.is_attack and not planned.candidate and fight.able(who):
            playing.play(fight, who, planned)
    for who, plan in round_.plans.items():
        for index, planned in enumerate(plan.moves):
            if planned.open:
                planned.status = "dropped" if planned.candidate else "lost"
                if not planned.candidate and who in round_.inits and fight.over is None:
                    fight.encounter.rule(
                        "move",
                        "lost",
                        who,
                        planned.target,
                        clauses=("PAR-RND-4",),
                        at=planned.at,
                        index=index,
                        action=planned.move.action,
                        why="the round closed before it was called",
                    )
    fight.requests = [request for request in fight.requests if request.what == "save"]
    fight.encounter.rule(
        "round", "closed", clauses=("PAR-RND-3",), number=round_.number, system=round_.system
    )
    bleeding.at_close(fight)
    round_.phase = "closed"
    fight.current = None
    if fight.encounter.round is not None:
        fight.encounter.round.closed = True


def begin_action(fight: ParthosFight) -> None:
    """The action phase begins (PAR-RND-4)."""
    round_ = fight.round
    assert round_ is not None
    if round_.phase in ("declare", "initiative"):
        round_.phase = "action"
        initiative.note_ties(fight)


def all_rolled(fight: ParthosFight) -> bool:
    """Every able combatant seen this round has rolled, on two sides at least (PAR-RND-4); one who is held or
    passed over need not."""
    round_ = fight.round
    assert round_ is not None
    sides = {fight.scene.side_of(name) for name in round_.inits}
    alone = len(sides) == 1 and not any(
        fight.able(name) and fight.scene.side_of(name) not in sides for name in fight.scene.names
    )
    if fight.setting("acting_starts") == "called" or not sides:
        return False
    if len(sides) < 2 and not (alone and len(fight.scene.names) > 1):
        return False
    excused = fight.held | round_.sits_out
    return all(name in round_.inits for name in round_.seen if fight.able(name) and name not in excused)


# -- how a fight ends ---------------------------------------------------------------------------


def check_over(fight: ParthosFight) -> None:
    """One side put out during the fight ends it (PAR-RND-5)."""
    if fight.over is not None or not fight.setting("ends_when_side_is_out"):
        return
    deadly = "death" in (fight.terms or "").casefold()
    standing: dict[str, list[str]] = {}
    sides: list[str] = []
    for name in fight.scene.names:
        fighter = fight.fighters[name]
        side = fight.scene.side_of(name)
        if side not in sides:
            sides.append(side)
        out = fighter.condition == "dead" if deadly else fighter.condition not in (None, "able")
        if not out and name not in fight.yielded:
            standing.setdefault(side, []).append(name)
    if len(sides) > 1 and len(standing) == 1 and strikes_at_once(fight):
        fight.over_waits = True  # a blow that fell at the same init is still to be rolled
    elif len(sides) > 1 and len(standing) == 1:
        side, names = next(iter(standing.items()))
        win(fight, names[0] if len(names) == 1 else _side_name(fight, side, names))


def strikes_at_once(fight: ParthosFight) -> bool:
    """Whether somebody felled at the init of his own move has still to play it (PAR-INIT-6)."""
    plans_ = fight.round.plans.values() if fight.round is not None else ()
    return any(planned.at_once and planned.open for plan in plans_ for planned in plan.moves)


def _side_name(fight: ParthosFight, side: str, names: list[str]) -> str:
    return side if side in fight.scene.sides.values() else " and ".join(names)


def win(fight: ParthosFight, winner: str | None, outcome: str = "won", loser: str | None = None) -> None:
    """The fight is over; the ruling is about the winner, of a yield about who yields."""
    fight.over = outcome
    fight.encounter.rule(
        "fight", outcome, loser or winner, clauses=("PAR-RND-5",), winner=winner, terms=fight.terms
    )
    record = fight.encounter.record
    if record is not None:
        record.outcome, record.winner = outcome, winner


def first_blood(fight: ParthosFight, who: str) -> None:
    if "blood" in (fight.terms or "").casefold() and fight.over is None:
        win(fight, who)


def yielded(fight: ParthosFight, who: str) -> None:
    """Somebody gives up: the fight is over if that leaves one side."""
    if who not in fight.fighters or fight.round is None or fight.over is not None:
        return
    fight.yielded.add(who)
    left = [name for name in fight.scene.names if fight.able(name)]
    sides = {fight.scene.side_of(name) for name in left}
    if len(sides) == 1:
        side = fight.scene.side_of(left[0])
        win(fight, left[0] if len(left) == 1 else _side_name(fight, side, left), "yielded", who)
    else:
        harm.loses_moves(fight, who, "he has yielded")


def fight_ends(fight: ParthosFight, act: FightEnd) -> None:
    """The PGM says that the fight is over."""
    if fight.encounter.record is None or fight.round is None:
        return
    winner = act.winner
    if winner is None and act.loser is not None:
        others = [
            name for name in fight.scene.names if fight.scene.side_of(name) != fight.scene.side_of(act.loser)
        ]
        winner = others[0] if len(others) == 1 else None
    if winner is None and act.loser is None:
        winner = _left_standing(fight)
    if fight.over is None:
        outcome = "yielded" if act.loser is not None else "won" if winner is not None else "ended"
        win(fight, winner, outcome, act.loser)
        fight.encounter.judge("fight", winner, ours=None, theirs=winner or "over", agrees=None, words=act)
    elif not fight.over_by_pgm:
        ours = fight.encounter.record.winner
        agrees = winner is None or ours is None or winner == ours
        fight.encounter.judge(
            "fight",
            winner,
            ours=ours,
            theirs=winner or "over",
            agrees=agrees,
            words=act,
            message=None if agrees else f"the PGM gives the fight to {winner}; by the record {ours} won it",
        )
        if not agrees and not fight.encounter.by_the_book:
            fight.encounter.record.winner = winner
    fight.over_by_pgm = True


def _left_standing(fight: ParthosFight) -> str | None:
    """Who has won where the PGM only says that it is over: who drew first blood, where the fight was to it,
    or the one side still on its feet."""
    if "blood" in (fight.terms or "").casefold() and fight.round is not None:
        struck = [attack.who for attack in fight.round.attacks if attack.dealt and attack.points]
        return struck[0] if struck else None
    sides = {fight.scene.side_of(name) for name in fight.scene.names}
    standing = [name for name in fight.scene.names if fight.able(name)]
    left = {fight.scene.side_of(name) for name in standing}
    return standing[0] if len(sides) > 1 and len(left) == 1 and len(standing) == 1 else None
