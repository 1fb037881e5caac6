"""Referees saved transcripts: opens them, feeds every event to a referee, and keeps what came of it.

One `Audit` is one fight's transcripts (or several fights in one log). Nothing is decided here and nothing
is worded here: reports render an `Audit`, and `document()` is its JSON.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec
from msgspec import Struct, field
from msgspec.structs import replace

from calledshot.campaign import Campaign
from calledshot.errors import UsageError
from calledshot.finding import Finding
from calledshot.referee.encounter import EncounterRecord, RollRecord
from calledshot.referee.ruling import PgmRuling, Ruling
from calledshot.transcript import services
from calledshot.transcript.event import Event

if TYPE_CHECKING:
    from calledshot.plugins.manager import HouseRules
    from calledshot.plugins.ruleset import Ruleset
    from calledshot.referee.desk import Entry
    from calledshot.referee.referee import Referee
    from calledshot.referee.tables import Tables
    from calledshot.transcript.reading import Transcript
    from calledshot.transcript.several import Refused

SCHEMA_VERSION = 1


class Input(Struct, frozen=True, kw_only=True, rename={"with_": "with"}):
    """One transcript that was read: its name, the reader's name and title, and whose window it is."""

    file: str
    format: str | None = None
    title: str | None = None
    with_: str | None = None


class Summary(Struct, kw_only=True):
    """What an audit counts. `lines` is the number of input lines; `unparsed_lines` those of LOG-1."""

    events: int = 0
    lines: int = 0
    unparsed_lines: int = 0
    rounds: int = 0
    errors: int = 0
    warnings: int = 0
    notes: int = 0


class Audit(Struct, kw_only=True):
    """What a referee made of one fight's transcripts.

    `flow` holds rulings and findings together in order of occurrence; `learned` NAME → FIELD → bounds with
    line numbers; `unchecked` what could not be checked, each once; `alignment` how untimed windows were laid
    beside the room and what is doubtful in it; `lines` the events that anything
    refers to, by `seq`; `notes` what was assumed in reading, and plugins that failed.
    """

    inputs: tuple[Input, ...]
    ruleset: Ruleset
    campaign: Campaign
    system: str | None = None
    by_the_book: bool = False
    for_players: bool = False
    pgm: tuple[str, ...] = ()
    flow: list[Ruling | Finding] = field(default_factory=list)
    rolls: list[RollRecord] = field(default_factory=list)
    pgm_rulings: list[PgmRuling] = field(default_factory=list)
    encounters: list[EncounterRecord] = field(default_factory=list)
    learned: dict[str, dict[str, dict[str, Any]]] = field(default_factory=dict)
    unchecked: list[str] = field(default_factory=list)
    alignment: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    lines: Mapping[int, Event] = field(default_factory=dict)
    summary: Summary = field(default_factory=Summary)

    @property
    def findings(self) -> list[Finding]:
        """Every finding in order of occurrence."""
        return [item for item in self.flow if isinstance(item, Finding)]

    @property
    def rulings(self) -> list[Ruling]:
        """Every ruling in order of occurrence."""
        return [item for item in self.flow if isinstance(item, Ruling)]

    @property
    def failed(self) -> bool:
        """Whether any finding is an error (exit code 1)."""
        return self.summary.errors > 0

    def document(self) -> dict[str, Any]:
        """The audit document of docs/contract.md, as plain tables."""
        document: dict[str, Any] = msgspec.to_builtins(self._document())
        return document

    def to_json(self) -> str:
        """The audit document; the same input gives the same bytes."""
        return msgspec.json.format(msgspec.json.encode(self._document()), indent=1).decode()

    def _document(self) -> AuditDocument:
        first = self.inputs[0] if self.inputs else None
        return AuditDocument(
            file=first.file if first else None,
            format=first.format if first else None,
            ruleset=self.ruleset.name,
            system=self.system,
            pgm=self.pgm,
            files=self.inputs,
            by_the_book=self.by_the_book,
            for_players=self.for_players,
            encounters=self.encounters,
            findings=self.findings,
            rulings=self.rulings,
            rolls=self.rolls,
            pgm_rulings=self.pgm_rulings,
            learned=self.learned,
            unchecked=self.unchecked,
            alignment=self.alignment,
            notes=self.notes,
            summary=self.summary,
        )


