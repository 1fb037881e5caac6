"""Turn Order (YM-101 … YM-110): who begins, whose clock is lowest, and how long an action counts as going on.

Pure functions over figures and clocks; whose turn it is in a fight, and what is done in it, is `turns`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction

from msgspec import Struct

from calledshot.api import Clocks, number
from calledshot_yiffiemon.schema import Sheet

MOVE_KINDS = frozenset(("move", "run", "slide", "push"))
"""Actions that are moves (YM-106); Slide and Push by our reading of where they stand (Amb-35)."""
ADVANCED = frozenset(("slide", "push"))

Key = tuple[bool, float, bool, int, int, int]


class Opening(Struct, frozen=True, kw_only=True):
    """The order in which combat opens, and those whose place in it only the GM can tell."""

    order: tuple[str, ...]
    tied: tuple[tuple[str, ...], ...] = ()


def opening(sheets: Mapping[str, Sheet]) -> Opening:
    """YM-101, YM-102: by movement rate, fastest first; ties by player characters, perception, Agl and Dex.
    A figure that is unknown counts as lowest; who is then still equal stays as named, and is told as tied."""
    keys = {name: _key(sheet) for name, sheet in sheets.items()}
    order = sorted(sheets, key=lambda name: keys[name])
    groups: dict[Key, list[str]] = {}
    for name in order:
        groups.setdefault(keys[name], []).append(name)
    tied = tuple(tuple(names) for names in groups.values() if len(names) > 1)
    return Opening(order=tuple(order), tied=tied)


def _key(sheet: Sheet) -> Key:
    return (
        sheet.MR is None,
        -(sheet.MR or 0.0),
        not sheet.is_pc,
        _lowest_last(sheet.perception),
        _lowest_last(sheet.Agl),
        _lowest_last(sheet.Dex),
    )


def _lowest_last(value: int | None) -> int:
    return 1 << 30 if value is None else -value


def may_act(surprised: bool, others: Iterable[tuple[bool, int]]) -> bool:
    """YM-103: somebody surprised waits until each of the others who is not (surprised, actions taken) has
    taken an action."""
    return not surprised or all(taken > 0 for is_surprised, taken in others if not is_surprised)


def next_up(clocks: Clocks, able: Sequence[str]) -> str | None:
    """YM-105: the lowest clock of those able; equal clocks in the opening order, which is that of `clocks`
    (Amb-03)."""
    return clocks.next(able)


def is_current(start: Fraction, end: Fraction | None, at: Fraction) -> bool:
    """YM-109, YM-805: an action is going on from its start until its owner's next (sub) turn, which is no
    longer part of it; with no such turn yet it still is."""
    return start <= at and (end is None or at < end)


def is_current_opportunity(gained: Fraction, resolved: Fraction | None, at: Fraction) -> bool:
    """YM-110: an Action of Opportunity is going on from when it is gained until it is resolved."""
    return gained <= at and (resolved is None or at <= resolved)


def resolves_now(action: str, advanced: str = "now") -> bool:
    """YM-106, YM-108: a move action resolves at once, any other at its owner's next turn."""
    return action in MOVE_KINDS and (action not in ADVANCED or advanced == "now")


def move_time(moves: Fraction, rate: Fraction | None) -> Fraction | None:
    """YM-801: Inits for a number of Moves; None where the movement rate is not known."""
    return None if rate is None else moves / rate


def push_time(moves: Fraction, rate: Fraction | None, normal_attack: Fraction) -> Fraction | None:
    """YM-920: the longer of the move and a Normal Attack."""
    moving = move_time(moves, rate)
    return None if moving is None else max(moving, normal_attack)


def inits(value: float | int | Fraction | None) -> Fraction | None:
    return None if value is None else number(value)
