"""A small campaign of Parthos fighters for the tests of what its fights propose: figures easy to add up."""

from __future__ import annotations

from typing import Any

BOOK: dict[str, Any] = {
    "bell_curve": {
        "BC6": {"8": [1, 5], "5": [6, 50], "3": [51, 99]},
        "BC10": {"12": [1, 5], "9": [6, 50], "6": [51, 99]},
    },
    "weapons": [
        {"name": "longsword", "bc": 10, "kind": "melee"},
        {"name": "knife", "bc": 6, "kind": "both"},
        {"name": "bow", "bc": 10, "kind": "missile"},
    ],
    "spells": [
        {"name": "Ember", "list": "Fire", "level": 1, "pp": 2, "damage": 7},
        {"name": "Flare", "list": "Fire", "level": 2, "pp": 3, "damage": "2d10"},
        {"name": "Mend", "list": "Healing", "level": 1, "pp": 2, "heals": 6},
        {"name": "Haze", "list": "Fire", "level": 1, "pp": 1, "effect": "nobody sees further than 5 feet"},
    ],
    "items": [{"name": "red draught", "kind": "potion", "magical": True, "heals": 9, "charges": 1}],
    "critical_misses": {"1-50": "the weapon is dropped", "51-100": "nothing worse"},
    "initiative_modifiers": {"FC": 10},
}
ASKE = {
    "speed": 60, "ca": 60, "stamina": 30, "stamina_max": 30, "endurance": 50, "strength_bonus": 1,
    "weapons": [{"name": "longsword", "in_hand": True}],
}  # fmt: skip
BRYN = {
    "speed": 75, "ca": 50, "stamina": 24, "stamina_max": 24, "endurance": 40, "strength_bonus": 0, "level": 3,
    "pp": 6, "pp_max": 6, "spell_lists": {"Fire": 2, "Healing": 1},
    "items": ["red draught"], "skills": ["First Aid"],
    "weapons": [{"name": "knife", "in_hand": True, "count": 2}],
}  # fmt: skip
CADE = {
    "speed": 40, "weapon_speed": 50, "ca": 55, "stamina": 26, "stamina_max": 26, "endurance": 60,
    "strength_bonus": 2, "skills": ["Weapon Speed"], "weapons": [{"name": "longsword", "in_hand": True}],
}  # fmt: skip
DARA = {
    "speed": 60, "ca": 45, "stamina": 22, "stamina_max": 22, "endurance": 45, "strength_bonus": 0,
    "weapons": [{"name": "bow", "in_hand": True}, {"name": "knife"}],
}  # fmt: skip
GOBLIN = {
    "count": 2, "speed": 50, "ca": 40, "stamina": 9, "stamina_max": 9, "endurance": 30, "strength_bonus": 0,
    "weapons": [{"name": "knife", "in_hand": True}],
}  # fmt: skip
ALL = {"Aske": ASKE, "Bryn": BRYN, "Cade": CADE, "Dara": DARA, "Goblin": GOBLIN}


def campaign(
    *names: str, system: str = "standard", settings: dict[str, Any] | None = None, **sides: str
) -> dict[str, Any]:
    """A campaign of these fighters; `sides` puts some of them on a side: Aske="red"."""
    sheets = {name: {**ALL[name], **({"side": sides[name]} if name in sides else {})} for name in names}
    return {"system": system, "settings": settings or {}, "characters": sheets, "rulebook": BOOK}
