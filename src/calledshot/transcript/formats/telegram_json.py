"""Chats that Telegram Desktop exported as JSON: one chat, or the export of everything.

Its dates are the local time of the computer; where the export has the moment itself too, the zone between the
two is known.
"""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta, timezone
from typing import Any

from calledshot.transcript.document import Document
from calledshot.transcript.event import Kind
from calledshot.transcript.formats.base import Context, Format, Head, Items
from calledshot.transcript.formats.json_text import (
    Names,
    Part,
    Parts,
    Path,
    Said,
    at_iso,
    at_millis,
    beginning,
    events,
    first_parts,
    id_of,
    items,
    lines,
    marked,
    note_edited,
    table,
    text_of,
)

_ARRAYS: list[Path] = [
    ("messages",), ("chats", "list", "*", "messages"), ("left_chats", "list", "*", "messages"),
]  # fmt: skip
_START = re.compile(
    r'\{\s*+"name"\s*+:\s*+(?:null|"(?:[^"\\]|\\.)*+")\s*+,\s*+"type"\s*+:\s*+"(?:personal_chat|bot_chat|'
    r"saved_messages|replies|verify_codes|(?:private|public)_(?:group|supergroup|channel))\""
    r'|\{\s*+"about"\s*+:\s*+"Here is the data you requested'
    r'|\{\s*+"chats"\s*+:\s*+\{(?:\s*+"about"\s*+:\s*+"(?:[^"\\]|\\.)*+"\s*+,)?\s*+"list"\s*+:\s*+\['
    r'|\{\s*+"messages"\s*+:\s*+\[\s*+\{(?:\s*+"id"\s*+:\s*+-?\d++\s*+,)?'
    r'\s*+"type"\s*+:\s*+"(?:message|service)"\s*+,\s*+"date(?:_unixtime)?"\s*+:',
)
_MOVED: dict[str, Kind] = {
    "invite_members": "join", "join_group_by_link": "join", "join_group_by_request": "join",
    "remove_members": "leave",
}  # fmt: skip
_MEDIA = (
    "photo",
    "file",
    "poll",
    "location_information",
    "contact_information",
    "game_title",
    "invoice_information",
)
_WIDEST_ZONE = 15 * 3600


def sniff(head: Head) -> float:
    """How a chat begins, or messages of Telegram's shape."""
    if _START.match(beginning(head)):
        return 0.99
    _, elements = first_parts(head, _ARRAYS)
    fitting = [
        one for one in elements
        if isinstance(one, dict) and one.get("type") in ("message", "service")
        and ("date_unixtime" in one or ("date" in one and ("from" in one or "actor" in one)))
    ]  # fmt: skip
    return 0.9 if fitting and len(fitting) == len(elements) else 0.0


def whole(document: Document, ctx: Context) -> Items:
    """One event a message, chat after chat."""
    parts = Parts(document.text, _ARRAYS)
    names = Names(ctx)
    rooms: dict[Path, str] = {}
    messages = []
    for part in parts:
        if part.element:
            messages.append(part)
        elif part.path[-1:] == ("name",):
            rooms[part.path[:-1]] = text_of(part.value)
    note_edited(ctx, sum(map(_is_edited, messages)))
    said = [_said(part, names, rooms.get(part.path[:-2]) or None) for part in messages]
    return events(said, document, ctx, parts.damage)


def _said(part: Part, names: Names, room: str | None) -> Said | Part:
    message = part.value
    if not isinstance(message, dict) or message.get("type") not in ("message", "service", "unsupported"):
        return part
    id, at = id_of(message.get("id")), _at(message)
    if message["type"] != "service":
        speaker = names.shown(text_of(message.get("from")), _person(message.get("from_id")))
        return Said("say", speaker, _text(message), part.start, part.end, at=at, room=room, id=id)
    who = names.shown(text_of(message.get("actor")), _person(message.get("actor_id")))
    action = text_of(message.get("action"))
    moved = [text_of(one) or "somebody" for one in items(message, "members")]
    told = [who or "somebody", action.replace("_", " "), ", ".join(moved), text_of(message.get("title"))]
    text = " ".join(part for part in told if part)
    kind = _MOVED.get(action, "system")
    if kind != "system" and moved and action.endswith("_members"):
        who = moved[0]
    return Said(
        kind, who, lines(text, _words(message.get("text"))), part.start, part.end, at=at, room=room,
        trust="server", id=id,
    )  # fmt: skip


def _person(id: Any) -> str | None:
    """Who it is: old exports have numbers."""
    return f"user{id}" if type(id) is int else id_of(id)


def _is_edited(part: Part) -> bool:
    edited = text_of(part.value.get("edited")) if isinstance(part.value, dict) else ""
    return bool(edited) and not edited.startswith("1970-")


def _text(message: dict[str, Any]) -> str:
    forwarded = text_of(message.get("forwarded_from"))
    return lines(
        f"[forwarded from {forwarded}]" if forwarded else "", _words(message.get("text")), _media(message)
    )


def _words(text: Any) -> str:
    if isinstance(text, list):
        return "".join(text_of(one.get("text")) if isinstance(one, dict) else text_of(one) for one in text)
    return text_of(text)


def _media(message: dict[str, Any]) -> str:
    what = text_of(message.get("media_type")).replace("_", " ")
    if what:
        return marked(what, message.get("sticker_emoji") or message.get("file_name"))
    for key in _MEDIA:
        if key in message:
            name = table(message, "poll").get("question") if key == "poll" else None
            return marked(
                key.removesuffix("_information").removesuffix("_title"), name or message.get("file_name")
            )
    return ""


def _at(message: dict[str, Any]) -> str | None:
    """The moment, in the zone of the export where it can be told."""
    local, unix = at_iso(message.get("date")), id_of(message.get("date_unixtime"))
    moment = at_millis(f"{unix}000") if unix and unix.isdigit() else None
    if moment is None or local is None:
        return moment or local
    try:
        ahead = datetime.fromisoformat(local).replace(tzinfo=UTC) - datetime.fromisoformat(moment)
    except OverflowError:
        return moment
    if abs(ahead) > timedelta(seconds=_WIDEST_ZONE) or ahead % timedelta(minutes=15):
        return moment
    return datetime.fromisoformat(moment).astimezone(timezone(ahead)).isoformat()


FORMAT = Format(
    name="telegram-json",
    title="Telegram (JSON)",
    evidence="real sample",
    extensions=(".json",),
    sniff=sniff,
    whole=whole,
)
