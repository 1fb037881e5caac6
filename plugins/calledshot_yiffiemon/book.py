"""Reading the rulebook: the success ladder and our default one, the fall table, body points to life points.

Pure look-ups over `Campaign.rulebook`; what is not given is None, and the fight asks.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import inf
from types import MappingProxyType
from typing import Any

from calledshot.api import Campaign, Ladder, fold
from calledshot_yiffiemon.schema import BookWeapon, Conditions, LadderTable, Point, Rulebook, Sheet, Weapon
from calledshot_yiffiemon.settings import LEVELS

DIE = 100
"""The sides of the die of a check where the rulebook does not say (YM-001)."""

DEFAULT_LADDER: Mapping[str, int] = MappingProxyType({"CS": 60, "SS": 30, "NS": 10, "BS": 0, "NF": -40})
"""Our ladder for a d100, the smallest margin of each level; below the last is CF (YM-001)."""

OTHER_NAMES: Mapping[str, str] = MappingProxyType({f"FatigueBleeding{n}": f"FB{n}" for n in (1, 2, 3)})
"""Conditions that a sheet may write in two ways, with the one used in play."""


def rulebook(campaign: Campaign) -> Rulebook:
    return campaign.rulebook if isinstance(campaign.rulebook, Rulebook) else Rulebook()


def die(campaign: Campaign) -> int:
    """YM-001: the sides of the die of a check."""
    return rulebook(campaign).die or DIE


def ladder(campaign: Campaign) -> tuple[Ladder, bool]:
    """YM-001: the ladder checks are read on, and whether it is our default for want of another. A margin
    below every rung named is the level under the lowest of them."""
    given = rulebook(campaign).ladder
    if isinstance(given, LadderTable):
        rungs = {name: getattr(given, name) for name in LEVELS if getattr(given, name) is not None}
    else:
        rungs = {rung.level: rung.margin for rung in given or ()}
    rungs.pop(LEVELS[0], None)  # nothing is worse, so it needs no margin
    if not rungs:
        return Ladder(DEFAULT_LADDER, LEVELS[0]), True
    return Ladder(rungs, LEVELS[min(LEVELS.index(name) for name in rungs) - 1]), False


def fall_damage(campaign: Campaign, metres: float) -> int | str | None:
    """YM-771: points or dice of the fall table's row for a height, which is the last one not above it;
    None where there is no table."""
    rows = _numbered(rulebook(campaign).fall)
    if not rows:
        return None
    return max(((at, points) for at, points in rows if at <= metres), key=_first, default=(0.0, 0))[1]


def life_points(campaign: Campaign, body: int) -> int | None:
    """YM-773: body points lost as life points, whole ones only; None where the rulebook does not say."""
    given = rulebook(campaign).body_to_life
    if isinstance(given, int):
        return max(0, body) // given
    rows = _numbered(given or {})
    if not rows:
        return None
    return int(max(((at, life) for at, life in rows if at <= body), key=_first, default=(0.0, 0))[1])


def weapons(campaign: Campaign, sheet: Sheet) -> tuple[Weapon, ...]:
    """What a creature carries, filled in from the rulebook's weapon of the same name."""
    own = ([sheet.weapon] if sheet.weapon is not None else []) + sheet.weapons
    return tuple(_filled(one, find_weapon(campaign, one.name)) for one in own)


def find_weapon(campaign: Campaign, name: str | None) -> BookWeapon | None:
    if name is None:
        return None
    return next((one for one in rulebook(campaign).weapons if fold(one.name) == fold(name)), None)


def conditions(sheet: Sheet) -> dict[str, int]:
    """The levels of conditions that a sheet begins with, those of 0 left out."""
    found: dict[str, int] = {}
    for part in (sheet.conditions, sheet):
        for name in Conditions.__struct_fields__:
            value = getattr(part, name, None)
            if value:
                found[OTHER_NAMES.get(name, name)] = value
    return found


def positions(campaign: Campaign) -> dict[str, Point]:
    """Where combatants begin, of those whose place is known."""
    own = {name: sheet.position for name, sheet in campaign.sheets.items() if sheet.position is not None}
    return {**rulebook(campaign).positions, **own}


def _filled(own: Weapon, entry: BookWeapon | None) -> Weapon:
    values: dict[str, Any] = {name: getattr(own, name) for name in Weapon.__struct_fields__}
    for name, value in values.items():
        if value is None and entry is not None:
            values[name] = getattr(entry, name, None)
    return Weapon(**values)


def _numbered(table: Mapping[str, int] | Mapping[str, int | str]) -> list[tuple[float, Any]]:
    """The rows whose key is a plain number, by that number."""
    rows = []
    for key, value in table.items():
        try:
            at = float(key)
        except ValueError:
            continue
        if -inf < at < inf:
            rows.append((at, value))
    return sorted(rows, key=_first)


def _first(row: tuple[float, Any]) -> float:
    return row[0]
