"""F-Chat's own log of a conversation: records of bytes, each with its time, its kind, a name and BBCode.

Nothing in it is a line, so records are counted as if each were one.
"""

from __future__ import annotations

from typing import NamedTuple

from calledshot.transcript.document import Document
from calledshot.transcript.event import Source
from calledshot.transcript.formats.base import Context, Format, Head, Items
from calledshot.transcript.formats.fchat import EVENT, event_of
from calledshot.transcript.formats.one_piece import all_unread, from_epoch

_EARLIEST, _LATEST = 1_199_145_600, 4_102_444_800
"""2008, before which there was no such log, and 2100."""
_FIXED = 10
"""Bytes of a record beside its name and its text."""


class _Record(NamedTuple):
    time: int
    type: int
    name: str
    text: str
    end: int


def _record(data: bytes, at: int) -> _Record | None:
    """The record at this place, None where its parts do not fit together."""
    if at + _FIXED > len(data):
        return None
    time, type, size = int.from_bytes(data[at : at + 4], "little"), data[at + 4], data[at + 5]
    text_at = at + 6 + size + 2
    length = int.from_bytes(data[text_at - 2 : text_at], "little")
    end = text_at + length
    if (
        type > EVENT
        or end + 2 > len(data)
        or (end - at) & 0xFFFF != int.from_bytes(data[end : end + 2], "little")
    ):
        return None
    name = data[at + 6 : text_at - 2].decode("utf-8", "replace")
    return _Record(time, type, name, data[text_at:end].decode("utf-8", "replace"), end + 2)


def sniff(head: Head) -> float:
    """Records that lead to each other, with times in which there was an F-Chat."""
    at = found = 0
    while found < 3 and (record := _record(head.start, at)) is not None:
        if not _EARLIEST <= record.time < _LATEST or not record.name.isprintable():
            return 0.0
        at, found = record.end, found + 1
    return 1.0 if found == 3 or (found and at == len(head.start)) else 0.0


def whole(document: Document, ctx: Context) -> Items:
    """The messages; what stands behind damage is unread."""
    data, at, seq = document.data, 0, 0
    while (record := _record(data, at)) is not None:
        yield event_of(
            record.type, record.name or None, record.text, seq=seq, source=Source(ctx.file, seq + 1, seq + 1),
            at=from_epoch(record.time),
        )  # fmt: skip
        at, seq = record.end, seq + 1
    if not seq:
        yield from all_unread(document, ctx)
    elif at < len(data):
        yield ctx.unread(data[at:].decode("utf-8", "replace"), seq + 1)
    if seq:
        ctx.note("a log of F-Chat has no lines: its records are numbered as if each were one")


FORMAT = Format(
    name="fchat-log",
    title="F-Chat log (binary)",
    evidence="writer's source",
    sniff=sniff,
    whole=whole,
)
