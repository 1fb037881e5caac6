"""`calledshot live`: the referee over a running room. The feed says where events come from."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any

import typer

HELP = """Referee a live room: join it over IRC, Matrix or AIM, or read events on standard input.

`irc`, `matrix` and `aim` take where to connect and who the game master is from live.toml in the campaign
folder, keep a journal, and go on from it when they are started again. `stdio` reads events as NDJSON and
writes what to say as NDJSON, for a chat client's plugin."""

app = typer.Typer(help=HELP, no_args_is_help=True)


@app.callback(help=HELP)
def _feeds() -> None:
    pass


Campaign = Annotated[Path | None, typer.Option("--campaign", help="The campaign folder.", metavar="DIR")]
Rules = Annotated[
    str | None, typer.Option("--ruleset", help="The ruleset, where no campaign names it.", metavar="NAME")
]
Masters = Annotated[
    list[str] | None,
    typer.Option("--pgm", help="The game master's screen name; may be repeated.", metavar="NAME"),
]
System = Annotated[str | None, typer.Option("--system", help="The combat system.", metavar="NAME")]
Book = Annotated[bool, typer.Option("--by-the-book", help="Play on with our own results.")]


Folder = Annotated[Path, typer.Option("--campaign", help="The campaign folder.", metavar="DIR")]
Mode = Annotated[
    str | None,
    typer.Option(help="The mode of every room, where it is not live.toml's.", metavar="watch|suggest|auto"),
]
ClientMode = Annotated[
    str | None,
    typer.Option("--mode", help="For a game master's chat client.", metavar="watch|suggest|auto"),
]
DryRun = Annotated[bool, typer.Option("--dry-run", help="Listen, print what would be said, say nothing.")]
Journal = Annotated[
    str | None, typer.Option(help="The journal: a file, or a postgresql:// URL.", metavar="PATH|URL")
]
Level = Annotated[str, typer.Option(help="What to log.", metavar="debug|info|warning|error")]
LogFile = Annotated[
    Path | None, typer.Option(help="Where to log, instead of standard error.", metavar="FILE")
]


@app.command("stdio", epilog="\b\nExample:\n  calledshot live stdio --campaign parlour < events.ndjson")
def stdio(
    campaign: Campaign = None,
    ruleset: Rules = None,
    pgm: Masters = None,
    system: System = None,
    by_the_book: Book = False,
    mode: ClientMode = None,
    journal: Journal = None,
    log_level: Level = "error",
    log_file: LogFile = None,
) -> int:
    """Events as NDJSON on standard input; on standard output a line to say for every ruling and finding. With
    --mode, a game master's chat client is at the other end: drafts, his commands, a journal."""
    if mode is not None:
        from calledshot.errors import UsageError
        from calledshot.live.client import run as run_client
        from calledshot.live.running import Wanted

        if campaign is None or ruleset is not None or system is not None or by_the_book:
            raise UsageError(
                "live stdio: --mode needs --campaign DIR, and ruleset and system are the campaign's"
            )
        wanted = Wanted(campaign=campaign, mode=mode, journal=journal, log_level=log_level, log_file=log_file)
        return run_client(wanted, sys.stdin.buffer, sys.stdout.buffer, pgm=tuple(pgm or ()))
    from calledshot.live.stdio import run

    session = _session(campaign, ruleset, pgm, system, by_the_book)
    return 1 if run(sys.stdin.buffer, sys.stdout.buffer, session) else 0


def _run(
    feed: str,
    campaign: Path,
    mode: str | None,
    dry_run: bool,
    journal: str | None,
    log_level: str,
    log_file: Path | None,
) -> int:
    from calledshot.live.running import Wanted, run

    wanted = Wanted(
        campaign=campaign,
        mode=mode,
        dry_run=dry_run,
        journal=journal,
        log_level=log_level,
        log_file=log_file,
    )
    return run(feed, wanted)


@app.command("irc", epilog="\b\nExample:\n  calledshot live irc --campaign parlour")
def irc(
    campaign: Folder,
    mode: Mode = None,
    dry_run: DryRun = False,
    journal: Journal = None,
    log_level: Level = "info",
    log_file: LogFile = None,
) -> int:
    """Join rooms on an IRC server, as [irc] of live.toml says."""
    return _run("irc", campaign, mode, dry_run, journal, log_level, log_file)


@app.command("matrix", epilog="\b\nExample:\n  calledshot live matrix --campaign parlour --mode watch")
def matrix(
    campaign: Folder,
    mode: Mode = None,
    dry_run: DryRun = False,
    journal: Journal = None,
    log_level: Level = "info",
    log_file: LogFile = None,
) -> int:
    """Join rooms on a Matrix homeserver, as [matrix] of live.toml says."""
    return _run("matrix", campaign, mode, dry_run, journal, log_level, log_file)


@app.command("aim", epilog="\b\nExample:\n  calledshot live aim --campaign parlour --dry-run")
def aim(
    campaign: Folder,
    mode: Mode = None,
    dry_run: DryRun = False,
    journal: Journal = None,
    log_level: Level = "info",
    log_file: LogFile = None,
) -> int:
    """Join chat rooms on an old AIM server, as [aim] of live.toml says."""
    return _run("aim", campaign, mode, dry_run, journal, log_level, log_file)


@app.command("status", epilog="\b\nExample:\n  calledshot live status --campaign parlour -o json")
def status(
    campaign: Folder,
    journal: Journal = None,
    output_format: Annotated[
        str, typer.Option("-o", "--output-format", help="How to say it.", metavar="text|json")
    ] = "text",
) -> None:
    """What the journal of a helper says, running or stopped: rooms, what was heard last, what waits."""
    from calledshot.errors import UsageError

    if output_format not in ("text", "json"):
        raise UsageError(f"live status: -o {output_format}: choose text or json")
    from msgspec import json

    from calledshot.live.running import look

    found = look(campaign, journal)
    from calledshot.live.status import text  # needs what `look` has made sure of

    sys.stdout.write(
        text(found) if output_format == "text" else json.format(json.encode(found)).decode() + "\n"
    )


def _session(
    campaign: Path | None, ruleset: str | None, pgm: Sequence[str] | None, system: str | None, book: bool
) -> Any:
    from calledshot.auditing import prepare
    from calledshot.live.session import Session

    ready = prepare(campaign, ruleset)
    return Session(ready.referee(by_the_book=book, pgm=tuple(pgm or ()), system=system))


def add_feeds(app: typer.Typer) -> None:
    """A command for each feed that a plugin brings: an object with `name`, `title` and
    `run(session, options) -> int`, the number of errors found."""
    from calledshot.plugins.manager import collect

    feeds, failures = collect("calledshot_feeds")
    for failure in failures:
        print(f"calledshot: {failure}", file=sys.stderr)
    for feed in feeds:
        app.command(feed.name, help=feed.title)(_runner(feed))


def _runner(feed: Any) -> Any:
    def run(
        option: Annotated[
            list[str] | None,
            typer.Option(help="An option of the feed's own; may be repeated.", metavar="KEY=VALUE"),
        ] = None,
        campaign: Campaign = None,
        ruleset: Rules = None,
        pgm: Masters = None,
        system: System = None,
        by_the_book: Book = False,
    ) -> int:
        from calledshot.errors import UsageError

        options = {}
        for pair in option or ():
            key, equals, value = pair.partition("=")
            if not equals:
                raise UsageError(f"live {feed.name}: --option {pair}: say KEY=VALUE")
            options[key.strip()] = value.strip()
        return 1 if feed.run(_session(campaign, ruleset, pgm, system, by_the_book), options) else 0

    return run


add_feeds(app)
