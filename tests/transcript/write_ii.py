"""Writes events as ii does, in its newer form."""

from __future__ import annotations

from collections.abc import Sequence

from irc_strategies import epoch, usual

from calledshot.transcript.event import Event

kinds = frozenset({"say", "emote"})


def write(events: Sequence[Event]) -> str:
    """One line an event."""
    return "".join(f"{_line(event)}\n" for event in events)


def _line(event: Event) -> str:
    if event.kind == "emote":
        return f"{epoch(event)} <{event.speaker}> \x01ACTION {event.text}\x01"
    return f"{epoch(event)} {usual(event)}"
