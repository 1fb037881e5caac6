"""Trillian's XML logs: no document, but one closed element a line, whose values are percent-encoded.

Who speaks is named by his account (`from`); the name he is shown by stands in only where there is none. Later
versions write a message's markup into it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from calledshot.transcript.decode import Block
from calledshot.transcript.event import Event, Kind, Source, Trust
from calledshot.transcript.formats.base import Context, Format, Head, Items, hosted, numbered
from calledshot.transcript.formats.im_text import known_note, note
from calledshot.transcript.markup import plain

_ELEMENT = re.compile(
    r"[^\w<]{0,8}<?(groupmessage|message|session|ssion|status|filetransfer|history)"
    r"((?:\s+[\w.:-]{1,40}=\"[^\"]*+\")++)\s*/?>\s*",
    re.ASCII,
)
"""A byte order mark was written over the first bytes of some files."""
_MARKUP = re.compile(r"</?(?:a|b|i|u|font|span|html|body|br|p|div|img)(?=[\s>/])[^<>]{0,500}>", re.IGNORECASE)
_ENTITY = re.compile(r"&(?:lt|gt|amp|quot|apos|#\d{1,6});", re.ASCII)
_VALUE = re.compile(r"([\w.:-]{1,40})=\"([^\"]*+)\"", re.ASCII)
_EPOCH_LIMIT = 253_402_300_800


def sniff(head: Head) -> float:
    """The share of lines that are such an element with a time of its own."""
    lines = head.lines
    if not lines or 'time="' not in lines[0]:
        return 0.0
    fits = sum(1 for line in lines if 'time="' in line and _ELEMENT.fullmatch(line))
    return 0.98 * fits / len(lines)


def read(blocks: Iterable[Block], ctx: Context) -> Items:
    """The messages and sessions in order."""
    seq = 0
    for number, line in numbered(blocks):
        if not line or line.isspace():
            continue
        match = _ELEMENT.fullmatch(line)
        if match is None:
            yield ctx.unread(line, number)
            continue
        values = dict(_VALUE.findall(match[2]))
        event = _event(match[1], values, seq, Source(ctx.file, number, number), ctx)
        yield hosted(event, _decoded(values.get("medium", "")))
        seq += 1


def _event(element: str, values: dict[str, str], seq: int, source: Source, ctx: Context) -> Event:
    said = values.get("type", "").lower()
    text = _seen(_decoded(values.get("text", "")))
    who: str | None = _decoded(values.get("from", "")) or _decoded(values.get("from_display", "")) or None
    to: str | None = None
    room: str | None = _decoded(values.get("to", ""))
    room = room if room and (room[0] in "#&" or "group" in said or element == "groupmessage") else None
    kind: Kind = "say"
    trust: Trust = "member"
    of = known_note(text) if element == "status" else None
    if of is not None and of.speaker is not None:
        kind, who, to, trust = of.kind, of.speaker, of.to, "server"
    elif not element.endswith("message"):
        kind, trust = "system", "unknown"
        name = "session" if element == "ssion" else element
        text = text or f"{name} {said}: {who or ''}, {_decoded(values.get('to', ''))}"
        who = None
    elif "information" in said or "status" in said or "notif" in said or "error" in said:
        of = note(text)
        kind, who, to, trust = of.kind, of.speaker, of.to, "server"
    elif "action" in said or "emote" in said:
        kind = "emote"
    elif "auto" in said:
        kind = "away"
    return Event(
        seq=seq, at=_moment(values.get("time", ""), values.get("ms", "")), kind=kind,
        speaker=None if who is None else ctx.speaker(who), to=to, room=room, text=text, trust=trust,
        source=source,
    )  # fmt: skip


def _decoded(value: str) -> str:
    from html import unescape
    from urllib.parse import unquote

    return unquote(unescape(value) if "&" in value else value) if "%" in value or "&" in value else value


def _seen(text: str) -> str:
    """A message without its markup."""
    if "<" in text and _MARKUP.search(text):
        return plain(text.replace("\n", "<br>"))
    if "&" in text and _ENTITY.search(text):
        from html import unescape

        return _ENTITY.sub(lambda found: unescape(found[0]), text)
    return text


def _moment(seconds: str, milliseconds: str) -> str | None:
    """The moment of an epoch time, in UTC."""
    from datetime import UTC, datetime, timedelta

    if not (seconds.isascii() and seconds.isdigit()) or int(seconds[:16]) >= _EPOCH_LIMIT:
        return None
    moment = datetime(1970, 1, 1, tzinfo=UTC) + timedelta(seconds=int(seconds))
    if milliseconds.isascii() and milliseconds.isdigit() and 0 < int(milliseconds[:8]) < 1000:
        return (moment + timedelta(milliseconds=int(milliseconds))).isoformat(timespec="milliseconds")
    return moment.isoformat()


FORMAT = Format(
    name="trillian-xml",
    title="Trillian log (XML)",
    evidence="description",
    extensions=(".xml",),
    window=True,
    sniff=sniff,
    read=read,
)
