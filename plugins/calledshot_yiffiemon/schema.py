"""What a YiffieMon character and rulebook hold, as the campaign files write them. What is absent is unknown.

The keys are the page's own short forms, capitals and all. A sheet may also say how things stand when play
begins: clock, place, conditions, threat. Nothing is worked out here; reading a rulebook is `book`.
"""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

MOST_IN_GROUP = 99  # more of one kind than any room has fought; a slip of the pen must not make millions

Count = Annotated[int, Meta(ge=0, le=999)]
"""Levels of a condition: a whole number, and no creature has a thousand."""

Point = tuple[float, float]
Step = Literal["Short", "Med", "Long", "Extreme"]
Level = Literal["CF", "NF", "BS", "NS", "SS", "CS"]


class Weapon(Struct, kw_only=True, forbid_unknown_fields=True):
    """A weapon carried; what is left out is as in the rulebook's weapon of that name, and its skill and base
    line as on the sheet. Lengths are in the campaign's one unit."""

    name: str | None = None
    kind: Literal["melee", "ranged"] | None = None
    WSB: int | None = None
    EL: int | None = None
    Reach: float | None = None
    Guard: float | None = None
    Short: float | None = None
    Med: float | None = None
    Long: float | None = None
    Extreme: float | None = None
    ammo: Count | None = None
    attack_skill: int | None = None
    base_line: int | None = None
    in_hand: bool | None = None
    shield: bool | None = None


class Conditions(Struct, kw_only=True, forbid_unknown_fields=True):
    """Levels of conditions: FD is Fighting Defensively, BUF Building up The Fight, FB Fatigue Bleeding."""

    Bleeding1: Count | None = None
    Bleeding2: Count | None = None
    Bleeding3: Count | None = None
    FB1: Count | None = None
    FB2: Count | None = None
    FB3: Count | None = None
    FatigueBleeding1: Count | None = None
    FatigueBleeding2: Count | None = None
    FatigueBleeding3: Count | None = None
    Blundering1: Count | None = None
    Blundering2: Count | None = None
    OffGuard1: Count | None = None
    OffGuard2: Count | None = None
    OffFooted: Count | None = None
    Stopped1: Count | None = None
    Stopped2: Count | None = None
    Staggered1: Count | None = None
    Staggered2: Count | None = None
    FD: Count | None = None
    BUF: Count | None = None


class Threat(Struct, kw_only=True, forbid_unknown_fields=True):
    """Levels of the Conditions of Threat that one creature has given another."""

    TB2: Count = 0
    CAB: Count = 0
    HB: Count = 0


class ThreatenedBy(
    Struct, kw_only=True, forbid_unknown_fields=True, rename={"one": "1", "two": "2", "three": "3"}
):
    """Levels of Threaten By one attacker, by kind."""

    one: Count = 0
    two: Count = 0
    three: Count = 0


class PreviousTurn(Struct, kw_only=True, forbid_unknown_fields=True):
    """What the turn before was spent on: `kind` is move, attack, wait or another action; `angle_from_down`
    in degrees, for a flight."""

    kind: str | None = None
    length: float | None = None
    moves: float | None = None
    straight_toward: str | None = None
    flying: bool | None = None
    angle_from_down: float | None = None


