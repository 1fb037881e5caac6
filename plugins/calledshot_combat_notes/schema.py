"""What a character and a rulebook hold under Combat Notes, as the campaign files write them.

What is absent is unknown. The properties read a value in its one meaning, whatever its spelling in the file;
what follows from it is for the chapters.
"""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct, field

from calledshot_combat_notes import values

MOST_IN_GROUP = 99  # more of one kind than any room has fought; a slip of the pen must not make millions

Size = Annotated[
    str, Meta(pattern=values.SIZE, description="a size (T, S, M, L, H, G, or its name such as man-sized)")
]
PhaseName = Annotated[
    str, Meta(pattern=values.PHASE, description="a phase (VF, F, A, S, VS, or its name such as very slow)")
]
PhaseNumber = Annotated[int, Meta(ge=1, le=5, description="its number from 1 to 5")]
Phase = PhaseName | PhaseNumber
Type = Annotated[
    str, Meta(pattern=values.TYPE, description='a weapon type (S, P, B, its name, or several as "S/P")')
]
Time = Annotated[str, Meta(pattern=values.TIME, description='a time such as "2 rounds"')]
Count = Annotated[int, Meta(ge=0, le=999, description="a whole number from 0")]
Dice = Annotated[str, Meta(pattern=values.DICE, description="dice such as d8 or 2d4+1")]
HitDice = Annotated[str, Meta(pattern=values.HIT_DICE, description='Hit Dice such as "4+1"')]
Rate = Annotated[str, Meta(pattern=values.RATE, description='a rate such as "3/2"')]
Plus = Annotated[int, Meta(ge=-5, le=9, description="a plus from -5 to 9")]
State = Literal["in_hand", "sheathed", "backpack", "loaded", "dropped"]
Degree = Literal["grazed", "struck", "injured", "broken", "shattered", "severed", "crushed"]
Severity = Literal["minor", "major", "severe", "mortal"]
FumbleKind = Literal["self-hurt", "hurt-ally", "weapon-broken", "weapon-dropped", "other"]
Facing = Literal["n", "ne", "e", "se", "s", "sw", "w", "nw"]


class Weapon(Struct, kw_only=True, forbid_unknown_fields=True):
    """A weapon, carried or of the rulebook. A sheet need only say what differs from the rulebook's."""

    name: str
    size_: Size | None = field(default=None, name="size")
    type_: Type | list[Type] | None = field(default=None, name="type")
    phase_: Phase | None = field(default=None, name="phase")
    plus: Plus | None = None
    damage: Dice | Count | None = None
    weapon_bonus: int | None = None
    hit_bonus: int | None = None
    kd_die: Dice | None = None
    reach: Count | None = None
    missile: bool | None = None
    rof_: Count | Rate | None = field(default=None, name="rof")
    attacks_: Count | Rate | None = field(default=None, name="attacks")
    natural: bool | None = None
    state: State | None = None
    count: Count | None = None

    @property
    def size(self) -> str | None:
        """T, S, M, L, H or G."""
        return values.size_letter(self.size_)

    @property
    def types(self) -> tuple[str, ...]:
        """S, P and B, as far as they hold; empty where the type is not known."""
        return values.type_letters(self.type_)

    @property
    def phase(self) -> int | None:
        """1 Very Fast to 5 Very Slow."""
        return values.phase_number(self.phase_)

    @property
    def rof(self) -> tuple[int, int] | None:
        """So many missiles in so many rounds."""
        return values.rate(self.rof_)

    @property
    def attacks(self) -> tuple[int, int] | None:
        """So many attacks in so many rounds."""
        return values.rate(self.attacks_)


class Armour(Struct, kw_only=True, forbid_unknown_fields=True):
    """What is worn. `item_save` is the number against a crushing blow, `degrade` the degrees lost."""

    name: str | None = None
    magical_: bool | None = field(default=None, name="magical")
    plus: Plus | None = None
    item_save: Count | None = None
    degrade: Count | None = None

    @property
    def magical(self) -> bool | None:
        """A plus makes armour magical, whether the sheet says so or not."""
        return True if self.plus and self.magical_ is None else self.magical_