class AuditDocument(Struct, kw_only=True):
    """`audit -o json`, field by field; `file` and `format` are those of the first of `files`."""

    schema_version: int = SCHEMA_VERSION
    file: str | None
    format: str | None
    ruleset: str
    system: str | None
    pgm: tuple[str, ...]
    files: tuple[Input, ...]
    by_the_book: bool
    for_players: bool
    encounters: list[EncounterRecord]
    findings: list[Finding]
    rulings: list[Ruling]
    rolls: list[RollRecord]
    pgm_rulings: list[PgmRuling]
    learned: dict[str, dict[str, dict[str, Any]]]
    unchecked: list[str]
    alignment: list[str]
    notes: list[str]
    summary: Summary


# -- making one ---------------------------------------------------------------------------------------


class Ready(Struct, frozen=True):
    """A ruleset and a campaign under it, ready to referee with. `known`: there is a campaign."""

    ruleset: Ruleset
    campaign: Campaign
    house: HouseRules
    known: bool

    def referee(
        self, *, by_the_book: bool = False, pgm: Sequence[str] = (), system: str | None = None
    ) -> Referee:
        """A new referee. Raises UsageError for a system the ruleset lacks."""
        from calledshot.referee.referee import Referee

        self.check_system(system)
        return Referee(
            self.ruleset,
            self.campaign,
            by_the_book=by_the_book,
            pgm=pgm,
            system=system,
            house=self.house or None,
        )

    def check_system(self, system: str | None) -> None:
        """Raises UsageError for a system the ruleset lacks."""
        if system is not None and system not in self.ruleset.systems:
            raise UsageError(f"--system {system}: {self.ruleset.title} has {', '.join(self.ruleset.systems)}")


def prepare(
    campaign: Campaign | Path | str | None = None, ruleset: str | None = None, *, bots: Sequence[str] = ()
) -> Ready:
    """Load a campaign folder (or take one already loaded), and find its ruleset. `bots` are dice bots to be
    trusted beside those of the campaign.

    Without either, the default ruleset with its default settings. Raises CampaignError, PluginError.
    """
    from calledshot.campaign import from_tables, load
    from calledshot.plugins.manager import HouseRules, find_ruleset

    known = campaign is not None
    if ruleset is not None:
        find_ruleset(ruleset)
    if campaign is None:
        campaign = from_tables({}, ruleset=ruleset)
    elif not isinstance(campaign, Campaign):
        campaign = load(Path(campaign), ruleset=ruleset)
    if bots:
        campaign = replace(campaign, dice_bots=(*campaign.dice_bots, *bots))
    return Ready(
        find_ruleset(ruleset or campaign.ruleset or None), campaign, HouseRules(campaign.plugins), known
    )


def plugin_readers() -> list[str]:
    """Make the formats and the dice dialects that installed plugins bring known; returns what failed, in
    words."""
    from calledshot.dice import dialects
    from calledshot.plugins.manager import collect
    from calledshot.transcript import formats

    readers, failures = collect("calledshot_formats")
    for reader in readers:
        formats.register(reader)
    spoken, failed = collect("calledshot_dice_dialects")
    for dialect in spoken:
        dialects.register(dialect)
    return [str(failure) for failure in (*failures, *failed)]


