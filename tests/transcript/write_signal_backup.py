"""Writes events as signalbackup-tools writes them as text."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from calledshot.transcript.event import Event

kinds = frozenset({"say"})


def write(events: Sequence[Event]) -> str:
    """One message an event; what it says may go on below."""
    return "".join(f"[{_stamp(event.at or '')}] <{event.speaker}> {event.text}\n" for event in events)


def _stamp(at: str) -> str:
    return datetime.fromisoformat(at).strftime("%b %d, %Y %H:%M:%S")
