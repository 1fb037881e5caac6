"""What is done when an action resolves (YM-108): its roll, with what bears on it, and the ladder read.

What an action costs and when it resolves is `doing`; what its roll brings is its chapter's ladder.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from calledshot.api import Move
from calledshot_yiffiemon import (
    attack,
    carry_out,
    charge,
    dive,
    facts,
    figures,
    guard,
    healing,
    paths,
    pushing,
    sliding,
    spending,
    walking,
)
from calledshot_yiffiemon.checks import Part
from calledshot_yiffiemon.facts import Facts, Unknown
from calledshot_yiffiemon.flow import Flow, Postponed
from calledshot_yiffiemon.state import Queued
from calledshot_yiffiemon.table import Table


def resolve_pending(table: Table, who: str) -> Flow:
    """YM-108: the action of the turn that is over comes to its end."""
    one = table.fighters[who]
    pending, one.pending = one.pending, None
    if pending is None or one.out:
        return
    table.rule(
        "action", "resolved", who, pending.move.target, clauses=("YM-108",), action=pending.move.action,
        move=pending.text, at=table.now,
    )  # fmt: skip
    try:
        yield from resolve(table, who, pending.move)
    except Postponed:
        one.pending = pending
        raise


def resolve(table: Table, who: str, move: Move) -> Flow:
    handler = _RESOLVE.get(move.action)
    if handler is not None:
        yield from handler(table, who, move)


def choices_of(move: Move) -> dict[str, str]:
    """What a declaration chose, by target ("" for all of them)."""
    return {str(key): str(value) for key, value in move.details.get("choose", {}).items()}


def _attack(table: Table, who: str, move: Move) -> Flow:
    yield from carry_out.normal_attack(
        table,
        who,
        move.target,
        weapon=move.instrument,
        first=True,
        action_id=table.new_action(who, "attack"),
    )


def _assist(table: Table, who: str, move: Move) -> Flow:
    """YM-601 …, YM-620 …: an attack skill check; inside a guard the crossing counts for that target
    (YM-725)."""
    table.enter_combat(who)
    yield from spending.assist(
        table,
        who,
        move.action,
        choices=_for_everybody(table, who, choices_of(move)),
        weapon=move.instrument,
    )


def _for_everybody(table: Table, who: str, said: dict[str, str]) -> dict[str, str]:
    """A choice that names nobody is for every target in the area."""
    if "" not in said:
        return said
    return {**dict.fromkeys(table.in_area_of(who), said[""]), **said}


def _charge(table: Table, who: str, move: Move) -> Flow:
    known = figures.facts(table, who, move.target, using=move.instrument)
    table.enter_combat(who, move.target)
    yield from carry_out.checked(
        table,
        "attack",
        who,
        "charge",
        against=move.target,
        difficulty=attack.difficulty(known),
        parts=_worth(table, known, charge.roll_modifier, "move skill"),
        action="charge",
        action_id=table.new_action(who, "charge"),
        weapon=move.instrument,
        clauses=("YM-402", "YM-703"),
        first=True,
        choices=choices_of(move),
    )


def _worth(table: Table, known: Facts, make: Callable[[Facts], int], why: str) -> list[Part]:
    """A modifier that the chapter makes of a figure; the GM is asked where that is not known."""
    try:
        value = make(known)
    except Unknown as lack:
        question = facts.ask(("YM-001",), lack)
        figure = (lack.whose, lack.name)

        def then(answer: Any) -> None:
            table.told[figure] = int(answer)

        table.ask(question.key, question.question, figure[0], question.clauses, then)
        return []
    return [Part(value=value, why=why)] if value else []


def _cross_guard(table: Table, who: str, move: Move) -> Flow:
    """YM-727, YM-731, YM-751."""
    target = move.target
    if target is None:
        return
    known = figures.facts(table, who, target)
    if table.fighters[target].in_combat is False and not _hostile_here(table, who, target):
        yield from carry_out.plainly(table, guard.out_of_combat(known), who, target)
        return
    ranged = paths.archer(table, target)
    points = paths.points_of(table, who, paths.path_of(move))
    table.crossing[who] = points[-1][0] if points else None
    yield from carry_out.checked(
        table,
        "move" if ranged else "dodge",
        who,
        "archer_guard" if ranged else "cross_guard",
        against=target,
        action="cross_guard",
        action_id=table.new_action(who, "cross_guard"),
        clauses=("YM-751",) if ranged else ("YM-731",),
        first=True,
        choices=choices_of(move),
    )


def _hostile_here(table: Table, who: str, target: str) -> bool:
    """A creature whose sheet does not say that it is out of combat counts as in it when somebody comes at
    it."""
    return bool(table.fighters[target].sheet.in_combat is not False and not table.fighters[target].left)


def _dive(table: Table, who: str, move: Move) -> Flow:
    """YM-770 …: first what the dive costs the actor, then its roll."""
    target = move.target
    last = table.fighters[who].last
    before = table.fighters[who].turn
    flown = last if last is not None and last is not before else None
    height = dive.metres(None if flown is None else flown.moves, table.fighters[who].MR)
    fall = yield from walking.fall(table, who, target, height)
    table.enter_combat(who, target)
    known = figures.facts(table, who, target, using=move.instrument, fall=fall)
    yield from carry_out.told(table, "dive_start", "NS", known)
    yield from carry_out.checked(
        table,
        "attack",
        who,
        "dive",
        against=target,
        difficulty=attack.difficulty(known),
        facts={"fall": table.told.get(("", "fall"), fall)},
        action="dive",
        action_id=table.new_action(who, "dive"),
        weapon=move.instrument,
        clauses=("YM-402",),
        first=True,
        choices=choices_of(move),
    )


def _heal(table: Table, who: str, move: Move) -> Flow:
    target = move.target if move.target is not None else who
    table.join(target)
    chosen = {"condition": str(move.details["condition"])} if move.details.get("condition") else {}
    known = figures.facts(table, who, target, choices=chosen)
    yield from carry_out.plainly(table, healing.treat(known), who, target, choices=chosen)


def _distance(table: Table, who: str, move: Move) -> Flow:
    """YM-211: a ranged threat distance, new or only changed."""
    one = table.fighters[who]
    way = move.details.get("direction")
    changing = one.band is not None and way is None
    if way is not None:
        one.direction = str(way)
    held = one.weapon(move.instrument)
    name = held.name if held is not None and held.name is not None else move.instrument
    yield from carry_out.checked(
        table,
        "attack skill",
        who,
        "threat_distance",
        facts={"band": one.band, "changing": changing, "weapon": name},
        action="threat_distance",
        weapon=name,
        clauses=("YM-211",),
        first=True,
    )


def _slide(table: Table, who: str, move: Move) -> Flow:
    """YM-901 …: an attack roll with the Taunt skill off it; then both go where the actor said."""
    target = move.target
    known = figures.facts(table, who, target)
    table.enter_combat(who, target)
    table.fighters[who].stopped_moving = False
    outcome = yield from carry_out.checked(
        table,
        "attack",
        who,
        "slide",
        against=target,
        difficulty=attack.difficulty(known),
        parts=_worth(table, known, sliding.roll_modifier, "Taunt skill"),
        action="slide",
        action_id=table.new_action(who, "slide"),
        clauses=("YM-402", "YM-902"),
        first=True,
    )
    if outcome.level is not None and not table.fighters[who].stopped_moving:
        yield from walking.slides(table, who, target, move)


def _push(table: Table, who: str, move: Move, parts: Sequence[Part] = ()) -> Flow:
    """YM-920 …: a roll on the difference of strengths; then the target goes where it is pushed."""
    target = move.target
    known = figures.facts(table, who, target)
    table.enter_combat(who, target)
    table.fighters[who].stopped_moving = False
    if move.details.get("pivot") and target is not None:
        move = yield from walking.pivots(table, who, target, move)
    outcome = yield from carry_out.checked(
        table,
        "attack",
        who,
        "push",
        against=target,
        line=pushing.base_line(known),
        parts=parts,
        action="push",
        action_id=table.new_action(who, "push"),
        clauses=("YM-922",),
        first=True,
    )
    if outcome.level is not None and not table.fighters[who].stopped_moving:
        yield from walking.pushes(table, who, target, move)


def opportunity(table: Table, one: Queued, parts: Sequence[Part]) -> Flow:
    """An opportunity that is no attack: a push, crossing a guard, healing once more."""
    move = Move(action=one.what, target=one.against, text=one.text)
    if one.what == "push":
        yield from _push(table, one.by, move, parts)
    elif one.what == "cross_guard":
        yield from _cross_guard(table, one.by, move)
    elif one.what == "heal":
        yield from _heal(table, one.by, move)


_RESOLVE: Mapping[str, Callable[[Table, str, Move], Flow]] = {
    "attack": _attack,
    "melee_assist": _assist,
    "ranged_assist": _assist,
    "charge": _charge,
    "cross_guard": _cross_guard,
    "dive": _dive,
    "heal": _heal,
    "threat_distance": _distance,
    "slide": _slide,
    "push": _push,
    "move": walking.walks,
    "run": walking.walks,
}