def audits(
    paths: Iterable[Path | str],
    *,
    campaign: Campaign | Path | str | None = None,
    ruleset: str | None = None,
    pgm: Sequence[str] = (),
    system: str | None = None,
    format: str | None = None,
    me: str | None = None,
    tz: str | None = None,
    encoding: str | None = None,
    with_: Sequence[str] = (),
    bots: Sequence[str] = (),
    by_the_book: bool = False,
    for_players: bool = False,
    separate: bool = False,
    together: bool = False,
    watch: Callable[[Event], None] | None = None,
    refused: list[Refused] | None = None,
) -> list[Audit]:
    """Referee transcripts: one `Audit` for the parts of one fight, several where the paths are fights apart.

    `with_` holds "FILE=NAME" for windows that do not name both people, `bots` dice bots to be trusted beside
    those of the campaign; `watch` is shown every event once it is refereed, for a progress bar. `refused`
    takes why one of several paths cannot be read; the fight is refereed from the rest then, and its `Audit`
    has an error that says so. Without it, and for a single path, that is raised. Raises CalledshotError and
    its children for all else.
    """
    from calledshot.joining import groups, rooms
    from calledshot.transcript import open_transcript
    from calledshot.transcript.merging import window_names
    from calledshot.transcript.several import open_several

    named = [str(path) for path in paths]
    if not named:
        raise UsageError("audit: no transcript was named")
    ready = prepare(campaign, ruleset, bots=bots)
    ready.check_system(system)
    windows = window_names(with_, named)
    failed = plugin_readers()

    def opened(path: str) -> Iterator[Transcript]:
        for room in rooms(path):
            how = {"format": format, "me": me, "tz": tz, "encoding": encoding, "room": room}
            yield open_transcript(path, with_=windows.get(path), **how)

    transcripts, left_out = open_several(named, opened, whole=True)
    if left_out and refused is None:
        raise left_out[0].error
    made = [
        _run(group, ready, pgm, system, me, by_the_book, for_players, watch)
        for group in groups(transcripts, ready.campaign, separate, together)
    ]
    if left_out and refused is not None:
        refused += left_out
        made = _telling(made, [one.finding for one in left_out], ready)
    for one in made:
        one.notes += failed
        if campaign is None and ruleset is None:
            one.notes += _other_ruleset(one)
    return made


def _telling(made: list[Audit], left_out: list[Finding], ready: Ready) -> list[Audit]:
    """The audits with what was left out: in the one fight there is, else beside them, file by file."""
    if len(made) == 1:
        made[0].flow[:0] = left_out
        made[0].summary = _counted(made[0].summary, made[0].flow)
        return made
    for one in left_out if made else ():
        assert one.source is not None
        audit = Audit(
            inputs=(Input(file=one.source.file or ""),),
            ruleset=ready.ruleset,
            campaign=ready.campaign,
            flow=[one],
        )
        audit.summary = _counted(audit.summary, audit.flow)
        made.append(audit)
    return made


def _other_ruleset(audit: Audit) -> list[str]:
    """The hint that a log read under the default ruleset may be of another, by its dice."""
    from calledshot.plugins.dice_hint import another_meant

    rolled = [event.roll.sides for event in audit.lines.values() if event.roll is not None]
    hint = another_meant(audit.ruleset, rolled)
    return [hint] if hint is not None else []


def audit(
    paths: Iterable[Path | str] | Path | str, *, campaign: Campaign | Path | str | None = None, **options: Any
) -> Audit:
    """Referee one fight's transcripts; the options are those of `audits`, which is for several fights."""
    if isinstance(paths, str | Path):
        paths = [paths]
    found = audits(paths, campaign=campaign, **options)
    if len(found) != 1:
        raise UsageError("these paths are fights apart: call audits(), or say together=True")
    return found[0]


def audit_texts(
    texts: Iterable[tuple[str, str, str | None, str | None]],
    *,
    campaign: Campaign | None = None,
    ruleset: str | None = None,
    pgm: Sequence[str] = (),
    system: str | None = None,
    me: str | None = None,
    tz: str | None = None,
    by_the_book: bool = False,
    for_players: bool = False,
    encoding: str = "utf-8",
) -> Audit:
    """Referee transcripts held in memory, the parts of one fight: (name, text, format, whose window) each,
    as files in an encoding would be."""
    from io import BytesIO

    from calledshot.transcript import open_transcript

    ready = prepare(campaign, ruleset)
    plugin_readers()
    transcripts = [
        open_transcript(BytesIO(text.encode(encoding)), format=format, me=me, tz=tz, name=name, with_=window)
        for name, text, format, window in texts
    ]
    return _run(transcripts, ready, pgm, system, me, by_the_book, for_players)


def only(audit: Audit, chosen: Callable[[str], bool]) -> Audit:
    """The audit with those findings alone whose code is `chosen`."""
    flow = [item for item in audit.flow if not isinstance(item, Finding) or chosen(item.code)]
    encounters = [
        replace(
            fight,
            rounds=[
                replace(record, findings=[one for one in record.findings if chosen(one.code)])
                for record in fight.rounds
            ],
        )
        for fight in audit.encounters
    ]
    return replace(audit, flow=flow, encounters=encounters, summary=_counted(audit.summary, flow))


def _room_only(transcript: Transcript) -> bool:
    return transcript.format in services.ROOM_ONLY and not transcript.window and transcript.with_ is None


