"""Writes events as mIRC does, without colours."""

from __future__ import annotations

from collections.abc import Sequence

from irc_strategies import time, usual

from calledshot.transcript.event import Event

kinds = frozenset({"say", "emote", "notice", "join", "leave", "nick", "topic", "system"})


def write(events: Sequence[Event]) -> str:
    """One line an event."""
    return "".join(f"{_line(event)}\n" for event in events)


def _line(event: Event) -> str:
    if event.kind in ("say", "emote", "notice"):
        return f"[{time(event)}] {usual(event)}"
    return f"[{time(event)}] * {event.text}"
