"""Critical hits: when one is, how the damage is multiplied, which dice tell the injury, what armour suffers.

Pure figures. The injuries themselves are in a book that the notes only cite: a campaign's tables, or the DM.
"""

from __future__ import annotations

from calledshot_combat_notes.slots import size_difference

NATURAL = 18
MARGIN = 5
"""CN-601: the least natural roll, and by how much the hit must beat the number needed."""
TWO_SIZES = 2
"""CN-621, CN-623: the weapon is so many sizes larger than the target, or more."""
DOUBLE, TRIPLE = 2, 3
MAGICAL_BONUS = 1
"""CN-627: for being magical at all."""
LOCATION_DICE = {"standard": ("1d10", 0), "low": ("1d6", 0), "high": ("1d6", 4)}
"""CN-616: dice and what is added."""
SEVERITIES = (("minor", "1d6"), ("major", "2d4"), ("severe", "2d6"), ("mortal", "2d8"))
"""CN-618 to CN-621, from a smaller weapon to one two sizes larger."""
WEAPON_TYPES = {"S": "slashing", "P": "piercing", "B": "bludgeoning"}
"""CN-613."""


def is_critical(natural: int, total: int, needed: int | None, margin_on: str = "total") -> bool | None:
    """Whether a hit is critical: a natural 18 or more that beats the number needed by 5 or more.

    CN-601; `margin_on` is `crit.margin_on`.
    """
    if natural < NATURAL:
        return False
    if needed is None:
        return None
    return (natural if margin_on == "natural" else total) >= needed + MARGIN


def multiplier(difference: int | None) -> int | None:
    """How often the weapon's damage counts: double, or triple with a weapon two sizes larger.

    CN-603, CN-623.
    """
    if difference is None:
        return None
    return TRIPLE if difference >= TWO_SIZES else DOUBLE


def damage(dice: int, weapon_bonus: int, multiplier: int, others: int) -> int:
    """The weapon with its own bonuses is multiplied; Strength, expertise and spells are added afterwards.

    CN-604, CN-605.
    """
    return max(0, (dice + weapon_bonus) * multiplier + others)


def difference(weapon_size: str | None, target_size: str | None) -> int | None:
    """By how many sizes the weapon is larger than the target.

    CN-611.
    """
    return size_difference(weapon_size, target_size)


def severity(difference: int | None) -> tuple[str, str] | None:
    """The class of severity and its dice.

    CN-617, CN-618, CN-619, CN-620, CN-621.
    """
    if difference is None:
        return None
    return SEVERITIES[0 if difference < 0 else min(difference + 1, len(SEVERITIES) - 1)]


def severity_clause(name: str) -> str:
    """The clause that a class of severity rests on."""
    return f"CN-{618 + [known for known, _ in SEVERITIES].index(name)}"


def item_save_bonus(plus: int | None) -> int:
    """What magical armour adds to its save: one for being magical, and its plus.

    CN-627.
    """
    return MAGICAL_BONUS + (plus or 0)
