"""Results of an example in every form in which it may be written: a figure of the first combatant or a table
of all, acts by other names, dice with or without their count.

Only names and shapes; the figures are `outcomes`'.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
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


def widen(found: dict[str, Any], actions: Mapping[str, str]) -> dict[str, Any]:
    """The results with their other forms; `actions` tells who does what."""
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
    if first is not None and isinstance(found.get("slots"), list):
        widened["slots"] = _labels(found["slots"], lambda row: actions[first], 0)
    if isinstance(found.get("order"), list):
        widened["order"] = _labels(found["order"], lambda row: actions.get(str(row[0]), ""), 1)
    return widened


def _labels(rows: list[list[Any]], action: Callable[[list[Any]], str], place: int) -> Forms:
    """Rows with each other name of the acts in them."""
    forms = [rows]
    most = max((len(ACTS.get(action(row), ())) for row in rows), default=0)
    for number in range(most):
        forms.append([_renamed(row, action(row), place, number) for row in rows])
    return Forms(forms)


def _renamed(row: list[Any], action: str, place: int, number: int) -> list[Any]:
    names = ACTS.get(action, ())
    first, _, rest = str(row[place]).partition(" ")
    moves = first == "move" and action not in ("withdraw", "run", "sprint")
    if not names or first not in PLAIN or moves:
        return row
    name = names[min(number, len(names) - 1)]
    return [*row[:place], f"{name} {rest}".strip(), *row[place + 1 :]]
