"""Channels of Discord as DiscordChatExporter saves them as a web page, of old and new versions, and as
chat-exporter (DiscordChatExporterPy) does for bots, with the same classes and a few of its own.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from calledshot.transcript.document import Document
from calledshot.transcript.event import Kind, Trust
from calledshot.transcript.formats.base import Context, Format, Head, Items, as_member
from calledshot.transcript.formats.discord_text import When, name_of
from calledshot.transcript.formats.html_records import Record, records
from calledshot.transcript.formats.html_tags import seen_text
from calledshot.transcript.formats.json_text import Names, Part, Said, events, lines
from calledshot.transcript.formats.one_piece import all_unread

_KINDS = {"chatlog__message-group": "group", "chatlog__message-container": "message"}
_OLD_KINDS = {"chatlog__message-group": "group", "chatlog__message": "message"}
_ROLES = {
    "chatlog__author": "author", "chatlog__author-name": "author",
    "chatlog__system-notification-author": "author",
    "chatlog__author-tag": "tag", "chatlog__bot-tag": "tag",
    "chatlog__timestamp": "time", "chatlog__system-notification-timestamp": "time",
    "chatlog__short-timestamp": "short", "chatlog__content": "content",
    "chatlog__system-notification-content": "note", "chatlog__edited-timestamp": "hidden",
    "chatlog__reply": "hidden", "chatlog__reference": "hidden", "chatlog__reactions": "hidden",
    "chatlog__embed": "embed", "chatlog__attachment": "file", "chatlog__sticker": "sticker",
    "chatlog__forwarded": "content", "chatlog__reference-edited-timestamp": "hidden",
    "chatlog__components": "hidden", "chatlog__followup": "hidden", "chatlog__component-button": "hidden",
    "chatlog__component-dropdown": "hidden",
}  # fmt: skip
_WHO = r"(?P<who>[^\n]{1,100}?)"
_MOVED: tuple[tuple[re.Pattern[str], Kind], ...] = (
    (re.compile(rf"[Jj]oined the server\.|[Aa]dded {_WHO} to the group\."), "join"),
    (re.compile(rf"[Ll]eft the group\.|[Rr]emoved {_WHO} from the group\."), "leave"),
)
_ROOM = re.compile(
    r"info__(?:title\">Welcome to #([^<>\n]{1,100})!|channel-name\">([^<>\n]{1,100}))<", re.ASCII
)
_ENTRY = re.compile(r"preamble__entry(?:--small)?[\"'][^<>]{0,100}>([^<>]{0,300})<")


def sniff(head: Head) -> float:
    """The exporter's own classes."""
    start = head.start
    if b"<" not in start[:400]:
        return 0.0
    marks = (b"chatlog__message", b"preamble__entry", b'class="chatlog"')
    return 0.99 if any(mark in start for mark in marks) else 0.0


def whole(document: Document, ctx: Context) -> Items:
    """One event a message."""
    text = document.text
    kinds = _KINDS if "chatlog__message-container" in text else _OLD_KINDS
    found = list(records(text, kinds, _ROLES))
    if not any(record.kind == "message" for record in found):
        return all_unread(document, ctx)
    entries = [seen_text(one) for one in _ENTRY.findall(text[:2_000_000])]
    room = entries[1] if len(entries) > 1 else None
    if not entries and (named := _ROOM.search(text, 0, 2_000_000)) is not None:
        room = seen_text(named[1] or named[2])
    page = _Page(ctx, found, room)
    return events(list(page.read(found)), document, ctx, None)


class _Page:
    """Where reading stands: whose group of messages it is, and when it began."""

    def __init__(self, ctx: Context, found: list[Record], room: str | None) -> None:
        self._when = When((time for record in found if (time := _time(record))), ctx)
        self._names = Names(ctx)
        self._room = room or None
        self._author: str | None = None
        self._trust: Trust = "member"
        self._at: str | None = None

    def read(self, found: list[Record]) -> Iterator[Said | Part]:
        for record in found:
            if "author" in record.parts:
                self._begin(record)
            if record.kind == "group":
                self._at = self._when.read(_time(record))
                continue
            if not record.closed:
                yield Part((), None, record.start, record.end, False)
                continue
            if (noted := _noted(record)) is not None:
                id = record.attributes.get("data-message-id")
                yield Said(
                    "system", as_member(noted[0]), noted[1], record.start, record.end,
                    room=self._room, trust="server", id=id,
                )  # fmt: skip
                continue
            kind: Kind = "system" if "note" in record.parts else "say"
            links = dict.fromkeys(record.links("file"))
            files = [f"[file: {link.rpartition('/')[2].partition('?')[0]}]" for link in links]
            stickers = ["[sticker]"] if "sticker" in record.parts else []
            text = lines(
                record.text("content", lines=True), record.text("note"), record.text("embed", lines=True),
                *files, *stickers,
            )  # fmt: skip
            who = self._author
            for pattern, moved in _MOVED if kind == "system" else ():
                match = pattern.fullmatch(text)
                if match is not None:
                    kind, who = moved, match.groupdict().get("who") or who
            id = (
                record.attributes.get("data-message-id") or record.attributes.get("id", "").rpartition("-")[2]
            )
            at = self._when.read(_time(record)) or self._at
            if "author" in record.parts:
                self._at = at
            yield Said(
                kind, who, text, record.start, record.end, at=at, room=self._room, id=id or None,
                trust="server" if "note" in record.parts else self._trust,
            )  # fmt: skip

    def _begin(self, record: Record) -> None:
        tag = record.tags.get("author", {})
        full = tag.get("title", "")
        id = tag.get("data-user-id") or full or None
        self._author = name_of(record.text("author"), self._names, id)
        self._trust = "member"
        if record.text("tag"):  # a webhook has the tag too, and no number of its own
            number = full.rpartition("#")[2]
            real = (
                record.text("tag").lstrip("✓✔ ") in ("BOT", "APP") and number.isdigit() and number != "0000"
            )
            self._trust = "bot" if real else "unknown"


def _time(record: Record) -> str:
    for role in ("short", "time"):
        tag = record.tags.get(role, {})
        found = tag.get("title") or record.text(role)
        if sum(map(str.isdigit, found)) < 6:  # "PM", or "Today at 20:15" where a browser saved the page
            found = tag.get("data-timestamp") or found
        if found and (role == "time" or len(found) > 9):
            return found
    return ""


def _noted(record: Record) -> tuple[str, str] | None:
    """Who did it and what, of a note that chat-exporter writes as a message of nobody."""
    parts = record.parts.get("content", [])
    names = [at for at, part in enumerate(parts[:-1]) if "chatlog__reference-name" in part.raw]
    if "author" in record.parts or not names:
        return None
    return seen_text(parts[names[0] + 1].raw), " ".join(record.text("content").split())


FORMAT = Format(
    name="discord-html",
    title="Discord (DiscordChatExporter web page)",
    evidence="writer's source",
    extensions=(".html", ".htm"),
    sniff=sniff,
    whole=whole,
)
