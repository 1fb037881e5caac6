"""Writes events as WeeChat's logger does."""

from __future__ import annotations

from collections.abc import Sequence

from irc_strategies import time

from calledshot.transcript.event import Event

kinds = frozenset({"say", "emote", "notice", "join", "leave", "nick", "topic", "system"})


def write(events: Sequence[Event]) -> str:
    """One line an event."""
    return "".join(f"{_line(event)}\n" for event in events)


def _line(event: Event) -> str:
    stamp = f"{(event.at or '')[:10]} {time(event)}"
    if event.kind == "say":
        return f"{stamp}\t{event.speaker}\t{event.text}"
    if event.kind == "emote":
        return f"{stamp}\t *\t{event.speaker} {event.text}"
    if event.kind == "notice":
        return f"{stamp}\t--\tNotice({event.speaker}): {event.text}"
    return f"{stamp}\t{ {'join': '-->', 'leave': '<--'}.get(event.kind, '--') }\t{event.text}"
