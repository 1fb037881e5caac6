"""The check (YM-001): base line, modifiers, level and amount, and what a level is turned into before its
ladder is read (YM-331 … YM-336, YM-340) or read as by the defender (YM-403 … YM-406).

Pure functions; asking for the roll, and what hangs on it, is `rolling`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec import Struct

from calledshot_yiffiemon.schema import Sheet, Weapon
from calledshot_yiffiemon.settings import LEVELS

ATTRIBUTES: Mapping[str, str] = {
    "will": "Will",
    "con": "Con",
    "int": "Int",
    "dex": "Dex",
    "agl": "Agl",
    "str": "Str",
    "perception": "perception",
}
"""Checks of attributes, which are no skill checks, and the figure that is their base line."""
MOVES = frozenset(("move", "stay"))
SKILL = frozenset(("attack", "attack skill"))
ALIASES: Mapping[str, str] = {
    "attack_skill": "attack skill",
    "attack roll": "attack",
    "constitution": "con",
    "intelligence": "int",
    "dexterity": "dex",
    "agility": "agl",
    "strength": "str",
    "movement": "move",
    "moving": "move",
    "move skill": "move",
    "heal": "healing",
    "willpower": "will",
    "skill": "attack skill",
    "weapon skill": "attack skill",
}


class Part(Struct, frozen=True, kw_only=True):
    """One modifier of a roll and why: above 0 a penalty."""

    value: int
    why: str


class Outcome(Struct, frozen=True, kw_only=True):
    """A check as it came out. `level` is what its ladder is read with, `rolled_level` what the roll alone
    gave; None where it is not known. `posted`: the GM gave the level."""

    kind: str
    who: str
    target: str | None = None
    level: str | None = None
    rolled_level: str | None = None
    amount: int | None = None
    roll: int | None = None
    effective: int | None = None
    base_line: int | None = None
    difficulty: int | None = None
    margin: int | None = None
    parts: tuple[Part, ...] = ()
    posted: bool = False
    default: bool = False

    @property
    def modifier(self) -> int:
        return sum(part.value for part in self.parts)


def normal(kind: str) -> str:
    """The name a kind of check goes by."""
    folded = " ".join(kind.replace("_", " ").split()).casefold()
    return ALIASES.get(folded, folded)


def names(kind: str, weapon: str | None) -> tuple[str, ...]:
    """All the names a check goes by: an attack roll is an attack skill check (YM-403), and a check of a
    weapon's skill goes by the weapon too."""
    found = [kind]
    if kind == "attack":
        found.append("attack skill")
    if kind == "stay":
        found.append("move")
    if kind in SKILL and weapon is not None:
        found.append(weapon)
    return tuple(found)


def is_skill(kind: str) -> bool:
    """Whether "all skill checks" means this one: those of attributes are none."""
    return kind not in ATTRIBUTES


def base_line(kind: str, sheet: Sheet, weapon: Weapon | None) -> int | None:
    """YM-001: the number that a check starts from, by its kind; None where the sheet does not say."""
    if kind in sheet.base_lines:
        return sheet.base_lines[kind]
    if kind in SKILL:
        if weapon is not None and weapon.base_line is not None:
            return weapon.base_line
        return sheet.base_line
    if kind == "stay":
        return base_line("move", sheet, weapon)
    if kind == "con" and sheet.Con_base_line is not None:
        return sheet.Con_base_line
    attribute = ATTRIBUTES.get(kind)
    return getattr(sheet, attribute) if attribute is not None else None


def con_line(line: int | None, staggered: int) -> int | None:
    """YM-370: levels of Staggered come off the base line of a Con check."""
    return None if line is None else line - staggered


def worse(level: str, steps: int = 1) -> str:
    return LEVELS[max(0, LEVELS.index(level) - steps)]


OFF_FOOTED: Mapping[str, Mapping[str, str]] = {
    "repaired": {"CF": "CF", "NF": "CF", "BS": "CF", "NS": "BS", "SS": "NS", "CS": "CS"},
    "literal": {"CF": "CF", "NF": "CS", "BS": "CS", "NS": "BS", "SS": "NF", "CS": "CS"},
}
"""YM-332 … YM-336: a move check's level → what an Off Footed creature treats it as (Amb-11)."""


def off_footed(level: str, reading: str) -> tuple[str, tuple[str, ...]]:
    """YM-331: the level an Off Footed creature's move check counts as, and by which clauses."""
    clause = {"CF": "YM-332", "NF": "YM-333", "BS": "YM-333", "NS": "YM-334", "SS": "YM-335", "CS": "YM-336"}
    return OFF_FOOTED[reading][level], ("YM-331", clause[level])


def built_up(level: str) -> str:
    """YM-340: with Building up The Fight, a check to drop the defence is at least a Normal Success."""
    return level if LEVELS.index(level) >= LEVELS.index("NS") else "NS"


def succeeds(level: str) -> bool:
    """Whether a level is a success: But Success or better."""
    return LEVELS.index(level) >= LEVELS.index("BS")


def reached(level: str, least: str) -> bool:
    return LEVELS.index(level) >= LEVELS.index(least)


LOSE_ON_CRITICAL: Mapping[str, str] = {
    "Blundering1": "YM-320",
    "Blundering2": "YM-324",
    "OffGuard1": "YM-362",
    "OffGuard2": "YM-366",
}
"""Conditions that lose a level on a Critical Success on an attack skill check, each by its clause."""


def lost_on(level: str, levels: Mapping[str, int]) -> list[tuple[str, str]]:
    """YM-320, YM-324, YM-362, YM-366: the conditions that lose a level, with their clauses."""
    if level != "CS":
        return []
    return [(name, clause) for name, clause in LOSE_ON_CRITICAL.items() if levels.get(name, 0) > 0]


WORDS: Mapping[str, str] = {
    "CF": "Critical Failure",
    "NF": "Normal Failure",
    "BS": "But Success",
    "NS": "Normal Success",
    "SS": "Severe Success",
    "CS": "Critical Success",
}


def shown(outcome: Outcome) -> dict[str, Any]:
    """The figures of a check as a ruling holds them."""
    return {
        "check": outcome.kind,
        "level": outcome.level,
        "rolled_level": outcome.rolled_level,
        "amount": outcome.amount,
        "roll": outcome.roll,
        "effective": outcome.effective,
        "base_line": outcome.base_line,
        "difficulty": outcome.difficulty,
        "margin": outcome.margin,
        "modifier": outcome.modifier,
        "modifiers": [[part.why, part.value] for part in outcome.parts],
        "posted": outcome.posted,
    }
