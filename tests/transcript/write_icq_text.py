"""Writes events as ICQ's histories stand in text."""

from __future__ import annotations

from collections.abc import Sequence

from calledshot.transcript.event import Event

kinds = frozenset({"say"})
"""What it can write; every event has its moment. Texts have no line that is a rule."""


def write(events: Sequence[Event]) -> str:
    """A line with name and moment, the words, a rule of dashes."""
    made = ""
    for event in events:
        at = event.at or "2004-07-03T" + (event.clock or "00:00:00")
        day = f"{int(at[8:10])}.{int(at[5:7])}.{at[:4]}"
        made += f"{event.speaker} {day} {at[11:19]}\n{event.text}\n{'-' * 37}\n"
    return made
