"""One combatant of a YiffieMon fight as it stands: sheet, clock time aside, turn history, conditions, flags.

Data and the look-ups that need nothing else. What a figure does to a roll is `checks`, what changes a level
is `conditions`, who threatens whom is `threat`. An unknown figure is None.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from msgspec import Struct, field

from calledshot.api import Campaign, Move, fold, number
from calledshot_yiffiemon import book
from calledshot_yiffiemon.schema import Sheet, Weapon

UNARMED = frozenset({"fist", "fists", "punch", "hands", "unarmed", "kick"})
"""What somebody names who strikes without a weapon, folded."""


NATURAL = frozenset(
    (
        "claw", "claws", "bite", "teeth", "fangs", "jaws", "beak", "talons", "horn", "horns", "antlers",
        "hoof", "hooves", "tail", "paw", "paws", "tusk", "tusks", "maw", "mandibles", "pincers", "stinger",
        "spines", "quills", "tentacle", "tentacles", "wing", "wings", "trunk", "snout",
    )
)  # fmt: skip
"""What somebody names who strikes with what grows on him, folded."""


class Turn(Struct, kw_only=True):
    """A turn: from one action of its owner to the next (2.3). `length` is the speed of the action."""

    action: str | None = None
    start: Fraction = Fraction(0)
    length: Fraction | None = None
    moves: Fraction | None = None
    toward: str | None = None
    flying: bool | None = None
    angle_from_down: float | None = None
    target: str | None = None
    text: str = ""
    number: int = 0

    @property
    def is_move(self) -> bool:
        return self.action in ("move", "run", "slide", "push")

    @property
    def waits(self) -> bool:
        return self.action in ("wait", None)


class Queued(Struct, kw_only=True):
    """An Action of Opportunity taken and not yet resolved, since `gained` (YM-110, YM-407)."""

    by: str
    against: str
    what: str = "attack"
    gained: Fraction = Fraction(0)
    number: int = 0  # of those gained at once, which was offered first
    mod: int = 0
    group: str | None = None
    power: bool = False
    stops_move: bool = False
    threatened: bool = False  # whether its taker threatened the target anyway when he took it (YM-207)
    text: str = ""
    clauses: tuple[str, ...] = ()


class Pending(Struct, kw_only=True):
    """An action declared and to be resolved at the actor's next turn (YM-108)."""

    move: Move
    text: str
    start: Fraction


