"""Everything that a rung may look at, as data: who acts on whom, their figures, the check's level and amount,
who threatens whom, what was chosen, and the campaign's settings. The fight fills it in; nothing is decided.

A figure that is unknown is None, and a rung that needs it asks: `figure` raises `Unknown`, and `known` puts
the question in the place of the consequence that lacks it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

from msgspec import Struct

from calledshot_yiffiemon.consequences import AskGm, Consequence, Hurt
from calledshot_yiffiemon.settings import SETTINGS

NO_LEVELS: Mapping[str, int] = {}
"""No levels of any condition."""


class Figures(Struct, frozen=True, kw_only=True):
    """One creature as a rung sees it, with the weapon in use already looked up: `attack_skill`, `WSB` and
    `EL` are the weapon's. `armed` False strikes with bare hands, None is not said (then a WSB tells).
    `levels` are those that count for the current action (YM-300)."""

    attack_skill: int | None = None
    move_skill: int | None = None
    healing: int | None = None
    taunt: int | None = None
    OCV: int | None = None
    DCV: int | None = None
    ConB: int | None = None
    StrB: int | None = None
    WSB: int | None = None
    EL: int | None = None
    NWI: int | None = None
    hand_to_hand: bool | None = None
    armed: bool | None = None
    PB: int | None = None
    FPB: int | None = None
    AC: int | None = None
    MR: Fraction | None = None
    Str: int | None = None
    shield: bool | None = None
    ammo: int | None = None
    pool: int | None = None
    in_combat: bool | None = None
    levels: Mapping[str, int] = NO_LEVELS


NOBODY = Figures()
"""A creature of which nothing is known."""


class Facts(Struct, frozen=True, kw_only=True):
    """What a rung looks at. `actor` is who made the check, `target` whom it was against.

    `amount` is the success or failure amount, never negative. `mod` is what an outer action puts on the
    roll (already counted in it) and `power` whether the Power Bonus is added to the damage. `action` is an
    id of the action, the same for all that comes of it. `choices` are what a declaration chose: by a
    target's name ("a" or "b" of an assist), "attacker" and "defender" (of a spent round), "opportunity"
    (what or whom), "condition" (to be healed), "will". `outer` are the facts of the check whose rung asked
    for this one.
    """

    actor: str
    target: str | None = None
    figures: Mapping[str, Figures] = {}
    amount: int | None = None
    difficulty: int = 0
    mod: int = 0
    power: bool = False
    action: str = ""
    choices: Mapping[str, str] = {}
    settings: Mapping[str, Any] = {}
    outer: Facts | None = None

    threateners: tuple[str, ...] = ()  # who threatens the actor, in order of the clock
    threaten_target: tuple[str, ...] = ()  # who threatens the target, the actor left out
    in_area: tuple[str, ...] = ()  # who is in the actor's threat area
    attacker: str | None = None  # of an attack that a spent round bears on (YM-626)
    defender: str | None = None
    fall: int | None = None  # damage of the dive's fall, its dice rolled (YM-771)
    moves_beyond: Fraction | None = None  # Moves still to go after the failed check (YM-842)
    weapon: str | None = None  # whose threat distance is set (YM-211)
    band: str | None = None  # the threat distance in force: Short, Med, Long, Extreme
    changing: bool = False  # only the distance is to change, not the direction
    normal_move: bool = True  # the move is a Normal Move Action (YM-830)

    def of(self, name: str | None) -> Figures:
        return self.figures.get(name or "", NOBODY)

    @property
    def own(self) -> Figures:
        return self.of(self.actor)

    @property
    def other(self) -> Figures:
        return self.of(self.target)

    @property
    def against(self) -> str:
        """The target's name; "the target" where none was named."""
        return self.target or "the target"

    def setting(self, name: str) -> Any:
        """What the campaign says, else the default."""
        return self.settings.get(name, SETTINGS[name].default)

    def by_default(self, *names: str) -> bool:
        """Whether one of these settings stands at our default: then a ruling by it is a default ruling."""
        return any(self.setting(name) == SETTINGS[name].default for name in names)


class Unknown(Exception):
    """A figure that a rung needs is not known: whose (empty: one of `Facts`) and which."""

    def __init__(self, whose: str, name: str) -> None:
        super().__init__(f"{whose} {name}".strip())
        self.whose = whose
        self.name = name


WORDS: Mapping[str, str] = {
    "attack_skill": "attack skill",
    "move_skill": "move skill",
    "healing": "Healing skill",
    "taunt": "Taunt skill",
    "hand_to_hand": "hand-to-hand skill",
    "PB": "Power Bonus",
    "FPB": "Flying Power Bonus",
    "Str": "strength",
    "shield": "shield",
    "ammo": "ammunition",
    "pool": "Threaten By pool",
    "amount": "amount",
    "fall": "fall damage",
    "moves_beyond": "number of Moves beyond the failed check",
}
"""Figures in words, where their name is not what the page calls them."""


def figure(facts: Facts, whose: str, name: str) -> int:
    """A figure of somebody. Raises Unknown where it is not known."""
    value = getattr(facts.of(whose), name)
    if value is None:
        raise Unknown(whose, name)
    return int(value)


def amount(facts: Facts) -> int:
    """The success or failure amount of the check. Raises Unknown where it was not told (YM-001)."""
    if facts.amount is None:
        raise Unknown("", "amount")
    return facts.amount


def known(clauses: tuple[str, ...], make: Callable[[], Consequence], blow: Hurt | None = None) -> Consequence:
    """What `make` makes, or the question for the figure that it lacks; `blow`: what is known of it."""
    try:
        return make()
    except Unknown as lack:
        return ask(clauses, lack, blow)


def ask(clauses: tuple[str, ...], lack: Unknown, blow: Hurt | None = None) -> AskGm:
    """The question for an unknown figure."""
    words = WORDS.get(lack.name, lack.name)
    question = f"What is the {words} of {lack.whose}?" if lack.whose else f"What is the {words}?"
    if lack.name == "shield":
        question = f"Does {lack.whose} have a shield?"
    elif lack.name == "hand_to_hand":
        question = f"Does {lack.whose} have hand-to-hand skill?"
    elif lack.name == "amount":
        question = "By how much was that?"
    return AskGm(
        question=question,
        key=f"{lack.name} {lack.whose}".strip(),
        fact=(lack.whose, lack.name),
        blow=blow,
        clauses=clauses,
    )
