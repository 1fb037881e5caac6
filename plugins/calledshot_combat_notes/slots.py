"""Phases and slots: in which of the five phases of a combat round, or after them, an act takes place.

Pure figures. A slot is a number: 1 Very Fast to 5 Very Slow, 6 and up the END slots after Very Slow. What
is declared and what comes of it is not known here.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

PHASES = ("VF", "F", "A", "S", "VS")
"""CN-210, in order."""
PHASE_WORDS = ("Very Fast", "Fast", "Average", "Slow", "Very Slow")
LAST_PHASE = len(PHASES)
BASE: Mapping[str, int] = {"T": 1, "S": 1, "M": 2, "L": 3, "H": 4, "G": 5}
"""CN-211 to CN-215: the base phase of each size."""
RANK: Mapping[str, int] = {size: rank for rank, size in enumerate("TSMLHG")}
"""Sizes compared: how many steps from one to another."""
REPLACED = 1000
"""CN-205: the slot of an act that took the place of an abandoned one, after every END slot."""
CLOSING = 2000
"""Step 5, the end of the round."""
DRAWN_DELAY, CHANGED_DELAY = 1, 2
"""CN-530, CN-532: phases that drawing costs, and putting one weapon away to draw another."""


def base(size: str | None) -> int | None:
    """The base phase of a size; None where that is not known.

    CN-211, CN-212, CN-213, CN-214, CN-215.
    """
    return BASE.get(size) if size is not None else None


def size_difference(larger: str | None, smaller: str | None) -> int | None:
    """By how many sizes the first is the larger; negative where it is the smaller."""
    one, other = RANK.get(larger or ""), RANK.get(smaller or "")
    return None if one is None or other is None else one - other


def magic(plus: int | None) -> int:
    """How many phases faster a magic weapon is; an unstated plus is none.

    CN-410, CN-411, CN-412.
    """
    plus = plus or 0
    return 0 if plus <= 1 else 1 if plus <= 3 else 2


def drawing_delay(drawn: bool, put_away: bool = False, dropped: bool = False, drop_delay: int = 0) -> int:
    """Phases by which changing weapons delays the attack: none in hand, one for drawing, two where another
    was put in a ready place first; dropping that one is free by default.

    CN-530, CN-532.
    """
    if not drawn:
        return 0
    if put_away:
        return CHANGED_DELAY
    return DRAWN_DELAY + (drop_delay if dropped else 0)


def attack_slot(
    base: int | None,
    weapon: int | None,
    *,
    plus: int | None = None,
    delay: int = 0,
    shift: int = 0,
    after: int | None = None,
    settings: Mapping[str, Any] = {},
) -> int | None:
    """The slot of a first attack. `weapon` is its phase (None for none: then only the base counts), `after`
    the slot of the owner's last movement before it. None where the base is not known.

    CN-216, CN-353, CN-410, CN-411, CN-412, CN-530, CN-532.
    """
    if base is None:
        return None
    faster = magic(plus)
    if settings.get("init.magic_applies_to") == "weapon":
        raw = max(base, (weapon or base) - faster)
    else:
        raw = max(base, weapon or base) - faster
    slot = max(1, raw + delay + shift)
    if settings.get("init.weapon_floor_after_shift") and weapon is not None:
        slot = max(slot, weapon)
    if after is not None:
        late = settings.get("init.move_then_attack_same_phase") == "next_phase"
        slot = max(slot, after + 1 if late else after)
    return slot


def following(first: int, count: int) -> list[int]:
    """The slots of several attacks or shots: one a phase from the first on.

    CN-440, CN-441, CN-313.
    """
    return [first + k for k in range(count)]


def movement_slots(base: int | None, shift: int, increments: int) -> list[int] | None:
    """The slots of the half-move increments of a movement.

    CN-350, CN-351.
    """
    if base is None:
        return None
    first = max(1, base + shift)
    return [first + k for k in range(increments)]


def name(slot: int | None) -> str | None:
    """ "F", "END1", "END-last", "step 5"; None where the slot is not known."""
    if slot is None:
        return None
    if slot >= CLOSING:
        return "step 5"
    if slot >= REPLACED:
        return "END-last"
    return PHASES[slot - 1] if slot <= LAST_PHASE else f"END{slot - LAST_PHASE}"


def words(slot: int | None) -> str | None:
    """A slot for the room: "Fast", "after Very Slow"."""
    if slot is None:
        return None
    if slot >= CLOSING:
        return "at the end of the round"
    if slot >= REPLACED:
        return "last of all, after Very Slow"
    if slot <= LAST_PHASE:
        return PHASE_WORDS[slot - 1]
    return "after Very Slow" if slot == LAST_PHASE + 1 else f"after Very Slow, place {slot - LAST_PHASE}"


def order_key(
    slot: int, side_rank: int, movement: bool, follows_own_move: bool, index: int, part: int
) -> tuple[int, int, int, int, int]:
    """The place of an act in its round: slot, side (the winner's first), attacks and spells before
    movement, declaration, part of the declaration. An attack that follows its owner's movement in the same
    slot stands right after that movement.

    CN-203, CN-222, CN-223.
    """
    return (slot, side_rank, 1 if movement or follows_own_move else 0, index, part)
