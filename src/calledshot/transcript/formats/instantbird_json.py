"""Logs of Instantbird and of Thunderbird's chat, which write an object of JSON a line: the conversation's
first, then one a message, its words as HTML. Their text logs are read as Pidgin's (`pidgin_text`).
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec

from calledshot.transcript.decode import Block
from calledshot.transcript.event import Event, Kind, Source
from calledshot.transcript.formats.base import Context, Format, Head, Items, hosted, numbered
from calledshot.transcript.formats.im_text import note
from calledshot.transcript.markup import plain

_CLIENTS = frozenset({"system", "error"})
"""Flags of what the client says itself."""


def sniff(head: Head) -> float:
    """The conversation's object in the first line; else the share of lines that are messages."""
    lines = head.lines
    if not lines or lines[0][:9] != '{"date":"':
        return 0.0
    first = _object(lines[0])
    if first is not None and "protocol" in first and "normalizedName" in first:
        return 0.98
    return 0.95 * sum(_is_message(_object(line)) for line in lines) / len(lines)


def _object(line: str) -> dict[str, Any] | None:
    try:
        found = msgspec.json.decode(line)
    except (msgspec.DecodeError, RecursionError):
        return None
    return found if isinstance(found, dict) and isinstance(found.get("date"), str) else None


def _is_message(found: dict[str, Any] | None) -> bool:
    return found is not None and isinstance(found.get("text"), str) and isinstance(found.get("flags"), list)


def _moment(text: str) -> str | None:
    from datetime import datetime

    try:
        return datetime.fromisoformat(text.removesuffix("Z") + "+00:00" * text.endswith("Z")).isoformat()
    except ValueError:
        return None


def read(blocks: Iterable[Block], ctx: Context) -> Items:
    """The conversation, then its messages in order."""
    seq = 0
    room: str | None = None
    service = ""
    for number, line in numbered(blocks):
        if not line or line.isspace():
            continue
        found = _object(line.strip())
        source = Source(ctx.file, number, number)
        if found is not None and _is_message(found):
            yield hosted(_said(found, seq, room, source, ctx), service)
        elif found is not None and isinstance(found.get("name"), str):
            name = found["name"]
            room = name if found.get("isChat") is True else None
            service = str(found.get("protocol", ""))
            yield Event(
                seq=seq, at=_moment(found["date"]), kind="system", room=room, trust="unknown", source=source,
                text=f"conversation with {name} on {found.get('account', '')} ({found.get('protocol', '')})",
            )  # fmt: skip
        else:
            yield ctx.unread(line, number)
            continue
        seq += 1


def _said(found: dict[str, Any], seq: int, room: str | None, source: Source, ctx: Context) -> Event:
    flags = {flag for flag in found["flags"] if isinstance(flag, str)}
    text = plain(found["text"].replace("\n", "<br>"))
    at = _moment(found["date"])
    named = found.get("who") or found.get("alias")
    who = named if isinstance(named, str) and named else None
    if flags & _CLIENTS or who is None:
        of = note(text)
        return Event(
            seq=seq, at=at, kind=of.kind, speaker=None if of.speaker is None else ctx.speaker(of.speaker),
            to=of.to, room=room, text=text, trust="server", source=source,
        )  # fmt: skip
    kind: Kind = "away" if "autoResponse" in flags else "notice" if "notification" in flags else "say"
    if kind == "say" and text.startswith("/me "):
        kind, text = "emote", text[4:]
    return Event(seq=seq, at=at, kind=kind, speaker=ctx.speaker(who), room=room, text=text, source=source)


FORMAT = Format(
    name="instantbird-json",
    title="Instantbird or Thunderbird chat log (JSON)",
    evidence="writer's source",
    extensions=(".json",),
    sniff=sniff,
    read=read,
)
