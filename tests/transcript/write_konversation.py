"""Writes events as Konversation does on an English desk."""

from __future__ import annotations

from collections.abc import Sequence

from irc_strategies import time

from calledshot.transcript.event import Event

kinds = frozenset({"say", "emote", "notice", "join", "leave", "nick", "topic", "system"})


def write(events: Sequence[Event]) -> str:
    """One line an event."""
    return "".join(f"{_line(event)}\n" for event in events)


def _line(event: Event) -> str:
    stamp = f"[Saturday, 3 July 2004] [{time(event)} CET]"
    if event.kind == "say":
        return f"{stamp} <{event.speaker}>\t{event.text}"
    if event.kind == "emote":
        return f"{stamp} \t * {event.speaker} {event.text}"
    if event.kind == "notice":
        return f"{stamp} Notice\t-{event.speaker} to #moor- {event.text}"
    return f"{stamp} {event.kind.title()}\t{event.text}"
