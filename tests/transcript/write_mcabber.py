"""Writes events as mcabber keeps a room's."""

from __future__ import annotations

from collections.abc import Sequence

from irc_strategies import DAY, time

from calledshot.transcript.event import Event

kinds = frozenset({"say", "emote"})


def write(events: Sequence[Event]) -> str:
    """One entry an event."""
    return "".join(f"MR {DAY.replace('-', '')}T{time(event)}Z 000 {_words(event)}\n" for event in events)


def _words(event: Event) -> str:
    return f"*{event.speaker} {event.text}" if event.kind == "emote" else f"<{event.speaker}> {event.text}"
