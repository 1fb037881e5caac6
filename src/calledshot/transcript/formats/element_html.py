"""A Matrix room as Element exports it as a web page: one tile an event, days between them.

What the page shows of a message is its last edit; whose a name is, is known where a picture names the id.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from calledshot.transcript.document import Document
from calledshot.transcript.event import Kind, Trust
from calledshot.transcript.formats.base import Context, Format, Head, Items, as_member
from calledshot.transcript.formats.chat_dates import Dates, clock_of
from calledshot.transcript.formats.element_text import noted
from calledshot.transcript.formats.html_records import Record, plain_attribute, records
from calledshot.transcript.formats.html_tags import attributes
from calledshot.transcript.formats.json_text import Names, Part, Said, events
from calledshot.transcript.formats.matrix_events import REMOVED, UNREADABLE
from calledshot.transcript.formats.one_piece import all_unread

_KINDS = {"mx_EventTile": "tile", "mx_TimelineSeparator": "day", "mx_DateSeparator": "day"}
_ROLES = {
    "mx_DisambiguatedProfile_displayName": "author", "mx_SenderProfile_displayName": "author",
    "mx_MEmoteBody_sender": "doer", "mx_DisambiguatedProfile_mxid": "mxid", "mx_EventTile_avatar": "avatar",
    "mx_MessageTimestamp": "time", "mx_EventTile_body": "body", "mx_ReplyChain": "hidden",
    "mx_ReplyTile": "hidden", "mx_ReplyThread": "hidden", "mx_EventTile_edited": "hidden",
    "mx_ReactionsRow": "hidden", "mx_TextualEvent": "note", "mx_RedactedBody": "removed",
    "mx_UnknownBody": "unknown", "mx_DecryptionFailureBody": "unreadable", "mx_MEmoteBody": "emote",
    "mx_MNoticeBody": "notice", "mx_MImageBody": "image", "mx_MVideoBody": "video", "mx_MAudioBody": "audio",
    "mx_MFileBody": "file", "mx_EventTile_e2eIcon": "hidden", "mx_ReadReceiptGroup": "hidden",
}  # fmt: skip
_ROOM = re.compile(r"RoomHeader_nametext[\"'][^<>]{0,40}?title=[\"']([^\"'<>]{1,300})[\"']")
_USER = re.compile(r"@[^\s:]{0,255}:\S{1,255}")


def sniff(head: Head) -> float:
    """Element's own classes."""
    start = head.start
    if b"<" not in start[:400]:
        return 0.0
    return 0.99 if b"mx_EventTile" in start or b"mx_RoomView" in start or b"mx_MatrixChat" in start else 0.0


def whole(document: Document, ctx: Context) -> Items:
    """One event a tile."""
    found = [
        record for record in records(document.text, _KINDS, _ROLES)
        if record.kind == "day" or "time" in record.parts or "data-event-id" in record.attributes
    ]  # fmt: skip
    if not any(record.kind == "tile" for record in found):
        return all_unread(document, ctx)
    room = _ROOM.search(document.text)
    return events(list(_said(found, plain_attribute(room[1]) if room else None, ctx)), document, ctx, None)


def _said(found: list[Record], room: str | None, ctx: Context) -> Iterator[Said | Part]:
    names = Names(ctx)
    dates = Dates((_day(record) for record in found if record.kind == "day"), ctx)
    author: str | None = None
    day = None
    for record in found:
        if record.kind == "day":
            day = dates.read(_day(record))
            continue
        if not record.closed:
            yield Part((), None, record.start, record.end, False)
            continue
        shown = record.text("author") or record.text("doer")
        if shown:
            author = as_member(names.shown(shown, record.text("mxid") or _user(record) or None))
        kind, who, text, to = _tile(record, author)
        clock = clock_of(record.text("time"))
        at = ctx.calendar.moment(day, clock) if day is not None and clock is not None else None
        trust: Trust = "server" if kind in ("system", "join", "leave", "nick") else "member"
        yield Said(
            kind, who, text, record.start, record.end, at=at, to=to, room=room, trust=trust,
            id=record.attributes.get("data-event-id"),
        )  # fmt: skip


def _day(record: Record) -> str:
    return plain_attribute(record.attributes.get("aria-label", "")) or record.text("")


def _user(record: Record) -> str:
    for part in record.parts.get("avatar", []):
        title = attributes(part.raw).get("title", "") if part.kind == "open" and "title" in part.raw else ""
        if _USER.fullmatch(title):
            return title
    return ""


def _tile(record: Record, author: str | None) -> tuple[Kind, str | None, str, str | None]:
    if "note" in record.parts:
        text = record.text("note")
        said = noted(text)
        return (
            (said.kind, said.speaker, said.text, said.to)
            if said is not None
            else ("system", None, text, None)
        )
    if "removed" in record.parts:
        return "system", author, REMOVED, None
    if "unreadable" in record.parts:
        return "system", author, UNREADABLE, None
    text = record.text("body", lines=True)
    for what in ("image", "video", "audio", "file"):
        if what in record.parts and not text:
            return "say", author, f"[{what}]", None
    if "body" not in record.parts:
        return "system", author, record.text("unknown") or record.text(""), None
    kind: Kind = "emote" if "emote" in record.parts else "notice" if "notice" in record.parts else "say"
    return kind, author, text, None


FORMAT = Format(
    name="element-html",
    title="Matrix (Element, web page)",
    evidence="real sample",
    extensions=(".html", ".htm"),
    sniff=sniff,
    whole=whole,
)
