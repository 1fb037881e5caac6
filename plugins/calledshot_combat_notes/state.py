"""What a fight keeps: fighters as they stand, the round with its plans and deeds, attacks under way, dice
owed and questions open. Data without rules.
"""

from __future__ import annotations

from typing import Any, Literal

from msgspec import Struct, field

from calledshot.api import Allowance, Declaration, Event, Move, Offer, Offers, PgmRuling, Point
from calledshot_combat_notes.schema import Sheet, Weapon

PARTY, OPPONENTS = "party", "opponents"
"""The sides of the notes; a campaign may have others."""
DM = "DM"
"""Who is asked where it is the DM whose dice or word is wanted."""


class Arm(Struct, kw_only=True):
    """A weapon somebody carries, as far as it is known, and where it is now."""

    weapon: Weapon
    state: str | None = None

    @property
    def name(self) -> str:
        return self.weapon.name


class Casting(Struct, kw_only=True, eq=False):
    """A spell being cast, from Very Fast of `first` to its slot in round `last` (counted by the fight)."""

    spell: str
    target: str | None
    plan: Plan
    first: int
    last: int
    failed: bool = False


class Injury(Struct, kw_only=True):
    """What a critical hit left behind; it stays until magic meant for it."""

    location: int | None = None
    part: str | None = None
    severity: str | None = None
    degree: str | None = None
    effect: str | None = None
    needs_repair_spell: bool = True


class Fighter(Struct, kw_only=True, eq=False):
    """A combatant as he stands. None is unknown. `down` is how the DM calls his state ("dead"); `spoken`:
    he says or rolls things himself."""

    name: str
    sheet: Sheet
    side: str
    known: bool = True
    hp: int | None = None
    arms: list[Arm] = field(default_factory=list)
    grappled: bool = False
    held_by: str | None = None
    prone: bool = False
    down: str | None = None
    degrade: int = 0
    turns: int = 0  # changes of facing this round
    half_fire: int = 0  # rounds in a row of half-move shooting
    casting: Casting | None = None
    failed_spell: bool | None = None  # None: nothing was cast
    last_spell: Casting | None = None  # the one that took effect last
    lost_spell: Casting | None = None  # the one that was ruined last
    injuries: list[Injury] = field(default_factory=list)
    meant: tuple[str, str] | None = None  # words of a move of his, and whom he meant by them after all
    spoken: bool = False
    status: str | None = None
    told: str | None = None  # the status that was told last
    threatened_by: tuple[str, ...] = ()
    gone_off: bool = False  # the crossbow, at a knockdown before his shot


class Plan(Struct, kw_only=True, eq=False):
    """What somebody declared for the round. `index` is its place among the declarations; `replaced`: it
    took the place of one that was abandoned."""

    who: str
    move: Move
    declaration: Declaration
    index: int
    replaced: bool = False
    stands: bool = True  # false: refused, abandoned
    hidden: bool = False
    plain: bool = False  # nothing was told of what he does: it is what an opponent does by default
    turn: str | None = None  # a facing that is declared beside it
    struck: bool = False  # a guard that has had its blow
    candidates: tuple[str, ...] = ()  # whom a target such as "an orc" may mean
    kind: str = "no-move"
    cost: int | None = None
    deeds: list[Deed] = field(default_factory=list)
    parts: list[list[Any]] = field(default_factory=list)  # what makes its slot: [what, phase], [what, phases]
    hands_done: bool = False  # what is drawn for it is in hand


Kind = Literal["move", "attack", "spell", "psionic", "item", "act"]
Stage = Literal["queued", "waiting", "called", "done", "cancelled", "lost"]


class Deed(Struct, kw_only=True, eq=False):
    """One act of a plan with its slot. `slot` None is unknown; `at` is where it stands in the queue all the
    same. `waiting`: others may take an opportunity first; `called`: dice are to come."""

    who: str
    kind: Kind
    label: str
    plan: Plan
    slot: int | None
    at: int
    part: int = 0
    follows: bool = False
    number: int = 1
    squares: tuple[Point, ...] = ()
    adjusts: bool = False  # CN-311: the path is walked along with this deed
    first: bool = False  # of its plan's attacks
    status: Stage = "queued"
    attack: Attack | None = None
    started_at: Point | None = None
    moved_to: Point | None = None
    since: int | None = None  # the event at which it began to wait

    @property
    def open(self) -> bool:
        return self.status in ("queued", "waiting")

    @property
    def move(self) -> Move:
        return self.plan.move


