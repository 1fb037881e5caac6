"""Writes events as IRCCloud exports them."""

from __future__ import annotations

from collections.abc import Sequence

from irc_strategies import time, usual

from calledshot.transcript.event import Event

kinds = frozenset({"say", "emote", "notice"})


def write(events: Sequence[Event]) -> str:
    """One line an event."""
    return "".join(f"{_line(event)}\n" for event in events)


def _line(event: Event) -> str:
    day = (event.at or "")[:10]
    if event.kind == "emote":
        return f"[{day} {time(event)}] — {event.speaker} {event.text}"
    return f"[{day} {time(event)}] {usual(event)}"
