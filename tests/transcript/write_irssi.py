"""Writes events as irssi does, with its default theme."""

from __future__ import annotations

from collections.abc import Sequence

from irc_strategies import time

from calledshot.transcript.event import Event

kinds = frozenset({"say", "emote", "notice", "join", "leave", "nick", "topic", "system"})


def write(events: Sequence[Event]) -> str:
    """One line an event."""
    return "".join(f"{_line(event)}\n" for event in events)


def _line(event: Event) -> str:
    if event.kind == "say":
        return f"{time(event)} < {event.speaker}> {event.text}"
    if event.kind == "emote":
        return f"{time(event)}  * {event.speaker} {event.text}"
    if event.kind == "notice":
        return f"{time(event)} -{event.speaker}:#moor- {event.text}"
    return f"{time(event)} -!- {event.text}"
