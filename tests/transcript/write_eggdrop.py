"""Writes events as eggdrop logs a room."""

from __future__ import annotations

from collections.abc import Sequence

from irc_strategies import time, usual

from calledshot.transcript.event import Event

kinds = frozenset({"say", "emote", "notice"})


def write(events: Sequence[Event]) -> str:
    """One line an event."""
    return "".join(f"{_line(event)}\n" for event in events)


def _line(event: Event) -> str:
    if event.kind == "emote":
        return f"[{time(event)}] Action: {event.speaker} {event.text}"
    return f"[{time(event)}] {usual(event)}"
