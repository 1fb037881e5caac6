"""Writes events as dircproxy does on a network that tells who is known to it."""

from __future__ import annotations

from collections.abc import Sequence

from irc_strategies import time

from calledshot.transcript.event import Event

kinds = frozenset({"say", "emote", "notice"})


def write(events: Sequence[Event]) -> str:
    """One line an event."""
    return "".join(f"{_line(event)}\n" for event in events)


def _line(event: Event) -> str:
    who = f"{event.speaker}!~u@host.example"
    if event.kind == "emote":
        return f"[3 Jul {time(event)}] * {who} {event.text}"
    marks = "--" if event.kind == "notice" else "<>"
    return f"[3 Jul {time(event)}] {marks[0]}{who}{marks[1]} +{event.text}"