class Combatant(Struct, kw_only=True):
    """A creature in the fight. `levels` are those of conditions now, `peaks` the highest of each within the
    current action (YM-300). Damage fields are what has been taken, by the record."""

    name: str
    sheet: Sheet
    weapons: tuple[Weapon, ...] = ()
    in_hand: str | None = None
    levels: dict[str, int] = field(default_factory=dict)
    peaks: dict[str, int] = field(default_factory=dict)
    expiries: list[tuple[Fraction, str, int]] = field(default_factory=list)
    gained: dict[str, Fraction] = field(default_factory=dict)  # when a condition began
    in_combat: bool = False
    left: bool = False  # he has left combat since
    surprised: bool = False
    flying: bool = False
    prone: bool = False
    unconscious: bool = False
    dead: bool = False
    gone: bool = False  # fled, given up, or out of the fight in another way
    guard_duty: bool = False
    assigns: str = ""  # how conditions of threat may be dealt out in this move: checked, free
    loses_action: bool = False  # the Con check to act failed (YM-375)
    stopped_moving: bool = False  # the move that is on has ended early
    acted: int = 0  # actions taken in this fight
    turn: Turn = field(default_factory=Turn)
    last: Turn | None = None  # the turn before this one
    pending: Pending | None = None
    ao_queue: list[Queued] = field(default_factory=list)
    since_move_action: Fraction | None = None  # when the last move action ended; None: none yet
    since_move: Fraction | None = None
    lost_to_time: dict[str, int] = field(default_factory=dict)
    barred_turns: int = 0  # own turns to end before the ban on move actions has a date (YM-909)
    barred_until: Fraction | None = None
    ammo: int | None = None
    band: str | None = None  # Short, Med, Long, Extreme: a ranged threat distance in force
    direction: str | None = None
    pool: int | None = None
    pool_extra: int = 0
    pool_before: int | None = None  # before it grew, until the next turn (YM-205)
    entered: Fraction = Fraction(0)
    waited: Fraction = Fraction(0)
    owed: Fraction = Fraction(0)  # Bleeding 1 points not yet whole (YM-313)
    owed_time: Fraction = Fraction(0)  # Inits not yet whole, for Bleeding 2 and 3
    damage: int = 0
    bleed: int = 0
    subdual: int = 0
    samples: dict[str, int] = field(default_factory=dict)  # YM-394
    highest: dict[str, int] = field(default_factory=dict)  # YM-395
    gate_open: bool = False  # the Con check to act was passed, or need not be made (YM-375)
    needs_gate: bool = False

    def figure(self, name: str) -> Any:
        """A figure of the sheet; None where it is not known."""
        return getattr(self.sheet, name, None)

    @property
    def MR(self) -> Fraction | None:
        return None if self.sheet.MR is None else number(self.sheet.MR)

    @property
    def hpv(self) -> int | None:
        """Hit points left, by the record; None where the sheet has none."""
        return None if self.sheet.HPV is None else self.sheet.HPV - self.damage

    @property
    def total(self) -> int | None:
        """YM-372: the hit point value less subdual damage."""
        return None if self.hpv is None else self.hpv - self.subdual

    @property
    def out(self) -> bool:
        """Whether no turns are his any more."""
        return self.dead or self.unconscious or self.gone

    @property
    def condition(self) -> str:
        """In a word: dead, unconscious, gone or able."""
        found = (("dead", self.dead), ("unconscious", self.unconscious), ("gone", self.gone))
        return next((word for word, holds in found if holds), "able")

    def level(self, condition: str) -> int:
        return self.levels.get(condition, 0)

    def peak(self, condition: str) -> int:
        """YM-300: the level that counts for the current action."""
        return max(self.levels.get(condition, 0), self.peaks.get(condition, 0))

    @property
    def staggered(self) -> int:
        return self.level("Staggered1") + self.level("Staggered2")

    def weapon(self, named: str | None = None) -> Weapon | None:
        """The weapon in use: the one named (of which nothing is known, if he carries none of the name), that
        in hand, or the only one; None is unarmed or unknown."""
        if named is not None:
            if fold(named) in UNARMED:
                return None
            for one in self.weapons:
                if one.name is not None and fold(one.name) == fold(named):
                    return one
            near = [one for one in self.weapons if one.name and fold(named) in fold(one.name)]
            if len(near) == 1:
                return near[0]
            if fold(named) in NATURAL or (not self.weapons and self.has_natural_weapons):
                return None
            nameless = [one for one in self.weapons if one.name is None]
            return nameless[0] if len(nameless) == 1 else Weapon(name=named)
        if self.in_hand is not None:
            return next((one for one in self.weapons if one.name == self.in_hand), None)
        held = [one for one in self.weapons if one.in_hand]
        return held[0] if held else self.weapons[0] if self.weapons else None

    @property
    def has_natural_weapons(self) -> bool:
        """YM-514."""
        return self.sheet.NWI is not None and self.sheet.NWI >= 0

    def attack_skill(self, weapon: Weapon | None = None) -> int | None:
        """The skill with the weapon in use."""
        weapon = weapon or self.weapon()
        if weapon is not None and weapon.attack_skill is not None:
            return weapon.attack_skill
        return self.sheet.attack_skill

    @property
    def ranged(self) -> bool:
        weapon = self.weapon()
        return weapon is not None and is_ranged(weapon)

    @property
    def has_shield(self) -> bool | None:
        if self.sheet.shield is not None:
            return self.sheet.shield
        said = [one.shield for one in self.weapons if one.shield is not None]
        return any(said) if said else None


def is_ranged(weapon: Weapon) -> bool:
    """Whether a weapon shoots or is thrown: by its kind, or because it has ranges."""
    if weapon.kind is not None:
        return weapon.kind == "ranged"
    return any(getattr(weapon, band) is not None for band in ("Short", "Med", "Long", "Extreme"))


def combatant(name: str, campaign: Campaign) -> Combatant:
    """A creature as its sheet has it when the fight begins."""
    sheet = campaign.sheets.get(name)
    if not isinstance(sheet, Sheet):
        return Combatant(name=name, sheet=Sheet())
    weapons = book.weapons(campaign, sheet)
    ammo = sheet.ammo
    if ammo is None:
        ammo = next((one.ammo for one in weapons if one.ammo is not None), None)
    begin = number(sheet.clock or 0)
    moved = sheet.prev_turn is not None and sheet.prev_turn.kind in ("move", "run", "slide", "push")
    return Combatant(
        name=name,
        sheet=sheet,
        weapons=weapons,
        levels=book.conditions(sheet),
        in_combat=bool(sheet.in_combat),
        surprised=bool(sheet.surprised),
        flying=bool(sheet.flying),
        prone=bool(sheet.prone),
        unconscious=bool(sheet.unconscious),
        ammo=ammo,
        pool=sheet.pool,
        band=sheet.TD if isinstance(sheet.TD, str) else None,
        direction=sheet.threat_direction,
        subdual=sheet.subdual or 0,
        waited=number(sheet.waited or 0),
        last=_previous(sheet, begin),
        since_move=begin if moved else None,
        since_move_action=begin if moved else None,
        entered=begin,
    )


def _previous(sheet: Sheet, begin: Fraction) -> Turn | None:
    was = sheet.prev_turn
    if was is None:
        return Turn(action="wait", start=begin - number(sheet.waited)) if sheet.waited else None
    length = None if was.length is None else number(was.length)
    return Turn(
        action=was.kind,
        start=begin - (length or 0),
        length=length,
        moves=None if was.moves is None else number(was.moves),
        toward=was.straight_toward,
        flying=was.flying,
        angle_from_down=was.angle_from_down,
    )
