"""`calledshot ruleset`: start a rule system of one's own."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

app = typer.Typer(
    add_completion=False, rich_markup_mode=None, pretty_exceptions_enable=False, no_args_is_help=True,
    help="Start a rule system of your own.",
)  # fmt: skip


@app.callback()
def group() -> None:
    """Start a rule system of your own."""


@app.command(epilog="\b\nExample:\n  calledshot ruleset new lantern --title 'Lantern duel'")
def new(
    name: Annotated[
        str, typer.Argument(metavar="NAME", help="Its name, and that of its Python package: lantern.")
    ],
    title: Annotated[
        str | None, typer.Option(metavar="TITLE", help="What people call it; the name if left out.")
    ] = None,
    folder: Annotated[
        Path | None, typer.Option(metavar="DIR", help="The new folder; ./NAME if left out.")
    ] = None,
) -> None:
    """Write a package with a small working fight, its cases and a test. Nothing is written over."""
    from calledshot.errors import UsageError
    from calledshot.plugins import scaffold
    from calledshot.transcript.controls import visible

    files = scaffold.files(name, title)
    where = folder if folder is not None else Path(name)
    if where.exists() and not where.is_dir():
        raise UsageError(f"{where} is a file; choose another --folder")
    if where.is_dir() and any(where.iterdir()):
        raise UsageError(f"{where} is there already and not empty; choose another --folder, or another name")
    for path, text in files.items():
        (where / path).parent.mkdir(parents=True, exist_ok=True)
        (where / path).write_text(text, encoding="utf-8", newline="\n")
        print(visible(f"wrote {where / path}"))
    print(visible(f"Next: cd {where}; pip install -e .; calledshot test cases"))
