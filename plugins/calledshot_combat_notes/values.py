"""The ways in which campaign files write sizes, phases, weapon types and times, and what each one means.

One spelling in, one value out, None for what is none of them. No rules: those are in the chapters.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

SIZES: Mapping[str, str] = {
    "t": "T", "tiny": "T",
    "s": "S", "small": "S",
    "m": "M", "man": "M", "man-size": "M", "man-sized": "M", "medium": "M",
    "l": "L", "large": "L",
    "h": "H", "huge": "H",
    "g": "G", "gargantuan": "G",
}  # fmt: skip

PHASES: Mapping[str, int] = {
    "vf": 1, "very fast": 1,
    "f": 2, "fast": 2,
    "a": 3, "average": 3, "avg": 3,
    "s": 4, "slow": 4,
    "vs": 5, "very slow": 5,
}  # fmt: skip

TYPES: Mapping[str, str] = {
    "s": "S", "slashing": "S", "slash": "S",
    "p": "P", "piercing": "P", "pierce": "P",
    "b": "B", "bludgeoning": "B", "bludgeon": "B",
}  # fmt: skip

TARGETS: Mapping[str, str] = {
    "humanoid": "humanoid", "humanoids": "humanoid",
    "animal": "animal", "animals": "animal",
    "monster": "monster", "monsters": "monster",
}  # fmt: skip

UNITS: Mapping[str, str] = {
    "": "segments", "segment": "segments", "segments": "segments",
    "r": "rounds", "rd": "rounds", "rds": "rounds", "rnd": "rounds", "rnds": "rounds",
    "round": "rounds", "rounds": "rounds",
    "turn": "turns", "turns": "turns",
}  # fmt: skip

SIZE = "^(?i:" + "|".join(SIZES).replace("-", "[- _]?") + ")$"
PHASE = "^(?i:" + "|".join(PHASES).replace(" ", "[- _]?") + ")$"
TYPE = "^(?i:(?:" + "|".join(TYPES) + ")(?: ?[/,+] ?(?:" + "|".join(TYPES) + ")){0,2})$"
TIME = r"^(?i:\d{1,3} ?(?:" + "|".join(unit for unit in UNITS if unit) + ")?)$"
DICE = r"^(?i:\d{0,2}d\d{1,3}(?:[+-]\d{1,3})?)$"
HIT_DICE = r"^\d{1,3}(?: ?[+-] ?\d{1,3})?$"
RATE = r"^\d{1,2}(?:/[1-9])?$"


def _key(text: str) -> str:
    return " ".join(text.replace("_", " ").replace("-", " ").split()).casefold()


_SIZES = {_key(name): letter for name, letter in SIZES.items()} | {"mansized": "M", "mansize": "M"}
_PHASES = {**PHASES, "veryfast": 1, "veryslow": 5}


def size_letter(text: str | None) -> str | None:
    """ "man-sized" → M."""
    return None if text is None else _SIZES.get(_key(text))


def phase_number(value: int | str | None) -> int | None:
    """ "Very slow", "VS" and 5 → 5."""
    return value if value is None or isinstance(value, int) else _PHASES.get(_key(value))


def type_letters(value: str | list[str] | None) -> tuple[str, ...]:
    """ "S/P", ["slashing", "P"] → S and P, each once; empty where the type is not known."""
    parts = re.split(r"[/,+]", value) if isinstance(value, str) else value or ()
    letters = (TYPES.get(_key(part)) for part in parts)
    return tuple(dict.fromkeys(letter for letter in letters if letter is not None))


def target_kind(text: str | None) -> str | None:
    """ "Humanoids" → humanoid; what is none of the three kinds is None."""
    return None if text is None else TARGETS.get(_key(text))


def hit_dice(value: int | str | None) -> int | None:
    """ "4+1" → 4: what is added to the dice makes no further die."""
    if value is None or isinstance(value, int):
        return value
    digits = re.match(r"\d{1,3}", value.strip())
    return int(digits[0]) if digits else None


def time(value: int | str | None) -> tuple[int, str] | None:
    """ "2 rounds" → 2, "rounds"; a bare number counts segments, as casting times do."""
    if value is None or isinstance(value, int):
        return None if value is None else (value, "segments")
    read = re.match(r"(\d{1,3}) ?([a-z]{0,8})$", _key(value))
    unit = UNITS.get(read[2]) if read else None
    return (int(read[1]), unit) if read and unit else None


def rate(value: int | str | None) -> tuple[int, int] | None:
    """Missiles or attacks as so many in so many rounds: 2 → 2, 1; "3/2" → 3, 2."""
    if value is None or isinstance(value, int):
        return None if value is None else (value, 1)
    read = re.match(r"(\d{1,2})(?:/([1-9]))?$", value.strip())
    return (int(read[1]), int(read[2] or 1)) if read else None
