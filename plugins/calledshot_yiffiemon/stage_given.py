"""How a worked example may write what is `given` besides as a sheet does: keys in other words, skills in a
table, threat as a bare number, ground as a number, roles that have an `id`.

Only names and shapes; what the figures mean is the chapters', and who says what is `stage`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any

from calledshot_yiffiemon import conditions
from calledshot_yiffiemon.schema import PreviousTurn, Sheet, Weapon

SHEET: Mapping[str, str] = {
    "pc": "is_pc",
    "player": "is_pc",
    "playercharacter": "is_pc",
    "movementrate": "MR",
    "agility": "Agl",
    "dexterity": "Dex",
    "intelligence": "Int",
    "willpower": "Will",
    "constitution": "Con",
    "strength": "Str",
    "conbonus": "ConB",
    "constitutionbonus": "ConB",
    "strbonus": "StrB",
    "strengthbonus": "StrB",
    "weaponstrengthbonus": "WSB",
    "expertise": "EL",
    "expertiselevel": "EL",
    "naturalweaponindex": "NWI",
    "hth": "hand_to_hand",
    "hthskill": "hand_to_hand",
    "handtohandskill": "hand_to_hand",
    "powerbonus": "PB",
    "flyingpowerbonus": "FPB",
    "armour": "AC",
    "armor": "AC",
    "armourvalue": "AC",
    "hitpointvalue": "HPV",
    "subdualdamage": "subdual",
    "damagetolerance": "DT",
    "conbase": "Con_base_line",
    "as": "attack_skill",
    "attack": "attack_skill",
    "ms": "move_skill",
    "dodgeskill": "dodge",
    "healingskill": "healing",
    "tauntskill": "taunt",
    "ammunition": "ammo",
    "arrows": "ammo",
    "chance": "base_line",
    "threatenbypool": "pool",
    "initiative": "clock",
    "init": "clock",
    "inits": "clock",
    "pos": "position",
    "at": "position",
    "threatdirection": "threat_direction",
    "previousturn": "prev_turn",
    "lastturn": "prev_turn",
    "pendingaction": "pending",
    "aoqueue": "ao_queue",
    "aoq": "ao_queue",
    "threatenedby": "TB",
    "threatenby": "TB",
}
"""Folded key → the sheet's own."""
WEAPON: Mapping[str, str] = {
    "weaponstrengthbonus": "WSB",
    "expertise": "EL",
    "medium": "Med",
    "ammunition": "ammo",
    "arrows": "ammo",
    "type": "kind",
}
"""Folded key → the weapon's own."""
TURN: Mapping[str, str] = {
    "toward": "straight_toward",
    "towards": "straight_toward",
    "straighttowards": "straight_toward",
    "straightat": "straight_toward",
    "angle": "angle_from_down",
    "angleofflight": "angle_from_down",
    "angletovertical": "angle_from_down",
    "anglefromvertical": "angle_from_down",
    "action": "kind",
    "distance": "moves",
}
"""Folded key of the turn before → its own."""
SKILLS: Mapping[str, str] = {
    "attack": "attack_skill",
    "attackskill": "attack_skill",
    "move": "move_skill",
    "moveskill": "move_skill",
    "dodge": "dodge",
    "healing": "healing",
    "heal": "healing",
    "taunt": "taunt",
    "handtohand": "hand_to_hand",
}
"""Folded name in a table of skills → the sheet's key."""
DIRECTIONS: Mapping[str, tuple[int, int]] = {
    "n": (0, 1), "s": (0, -1), "e": (1, 0), "w": (-1, 0),
    "ne": (1, 1), "nw": (-1, 1), "se": (1, -1), "sw": (-1, -1),
}  # fmt: skip
REACH = 15
"""So far around the origin lies ground that is the same everywhere: no example goes farther."""
_GOES = re.compile(r"\b(?:\d{1,3})\s{0,3}(?:moves?\s{1,3})?(ne|nw|se|sw|n|s|e|w)\b", re.IGNORECASE)


def fold(text: object) -> str:
    """Without case, blanks and what joins words."""
    return "".join(c for c in str(text).casefold() if c.isalnum())


