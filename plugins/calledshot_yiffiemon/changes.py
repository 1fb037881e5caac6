"""Carries out what a rung brings at once, without anybody being asked: modifiers, levels that go, places, and
the like. What needs a roll or an answer is `carry_out`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from msgspec import Struct

from calledshot_yiffiemon import attack, checks, consequences, moments, ways
from calledshot_yiffiemon.board import Stands
from calledshot_yiffiemon.checks import Outcome
from calledshot_yiffiemon.facts import Facts
from calledshot_yiffiemon.table import Table


class Read(Struct, frozen=True, kw_only=True):
    """A check whose ladder is read: the outcome, the ladder and the facts, and the check whose rung asked for
    this one. `weapon` and `action` are the declaration's."""

    outcome: Outcome
    ladder: str
    facts: Facts
    outer: Read | None = None
    weapon: str | None = None
    action: str | None = None


def apply(table: Table, one: consequences.Apply, read: Read) -> None:
    table.apply(one.effect, one.clauses, default=one.default)


def lose(table: Table, one: consequences.Lose, read: Read) -> None:
    table.lose(one.who, one.condition, one.levels, clauses=one.clauses, default=one.default)


def place(table: Table, one: consequences.Place, read: Read) -> None:
    if one.inside:
        _stands(table, one.who, one.target)
        table.enter_guard(one.who, one.target, one.clauses, default=one.default)
    else:
        table.leave_guard(one.who, one.target, one.clauses)


def _stands(table: Table, who: str, target: str) -> None:
    """YM-729: he takes the spot that he said, inside the guard; where he said none, nobody knows which."""
    spot = table.crossing.pop(who, None)
    guard, there = table.guard_distance(target), table.scene.places.get(target)
    if guard is None or there is None or who not in table.scene.places:
        return
    if spot is not None and ways.inside(spot, there, guard):
        table.scene.place(who, spot)
    elif not ways.inside(table.scene.places[who], there, guard):
        table.scene.moved(who)


def no_moves(table: Table, one: consequences.NoMoves, read: Read) -> None:
    who = table.join(one.who)
    who.barred_turns = 2  # the turn that is on now, and the next
    who.barred_until = None
    table.rule(
        "state", "changed", one.who, clauses=one.clauses, default=one.default, flag="may_move", value=False
    )


def wait(table: Table, one: consequences.Wait, read: Read) -> None:
    table.spend(one.who, one.inits)


def reach(table: Table, one: consequences.Reach, read: Read) -> None:
    who = table.join(one.who)
    who.band = one.band
    table.rule(
        "threat", "distance", one.who, clauses=one.clauses, default=one.default, band=one.band,
        distance=table.threat_distance(one.who), direction=who.direction,
    )  # fmt: skip
    if checks.reached(str(read.outcome.level), "NS"):
        table.happened(moments.distance_success(one.who, read.weapon or ""))


def pool(table: Table, one: consequences.PoolGrows, read: Read) -> None:
    who = table.join(one.who)
    before = None if who.pool is None else who.pool + who.pool_extra
    who.pool_extra += one.by
    after = None if before is None else before + one.by
    table.rule("threat", "pool", one.who, clauses=one.clauses, pool=after, grows=one.by)


def spend(table: Table, one: consequences.Spend, read: Read) -> None:
    who = table.join(one.who)
    if who.ammo is not None:
        who.ammo = max(0, who.ammo - one.rounds)
    table.rule(
        "ammo", "spent", one.who, clauses=one.clauses, default=one.default, rounds=one.rounds, ammo=who.ammo
    )


def standing(table: Table, one: consequences.Standing, read: Read) -> None:
    table.standing.append(Stands(what=one, choices=dict(read.facts.choices), born=table.serial))
    table.rule(
        "effect", "stands", one.who, clauses=one.clauses, on=one.on, level=one.level, amount=one.amount,
        until=moments.words(one.until),
    )  # fmt: skip


def note(table: Table, one: consequences.Note, read: Read) -> None:
    table.rule(
        "note", "read", read.facts.actor, read.facts.target, clauses=one.clauses, default=one.default,
        words=one.words, level=read.outcome.level,
    )  # fmt: skip


ATTACKED = {
    "CF": "critical_failure",
    "NF": "miss",
    "BS": "shield_hit",
    "NS": "hit",
    "SS": "severe_hit",
    "CS": "deadly_hit",
}


def attacked(table: Table, read: Read) -> None:
    """The result of an attack roll in the words of a Normal Attack."""
    outcome = read.outcome
    level, _ = attack.mirror(str(outcome.level), read.facts)
    table.rule(
        "attack",
        ATTACKED[str(outcome.level)],
        outcome.who,
        outcome.target,
        clauses=("YM-402",) if outcome.difficulty is not None else (),
        level=outcome.level,
        amount=outcome.amount,
        roll=outcome.roll,
        effective=outcome.effective,
        defender_level=level,
        power=read.facts.power,
    )


HANDLERS: Mapping[type, Callable[[Table, Any, Read], None]] = {
    consequences.Apply: apply,
    consequences.Lose: lose,
    consequences.Place: place,
    consequences.NoMoves: no_moves,
    consequences.Wait: wait,
    consequences.Reach: reach,
    consequences.PoolGrows: pool,
    consequences.Spend: spend,
    consequences.Standing: standing,
    consequences.Note: note,
}
