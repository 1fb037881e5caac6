"""What a rung of a ladder brings about, as data: chapters return these, the fight carries them out in order.

Nothing is decided or done here. Names are combatants' names; lengths of time are Inits; levels are CF, NF,
BS, NS, SS, CS in rising order. Every consequence carries the clauses it rests on.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from msgspec import Struct

from calledshot.api import Effect


class Consequence(Struct, frozen=True, kw_only=True, tag=True):
    """`default`: one of our default rulings took part (the clause's setting)."""

    clauses: tuple[str, ...] = ()
    default: bool = False


class Apply(Consequence, frozen=True, kw_only=True, tag=True):
    """A modifier comes into force."""

    effect: Effect


class Opportunity(Consequence, frozen=True, kw_only=True, tag=True):
    """An action of opportunity: by one, or by the first of `by` who takes it (several: whoever threatens).
    `what` attack, push, cross_guard or heal; with several, the taker's choice. `passes_on`: who does not
    want it leaves it to the others who threaten (YM-409). `immediate`: resolved at once, not queued.
    `mod` on its roll; `power`: Power Bonus to its damage; `after`: only once the action is over."""

    by: tuple[str, ...]
    against: str
    what: tuple[str, ...] = ("attack",)
    immediate: bool = False
    passes_on: bool = True
    mod: int = 0
    power: bool = False
    after: bool = False
    stops_move: bool = False  # a hit stops the target's move (YM-364, YM-367)


class Check(Consequence, frozen=True, kw_only=True, tag=True):
    """A further check: `kind` (attack_skill, attack, move, dodge, will, con, int, dex, healing, terrain …) by
    `who`, read on the ladder named `ladder`, a key of `ladders.LADDERS`; `facts` are handed on to it."""

    kind: str
    who: str
    ladder: str
    against: str | None = None
    difficulty: int | None = 0
    mod: int = 0
    facts: dict[str, Any] = {}


class Gain(Consequence, frozen=True, kw_only=True, tag=True):
    """Levels of a condition. `source`: of which attacker (Threaten By); `expires`: Inits after which these
    levels go by themselves."""

    who: str
    condition: str
    levels: int = 1
    source: str | None = None
    expires: Fraction | None = None


class Lose(Consequence, frozen=True, kw_only=True, tag=True):
    """Levels of a condition go; all of them where `levels` is None."""

    who: str
    condition: str
    levels: int | None = 1


class Hurt(Consequence, frozen=True, kw_only=True, tag=True):
    """Damage: `dice` asked of `by` and added to `bonus`, never below `least`; `armour` times the armour value
    comes off. `pool`: body, bleed or subdual."""

    who: str
    by: str | None = None
    dice: str | None = None
    bonus: int = 0
    least: int = 0
    armour: int = 0
    pool: str = "body"
    each: tuple[int, int] | None = None  # whole Inits n and per-Init floor, for bleeding (YM-314, YM-315)


class Attack(Consequence, frozen=True, kw_only=True, tag=True):
    """A Normal Attack follows within this action (YM-411), with `mod` on its roll and the Power Bonus or
    not."""

    who: str
    target: str
    mod: int = 0
    power: bool = False


class Reread(Consequence, frozen=True, kw_only=True, tag=True):
    """The roll that led here is read again with `mod`; a But Success then counts as a Normal one."""

    mod: int


class Place(Consequence, frozen=True, kw_only=True, tag=True):
    """`who` is now inside (or outside) the guard of `target`."""

    who: str
    target: str
    inside: bool = True


class State(Consequence, frozen=True, kw_only=True, tag=True):
    """A flag of somebody changes: in_combat, prone, unconscious, guard_duty …"""

    who: str
    flag: str
    value: bool = True


class StopMove(Consequence, frozen=True, kw_only=True, tag=True):
    """The move of `who` ends here; `forced`: he is made to stop (YM-802, YM-830). `expires`: Inits until
    that level of Stopped 1 goes."""

    who: str
    forced: bool = True
    expires: Fraction | None = None


class NoMoves(Consequence, frozen=True, kw_only=True, tag=True):
    """`who` may take no move actions until 1 Init after the end of his next turn (YM-909)."""

    who: str


class Reach(Consequence, frozen=True, kw_only=True, tag=True):
    """A new threat distance for a ranged weapon: one of Short, Med, Long, Extreme (YM-211)."""

    who: str
    band: str


class PoolGrows(Consequence, frozen=True, kw_only=True, tag=True):
    """The Threaten By pool of `who` is larger by this until his move ends (YM-848)."""

    who: str
    by: int


class Spend(Consequence, frozen=True, kw_only=True, tag=True):
    """Ammunition is used up."""

    who: str
    rounds: int = 1


class Choose(Consequence, frozen=True, kw_only=True, tag=True):
    """`who` chooses among `options` (their names); each brings its own consequences."""

    who: str
    about: str | None = None
    options: dict[str, tuple[Any, ...]] = {}


class AskGm(Consequence, frozen=True, kw_only=True, tag=True):
    """What the page leaves to the GM, asked once; `key` names the question."""

    question: str
    key: str
    who: str | None = None


class Note(Consequence, frozen=True, kw_only=True, tag=True):
    """A rung that brings nothing more, said so that the record shows it was read."""

    words: str