class Spell(Struct, kw_only=True, forbid_unknown_fields=True):
    """A spell known. `casting_time` counts as the spell's own text does, or in rounds ("2 rounds")."""

    name: str | None = None
    casting_time_: Count | Time | None = field(default=None, name="casting_time")
    range: str | int | None = None
    damage: Dice | Count | None = None
    heals: Dice | Count | None = None
    repairs_critical: bool | None = None
    save: str | None = None
    effect: str | None = None

    @property
    def casting_time(self) -> tuple[int, str] | None:
        """A number, and segments, rounds or turns."""
        return values.time(self.casting_time_)


class Power(Struct, kw_only=True, forbid_unknown_fields=True):
    """A psionic power. `prep` is 0, or the rounds that its preparation takes."""

    name: str | None = None
    prep_: Count | Time | None = field(default=None, name="prep")
    damage: Dice | Count | None = None
    effect: str | None = None

    @property
    def prep(self) -> tuple[int, str] | None:
        """A number, and rounds or turns; a bare number counts rounds."""
        read = values.time(self.prep_)
        return None if read is None else (read[0], "rounds" if read[1] == "segments" else read[1])


class Item(Struct, kw_only=True, forbid_unknown_fields=True):
    """A thing owned. One with a casting time works as a spell does."""

    name: str
    magical: bool | None = None
    casting_time_: Count | Time | None = field(default=None, name="casting_time")
    charges: Count | None = None
    state: State | None = None
    damage: Dice | Count | None = None
    heals: Dice | Count | None = None
    repairs_critical: bool | None = None
    effect: str | None = None

    @property
    def casting_time(self) -> tuple[int, str] | None:
        """A number, and segments, rounds or turns."""
        return values.time(self.casting_time_)


class Saves(Struct, kw_only=True, forbid_unknown_fields=True):
    """The two saving throws that the notes ask for: the number to reach on a d20."""

    paralyzation: Count | None = None
    death: Count | None = None


class Injury(Struct, kw_only=True, forbid_unknown_fields=True):
    """An injury from a critical hit that is still there."""

    location: str | int | None = None
    severity: Severity | None = None
    degree: Degree | None = None
    effect: str | None = None
    needs_repair_spell: bool | None = None


