"""Channels of Discord as DiscordChatExporter saves them as JSON.

Only what the export vouches for as a bot is one: a webhook has any name that whoever set it up wanted.
"""

from __future__ import annotations

import re
from typing import Any

from calledshot.transcript.document import Document
from calledshot.transcript.event import Kind, Trust
from calledshot.transcript.formats.base import Context, Format, Head, Items
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
    marked,
    note_edited,
    oldest_first,
    table,
    text_of,
)

_ARRAYS = [("messages",)]
_MENTION = re.compile(r"<@!?(\d{1,20})>", re.ASCII)
_START = re.compile(r'\{\s*+"guild"\s*+:\s*+\{\s*+"id"\s*+:')
_SPOKEN = frozenset(
    {"Default", "Reply", "ChatInputCommand", "ContextMenuCommand", "ThreadStarterMessage",
     "0", "19", "20", "21", "23"}
)  # fmt: skip
"""Kinds of messages that somebody wrote; the exporter leaves the newer ones as numbers."""
_MOVED: dict[str, Kind] = {
    "GuildMemberJoin": "join", "RecipientAdd": "join", "RecipientRemove": "leave", "7": "join", "1": "join",
    "2": "leave",
}  # fmt: skip


def sniff(head: Head) -> float:
    """The guild comes first, with its number; no other chat has one."""
    return 0.99 if _START.match(beginning(head)) else 0.0


def whole(document: Document, ctx: Context) -> Items:
    """One event a message, oldest first."""
    parts = Parts(document.text, _ARRAYS)
    room: str | None = None
    messages = []
    for part in parts:
        if part.element:
            messages.append(part)
        elif part.path == ("channel",):
            room = text_of(table({"": part.value}, "").get("name")) or None
    names = Names(ctx)
    edited = [one for one in messages if isinstance(one.value, dict) and one.value.get("timestampEdited")]
    note_edited(ctx, len(edited))
    people = _people(messages)
    said = [_said(part, names, room, people) for part in oldest_first(messages, _time)]
    return events(said, document, ctx, parts.damage)


def _time(part: Part) -> Any:
    return part.value.get("timestamp") if isinstance(part.value, dict) else None


def _people(messages: list[Part]) -> dict[str, str]:
    """Number → shown name, of all who write or are mentioned: an export without markdown leaves "<@123>"."""
    found: dict[str, str] = {}
    for part in messages:
        for one in (table(part.value, "author"), *items(part.value, "mentions")):
            number = id_of(one.get("id")) if isinstance(one, dict) else None
            name = text_of(one.get("nickname")) or text_of(one.get("name")) if number is not None else ""
            if number is not None and name:
                found.setdefault(number, name)
    return found


def _said(part: Part, names: Names, room: str | None, people: dict[str, str]) -> Said | Part:
    message, author = part.value, table(part.value, "author")
    if not isinstance(message, dict) or not author:
        return part
    type = text_of(message.get("type")) or id_of(message.get("type")) or "Default"
    speaker = _shown(author, names)
    kind: Kind = "say"
    trust: Trust = "member"
    text = lines(text_of(message.get("content")), *extras(message))
    text = _MENTION.sub(lambda found: f"@{people[found[1]]}" if found[1] in people else found[0], text)
    if type not in _SPOKEN:
        kind, trust = _MOVED.get(type, "system"), "server"
        mentioned = items(message, "mentions")
        if type in ("RecipientAdd", "RecipientRemove", "1", "2") and mentioned:
            speaker = _shown(mentioned[0], names) or speaker
    elif author.get("isBot") is True:  # a webhook, which has no number, lets its owner speak under any name
        trust = "unknown" if author.get("discriminator") in ("0000", "0", None) else "bot"
    return Said(
        kind, speaker, text, part.start, part.end, at=at_iso(message.get("timestamp")), room=room,
        trust=trust, id=id_of(message.get("id")),
    )  # fmt: skip


def _shown(author: Any, names: Names) -> str | None:
    if not isinstance(author, dict):
        return None
    return names.shown(
        text_of(author.get("nickname")) or text_of(author.get("name")), id_of(author.get("id"))
    )


def extras(message: dict[str, Any]) -> list[str]:
    """What is seen below a message's words: forwarded words, embeds (in which bots put their dice), files."""
    found = []
    forwarded = table(message, "forwardedMessage")
    if forwarded:
        found += [
            "[forwarded]",
            text_of(forwarded.get("content")),
            *extras(dict(forwarded, forwardedMessage=None)),
        ]
    for embed in items(message, "embeds"):
        if isinstance(embed, dict):
            found += [text_of(table(embed, "author").get("name"))]
            found += [text_of(embed.get(key)) for key in ("title", "description")]
            for field in items(embed, "fields"):
                if isinstance(field, dict):
                    found += [text_of(field.get("name")), text_of(field.get("value"))]
            found += [text_of(table(embed, "footer").get("text"))]
    for key, what, name in (("attachments", "file", "fileName"), ("stickers", "sticker", "name")):
        found += [marked(what, one.get(name)) for one in items(message, key) if isinstance(one, dict)]
    return found


FORMAT = Format(
    name="discord-json",
    title="Discord (DiscordChatExporter JSON)",
    evidence="real sample",
    extensions=(".json",),
    sniff=sniff,
    whole=whole,
)
