"""Writes events as they are copied out of QIP's window."""

from __future__ import annotations

from collections.abc import Sequence

from calledshot.transcript.event import Event

kinds = frozenset({"say"})
"""What it can write; every event has its moment."""


def write(events: Sequence[Event]) -> str:
    """A line with name and moment, the words, a blank line."""
    made = ""
    for event in events:
        at = event.at or ""
        clock = at[11:19] if len(at) > 16 else f"{at[11:16]}:00"
        made += f"{event.speaker} ({clock} {at[8:10]}/{at[5:7]}/{at[:4]})\n{event.text}\n\n"
    return made
