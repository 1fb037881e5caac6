"""`calledshot audit`: referee saved transcripts and report, in whichever form is wanted."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from calledshot.cli.shared import Bots, Encoding, Owner, Windows

if TYPE_CHECKING:
    from calledshot.auditing import Audit
    from calledshot.finding import Finding
    from calledshot.transcript.several import Refused

OUTPUTS = ("text", "json", "sarif", "github", "html")


def command(
    paths: Annotated[
        list[str],
        typer.Argument(
            help="Transcripts; several may be parts of one fight. - is standard input.", metavar="PATH"
        ),
    ],
    campaign: Annotated[
        Path | None,
        typer.Option(help="The campaign folder: sheets, rulebook, the PGM's name.", metavar="DIR"),
    ] = None,
    ruleset: Annotated[
        str | None, typer.Option(help="The ruleset, where no campaign names it.", metavar="NAME")
    ] = None,
    pgm: Annotated[
        list[str] | None, typer.Option(help="The game master's screen name; may be repeated.", metavar="NAME")
    ] = None,
    system: Annotated[str | None, typer.Option(help="The combat system.", metavar="standard|im")] = None,
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
    by_the_book: Annotated[
        bool, typer.Option("--by-the-book", help="Play on with our own results where the PGM's differ.")
    ] = False,
    for_players: Annotated[
        bool, typer.Option("--for-players", help="Leave out private messages and private figures.")
    ] = False,
    separate: Annotated[bool, typer.Option("--separate", help="Every file is a fight of its own.")] = False,
    together: Annotated[bool, typer.Option("--together", help="All files are parts of one fight.")] = False,
    select: Annotated[
        list[str] | None, typer.Option(help="Only findings whose code begins so.", metavar="CODES")
    ] = None,
    ignore: Annotated[
        list[str] | None, typer.Option(help="No findings whose code begins so.", metavar="CODES")
    ] = None,
    output_format: Annotated[
        str, typer.Option("-o", "--output-format", help="How to report.", metavar="|".join(OUTPUTS))
    ] = "text",
    output: Annotated[Path | None, typer.Option(help="Write the report to a file.", metavar="FILE")] = None,
) -> int:
    """Referee saved transcripts: who moved when, what every roll did, where the PGM's calls differ."""
    from calledshot.auditing import audits, only
    from calledshot.cli.parse import tell_refused
    from calledshot.cli.progress import refereeing
    from calledshot.errors import UsageError
    from calledshot.selection import chooser

    if separate and together:
        raise UsageError("audit: --separate and --together do not go together")
    render = _renderer(output_format, output)
    refused: list[Refused] = []
    with refereeing(paths) as watch:
        found = audits(
            paths,
            campaign=campaign,
            ruleset=ruleset,
            pgm=tuple(pgm or ()),
            system=system,
            format=format,
            me=me,
            tz=tz,
            encoding=encoding,
            with_=tuple(with_ or ()),
            bots=tuple(bot or ()),
            by_the_book=by_the_book,
            for_players=for_players,
            separate=separate,
            together=together,
            watch=watch,
            refused=refused,
        )
    if select or ignore:
        chosen = chooser(select or (), ignore or ())
        found = [only(audit, chosen) for audit in found]
    if found:
        text = render(found)
        if output is not None:
            output.write_text(text, encoding="utf-8", errors="backslashreplace")
        else:
            sys.stdout.write(text)
    if refused:
        return tell_refused(refused)
    return 1 if any(audit.failed for audit in found) else 0


def _lines_only(audits: Sequence[Audit]) -> list[Finding]:
    """All findings with their lines; columns count within a message, not in the file that holds its line."""
    from msgspec.structs import replace

    return [
        replace(one, source=replace(one.source, column=None, end_column=None))
        if one.source is not None
        else one
        for audit in audits
        for one in audit.findings
    ]


def _renderer(name: str, output: Path | None) -> Callable[[Sequence[Audit]], str]:
    """The function that makes one text of all the audits."""
    from calledshot.errors import UsageError

    if name == "text":
        from calledshot.report.as_text import render
        from calledshot.report.layout import terminal_width, wants_colour

        stream = sys.stdout if output is None else None
        columns, colour = terminal_width(stream), wants_colour(stream)
        return lambda audits: "\n".join(render(audit, columns=columns, colour=colour) for audit in audits)
    if name == "json":
        from calledshot.report.as_json import render as as_json

        return as_json
    if name == "sarif":
        from calledshot.clauses import CORE
        from calledshot.report.as_sarif import render as as_sarif

        def sarif(audits: Sequence[Audit]) -> str:
            clauses = dict(CORE)
            for audit in audits:
                clauses |= audit.ruleset.clauses
            return as_sarif(_lines_only(audits), clauses)

        return sarif
    if name == "github":
        from calledshot.report.as_github import render as as_github

        return lambda audits: as_github(_lines_only(audits))
    if name == "html":
        from calledshot.report.as_html import render as as_html

        return as_html
    from calledshot.plugins.manager import collect

    added = {report.name: report for report in collect("calledshot_reports")[0]}
    plugin = added.get(name)
    if plugin is None:
        raise UsageError(
            f"audit: -o {name}: there is no such report; there are {', '.join((*OUTPUTS, *added))}"
        )
    return lambda audits: "".join(plugin.render(audit) for audit in audits)
