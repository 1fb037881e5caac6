"""Writes events as CheetaChat showed a Yahoo room."""

from __future__ import annotations

from collections.abc import Sequence

from calledshot.transcript.event import Event

kinds = frozenset({"say", "roll", "join", "leave"})
"""What it can write; there are no times, and names have no blanks or brackets."""


def write(events: Sequence[Event]) -> str:
    """One line an event."""
    return "".join(map(_line, events))


def _line(event: Event) -> str:
    if event.roll is not None:
        roll = event.roll
        faces = ", ".join(map(str, roll.faces))
        return f">>> {roll.roller} rolls {roll.count} {roll.sides}-sided dice: >{faces}\n"
    if event.kind in ("join", "leave"):
        return f"{event.speaker} has {'joined' if event.kind == 'join' else 'left'} the room.\n"
    return f"{event.speaker}: {event.text}\n"
