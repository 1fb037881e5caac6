"""Chat that a web archive of IRC dumped from MongoDB: one JSON object a line, `{"type": "message", "nick":
"Wren", "text": "words", "time": {"$date": 1088885702000}}`.

Not for calledshot's own NDJSON (`events`) nor for other programs' JSON, which name things otherwise.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from msgspec import MsgspecError, Struct, field, json

from calledshot.transcript.decode import Block
from calledshot.transcript.event import Event, Kind, Source, Trust
from calledshot.transcript.formats.base import Context, Format, Head, Items, numbered
from calledshot.transcript.formats.irc_forms import of_epoch
from calledshot.transcript.formats.irc_lines import BLANKS, moment
from calledshot.transcript.formats.irc_text import stripped

_DATE = "$date"


class _Row(Struct):
    type: str
    nick: str
    text: str | None = None
    message: str | None = None
    reason: str | None = None
    channel: str | None = None
    by: str | None = None
    new_nick: str | None = field(name="newnick", default=None)
    newer_nick: str | None = field(name="new_nick", default=None)
    time: Any = None
    id: Any = field(name="_id", default=None)


_DECODER = json.Decoder(_Row)
_KINDS: dict[str, Kind] = {
    "message": "say", "privmsg": "say", "say": "say", "action": "emote", "emote": "emote", "notice": "notice",
    "join": "join", "part": "leave", "quit": "leave", "kick": "leave", "kill": "leave", "nick": "nick",
    "topic": "topic",
}  # fmt: skip
_TOLD = {"join": "joined", "part": "left", "quit": "quit", "kick": "was kicked", "kill": "was killed"}


def _row(line: str) -> _Row | None:
    try:
        return _DECODER.decode(line)
    except (MsgspecError, RecursionError, ValueError):
        return None


def _at(ctx: Context, time: Any) -> str | None:
    if isinstance(time, dict):
        time = time.get(_DATE)
    if isinstance(time, dict):
        time = time.get("$numberLong")
        time = (
            int(time) if isinstance(time, str) and time.isascii() and time.isdigit() and len(time) < 16 else 0
        )
    if isinstance(time, int) and not isinstance(time, bool):
        return of_epoch(time // 1000, time % 1000)
    if isinstance(time, str) and len(time) < 40 and time[10:11] == "T":
        return moment(ctx, time[:10], time[11:].removesuffix("Z"), "Z")
    return None


def _event(ctx: Context, row: _Row, seq: int, source: Source) -> Event:
    kind: Kind = _KINDS.get(row.type, "system")
    words = row.text if row.text is not None else row.message
    new = row.new_nick or row.newer_nick
    trust: Trust = "member"
    if row.type in _TOLD:
        why = row.reason or words
        words = (
            f"{row.nick} {_TOLD[row.type]}"
            + (f" by {row.by}" if row.by else "")
            + (f" ({why})" if why else "")
        )
        trust = "server"
    elif kind == "nick":
        words, trust = f"{row.nick} is now known as {new or words or ''}", "server"
        new = new or row.text
    elif kind in ("topic", "system"):
        trust = "server"
    id = row.id.get("$oid") if isinstance(row.id, dict) else row.id
    return Event(
        seq=seq, at=_at(ctx, row.time), kind=kind, speaker=ctx.speaker(stripped(row.nick)),
        to=new if kind == "nick" else None, room=row.channel, text=stripped(words or "").strip(BLANKS),
        trust=trust, source=source, id=id if isinstance(id, str) and id else None,
    )  # fmt: skip


def sniff(head: Head) -> float:
    """The share of lines that are such objects; the first decides whether it is worth looking."""
    lines = head.lines[:40]
    if not lines or not lines[0].lstrip().startswith("{"):
        return 0.0
    return sum(_is_one(line) for line in lines) / len(lines)


def _is_one(line: str) -> bool:
    row = _row(line)
    return row is not None and isinstance(row.time, dict) and _DATE in row.time


def read(blocks: Iterable[Block], ctx: Context) -> Items:
    """The events in order, one a line."""
    seq = 0
    for number, line in numbered(blocks):
        if not line or line.isspace():
            continue
        row = _row(line)
        if row is None:
            yield ctx.unread(line, number)
            continue
        yield _event(ctx, row, seq, Source(ctx.file, number, number))
        seq += 1


FORMAT = Format(
    name="irc-mongo",
    title="IRC archive from MongoDB",
    evidence="real sample",
    extensions=(".json", ".ndjson", ".log"),
    sniff=sniff,
    read=read,
)
