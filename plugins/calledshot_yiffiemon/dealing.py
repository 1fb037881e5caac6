"""Conditions of threat dealt out in the fight: the whole pool anew in one's own turn (YM-203, YM-204), what
is new in a pool that has grown at any time (YM-205), and in a move in which he has kept in combat (YM-845,
YM-846). Grounds against it that need no fight are `legality`'s.
"""

from __future__ import annotations

from calledshot.api import Move
from calledshot_yiffiemon import attack, figures, guard, moving, rolling, threat
from calledshot_yiffiemon.flow import Flow
from calledshot_yiffiemon.table import Table

Wanted = dict[tuple[str, str], int]
"""(on whom, which condition) → levels."""


def deal(table: Table, who: str, move: Move, *, own_turn: bool) -> Flow:
    """Deal out as declared, or refuse."""
    wanted: Wanted = {}
    for one in move.details.get("allocate", ()):
        key = (str(one["on"]), str(one["kind"]))
        wanted[key] = wanted.get(key, 0) + int(one["levels"])
    if not own_turn:
        against = _outside(table, who, wanted)
        if against is not None:
            table.refuse(who, against, "YM-205", "YM-203", move=move.text)
            return
    one_who = table.fighters[who]
    if one_who.assigns == "checked":
        wanted = yield from _checked(table, who, wanted, own_turn=own_turn)
    if own_turn:
        table.threats.redeal(who, wanted)
    else:
        for (on, kind), levels in wanted.items():
            table.threats.give(who, on, kind, levels, pooled=True)
        used = sum(levels for (on, _), levels in wanted.items() if on not in table.inside(who))
        if one_who.pool_before is not None:
            one_who.pool_before += used
    clause = "YM-203" if own_turn else "YM-205"
    for (on, kind), levels in wanted.items():
        table.enter_combat(on)
        table.note_threat(on, who)
        table.rule(
            "threat", "assigned", who, on, clauses=(clause,), condition=kind, levels=levels,
            level=table.threats.levels(on, kind, who), until="dealt anew",
        )  # fmt: skip
        table.ask_effect(kind)
    if one_who.pool is None:
        table.ask(
            f"pool {who}",
            f"how large is the Threaten By pool of {who}? {sum(wanted.values())} are dealt out",
            who,
            ("YM-203",),
            lambda size: pool_is(table, who, int(size)),
        )


def _checked(table: Table, who: str, wanted: Wanted, *, own_turn: bool) -> Flow:
    """YM-845: what is added takes an attack roll on a creature for a penalty, an attack skill check for a
    bonus; returns what comes of it."""
    dealt = table.threats.dealt(who)
    made: Wanted = {}
    for (on, kind), levels in wanted.items():
        has = dealt.get((on, kind), 0) if own_turn else 0
        level = None
        if levels > has and kind == "CAB":
            level = (yield from rolling.check(table, "attack skill", who, clauses=("YM-845",))).level
        elif levels > has:
            hard = attack.difficulty(figures.facts(table, who, on))
            roll = rolling.check(table, "attack", who, against=on, difficulty=hard, clauses=("YM-845",))
            level = (yield from roll).level
        if levels <= has or moving.may_assign("checked", level):
            made[on, kind] = levels
        elif has:
            made[on, kind] = has
    return made


def _in_move(table: Table, who: str, wanted: Wanted) -> str | None:
    """YM-846: why levels may not be dealt out to those who pass through his area; None where they may."""
    one, inside = table.fighters[who], table.inside(who)
    both = (*table.threats.dealt(who).items(), *wanted.items())
    total = sum(levels for (on, _), levels in both if not guard.exempt(on, inside))
    if one.pool is not None and total > one.pool + one.pool_extra:
        return f"pool exceeded: {total} with what is out, of a pool of {one.pool + one.pool_extra}"
    away = next((on for on, _ in wanted if table.in_area(on, who) is False), None)
    return None if away is None else f"{away} is not in his threat area"


def _outside(table: Table, who: str, wanted: Wanted) -> str | None:
    """YM-205: why levels may not be dealt out now, outside one's own turn; None where they may."""
    one = table.fighters[who]
    if one.assigns:
        return _in_move(table, who, wanted)
    before, pool = one.pool_before, one.pool
    if pool is None or before is None or pool + one.pool_extra <= before:
        return "only in his own turn"
    new = pool + one.pool_extra
    counted = {key: count for key, count in wanted.items() if not guard.exempt(key[0], table.inside(who))}
    if not threat.may_add(before, new, sum(counted.values())):
        return f"only the {new - before} new levels of the pool can be added now"
    for on, _ in counted:
        if table.in_area(on, who) is False and not table.threatens(who, on):
            return f"{on} is neither threatened nor in his threat area"
    return None


def pool_is(table: Table, who: str, size: int) -> None:
    """The GM tells the size of somebody's pool: levels that are out stay though it shrinks (YM-204); if it
    grows, what is new may be added at once (YM-205)."""
    one = table.join(who)
    before = one.pool
    dealt = sum(table.threats.dealt(who).values())
    one.pool = size
    one.pool_before = before if before is not None and size > before else None
    clauses = ("YM-205",) if one.pool_before is not None else ("YM-204",)
    table.rule("threat", "pool", who, clauses=clauses, pool=size, assigned=dealt, before=before)
