"""Our own NDJSON, one event a line: what `parse -o ndjson` writes, read back as the very same events."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec import MsgspecError
from msgspec.structs import replace

from calledshot.finding import Finding
from calledshot.transcript.decode import Block
from calledshot.transcript.event import Event, Source, from_json
from calledshot.transcript.formats.base import Context, Format, Head, numbered


def sniff(head: Head) -> float:
    """How many lines of the head are events (the first decides whether it is worth looking)."""
    lines = head.lines[:20]
    if not lines or not lines[0].lstrip().startswith("{"):
        return 0.0
    return sum(1 for line in lines if _event(line) is not None) / len(lines)


def _event(line: str) -> Event | None:
    try:
        return from_json(line)
    except (MsgspecError, RecursionError, ValueError):
        return None


def read(blocks: Iterable[Block], ctx: Context) -> Iterator[Event | Finding]:
    """The events as written, `seq` and `source` too; one without a `seq` follows the one before, one without
    a `source` gets its line here."""
    last = -1
    for number, line in numbered(blocks):
        if not line or line.isspace():
            continue
        event = _event(line)
        if event is None:
            yield ctx.unread(line, number)
            continue
        if event.seq == 0 and '"seq"' not in line:
            event = replace(event, seq=last + 1)
        if event.source is None:
            event = replace(event, source=Source(ctx.file, number, number))
        last = event.seq
        yield event


FORMAT = Format(
    name="events",
    title="calledshot events",
    evidence="ours",
    extensions=(".ndjson", ".jsonl"),
    sniff=sniff,
    read=read,
)
