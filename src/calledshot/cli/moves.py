"""`calledshot moves`: the declarations found in a transcript, one by one. Judging them in their fight is
`audit`'s."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from calledshot.cli.shared import Bots, Encoding, Owner, Windows

if TYPE_CHECKING:
    from calledshot.campaign import Campaign
    from calledshot.moves.declaration import Declaration
    from calledshot.moves.reading import Reading
    from calledshot.moves.vocabulary import Lexicon
    from calledshot.plugins.ruleset import Ruleset
    from calledshot.transcript.event import Event

OUTPUTS = ("text", "ndjson")


def command(
    paths: Annotated[list[str], typer.Argument(help="Transcripts; - is standard input.", metavar="PATH…")],
    campaign: Annotated[
        Path | None, typer.Option(help="The campaign folder: its spells, weapons and names.", metavar="DIR")
    ] = None,
    ruleset: Annotated[
        str | None, typer.Option(help="The ruleset, where no campaign names it.", metavar="NAME")
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
    output_format: Annotated[
        str, typer.Option("-o", "--output-format", help="How to write them.", metavar="|".join(OUTPUTS))
    ] = "text",
) -> int:
    """List the declarations in transcripts; those read from free role-play are marked as candidates."""
    from calledshot.auditing import prepare
    from calledshot.cli.parse import documents, open_all, plugin_readers, tell_refused
    from calledshot.cli.progress import watched
    from calledshot.errors import UsageError
    from calledshot.transcript.merging import window_names
    from calledshot.transcript.several import late

    if output_format not in OUTPUTS:
        raise UsageError(f"moves: -o {output_format}: choose one of {', '.join(OUTPUTS)}")
    if separate and together:
        raise UsageError("moves: --separate and --together do not go together")
    ready = prepare(campaign, ruleset, bots=bot or ())
    rules, known = ready.ruleset, ready.campaign
    plugin_readers()
    windows = window_names(with_ or (), paths)
    with watched(paths) as opener:
        opened, refused = open_all(paths, opener, windows, format=format, me=me, tz=tz, encoding=encoding)
        if not opened:
            return tell_refused(refused)
        count = 0
        for merged in documents(opened, known, lambda: ready, me, separate, together):
            for declaration, reading, event in found(merged, rules, known):
                count += 1
                sys.stdout.write(_line(declaration, reading, event, rules, known, output_format))
    if output_format == "text":
        print(f"{count} declaration{'' if count == 1 else 's'}.")
    return tell_refused([*refused, *late(opened)])


def found(
    items: Iterable[Any], rules: Ruleset, campaign: Campaign
) -> Iterator[tuple[Declaration, Reading, Event]]:
    """The declarations in a run of events, with reading and event; whoever speaks may be a target."""
    from calledshot.moves.declaration import Declaration
    from calledshot.transcript.event import Event

    lexicon: Lexicon = rules.lexicon(campaign, ())
    spoken: set[str] = set()
    for event in items:
        if (
            not isinstance(event, Event)
            or event.speaker is None
            or event.kind not in ("say", "emote", "whisper")
        ):
            continue
        if event.trust in ("server", "bot"):
            continue
        if event.speaker not in spoken:
            spoken.add(event.speaker)
            if lexicon.combatants.get(event.speaker) is None:
                name = campaign.character(event.speaker) or event.speaker
                lexicon = lexicon.with_names({event.speaker: name})
        if campaign.is_pgm(event.speaker):
            continue
        private = event.kind == "whisper"
        if private and campaign.pgm and event.to is not None and not campaign.is_pgm(event.to):
            continue
        reading = rules.read(event.text, lexicon, given=private, prose=event.kind == "emote")
        if not (reading.moves or reading.modifiers or reading.hold_back):
            continue
        yield (
            Declaration(
                seq=event.seq,
                combatant=campaign.character(event.speaker) or event.speaker,
                channel="im" if private else "ooc" if reading.ooc else "room",
                strict=reading.strict,
                candidate=reading.candidate,
                moves=reading.moves,
                modifiers=reading.modifiers,
                hold_back=reading.hold_back,
            ),
            reading,
            event,
        )


def _line(
    declaration: Declaration, reading: Reading, event: Event, rules: Ruleset, campaign: Campaign, output: str
) -> str:
    if output == "ndjson":
        import msgspec

        from calledshot.moves.declaration import document

        return msgspec.json.encode(document(declaration)).decode() + "\n"
    from msgspec.structs import replace

    from calledshot.transcript.controls import visible

    place = (
        f"{event.source.file or ''}:{event.source.line}" if event.source is not None else f"event {event.seq}"
    )
    strict = rules.strict(replace(reading, text=""), campaign)  # in the capitals of the strict form
    channel = {"im": " (IM)", "ooc": " (OOC)"}.get(declaration.channel, "")
    doubt = "   candidate" if declaration.candidate else ""
    return f"{visible(place)}: {visible(declaration.combatant or '')}{channel}: {visible(strict)}{doubt}\n"
