"""`calledshot parse`: a transcript as events, for people or for other programs. Refereeing is `audit`'s."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, TypeVar

import typer

from calledshot.cli.shared import Bots, Encoding, Owner, Windows

if TYPE_CHECKING:
    from calledshot.auditing import Ready
    from calledshot.campaign import Campaign
    from calledshot.cli.progress import Opener
    from calledshot.finding import Finding
    from calledshot.transcript.event import Event
    from calledshot.transcript.merging import Merged
    from calledshot.transcript.reading import Transcript
    from calledshot.transcript.several import Refused

Item = TypeVar("Item")

OUTPUTS = ("text", "ndjson", "csv", "parquet")
SHOWN = 20
"""Findings of one code shown on stderr one by one; the rest are counted."""


def command(
    paths: Annotated[
        list[str],
        typer.Argument(
            help="Transcripts; several may be parts of one fight. - is standard input.", metavar="PATH…"
        ),
    ],
    campaign: Annotated[
        Path | None,
        typer.Option(help="The campaign folder: its dice bots, PGM and screen names.", metavar="DIR"),
    ] = None,
    format: Annotated[
        str | None,
        typer.Option(
            help="The transcript format, where it is not found out (see `calledshot formats`).",
            metavar="NAME",
        ),
    ] = None,
    me: Owner = None,
    tz: Annotated[str | None, typer.Option(help="The time zone of the log's times.", metavar="ZONE")] = None,
    encoding: Encoding = None,
    with_: Windows = None,
    bot: Bots = None,
    separate: Annotated[bool, typer.Option("--separate", help="Every file stands for itself.")] = False,
    together: Annotated[bool, typer.Option("--together", help="All files are parts of one fight.")] = False,
    select: Annotated[
        list[str] | None, typer.Option(help="Only findings whose code begins so.", metavar="CODES")
    ] = None,
    ignore: Annotated[
        list[str] | None, typer.Option(help="No findings whose code begins so.", metavar="CODES")
    ] = None,
    output_format: Annotated[
        str, typer.Option("-o", "--output-format", help="How to write the events.", metavar="|".join(OUTPUTS))
    ] = "text",
) -> int:
    """Turn transcripts into events: who said what, when, and which rolls the service reported."""
    from calledshot.auditing import prepare
    from calledshot.cli.progress import watched
    from calledshot.errors import UsageError
    from calledshot.selection import chooser
    from calledshot.transcript.merging import window_names
    from calledshot.transcript.several import late

    if output_format not in OUTPUTS:
        raise UsageError(f"parse: -o {output_format}: choose one of {', '.join(OUTPUTS)}")
    if separate and together:
        raise UsageError("parse: --separate and --together do not go together")
    known = _campaign(campaign)
    plugin_readers()
    windows = window_names(with_ or (), paths)
    chosen = chooser(select or (), ignore or ())
    with watched(paths) as opener:
        opened, refused = open_all(paths, opener, windows, format=format, me=me, tz=tz, encoding=encoding)
        if not opened:
            return tell_refused(refused)
        report = _Report()
        merged = documents(opened, known, lambda: prepare(known), me, separate, together, bot or ())
        events = _events(merged, report)
        if output_format == "text":
            _write_text(events, named=len(paths) > 1)
        else:
            _WRITERS[output_format](events)
    report.tell(merged, chosen)
    return tell_refused([*refused, *late(opened)])


def open_all(
    paths: Sequence[str], opener: Opener | None, windows: Mapping[str, str], *, whole: bool = False,
    **how: str | None,
) -> tuple[list[Transcript], list[Refused]]:  # fmt: skip
    """The transcripts that can be read, and the files that cannot; `how` is for `open_transcript`."""
    from calledshot.transcript import open_transcript
    from calledshot.transcript.several import open_several

    def opened(path: str) -> Iterator[Transcript]:
        stream = opener(path) if opener is not None else None
        yield open_transcript(stream or path, name=path if stream else None, with_=windows.get(path), **how)

    return open_several(paths, opened, whole=whole)


def tell_refused(refused: Sequence[Refused]) -> int:
    """Name the files that were left out, a line each, and return the exit code that follows."""
    from calledshot.transcript.controls import visible

    for one in refused:
        print(f"calledshot: {visible(' '.join(str(one).split()))}", file=sys.stderr)
    return 2 if refused else 0


def _campaign(path: Path | None) -> Campaign | None:
    if path is None:
        return None
    from calledshot.campaign import load

    return load(path)


def plugin_readers() -> None:
    """Make what installed plugins can read known; a plugin that fails is said and passed over."""
    from calledshot import auditing

    for failure in auditing.plugin_readers():
        print(f"calledshot: {failure}", file=sys.stderr)


def documents(
    opened: Sequence[Transcript], campaign: Campaign | None, ready: Callable[[], Ready], me: str | None,
    separate: bool, together: bool, trusted: Sequence[str] = (),
) -> list[Merged]:  # fmt: skip
    """The fights in these transcripts, each in the order in which `audit` hears it. `trusted` are dice bots
    beside the campaign's. `ready` is asked for a
    ruleset only where windows have to be laid beside a room."""
    from calledshot.joining import groups, hearing
    from calledshot.transcript.merging import merge

    pgm, bots, relays = (
        (campaign.pgm, campaign.dice_bots, campaign.relays) if campaign is not None else ((), (), ())
    )
    bots = (*bots, *trusted)
    return [
        merge(group, pgm=pgm, me=me, bots=bots, relays=relays, **(hearing(ready()) if len(group) > 1 else {}))
        for group in groups(opened, campaign, separate, together)
    ]


class _Report:
    """What goes to stderr when all is written: what was not read, and what was assumed."""

    def __init__(self) -> None:
        self.events = 0
        self.findings: list[Finding] = []
        self.counts: dict[str, int] = {}
        self.unread = 0

    def found(self, finding: Finding) -> None:
        self.unread += finding.code == "LOG-1"
        count = self.counts.get(finding.code, 0)
        self.counts[finding.code] = count + 1
        if count < SHOWN:
            self.findings.append(finding)

    def tell(self, documents: Sequence[Merged], chosen: Callable[[str], bool]) -> None:
        from calledshot.transcript.controls import visible

        say: list[str] = []
        for finding in self.findings:
            if chosen(finding.code):
                source = finding.source
                place = f"{source.file}:{source.line}: " if source is not None else ""
                say.append(f"{visible(place)}{finding.severity} {finding.code} {visible(finding.message)}")
        say += [
            f"… and {count - SHOWN} more {code}"
            for code, count in self.counts.items()
            if count > SHOWN and chosen(code)
        ]
        for merged in documents:
            for transcript in merged.transcripts:
                say.append(f"{visible(transcript.file)}: read as {transcript.title}")
            say += [visible(sentence) for sentence in (*merged.alignment, *merged.notes)]
        say.append(f"{_many(self.events, 'event')}, {_many(self.unread, 'line')} unread")
        print("\n".join(say), file=sys.stderr)


def _many(number: int, word: str) -> str:
    return f"{number:,} {word}" if number == 1 else f"{number:,} {word}s"


def _events(documents: Iterable[Merged], report: _Report) -> Iterator[Event]:
    from calledshot.transcript.controls import control_finding
    from calledshot.transcript.event import Event

    for merged in documents:
        for item in merged:
            if isinstance(item, Event):
                report.events += 1
                if not (item.text.isprintable() and (item.speaker or "").isprintable()):
                    finding = control_finding(item)
                    if finding is not None:
                        report.found(finding)
                yield item
            else:
                report.found(item)


def _write_text(events: Iterator[Event], *, named: bool = False) -> None:
    """`named`: each line says which file it is of."""
    from calledshot.report.as_events import text_line

    for chunk in _chunks(text_line(event, named=named) for event in events):
        sys.stdout.write("".join(chunk))


def _write_ndjson(events: Iterator[Event]) -> None:
    from calledshot.transcript.event import to_json

    sys.stdout.flush()
    for chunk in _chunks(map(to_json, events)):
        sys.stdout.buffer.write(b"\n".join(chunk) + b"\n")


def _write_csv(events: Iterator[Event]) -> None:
    import csv

    from calledshot.report.as_events import COLUMNS, csv_row

    writer = csv.writer(sys.stdout, lineterminator="\n")
    writer.writerow(COLUMNS)
    for chunk in _chunks(map(csv_row, events)):
        writer.writerows(chunk)


def _write_parquet(events: Iterator[Event]) -> None:
    from calledshot.errors import UsageError
    from calledshot.report.as_events import parquet

    if sys.stdout.isatty():
        raise UsageError("parse: -o parquet writes bytes; send them to a file: … -o parquet > events.parquet")
    sys.stdout.flush()
    parquet(_chunks(events, 20_000), sys.stdout.buffer)


def _chunks(items: Iterator[Item], size: int = 1000) -> Iterator[list[Item]]:
    from itertools import islice

    while chunk := list(islice(items, size)):
        yield chunk


_WRITERS = {"ndjson": _write_ndjson, "csv": _write_csv, "parquet": _write_parquet}
