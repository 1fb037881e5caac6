"""`calledshot live`: the referee over a running room. The feed says where events come from."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any

import typer

app = typer.Typer(
    help="Referee a live room. `stdio` reads events as NDJSON and writes what to say as NDJSON.",
    no_args_is_help=True,
)


@app.callback()
def _feeds() -> None:
    """Referee a live room. `stdio` reads events as NDJSON and writes what to say as NDJSON."""


Campaign = Annotated[Path | None, typer.Option("--campaign", help="The campaign folder.", metavar="DIR")]
Rules = Annotated[
    str | None, typer.Option("--ruleset", help="The ruleset, where no campaign names it.", metavar="NAME")
]
Masters = Annotated[
    list[str] | None, typer.Option("--pgm", help="The game master's screen name; may be repeated.")
]
System = Annotated[str | None, typer.Option("--system", help="The combat system.", metavar="NAME")]
Book = Annotated[bool, typer.Option("--by-the-book", help="Play on with our own results.")]


@app.command("stdio", epilog="\b\nExample:\n  calledshot live stdio --campaign parlour < events.ndjson")
def stdio(
    campaign: Campaign = None,
    ruleset: Rules = None,
    pgm: Masters = None,
    system: System = None,
    by_the_book: Book = False,
) -> int:
    """Events as NDJSON on standard input; on standard output a line to say for every ruling and finding."""
    from calledshot.live.stdio import run

    session = _session(campaign, ruleset, pgm, system, by_the_book)
    return 1 if run(sys.stdin.buffer, sys.stdout.buffer, session) else 0


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
