"""Signal's messages one JSON object a line: as signal-cli prints what it receives, and as signal-export
writes a chat beside its text (data.json).

An edit changes what its author said at the place where he said it; that he did, and what it was before, is
told where he edited. What was taken back later was said all the same, and stays.
"""

from __future__ import annotations

import re
from typing import Any

from calledshot.transcript.document import Document
from calledshot.transcript.event import Kind
from calledshot.transcript.formats.base import Context, Format, Head, Items
from calledshot.transcript.formats.json_text import (
    Names,
    Part,
    Said,
    at_iso,
    at_millis,
    beginning,
    events,
    id_of,
    items,
    lines,
    marked,
    table,
    text_of,
    values_of_lines,
)

_ENVELOPE = re.compile(
    r'\{\s*+(?:"[a-z]+"\s*+:\s*+[^{}]{0,200})?(?:"params"\s*+:\s*+\{[^{}]{0,300})?"envelope"\s*+:'
)
_ROW = re.compile(r'\{\s*+"date"\s*+:\s*+"[^"\n]{10,40}"\s*+,\s*+"sender"\s*+:')
_OTHER = ("receiptMessage", "typingMessage", "callMessage", "storyMessage", "syncMessage", "dataMessage")


def sniff(head: Head) -> float:
    """An envelope, or the fields of a message in their order."""
    text = beginning(head)[:2000]
    return 0.97 if text[:1] == "{" and (_ENVELOPE.match(text) or _ROW.match(text)) else 0.0


def whole(document: Document, ctx: Context) -> Items:
    """One event a line."""
    parts = [Part((), value, start, end, True) for value, start, end in values_of_lines(document.text)]
    chat = _Chat(ctx)
    for part in parts:
        chat.learn(part.value)
    return events([chat.said(part) for part in parts], document, ctx, None)


def _envelope(value: Any) -> dict[str, Any]:
    found = table(value, "envelope") or table(table(value, "params"), "envelope")
    return dict(found)


def _spoken(envelope: dict[str, Any]) -> tuple[dict[str, Any], Any]:
    """A message, whoever of the two sides sent it, and the time stamp of the one that it amends."""
    sent = table(table(envelope, "syncMessage"), "sentMessage")
    for place in (sent, envelope):
        edit = table(place, "editMessage")
        if edit:
            return dict(table(edit, "dataMessage")), edit.get("targetSentTimestamp")
    return dict(sent or table(envelope, "dataMessage")), None


class _Chat:
    """Who is called how, and what was said before it was edited."""

    def __init__(self, ctx: Context) -> None:
        self._ctx, self._names = ctx, Names(ctx)
        self._edits: dict[tuple[str, str], str] = {}
        self._words: dict[tuple[str, str], str] = {}

    def learn(self, value: Any) -> None:
        """The last wording of what is edited."""
        envelope = _envelope(value)
        message, target = _spoken(envelope)
        if target is not None:
            self._edits[_who(envelope), id_of(target) or ""] = _text(message)
        elif message:
            self._words.setdefault((_who(envelope), id_of(message.get("timestamp")) or ""), _text(message))

    def said(self, part: Part) -> Said | Part:
        """A line as an event; the part itself where it is none."""
        envelope = _envelope(part.value)
        if not envelope:
            return self._row(part)
        who = _who(envelope)
        speaker = self._names.shown(text_of(envelope.get("sourceName")), who or None)
        message, target = _spoken(envelope)
        group = table(message, "groupInfo")
        room = text_of(group.get("groupName")) or text_of(group.get("name")) or text_of(group.get("groupId"))
        stamp = message.get("timestamp") or envelope.get("timestamp")
        key = (who, id_of(target if target is not None else stamp) or "")
        kind: Kind = "system"
        text = _text(message)
        if target is not None and key in self._words:
            before, self._words[key] = self._words[key], text
            text = f"[edited an earlier message; it said: {before}]"
        elif table(message, "remoteDelete"):
            removed = self._words.get((who, id_of(table(message, "remoteDelete").get("timestamp")) or ""), "")
            text = f"[removed an earlier message{': ' + removed if removed else ''}]"
        elif table(message, "reaction"):
            text = f"[reaction: {text_of(table(message, 'reaction').get('emoji'))}]"
        elif text:
            kind, text = "say", self._edits.get(key, text)
        else:
            text = f"[{next((name for name in _OTHER if name in envelope), 'envelope')}]"
        return Said(
            kind, speaker, text, part.start, part.end, at=at_millis(envelope.get("timestamp")),
            room=room or None, trust="member" if kind == "say" else "server", id=id_of(stamp),
        )  # fmt: skip

    def _row(self, part: Part) -> Said | Part:
        row = part.value
        if not isinstance(row, dict) or not isinstance(row.get("sender"), str) or "date" not in row:
            return part
        names = [
            marked("file", one.get("name")) for one in items(row, "attachments") if isinstance(one, dict)
        ]
        sticker = [marked("sticker", "")] if row.get("sticker") else []
        text = lines(text_of(row.get("body")).strip(), *sticker, *names)
        sender = text_of(row.get("sender"))
        gone = row.get("deleted") is True
        return Said(
            "system" if gone else "say", self._ctx.speaker(sender) if sender else None,
            "[removed]" if gone else text, part.start, part.end, at=at_iso(row.get("date")),
            trust="server" if gone else "member",
        )  # fmt: skip


def _who(envelope: dict[str, Any]) -> str:
    return next(
        (id for key in ("sourceUuid", "sourceNumber", "source") if (id := text_of(envelope.get(key)))), ""
    )


def _text(message: dict[str, Any]) -> str:
    found = [text_of(message.get("message"))]
    for one in items(message, "attachments"):
        if isinstance(one, dict):
            found.append(marked("file", text_of(one.get("filename")) or one.get("id")))
    if table(message, "sticker"):
        found.append(marked("sticker", ""))
    return lines(*found)


FORMAT = Format(
    name="signal-json",
    title="Signal (signal-cli or signal-export, JSON)",
    evidence="writer's source",
    extensions=(".json", ".ndjson", ".jsonl"),
    sniff=sniff,
    whole=whole,
)
