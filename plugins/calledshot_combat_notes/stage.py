"""Worked examples on the stage: `given` as the inventory writes it becomes a campaign, the declarations are
said in the room, and what came of them is named as its `expect` names it.

Nothing of the rules is decided here: all figures are read off the fight that was played. What `given` may
hold is read by `givens`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from calledshot.api import Entry, Event, Finding, Ruling, Stage
from calledshot_combat_notes import forms, givens, outcomes, slots
from calledshot_combat_notes.dice import meant
from calledshot_combat_notes.fight import NotesFight
from calledshot_combat_notes.state import OPPONENTS, PARTY, Deed

if TYPE_CHECKING:
    from calledshot.api import Fight

INITIATIVE = 10
ABANDONS = re.compile(r"\s{0,4}(?:abandon|instead|change)", re.IGNORECASE)
TAKES = re.compile(r"opportunity|\baoo\b|in passing", re.IGNORECASE)
HITS = re.compile(r"\bhits\b(?! if)", re.IGNORECASE)
MISSES = re.compile(r"\bmiss(?:es)?\b", re.IGNORECASE)
NEUTRAL: Mapping[str, int] = {PARTY: 5, OPPONENTS: 6}
"""Initiative rolls of an example that tells none: no shift, and the party first."""


class NotesStage(Stage):
    """One example under the Combat Notes."""

    prose = frozenset({"injury", "cancelled"})
    unordered = frozenset({"aoo_offers", "threatened_by"})

    def __init__(self, given: Mapping[str, Any]) -> None:
        super().__init__(given)
        self.cast = givens.Cast(given)
        self.begun = False  # initiative has been called
        self.joined = False
        self.answered: set[str] = set()
        self.used: list[Entry] = []
        self.called: list[Deed] = []
        self.fight: NotesFight | None = None
        self.notes: dict[str, str] = {}  # the note of each one's last d20

    def prepare(self) -> None:
        self.cast.complete(
            [(said.who, said.text) for said in self.script.declarations],
            [entry.who for entry in self.script.dice],
        )

    @property
    def campaign(self) -> Mapping[str, Any]:
        return {
            "characters": self.cast.sheets,
            "rulebook": self.cast.rulebook,
            "settings": self.cast.settings,
        }

    @property
    def combatants(self) -> tuple[str, ...]:
        return tuple(self.cast.sheets)

    @property
    def rolls_for(self) -> Mapping[str, str]:
        return self.cast.roles

    # -- what is said -----------------------------------------------------------------------------

    def opening(self) -> Iterable[Event]:
        scale = self.given.get("scale")
        if scale is not None:
            yield self.say(self.pgm, f"{str(scale).capitalize()} scale.")
        number = self.given.get("round", 1)
        yield self.say(self.pgm, f"Round {number}: declare your actions.")
        for text in self.cast.told:
            yield self.say(self.pgm, text)
        if not self.script.declarations:
            yield from self._initiative()

    def said(self, who: str, text: str) -> Iterable[Event]:
        if ABANDONS.match(text) and not self.begun:
            yield from self._initiative()
        if who == self.pgm:
            yield self.say(who, text)
        else:
            yield self.whisper(who, text)
        if self.undeclared == 0 and not self.begun:
            yield from self._initiative()

    def _initiative(self) -> Iterable[Event]:
        """The call for initiative, and the rolls where the example's dice do not tell them."""
        self.begun = True
        if self.cast.draw is not None:
            yield self.say(self.pgm, f"{self.cast.draw} rolls for the party.")
        yield self.say(self.pgm, "Initiative!")
        if any(
            (entry.count, entry.sides) == (1, INITIATIVE) and self._is_initiative(entry)
            for entry in self.script.dice
        ):
            return
        rolls = self.given.get("initiative")
        rolls = rolls if isinstance(rolls, Mapping) else {}
        own = [str(sheet.get("side")) for sheet in self.cast.sheets.values() if sheet.get("side")]
        sides = dict.fromkeys((*self.cast.sides, *own, PARTY, OPPONENTS))
        # a party of nobody is rolled for by the DM, whose first roll is the other side's
        for side in sorted(sides, key=lambda side: side == PARTY and self._roller(side) == self.pgm):
            roll = rolls.get(side, NEUTRAL.get(side, INITIATIVE - 1))
            if side in self._fighting():
                yield self.roll(self._roller(side), 1, INITIATIVE, int(roll))

    def _is_initiative(self, entry: Entry) -> bool:
        """Whether a d10 of the example is an initiative roll."""
        note = entry.note.casefold()
        if note and "init" not in note:
            return False
        side = self._side(entry)
        return side is not None or entry.who.casefold() in ("dm", "gm", "party")

    def _side(self, entry: Entry) -> str | None:
        folded = entry.who.strip().casefold()
        if folded in self._fighting() or folded in (PARTY, OPPONENTS):
            return folded
        return None

    def _fighting(self) -> set[str]:
        sides = {str(sheet.get("side")) for sheet in self.cast.sheets.values()} | {PARTY}
        return sides | {OPPONENTS} if len(sides) < 2 else sides

    def _roller(self, side: str) -> str:
        if side == PARTY:
            drawn = (
                self.fight.round.roller if self.fight is not None and self.fight.round is not None else None
            )
            own = [name for name, sheet in self.cast.sheets.items() if sheet.get("side") == PARTY]
            return drawn or (own[0] if own else self.pgm)
        if side == OPPONENTS or len(self._fighting()) <= 2:
            return self.pgm
        return next((name for name, sheet in self.cast.sheets.items() if sheet.get("side") == side), self.pgm)

    def waits(self, fight: Fight, entry: Entry) -> bool:
        if not isinstance(fight, NotesFight):
            return False
        self.fight = fight
        if not entry.is_roll:
            return False
        if (entry.count, entry.sides) == (1, INITIATIVE) and any(
            what == "initiative" for _, what in fight.asked
        ):
            return self._is_initiative(entry) or self._is_somebodys(entry)
        who = self.who(entry.who) or entry.who
        return outcomes.asked_of(fight, who, entry)

    def _is_somebodys(self, entry: Entry) -> bool:
        return self.who(entry.who) is not None

    def rolled(self, entry: Entry) -> Iterable[Event]:
        self.used.append(entry)
        if entry.total is None or entry.count is None or entry.sides is None:
            yield self.say(self.pgm, entry.text)
            return
        side = self._side(entry)
        who = self.who(entry.who) or entry.who
        if side is not None and (entry.count, entry.sides) == (1, INITIATIVE):
            who = self._roller(side)
        if self.fight is not None and entry.note:
            self.fight.meant = meant(entry.note)
        yield self.roll(who, entry.count, entry.sides, entry.total, entry.faces)
        if entry.sides == 20:
            self.notes[who] = entry.note
        yield from self._aimed()

    def _aimed(self) -> Iterable[Event]:
        """How high the blow goes, once it is rolled (CN-616)."""
        blow = self.fight.last_attack if self.fight is not None else None
        told = self.cast.height is None or "height" in self.answered
        if not told and blow is not None and blow.natural is not None:
            self.answered.add("height")
            yield self.say(self.pgm, f"A {self.cast.height} attack.")

    def pause(self, fight: Fight) -> Iterable[Event]:
        assert isinstance(fight, NotesFight)
        for question in fight.questions:
            answer = self.cast.answer(question.topic)
            if answer is not None and question.topic not in self.answered:
                self.answered.add(question.topic)
                return [self.say(self.pgm, f"{givens.word(question.topic)}: {answer}")]
        round_ = fight.round
        if round_ is not None and len(round_.offers):
            offer = next(iter(round_.offers))
            who = offer.to[0]
            if self._takes(who):
                return [self.say(self.pgm, f"{who} takes the attack of opportunity on {offer.against}")]
            return [self.say(self.pgm, f"{who} passes on the attack of opportunity on {offer.against}")]
        attack = fight.last_attack
        if attack is not None and attack.natural is not None and attack.outcome is None:
            note = self.notes.get(attack.who, "")
            if MISSES.search(note):
                return [self.say(self.pgm, f"{attack.who} misses")]
            if HITS.search(note):
                return [self.say(self.pgm, f"{attack.who} hits")]
        if round_ is not None and round_.phase == "action":
            following = next((deed for deed in round_.queue if deed.status == "queued"), None)
            if following is not None and following.at < slots.CLOSING and following not in self.called:
                self.called.append(following)
                return [self.say(self.pgm, f"{following.who}?")]
        return ()

    def _takes(self, who: str) -> bool:
        """Whether the example's dice say that somebody takes his opportunity."""
        left = [entry for entry in self.script.dice if not any(entry is one for one in self.used)]
        mine = [entry for entry in left if (self.who(entry.who) or entry.who) == who]
        return any(entry.sides == 20 and TAKES.search(entry.note) for entry in mine)

    def seen(self, event: Event, caused: Sequence[Ruling | Finding], fight: Fight) -> None:
        assert isinstance(fight, NotesFight)
        self.fight = fight
        if not self.joined and fight.round is not None:
            self.joined = True
            self.cast.enter(fight)

    # -- what came of it --------------------------------------------------------------------------

    def results(self, fight: Fight, rulings: Sequence[Ruling], findings: Sequence[Finding]) -> dict[str, Any]:
        assert isinstance(fight, NotesFight)
        plans = dict(fight.round.plans) if fight.round is not None else {}
        first = next(iter(self.cast.sheets))
        actions = {name: plans[name].move.action for name in (first, *plans) if name in plans}
        adjusting = {name for name in actions if any(deed.adjusts for deed in plans[name].deeds)}
        objects = {name: plans[name].move.target or "" for name in actions}
        spells = {name: one.name for name in actions if (one := plans[name].move.spell) is not None}
        found = outcomes.results(fight, self.cast, rulings, findings)
        return forms.widen(found, actions, objects | spells, adjusting)
