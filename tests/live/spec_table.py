"""A room of Parthos whose PGM is Maelor, and a script to play it by: for the tests of what issue 4 names. No
test."""

from __future__ import annotations

import re
from typing import Any

from table_driver import Driver

from calledshot.campaign import from_tables
from calledshot.live.messages import Outgoing

M = "Maelor"
BOOK: dict[str, Any] = {
    "bell_curve": {
        "BC4": {"6": [1, 10], "4": [11, 60], "2": [61, 99]},
        "BC8": {"10": [1, 4], "7": [5, 50], "4": [51, 99]},
        "BC10": {"12": [1, 5], "8": [6, 40], "5": [41, 99]},
    },
    "weapons": [
        {"name": "sabre", "bc": 8, "kind": "melee"},
        {"name": "dagger", "bc": 4, "kind": "both"},
        {"name": "crossbow", "bc": 10, "kind": "missile"},
    ],
    "spells": [
        {"name": "Pain", "list": "Mysticism", "level": 1, "pp": 3, "damage": 5},
        {"name": "Soothe", "list": "Healing", "level": 1, "pp": 2, "heals": 7},
        {
            "name": "Veil",
            "list": "Mysticism",
            "level": 2,
            "pp": 2,
            "effect": "blows on the caster lose 20 CA",
        },
    ],
    "items": [{"name": "blue phial", "kind": "potion", "magical": True, "heals": 8, "charges": 2}],
    "critical_misses": {"1-60": "a stumble", "61-100": "the weapon flies ten feet"},
}
SHEETS: dict[str, dict[str, Any]] = {
    "Imri": {
        "speed": 70, "ca": 55, "stamina": 27, "stamina_max": 27, "endurance": 45, "strength_bonus": 0,
        "level": 4, "pp": 9, "pp_max": 9, "spell_lists": {"Mysticism": 2, "Healing": 1},
        "items": ["blue phial"], "skills": ["First Aid"],
        "weapons": [{"name": "dagger", "in_hand": True, "count": 2}],
    },
    "Oswin": {
        "speed": 50, "ca": 65, "stamina": 36, "stamina_max": 36, "endurance": 60, "strength_bonus": 2,
        "weapons": [{"name": "sabre", "in_hand": True}],
    },
    "Perrin": {
        "speed": 65, "weapon_speed": 60, "ca": 60, "stamina": 30, "stamina_max": 30, "endurance": 50,
        "strength_bonus": 1, "skills": ["Weapon Speed", "Parry"],
        "weapons": [{"name": "sabre", "in_hand": True}],
    },
    "Quill": {
        "speed": 58, "ca": 48, "stamina": 25, "stamina_max": 25, "endurance": 40, "strength_bonus": 0,
        "weapons": [{"name": "crossbow", "in_hand": True}, {"name": "dagger"}],
    },
    "Goblin": {
        "count": 1, "speed": 45, "ca": 40, "stamina": 10, "stamina_max": 10, "endurance": 30,
        "strength_bonus": 0, "weapons": [{"name": "dagger", "in_hand": True}],
    },
}  # fmt: skip
STEP = re.compile(r"(\w+) ?([=>:]) ?(.*)")


def table_of(*names: str, system: str = "standard", sides: str = "", **more: Any) -> Driver:
    """A room of these players and Maelor; `sides`, a letter for each, puts them on sides."""
    sheets = {name: dict(SHEETS[name]) for name in names}
    for name, side in zip(names, sides, strict=False):
        sheets[name]["side"] = side
    more.setdefault("pgm", {M: "irc:maelor"})
    tables = {"ruleset": "parthos", "system": system, "characters": sheets, "rulebook": BOOK}
    driver = Driver(from_tables(tables | {"settings": more.pop("settings", {})}), **more)
    for name in (M, *SHEETS):
        driver.accounts[name] = f"irc:{name.casefold()}"
    for name in (M, *names):
        if name != "Goblin":
            driver.join(name)
    return driver


def play(driver: Driver, script: str) -> list[Outgoing]:
    """What is said while it is played. `Imri = 40` is a d100 of Imri's, `Imri > words` said in the room,
    `Imri: words` to the helper; `ok` is Maelor's."""
    before = len(driver.lines)
    for line in filter(None, map(str.strip, script.splitlines())):
        step = STEP.fullmatch(line)
        if step is None:
            driver.im(M, line)
            continue
        who, how, what = step.groups()
        if how == "=":
            driver.roll(who, int(what))
        elif how == ">":
            driver.say(who, what)
        else:
            driver.im(who, what)
    return driver.lines[before:]
