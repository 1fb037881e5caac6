"""Writes events as QIP writes its histories."""

from __future__ import annotations

from collections.abc import Sequence

from calledshot.transcript.event import Event

kinds = frozenset({"say"})
"""What it can write; every event has its moment. Texts have no line that is a rule with an arrow."""


def write(events: Sequence[Event]) -> str:
    """A rule, a line with name and moment, the words, a blank line."""
    made = ""
    for event in events:
        at = event.at or "2004-07-03T" + (event.clock or "00:00:00")
        made += f"{'-' * 38}<-\n{event.speaker} ({at[11:19]} {at[8:10]}/{at[5:7]}/{at[:4]})\n{event.text}\n\n"
    return made
