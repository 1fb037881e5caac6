"""Writes events as HexChat does, with its newer theme."""

from __future__ import annotations

from collections.abc import Sequence

from irc_strategies import time

from calledshot.transcript.event import Event

kinds = frozenset({"say", "emote", "notice", "join", "leave", "nick", "topic", "system"})


def write(events: Sequence[Event]) -> str:
    """One line an event."""
    return "".join(f"{_line(event)}\n" for event in events)


def _line(event: Event) -> str:
    stamp = f"{_MONTHS[int((event.at or '')[5:7]) - 1]} {(event.at or '')[8:10]} {time(event)}"
    if event.kind == "say":
        return f"{stamp} <{event.speaker}>\t{event.text}"
    if event.kind == "emote":
        return f"{stamp} *\t{event.speaker} {event.text}"
    if event.kind == "notice":
        return f"{stamp} -{event.speaker}/#moor-\t{event.text}"
    return f"{stamp} *\t{event.text}"


_MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")
