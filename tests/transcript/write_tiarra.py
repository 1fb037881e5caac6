"""Writes events as Tiarra logs them."""

from __future__ import annotations

from collections.abc import Sequence

from irc_strategies import time

from calledshot.transcript.event import Event

kinds = frozenset({"say", "emote", "notice"})


def write(events: Sequence[Event]) -> str:
    """One line an event."""
    return "".join(f"{_line(event)}\n" for event in events)


def _line(event: Event) -> str:
    who = f"#moor@net:{event.speaker}"
    if event.kind == "notice":
        return f"{time(event)} ({who}) {event.text}"
    words = f"\x01ACTION {event.text}\x01" if event.kind == "emote" else event.text
    return f"{time(event)} <{who}> {words}"