def _run(
    transcripts: Sequence[Transcript],
    ready: Ready,
    pgm: Sequence[str],
    system: str | None,
    me: str | None,
    by_the_book: bool,
    for_players: bool,
    watch: Callable[[Event], None] | None = None,
) -> Audit:
    """Feed every event to a new referee and keep what came of it."""
    from calledshot.joining import hearing
    from calledshot.referee.corrections import Corrected
    from calledshot.referee.desk import Desk
    from calledshot.referee.luck import Luck
    from calledshot.referee.tables import seated
    from calledshot.transcript.merging import merge

    private = not all(_room_only(one) for one in transcripts)
    exact = all(one.format.startswith(services.EXACT) for one in transcripts)

    def make(pgm: Sequence[str] = pgm) -> Referee:
        referee = ready.referee(by_the_book=by_the_book, pgm=pgm, system=system)
        referee.encounter.private = private
        if exact:
            referee.exactly()
        if all(services.brackets_fold(one.format, one.context.head.all_lines) for one in transcripts):
            referee.on_irc()
        return referee

    commanded = any(one.format in services.COMMANDED for one in transcripts)
    desk: Desk | Corrected | Tables = Desk(make) if commanded else Corrected(make)
    summary, luck = Summary(), Luck()
    flow: list[Ruling | Finding | Entry] = []
    last: dict[str | None, int] = {}
    merged = merge(
        transcripts,
        pgm=desk.referee.pgm,
        me=me,
        **(hearing(ready) if len(transcripts) > 1 else {}),
        bots=ready.campaign.dice_bots,
        relays=ready.campaign.relays,
    )
    items, tables = seated(iter(merged), lambda who: Corrected(lambda: make(who)), ready, pgm)
    desk = tables if tables is not None and not commanded else desk
    for item in items:
        if isinstance(item, Finding):
            flow.append(item)
            if item.code == "LOG-1" and item.source is not None and item.source.line is not None:
                end = item.source.end_line or item.source.line
                summary.unparsed_lines += end - item.source.line + 1
                last[item.source.file] = max(last.get(item.source.file, 0), end)
        else:
            summary.events += 1
            if item.source is not None:
                last[item.source.file] = item.source.end_line
            luck.see(item)
            desk.see(item)
            flow.append(desk.entries[-1])
            if watch is not None:
                watch(item)
    referee = desk.referee
    said = _said(flow)
    said = [item for item in said if not any(item is gone for gone in referee.retracted)]
    said += luck.told(referee.encounter)
    summary.lines = sum(last.values())
    summary.rounds = sum(len(fight.rounds) for fight in referee.encounters)
    audit = Audit(
        inputs=tuple(
            Input(file=one.file, format=one.format, title=one.title, with_=one.with_) for one in transcripts
        ),
        ruleset=ready.ruleset,
        campaign=ready.campaign,
        system=system or ready.campaign.system or next((fight.system for fight in referee.encounters), None),
        by_the_book=by_the_book,
        pgm=tuple(dict.fromkeys(referee.pgm)),
        flow=said,
        rolls=referee.rolls,
        pgm_rulings=referee.pgm_rulings,
        encounters=referee.encounters,
        learned=referee.learned,
        unchecked=list(referee.unchecked),
        lines=referee.lines,
        summary=_counted(summary, said),
        alignment=merged.alignment,
        notes=[*merged.notes, *(tables.notes if tables else ()), *map(str, ready.house.failures)],
    )
    if for_players:
        from calledshot.redact import for_players as redacted

        audit = redacted(audit)
    return audit


def _said(flow: Iterable[Ruling | Finding | Entry]) -> list[Ruling | Finding]:
    """What stands of it all, event by event: nothing of an event that was taken back."""
    said: list[Ruling | Finding] = []
    for item in flow:
        if isinstance(item, Ruling | Finding):
            said.append(item)
        elif not item.gone:
            said += item.items
    return said


def _counted(summary: Summary, flow: Iterable[Ruling | Finding]) -> Summary:
    """The summary with its findings counted."""
    severities = [item.severity for item in flow if isinstance(item, Finding)]
    return replace(
        summary,
        errors=severities.count("error"),
        warnings=severities.count("warning"),
        notes=severities.count("info"),
    )
