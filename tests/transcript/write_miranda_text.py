"""Writes events as Miranda's message export does."""

from __future__ import annotations

from collections.abc import Sequence

from calledshot.transcript.event import Event

kinds = frozenset({"say"})
"""What it can write; every event has its moment."""


def write(events: Sequence[Event]) -> str:
    """The head, then three columns; lines that go on are indented to the words."""
    made = f"{'-' * 48}\n      History for\nUser      : Wick\nUIN       : 1\n{'-' * 48}\n"
    width = max((len(event.speaker or "") for event in events), default=0) + 2
    for event in events:
        at = event.at or "2004-07-03T" + (event.clock or "00:00:00")
        lead = f"{event.speaker or '':<{width}}{at[8:10]}.{at[5:7]}.{at[:4]} {at[11:19]} "
        made += lead + event.text.replace("\n", "\n" + " " * len(lead)) + "\n"
    return made
