"""Chats that Telegram Desktop exported as web pages (`messages.html`, `messages2.html`, …), as it does by
itself."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import datetime

from calledshot.transcript.document import Document
from calledshot.transcript.event import Kind
from calledshot.transcript.formats.base import Context, Format, Head, Items
from calledshot.transcript.formats.html_records import Record, records
from calledshot.transcript.formats.html_tags import seen_text
from calledshot.transcript.formats.irc_lines import long_date
from calledshot.transcript.formats.json_text import Names, Part, Said, events, lines
from calledshot.transcript.formats.one_piece import all_unread

_KINDS = {"message": "message"}
_ROLES = {
    "userpic_wrap": "hidden", "from_name": "author", "date": "time", "text": "text", "forwarded": "forwarded",
    "forwarded/from_name": "from", "forwarded/text": "forwarded", "forwarded/date": "hidden",
    "from/date": "hidden", "forwarded/media_wrap": "media", "reply_to": "hidden", "media_wrap": "media",
    "media": "media", "reactions": "hidden", "service": "service", "signature": "hidden",
    "bot_buttons_table": "hidden",
}  # fmt: skip
_VIA = re.compile(r"\s+via @\w{3,40}\Z")
_PICTURE = re.compile(r"class=\"userpic (userpic\d{1,2})\"")
_WHEN = re.compile(
    r"(\d{1,2})\.(\d{1,2})\.(\d{4}) (\d{1,2}):(\d\d):(\d\d)(?: UTC([+-]\d\d):?(\d\d))?", re.ASCII
)
_ROOM = re.compile(
    r"<div class=\"page_header\">.{0,400}?<div class=\"text bold\">([^<>]{1,300})</div>", re.DOTALL
)
_MOVED: tuple[tuple[re.Pattern[str], Kind], ...] = (
    (re.compile(r"(?P<who>.{1,200}?) joined (?:the )?(?:group|channel)\b.*"), "join"),
    (re.compile(r".{1,200}? invited (?P<who>.{1,200})"), "join"),
    (re.compile(r".{1,200}? removed (?P<who>.{1,200})"), "leave"),
    (re.compile(r"(?P<who>.{1,200}?) left (?:the )?(?:group|channel).*"), "leave"),
)


def sniff(head: Head) -> float:
    """The classes of Telegram's pages."""
    start = head.start
    if b"<" not in start[:400]:
        return 0.0
    if b'"message default clearfix' in start or b'"message service"' in start:
        return 0.98
    return 0.9 if b"CheckLocation()" in start or b"page_body chat_page" in start else 0.0


def whole(document: Document, ctx: Context) -> Items:
    """One event a message; the page's dates between them are events of the client's."""
    found = list(records(document.text, _KINDS, _ROLES))
    if not found:
        return all_unread(document, ctx)
    room = _ROOM.search(document.text[:100_000])
    said = list(_said(found, seen_text(room[1]) if room else None, Names(ctx)))
    return events(said, document, ctx, None)


def _said(found: list[Record], room: str | None, names: Names) -> Iterator[Said | Part]:
    author: str | None = None
    for record in found:
        if not record.closed:
            yield Part((), None, record.start, record.end, False)
            continue
        id = record.attributes.get("id", "").removeprefix("message") or None
        if "service" in record.classes:
            kind, who, text = _note(record.text("service") or record.text(""))
            yield Said(
                kind, who, text, record.start, record.end, room=room, trust="server",
                id=None if (id or "").startswith("-") else id,
            )  # fmt: skip
            continue
        if "joined" not in record.classes or author is None:
            name = _VIA.sub("", record.text("author").split("\n")[0].strip())
            author = names.shown(name, _colour(record) if name else None)
        yield Said("say", author, _text(record), record.start, record.end, at=_at(record), room=room, id=id)


def _colour(record: Record) -> str | None:
    """The colour of the picture, which tells people of one name apart if no more does."""
    for piece in record.parts.get("hidden", []):
        found = _PICTURE.search(piece.raw) if piece.kind == "open" else None
        if found is not None:
            return found[1]
    return None


def _text(record: Record) -> str:
    media = " ".join(record.text("media").split())
    return lines(
        f"[forwarded from {record.text('from')}]" if "forwarded" in record.tags else "",
        record.text("text"), record.text("forwarded"),
        f"[{media or 'media'}]" if "media" in record.parts else "",
    )  # fmt: skip


def _at(record: Record) -> str | None:
    match = _WHEN.fullmatch(record.tags.get("time", {}).get("title", "").strip())
    if match is None:
        return None
    day, month, year, hour, minute, second = map(int, match.groups()[:6])
    try:
        moment = datetime(year, month, day, hour, minute, second).isoformat()
    except ValueError:
        return None
    return f"{moment}{match[7]}:{match[8]}" if match[7] else moment


def _note(text: str) -> tuple[Kind, str | None, str]:
    if long_date(text) is None:
        for pattern, kind in _MOVED:
            match = pattern.fullmatch(text)
            if match is not None:
                return kind, match["who"], text
    return "system", None, text


FORMAT = Format(
    name="telegram-html",
    title="Telegram (web page)",
    evidence="description",
    extensions=(".html", ".htm"),
    sniff=sniff,
    whole=whole,
)
