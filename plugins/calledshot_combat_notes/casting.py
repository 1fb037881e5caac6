"""Casting and psionics: in which slot of which round a spell or power takes effect, and what ruins a spell.

Pure figures; the fight says who casts and who is hurt.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from calledshot_combat_notes import durations, slots

START = 1
"""CN-500: casting begins in the Very Fast phase."""
ROWS = ((1, 3, 2), (4, 6, 3), (7, 9, 4))
"""CN-503 to CN-505: from, to, phase."""
ROUND_PHASE = 5
"""CN-506: a casting time of a round or more ends in Very Slow."""
WHOLE_ROUND = 10
"""A casting time of ten segments is a round."""

Time = tuple[int, str]


def row(time: Time, settings: Mapping[str, Any] = {}) -> int:
    """The phase in which a spell of this casting time takes effect, before the side's shift.

    CN-501, CN-503, CN-504, CN-505, CN-506.
    """
    count, unit = time
    if unit != "segments":
        return ROUND_PHASE
    if count == 0:
        return int(settings.get("spell.ct0", START))
    if count >= WHOLE_ROUND:
        return int(settings.get("spell.ct10", ROUND_PHASE))
    return next(phase for least, most, phase in ROWS if least <= count <= most)


def rounds(time: Time, settings: Mapping[str, Any] = {}) -> int:
    """How many combat rounds of casting it takes; the effect is in the last of them.

    CN-506.
    """
    if time[1] == "segments":
        return 1
    return max(1, durations.rounds_of(time, str(settings.get("spell.round_unit", "combat"))))


def slot(time: Time, shift: int, settings: Mapping[str, Any] = {}) -> int:
    """The slot of a spell's effect, in the round in which it is finished.

    CN-501, CN-225, CN-226.
    """
    return max(1, row(time, settings) + shift)


def armour_class(ac: int | None, dex_bonus: int | None, casting: bool) -> int | None:
    """The AC that an attack is made against: without the Dexterity bonus while casting; a penalty stays.

    CN-507.
    """
    if ac is None or not casting:
        return ac
    return ac + max(0, dex_bonus or 0)


def psionic_slot(prep: int, base: int | None, shift: int) -> int | None:
    """The slot of a power: the base phase where it takes no preparation, else the end of the round.

    CN-510, CN-511.
    """
    if prep > 0:
        return slots.CLOSING
    return None if base is None else max(1, base + shift)


def psionic_rounds(time: Time, settings: Mapping[str, Any] = {}) -> int:
    """Rounds of preparation, the one in which it is begun included; 0 for none.

    CN-511.
    """
    return durations.rounds_of(time, str(settings.get("spell.round_unit", "combat")))


def ruined(damage: tuple[int, ...], effect: tuple[int, ...], same_phase: str = "order") -> bool:
    """Whether damage at one place of the order ruins a spell whose effect stands at another (`order_key`s,
    the slot first; the round before them where it took several). `same_phase` is `spell.same_phase`.

    CN-508.
    """
    if same_phase == "always_ruins" and damage[:1] == effect[:1]:
        return True
    return damage < effect
