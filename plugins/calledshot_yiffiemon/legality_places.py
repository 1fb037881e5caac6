"""The clauses of legality that hang on where people stand: whose guard a path comes into, where a crossing
ends, a slide's hold and a push's direction. A place that is not known is never charged.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from calledshot_yiffiemon.ways import away, comes_within, held_in_area, inside, is_archer, last_place, shown

if TYPE_CHECKING:
    from calledshot_yiffiemon.legality import Case, Fault


def guards(case: Case) -> Iterator[Fault]:
    """YM-721: coming within a creature's melee guard takes a Cross Their Guard."""
    move, table, me = case.move, case.table, case.who.name
    path = move.details.get("path" if move.action in ("move", "run") else "other_path")
    start = table.scene.places.get(me)
    if move.action not in ("move", "run", "slide") or not path or start is None:
        return
    for name in table.opponents(me):
        at, one = table.scene.places.get(name), table.fighters[name]
        guard = table.guard_distance(name)
        if at is None or guard is None or is_archer(one) is not False or name in table.inside(me):
            continue
        if move.action == "slide" and name == move.target:
            continue  # it goes along
        near = comes_within(start, path, table.scene.places, case.who, at, guard)
        if near is not None:
            yield case.fault(
                "YM-721",
                "must cross guard",
                f"must cross guard: comes within {shown(near)} of {name}, whose guard is {shown(guard)}",
            )


def already_inside(case: Case) -> Iterator[Fault]:
    """YM-726: one crosses a guard from farther away than it reaches."""
    move, table, me = case.move, case.table, case.who.name
    if move.action != "cross_guard" or move.target is None:
        return
    if move.target in table.inside(me):
        yield case.fault("YM-726", "already inside", f"already inside {move.target}'s guard")
        return
    guard = table.guard_distance(move.target)
    if case.other is None or is_archer(case.other) or guard is None:
        return
    if table.scene.within(me, move.target, guard):
        apart = table.scene.apart(me, move.target)
        yield case.fault(
            "YM-726",
            "already inside",
            f"already inside {move.target}'s guard: {shown(apart)} away, guard {shown(guard)}",
        )


def spot(case: Case) -> Iterator[Fault]:
    """YM-729: inside, he takes any spot of the target's threat area within its guard."""
    move, table, target = case.move, case.table, case.other
    if move.action != "cross_guard" or target is None or is_archer(target):
        return
    at, start = table.scene.places.get(target.name), table.scene.places.get(case.who.name)
    end = last_place(start, move.details.get("path", ()), table.scene.places, case.who)
    if at is None or end is None:
        return
    from calledshot.api import distance, within

    area, guard = table.threat_distance(target.name), table.guard_distance(target.name)
    apart = shown(distance(end, at))
    if area is not None and not within(end, at, area):
        yield case.fault(
            "YM-729",
            "outside the target's threat area",
            f"{apart} from {target.name}, whose threat area reaches {shown(area)}",
        )
    elif guard is not None and not inside(end, at, guard):
        yield case.fault(
            "YM-729",
            "outside the target's guard",
            f"{apart} from {target.name}, whose guard is {shown(guard)}: that is not inside",
        )


def slide_in_area(case: Case) -> Iterator[Fault]:
    """YM-903: at every step the target stays in the area of the actor, who stays where he does not say."""
    move, table, target = case.move, case.table, case.other
    if move.action != "slide" or target is None:
        return
    here, there = table.scene.places.get(case.who.name), table.scene.places.get(target.name)
    area = table.threat_distance(case.who.name)
    if here is None or there is None or area is None:
        return
    apart = held_in_area(here, there, move.details, table.scene.places, case.who, target, area)
    if apart is not None:
        yield case.fault(
            "YM-903",
            "the target leaves the actor's threat area",
            f"{target.name} would come to be {shown(apart)} away, out of the threat area of {shown(area)}",
        )


def push_direction(case: Case) -> Iterator[Fault]:
    """YM-921: the target is forced at least 120 degrees away; who pivots first stands elsewhere then."""
    move, table, target = case.move, case.table, case.other
    if move.action != "push" or target is None or move.details.get("pivot"):
        return
    here, there = table.scene.places.get(case.who.name), table.scene.places.get(target.name)
    if here is None or there is None:
        return
    from calledshot_yiffiemon.pushing import AWAY

    angle = away(here, there, move.details, table.scene.places, target, AWAY)
    if angle is not None:
        yield case.fault(
            "YM-921",
            f"must go at least {AWAY} degrees away from the actor",
            f"pushed at {shown(angle, 1)}° from the line to {case.who.name}: at least {AWAY}°",
        )
