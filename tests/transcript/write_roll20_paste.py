"""Writes events as Roll20's window gives them when they are copied."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from calledshot.transcript.event import Event

kinds = frozenset({"say"})
"""What it can write. Names hold no colon, words begin with no blank; the seconds are lost."""


def write(events: Sequence[Event]) -> str:
    """The time of each message above it, with the day."""
    return "".join(map(_message, events))


def _message(event: Event) -> str:
    moment = datetime.fromisoformat(event.at or "")
    time = f"{moment:%B %d, %Y} {moment.hour % 12 or 12}:{moment:%M}{'PM' if moment.hour >= 12 else 'AM'}"
    return f"{time}\n{event.speaker}:{event.text}\n"
