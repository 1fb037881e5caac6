"""The fight as it lies on the table: the few ways in which levels, threat, places and flags change, each with
its ruling.

Nothing is decided here: what follows from what is the chapters', in what order is `turns` and `carry_out`.
"""

from __future__ import annotations

from collections.abc import Iterable, Set
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from calledshot.api import Moment, Until, number
from calledshot_yiffiemon import board, book, clock, conditions, guard, moments, threat

if TYPE_CHECKING:
    from calledshot_yiffiemon.flow import Flow
    from calledshot_yiffiemon.state import Combatant

EFFECTS = {"CAB": "YM-202", "HB": "YM-202", "Flanked": "YM-361"}
"""Conditions whose effect is not on the page, with the clause that names them."""


class Table(board.Board):
    """One fight, with all that can change in it."""

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
            self.undo.append(lambda: self.threats.take(who, condition, by, count))
            self.note_threat(who, by)
            self.rule(
                "threat", "assigned", by, who, clauses=clauses, default=default, condition=condition,
                levels=count, level=self.threats.levels(who, condition, by), until=moments.words(until),
            )  # fmt: skip
            self.ask_effect(condition)
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
        self.undo.append(lambda: _shift(one, condition, -count))
        one.peaks[condition] = max(one.peaks.get(condition, 0), before + count)
        if not before:
            one.gained[condition] = self.now
        if expires is not None:
            one.expiries.append((self.now + self.on_the_way(who) + expires, condition, count))
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
        self.undo.append(lambda: _shift(one, condition, gone))
        self.rule(
            "condition", "lost", who, clauses=clauses, default=default, condition=condition,
            words=conditions.WORDS.get(condition, condition), levels=gone, level=before - gone,
        )  # fmt: skip
        if condition in conditions.STAGGERED and one.staggered == 0:
            one.needs_gate = False
            self.happened(moments.steady(who))
        return gone

    # -- threat ---------------------------------------------------------------------------------

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
        self.undo.append(lambda: self.guards.pop((who, target), None))
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

    def on_the_way(self, who: str) -> Fraction:
        """Inits since his turn began, while he is in a move (YM-804)."""
        one = self.fighters[who]
        if who != self.current or one.turn.action not in clock.MOVE_KINDS:
            return Fraction(0)
        return clock.move_time(self.walked.get(who, Fraction(0)), one.MR) or Fraction(0)

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
        before = one.in_combat, one.left
        one.in_combat, one.left = False, True
        self.undo.append(lambda: _combat(one, before))
        self.rule("state", "changed", who, clauses=clauses, flag="in_combat", value=False)
        self.happened(moments.leaves_combat(who))

    def out(self, who: str) -> None:
        """`who` is dead or unconscious: no turns, and terms that wait for him are over (YM-004)."""
        one = self.join(who)
        one.pending = None
        for effect in list(self.effects):
            for moment in board.waiting_for(effect.until, who):
                self.happened(moment)
        for on, kind in self.threats.gone(who):
            self.rule("threat", "ends", who, on, clauses=("YM-004",), condition=kind, level=0)
            self.note_threat(on, who)
        for made in list(self.offers):
            if made.against == who or not [name for name in made.open_to if name != who]:
                self.offers.withdraw(made)
                self.rule("opportunity", "lapsed", None, made.against, clauses=("YM-004",), by=list(made.to))
            elif who in made.open_to:
                made.passed.append(who)

    # -- answering ------------------------------------------------------------------------------

    def ask(
        self,
        key: str,
        text: str,
        who: str | None,
        clauses: Iterable[str],
        then: Any = None,
        wants: str = "number",
    ) -> None:
        """A question for the GM, put once; the answer goes to `then` whenever it comes."""
        if all(one.key != key for one in self.questions):
            self.encounter.ask_pgm(text, who, clauses=tuple(clauses))
        self.questions.append(board.Question(key=key, text=text, who=who, then=then, wants=wants))

    def ask_effect(self, condition: str) -> None:
        """YM-202, YM-361: what a condition does that the page only names is asked once a fight."""
        clause = EFFECTS.get(condition)
        key = f"what {condition} does"
        if clause is None or key in self.answers or any(one.key == key for one in self.questions):
            return
        words = conditions.WORDS.get(condition, condition)
        self.ask(key, f"what does {words} do? The page does not say", None, (clause,))

    def note_flanked(self, target: str) -> None:
        """YM-360, YM-361: who flanks somebody, told when it has changed."""
        by = self.flankers(target)
        level = threat.flanked(by)
        if level == self.flanked.get(target, 0):
            return
        self.flanked[target] = level
        self.rule(
            "condition", "gained" if level else "lost", target, clauses=("YM-360", "YM-361"),
            condition="Flanked", words="Flanked", level=level, by=by,
        )  # fmt: skip
        if level:
            self.ask_effect("Flanked")

    def start(self, flow: Flow) -> None:
        self.machine.start(flow)

    def new_action(self, who: str, action: str) -> str:
        self.actions += 1
        return f"{action} {self.actions} {who}"

    # -- the order ------------------------------------------------------------------------------

    def next_up(self, away: Set[str] = frozenset()) -> str | None:
        """YM-105: whose turn is next, of those whose turns are not held and who are not away."""
        here = [name for name in self.able if name not in self.held and name not in away]
        able = [name for name in here if self.may_act(name)] or here
        sure = [name for name in able if name not in self.unsure]
        return clock.next_up(self.clocks, sure or able)

    def may_act(self, who: str) -> bool:
        """YM-103: not while surprised, until everybody has acted who is not."""
        others = (
            (one.surprised, one.acted) for name, one in self.fighters.items() if name != who and not one.out
        )
        return clock.may_act(self.fighters[who].surprised, others)


def _shift(one: Combatant, condition: str, by: int) -> None:
    one.levels[condition] = max(0, one.level(condition) + by)


def _combat(one: Combatant, was: tuple[bool, bool]) -> None:
    one.in_combat, one.left = was
