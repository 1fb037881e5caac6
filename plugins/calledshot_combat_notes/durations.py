"""How long things last: standard rounds, combat rounds, turns and seconds (CN-020 to CN-022)."""

from __future__ import annotations

from fractions import Fraction

STANDARD_ROUND = 60
"""CN-020: seconds."""
COMBAT_ROUND = 12
"""CN-021: seconds."""
COMBAT_ROUNDS_EACH = 5
"""CN-021: combat rounds in a standard round."""
TURN = 600
"""CN-022: seconds."""

SECONDS = {
    "seconds": 1,
    "combat_rounds": COMBAT_ROUND,
    "standard_rounds": STANDARD_ROUND,
    "minutes": STANDARD_ROUND,
    "turns": TURN,
}


def seconds(count: int | float | Fraction, unit: str) -> Fraction:
    """So many of a unit (a key of SECONDS) in seconds.

    CN-020, CN-021, CN-022.
    """
    return Fraction(str(count)) * SECONDS[unit]


def combat_rounds(count: int | float | Fraction, unit: str) -> Fraction:
    """So many of a unit in combat rounds.

    CN-021, CN-022.
    """
    return seconds(count, unit) / COMBAT_ROUND


def standard_rounds(count: int | float | Fraction, unit: str) -> Fraction:
    """So many of a unit in standard rounds."""
    return seconds(count, unit) / STANDARD_ROUND


def rounds_of(time: tuple[int, str], setting: str = "combat") -> int:
    """A casting or preparation time in rounds or turns as combat rounds; `setting` is
    `spell.round_unit`.

    CN-021, CN-022, CN-506, CN-511.
    """
    count, unit = time
    if unit == "turns":
        return int(combat_rounds(count, "turns"))
    return count * COMBAT_ROUNDS_EACH if setting == "standard" else count
