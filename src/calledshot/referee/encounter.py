"""The record of a fight while it runs: its rounds, what was declared, ruled, found and rolled, and the
one place through which a ruleset rules, finds and asks.

No rule is decided here, and nothing is read from or written to the outside.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from msgspec import Struct, field
from msgspec.structs import replace

from calledshot.campaign import Campaign
from calledshot.clauses import CORE
from calledshot.finding import Finding, Fix, Severity, Span
from calledshot.moves.declaration import Declaration
from calledshot.plugins.ruleset import Ruleset
from calledshot.referee.acts import Act
from calledshot.referee.learned import Learned
from calledshot.referee.names import Names
from calledshot.referee.ruling import PgmRuling, Ruling
from calledshot.transcript.event import Event

if TYPE_CHECKING:
    from calledshot.plugins.manager import HouseRules


SAME_ROLL = 12
"""How many of the last rolls are searched for one that was kept aside: a round's worth."""


class RoundRecord(Struct, kw_only=True):
    """One round as it went. `number` is the fight's own count; `state` NAME → figures after the last
    thing that happened in it; `lines` the first and last input line, where known."""

    number: int | None
    system: str | None = None
    closed: bool = False
    first_line: int | None = None
    last_line: int | None = None
    declarations: list[Declaration] = field(default_factory=list)
    rulings: list[Ruling] = field(default_factory=list)
    findings: list[Finding] = field(default_factory=list)
    pgm_rulings: list[PgmRuling] = field(default_factory=list)
    state: dict[str, dict[str, Any]] = field(default_factory=dict)


class RollRecord(Struct, kw_only=True):
    """A roll and what it was used for: `use` is the request it answered (initiative, to_hit, damage …),
    None while unattached; `counted` is false for one that was ignored or forged."""

    seq: int
    roller: str
    combatant: str | None
    expression: str
    faces: tuple[int, ...]
    total: int
    round: int | None = None
    use: str | None = None
    counted: bool = False


class EncounterRecord(Struct, kw_only=True):
    """One fight: who was in it, its terms, how it ended, and its rounds."""

    fighters: list[str] = field(default_factory=list)
    system: str | None = None
    terms: str | None = None
    outcome: str | None = None  # won, yielded, ended; None while it runs
    winner: str | None = None
    rounds: list[RoundRecord] = field(default_factory=list)


