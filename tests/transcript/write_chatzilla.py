"""Writes events as ChatZilla logs them."""

from __future__ import annotations

from collections.abc import Sequence

from irc_strategies import DAY, time

from calledshot.transcript.event import Event

kinds = frozenset({"say", "emote"})


def write(events: Sequence[Event]) -> str:
    """One line an event."""
    return "".join(f"[{DAY} {time(event)}] {_words(event)}\n" for event in events)


def _words(event: Event) -> str:
    if event.kind == "emote":
        return f"*\t{event.speaker} {event.text}"
    return f"<{event.speaker}>\t{event.text}"
