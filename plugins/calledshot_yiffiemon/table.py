"""The fight as it lies on the table: who is in it and how they stand, what is in force, who stands where, and
the few ways in which any of it changes, each with its ruling.

Nothing is decided here: what follows from what is the chapters', in what order is `turns` and `carry_out`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from msgspec import Struct, field

from calledshot.api import Clocks, Effect, Effects, Moment, Offers, Scene, Until, number, point, replace
from calledshot_yiffiemon import book, clock, conditions, guard, moments, threat
from calledshot_yiffiemon.flow import Machine
from calledshot_yiffiemon.settings import SETTINGS
from calledshot_yiffiemon.state import Combatant, Turn, combatant

if TYPE_CHECKING:
    from calledshot.api import Encounter, Event, Offer, Ruling
    from calledshot_yiffiemon.consequences import Standing
    from calledshot_yiffiemon.flow import Flow


class Posted(Struct, frozen=True, kw_only=True):
    """A level that the GM has told, of whom and of which kind of check; the kind is empty where he did not
    say."""

    who: str
    kind: str
    level: str
    amount: int | None = None


class Question(Struct, kw_only=True):
    """Something asked of the GM and not yet answered: `then` goes on with the answer."""

    key: str
    text: str
    who: str | None = None
    then: Any = None  # Callable[[Any], Flow | None]


class Stands(Struct, frozen=True, kw_only=True):
    """A standing consequence with the check it came from."""

    what: Standing
    choices: dict[str, str] = field(default_factory=dict)
    born: int = 0  # the turn's serial


class Table:
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
        self.last_hurt: dict[str, int] = {}  # points of the damage just before, by whom it hit
        self.listening: list[int] = []  # serials of the rungs being carried out, the innermost last
        self.checks = 0
        self.last_read: tuple[int, Any, tuple[str, ...]] | None = None  # serial, outcome, its names
        self.started = False
        self.over = False
        self.forced: str | None = None  # whom the GM has called out of turn
        self.unsure: set[str] = set()  # whose last action took a time that nobody has told yet
        self.walked: dict[str, Fraction] = {}  # Moves made so far in the move that is on
        self.crossing: dict[str, str] = {}  # whose guard somebody is trying to cross
        self.open_choices: dict[str, str] = {}  # free choices asked for (YM-503)
        self._place()

    def _place(self) -> None:
        given = book.rulebook(self.campaign).positions
        for name, at in given.items():
            self.scene.place(name, point(at))

    # -- who is here ----------------------------------------------------------------------------

    @property
    def now(self) -> Fraction:
        """The time: the clock of the one whose turn it is, else the lowest."""
        if self.current is not None and self.current in self.clocks.spent:
            return self.clocks.spent[self.current]
        return min(self.clocks.spent.values(), default=Fraction(0))

    def join(self, name: str) -> Combatant:
        """The combatant of that name, in the fight from now on."""
        known = self.encounter.names.combatant(name)
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

    def opponents(self, who: str) -> list[str]:
        """Everybody on another side; who has none is a side of his own."""
        own = self.fighters[who].sheet.side if who in self.fighters else None
        return [
            name
            for name, one in self.fighters.items()
            if name != who and (own is None or one.sheet.side != own)
        ]

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
        """A ruling with its figures plain: fractions as numbers."""
        return self.encounter.rule(
            kind,
            outcome,
            who,
            target,
            clauses=tuple(dict.fromkeys(clauses)),
            default=default,
            **{key: plain(value) for key, value in values.items()},
        )

    def refuse(self, who: str, why: str, *clauses: str, default: bool = False, move: str = "") -> None:
        self.rule("refused", "illegal", who, clauses=clauses, default=default, why=why, move=move)

    # -- time -----------------------------------------------------------------------------------

    def spend(self, who: str, time: Fraction) -> Fraction:
        return self.clocks.spend(who, time)

    def pass_time(self) -> None:
        """What time takes away, up to now: Off Footed (YM-330), Stopped 1 (YM-384), levels with a date, and
        Threaten By 1 of a stumble (YM-322)."""
        now = self.now
        for name, one in self.fighters.items():
            for at, condition, count in sorted(one.expiries):
                if at <= now:
                    one.expiries.remove((at, condition, count))
                    self.lose(name, condition, count, clauses=("YM-812",))
            for condition, since, clause in (
                ("OffFooted", one.since_move_action, "YM-330"),
                ("Stopped1", one.since_move, "YM-384"),
            ):
                level = one.level(condition)
                if not level:
                    one.lost_to_time.pop(condition, None)
                    continue
                begin = max(since or one.entered, one.gained.get(condition, one.entered))
                already = one.lost_to_time.get(condition, 0)
                gone = conditions.by_time(level, now - begin, already)
                if gone:
                    one.lost_to_time[condition] = already + gone
                    self.lose(name, condition, gone, clauses=(clause,))
            since = max(one.since_move_action or one.entered, one.gained.get("TB1", one.entered))
            if now - since >= 1:
                self.happened(moments.init_without_move(name))

    def moved_now(self, who: str, until: Fraction, *, action: bool = True) -> None:
        """`who` is in a move until then: timers that run without moves begin anew (YM-831)."""
        one = self.fighters[who]
        one.since_move = max(until, one.since_move or until)
        one.lost_to_time.pop("Stopped1", None)
        if action:
            one.since_move_action = max(until, one.since_move_action or until)
            one.lost_to_time.pop("OffFooted", None)

    # -- moments and modifiers ------------------------------------------------------------------

    def apply(self, effect: Effect, clauses: Iterable[str] = (), *, default: bool = False) -> None:
        """A modifier comes into force."""
        details = {**effect.details, "born": self.serial}
        self.effects.add(replace(effect, details=details))
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

    def ripen(self, who: str) -> None:
        """Terms that wait for a later turn's attack of `who` wait for his next from now on."""
        wanted, plainer = moments.own_attack_later(who), moments.own_attack(who)
        kept = list(self.effects)
        self.effects.drop(lambda one: True)
        for effect in kept:
            self.effects.add(replace(effect, until=_swap(effect.until, wanted, plainer)))
        self.standing = [
            replace(one, what=replace(one.what, until=_swap(one.what.until, wanted, plainer)))
            for one in self.standing
        ]

    # -- conditions -----------------------------------------------------------------------------

    def gain(
        self,
        who: str,
        condition: str,
        count: int = 1,
        *,
        source: str | None = None,
        expires: Fraction | None = None,
        until: Moment | Until | None = None,
        clauses: Iterable[str] = (),
        default: bool = False,
    ) -> int:
        """`who` gains levels. Returns how many he has gained of it."""
        one = self.join(who)
        condition = book.OTHER_NAMES.get(condition, condition)
        if condition in ("TB1", "TB2", "TB3", "CAB", "HB"):
            by = source or "somebody"
            one.gained[condition] = self.now
            self.threats.give(by, who, condition, count, until)
            self.note_threat(who, by)
            self.rule(
                "threat", "assigned", by, who, clauses=clauses, default=default, condition=condition,
                levels=count, level=self.threats.levels(who, condition, by), until=moments.words(until),
            )  # fmt: skip
            return count
        came = conditions.gain(one.levels, condition, count)
        clauses = (*clauses, *came.clauses)
        if came.ignored:
            self.rule(
                "condition", "ignored", who, clauses=clauses, condition=condition,
                words=conditions.WORDS.get(condition, condition), levels=count, level=one.level(condition),
            )  # fmt: skip
            return 0
        for name, change in came.changes.items():
            if change < 0:
                self.lose(who, name, -change, clauses=came.clauses)
        before = one.level(condition)
        one.levels[condition] = before + count
        one.peaks[condition] = max(one.peaks.get(condition, 0), before + count)
        if not before:
            one.gained[condition] = self.now
        if expires is not None:
            one.expiries.append((self.now + expires, condition, count))
        values: dict[str, Any] = {"expires_after": expires} if expires is not None else {}
        if condition in conditions.STAGGERED:
            values["con_checks"] = count
        self.rule(
            "condition", "gained", who, clauses=clauses, default=default, condition=condition,
            words=conditions.WORDS.get(condition, condition), levels=count, level=before + count, **values,
        )  # fmt: skip
        return count

    def lose(
        self,
        who: str,
        condition: str,
        count: int | None = 1,
        *,
        source: str | None = None,
        clauses: Iterable[str] = (),
        default: bool = False,
    ) -> int:
        """`who` loses levels, all where None. Returns how many went."""
        one = self.join(who)
        condition = book.OTHER_NAMES.get(condition, condition)
        if condition in ("TB1", "TB2", "TB3", "CAB", "HB"):
            gone = self.threats.take(who, condition, source, count)
            if gone:
                self.rule(
                    "threat", "ends", source, who, clauses=clauses, condition=condition, levels=gone,
                    level=self.threats.levels(who, condition, source),
                )  # fmt: skip
            return gone
        before = one.level(condition)
        gone = conditions.lost(before, count)
        if not gone:
            return 0
        one.peaks[condition] = max(one.peaks.get(condition, 0), before)
        one.levels[condition] = before - gone
        self.rule(
            "condition", "lost", who, clauses=clauses, default=default, condition=condition,
            words=conditions.WORDS.get(condition, condition), levels=gone, level=before - gone,
        )  # fmt: skip
        if condition in conditions.STAGGERED and one.staggered == 0:
            one.needs_gate = False
            self.happened(moments.steady(who))
        return gone

    # -- threat ---------------------------------------------------------------------------------

    def note_threat(self, on: str, by: str) -> None:
        """YM-395: keep the highest value of this turn."""
        victim = self.fighters.get(on)
        if victim is not None:
            value = self.threats.penalty_by(on, by)
            victim.highest[by] = max(victim.highest.get(by, 0), value)

    def sample(self, on: str) -> None:
        """YM-394: a time that counts has come for `on`."""
        victim = self.fighters.get(on)
        if victim is None:
            return
        for by in self.threats.attackers(on):
            value = self.threats.penalty_by(on, by)
            victim.samples[by] = max(victim.samples.get(by, 0), value)
            victim.highest[by] = max(victim.highest.get(by, 0), value)

    def threat_penalty(self, on: str) -> int:
        """YM-393, YM-394, YM-395: what being threatened adds to a skill check."""
        victim = self.fighters.get(on)
        if victim is None:
            return 0
        penalty = 0
        for by in {**victim.highest, **victim.samples}:
            attacker = self.fighters.get(by)
            action = attacker.turn.action if attacker is not None else "other"
            if attacker is None or (attacker.turn.action is None and attacker.acted == 0):
                action = "other"
            penalty += threat.sampled(action, victim.samples.get(by, 0), victim.highest.get(by, 0))
        return penalty

    def threatens(self, who: str, target: str) -> bool:
        """Whether `who` threatens `target`: levels of Threaten By, or he is inside its guard (YM-723)."""
        return self.threats.by(target, who) > 0 or (who, target) in self.guards

    def threateners(self, target: str) -> list[str]:
        """Whoever threatens somebody, in order of the clock."""
        found = [name for name in self.clocks.spent if name != target and self.threatens(name, target)]
        return sorted(found, key=lambda name: self.clocks.spent[name])

    # -- places ---------------------------------------------------------------------------------

    def threat_distance(self, who: str) -> Fraction | None:
        one = self.fighters.get(who)
        return None if one is None else threat.threat_distance(one.sheet, one.weapon(), one.band)

    def guard_distance(self, who: str) -> Fraction | None:
        one = self.fighters.get(who)
        return None if one is None else threat.guard_distance(one.sheet, one.weapon())

    def in_area(self, who: str, of: str) -> bool | None:
        """Whether `who` is in the threat area of `of`; None where nobody knows."""
        known = self.scene.within(who, of, self.threat_distance(of))
        return known if known is not None else self.areas.get((who, of))

    def in_area_of(self, of: str) -> list[str]:
        """Those known to be in somebody's threat area."""
        return [name for name in self.fighters if name != of and self.in_area(name, of)]

    def inside(self, who: str) -> list[str]:
        """Whose guards somebody is inside."""
        return [target for one, target in self.guards if one == who]

    def flankers(self, target: str) -> list[str]:
        at = self.scene.places.get(target)
        if at is None:
            return []
        places = {
            name: self.scene.places[name]
            for name in self.fighters
            if name in self.scene.places and name != target and self.threatens(name, target)
        }
        return threat.flankers(at, places)

    def enter_guard(self, who: str, target: str, clauses: Iterable[str], *, default: bool = False) -> None:
        self.guards[who, target] = None
        self.areas.setdefault((who, target), True)
        held = [one for one in self.effects if guard.suspended(one, who, [target])]
        self.rule(
            "movement", "inside", who, target, clauses=(*clauses, "YM-723"), default=default,
            suspended=[one.value for one in held],
        )  # fmt: skip

    def leave_guard(self, who: str, target: str, clauses: Iterable[str] = ("YM-722",)) -> None:
        if self.guards.pop((who, target), 0) is not None:
            return
        self.rule("movement", "outside", who, target, clauses=clauses)
        self.happened(moments.leaves_guard(who, target))

    def moves_beyond(self, who: str) -> Fraction | None:
        """YM-842: the Moves still to go in the move that is on."""
        one = self.fighters[who]
        if one.turn.moves is None or who not in self.walked:
            return None
        return max(Fraction(0), one.turn.moves - self.walked[who])

    def settle(self, who: str, mover: str) -> None:
        """`mover` has moved: `who` may have come out of his area or guard by that."""
        if self.areas.get((who, mover)) and self.in_area(who, mover) is False:
            self.left_area(who, mover)
        guarded = self.guard_distance(mover)
        if (who, mover) in self.guards and guarded is not None:
            apart = self.scene.apart(who, mover)
            if apart is not None and number(apart) >= guarded:
                self.leave_guard(who, mover)

    def left_area(self, who: str, of: str) -> None:
        """`who` is out of the threat area of `of`, and so out of his guard."""
        self.areas[who, of] = False
        self.leave_guard(who, of)
        self.happened(moments.leaves_area(who, of))

    # -- flags ----------------------------------------------------------------------------------

    def enter_combat(self, *names: str | None) -> None:
        """Who attacks or is attacked is in combat."""
        for name in names:
            if name is not None:
                one = self.join(name)
                one.in_combat, one.left = True, False

    def leave_combat(self, who: str, clauses: Iterable[str] = ()) -> None:
        one = self.join(who)
        one.in_combat, one.left = False, True
        self.rule("state", "changed", who, clauses=clauses, flag="in_combat", value=False)
        self.happened(moments.leaves_combat(who))

    def out(self, who: str) -> None:
        """`who` is dead or unconscious: no turns, and terms that wait for him are over (YM-004)."""
        one = self.join(who)
        one.pending = None
        for effect in list(self.effects):
            for moment in _waiting_for(effect.until, who):
                self.happened(moment)

    # -- answering ------------------------------------------------------------------------------

    def ask(self, key: str, text: str, who: str | None, clauses: Iterable[str], then: Any = None) -> None:
        """A question for the GM, put once; the answer goes to `then` whenever it comes."""
        if all(one.key != key for one in self.questions):
            self.encounter.ask_pgm(text, who, clauses=tuple(clauses))
        self.questions.append(Question(key=key, text=text, who=who, then=then))

    def offer_for(self, who: str, against: str | None = None) -> Offer | None:
        return self.offers.for_(who, against)

    def start(self, flow: Flow) -> None:
        self.machine.start(flow)

    def new_action(self, who: str, action: str) -> str:
        self.actions += 1
        return f"{action} {self.actions} {who}"

    # -- the order ------------------------------------------------------------------------------

    def next_up(self) -> str | None:
        """YM-105: whose turn is next."""
        sure = [name for name in self.able if name not in self.unsure]
        return clock.next_up(self.clocks, sure or self.able)


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
        return replace(until, of=tuple(_swap(one, old, new) for one in until.of))  # type: ignore[type-var]
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


def _waiting_for(until: Moment | Until | None, who: str) -> list[Moment]:
    """The moments of a term that only `who` can bring about."""
    if until is None:
        return []
    if isinstance(until, Until):
        return [moment for one in until.of for moment in _waiting_for(one, who)]
    return [until] if len(until) > 1 and until[1] == who else []


__all__ = ["Posted", "Question", "Stands", "Table", "Turn", "effect_values", "plain"]
