"""Writes events as F-Chat exports a log as text."""

from __future__ import annotations

from collections.abc import Sequence

from calledshot.transcript.event import Event

kinds = frozenset({"say", "emote", "roll", "join", "leave", "system"})
"""What it can write. Names are F-Chat's (letters, digits, `_ -`, blanks); times have no seconds."""


def write(events: Sequence[Event]) -> str:
    """One line an event."""
    return "".join(f"[{(event.at or '').replace('T', ' ')[:16]}] {_said(event)}\r\n" for event in events)


def _said(event: Event) -> str:
    match event.kind:
        case "say":
            return f"{event.speaker}: {event.text}"
        case "emote":
            return f"*{event.speaker} {event.text}"
        case "roll":
            return f"{event.speaker} {event.text}"
        case _:
            return f" {event.text}"
