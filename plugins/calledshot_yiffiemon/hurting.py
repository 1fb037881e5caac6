"""Damage and what it does at once: points to the pools, Staggered 1 (YM-372, YM-373), and what bleeding
costs at the end of a turn (YM-313 … YM-315, YM-346 …).

The formulas of blows are the chapters', those of bleeding are `conditions`'.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from calledshot_yiffiemon import book, conditions, consequences, figures, staggered
from calledshot_yiffiemon.flow import Flow, Need
from calledshot_yiffiemon.state import Combatant
from calledshot_yiffiemon.table import Table


def hurt(table: Table, one: consequences.Hurt) -> Flow:
    """Ask for the dice, take off the armour, and deal it out."""
    rolled: int | None = 0
    stated: int | None = None
    if one.rolled is not None:
        rolled = one.rolled
    elif one.dice is not None:
        answer = yield from dice(table, one.by, one.dice, "damage", one.who, one.clauses, one.formula)
        if isinstance(answer, tuple):
            stated = int(answer[1])  # the GM has told the points
        else:
            rolled = answer
    if rolled is None:
        table.rule("damage", "unknown", one.by, one.who, clauses=one.clauses, formula=one.formula)
        return
    points = stated if stated is not None else one.points(rolled)
    armour = _armour(table, one)
    if stated is None and armour:
        points = max(0, points - armour)
    yield from deal(
        table,
        one.who,
        points,
        one.pool,
        by=one.by,
        formula=one.formula,
        rolled=rolled if one.dice is not None and stated is None else None,
        armour=armour,
        clauses=one.clauses,
        default=one.default,
    )
    if one.staggers:
        yield from _stagger_by_life(table, one.who, points, one.clauses)


class Blow(Struct, kw_only=True, eq=False):
    """A blow that lacks a figure: its dice while they are waited for (`waits`) and as they fell, whether the
    GM has said the points himself (`stated`), and what came of his answer in the meantime."""

    waits: bool = False
    stated: bool = False
    rolled: int | None = None
    answered: Any = None
    body: int = 0  # damage of who was struck, then


def is_told(table: Table, who: str, blow: Blow | None) -> bool:
    """Whether the GM has told the points of a blow, there and then or after its dice."""
    if blow is None:
        return False
    return blow.stated or (blow.rolled is not None and table.join(who).damage != blow.body)


def with_roll(one: consequences.Consequence, blow: Blow | None) -> consequences.Consequence:
    """A blow that is known by now, with the dice that have been rolled for it."""
    if blow is None or blow.rolled is None or not isinstance(one, consequences.Hurt):
        return one
    return replace(one, rolled=blow.rolled)


def of_unknown(table: Table, one: consequences.Hurt, blow: Blow) -> Flow:
    """The dice of a blow of which a figure is not known: rolled all the same. The points are unknown until
    the GM tells the figure, or them."""
    assert one.dice is not None
    blow.waits = True
    answer = yield from dice(table, one.by, one.dice, "damage", one.who, one.clauses, or_more=True)
    blow.waits = False
    if isinstance(answer, tuple):
        blow.stated = True
        yield from deal(table, one.who, int(answer[1]), one.pool, by=one.by, clauses=one.clauses)
    elif answer is not None:
        blow.rolled, blow.body = answer, table.join(one.who).damage
        table.unvalued = one.who
        if blow.answered is None and one.by is not None:
            table.encounter.cannot_check("damage: what is added to the dice", one.by)


def _armour(table: Table, one: consequences.Hurt) -> int | None:
    """What the armour takes off: its value as often as it counts; None where it is not known."""
    if not one.armour or one.pool == "shield":
        return 0
    value = figures.of(table, one.who).AC
    if value is None:
        if one.who in table.fighters:
            table.encounter.cannot_check("armour", one.who)
        return None
    return one.armour * max(0, value)


def dice(
    table: Table,
    who: str | None,
    wanted: str,
    what: str,
    target: str | None,
    clauses: Iterable[str],
    formula: str | None = None,
    *,
    or_more: bool = False,
) -> Flow:
    """Ask somebody for a sum of dice (`or_more` of them), which goes into `formula`. Returns it; ("stated",
    points) where the GM tells what comes of it; None where it will not come."""
    asked = wanted.lower()
    if who is not None:
        from calledshot_yiffiemon.rolling import take_early

        early = take_early(table, who, asked, what)
        if early is not None:
            return early
    goes: dict[str, Any] = {"formula": formula} if formula is not None else {}
    table.rule("request", "asked", who, target, clauses=clauses, what=what, dice=asked, **goes)
    details = {"or_more": True} if or_more else {}
    answer = yield Need(
        kind="dice", who=who, what=what, dice=asked, target=target, clauses=tuple(clauses), details=details
    )
    return answer


def deal(
    table: Table,
    who: str,
    points: int,
    pool: str,
    *,
    by: str | None = None,
    formula: str | None = None,
    rolled: int | None = None,
    armour: int | None = None,
    clauses: Iterable[str] = (),
    default: bool = False,
    **values: object,
) -> Flow:
    """Points to a pool: body, bleed, subdual, or a shield (which takes nothing of his)."""
    one = table.join(who)
    if table.unvalued == who:
        table.unvalued = None
    if pool == "subdual":
        one.subdual += points
    elif pool == "bleed":
        one.bleed += points
    elif pool == "body":
        one.damage += points
    if points or pool != "bleed":
        table.last_hurt[who] = points
    table.undo.append(lambda: _heal(one, pool, points))
    table.rule(
        "damage", "dealt" if pool != "shield" else "blocked", by, who,
        clauses=clauses, default=default, points=points, pool=pool, formula=formula, rolled=rolled,
        armour=armour, hpv=one.hpv, body=one.damage, subdual=one.subdual, bleed=one.bleed, **values,
    )  # fmt: skip
    if pool in ("subdual", "body"):
        yield from stagger(table, who)


def _heal(one: Combatant, pool: str, points: int) -> None:
    """Take damage back."""
    if pool == "subdual":
        one.subdual -= points
    elif pool == "bleed":
        one.bleed -= points
    elif pool == "body":
        one.damage -= points


def stagger(table: Table, who: str) -> Flow:
    """YM-371, YM-372, YM-373: levels of Staggered 1 that the damage comes to, and a Con check for each one
    that is new."""
    one = table.join(who)
    total = one.total
    if total is None:
        return
    due = min(conditions.staggered(total, one.figure("DT")), conditions.MOST_LEVELS)
    more = due - one.level("Staggered1")
    if more > 0:
        came = table.gain(who, "Staggered1", more, clauses=("YM-372", "YM-373"))
        yield from staggered_checks(table, who, came)


def staggered_checks(table: Table, who: str, levels: int) -> Flow:
    """YM-371: a Con check for each level gained."""
    from calledshot_yiffiemon.carry_out import plainly

    yield from plainly(table, staggered.gained(figures.facts(table, who), levels), who)


def _stagger_by_life(table: Table, who: str, points: int, clauses: Iterable[str]) -> Flow:
    """YM-773: levels of Staggered 2 by the life points that the body points lost are."""
    levels = book.life_points(table.campaign, points)
    if levels is None:
        key = f"life points {who} {table.checks}"

        def then(answer: int) -> Flow:
            return _gain_two(table, who, int(answer), ("YM-773",))

        table.ask(
            key,
            f"how many life points are the {points} body points that {who} loses? He gains as many levels"
            " of Staggered 2",
            who,
            ("YM-773",),
            then,
        )
        return
    yield from _gain_two(table, who, levels, clauses)


def _gain_two(table: Table, who: str, levels: int, clauses: Iterable[str]) -> Flow:
    if levels > 0:
        came = table.gain(who, "Staggered2", levels, clauses=clauses)
        yield from staggered_checks(table, who, came)


# -- the end of a turn -----------------------------------------------------------------------------


def turn_ends(table: Table, who: str) -> Flow:
    """The end-of-turn items of the turn just over: bleeding, fatigue bleeding, the check of Staggered 2."""
    one = table.fighters[who]
    length = one.turn.length
    if length is None:
        return
    yield from _bleeds(table, who, length)
    yield from _tires(table, who, length)
    from calledshot_yiffiemon.carry_out import plainly

    yield from plainly(table, staggered.turn_ends(figures.facts(table, who)), who)


def _bleeds(table: Table, who: str, length: Fraction) -> Flow:
    """YM-313, YM-314, YM-315, each by the levels that count for the turn (YM-300)."""
    one = table.fighters[who]
    fraction = str(table.setting("bleed.fraction"))
    broken = table.by_default("bleed.fraction") and length.denominator > 1
    if one.peak("Bleeding1"):
        bonus = _con_bonus(table, who)
        if bonus is not None:
            formula = str(table.setting("bleed1.formula"))
            points, one.owed = conditions.slow_bleeding(one.owed, length, bonus, formula, fraction)
            yield from deal(
                table, who, points, "bleed", formula=f"{_shown(length)}/{conditions.divisor(bonus)}",
                clauses=("YM-313",), default=table.by_default("bleed1.formula", "bleed.fraction"),
                owed=one.owed, cause="Bleeding 1",
            )  # fmt: skip
    for stage in ("Bleeding2", "Bleeding3"):
        levels = one.peak(stage)
        if not levels:
            continue
        bonus = _con_bonus(table, who)
        if bonus is None:
            continue
        inits, one.owed_time = conditions.whole_inits(one.owed_time, length, fraction)
        clause = conditions.BLEEDING_CLAUSE[stage]
        rolled: int | None = 0
        sides = conditions.BLEEDING[stage][0]
        if inits:
            answer = yield from dice(table, who, f"{inits}d{sides}", "bleeding", None, (clause,))
            if isinstance(answer, tuple):
                yield from deal(table, who, int(answer[1]), "bleed", clauses=(clause,))
                continue
            rolled = answer
        if rolled is None:
            table.rule("damage", "unknown", None, who, clauses=(clause,), formula=f"{inits}D{sides}")
            continue
        points = conditions.bleeding(stage, rolled, inits, bonus, levels)
        yield from deal(
            table, who, points, "bleed", formula=f"{inits}D{sides}{-inits * bonus:+d}",
            rolled=rolled, clauses=(clause, "YM-300"), default=broken, owed=one.owed_time,
            cause=conditions.WORDS[stage],
        )  # fmt: skip


def _tires(table: Table, who: str, length: Fraction) -> Flow:
    """YM-346, YM-348, YM-350: subdual damage of Fatigue Bleeding, once a turn (Amb-12)."""
    one = table.fighters[who]
    how = str(table.setting("fatigue.dice"))
    times = 1
    if table.setting("fatigue.when") == "per_init":
        times = int(length)
    for stage in conditions.FATIGUE:
        levels = one.peak(stage)
        if not levels:
            continue
        clause = conditions.FATIGUE_CLAUSE[stage]
        sides, _ = conditions.fatigue_die(stage, how)
        for _ in range(times):
            bonus = _con_bonus(table, who)
            if bonus is None:
                return
            answer = yield from dice(table, who, f"1d{sides}", "fatigue", None, (clause,))
            if answer is None:
                table.rule("damage", "unknown", None, who, clauses=(clause,), formula=f"1D{sides}")
                continue
            stated = isinstance(answer, tuple)
            points = int(answer[1]) if stated else conditions.fatigue(stage, answer, bonus, levels, how)
            yield from deal(
                table, who, points, "subdual", formula=f"1D{sides}{-bonus:+d}", clauses=(clause, "YM-300"),
                rolled=None if stated else answer, default=table.by_default("fatigue.when", "fatigue.dice"),
                cause=conditions.WORDS[stage],
            )  # fmt: skip


def _con_bonus(table: Table, who: str) -> int | None:
    """ConB; the GM is asked where nobody knows it, and this turn's bleeding is left out."""
    bonus = figures.of(table, who).ConB
    if bonus is None:

        def then(answer: int) -> None:
            table.told[who, "ConB"] = int(answer)

        table.ask(f"ConB {who}", f"what is the ConB of {who}, who bleeds?", who, ("YM-313",), then)
    return bonus


def _shown(value: Fraction) -> str:
    return f"{value.numerator}" if value.denominator == 1 else f"{float(value):g}"