class Sheet(Struct, kw_only=True, forbid_unknown_fields=True):
    """One character, or with `count` a group of that many. A level may be written as `level`, `hd` or
    `level_or_hd`; modifiers that a sheet leaves out are none, figures that it leaves out are unknown."""

    name: str | None = None
    side: str | None = None
    player: str | None = None
    count: Annotated[int, Meta(ge=1, le=MOST_IN_GROUP)] | None = None
    class_: str | None = field(default=None, name="class")
    class_group: Literal["warrior", "monster", "other"] | None = None
    level: Count | None = None
    hd: Count | HitDice | None = None
    level_or_hd: Count | HitDice | None = None
    size_: Size | None = field(default=None, name="size")
    target_type_: str | None = field(default=None, name="target_type")
    mv: Count | None = None
    MV: Count | None = None
    thac0: int | None = None
    ac: int | None = None
    ac_dex_bonus: int | None = None
    hit_mod: int | None = None
    hit_mods: dict[str, int] | None = None
    strength_dmg: int | None = None
    expertise_dmg: int | None = None
    spell_dmg: int | None = None
    saves: Saves | None = None
    dex_save_adj: int | None = None
    hp: int | None = None
    hp_max: int | None = None
    kd_die: Dice | None = None
    reach: Count | None = None
    weapons: list[str | Weapon] | None = None
    armour: Armour | None = None
    spells: dict[str, Count | Time | Spell] | None = None
    powers: dict[str, Count | Time | Power] | None = None
    items: list[str | Item] | None = None
    position: tuple[int, int] | None = None
    facing: Facing | None = None
    status: Literal["clear", "threatened", "grappled"] | None = None
    grappled: bool | None = None
    prone: bool | None = None
    threatens: list[str] | None = None
    injuries: list[Injury] | None = None

    @property
    def size(self) -> str | None:
        """T, S, M, L, H or G."""
        return values.size_letter(self.size_)

    @property
    def target_type(self) -> str | None:
        """humanoid, animal or monster; None for what is none of them."""
        return values.target_kind(self.target_type_)

    @property
    def movement(self) -> int | None:
        """Movement points of a combat round, with everything carried."""
        return self.mv if self.mv is not None else self.MV

    @property
    def levels(self) -> int | None:
        """Class levels, or whole Hit Dice."""
        for value in (self.level, self.level_or_hd, self.hd):
            if value is not None:
                return values.hit_dice(value)
        return None

    @property
    def hit_modifier(self) -> int:
        """All that is added to a to-hit roll; a sheet that names nothing has nothing."""
        return (self.hit_mod or 0) + sum((self.hit_mods or {}).values())

    @property
    def held(self) -> bool:
        """Grappled when the fight begins."""
        return bool(self.grappled) or self.status == "grappled"

    @property
    def arms(self) -> tuple[Weapon, ...]:
        """The weapons, those given by name alone as weapons of that name."""
        return tuple(Weapon(name=one) if isinstance(one, str) else one for one in self.weapons or ())

    def spell(self, name: str) -> Spell | None:
        """The spell of exactly that name on the sheet."""
        known = (self.spells or {}).get(name)
        if known is None or isinstance(known, Spell):
            return known
        return Spell(name=name, casting_time_=known)

    def power(self, name: str) -> Power | None:
        """The power of exactly that name on the sheet."""
        known = (self.powers or {}).get(name)
        return known if known is None or isinstance(known, Power) else Power(name=name, prep_=known)


class BookSpell(Spell, kw_only=True, forbid_unknown_fields=True):
    """A spell of the rulebook."""

    name: str


class BookPower(Power, kw_only=True, forbid_unknown_fields=True):
    """A power of the rulebook."""

    name: str


class ChartRow(Struct, kw_only=True, forbid_unknown_fields=True):
    """A row of a chart: the rolls it is for ("4" or "4-7") and what happens."""

    roll: int | str
    text: str


class FumbleRow(Struct, kw_only=True, forbid_unknown_fields=True):
    """A row of the fumble chart: the rolls, the kind of mishap, and its words."""

    roll: int | str
    result: FumbleKind
    text: str | None = None


class LocationRow(Struct, kw_only=True, forbid_unknown_fields=True):
    """Which part of the body a location number is, for one kind of target or for all."""

    roll: int | str
    part: str
    target_type: Literal["humanoid", "animal", "monster"] | None = None


class InjuryRow(Struct, kw_only=True, forbid_unknown_fields=True):
    """What a severity roll does. Where a row leaves out weapon, target or part of the body, it is for all."""

    roll: int | str
    degree: Degree
    weapon_type: Literal["S", "P", "B"] | None = None
    target_type: Literal["humanoid", "animal", "monster"] | None = None
    part: str | None = None
    text: str | None = None
    needs_repair_spell: bool | None = None


class Check(Struct, kw_only=True, forbid_unknown_fields=True):
    """A roll that succeeds from a number on, or with `under` up to it."""

    dice: Dice
    needed: int
    under: bool = False


class Rulebook(Struct, kw_only=True, forbid_unknown_fields=True):
    """What the campaign's rulebook holds. Each chart stands in place of a question to the DM."""

    weapons: list[Weapon] = []
    spells: list[BookSpell] = []
    powers: list[BookPower] = []
    items: list[Item] = []
    critical_events: list[ChartRow] = []
    critical_event_dice: Dice | None = None
    critical_locations: list[LocationRow] = []
    critical_injuries: list[InjuryRow] = []
    fumbles: list[FumbleRow] = []
    fumble_dice: Dice | None = None
    item_saves: dict[str, Count] = {}
    escape: Check | None = None
