"""A live helper's journal read as a transcript: the events as the referee saw them, in their order.

Opening the database is `transcript.journals`'; this makes events of its lines.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec import MsgspecError
from msgspec.structs import replace

from calledshot.finding import Finding
from calledshot.transcript.decode import Block
from calledshot.transcript.event import Event, Source, from_json
from calledshot.transcript.formats.base import Context, Format, Head, numbered


def sniff(head: Head) -> float:
    """Never by its lines: it is known by being a database."""
    return 0.0


def read(blocks: Iterable[Block], ctx: Context) -> Iterator[Event | Finding]:
    """The events with the numbers they had when they were ruled on; a line is a row, counted from 1."""
    for _, line in numbered(blocks):
        seq, _, data = line.partition(" ")
        row = int(seq) + 1
        try:
            event = from_json(data)
        except (MsgspecError, RecursionError, ValueError):
            yield ctx.unread(data, row)
            continue
        yield replace(event, source=Source(ctx.file, row, row))


FORMAT = Format(
    name="journal",
    title="calledshot journal",
    evidence="ours",
    extensions=(".db", ".journal"),
    sniff=sniff,
    read=read,
)
