"""How a worked example may write the keys and values of a sheet or weapon besides as the schema does.

Only names: what `given` holds is put together by `givens`, and what a figure means is the chapters'.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

SHEET: Mapping[str, str] = {
    "dexadj": "dex_save_adj",
    "dexsaveadjustment": "dex_save_adj",
    "type": "target_type",
    "targetkind": "target_type",
    "armourclass": "ac",
    "armorclass": "ac",
    "armor": "armour",
    "movement": "MV",
    "movementrate": "MV",
    "movementallowance": "MV",
    "hitpoints": "hp",
    "maxhp": "hp_max",
    "tohitmod": "hit_mod",
    "tohitbonus": "hit_mod",
    "hitbonus": "hit_mod",
    "strengthdamage": "strength_dmg",
    "strdmg": "strength_dmg",
    "strengthbonus": "strength_dmg",
    "expertisedamage": "expertise_dmg",
    "expertisebonus": "expertise_dmg",
    "spelldamage": "spell_dmg",
    "hitdice": "hd",
    "thaco": "thac0",
    "pos": "position",
    "knockdowndie": "kd_die",
}
"""Folded key → the schema's key of a sheet."""
WEAPON: Mapping[str, str] = {
    "attacksthisround": "attacks",
    "attacksperround": "attacks",
    "numberofattacks": "attacks",
    "dmg": "damage",
    "dmgdie": "damage",
    "damagedie": "damage",
    "die": "damage",
    "bonus": "weapon_bonus",
    "damagebonus": "weapon_bonus",
    "knockdown": "kd_die",
    "knockdowndie": "kd_die",
    "rateoffire": "rof",
    "speed": "phase",
    "weaponspeed": "phase",
    "weaponphase": "phase",
    "weapontype": "type",
    "weaponsize": "size",
    "magic": "plus",
    "magicplus": "plus",
}
"""Folded key → the schema's key of a weapon."""
ARMOUR: Mapping[str, str] = {"save": "item_save", "itemsavenumber": "item_save", "magic": "magical"}
"""Folded key → the schema's key of armour."""
MAGIC: Mapping[str, str] = {
    "spell": "name",
    "power": "name",
    "ct": "casting_time",
    "time": "casting_time",
    "casttime": "casting_time",
    "preparation": "prep",
    "preparationtime": "prep",
    "preptime": "prep",
    "preprounds": "prep",
}
"""Folded key → the schema's key of a spell or power."""
SAVES: Mapping[str, str] = {
    "saveparalyzation": "paralyzation",
    "saveparalysation": "paralyzation",
    "saveparalysis": "paralyzation",
    "saveversusparalyzation": "paralyzation",
    "savevsparalyzation": "paralyzation",
    "svsparalyzation": "paralyzation",
    "paralyzationsave": "paralyzation",
    "savedeath": "death",
    "saveversusdeath": "death",
    "savevsdeath": "death",
    "svsdeath": "death",
    "deathsave": "death",
}
"""Folded key of a saving throw that stands on the sheet itself → its name."""
STATES: Mapping[str, str] = {
    "inhand": "in_hand",
    "drawn": "in_hand",
    "ready": "in_hand",
    "held": "in_hand",
    "undrawn": "sheathed",
    "notdrawn": "sheathed",
    "sheathed": "sheathed",
    "insheath": "sheathed",
    "atbelt": "sheathed",
    "slung": "sheathed",
    "backpack": "backpack",
    "inbackpack": "backpack",
    "loaded": "loaded",
    "dropped": "dropped",
    "onground": "dropped",
}
"""Folded word for where a weapon is → the schema's."""
FLAGS: Mapping[str, tuple[str, str]] = {
    "drawn": ("in_hand", "sheathed"),
    "inhand": ("in_hand", "sheathed"),
    "sheathed": ("sheathed", "in_hand"),
    "loaded": ("loaded", "in_hand"),
}
"""A weapon's folded yes-or-no key → its state if so, and if not."""
EXTRAS: Mapping[str, str] = {"strength": "strength_dmg", "expertise": "expertise_dmg", "spell": "spell_dmg"}
"""Adjustments in a table of their own, by the sheet's keys."""


def fold(text: object) -> str:
    """Without case, blanks and what joins words."""
    return "".join(c for c in str(text).casefold() if c.isalnum())


def key(written: object, known: Iterable[str], others: Mapping[str, str]) -> str:
    """The schema's key for one that is written so; itself if there is none."""
    text = str(written)
    names = list(known)
    if text in names:
        return text
    folded = fold(text)
    return next((name for name in names if fold(name) == folded), None) or others.get(folded, text)


def state(written: Any) -> Any:
    """ "in hand" → in_hand."""
    return STATES.get(fold(written), written)


def weapon(figures: Mapping[str, Any], known: Iterable[str]) -> dict[str, Any]:
    """A weapon's figures under the schema's keys, its state and plus as the schema writes them."""
    names = list(known)
    made: dict[str, Any] = {}
    for written, value in figures.items():
        flag = FLAGS.get(fold(written))
        if flag is not None and isinstance(value, bool):
            made["state"] = flag[0] if value else flag[1]
        else:
            made[key(written, names, WEAPON)] = value
    if isinstance(made.get("state"), str):
        made["state"] = state(made["state"])
    if isinstance(made.get("plus"), str) and made["plus"].lstrip("+-").isdigit():
        made["plus"] = int(made["plus"])
    return made


def magic(figures: Any, number: str) -> dict[str, Any]:
    """A spell's or power's figures under the schema's keys; a bare value is its time, kept as `number`."""
    if not isinstance(figures, Mapping):
        return {number: figures}
    made: dict[str, Any] = {}
    for written, value in figures.items():
        folded = fold(written)
        if folded in ("startround", "slot", "failed"):
            continue
        named = MAGIC.get(folded, str(written))
        made[number if named in ("casting_time", "prep") else named] = value
    return made


def by_name(listed: Any, number: str) -> Any:
    """A list of spells or powers as a table by name; anything else as it is."""
    if not isinstance(listed, list) or not all(isinstance(one, str | Mapping) for one in listed):
        return listed
    table: dict[str, Any] = {}
    for one in listed:
        figures = {} if isinstance(one, str) else magic(one, number)
        name = one if isinstance(one, str) else str(figures.pop("name", "spell"))
        table[name] = figures
    return table
