"""What a rung of a ladder brings about, as data: chapters return these, the fight carries them out in order.

Nothing is decided or done here. Names are combatants' names; lengths of time are Inits; levels are CF, NF,
BS, NS, SS, CS in rising order. Every consequence carries the clauses it rests on.

Checks go by these names, in effects as in `Check.kind`: attack, attack skill, move, dodge, will, con, int,
dex, healing, terrain, stay (a move check to stay in combat), or the name of a weapon (every check of its
skill); None in an effect is every check. An attack roll is also an attack skill check (YM-403).
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from msgspec import Struct

from calledshot.api import Effect, Moment, Until


class Consequence(Struct, frozen=True, kw_only=True, tag=True):
    """`default`: one of our default rulings took part (the clause's setting)."""

    clauses: tuple[str, ...] = ()
    default: bool = False


class Apply(Consequence, frozen=True, kw_only=True, tag=True):
    """A modifier comes into force. `effect.name` is "assist" for an assist's (YM-602), "crossing" for what
    inside a guard counts on an assist (YM-725). `effect.details`: `plus` = "attack_skill" takes the
    roller's own attack skill off besides (YM-606), `area` = a name: it counts only while the one it is
    against is in that creature's threat area (YM-605), `for` = Bleeding or FatigueBleeding: on Int checks
    before treating oneself for that (YM-310)."""

    effect: Effect


class Opportunity(Consequence, frozen=True, kw_only=True, tag=True):
    """An action of opportunity: by one, or by the first of `by` who takes it (several: whoever threatens).
    `what` attack, push, cross_guard or heal: with several, the first named may choose, the others may only
    attack. `passes_on`: who does not want it leaves it to the others who threaten (YM-409). `immediate`:
    resolved at once, not queued. `mod` on its roll, which of effects of the same `group` counts only once;
    `power`: Power Bonus to its damage; `after`: only once the action is over."""

    by: tuple[str, ...]
    against: str
    what: tuple[str, ...] = ("attack",)
    immediate: bool = False
    passes_on: bool = True
    mod: int = 0
    group: str | None = None
    power: bool = False
    after: bool = False
    stops_move: bool = False  # a hit stops the target's move (YM-364, YM-367)


class Check(Consequence, frozen=True, kw_only=True, tag=True):
    """A further check of `kind` by `who`, read on the ladder named `ladder`, a key of `ladders.LADDERS`, with
    `who` as its actor and `against` as its target; `facts` are handed on to it, fields of `Facts`.
    `difficulty` None is not known: a posted level, or the GM, decides. `optional`: he may leave it out.
    `also`: the modifiers above 0 of checks of this name are on it too (YM-309)."""

    kind: str
    who: str
    ladder: str
    against: str | None = None
    difficulty: int | None = 0
    mod: int = 0
    facts: dict[str, Any] = {}
    optional: bool = False
    also: str | None = None


class Gain(Consequence, frozen=True, kw_only=True, tag=True):
    """Levels of a condition. `source`: of which attacker (TB1, TB2, CAB, HB). `expires`: Inits after which
    these levels go by themselves; `until`: what else ends them."""

    who: str
    condition: str
    levels: int = 1
    source: str | None = None
    expires: Fraction | None = None
    until: Moment | Until | None = None


class Lose(Consequence, frozen=True, kw_only=True, tag=True):
    """Levels of a condition go; all of them where `levels` is None."""

    who: str
    condition: str
    levels: int | None = 1


class Hurt(Consequence, frozen=True, kw_only=True, tag=True):
    """Damage: `dice` asked of `by`, and `terms` added (parts of one bonus, in the order they are written),
    never below `least`; `plus` is added after that. `armour` times the armour value comes off. `pool`: body,
    bleed, subdual, or shield (it blocks the blow, YM-503). Without `dice` the terms are the points;
    `rolled`: the dice have been rolled.
    `staggers`: he gains levels of Staggered 2 by the body points that this costs him, converted to life
    points as in healing: by the rulebook's figure, else the GM's (YM-773)."""

    who: str
    by: str | None = None
    dice: str | None = None
    rolled: int | None = None
    terms: tuple[int, ...] = ()
    least: int = 0
    plus: int = 0
    armour: int = 0
    pool: str = "body"
    staggers: bool = False

    @property
    def bonus(self) -> int:
        return sum(self.terms)

    @property
    def formula(self) -> str:
        """As the page writes it: "1D6+2+3", "5D10+12"; terms of 0 are left out."""
        terms = "".join(f"{term:+d}" for term in self.terms if term)
        return self.dice + terms if self.dice is not None else terms.removeprefix("+") or "0"

    def points(self, rolled: int = 0) -> int:
        """The damage for a sum of the dice, before armour (YM-005)."""
        return max(rolled + self.bonus, self.least) + self.plus


class Attack(Consequence, frozen=True, kw_only=True, tag=True):
    """A Normal Attack follows within this action (YM-411), with `mod` on its roll and the Power Bonus or
    not."""

    who: str
    target: str
    mod: int = 0
    power: bool = False


class Reread(Consequence, frozen=True, kw_only=True, tag=True):
    """The roll of the outer check (that whose rung asked for this check) is read again with `mod`; a But
    Success then counts as a Normal one."""

    mod: int


class Place(Consequence, frozen=True, kw_only=True, tag=True):
    """`who` is now inside (or outside) the guard of `target`."""

    who: str
    target: str
    inside: bool = True


class State(Consequence, frozen=True, kw_only=True, tag=True):
    """A flag of somebody changes: in_combat, prone, unconscious; guard_duty (YM-843); assigns: "checked" or
    "free", how he may deal out conditions of threat in this move (YM-845, YM-846); acts: False, he loses
    this action (YM-375). `quiet`: without the check of falling prone (YM-705)."""

    who: str
    flag: str
    value: bool | str = True
    quiet: bool = False


class StopMove(Consequence, frozen=True, kw_only=True, tag=True):
    """The move of `who` ends here; `forced`: he is made to stop, and `moving.stopped` says what he gains by
    that (YM-802, YM-830). `expires`: Inits until that level of Stopped 1 goes."""

    who: str
    forced: bool = True
    expires: Fraction | None = None


class NoMoves(Consequence, frozen=True, kw_only=True, tag=True):
    """`who` may take no move actions until 1 Init after the end of his next turn (YM-909)."""

    who: str


class Wait(Consequence, frozen=True, kw_only=True, tag=True):
    """The clock of `who` goes on by this (YM-375)."""

    who: str
    inits: Fraction


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


class Standing(Consequence, frozen=True, kw_only=True, tag=True):
    """A thing that goes on bringing consequences, until `until`: each time somebody enters the threat area of
    `who` (`on` = "enter": `ladder` is read with him as the one target in the area), or each time an attack
    is made against somebody in it (`on` = "attack": who wishes to spends a round, YM-625), `ladder` is read
    at `level` with `amount` and the same `action`."""

    who: str
    on: str
    ladder: str
    level: str
    amount: int | None = None
    action: str = ""
    until: Moment | Until | None = None


class Choose(Consequence, frozen=True, kw_only=True, tag=True):
    """`who` chooses among `options` (their names); each brings its own consequences. `about` is the key of
    the choice in `Facts.choices`. No options: a free answer that only the table needs (YM-503)."""

    who: str
    about: str | None = None
    options: dict[str, tuple[Any, ...]] = {}


class Refuse(Consequence, frozen=True, kw_only=True, tag=True):
    """It cannot be done, and nothing of it is: the reason in words."""

    who: str
    reason: str


class AskGm(Consequence, frozen=True, kw_only=True, tag=True):
    """What the page leaves to the GM, asked once; `key` names the question. `fact`: the figure that is
    unknown (whose, field of `Figures`, or of `Facts` where whose is ""): it stands in the place of one
    consequence, which comes when the rung is read again with the answer; the others are already done.
    `blow`: what stands there, as far as it is known: its dice are rolled all the same, and may be more."""

    question: str
    key: str
    who: str | None = None
    fact: tuple[str, str] | None = None
    blow: Hurt | None = None


class Note(Consequence, frozen=True, kw_only=True, tag=True):
    """A rung that brings nothing more, said so that the record shows it was read."""

    words: str
