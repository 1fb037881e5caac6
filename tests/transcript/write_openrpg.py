"""Writes events as OpenRPG's chat shows them, each speaker with a number of his own."""

from __future__ import annotations

from collections.abc import Sequence

from calledshot.transcript.event import Event

kinds = frozenset({"say", "emote", "join", "leave"})
"""What it can write. Names hold no colon followed by a blank; who acts has spoken."""


def write(events: Sequence[Event]) -> str:
    """One line an event."""
    numbers: dict[str | None, int] = {}
    return "".join(_line(event, numbers.setdefault(event.speaker, len(numbers) + 1)) for event in events)


def _line(event: Event, number: int) -> str:
    match event.kind:
        case "say":
            return f"({number}) {event.speaker}: {event.text}\n"
        case "emote":
            return f"** ({number}) {event.text} **\n"
        case _:
            moved = "enter" if event.kind == "join" else "exit"
            return f"({number}) {event.speaker} ({moved}): {event.clock}\n"
