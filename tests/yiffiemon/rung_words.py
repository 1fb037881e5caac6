"""How the tests of the ladders write what a rung brings: a short line a consequence, a table a ladder."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from calledshot.api import replace
from calledshot_yiffiemon import consequences as c
from calledshot_yiffiemon.facts import Facts, Figures
from calledshot_yiffiemon.ladders import LADDERS
from calledshot_yiffiemon.moments import words
from calledshot_yiffiemon.settings import LEVELS

ANN = Figures(
    attack_skill=6,
    move_skill=5,
    healing=8,
    taunt=4,
    OCV=30,
    DCV=18,
    ConB=1,
    StrB=2,
    WSB=1,
    EL=5,
    PB=2,
    FPB=3,
    AC=1,
    MR=Fraction(5),
    Str=40,
    ammo=3,
    pool=4,
    in_combat=True,
)
ORC = Figures(
    attack_skill=9, move_skill=3, OCV=25, DCV=20, ConB=2, StrB=1, AC=2, MR=Fraction(3), Str=25, shield=False
)
FACTS = Facts(actor="Ann", target="Orc", figures={"Ann": ANN, "Orc": ORC}, amount=4)
"""Ann acts on the Orc, with an amount of 4."""

Row = tuple[str, str, tuple[str, ...]]
"""Clauses (all that are named), level, and the lines of what it brings, in order."""


def facts(**changes: Any) -> Facts:
    """Ann's facts with changes; `ann` and `orc` are changes of their figures."""
    ann, orc = changes.pop("ann", {}), changes.pop("orc", {})
    made = replace(FACTS, **changes)
    figures = dict(made.figures)
    figures["Ann"], figures["Orc"] = replace(figures["Ann"], **ann), replace(figures["Orc"], **orc)
    return replace(made, figures=figures)


def brought(ladder: str, level: str, given: Facts) -> tuple[str, ...]:
    """What a rung brings, in lines; a rung that says it brings nothing has none."""
    return tuple(line for one in LADDERS[ladder](level, given) if (line := say(one)))


def check_ladder(ladder: str, given: Facts, rows: tuple[Row, ...]) -> None:
    """Every level brings its row and nothing else, by its clause; a level next to it does not bring the same
    by the same clauses."""
    assert [level for _, level, _ in rows] == list(LEVELS)
    clauses = {level: clause for clause, level, _ in rows}
    for clause, level, lines in rows:
        assert brought(ladder, level, given) == lines, (ladder, level)
        named = _clauses(LADDERS[ladder](level, given))
        assert named == set(clause.split()), (ladder, level, named)
        assert all(one.clauses for one in LADDERS[ladder](level, given)), (ladder, level)
        for near in _next_to(level):
            if clauses[near] != clause:
                assert LADDERS[ladder](near, given) != LADDERS[ladder](level, given), (ladder, level, near)
                assert _clauses(LADDERS[ladder](near, given)) != named, (ladder, level, near)


def defaults(ladder: str, level: str, given: Facts) -> list[bool]:
    """Whether each consequence rests on one of our default rulings."""
    return [one.default for one in LADDERS[ladder](level, given)]


def settings(**values: Any) -> Mapping[str, Any]:
    """Settings by name, a double underscore for each dot."""
    return {name.replace("__", "."): value for name, value in values.items()}


def say(one: c.Consequence) -> str:
    """A consequence in a line; empty for a mere note."""
    said = _SAYING[type(one)](one)
    return " ".join(said.split())


def _effect(one: Any) -> str:
    effect = one.effect
    more = "".join(f" {key}={value}" for key, value in effect.details.items())
    whom = f"on {effect.check or 'any'} of {effect.rolls_of or 'anyone'}"
    against = f" vs {effect.against}" if effect.against else ""
    return f"{effect.value:+d} {whom}{against} until {words(effect.until)}{more}"


def _chance(one: Any) -> str:
    marks = {
        "alone": not one.passes_on,
        "at once": one.immediate,
        "after": one.after,
        "with power": one.power,
        "stops": one.stops_move,
        f"mod {one.mod:+d}": one.mod,
    }
    what = "/".join(one.what)
    return f"{what} by {'/'.join(one.by)} on {one.against} {' '.join(key for key, on in marks.items() if on)}"


def _check(one: Any) -> str:
    against = f" vs {one.against}" if one.against else ""
    marks = {f"mod {one.mod:+d}": one.mod, "optional": one.optional, f"also {one.also}": one.also}
    more = " ".join(key for key, on in marks.items() if on)
    return f"check {one.kind} of {one.who}{against} at {one.difficulty} for {one.ladder} {more}"


def _hurt(one: Any) -> str:
    marks = {
        f"least {one.least}": one.least,
        f"plus {one.plus}": one.plus,
        f"armour {one.armour}": one.armour,
        one.pool: one.pool != "body",
        "staggers": one.staggers,
    }
    figure = one.formula if one.dice else str(one.points())
    return f"hurt {one.who} {figure} {' '.join(key for key, on in marks.items() if on)}"


def _gain(one: Any) -> str:
    source = f" from {one.source}" if one.source else ""
    expires = f" for {one.expires}" if one.expires is not None else ""
    until = f" until {words(one.until)}" if one.until is not None else ""
    return f"{one.who} gains {one.levels} {one.condition}{source}{expires}{until}"


def _choose(one: Any) -> str:
    lines = {name: "; ".join(filter(None, map(say, out))) for name, out in one.options.items()}
    return f"{one.who} chooses {one.about}: " + " | ".join(f"{k}: {v}" for k, v in lines.items())


def _ask(one: Any) -> str:
    return f"ask {one.fact[0]} {one.fact[1]}" if one.fact else f"ask {one.key}"


_SAYING: Mapping[type, Any] = {
    c.Apply: _effect,
    c.Opportunity: _chance,
    c.Check: _check,
    c.Gain: _gain,
    c.Lose: lambda one: f"{one.who} loses {'all' if one.levels is None else one.levels} {one.condition}",
    c.Hurt: _hurt,
    c.Attack: lambda one: (
        f"{one.who} attacks {one.target} mod {one.mod:+d}{' with power' if one.power else ''}"
    ),
    c.Reread: lambda one: f"read again {one.mod:+d}",
    c.Place: lambda one: f"{one.who} {'inside' if one.inside else 'outside'} guard of {one.target}",
    c.State: lambda one: f"{one.who} {one.flag}={one.value}{' quiet' if one.quiet else ''}",
    c.StopMove: lambda one: (
        f"{one.who} {'is stopped' if one.forced else 'moves no more'}"
        + (f" for {one.expires}" if one.expires is not None else "")
    ),
    c.NoMoves: lambda one: f"{one.who} no moves",
    c.Wait: lambda one: f"{one.who} waits {one.inits}",
    c.Reach: lambda one: f"{one.who} reaches {one.band}",
    c.PoolGrows: lambda one: f"{one.who} pool +{one.by}",
    c.Spend: lambda one: f"{one.who} spends {one.rounds}",
    c.Standing: lambda one: (
        f"standing of {one.who} on {one.on}: {one.ladder} {one.level} {one.amount} until {words(one.until)}"
    ),
    c.Choose: _choose,
    c.Refuse: lambda one: f"refused {one.who}: {one.reason}",
    c.AskGm: _ask,
    c.Note: lambda one: "",
}


def _clauses(out: tuple[c.Consequence, ...]) -> set[str]:
    return {clause for one in out for clause in one.clauses}


def _next_to(level: str) -> list[str]:
    at = LEVELS.index(level)
    return [LEVELS[near] for near in (at - 1, at + 1) if 0 <= near < len(LEVELS)]
