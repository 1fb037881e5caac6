"""Writes events as rcirc logs them."""

from __future__ import annotations

from collections.abc import Sequence

from irc_strategies import DAY, time, usual

from calledshot.transcript.event import Event

kinds = frozenset({"say", "emote", "notice"})


def write(events: Sequence[Event]) -> str:
    """One line an event."""
    return "".join(f"{DAY} {time(event)} {_words(event)}\n" for event in events)


def _words(event: Event) -> str:
    return f"[{event.speaker} {event.text}]" if event.kind == "emote" else usual(event)
