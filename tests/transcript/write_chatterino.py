"""Writes events as Chatterino logs a channel."""

from __future__ import annotations

from collections.abc import Sequence

from calledshot.transcript.event import Event

kinds = frozenset({"say", "system"})
"""What it can write. Names are Twitch's."""


def write(events: Sequence[Event]) -> str:
    """A line an event, after the one with which logging starts."""
    day = (events[0].at or "").split("T")[0] if events else "2004-07-03"
    return f"# Start logging at {day} 00:00:00 UTC\n" + "".join(map(_line, events))


def _line(event: Event) -> str:
    time = (event.at or "").split("T")[1]
    words = event.text if event.kind == "system" else f"{event.speaker}: {event.text}"
    return f"[{time}] {words}\n"
