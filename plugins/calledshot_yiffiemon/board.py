"""What lies on the table of a fight, with what joins it, how anything is ruled, and which modifiers are in
force until what happens. Levels, places and flags are `table`'s.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from msgspec import Struct, field

from calledshot.api import Clocks, Effect, Effects, Moment, Offers, Scene, Until, number, point, replace
from calledshot_yiffiemon import book, moments, threat
from calledshot_yiffiemon.flow import Machine
from calledshot_yiffiemon.settings import SETTINGS
from calledshot_yiffiemon.state import Combatant, combatant

if TYPE_CHECKING:
    from calledshot.api import Encounter, Event, Point, Ruling
    from calledshot_yiffiemon.consequences import Standing


class Posted(Struct, frozen=True, kw_only=True):
    """A level that the GM has told, of whom and of which kind of check; the kind is empty where he did not
    say."""

    who: str
    kind: str
    level: str
    amount: int | None = None


class Question(Struct, kw_only=True):
    """Something asked of the GM and not yet answered: `then` goes on with the answer, which is a number, yes
    or no, or words."""

    key: str
    text: str
    who: str | None = None
    then: Any = None  # Callable[[Any], Flow | None]
    wants: str = "number"


class Stands(Struct, frozen=True, kw_only=True):
    """A standing consequence with the check it came from."""

    what: Standing
    choices: dict[str, str] = field(default_factory=dict)
    born: int = 0  # the turn's serial


class Board:
    """One fight. Made anew for each."""

    def __init__(self, encounter: Encounter) -> None:
        self.encounter = encounter
        self.campaign = encounter.campaign
        self.settings = encounter.settings
        self.machine = Machine()
        self.fighters: dict[str, Combatant] = {}
        self.clocks = Clocks()
        self.effects = Effects()
        self.threats = threat.Threats()
        self.scene = Scene(on_grid=False)
        self.guards: dict[tuple[str, str], None] = {}  # (who, whose guard he is inside)
        self.offered = 0  # opportunities offered in this fight
        self.let_stand: str | None = None  # whose refused declaration the GM lets stand just now
        self.flanked: dict[str, int] = {}  # levels of Flanked last told (YM-361)
        self.areas: dict[tuple[str, str], bool] = {}  # told: (who, whose threat area) → in it or not
        self.offers = Offers()
        self.posted: list[Posted] = []
        self.early: dict[str, list[Event]] = {}  # rolls made before they were asked for (Amb-33)
        self.questions: list[Question] = []
        self.answers: dict[str, Any] = {}  # what the GM has said once, by the question's key
        self.told: dict[tuple[str, str], Any] = {}  # figures the GM has told: (whose, which)
        self.standing: list[Stands] = []
        self.serial = 0  # of turns
        self.actions = 0  # of actions, for their ids
        self.current: str | None = None
        self.time: Fraction | None = None
        self.rolled_at: dict[str, int] = {}  # the last roll that was somebody's check
        self.last_hurt: dict[str, int] = {}  # points of the damage just before, by whom it hit
        self.unvalued: str | None = (
            None  # whom the last blow struck whose dice fell and whose points nobody knows
        )
        self.listening: list[int] = []  # serials of the rungs being carried out, the innermost last
        self.checks = 0
        self.last_read: Any = None  # carry_out.LastRead: the rung read last, for the GM's other word
        self.undo: list[Callable[[], object]] = []  # how to take back what rungs have brought
        self.saying: Any = None  # the event of the declaration being looked at
        self.started = False
        self.over = False
        self.forced: str | None = None  # whom the GM has called out of turn
        self.fresh: str | None = None  # whose turn has begun, and nothing has been asked of him in it
        self.held: set[str] = set()  # whose turns the GM keeps open
        self.unsure: set[str] = set()  # whose last action took a time that nobody has told yet
        self.lasts: dict[str, list[Fraction]] = {}  # told: how long turns to come last
        self.called_for: dict[str, str] = {}  # checks that the GM wants before the dice of a blow, by whose
        self.called_rolls: dict[str, tuple[str, int]] = {}  # what they were rolled with
        self.rolled: dict[str, Any] = {}  # what an action was rolled with when it was declared (Amb-33)
        self.aimless: dict[str, Any] = {}  # moves that lack a target, by who declared them
        self.walked: dict[str, Fraction] = {}  # Moves made so far in the move that is on
        self.turned: dict[str, Fraction] = {}  # and those made when its last sub turn began (YM-804)
        self.crossing: dict[str, Point | None] = {}  # where somebody would stand inside a guard (YM-729)
        self.open_choices: dict[str, str] = {}  # free choices asked for (YM-503)
        self._place()

    def ahead_state(self) -> dict[str, Any]:
        """What a copy to look ahead with is made of: nothing is taken back in it, no question answered."""
        questions = [replace(one, then=None) for one in self.questions]
        return {**self.__dict__, "undo": [], "last_read": None, "questions": questions}

    def _place(self) -> None:
        given = book.rulebook(self.campaign).positions
        for name, at in given.items():
            self.scene.place(name, point(at))

    # -- who is here ----------------------------------------------------------------------------

    @property
    def now(self) -> Fraction:
        """The time: that at which the turn began that is on; before the first, the lowest clock."""
        if self.time is not None:
            return self.time
        return min(self.clocks.spent.values(), default=Fraction(0))

    def join(self, name: str) -> Combatant:
        """The combatant of that name, in the fight from now on."""
        known = self.encounter.names.of(name)
        here = self.fighters.get(known)
        if here is not None:
            return here
        made = combatant(known, self.campaign)
        self.fighters[known] = made
        begin = number(made.sheet.clock) if made.sheet.clock is not None else None
        if begin is None and self.started:
            begin = self.now  # who comes later begins when he comes
        self.clocks.enter(known, begin or Fraction(0))
        made.entered = self.clocks.spent[known]
        if made.sheet.position is not None:
            self.scene.place(known, made.sheet.position)
        for whose in made.sheet.in_TA_of:
            self.areas[known, whose] = True
        for whose in made.sheet.inside_guard_of:
            self.guards[known, whose] = None
        for attacker, levels in made.sheet.TB.items():
            for kind, count in (("TB1", levels.one), ("TB2", levels.two), ("TB3", levels.three)):
                if count:
                    self.threats.give(attacker, known, kind, count)
        for target, dealt in made.sheet.allocation.items():
            for kind in threat.POOL_KINDS:
                if getattr(dealt, kind):
                    self.threats.give(known, target, kind, getattr(dealt, kind), pooled=True)
        self.encounter.join(known)
        if self.campaign.sheets and known not in self.campaign.sheets:
            self.encounter.find("ID-2", f"{known} fights here, whom the campaign does not know", known)
        return made

    def reorder(self, order: Sequence[str]) -> None:
        """Equal clocks act in this order (YM-102, YM-105)."""
        spent = self.clocks.spent
        names = [*(name for name in order if name in spent), *(n for n in spent if n not in order)]
        self.clocks.spent = {name: spent[name] for name in names}

    @property
    def able(self) -> list[str]:
        """Those who take turns."""
        return [name for name in self.clocks.spent if not self.fighters[name].out]

    def next_offer(self) -> int:
        """The number of an opportunity that is offered now."""
        self.offered += 1
        return self.offered

    def side(self, who: str) -> str:
        """The side somebody is on. Who has none is with the other player characters, or against them, where
        both kinds are there; else a side of his own."""
        sheet = self.fighters[who].sheet
        if sheet.side is not None:
            return sheet.side
        kinds = {one.sheet.is_pc for one in self.fighters.values() if one.sheet.side is None}
        return who if sheet.is_pc is None or len(kinds - {None}) < 2 else f"is_pc {sheet.is_pc}"

    def opponents(self, who: str) -> list[str]:
        """Everybody on another side."""
        own = self.side(who) if who in self.fighters else None
        return [name for name in self.fighters if name != who and self.side(name) != own]

    def setting(self, name: str) -> Any:
        return self.settings.get(name, SETTINGS[name].default)

    def by_default(self, *names: str) -> bool:
        """Whether one of these settings stands at our default."""
        return any(self.setting(name) == SETTINGS[name].default for name in names)

    # -- ruling ---------------------------------------------------------------------------------

    def rule(
        self,
        kind: str,
        outcome: str,
        who: str | None = None,
        target: str | None = None,
        *,
        clauses: Iterable[str] = (),
        default: bool = False,
        **values: Any,
    ) -> Ruling:
        """A ruling with its figures plain: fractions as numbers. The first thing asked of somebody in his
        own turn has its time."""
        if kind == "request" and who is not None and who == self.fresh:
            self.fresh, values = None, {"at": self.now, **values}
        return self.encounter.rule(
            kind,
            outcome,
            who,
            target,
            clauses=tuple(dict.fromkeys(clauses)),
            default=default,
            **{key: plain(value) for key, value in values.items()},
        )

    def refuse(
        self, who: str, why: str, *clauses: str, default: bool = False, move: str = "", noted: bool = False
    ) -> None:
        """`noted`: every ground stands in a finding of its own."""
        more: dict[str, Any] = {"noted": True} if noted else {}
        self.rule("refused", "illegal", who, clauses=clauses, default=default, why=why, move=move, **more)

    # -- moments and modifiers ------------------------------------------------------------------

    def apply(self, effect: Effect, clauses: Iterable[str] = (), *, default: bool = False) -> None:
        """A modifier comes into force."""
        details = {**effect.details, "born": self.serial}
        made = self.effects.add(replace(effect, details=details))
        self.undo.append(lambda: self.effects.drop(lambda one: _same(one, made)))
        self.rule(
            "effect",
            "begins",
            effect.source,
            effect.against or effect.rolls_of,
            clauses=clauses or effect.clauses,
            default=default,
            **effect_values(effect),
        )

    def happened(self, moment: Moment, *, older_than: int | None = None) -> None:
        """A moment has come: what ends by it ends. `older_than` a turn's serial: what began in that turn
        does not count it."""
        young: list[Effect] = []
        if older_than is not None:
            young = self.effects.drop(lambda one: one.details.get("born", -1) >= older_than)
        for effect in self.effects.happened(moment):
            self.rule(
                "effect",
                "ends",
                effect.source,
                effect.against or effect.rolls_of,
                clauses=effect.clauses,
                **effect_values(effect),
            )
        for effect in young:
            self.effects.add(effect)
        for on, kind, by in self.threats.happened(moment):
            self.rule("threat", "ends", by, on, condition=kind, level=self.threats.levels(on, kind, by))
            self.note_threat(on, by)
        self.standing = [
            kept
            for one in self.standing
            if (kept := one if older_than is not None and one.born >= older_than else _rest(one, moment))
            is not None
        ]

    def ripen(self, who: str, serial: int) -> None:
        """Terms that wait for a later turn's attack of `who`, and began before the turn of that serial, wait
        for his next from now on."""
        wanted, plainer = moments.own_attack_later(who), moments.own_attack(who)
        kept = list(self.effects)
        self.effects.drop(lambda one: True)
        for effect in kept:
            young = effect.details.get("born", -1) >= serial
            until = effect.until if young else _swap(effect.until, wanted, plainer)
            self.effects.add(replace(effect, until=until))
        self.standing = [
            one
            if one.born >= serial
            else replace(one, what=replace(one.what, until=_swap(one.what.until, wanted, plainer)))
            for one in self.standing
        ]

    def note_threat(self, on: str, by: str) -> None:
        """YM-395: keep the highest value of this turn."""
        victim = self.fighters.get(on)
        if victim is not None:
            value = self.threats.penalty_by(on, by)
            victim.highest[by] = max(victim.highest.get(by, 0), value)


def _same(one: Effect, made: Effect) -> bool:
    """Whether it is this modifier, of which some of the term may be over."""
    return replace(one, until=None) == replace(made, until=None)


def effect_values(effect: Effect) -> dict[str, Any]:
    """A modifier as a ruling shows it."""
    return {
        "value": effect.value,
        "rolls_of": effect.rolls_of or "anyone",
        "check": effect.check or "any",
        "against": effect.against,
        "until": moments.words(effect.until),
        "name": effect.name,
        "plus": effect.details.get("plus"),
    }


def plain(value: Any) -> Any:
    """A value as JSON would hold it."""
    if isinstance(value, Fraction):
        return value.numerator if value.denominator == 1 else float(value)
    if isinstance(value, list | tuple):
        return [plain(one) for one in value]
    if isinstance(value, dict):
        return {key: plain(one) for key, one in value.items()}
    return value


def _swap(until: Moment | Until | None, old: Moment, new: Moment) -> Moment | Until | None:
    if isinstance(until, Until):
        return replace(until, of=tuple(_swap(one, old, new) for one in until.of))
    return new if until == old else until


def _rest(one: Stands, moment: Moment) -> Stands | None:
    """A standing thing after a moment; None where it is over."""
    until = one.what.until
    if until is None:
        return one
    term = Effects()
    term.add(Effect(value=0, until=until))
    term.happened(moment)
    left = list(term)
    return replace(one, what=replace(one.what, until=left[0].until)) if left else None


def waiting_for(until: Moment | Until | None, who: str) -> list[Moment]:
    """The moments of a term that only `who` can bring about."""
    if until is None:
        return []
    if isinstance(until, Until):
        return [moment for one in until.of for moment in waiting_for(one, who)]
    return [until] if len(until) > 1 and until[1] == who else []
