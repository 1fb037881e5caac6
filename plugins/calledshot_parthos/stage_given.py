"""How a worked example may write sheets and the rulebook besides as the campaign files do: the page's own
short forms, a single weapon, lists as tables by name.

Only names and shapes; what the figures mean is the chapters'.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from msgspec import structs

from calledshot_parthos.schema import Rulebook, Sheet, Weapon

SHEET: Mapping[str, str] = {
    "ws": "weapon_speed",
    "end": "endurance",
    "maxstamina": "stamina_max",
    "maxpp": "pp_max",
    "powerpoints": "pp",
    "maxbc": "bc_max",
    "bcmaximum": "bc_max",
    "maximumbc": "bc_max",
    "strength": "strength_bonus",
    "strbonus": "strength_bonus",
    "spells": "spell_lists",
    "lists": "spell_lists",
    "experience": "xp",
}
"""Folded key → the sheet's own."""
WEAPON: Mapping[str, str] = {"inhand": "in_hand", "bellcurve": "bc", "type": "kind", "number": "count"}
"""Folded key → the weapon's own."""
LISTED = ("spells", "powers", "weapons", "items")
"""What the rulebook holds as lists, and an example may write as a table by name."""
STANDING = ("stabilised", "condition")
"""How somebody is when the example begins, which no sheet tells: the PGM says the one, stamina the other."""
RANGES: Mapping[str, str] = {
    "hth": "hth",
    "melee": "hth",
    "handtohand": "hth",
    "missile": "missile",
    "ranged": "missile",
}
"""Folded word for a range → ours."""


def fold(text: object) -> str:
    """Without case, blanks and what joins words."""
    return "".join(c for c in str(text).casefold() if c.isalnum())


def _key(written: object, known: Iterable[str], others: Mapping[str, str]) -> str:
    text, folded = str(written), fold(written)
    names = tuple(known)
    if text in names:
        return text
    return next((name for name in names if fold(name) == folded), None) or others.get(folded, text)


_SHEET_KEYS = tuple(one.encode_name for one in structs.fields(Sheet))
_WEAPON_KEYS = tuple(one.encode_name for one in structs.fields(Weapon))
_BOOK_KEYS = tuple(one.encode_name for one in structs.fields(Rulebook))


def sheet(written: Mapping[str, Any]) -> dict[str, Any]:
    """A sheet under the campaign's own keys, without how its owner is at the beginning."""
    made: dict[str, Any] = {}
    for name, value in written.items():
        if fold(name) in STANDING or value is None:
            continue
        if fold(name) == "weapon":
            made.setdefault("weapons", []).extend(value if isinstance(value, list) else [value])
        else:
            made[_key(name, _SHEET_KEYS, SHEET)] = value
    weapons = _listed(made.get("weapons"))
    if isinstance(weapons, list):
        made["weapons"] = [_weapon(one, alone=len(weapons) == 1) for one in weapons]
    for key in ("skills", "powers", "items"):
        if isinstance(made.get(key), str):
            made[key] = [made[key]]
    return made


def _weapon(written: Any, *, alone: bool) -> Any:
    """A weapon as a table; the only one is in hand unless it is told."""
    if isinstance(written, str):
        return {"name": written, "in_hand": alone}
    if not isinstance(written, Mapping):
        return written
    made: dict[str, Any] = {"in_hand": True} if alone else {}
    for name, value in written.items():
        if fold(name) == "state":
            made["in_hand"] = fold(value) in ("inhand", "drawn", "ready")
        else:
            made[_key(name, _WEAPON_KEYS, WEAPON)] = value
    return made


def _listed(written: Any) -> Any:
    """A table by name as the list that it stands for."""
    if not isinstance(written, Mapping):
        return written
    if "name" in written:
        return [written]
    return [{"name": name, **(one if isinstance(one, Mapping) else {})} for name, one in written.items()]


def rulebook(written: Any) -> Any:
    """The rulebook under its own keys, with lists where tables by name stand for them."""
    if not isinstance(written, Mapping):
        return written
    made = {_key(name, _BOOK_KEYS, {}): value for name, value in written.items()}
    return {name: _listed(value) if name in LISTED else value for name, value in made.items()}


def range_(written: Any) -> str | None:
    """ "HtH range" → hth; None where it is no range."""
    return RANGES.get(fold(written).removesuffix("range"))


def stabilised(sheets: Mapping[str, Mapping[str, Any]]) -> list[str]:
    """Who is stabilised when the example begins."""
    return [
        name
        for name, one in sheets.items()
        if any(fold(key) == "stabilised" and value is True for key, value in one.items())
    ]
