"""Writes events as TeamSpeak's client logs its chat."""

from __future__ import annotations

from collections.abc import Sequence

from calledshot.transcript.event import Event

kinds = frozenset({"say", "join", "leave", "nick"})
"""What it can write. Names hold no quotation mark."""
_TOLD = {"join": 'connected to channel "Mill"', "leave": "disconnected (leaving)"}


def write(events: Sequence[Event]) -> str:
    """A line an event, after the one with which a chat begins."""
    day = (events[0].at or "").split("T")[0] if events else "2004-07-03"
    return f"*** Chat begins {day} 00:00:00\n" + "".join(map(_line, events))


def _line(event: Event) -> str:
    time = (event.at or "").split("T")[1]
    if event.kind == "say":
        return f'<{time}> "{event.speaker}": {event.text}\n'
    told = f'is now known as "{event.to}"' if event.kind == "nick" else _TOLD[event.kind]
    return f'<{time}> "{event.speaker}" {told}\n'
