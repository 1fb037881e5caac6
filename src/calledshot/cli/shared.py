"""Options that several commands take, in the same words: how transcripts are to be read."""

from __future__ import annotations

from typing import Annotated

import typer

Encoding = Annotated[
    str | None,
    typer.Option(help="What the bytes are in, where nothing tells, such as Big5.", metavar="NAME"),
]
Windows = Annotated[
    list[str] | None,
    typer.Option("--with", help="Whose window a file is; may be repeated.", metavar="FILE=NAME"),
]
Bots = Annotated[
    list[str] | None,
    typer.Option(help="A dice bot to trust; may be repeated.", metavar="NAME"),
]
Owner = Annotated[
    str | None, typer.Option(help='Whose log it is, where that person is called "You".', metavar="NAME")
]
