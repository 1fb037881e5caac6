"""Writes events as posts of a thread, copied from phpBB's page."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from calledshot.transcript.event import Event

kinds = frozenset({"say"})
"""What it can write. Names hold no colon and no mark of quotation, and the seconds are lost."""


def write(events: Sequence[Event]) -> str:
    """A post an event."""
    return "".join(map(_post, events))


def _post(event: Event) -> str:
    moment = datetime.fromisoformat(event.at or "")
    half = "pm" if moment.hour >= 12 else "am"
    day = f"{moment:%a %b %d, %Y} {moment.hour % 12 or 12}:{moment:%M} {half}"
    return f"Postby {event.speaker} » {day}\n\n{event.text}\n\n"