def _key(written: object, known: Iterable[str], others: Mapping[str, str]) -> str:
    text = str(written)
    names = tuple(known)
    if text in names:
        return text
    folded = fold(text)
    return next((name for name in names if fold(name) == folded), None) or others.get(folded, text)


def sheet(written: Mapping[str, Any]) -> dict[str, Any]:
    """A sheet as the campaign holds it: nulls are unknown, keys are the sheet's own."""
    made: dict[str, Any] = {}
    for name, value in written.items():
        folded = fold(name)
        if value is None or folded in ("id", "name"):
            continue
        if folded in ("npc", "ispc") and isinstance(value, bool):
            made["is_pc"] = value != (folded == "npc")
        elif folded == "skills" and isinstance(value, Mapping):
            made |= {SKILLS.get(fold(skill), str(skill)): figure for skill, figure in value.items()}
        else:
            made[_condition(name) or _key(name, Sheet.__struct_fields__, SHEET)] = value
    for key, read in (("weapon", _weapon), ("prev_turn", _turn), ("TB", _threatened)):
        if key in made:
            made[key] = read(made[key])
    if isinstance(made.get("weapons"), list):
        made["weapons"] = [_weapon(one) for one in made["weapons"]]
    if isinstance(made.get("conditions"), Mapping):
        made["conditions"] = {_condition(name) or name: one for name, one in made["conditions"].items()}
    for key in ("in_TA_of", "inside_guard_of", "ao_queue"):
        if isinstance(made.get(key), str):
            made[key] = [made[key]]
    return made


def is_figure(name: str) -> bool:
    """Whether a sheet has that key."""
    return name in Sheet.__struct_fields__


def _condition(name: object) -> str | None:
    """The key of a condition that a key names; None where it is no condition, or the sheet's own key."""
    if str(name) in Sheet.__struct_fields__:
        return None
    found = conditions.named(re.sub(r"(?<=[a-z])(?=[A-Z])", " ", str(name)))
    return found if found in Sheet.__struct_fields__ else None


def _weapon(written: Any) -> Any:
    if isinstance(written, str):
        return {"name": written}
    if not isinstance(written, Mapping):
        return written
    return {
        _key(name, Weapon.__struct_fields__, WEAPON): value
        for name, value in written.items()
        if value is not None
    }


def _turn(written: Any) -> Any:
    if not isinstance(written, Mapping):
        return written
    made = {
        _key(name, PreviousTurn.__struct_fields__, TURN): value
        for name, value in written.items()
        if value is not None
    }
    if made.get("straight_toward") is not None:
        made.setdefault("kind", "move")
    return made


def _threatened(written: Any) -> Any:
    """Levels by attacker: a table by kind ("2", "TB2"), or a number of levels out of his pool."""
    if isinstance(written, str | list):
        return {str(name): {"2": 1} for name in ([written] if isinstance(written, str) else written)}
    if not isinstance(written, Mapping):
        return written
    return {
        str(who): {str(kind).upper().removeprefix("TB").strip(): count for kind, count in levels.items()}
        if isinstance(levels, Mapping)
        else {"2": levels}
        for who, levels in written.items()
    }


def ground(given: Any, texts: Iterable[str], start: tuple[float, float]) -> Any:
    """Terrain as the rulebook holds it: a number lies everywhere, a list of numbers under the Moves of the
    first path that goes one way."""
    if isinstance(given, Mapping) and not all(isinstance(one, Mapping) for one in given.values()):
        given = given.get("difficulty", given)
    if isinstance(given, int) and not isinstance(given, bool):
        around = range(-REACH, REACH + 1)
        return {"ground": {"difficulty": given, "at": [[x, y] for x in around for y in around]}}
    if isinstance(given, list):
        goes = next((found for text in texts if (found := _GOES.search(text)) is not None), None)
        along = DIRECTIONS[goes[1].casefold()] if goes is not None else (1, 0)
        return {
            f"ground {number}": {
                "difficulty": difficulty,
                "at": [[start[0] + along[0] * number, start[1] + along[1] * number]],
            }
            for number, difficulty in enumerate(given, 1)
            if difficulty is not None
        }
    return given
