"""The YiffieMon fight: takes what the referee hands it to where it is dealt with. No rule is decided here.

Turns are `turns`, declarations `doing`, rolls and answers `answering`, the GM's own words `saying`; what lies
on the table is `table`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence, Set
from typing import Any

from calledshot.api import Act, Ask, Call, Encounter, Event, Fight, Proposal, Reading
from calledshot_yiffiemon import announcing, answering, prompting, replies, saying, steering, turns, waiving
from calledshot_yiffiemon.table import Table

RESULT = re.compile(r"\W{0,3}(?:hits?|hurts?|wounds?|connects?)\b", re.IGNORECASE)
"""What the GM says of a blow that has fallen."""
OTHER_CHECK = re.compile(
    r"\b(?:con|constitution|will|dex|dexterity|int|dodge|move|healing|terrain)(?: skill)? (?:check|roll)s?\b"
    r"[^.!?\n]{0,20}\b(?:fail|miss|made|pass|succe)",
    re.IGNORECASE,
)
"""How a check that is no attack came out, in words that fit an attack as well."""


class YiffieMonFight(Fight):
    """One fight after another by the YiffieMon rules."""

    def __init__(self, encounter: Encounter) -> None:
        self.encounter = encounter
        self.campaign = encounter.campaign
        self.table = Table(encounter)
        self.held: list[tuple[str, Reading, Event]] = []  # declared before it was their turn (YM-105)
        self.spans: list[tuple[int, int]] = []  # of our own acts in the message being heard
        self.rolled_for: set[str] = set()  # players for whom the GM has rolled
        self.gm_rolls = False  # the GM rolls for everybody
        self.refused: tuple[str, Reading, Event] | None = None  # the declaration refused last
        self.leave: Any = None  # the check that the GM has rolled again
        self.spoken: set[str] = set()  # who has declared or rolled something himself
        self.told: list[str] = []  # the words of those acts
        self.heard: Sequence[Act] = ()  # all acts of the message being heard
        self.words = ""  # of that message
        self.of_other_checks = False  # the message tells how a check came out that is no attack
        self.stray: str | None = None  # who has rolled last, where nobody had asked him
        self.aside: Event | None = None  # the GM's own roll of the dice that a player was asked for
        self.apart: dict[str, int] = {}  # by the book: hit points that the GM's line lies below ours
        self.bled: dict[str, int] = {}  # bleed damage that the GM has taken off somebody's hit points
        self.loose = False  # the GM has told points of which we do not know whose
        self.judged: Any = None  # the rung of which the GM has said what he makes of it
        self.rolled_since = False  # whether anybody has rolled after that
        self.announced: tuple[str, Reading, Event] | None = None  # a blow named as its roll was asked
        self.off_roll = False  # the last roll was none that was asked for
        self.played: tuple[int, str] | None = None  # the event, and for whom the GM has declared in it
        self.asked_from = 0  # how many rulings there were when he last spoke: questions since are open
        self.asked_turn = -1  # the turn in which its owner has been asked for his declaration
        self.entered: dict[str, None] = {}  # who has joined by name
        self.brought: set[str] = set()  # whom the GM has brought in with the sheet of another

    # -- what the referee asks ------------------------------------------------------------------

    @property
    def phase(self) -> str | None:  # type: ignore[override]
        return "action" if self.table.started and not self.table.over else None

    @property
    def current(self) -> str | None:  # type: ignore[override]
        return self.table.current

    @property
    def target(self) -> str | None:  # type: ignore[override]
        need = self.table.machine.need
        return need.target if need is not None else None

    @property
    def asked(self) -> tuple[tuple[str, str], ...]:
        need = self.table.machine.need
        if need is None or need.who is None or need.kind not in ("check", "dice", "level", "choice"):
            return ()
        what = {"attack": "to_hit", "damage": "damage"}.get(need.what, need.what)
        return ((need.who, what),)

    @property
    def left(self) -> Mapping[str, int]:
        return {name: one.hpv for name, one in self.table.fighters.items() if one.hpv is not None}

    @property
    def waits(self) -> tuple[tuple[str, str], ...]:
        return prompting.waits(self)

    @property
    def to_come(self) -> tuple[tuple[str, str], ...] | None:
        return prompting.to_come(self)

    @property
    def undecided(self) -> tuple[str, ...]:
        return prompting.undecided(self)

    def proposes(self, without: Set[str] = frozenset(), *, anyway: bool = False) -> Proposal | None:
        return prompting.proposes(self, without, anyway)

    def ahead_state(self) -> dict[str, Any]:
        """What a copy to look ahead with is made of: the GM says nothing of checks in it."""
        return {**self.__dict__, "judged": None, "leave": None}

    def taken_up(self) -> None:
        turns.taken_up(self.table)

    def holds(self, who: str, held: bool = True) -> None:
        steering.holds(self, who, held)

    def skips(self, who: str) -> bool:
        return steering.skips(self, who)

    def withdrawn(self, who: str) -> str | None:
        return steering.withdrawn(self, who)

    def adjust(self, who: str, figure: str, value: int) -> bool:
        return steering.adjust(self, who, figure, value)

    def enters(self, who: str, like: str | None = None) -> str | None:
        return steering.enters(self, who, like)

    def asks(self, who: str) -> bool:
        need = self.table.machine.need
        chooses = need is not None and need.kind == "choice" and need.who == who
        if self.awaits(who) or chooses or self.table.offers.for_(who) is not None:  # a bare "pass"
            return True
        return self._played_next(who)

    def _played_next(self, who: str) -> bool:
        """Whether the GM may be telling of one of his own creatures while another of them is waited for: "the
        first guard attacks Ann, the second waits"."""
        need = self.table.machine.need
        one = self.table.fighters.get(who)
        if (
            need is None
            or need.kind != "declare"
            or one is None
            or one.sheet.is_pc
            or one.pending is not None
        ):
            return False
        return who not in self.spoken and need.who not in self.spoken and who in self.table.able

    def awaits(self, who: str) -> bool:
        """Whether it is his turn, and his declaration is waited for."""
        need = self.table.machine.need
        return need is not None and need.kind == "declare" and need.who == who

    def fights(self, who: str) -> bool:
        return who in self.table.fighters

    def state(self) -> dict[str, dict[str, Any]]:
        return {name: replies.figures(self.table, name) for name in self.table.fighters}

    # -- what happens ---------------------------------------------------------------------------

    def hears(self, text: str, acts: Sequence[Act], names: Mapping[str, str]) -> None:
        self.played = None
        self.asked_from = len(self.encounter.rulings)
        self.heard, self.words = acts, text
        self.of_other_checks = OTHER_CHECK.search(text[:200]) is not None
        own = [act for act in acts if saying.is_own(act)]
        self.spans = [(act.column, act.end_column) for act in own]
        self.told = [act.text for act in own]

    def act(self, act: Act, speaker: str, pgm: bool) -> None:
        within = any(act.column < end and start < act.end_column for start, end in self.spans if pgm)
        if within and not saying.is_own(act) and not isinstance(act, Ask):
            return  # the same words, which we have read in our own way
        if isinstance(act, Call) and self.played is not None and self.played[1] == act.who:
            return  # "the troll attacks Bram" declared it, and calls nobody
        deed = prompting.DEEDS.get(type(act))
        if deed is not None:
            deed(self, act)
        else:
            saying.act(self, act, speaker, pgm)
        answering.catch_up(self)

    def declared(self, who: str, reading: Reading, event: Event) -> None:
        if not self.encounter.by_master:
            self.spoken.add(who)
        before = len(self.encounter.rulings)
        answering.declared(self, who, reading, event)
        answering.catch_up(self)
        waiving.notes_refusal(self, who, reading, event, before)

    def aims(self, who: str, target: str) -> None:
        answering.aims(self, who, target)

    def described(self, who: str, reading: Reading, event: Event) -> None:
        if any(move.text.strip() in text for move in reading.moves for text in self.told):
            return  # "Ysolde attack skill: NS" tells a result, and no attack
        if all(RESULT.match(move.text) for move in reading.moves):
            return  # "the orc hits Bram" tells how it came out
        reading = answering.one_action(answering.meant(self.table, who, reading, event.text))
        if not reading.moves:
            return
        if announcing.announces(self, who, reading):
            self.announced = (who, reading, event)
            return
        self.played = (event.seq, who)
        for one in announcing.all_of(self, who, event.text):
            answering.declared(self, one, reading, event, by_gm=True)
        for other, deed in announcing.siblings(self, who, event.text):
            answering.declared(self, other, deed, event, by_gm=True)
        answering.catch_up(self)

    def rolled(self, who: str, event: Event, pgm: bool) -> None:
        self.rolled_since = True
        if not pgm and not self.encounter.by_master:
            self.spoken.add(who)
            self.rolled_for.discard(who)
        answering.rolled(self, who, event, pgm)
        answering.catch_up(self)

    def spoke(self, who: str, event: Event) -> None:
        answering.spoke(self, who, event)
