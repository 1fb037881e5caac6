"""Writes events as LimeChat logs them."""

from __future__ import annotations

from collections.abc import Sequence

from irc_strategies import time, usual

from calledshot.transcript.event import Event

kinds = frozenset({"say", "notice"})


def write(events: Sequence[Event]) -> str:
    """One line an event."""
    return "".join(f"{_line(event)}\n" for event in events)


def _line(event: Event) -> str:
    words = usual(event) if event.kind == "notice" else f"{event.speaker}: {event.text}"
    return f"{time(event)} {words}"
