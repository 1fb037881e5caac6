"""Writes events as Element exports them as plain text."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from calledshot.transcript.event import Event

kinds = frozenset({"say", "emote"})


def write(events: Sequence[Event]) -> str:
    """One message an event; what it says may go on below."""
    return "".join(f"{_stamp(event.at or '')} - {_words(event)}\n" for event in events)


def _words(event: Event) -> str:
    return f"* {event.speaker} {event.text}" if event.kind == "emote" else f"{event.speaker}: {event.text}"


def _stamp(at: str) -> str:
    return datetime.fromisoformat(at).strftime("%a, %b %d, %Y, %H:%M:%S")