class Encounter:
    """What a fight rules through. One encounter lives as long as its referee; `records` holds its fights.

    `by_the_book`: our own results are played on where the game master's differ. `event` is the one being
    seen; `out` collects what it causes, in order.
    """

    def __init__(
        self,
        ruleset: Ruleset,
        campaign: Campaign,
        *,
        by_the_book: bool = False,
        system: str | None = None,
        house: HouseRules | None = None,
    ) -> None:
        self.ruleset = ruleset
        self.campaign = campaign
        self.settings = campaign.settings
        self.by_the_book = by_the_book
        self.private = True  # whether the record can hold private messages at all
        self.by_master = False  # whether the game master enters for somebody what is being seen
        self.system = system or campaign.system
        self.house = house
        self.names = Names(campaign)
        self.learned = Learned()
        self.records: list[EncounterRecord] = []
        self.round: RoundRecord | None = None
        self.event: Event = Event(kind="system")
        self.out: list[Ruling | Finding] = []
        self.rulings: list[Ruling] = []
        self.findings: list[Finding] = []
        self.pgm_rulings: list[PgmRuling] = []
        self.retracted: list[Finding] = []
        self.rolls: list[RollRecord] = []
        self.waived: dict[tuple[str, str | None], str] = {}
        """Clauses that the game master has waived, for somebody or (None) for everybody → by whom and why."""
        self._unchecked: dict[str, list[str]] = {}
        self.lines: dict[int, Event] = {}

    @property
    def record(self) -> EncounterRecord | None:
        """The fight that is on, or the last one."""
        return self.records[-1] if self.records else None

    # -- the fight and its rounds ---------------------------------------------------------------

    def open_fight(self, terms: str | None = None) -> EncounterRecord:
        self.records.append(EncounterRecord(terms=terms, system=self.system))
        self.round = None
        return self.records[-1]

    def open_round(self, number: int | None, system: str | None) -> RoundRecord:
        """A new round of the fight that is on; `number` None where a log starts in the middle."""
        record = self.record or self.open_fight()
        self.round = RoundRecord(number=number, system=system)
        record.rounds.append(self.round)
        record.system = record.system or system
        return self.round

    def join(self, name: str) -> None:
        record = self.record
        if record is not None and name not in record.fighters:
            record.fighters.append(name)

    # -- saying things --------------------------------------------------------------------------

    def rule(
        self,
        kind: str,
        outcome: str,
        who: str | None = None,
        target: str | None = None,
        *,
        clauses: Iterable[str] = (),
        needs_pgm: bool = False,
        default: bool = False,
        **values: Any,
    ) -> Ruling:
        """Make a ruling about the event being seen; house rules may change it and add to it."""
        ruling = Ruling(
            kind=kind,
            outcome=outcome,
            combatant=who,
            target=target,
            values=values,
            clauses=tuple(clauses),
            needs_pgm=needs_pgm,
            default_ruling=default,
            seq=self.event.seq,
            round=self.round.number if self.round is not None else None,
        )
        further: list[Ruling] = []
        text: str | None = None
        if self.house:
            ruling = self.house.override(ruling, self, self._told) or ruling
            further = self.house.adjudicate(ruling, self, self._told)
            text = self.house.voice(ruling, self)
        ruling = replace(ruling, text=text if text is not None else self.ruleset.voice(ruling, self))
        self._keep(ruling)
        if self.house:
            self.house.ruled(ruling)
        for extra in further:
            self._keep(extra if extra.text else replace(extra, text=self.ruleset.voice(extra, self)))
        return ruling

    def _told(self, ruling: Ruling) -> None:
        """Tries every way of telling a house rule's ruling: its values must be such as the ruleset's words
        for its kind can take, or it is no ruling."""
        self.ruleset.voice(ruling, self)
        self.ruleset.room(ruling, None, self.campaign)
        self.ruleset.report_line(ruling, self.campaign)

    def _keep(self, ruling: Ruling) -> None:
        self.rulings.append(ruling)
        self.out.append(ruling)
        self._remember(self.event)
        if self.round is not None:
            self.round.rulings.append(ruling)

    def find(
        self,
        code: str,
        message: str,
        who: str | None = None,
        *,
        span: tuple[int, int] | None = None,
        event: Event | None = None,
        severity: Severity | None = None,
        fix: Fix | None = None,
        default: bool = False,
    ) -> Finding:
        """Report a fault or note about an event (the one being seen, unless another is given)."""
        clause = self.ruleset.clauses.get(code) or CORE[code]
        return self.report(
            Finding(
                code=code,
                severity=severity or clause.severity or "info",
                message=message,
                combatant=who,
                fix=fix,
                default_ruling=default,
                source=Span(column=span[0], end_column=span[1]) if span else None,
            ),
            event,
        )

    def report(self, finding: Finding, event: Event | None = None) -> Finding:
        """Take a finding made elsewhere (its source holds columns at most) and give it its place."""
        event = event or self.event
        source = event.source
        mark = finding.source
        leave = self.waived.get((finding.code, finding.combatant)) or self.waived.get((finding.code, None))
        if leave is not None:
            finding = replace(finding, severity="info", message=f"{finding.message} ({leave})")
        finding = replace(
            finding,
            seq=event.seq,
            round=self.round.number if self.round is not None else None,
            source=Span(
                file=source.file if source else None,
                line=source.line if source else None,
                end_line=source.end_line if source else None,
                column=mark.column if mark else None,
                end_column=mark.end_column if mark else None,
            ),
        )
        self.findings.append(finding)
        self.out.append(finding)
        self._remember(event)
        if self.round is not None:
            self.round.findings.append(finding)
        return finding

    def ask_pgm(
        self, question: str, who: str | None = None, *, clauses: Iterable[str], default: bool = False
    ) -> Ruling:
        """Put a question to the game master: what needs a human is asked, never guessed."""
        return self.rule(
            "ask", "pgm", who, clauses=clauses, needs_pgm=True, default=default, question=question
        )

    def judge(
        self,
        kind: str,
        who: str | None,
        *,
        ours: Any,
        theirs: Any,
        agrees: bool | None,
        words: Act | None = None,
        effect: str | None = None,
        message: str | None = None,
    ) -> PgmRuling:
        """Lay the game master's word beside ours; a difference is PGM-1, once, with its effect."""
        if message is not None and effect is not None and effect.casefold() not in message.casefold():
            message = f"{message}: {effect}"
        entry = PgmRuling(
            seq=self.event.seq,
            kind=kind,
            combatant=who,
            agrees=agrees,
            ours=ours,
            theirs=theirs,
            effect=effect,
            round=self.round.number if self.round is not None else None,
            text=self.event.text,
        )
        self.pgm_rulings.append(entry)
        self._remember(self.event)
        if self.round is not None:
            self.round.pgm_rulings.append(entry)
        if agrees is False:
            self.find(
                "PGM-1",
                message
                or f"the {self.ruleset.master} rules {theirs}; by the page it is {ours}"
                + (f". {effect[0].upper()}{effect[1:]}" if effect else ""),
                who,
                span=(words.column, words.end_column) if words else None,
            )
        return entry

    def retract(self, entry: PgmRuling) -> None:
        """The game master takes his word back at once: neither it nor the difference stands in the record."""
        gone = [
            one
            for one in self.findings
            if (one.code, one.seq, one.combatant) == ("PGM-1", entry.seq, entry.combatant)
        ]
        self.retracted += gone
        self.out[:] = [one for one in self.out if not any(one is lost for lost in gone)]  # not yet said
        self.findings = [one for one in self.findings if one not in gone]
        self.pgm_rulings[:] = [one for one in self.pgm_rulings if one is not entry]
        for part in (round_ for fight in self.records for round_ in fight.rounds):
            part.findings[:] = [one for one in part.findings if one not in gone]
            part.pgm_rulings[:] = [one for one in part.pgm_rulings if one is not entry]

    def note_roll(self, event: Event, who: str | None, use: str | None, *, counted: bool) -> RollRecord:
        """Account for a roll: what it answered, and whether it counted."""
        roll = event.roll
        assert roll is not None
        for known in self.rolls[-SAME_ROLL:]:
            if known.seq == event.seq and not known.counted:
                self.rolls.remove(known)  # kept aside at first, put to use after all
                break
        record = RollRecord(
            seq=event.seq,
            roller=roll.roller,
            combatant=who,
            expression=roll.expression,
            faces=roll.faces,
            total=roll.total,
            use=use,
            counted=counted,
            round=self.round.number if self.round is not None else None,
        )
        self.rolls.append(record)
        self._remember(event)
        return record

    def last_roll(self, who: str) -> int | None:
        """What somebody has rolled last."""
        return next((one.total for one in reversed(self.rolls) if one.combatant == who), None)

    def declared(self, declaration: Declaration) -> None:
        if self.round is not None:
            self.round.declarations.append(declaration)
        self._remember(self.event)
        if self.house:
            for finding in self.house.check(declaration, self):
                self.report(finding)

    def cannot_check(self, what: str, who: str) -> None:
        """Note what could not be checked for want of a figure of somebody's; each is told once."""
        names = self._unchecked.setdefault(what, [])
        if who not in names:
            names.append(who)

    @property
    def unchecked(self) -> list[str]:
        """A sentence for each thing that could not be checked, with all it concerns."""
        return [f"{what} ({', '.join(names)})" for what, names in self._unchecked.items()]

    def _remember(self, event: Event) -> None:
        self.lines.setdefault(event.seq, event)
        source = event.source
        if self.round is not None and source is not None:
            if self.round.first_line is None:
                self.round.first_line = source.line
            self.round.last_line = max(self.round.last_line or 0, source.end_line)
