"""Writes events as WhatsApp exports them from Android in Germany."""

from __future__ import annotations

from collections.abc import Sequence

from calledshot.transcript.event import Event

kinds = frozenset({"say"})


def write(events: Sequence[Event]) -> str:
    """One message an event; what it says may go on below."""
    return "".join(f"{_day(event.at or '')} - {event.speaker}: {event.text}\n" for event in events)


def _day(at: str) -> str:
    return f"{at[8:10]}.{at[5:7]}.{at[2:4]}, {at[11:16]}"
