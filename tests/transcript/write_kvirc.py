"""Writes events as KVIrc does, with the kinds of lines as numbers."""

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
        return f"25 [{time(event)}] <{event.speaker}> {event.text}"
    if event.kind == "emote":
        return f"32 [{time(event)}] {event.speaker} {event.text}"
    if event.kind == "notice":
        return f"77 [{time(event)}] -{event.speaker}:#moor- {event.text}"
    number = {"join": 20, "leave": 21, "nick": 37, "topic": 23}.get(event.kind, 42)
    return f"{number} [{time(event)}] {event.text}"
