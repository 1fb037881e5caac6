"""Results of an example in every form in which it may be written: a figure of the first combatant or a table
of all, acts by other names, dice with or without their count.

Only names and shapes; the figures are `outcomes`'.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import Any

from calledshot.api import Forms

TABLES = {"status": "statuses", "threatened_by": "threats"}
"""Figures of the first combatant, and where those of all stand."""
DICE = ("knockdown_die", "die", "severity_dice", "damage_dice", "location_dice", "fumble_dice")
ALIASES: Mapping[str, str] = {
    "need": "knockdown_needed",
    "kd_needed": "knockdown_needed",
    "die": "knockdown_die",
    "kd_die": "knockdown_die",
    "difference": "diff",
    "size_diff": "diff",
    "severity": "severity_class",
    "mult": "multiplier",
    "square": "square_ft",
    "phase": "slot",
    "effect_slot": "slot",
    "move_limit": "limit",
    "winner_side": "winner",
    "declare_order": "declaring",
    "offered": "aoo_offers",
    "attack_of_opportunity": "aoo_offers",
    "caps": "aoo_caps",
    "dice_requests": "requests",
    "delay_phases": "delay",
    "magic_shift": "magic",
    "ac": "ac_used",
    "natural_roll": "natural",
    "is_critical": "critical",
    "fumbled": "fumble",
    "knocked_down": "knockdown",
}
"""Names under which a figure may be asked for besides its own."""
ACTS: Mapping[str, tuple[str, ...]] = {
    "missile": ("shot", "missile", "fire"),
    "unarmed": ("unarmed", "unarmed attack"),
    "charge": ("charge",),
    "withdraw": ("withdraw",),
    "psionic": ("power",),
    "item": ("magic item", "use item"),
    "cast": ("cast",),
    "backpack": ("move",),
    "escape": ("break free",),
    "run": ("run",),
    "sprint": ("sprint",),
}
"""Other names for what an action's acts are called by."""
PLAIN = ("attack", "move", "spell", "psionic", "item", "backpack", "escape")
"""The names by which `outcomes` calls them."""


ADJUSTING = ("adjust", "adjustment", "shift", "step", "move")
"""What the one square along with an act may be called (CN-311)."""


def widen(
    found: dict[str, Any],
    actions: Mapping[str, str],
    objects: Mapping[str, str],
    adjusting: Collection[str] = (),
) -> dict[str, Any]:
    """The results with their other forms; `actions` tells who does what, `objects` to whom or which spell,
    `adjusting` who goes one square along with it."""
    widened = {alias: found[name] for alias, name in ALIASES.items() if name in found} | found
    found = dict(widened)
    for one, all_ in TABLES.items():
        if one in found and isinstance(found.get(all_), Mapping):
            widened[one] = {"": found[one], **found[all_]}
    for key in DICE:
        die = found.get(key)
        if isinstance(die, str):
            bare = die.removeprefix("1") if die.startswith("1d") else die
            widened[key] = Forms((die, bare, f"1{bare}" if bare.startswith("d") else bare))
    first = next(iter(actions), None)
    slots = found.get("slots")
    if first is not None and isinstance(slots, list):
        told = _labels(slots, lambda row: actions[first], lambda row: objects.get(first, ""), 0)
        if first in adjusting and slots:
            told += [_beside(form, name, before) for form in told for name in ADJUSTING for before in (0, 1)]
        widened["slots"] = Forms(told)
    order = found.get("order")
    if isinstance(order, list):
        widened["order"] = Forms(
            _labels(
                order,
                lambda row: actions.get(str(row[0]), ""),
                lambda row: objects.get(str(row[0]), ""),
                1,
            )
        )
    return widened


def _beside(rows: list[list[Any]], name: str, before: int) -> list[list[Any]]:
    """Rows with the one square that is walked along with the first of them, before or after it."""
    own = [[name, rows[0][-1]]]
    return [*own, *rows] if before else [rows[0], *own, *rows[1:]]


def _labels(
    rows: list[list[Any]],
    action: Callable[[list[Any]], str],
    what: Callable[[list[Any]], str],
    place: int,
) -> list[list[list[Any]]]:
    """Rows with each other name of the acts in them: alone, and with whom or what it is about."""
    most = max((len(ACTS.get(action(row), ())) for row in rows), default=0)
    forms = [rows, *([_renamed(row, action(row), place, number) for row in rows] for number in range(most))]
    alone = [[_alone(row, place) for row in form] for form in forms]
    about = [[_about(row, what(row), place) for row in form] for form in alone]
    return [*forms, *alone, *about]


def _alone(row: list[Any], place: int) -> list[Any]:
    """A row whose act is called by its first word only: "attack" of "attack goblin"."""
    return [*row[:place], str(row[place]).partition(" ")[0], *row[place + 1 :]]


def _about(row: list[Any], what: str, place: int) -> list[Any]:
    """A row whose act says whom or what it is about: "cast sleep"."""
    if not what or row[place] == "move":
        return row
    return [*row[:place], f"{row[place]} {what}", *row[place + 1 :]]


def _renamed(row: list[Any], action: str, place: int, number: int) -> list[Any]:
    names = ACTS.get(action, ())
    first, _, rest = str(row[place]).partition(" ")
    moves = first == "move" and action not in ("withdraw", "run", "sprint")
    if not names or first not in PLAIN or moves:
        return row
    name = names[min(number, len(names) - 1)]
    return [*row[:place], f"{name} {rest}".strip(), *row[place + 1 :]]
