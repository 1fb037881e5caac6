"""Writes events as XChat's scrollback does, with its colours."""

from __future__ import annotations

from collections.abc import Sequence

from irc_strategies import epoch

from calledshot.transcript.event import Event

kinds = frozenset({"say", "emote", "notice", "join", "leave", "nick", "topic", "system"})


def write(events: Sequence[Event]) -> str:
    """One line an event."""
    return "".join(f"{_line(event)}\n" for event in events)


def _line(event: Event) -> str:
    stamp = f"T {epoch(event)}"
    if event.kind == "say":
        return f"{stamp} <{event.speaker}>\t{event.text}"
    if event.kind == "emote":
        return f"{stamp} \x0313*\x0f\t{event.speaker} {event.text}"
    if event.kind == "notice":
        return f"{stamp} -{event.speaker}/#moor-\t{event.text}"
    return f"{stamp} \x0319*\x0f\t{event.text}"