class Sheet(Conditions, kw_only=True, forbid_unknown_fields=True):
    """One character. Conditions may stand on the sheet itself or under `conditions`.

    `NWI` below 0 says that there are no natural weapons; `base_line` is that of attacks, `base_lines` holds
    those of other checks by name (move, dodge, healing, taunt, terrain), and those of attributes are the
    attributes themselves. `pool` is the Threaten By pool, `allocation` whom it has been given to, `TB` by
    whom this creature is threatened, `TD` a ranged threat distance in force, `waited` Inits waited just now.
    """

    name: str | None = None
    side: str | None = None
    count: Annotated[int, Meta(ge=1, le=MOST_IN_GROUP)] | None = None
    is_pc: bool | None = None

    MR: Annotated[float, Meta(gt=0)] | None = None
    perception: int | None = None
    Agl: int | None = None
    Dex: int | None = None
    Int: int | None = None
    Will: int | None = None
    Con: int | None = None
    Con_base_line: int | None = None
    Str: int | None = None
    ConB: int | None = None
    StrB: int | None = None
    WSB: int | None = None
    EL: int | None = None
    NWI: int | None = None
    hand_to_hand: bool | None = None
    PB: int | None = None
    FPB: int | None = None
    AC: int | None = None
    OCV: int | None = None
    DCV: int | None = None
    HPV: int | None = None
    subdual: int | None = None
    body_points: int | None = None
    life_points: int | None = None
    DT: int | None = None

    Move: float | None = None
    Fathom: float | None = None
    threat_distance: float | None = None
    guard_distance: float | None = None

    attack_skill: int | None = None
    move_skill: int | None = None
    dodge: int | None = None
    healing: int | None = None
    taunt: int | None = None
    base_line: int | None = None
    base_lines: dict[str, int] = {}
    pool: Count | None = None

    weapon: Weapon | None = None
    weapons: list[Weapon] = []
    ammo: Count | None = None
    shield: bool | None = None

    clock: float | None = None
    waited: float | None = None
    pending: str | None = None
    ao_queue: list[str] = []
    position: Point | None = None
    in_combat: bool | None = None
    surprised: bool | None = None
    flying: bool | None = None
    prone: bool | None = None
    unconscious: bool | None = None
    conditions: Conditions | None = None
    allocation: dict[str, Threat] = {}
    TB: dict[str, ThreatenedBy] = {}
    TD: float | Step | None = None
    threat_direction: str | None = None
    in_TA_of: list[str] = []
    inside_guard_of: list[str] = []
    prev_turn: PreviousTurn | None = None


class Rung(Struct, kw_only=True, forbid_unknown_fields=True):
    """A success level and the smallest margin (chance minus roll, after all modifiers) that earns it."""

    level: Level
    margin: int


class LadderTable(Struct, kw_only=True, forbid_unknown_fields=True):
    """The success ladder as a table level → smallest margin; a margin below all of them is the level
    under the lowest that is given."""

    CF: int | None = None
    NF: int | None = None
    BS: int | None = None
    NS: int | None = None
    SS: int | None = None
    CS: int | None = None


class BookWeapon(Struct, kw_only=True, forbid_unknown_fields=True):
    """A weapon that everybody may have."""

    name: str
    kind: Literal["melee", "ranged"] | None = None
    WSB: int | None = None
    Reach: float | None = None
    Guard: float | None = None
    Short: float | None = None
    Med: float | None = None
    Long: float | None = None
    Extreme: float | None = None
    ammo: Count | None = None
    shield: bool | None = None


class Terrain(Struct, kw_only=True, forbid_unknown_fields=True):
    """A kind of ground: how hard its terrain checks are, and where it lies. `wall` is what nobody can be
    pushed through."""

    difficulty: int | None = None
    at: list[Point] = []
    wall: bool = False


class Rulebook(Struct, kw_only=True, forbid_unknown_fields=True):
    """What the campaign's rulebook holds.

    `die` is the number of sides of the die of a check. `ladder` says which margin earns which level. `fall`
    maps metres to points of damage (or dice), `body_to_life` body points to life points, or is the number
    of body points that make one. `terrain` is by name, `positions` says where combatants begin (a sheet's
    own wins), in lengths of one `unit`, whose name is for the words only.
    """

    die: Annotated[int, Meta(ge=2, le=1000)] | None = None
    ladder: list[Rung] | LadderTable | None = None
    weapons: list[BookWeapon] = []
    fall: dict[str, int | str] = {}
    body_to_life: Annotated[int, Meta(ge=1)] | dict[str, int] | None = None
    terrain: dict[str, Terrain] = {}
    positions: dict[str, Point] = {}
    unit: str | None = None
