"""Writes events as Foundry exports its chat log."""

from __future__ import annotations

from collections.abc import Sequence

from calledshot.transcript.event import Event

kinds = frozenset({"say", "roll"})
"""What it can write. Names hold no colon followed by a blank; no line of a text is a rule of dashes."""


def write(events: Sequence[Event]) -> str:
    """A moment and a name, the words, a rule between messages."""
    return ("-" * 27 + "\n").join(map(_said, events))


def _said(event: Event) -> str:
    year, month, day = (event.at or "2004-07-03")[:10].split("-")
    clock = (event.at or "T00:00:00")[11:19]
    hour = int(clock[:2])
    half = "PM" if hour >= 12 else "AM"
    stamp = f"{int(month)}/{int(day)}/{year}, {hour % 12 or 12}{clock[2:]} {half}"
    words = event.text
    if event.roll is not None:
        sums = f"{event.roll.total - event.roll.modifier}"
        words = f"{event.roll.expression} = {sums} = {event.roll.total}"
    return f"[{stamp}] {event.speaker}\n{words}\n"
