"""Events for people and for tables: a line, a row, or Parquet. As JSON they are `event.to_json`."""

from __future__ import annotations

from collections.abc import Iterable
from importlib import import_module
from typing import Any, BinaryIO

from calledshot.errors import UsageError
from calledshot.transcript.controls import escape, visible
from calledshot.transcript.event import Event

COLUMNS = (
    "seq", "at", "kind", "speaker", "to", "room", "text", "trust", "roller", "count", "sides", "faces",
    "modifier", "total", "expression", "file", "line", "end_line", "clock", "id", "comment", "dropped",
    "natural", "via",
)  # fmt: skip
"""The columns of the CSV and Parquet forms; `faces` and `dropped` are separated by blanks."""


def text_line(event: Event, *, named: bool = False) -> str:
    """One event on a line, safe for a terminal: line number (behind the file, where it is one of several),
    time, and the words much as in `script`."""
    text = visible(event.text)
    who = visible(event.speaker) if event.speaker is not None else ""
    if event.kind == "whisper":
        said = f"{who} > {visible(event.to or '?')}: {text}"
    elif event.kind == "roll":
        said = f"! {text}"
    elif event.kind == "emote":
        named_in_it = not who or text.startswith(f"{who} ")  # as a MUSH has it
        said = f"* {text}" if named_in_it else f"* {who} {text}"
    elif event.kind == "say":
        said = f"{who}: {text}"
    else:
        said = f"- {text}" if event.trust != "member" else f"- {who} ({event.kind}): {text}"
    time = (event.at or event.clock or "").replace("T", " ")
    line = event.source.line if event.source is not None else event.seq
    place = f"{line:>6}"
    if named and event.source is not None and event.source.file is not None:
        place = f"{visible(event.source.file)}:{line}"
    return f"{place}  {'[' + time + '] ' if time else ''}{said}\n"


def row(event: Event) -> tuple[Any, ...]:
    """The event as a row of COLUMNS, None where unknown."""
    roll, source = event.roll, event.source
    dice: tuple[Any, ...] = (None,) * 7
    told: tuple[Any, ...] = (None,) * 3
    if roll is not None:
        faces = " ".join(map(str, roll.faces))
        dice = (roll.roller, roll.count, roll.sides, faces, roll.modifier, roll.total, roll.expression)
        dropped = " ".join(map(str, roll.dropped)) if isinstance(roll.dropped, tuple) else None
        told = (roll.comment or None, dropped, roll.natural if isinstance(roll.natural, int) else None)
    place = (None, None, None) if source is None else (source.file, source.line, source.end_line)
    return (
        event.seq, event.at, event.kind, event.speaker, event.to, event.room, event.text, event.trust, *dice,
        *place, event.clock, event.id, *told, event.via,
    )  # fmt: skip


_FORMULA = ("=", "+", "-", "@", "\t", "\r")
"""With these a spreadsheet takes a cell for a formula, or passes over them and then does."""


def csv_row(event: Event) -> tuple[Any, ...]:
    """The row for a spreadsheet: an apostrophe before what it would take for a formula, and control
    characters escaped (`\\x1b`, `\\u202e`); tabs and line feeds stay. Numbers are numbers."""
    return tuple(_cell(value) if isinstance(value, str) else value for value in row(event))


def _cell(value: str) -> str:
    shown = escape(value)
    return "'" + shown if value.startswith(_FORMULA) else shown


def parquet(chunks: Iterable[list[Event]], stream: BinaryIO) -> None:
    """Write events as Parquet, a row group a chunk. Raises UsageError without pyarrow."""
    try:
        pyarrow: Any = import_module("pyarrow")
        writers: Any = import_module("pyarrow.parquet")
    except ImportError:
        raise UsageError(
            "parse: -o parquet needs pyarrow; install it with: pip install 'calledshot[parquet]'"
        ) from None
    whole = {"seq", "count", "sides", "modifier", "total", "line", "end_line", "natural"}
    schema = pyarrow.schema(
        [(name, pyarrow.int64() if name in whole else pyarrow.string()) for name in COLUMNS]
    )
    with writers.ParquetWriter(stream, schema) as writer:
        for chunk in chunks:
            columns = list(zip(*map(row, chunk), strict=True))
            writer.write_table(pyarrow.table(dict(zip(COLUMNS, columns, strict=True)), schema=schema))
