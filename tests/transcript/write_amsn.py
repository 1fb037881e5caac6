"""Writes events as aMSN logs them."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from calledshot.transcript.event import Event

kinds = frozenset({"say"})
"""What it can write; the day is that of the first event with one."""


def write(events: Sequence[Event]) -> str:
    """A session: its beginning, and one line an event."""
    day = next((event.at[:10] for event in events if event.at), "2004-07-03")
    start = datetime.fromisoformat(day).strftime("%d %b %Y %H:%M:%S")
    made = f'|"LRED[Conversation started on {start}]\n'
    for event in events:
        time = (event.at or "T" + (event.clock or ""))[-8:]
        made += f'|"LGRA[{time}] |"LITA{event.speaker} :|"LCff00ff {event.text}\n'
    return made
