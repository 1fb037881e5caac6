"""Writes events as MSN Messenger's window shows them in English."""

from __future__ import annotations

from collections.abc import Sequence

from calledshot.transcript.event import Event

kinds = frozenset({"say"})
"""What it can write; times have no seconds, and no day."""


def write(events: Sequence[Event]) -> str:
    """A head and the words below it, set a little to the right."""
    made = ""
    for event in events:
        clock = event.clock or (event.at or "")[11:]
        words = "".join(f"  {line}\n" for line in event.text.split("\n"))
        made += f"{event.speaker} says{f' ({clock[:5]})' if clock else ''}:\n{words}"
    return made
