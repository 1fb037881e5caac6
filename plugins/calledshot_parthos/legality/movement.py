"""Advance and retreat: how far they go, and what range they leave (PAR-MOV-1, PAR-MOV-2, PAR-MOV-3).

The same functions serve the checks, which look ahead, and the fight, which moves people.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from calledshot.api import Finding, Fix, Move
from calledshot_parthos.scene import Scene

if TYPE_CHECKING:
    from calledshot_parthos.legality.standing import Standing

MOST_FEET = 50  # PAR-MOV-1, PAR-MOV-2: what one move covers


def distance(move: Move, now: Standing) -> Iterator[Finding]:
    """PAR-MOV-3: a stated distance above 50 feet."""
    if move.action not in ("advance", "retreat") or move.feet is None or move.feet <= MOST_FEET:
        return
    refuse = now.setting("over_distance", "cap") == "refuse"
    star = "*" if move.optional else ""
    toward = "" if move.target is None else f" {'on' if move.action == 'advance' else 'from'} {move.target}"
    yield now.fault(
        "PAR-MOV-3",
        "warning",
        move,
        f"{move.feet:g} feet is more than one move covers: "
        + ("not valid, 50 feet is the most" if refuse else "it goes 50 feet"),
        fix=Fix(f"{move.action} 50 feet", f"{star}{move.action.capitalize()} 50'{toward}"),
        default_ruling=True,
    )


def feet_covered(move: Move) -> float:
    """How far an advance or retreat goes: the stated feet, never above 50."""
    return MOST_FEET if move.feet is None else min(move.feet, MOST_FEET)


def close_in(scene: Scene, who: str, target: str, feet: float = MOST_FEET, *, leaves: bool = True) -> None:
    """PAR-MOV-1: `who` comes up to `feet` nearer to `target`. A distance known in feet decides; else missile
    range becomes hand to hand. With `leaves` he leaves the others he was engaged with."""
    apart = scene.feet_to(who, target)
    if leaves:
        for other in scene.engaged_with(who):
            if other != target and other in scene.opponents_of(who):
                scene.set_range(who, other, "missile")
    if apart is not None and apart > feet:
        scene.set_range(who, target, "missile", apart - feet)
    else:
        scene.set_range(who, target, "hth")


def draw_back(scene: Scene, who: str, target: str | None = None, feet: float = MOST_FEET) -> list[str]:
    """PAR-MOV-2: `who` moves away from `target`, or from all he is engaged with. Returns those left."""
    left = (
        [target]
        if target is not None
        else [other for other in scene.engaged_with(who) if other in scene.opponents_of(who)]
    )
    for other in left:
        apart = scene.feet_to(who, other)
        scene.set_range(who, other, "missile", None if apart is None else apart + feet)
    return left


def advanced(now: Standing, move: Move) -> None:
    target = now.target(move)
    if target is not None:
        close_in(
            now.scene, now.name, target, feet_covered(move), leaves=bool(now.setting("advance_leaves", True))
        )


def retreated(now: Standing, move: Move) -> None:
    target = now.target(move) if move.target is not None else None
    left = draw_back(now.scene, now.name, target, feet_covered(move))
    sole = now.target(move)
    if not left and sole is not None:
        now.scene.set_range(now.name, sole, "missile", now.scene.feet_to(now.name, sole))
