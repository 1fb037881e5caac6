"""Paths as legality looks at them: how near one comes to somebody, where it ends, which way somebody is
pushed. Exact where the way has a rational length.

What a path costs, and what is met on it, is the fight's.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import zip_longest
from typing import Any

from calledshot.api import Point, Step, at_least, distance, number, replace, straight_path, within
from calledshot_yiffiemon.state import Combatant, is_ranged

Told = Sequence[Mapping[str, Any]]
"""A path as a declaration's details hold it."""
MOST_MOVES = 1000
"""Moves of a path that is looked at step by step; a longer one is a slip of the pen, and not judged."""
FINEST = 10**6
"""Parts of a length that a place off the axes may be wrong by."""
ARCS = 64
"""Pieces of a way around somebody, at most."""


def steps(path: Told) -> tuple[Step, ...]:
    """The legs of a told path."""
    return tuple(Step(**{**leg, "to": tuple(leg["to"])} if "to" in leg else leg) for leg in path)


def known_legs(path: Told) -> list[Step]:
    """The legs up to the first of no stated length: nobody knows where he stops on that."""
    known = []
    for step in steps(path):
        if step.count is None and step.to is None:
            break
        known.append(step)
    return known


def walk(start: Point, path: Told, places: Mapping[str, Point], who: Combatant) -> list[Point] | None:
    """Every place a path touches, Move by Move; None where it is too long to be meant."""
    known = known_legs(path)
    if sum(step.count or 0 for step in known) > MOST_MOVES:
        return None
    return straight_path(start, known, places, length(who))


def turns(start: Point, path: Told, places: Mapping[str, Point], who: Combatant) -> list[Point]:
    """The ends of a path's straight legs, with points between on a way around somebody."""
    found, here = [], start
    for leg in known_legs(path):
        if leg.count is None:
            piece = straight_path(here, (leg,), places, _far(here, leg))
        else:
            parts = min(ARCS, max(1, math.ceil(leg.count))) if leg.around is not None else 1
            unit = number(leg.count) * length(who) / parts
            piece = straight_path(here, (replace(leg, count=parts),), places, unit) if unit else []
            if not piece and unit and leg.direction is None:
                break  # toward or around somebody whose place is not known: where he is now, nobody knows
        found += piece
        here = piece[-1] if piece else here
    return found


def length(who: Combatant) -> Fraction:
    """One Move of his in the unit of the places: the sheet's Move; where it has none, places are in Moves."""
    return number(who.sheet.Move) if who.sheet.Move else Fraction(1)


def is_archer(one: Combatant) -> bool | None:
    """Whether his guard is a ranged one (YM-221); None where nobody knows what he fights with."""
    weapon = one.weapon()
    if weapon is not None:
        return is_ranged(weapon)
    if one.sheet.guard_distance is not None or one.sheet.NWI is not None or one.sheet.hand_to_hand:
        return False
    return None


def comes_within(
    start: Point, path: Told, places: Mapping[str, Point], who: Combatant, at: Point, guard: Fraction
) -> float | None:
    """How near to `at` a path comes that enters the distance `guard` from outside; None where it does not."""
    here = start
    for place in turns(start, path, places, who):
        near = _nearest(here, place, at)
        if near < guard * guard and not inside(here, at, guard):
            return math.sqrt(near)
        here = place
    return None


def last_place(start: Point | None, path: Told, places: Mapping[str, Point], who: Combatant) -> Point | None:
    """Where a path ends; None where that is not told."""
    legs = steps(path)
    if legs and legs[-1].to is not None:
        return number(legs[-1].to[0]), number(legs[-1].to[1])
    if start is None or not legs or len(known_legs(path)) < len(legs):
        return None
    walked = turns(start, path, places, who)
    return walked[-1] if walked else None


def held_in_area(
    here: Point,
    there: Point,
    details: Mapping[str, Any],
    places: Mapping[str, Point],
    who: Combatant,
    target: Combatant,
    area: Fraction,
) -> float | None:
    """The distance at which the target of a slide leaves the area of who slides it, each Move of the one with
    the same Move of the other, who has his own length of it; None where it stays in."""
    own = walk(here, details.get("other_path", ()), places, who)
    theirs = walk(there, details.get("path", ()), places, target)
    for mine, its in zip_longest(own or (), theirs or ()):
        here, there = mine or here, its or there
        if not within(here, there, area):
            return distance(here, there)
    return None


def away(
    here: Point,
    there: Point,
    details: Mapping[str, Any],
    places: Mapping[str, Point],
    target: Combatant,
    least: int,
) -> float | None:
    """The angle of the first step of a push that goes less than `least` degrees away from who pushes, who
    may follow; None where all of it goes far enough away."""
    for place in walk(there, details.get("path", ()), places, target) or ():
        if here != there and not at_least(place, there, here, least):
            return _angle(place, there, here)
        if details.get("follows"):
            here = (here[0] + place[0] - there[0], here[1] + place[1] - there[1])
        there = place
    return None


def inside(here: Point, at: Point, reach: Fraction) -> bool:
    """Whether one is nearer than a distance, exactly."""
    return (here[0] - at[0]) ** 2 + (here[1] - at[1]) ** 2 < reach * reach


def edge(here: Point, at: Point, reach: Fraction) -> Point:
    """Where the straight way to a place comes to be `reach` away from it, never nearer; here where it already
    is."""
    apart = distance(here, at)
    if apart == 0 or inside(here, at, reach):
        return here
    for length in (reach, reach * (1 + Fraction(1, FINEST))):  # the second where the first is rounded inwards
        share = length / Fraction(apart).limit_denominator(FINEST * 1000)
        place = (at[0] + (here[0] - at[0]) * share, at[1] + (here[1] - at[1]) * share)
        if not inside(place, at, reach):
            return place
    return here


def shown(value: float | Fraction | str | None, figures: int = 3) -> str:
    """A length, a time or an angle for a message, with so many figures after the point at most."""
    return "?" if value is None else f"{round(float(value), figures):g}"


def _far(here: Point, leg: Step) -> Fraction:
    """A step that reaches the place of a leg at once."""
    assert leg.to is not None
    return abs(here[0] - number(leg.to[0])) + abs(here[1] - number(leg.to[1])) + 1


def _nearest(a: Point, b: Point, at: Point) -> Fraction:
    """The square of the least distance of the line from a to b to a point."""
    way = (b[0] - a[0], b[1] - a[1])
    whole = way[0] ** 2 + way[1] ** 2
    share = Fraction(0)
    if whole:
        along = (at[0] - a[0]) * way[0] + (at[1] - a[1]) * way[1]
        share = min(Fraction(1), max(Fraction(0), along / whole))
    place = (a[0] + way[0] * share, a[1] + way[1] * share)
    return (place[0] - at[0]) ** 2 + (place[1] - at[1]) ** 2


def _angle(a: Point, at: Point, b: Point) -> float:
    """Degrees between the ways from `at` to a and to b."""
    u = (float(a[0] - at[0]), float(a[1] - at[1]))
    v = (float(b[0] - at[0]), float(b[1] - at[1]))
    lengths = math.hypot(*u) * math.hypot(*v)
    return math.degrees(math.acos(max(-1.0, min(1.0, (u[0] * v[0] + u[1] * v[1]) / lengths))))
