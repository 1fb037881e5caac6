"""Conversations of Messenger and Instagram from the archive that Meta gives out, and of Messenger's own
encrypted chats.

The archive writes each byte of UTF-8 as a character of its own; that is put right where it can only be that.
"""

from __future__ import annotations

import re
from typing import Any

from calledshot.transcript.document import Document
from calledshot.transcript.event import Kind
from calledshot.transcript.formats.base import Context, Format, Head, Items, as_member
from calledshot.transcript.formats.json_text import (
    Part,
    Parts,
    Said,
    at_millis,
    beginning,
    events,
    first_parts,
    id_of,
    items,
    lines,
    marked,
    oldest_first,
    table,
    text_of,
)

_ARRAYS = [("messages",)]
_START = re.compile(r'\{\s*+"participants"\s*+:\s*+\[\s*+(?:\{\s*+"name"\s*+:|"(?:[^"\\]|\\.)*+"\s*+[,\]])')
_FILES = {
    "photos": "photo", "videos": "video", "audio_files": "audio", "files": "file", "gifs": "gif",
    "media": "file",
}  # fmt: skip
_MOVED: dict[str, Kind] = {"Subscribe": "join", "Unsubscribe": "leave"}


def sniff(head: Head) -> float:
    """The people first, then what they said."""
    if _START.match(beginning(head)):
        return 0.97
    _, elements = first_parts(head, _ARRAYS)
    fitting = [
        one for one in elements if isinstance(one, dict) and ("sender_name" in one or "senderName" in one)
    ]
    return 0.9 if fitting and len(fitting) == len(elements) else 0.0


def whole(document: Document, ctx: Context) -> Items:
    """One event a message, oldest first; the archive has the newest first."""
    parts = Parts(document.text, _ARRAYS)
    room: str | None = None
    messages = []
    for part in parts:
        if part.element:
            messages.append(part)
        elif part.path in (("title",), ("threadName",)):
            room = _put_right(part.value) or None
    said = [_said(part, room) for part in oldest_first(messages, _time)]
    return events(said, document, ctx, parts.damage)


def _time(part: Part) -> Any:
    message = part.value if isinstance(part.value, dict) else {}
    return message.get("timestamp_ms", message.get("timestamp"))


def _said(part: Part, room: str | None) -> Said | Part:
    message = part.value
    if not isinstance(message, dict):
        return part
    speaker = _put_right(message.get("sender_name")) or _put_right(message.get("senderName")) or None
    if speaker is None and not {"content", "text", "timestamp_ms"} & set(message):
        return part
    kind: Kind = "say"
    text = lines(_put_right(message.get("content")) or _put_right(message.get("text")), *_extras(message))
    moved = _MOVED.get(text_of(message.get("type")))
    server = moved is not None
    if moved is not None:
        kind = moved
        users = [_put_right(one.get("name")) for one in items(message, "users") if isinstance(one, dict)]
        speaker = (users[0] if users else "") or speaker
    elif message.get("is_unsent") is True or message.get("isUnsent") is True:
        kind, text, server = "system", "[removed]", True
    return Said(
        kind, as_member(speaker), text, part.start, part.end,
        at=at_millis(_time(part)), room=room, trust="server" if server else "member",
        id=id_of(message.get("message_id")),
    )  # fmt: skip


def _extras(message: dict[str, Any]) -> list[str]:
    found = []
    for key, what in _FILES.items():
        for one in items(message, key):
            uri = text_of(one.get("uri")) if isinstance(one, dict) else ""
            found.append(marked(what, uri.rpartition("/")[2]))
    if table(message, "sticker"):
        found.append(marked("sticker", ""))
    link = _put_right(table(message, "share").get("link"))
    if link and link not in _put_right(message.get("content")):
        found.append(link)
    return found


def _put_right(value: Any) -> str:
    text = text_of(value)
    if text.isascii():
        return text
    try:
        return text.encode("latin-1").decode()
    except (UnicodeEncodeError, UnicodeDecodeError):
        return text


FORMAT = Format(
    name="messenger-json",
    title="Messenger, Instagram (JSON)",
    evidence="real sample",
    extensions=(".json",),
    sniff=sniff,
    whole=whole,
)
