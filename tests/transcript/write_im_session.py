"""Writes events as DeadAIM and its like log them."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from calledshot.transcript.event import Event

kinds = frozenset({"say", "away"})
"""What it can write; the day is that of the first event with one."""


def write(events: Sequence[Event]) -> str:
    """A session, one line an event."""
    day = next((event.at[:10] for event in events if event.at), "2004-07-03")
    start = datetime.fromisoformat(day).strftime("%a %b %d %H:%M:%S %Y")
    made = f"Session Start (FennelReed:TallowWick): {start}\n"
    for event in events:
        auto = " (Auto-response)" if event.kind == "away" else ""
        made += f"[{(event.at or 'T' + (event.clock or ''))[-8:]}] {event.speaker}{auto}: {event.text}\n"
    return made + f"Session Close (TallowWick): {start}\n"
