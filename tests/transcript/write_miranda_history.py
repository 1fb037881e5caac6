"""Writes events as Miranda's history windows export them."""

from __future__ import annotations

from collections.abc import Sequence

from calledshot.transcript.event import Event

kinds = frozenset({"say"})
"""What it can write; every event has its moment. No line of a text is a moment and a name."""


def write(events: Sequence[Event]) -> str:
    """The head, then each event with its name on a line of its own."""
    made = "###\n### History Log\n### Reed (ICQ: 1) - Wick (ICQ: 2)\n### Filter: All events\n###\n"
    for event in events:
        made += f"\n[{(event.at or '').replace('T', ' ')}] {event.speaker}:\n{event.text}\n"
    return made
