"""Matrix rooms saved as JSON: Element's export, answers to /messages and /sync, one event a line.

Where the events stand in such files; what they mean is in `matrix_events`.
"""

from __future__ import annotations

import re
from typing import Any

from calledshot.transcript.document import Document
from calledshot.transcript.formats.base import Context, Format, Head, Items
from calledshot.transcript.formats.json_text import (
    Part,
    Parts,
    Path,
    Said,
    beginning,
    events,
    oldest_first,
    text_of,
    values_of_lines,
)
from calledshot.transcript.formats.matrix_events import Room, bare, is_event

_ARRAYS: list[Path] = [
    (), ("messages",), ("chunk",), ("events",), ("rooms", "join", "*", "timeline", "events"),
    ("rooms", "leave", "*", "timeline", "events"),
]  # fmt: skip
_EXPORT = re.compile(r'\{\s*+"room_(?:name|creator)"\s*+:')
_ANSWER = re.compile(r'"(?:chunk|next_batch|rooms|start|end|account_data|timeline)"\s*+:')
_EVENT = re.compile(
    r'"(?:origin_server_ts|event_id|room_id)"\s*+:|"type"\s*+:\s*+"m\.|"(?:next_batch)"\s*+:\s*+"s\d'
)
_ROW = re.compile(r'\{[^\r\n]*"type"\s*+:\s*+"[^\r\n]*')
_NAMES = re.compile(r'\{\s*+"@[^\s":]+:[^\s"]+"\s*+:\s*+"')


def sniff(head: Head) -> float:
    """Element's export by how it begins; raw events, in an answer or by themselves, by what they hold."""
    text = beginning(head)[:40_000]
    if not text:
        return 0.0
    if _EXPORT.match(text) or _NAMES.match(text):
        return 0.98
    hits = len({match[0][:12] for match in _EVENT.finditer(text)})
    if text[0] == "{" and _ANSWER.search(text, 0, 2000) and hits:
        return 0.95
    return 0.9 if hits >= 2 else 0.0


def whole(document: Document, ctx: Context) -> Items:
    """The events of all rooms in the file, room after room, oldest first."""
    if _one_a_line(document.text):
        return _rows(document, ctx)
    parts = Parts(document.text, _ARRAYS)
    groups: dict[Path, list[Part]] = {}
    state: list[tuple[Any, str | None]] = []
    name: str | None = None
    for part in parts:
        if part.element:
            groups.setdefault(part.path[:-1], []).append(part)
        elif part.path == ("room_name",):
            name = text_of(part.value) or None
        elif part.path == ("state",):
            state.append((part.value, None))
        elif part.path[-2:] == ("state", "events") or part.path[-1:] == ("state",):
            found = part.value.get("events") if isinstance(part.value, dict) else part.value
            state.append((found, _room_of(part.path)))
    room = Room(ctx, name)
    for found, where in state:
        room.add(found if isinstance(found, list) else [], where)
    said: list[Said | Part] = []
    for path, group in groups.items():
        said += room.read(oldest_first(group, _time), _room_of(path))
    return events(said, document, ctx, parts.damage)


def _room_of(path: Path) -> str | None:
    return path[2] if len(path) > 3 and path[0] == "rooms" else None


def _time(part: Part) -> Any:
    event = bare(part.value)
    return event.get("origin_server_ts") if isinstance(event, dict) else None


def _one_a_line(text: str) -> bool:
    """Whether the first line is an object by itself."""
    for value, _, end in values_of_lines(text):
        if not isinstance(value, dict):
            return False
        return is_event(bare(value)) or _is_names(value) or bool(text[end:].strip() and "chunk" not in value)
    return False


def _is_names(value: dict[str, Any]) -> bool:
    return bool(value) and all(key.startswith("@") and isinstance(value[key], str) for key in value)


def _rows(document: Document, ctx: Context) -> Items:
    room = Room(ctx)
    parts = []
    for value, start, end in values_of_lines(document.text):
        if isinstance(value, dict) and not is_event(bare(value)) and _is_names(value):
            room.add_names(value)
        else:
            parts.append(Part((), value, start, end, True))
    return events(room.read(oldest_first(parts, _time)), document, ctx, None)


FORMAT = Format(
    name="matrix-json",
    title="Matrix (JSON)",
    evidence="writer's source",
    extensions=(".json", ".ndjson", ".jsonl"),
    sniff=sniff,
    whole=whole,
)
