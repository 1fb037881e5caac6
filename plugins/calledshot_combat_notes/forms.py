"""Results of an example in every form in which it may be written: a figure of the first combatant or a table
of all, acts by other names, dice with or without their count.

Only names and shapes; the figures are `outcomes`'.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
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


BESIDE: Mapping[str, tuple[str, ...]] = {
    "CN-001": ("CN-300",),
    "CN-300": ("CN-001",),
    "CN-600": ("CN-622",),
    "CN-702": ("CN-703",),
}
"""Clauses that ask the same thing as another: an example may name either."""
SAVES: Mapping[str, str] = {
    "overrun": "paralyzation",
    "crossbow": "paralyzation",
    "knockdown": "death",
    "critical": "death",
}
"""What is saved against → the column of the sheet."""
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
        rows = [_labelled(row, actions[first], objects.get(first, ""), 0) for row in slots]
        widened["slots"] = rows
        if first in adjusting and rows:
            own = [Forms(ADJUSTING), rows[0][-1]]
            widened["slots"] = Forms((rows, [rows[0], own, *rows[1:]], [own, *rows]))
    order = found.get("order")
    if isinstance(order, list):
        widened["order"] = [
            _labelled(row, actions.get(str(row[0]), ""), objects.get(str(row[0]), ""), 1) for row in order
        ]
    return widened


def _labelled(row: list[Any], action: str, what: str, place: int) -> list[Any]:
    """A row with its act by each name: our own, others for it, its first word alone ("attack" of "attack
    goblin"), and each with whom or what it is about ("cast sleep")."""
    first, _, rest = str(row[place]).partition(" ")
    names = [first]
    if first in PLAIN and not (first == "move" and action not in ("withdraw", "run", "sprint")):
        names += ACTS.get(action, ())
    about = [f"{name} {what}" for name in names if what and first != "move"]
    whole = [f"{name} {rest}" for name in names if rest]
    return [*row[:place], Forms(dict.fromkeys((row[place], *whole, *names, *about))), *row[place + 1 :]]


def clauses(named: Sequence[str]) -> list[str]:
    """Clauses with those that ask the same thing."""
    return list(dict.fromkeys(name for one in named for name in (one, *BESIDE.get(one, ()))))


def saves(made: Mapping[str, bool]) -> dict[str, bool]:
    """What was saved against, by its name and by the column of the sheet."""
    return {SAVES[against]: well for against, well in made.items() if against in SAVES} | dict(made)
