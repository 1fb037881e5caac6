"""Declared paths as the fight walks them: their steps, how many Moves they are, and whom they lead to.

Whether one may go there is `legality`; walking is `walking`.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import TYPE_CHECKING

from calledshot.api import Move, Point, Step, number, straight_path, within
from calledshot_yiffiemon import ways

if TYPE_CHECKING:
    from calledshot_yiffiemon.table import Table

FINEST = 1000
"""Parts of a Move to which a last, shorter step is rounded."""


def path_of(move: Move, key: str = "path") -> tuple[Step, ...]:
    """The steps of a declared path; toward the target where a move names one and tells nothing else."""
    steps = ways.steps(move.details.get(key, ()))
    if not steps and key == "path" and move.action in ("move", "run") and move.target is not None:
        return (Step(toward=move.target, count=move.feet),)
    return steps


def moves_of(table: Table, who: str, steps: tuple[Step, ...]) -> Fraction | None:
    """The number of Moves of a path: as said, or by the places it leads through; None where neither tells."""
    if steps and all(step.count is not None for step in steps):
        return sum((number(step.count) for step in steps if step.count is not None), Fraction(0))
    points = points_of(table, who, steps)
    return points[-1][1] if points else None


def points_of(table: Table, who: str, steps: tuple[Step, ...]) -> list[tuple[Point, Fraction]]:
    """The places a path leads through, each with the Moves made until then; none where his own place, or
    where he goes, is unknown."""
    start, one = table.scene.places.get(who), table.fighters.get(who)
    if start is None or one is None or sum(step.count or 0 for step in steps) > ways.MOST_MOVES:
        return []
    unit = ways.length(one)
    if unit <= 0:
        return []
    found: list[tuple[Point, Fraction]] = []
    here, made = start, Fraction(0)
    for at in straight_path(start, steps, _goals(table, who, start, steps, unit), unit):
        made += _moves(here, at, unit)
        found.append((at, made))
        here = at
    return found


def _goals(
    table: Table, who: str, start: Point, steps: tuple[Step, ...], unit: Fraction
) -> Mapping[str, Point]:
    """Where everybody stands, as a path leads there: whoever goes "toward" an enemy, and does not say how
    far, stops where that one's melee guard begins (YM-721)."""
    places = table.scene.places
    for index, step in enumerate(steps):
        name = step.toward
        if step.count is not None or name is None or name not in places or name not in table.opponents(who):
            continue
        guard = table.guard_distance(name)
        if guard is None or ways.is_archer(table.fighters[name]) is not False or name in table.inside(who):
            continue
        here = [start, *straight_path(start, steps[:index], places, unit)][-1]
        places = {**places, name: ways.edge(here, places[name], guard)}
    return places


def _moves(here: Point, at: Point, unit: Fraction) -> Fraction:
    """The Moves of one step: one, or the part of one that the last step of a leg is."""
    if not within(here, at, unit * (1 - Fraction(1, FINEST))):
        return Fraction(1)
    squared = ((at[0] - here[0]) ** 2 + (at[1] - here[1]) ** 2) / (unit * unit)
    return Fraction(float(squared) ** 0.5).limit_denominator(FINEST)


def straight_at(table: Table, who: str, steps: tuple[Step, ...]) -> str | None:
    """Whom a path leads straight toward (YM-702); empty where it bends or leads to nobody, None where nobody
    knows."""
    named = {step.toward for step in steps}
    if len(named) == 1 and None not in named:
        return named.pop()
    if len(named) > 1 or len({step.direction for step in steps}) != 1:
        return ""
    points, start = points_of(table, who, steps), table.scene.places.get(who)
    if not points or start is None:
        return None
    end = points[-1][0]
    others = {name: table.scene.places.get(name) for name in table.opponents(who)}
    for name, at in others.items():
        if at is not None and _on_the_way(start, end, at):
            return name
    return None if None in others.values() else ""


def _on_the_way(start: Point, end: Point, goal: Point) -> bool:
    """Whether the way from start to end points exactly at the goal."""
    ux, uy = end[0] - start[0], end[1] - start[1]
    vx, vy = goal[0] - start[0], goal[1] - start[1]
    return ux * vy == uy * vx and ux * vx + uy * vy > 0


def archer(table: Table, name: str | None) -> bool:
    """Whether somebody's guard is that of a ranged attacker (YM-221)."""
    one = table.fighters.get(name or "")
    return one is not None and bool(ways.is_archer(one))
