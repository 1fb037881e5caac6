"""Google Hangouts' conversations as Google's archive has them (Hangouts.json), of both of its shapes.

Who is called how stands with each conversation; those who have left it may have no name any more.
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
    Parts,
    Path,
    Said,
    at_millis,
    beginning,
    events,
    id_of,
    items,
    lines,
    oldest_first,
    table,
    text_of,
)

_ARRAYS: list[Path] = [
    ("conversations", "*", "events"), ("conversation_state", "*", "conversation_state", "event"),
]  # fmt: skip
_START = re.compile(
    r'\{\s*+(?:"continuation_end_timestamp"[^{}\[\]]{0,80})?"conversation(?:s|_state)"\s*+:\s*+\['
)
_EMOTE = 4
_MOVED: dict[str, Kind] = {"JOIN": "join", "LEAVE": "leave"}


def sniff(head: Head) -> float:
    """The list of conversations, with Google's numbers of people."""
    text = beginning(head)
    return 0.98 if _START.match(text) and ('"gaia_id"' in text or '"conversation_id"' in text) else 0.0


def whole(document: Document, ctx: Context) -> Items:
    """One event a message, conversation after conversation."""
    parts = Parts(document.text, _ARRAYS)
    groups: dict[Path, list[Part]] = {}
    about: dict[Path, Any] = {}
    for part in parts:
        if part.element:
            groups.setdefault(part.path[:2], []).append(part)
        elif part.path[-1:] == ("conversation",) and isinstance(part.value, dict):
            about[part.path[:2]] = table(part.value, "conversation") or part.value
    names = Names(ctx)
    said: list[Said | Part] = []
    for path, group in groups.items():
        room = about.get(path, {})
        called = {
            _person(one.get("id")): text_of(one.get("fallback_name"))
            for one in items(room, "participant_data") if isinstance(one, dict)
        }  # fmt: skip
        for part in oldest_first(group, _time):
            said.append(_said(part, called, names, text_of(room.get("name")) or None))
    return events(said, document, ctx, parts.damage)


def _time(part: Part) -> Any:
    return part.value.get("timestamp") if isinstance(part.value, dict) else None


def _person(id: Any) -> str:
    found = id if isinstance(id, dict) else {}
    return text_of(found.get("gaia_id")) or text_of(found.get("chat_id"))


def _said(part: Part, called: dict[str, str], names: Names, room: str | None) -> Said | Part:
    event = part.value
    if not isinstance(event, dict) or not ("event_type" in event or "chat_message" in event):
        return part

    def shown(id: str) -> str | None:
        return names.shown(called.get(id), id or None)

    who = shown(_person(event.get("sender_id")))
    micros = id_of(event.get("timestamp"))
    at = at_millis(int(micros) // 1000) if micros and micros.isascii() and micros.isdigit() else None
    message = table(event, "chat_message")
    kind: Kind = "say"
    if message:
        notes = [one.get("annotation_type") for one in items(message, "annotation") if isinstance(one, dict)]
        kind = "emote" if _EMOTE in notes else "say"
        text = _words(table(message, "message_content"))
    else:
        change, new = table(event, "membership_change"), table(event, "conversation_rename")
        moved = [shown(_person(one)) for one in items(change, "participant_id")]
        kind = _MOVED.get(text_of(change.get("type")), "system")
        text = f"[{text_of(event.get('event_type')).lower().replace('_', ' ')}]"
        if kind != "system":
            who = moved[0] if moved else who
            text = f"{', '.join(filter(None, moved)) or who} {'joined' if kind == 'join' else 'left'}"
        elif new:
            text = f"[room name: {text_of(new.get('new_name'))}]"
    return Said(
        kind, who, text, part.start, part.end, at=at, room=room, id=id_of(event.get("event_id")),
        trust="member" if message else "server",
    )  # fmt: skip


def _words(content: Any) -> str:
    words = "".join(
        "\n" if one.get("type") == "LINE_BREAK" else text_of(one.get("text"))
        for one in items(content, "segment") if isinstance(one, dict)
    )  # fmt: skip
    files = ["[file]" for one in items(content, "attachment") if isinstance(one, dict)]
    return lines(words, *files)


FORMAT = Format(
    name="hangouts-json",
    title="Google Hangouts (JSON)",
    evidence="description",
    extensions=(".json",),
    sniff=sniff,
    whole=whole,
)
