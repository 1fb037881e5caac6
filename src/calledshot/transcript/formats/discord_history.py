"""Channels of Discord as Discord History Tracker keeps them: people and channels by number, then messages.

Its newer databases are not JSON: they are to be exported first.
"""

from __future__ import annotations

import re
from typing import Any

from calledshot.transcript.document import Document
from calledshot.transcript.formats.base import Context, Format, Head, Items
from calledshot.transcript.formats.json_text import (
    Names,
    Part,
    Parts,
    Said,
    at_millis,
    beginning,
    events,
    id_of,
    items,
    lines,
    marked,
    note_edited,
    table,
    text_of,
)

_START = re.compile(
    r'\{\s*+"(?:meta"\s*+:\s*+\{\s*+"(?:users|userindex|servers|channels)|data"\s*+:\s*+\{)"?'
)
_MESSAGE = re.compile(r'"[ut]"\s*+:\s*+\d')


def sniff(head: Head) -> float:
    """The tables of people, or the messages with the numbers of who wrote them."""
    text = beginning(head)
    if _START.match(text) is None:
        return 0.0
    known = '"userindex"' in text and '"users"' in text
    return 0.98 if known or (text.startswith('{"data"') and _MESSAGE.search(text) is not None) else 0.0


def whole(document: Document, ctx: Context) -> Items:
    """One event a message, channel after channel, each oldest first."""
    parts = Parts(document.text, [("data", "*", "*")])
    channels: dict[str, list[Part]] = {}
    about: Any = {}
    for part in parts:
        if len(part.path) > 2 and part.path[0] == "data":
            channels.setdefault(part.path[1], []).append(part)
        elif part.path == ("meta",):
            about = part.value
    names = Names(ctx)
    said: list[Said | Part] = []
    edited = 0
    for channel, group in channels.items():
        room = text_of(table(table(about, "channels"), channel).get("name")) or None
        for part in sorted(group, key=_time):
            said.append(_said(part, about, names, room))
            edited += isinstance(part.value, dict) and bool(part.value.get("te"))
    note_edited(ctx, edited)
    return events(said, document, ctx, parts.damage)


def _time(part: Part) -> float:
    time = part.value.get("t") if isinstance(part.value, dict) else None
    return float(time) if isinstance(time, int | float) and not isinstance(time, bool) else 0.0


def _said(part: Part, about: Any, names: Names, room: str | None) -> Said | Part:
    message = part.value
    if not isinstance(message, dict) or not ("u" in message or "m" in message):
        return part
    index, numbers = message.get("u"), items(about, "userindex")
    known = isinstance(index, int) and not isinstance(index, bool) and 0 <= index < len(numbers)
    id = id_of(numbers[int(index or 0)]) if known else id_of(index)
    user = table(table(about, "users"), id or "")
    name = text_of(user.get("displayName")) or text_of(user.get("name"))
    extras = []
    for embed in items(message, "e"):
        if isinstance(embed, dict):
            extras += [text_of(embed.get(key)) for key in ("t", "d", "title", "description")]
    for file in items(message, "a"):
        if isinstance(file, dict):
            place = text_of(file.get("name")) or text_of(file.get("url")).partition("?")[0].rpartition("/")[2]
            extras.append(marked("file", place))
    return Said(
        "say", names.shown(name or None, id), lines(text_of(message.get("m")), *extras), part.start, part.end,
        at=at_millis(message.get("t")), room=room, id=part.path[2], trust="member",
    )  # fmt: skip


FORMAT = Format(
    name="discord-history",
    title="Discord (Discord History Tracker)",
    evidence="description",
    extensions=(".json", ".txt"),
    sniff=sniff,
    whole=whole,
)
