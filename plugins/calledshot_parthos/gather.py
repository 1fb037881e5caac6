"""What a log's declarations show of a rulebook, for `campaign new --from`: spells, powers, weapons, items.

Names and what was said with them; nothing is concluded about who may use what.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from calledshot.api import Declaration, Move
from calledshot_parthos import book

Row = dict[str, Any]

EXAMPLES: dict[str, str] = {
    "spells": 'spells = [{ name = "Pain", list = "Mysticism", level = 1, pp = 3 }]',
    "powers": 'powers = [{ name = "Rage", class = "Warrior", level = 2, pp = 2 }]',
    "weapons": 'weapons = [{ name = "dirk", bc = 6, kind = "both" }]',
    "items": 'items = [{ name = "healing potion", kind = "potion", heals = 6 }]',
    "bell_curve": "bell_curve.BC4 = { 4 = [1, 6], 3 = [7, 34], 2 = [35, 74], 1 = [75, 100] }",
    "body_parts": "body_parts = { arm = -30, eye = -50 }",
    "initiative_modifiers": 'initiative_modifiers = { FC = 9, Cantrip = { value = 5, applies_to = "cast" } }',
    "levels": "levels = { 2 = 100, 3 = 250 }  # level = the XP at which it begins",
    "classes": "classes.Warrior = { bc_max = 8 }",
    "critical_misses": 'critical_misses = { "1-50" = "drops the weapon", "51-100" = "stumbles" }',
    "missile_while_engaged": "missile_while_engaged = -20",
    "unarmed_penalty": "unarmed_penalty = -20",
}
"""A line of TOML for each part of the rulebook. The figures are made up; only the form is to be kept."""


def gather(declarations: Iterable[Declaration]) -> dict[str, list[Row]]:
    """The rulebook's lists as far as the declarations name their members, in the order first named."""
    found: dict[str, dict[str, Row]] = {"spells": {}, "powers": {}, "weapons": {}, "items": {}}
    for declaration in declarations:
        if declaration.candidate:
            continue
        for move in _moves(declaration.moves):
            part, row = _shown(move)
            if part is None:
                continue
            known = found[part].setdefault(book.fold(row["name"]), row)
            if part == "weapons" and {known.get("kind"), row.get("kind")} == {"melee", "missile"}:
                known["kind"] = "both"
            else:
                known |= {key: value for key, value in row.items() if key not in known}
    return {part: list(rows.values()) for part, rows in found.items() if rows}


def _moves(moves: Iterable[Move]) -> Iterator[Move]:
    for move in moves:
        yield move
        yield from _moves(move.otherwise)


def _shown(move: Move) -> tuple[str | None, Row]:
    """Which list of the rulebook a move says something about, and what."""
    if move.spell is not None:
        spell = move.spell
        row = {"name": spell.name, "list": spell.list, "level": spell.level, "pp": spell.pp}
        return "spells", {key: value for key, value in row.items() if value is not None}
    if not move.instrument:
        return None, {}
    thrown = move.action == "missile" and book.is_thrown(None, move.text)  # may be a melee weapon too
    if move.action in ("melee", "missile") and not thrown:
        return "weapons", {"name": move.instrument, "kind": move.action}
    if thrown or move.action in ("attack", "change_weapon"):
        return "weapons", {"name": move.instrument}
    if move.action == "power":
        return "powers", {"name": move.instrument} | ({"pp": move.pp} if move.pp is not None else {})
    return ("items", {"name": move.instrument}) if move.action == "item" else (None, {})
