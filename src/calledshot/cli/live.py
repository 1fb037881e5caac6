"""`calledshot live`: the referee over a running room. The feed says where events come from."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

app = typer.Typer(
    help="Referee a live room. `stdio` reads events as NDJSON and writes what to say as NDJSON.",
    no_args_is_help=True,
)


@app.callback()
def _feeds() -> None:
    """Referee a live room. `stdio` reads events as NDJSON and writes what to say as NDJSON."""


@app.command("stdio", epilog="\b\nExample:\n  calledshot live stdio --campaign parlour < events.ndjson")
def stdio(
    campaign: Annotated[Path | None, typer.Option(help="The campaign folder.", metavar="DIR")] = None,
    ruleset: Annotated[
        str | None, typer.Option(help="The ruleset, where no campaign names it.", metavar="NAME")
    ] = None,
    pgm: Annotated[
        list[str] | None, typer.Option(help="The game master's screen name; may be repeated.")
    ] = None,
    system: Annotated[str | None, typer.Option(help="The combat system.", metavar="NAME")] = None,
    by_the_book: Annotated[bool, typer.Option("--by-the-book", help="Play on with our own results.")] = False,
) -> int:
    """Events as NDJSON on standard input; on standard output a line to say for every ruling and finding."""
    from calledshot.auditing import prepare
    from calledshot.live.session import Session
    from calledshot.live.stdio import run

    ready = prepare(campaign, ruleset)
    session = Session(ready.referee(by_the_book=by_the_book, pgm=tuple(pgm or ()), system=system))
    return 1 if run(sys.stdin.buffer, sys.stdout.buffer, session) else 0
