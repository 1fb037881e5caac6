"""Discord's messages as its service gives them to bots: a list of them, or one a line.

A bot's message is a bot's where the service says so; what came through a webhook may have any name.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from calledshot.transcript.document import Document
from calledshot.transcript.event import Kind, Trust
from calledshot.transcript.formats.base import Context, Format, Head, Items
from calledshot.transcript.formats.discord_json import extras
from calledshot.transcript.formats.json_text import (
    Names,
    Part,
    Parts,
    Said,
    at_iso,
    beginning,
    events,
    id_of,
    items,
    lines,
    note_edited,
    oldest_first,
    table,
    text_of,
    values_of_lines,
)

_START = re.compile(r'(?:\{\s*+"messages"\s*+:\s*+)?\[\s*+\{|\{')
_KEYS = ('"channel_id"', '"content"', '"timestamp"', '"author"')
_USER = re.compile(r'"author"\s*+:\s*+\{[^{}]{0,400}?"(?:username|global_name)"')
_SPOKEN = frozenset({0, 19, 20, 21, 23})
_MOVED: dict[int, Kind] = {1: "join", 2: "leave", 7: "join"}


def sniff(head: Head) -> float:
    """A message's parts as the service names them."""
    text = beginning(head)
    if _START.match(text) is None:
        return 0.0
    first = text[:60_000]
    return 0.97 if all(key in first for key in _KEYS) and _USER.search(first) is not None else 0.0


def whole(document: Document, ctx: Context) -> Items:
    """One event a message, oldest first."""
    text = document.text.lstrip("\ufeff \t\r\n")
    damage: int | None = None
    if text.startswith("[") or re.match(r'\{\s*+"messages"', text):
        parts = Parts(document.text, [(), ("messages",)])
        found = [part for part in parts if part.element]
        damage = parts.damage
    else:
        found = [
            Part((str(at),), value, start, end, True)
            for at, (value, start, end) in enumerate(values_of_lines(document.text))
        ]
    edited = [one for one in found if isinstance(one.value, dict) and one.value.get("edited_timestamp")]
    note_edited(ctx, len(edited))
    names = Names(ctx)
    return events(_all(oldest_first(found, _time), names), document, ctx, damage)


def _time(part: Part) -> Any:
    return part.value.get("timestamp") if isinstance(part.value, dict) else None


def _all(parts: Sequence[Part], names: Names) -> list[Said | Part]:
    return [_said(part, names) for part in parts]


def _said(part: Part, names: Names) -> Said | Part:
    message, author = part.value, table(part.value, "author")
    if not isinstance(message, dict) or not author:
        return part
    type = message.get("type", 0)
    kind: Kind = "say"
    trust: Trust = "member"
    speaker = _shown(author, names)
    if type not in _SPOKEN:
        kind, trust = _MOVED.get(type, "system") if isinstance(type, int) else "system", "server"
        mentioned = items(message, "mentions")
        if type in (1, 2) and mentioned:
            speaker = _shown(mentioned[0], names) or speaker
    elif message.get("webhook_id") and not message.get("application_id"):
        trust = "unknown"
    elif author.get("bot") is True:
        trust = "bot"
    files = [
        dict(one, fileName=one.get("filename"))
        for one in items(message, "attachments")
        if isinstance(one, dict)
    ]
    seen = dict(message, attachments=files, stickers=items(message, "sticker_items"))
    return Said(
        kind, speaker, lines(text_of(message.get("content")), *extras(seen)), part.start, part.end,
        at=at_iso(message.get("timestamp")), trust=trust, id=id_of(message.get("id")),
    )  # fmt: skip


def _shown(author: Any, names: Names) -> str | None:
    if not isinstance(author, dict):
        return None
    name = text_of(author.get("global_name")) or text_of(author.get("username"))
    return names.shown(name or None, id_of(author.get("id")))


FORMAT = Format(
    name="discord-raw",
    title="Discord (messages as its service gives them, JSON)",
    evidence="description",
    extensions=(".json", ".ndjson", ".jsonl"),
    sniff=sniff,
    whole=whole,
)
