"""Conversations of Messenger and Instagram from the archive that Meta gives out as web pages
(`message_1.html`), the newest message first; the pages of old archives (`messages.htm`) too.

The page holds no ids: two people of one name are one here. What was removed is not in it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise

from calledshot.transcript.document import Document
from calledshot.transcript.event import Kind
from calledshot.transcript.formats.base import Context, Format, Head, Items, as_member
from calledshot.transcript.formats.chat_dates import CLOCK, Dates, american, clock_of
from calledshot.transcript.formats.html_records import Record, records
from calledshot.transcript.formats.html_tags import attributes, seen_text
from calledshot.transcript.formats.json_text import Part, Said, events, lines
from calledshot.transcript.formats.one_piece import all_unread

_KINDS = {"_a6-g": "message", "uiBoxWhite": "message", "message": "message"}
_ROLES = {
    "_a6-h": "author", "_2lek": "author", "user": "author", "_a6-p": "body", "_2let": "body",
    "_a6-o": "time", "_2lem": "time", "_a72d": "time", "meta": "time", "_a6-q": "hidden", "_tqp": "hidden",
    "_tq_": "hidden",
}  # fmt: skip
_MARKS = re.compile(rb'class="(?:message_header"|[\w -]{0,80}\b(?:_a6-g|_a6-h|_2lek|_2lej)\b)')
_WHEN = re.compile(rf"(?P<day>[^\n]{{6,40}}?),? (?:at |um |à )?(?P<time>{CLOCK})(?: UTC(?P<zone>[+-]\d\d))?")
_ROOM = re.compile(r"<(?:title|h1[^<>]{0,100})>([^<>]{1,300})<")
_MOVED: tuple[tuple[re.Pattern[str], Kind], ...] = (
    (re.compile(r"[^\n]{1,100}? added (?P<who>[^\n]{1,100}?) to the group\."), "join"),
    (re.compile(r"(?P<who>[^\n]{1,100}?) joined the (?:group|video chat|call)\."), "join"),
    (re.compile(r"[^\n]{1,100}? removed (?P<who>[^\n]{1,100}?) from the group\."), "leave"),
    (re.compile(r"(?P<who>[^\n]{1,100}?) left the group\."), "leave"),
)


def sniff(head: Head) -> float:
    """The classes of Meta's pages."""
    start = head.start
    if b"<" not in start[:400]:
        return 0.0
    return 0.97 if _MARKS.search(start) else 0.0


def whole(document: Document, ctx: Context) -> Items:
    """One event a message, oldest first."""
    found = list(records(document.text, _KINDS, _ROLES))
    if not any(record.text("time") for record in found):
        return all_unread(document, ctx)
    room = _ROOM.search(document.text[:200_000])
    whens = [_WHEN.fullmatch(record.text("time")) for record in found]
    halves = american(when["time"] for when in whens if when is not None)
    dates = Dates((when["day"] for when in whens if when is not None), ctx, american=halves)
    said = list(_said(found, dates, seen_text(room[1]).strip() if room else None, document.text, ctx))
    times = [one.at for one in said if isinstance(one, Said) and one.at]
    if sum(a > b for a, b in pairwise(times)) * 2 > len(times) - 1:
        said.reverse()
    return events(said, document, ctx, None)


def _said(
    found: list[Record], dates: Dates, room: str | None, text: str, ctx: Context
) -> Iterator[Said | Part]:
    for number, record in enumerate(found):
        if not record.text("author") and not record.text("time"):
            continue
        if not record.closed:
            yield Part((), None, record.start, record.end, False)
            continue
        words, last = record.text("body", lines=True), record.end
        if not words and "body" not in record.parts:  # in old pages they stand behind the message's head
            end = found[number + 1].start if number + 1 < len(found) else min(len(text), record.end + 20_000)
            paragraph = re.match(r"\s*<p>(.{0,20000}?)</p>", text[record.end : end], re.DOTALL)
            if paragraph is not None:
                words, last = seen_text(paragraph[1]).strip(), record.end + paragraph.end()
        words = lines(words, *_media(record))
        author = record.text("author") or None
        kind: Kind = "say"
        for pattern, moved in _MOVED:
            match = pattern.fullmatch(words)
            if match is not None:
                kind, author = moved, match["who"]
        yield Said(
            kind, as_member(author), words, record.start, last,
            at=_at(record.text("time"), dates, ctx), room=room,
        )  # fmt: skip


def _media(record: Record) -> list[str]:
    found = []
    for piece in record.parts.get("body", []):
        if piece.kind == "open" and piece.name in ("img", "video", "audio"):
            source = attributes(piece.raw).get("src", "")
            if "messages/" in source or "inbox/" in source or source.startswith("photos/"):
                found.append(f"[file: {source.rpartition('/')[2].partition('?')[0]}]")
    return list(dict.fromkeys(found))


def _at(text: str, dates: Dates, ctx: Context) -> str | None:
    match = _WHEN.fullmatch(text)
    day = dates.read(match["day"]) if match is not None else None
    clock = clock_of(match["time"]) if match is not None else None
    if match is None or day is None or clock is None:
        return None
    return (
        f"{day.isoformat()}T{clock}{match['zone']}:00" if match["zone"] else ctx.calendar.moment(day, clock)
    )


FORMAT = Format(
    name="messenger-html",
    title="Messenger, Instagram (web page)",
    evidence="description",
    extensions=(".html", ".htm"),
    sniff=sniff,
    whole=whole,
)
