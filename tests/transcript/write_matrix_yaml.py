"""Writes events as matrix-archive writes a room: a list of tables in YAML, long words folded."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime

from calledshot.transcript.event import Event

kinds = frozenset({"say"})
"""What it can write; every event has its moment."""
WIDTH = 60


def write(events: Sequence[Event]) -> str:
    """The fields in their alphabetical order; the words in quotes, every odd character escaped."""
    made = ""
    for event in events:
        moment = datetime.fromisoformat(event.at or "").replace(tzinfo=UTC)
        made += (
            f"- body: {_quoted(event.text)}\n  sender_id: '@{event.speaker}:weir.example'\n"
            f"  sender_name: {event.speaker} <@{event.speaker}:weir.example>\n"
            f"  timestamp: {int(moment.timestamp() * 1000)}\n  type: text\n"
        )
    return made


def _quoted(text: str) -> str:
    rows, row = [], ""
    for char in text:
        if len(row) > WIDTH:
            rows.append(row + "\\")
            row = "\\" if char == " " else ""
        row += _escaped(char)
    return '"' + "\n    ".join([*rows, row]) + '"'


def _escaped(char: str) -> str:
    code = ord(char)
    if char in '"\\':
        return f"\\{char}"
    if 0x20 <= code < 0x7F:
        return char
    return f"\\x{code:02X}" if code < 0x100 else f"\\u{code:04X}" if code < 0x10000 else f"\\U{code:08X}"
