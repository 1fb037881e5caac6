"""Writes events as an old Minecraft server logs them, with the day."""

from __future__ import annotations

from collections.abc import Sequence

from calledshot.transcript.event import Event

kinds = frozenset({"say", "emote", "join", "leave"})
"""What it can write. Names are letters, digits and low lines."""
_TOLD = {"join": "joined the game", "leave": "left the game"}


def write(events: Sequence[Event]) -> str:
    """A line an event."""
    return "".join(map(_line, events))


def _line(event: Event) -> str:
    time = (event.at or "").replace("T", " ")
    if event.kind == "say":
        words = f"<{event.speaker}> {event.text}"
    elif event.kind == "emote":
        words = f"* {event.speaker} {event.text}"
    else:
        words = f"{event.speaker} {_TOLD[event.kind]}"
    return f"{time} [INFO] {words}\n"
