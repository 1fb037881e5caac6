"""Writes events as Pidgin writes a text log."""

from __future__ import annotations

from collections.abc import Sequence

from calledshot.transcript.event import Event

kinds = frozenset({"say", "emote", "away", "join", "leave", "nick"})
"""What it can write. Names hold no colon followed by a blank; a text has no line end."""


def write(events: Sequence[Event]) -> str:
    """One line an event; the first with a date sets the day of the header."""
    day = next((event.at[:10] for event in events if event.at), None)
    lines = [f"Conversation with TallowWick at {day} 00:00:00 on FennelReed (aim)"] if day else []
    lines += [f"({(event.at or 'T' + (event.clock or ''))[-8:]}) {_said(event)}" for event in events]
    return "".join(line + "\n" for line in lines)


def _said(event: Event) -> str:
    match event.kind:
        case "emote":
            return f"***{event.speaker} {event.text}"
        case "away":
            return f"{event.speaker} <AUTO-REPLY>: {event.text}"
        case "say":
            return f"{event.speaker}: {event.text}"
        case _:
            return event.text
