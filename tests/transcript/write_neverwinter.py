"""Writes events as the client of Neverwinter Nights logs its chat window."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from calledshot.transcript.event import Event

kinds = frozenset({"say", "whisper", "join", "leave"})
"""What it can write. Names hold no colon and no bracket."""
_TOLD = {"join": "joined", "leave": "left"}


def write(events: Sequence[Event]) -> str:
    """A line an event."""
    return "".join(map(_line, events))


def _line(event: Event) -> str:
    moment = datetime.fromisoformat(event.at or "")
    if event.kind in _TOLD:
        words = f"{event.speaker} has {_TOLD[event.kind]} as a player.."
    else:
        channel = "Tell" if event.kind == "whisper" else "Talk"
        words = f"{event.speaker}: [{channel}] {event.text}"
    return f"[CHAT WINDOW TEXT] [{moment:%a %b %d %H:%M:%S}] {words}\n"
