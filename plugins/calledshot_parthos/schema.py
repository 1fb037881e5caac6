"""What a Parthos character and rulebook hold, as the campaign files write them. What is absent is unknown."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct, field

MOST_IN_GROUP = 99  # more of one kind than any room has fought; a slip of the pen must not make millions


class Weapon(Struct, kw_only=True, forbid_unknown_fields=True):
    """A weapon carried; `bc` and `kind` only where they differ from the rulebook's weapon of that name."""

    name: str
    bc: int | str | None = None
    kind: Literal["melee", "missile", "both"] | None = None
    in_hand: bool = False
    count: int | None = None


class Item(Struct, kw_only=True, forbid_unknown_fields=True):
    """An item owned."""

    name: str
    kind: str | None = None
    charges: int | None = None
    speed: int | None = None
    magical: bool | None = None
    heals: bool | int | str | None = None


class Modifier(Struct, kw_only=True, forbid_unknown_fields=True):
    """An initiative modifier: points, and which moves it touches (all where not said)."""

    value: int
    applies_to: str | list[str] | None = None


class Sheet(Struct, kw_only=True, forbid_unknown_fields=True):
    """One character. `bc_max` may be 4, "4" or "BC4"; `spell_lists` a table list → highest level, or a
    list of names (up to the character's own level)."""

    name: str | None = None
    side: str | None = None
    count: Annotated[int, Meta(ge=1, le=MOST_IN_GROUP)] | None = None
    speed: int | None = None
    weapon_speed: int | None = None
    ca: int | None = None
    endurance: int | None = None
    stamina: int | None = None
    stamina_max: int | None = None
    pp: int | None = None
    pp_max: int | None = None
    class_: str | None = field(default=None, name="class")
    level: int | None = None
    xp: int | None = None
    bc_max: int | str | None = None
    strength_bonus: int | None = None
    spell_lists: dict[str, int] | list[str] | None = None
    powers: list[str] | None = None
    skills: list[str] | None = None
    items: list[str | Item] | None = None
    initiative_modifiers: dict[str, int | Modifier] | None = None
    weapons: list[Weapon] | None = None


class BookSpell(Struct, kw_only=True, forbid_unknown_fields=True):
    """A spell of the rulebook. `pp` is a number or "variable"; `heals` true or dice."""

    name: str
    list: str | None = None
    level: int | None = None
    pp: int | Literal["variable"] | None = None
    heals: bool | int | str | None = None
    damage: int | str | None = None
    save: str | None = None
    effect: str | None = None
    magical: bool | None = None


class BookPower(Struct, kw_only=True, forbid_unknown_fields=True):
    name: str
    class_: str | None = field(default=None, name="class")
    level: int | None = None
    pp: int | Literal["variable"] | None = None


class BookWeapon(Struct, kw_only=True, forbid_unknown_fields=True):
    name: str
    bc: int | str | None = None
    kind: Literal["melee", "missile", "both"] | None = None


class BookItem(Struct, kw_only=True, forbid_unknown_fields=True):
    name: str
    kind: str | None = None
    magical: bool | None = None
    heals: bool | int | str | None = None
    charges: int | None = None


class Rulebook(Struct, kw_only=True, forbid_unknown_fields=True):
    """What the campaign's rulebook holds. `bell_curve` maps a BC row to points → [low, high] of the d100;
    `body_parts` a part to its penalty; `critical_misses` a [low, high] or roll to its effect."""

    spells: list[BookSpell] = []
    powers: list[BookPower] = []
    weapons: list[BookWeapon] = []
    items: list[BookItem] = []
    bell_curve: dict[str, dict[str, tuple[int, int]]] = {}
    body_parts: dict[str, int] = {}
    initiative_modifiers: dict[str, int | Modifier] = {}
    levels: dict[str, int] = {}
    classes: dict[str, Any] = {}
    critical_misses: dict[str, str] = {}
    missile_while_engaged: int | None = None
    unarmed_penalty: int | None = None