class Attack(Struct, kw_only=True, eq=False):
    """One attack from its to-hit roll to its last consequence. `ours` is what the rules say of the roll,
    `outcome` what is played on."""

    who: str
    target: str | None
    weapon: Weapon | None = None
    kind: Literal["melee", "missile", "unarmed", "overrun", "spell"] = "melee"
    deed: Deed | None = None
    opportunity: Offer | None = None
    place: tuple[int, ...] = ()  # in the order of the round
    round: int = 0
    ac: int | None = None
    needed: int | None = None
    modifier: int = 0
    natural: int | None = None
    total: int | None = None
    ours: str | None = None
    outcome: str | None = None
    critical: bool | None = None
    multiplier: int = 1
    dice_total: int | None = None
    our_points: int | None = None
    points: int | None = None
    dealt: bool = False
    confirmed: bool = False  # the DM has spoken to the roll
    guessed: bool = False  # its target is
    verdict: PgmRuling | None = None  # his word, where it differs from ours
    points_said: bool = False
    latest: int = -1  # the event of its last dice or word
    said: int | None = None  # the DM's points
    height: str = "standard"
    location: int | None = None
    severity: str | None = None
    severity_roll: int | None = None
    injury: Injury | None = None
    death_saved: bool | None = None
    difference: int | None = None
    damage_dice: str | None = None
    fixed_points: int | None = None
    spoiled: list[str] = field(default_factory=list)  # whose spells it ruined
    over: bool = False  # all that follows was asked for

    @property
    def struck(self) -> bool:
        return self.outcome in ("hit", "critical")

    @property
    def margin(self) -> int | None:
        return None if self.total is None or self.needed is None else self.total - self.needed


class Request(Struct, kw_only=True, eq=False):
    """Dice asked of somebody: what for, and which ("2d4"; None where they are not known). `for_whom`: whose
    roll it is in the rules, where another has to make it."""

    who: str
    what: str
    dice: str | None = None
    attack: Attack | None = None
    deed: Deed | None = None
    needed: int | None = None
    modifier: int = 0
    side: str | None = None
    details: dict[str, Any] = field(default_factory=dict)


class Stray(Struct, kw_only=True, eq=False):
    """A roll that nothing had asked for, in case the DM takes it for an attack: whom he named before it, and
    the damage dice right after it."""

    who: str
    event: Event
    named: tuple[str, ...] = ()
    damage: Event | None = None


class Question(Struct, kw_only=True, eq=False):
    """Something only the DM can tell: the topic that an answer names, and what it is about."""

    topic: str
    clause: str
    text: str
    who: str | None = None
    attack: Attack | None = None
    deed: Deed | None = None


class Round(Struct, kw_only=True, eq=False):
    """A round as it runs. `number` is the DM's count where he told it; `count` ours, from 1."""

    number: int | None
    count: int
    phase: Literal["declare", "initiative", "action", "closed"] = "declare"
    seed: str = ""
    order: list[str] = field(default_factory=list)
    roller: str | None = None
    plans: dict[str, Plan] = field(default_factory=dict)
    dropped: list[Plan] = field(default_factory=list)
    refused: dict[str, Plan] = field(default_factory=dict)
    rolls: dict[str, int] = field(default_factory=dict)
    deciding: dict[str, int] = field(default_factory=dict)
    held: dict[str, tuple[str, Event]] = field(default_factory=dict)
    ties: int = 0
    tied: tuple[str, ...] = ()
    winner: str | None = None
    shifts: dict[str, int] = field(default_factory=dict)
    ranks: dict[str, int] = field(default_factory=dict)
    queue: list[Deed] = field(default_factory=list)
    attacks: list[Attack] = field(default_factory=list)
    offers: Offers = field(default_factory=Offers)
    used: Allowance = field(default_factory=Allowance)
    asked_for: bool = False  # initiative
    by_dm: bool = False  # the DM threw for both sides, and has not said which is whose
    named: bool = False  # the DM has said who rolls
    ordered: bool = False  # the order has been told
    called: dict[int, int] = field(default_factory=dict)  # phases the DM has called, each at which event
    out: set[str] = field(default_factory=set)  # who takes no part in it: passed over, or come too late
    passed: tuple[int, ...] = ()  # how far the table has come, as a place in the order
