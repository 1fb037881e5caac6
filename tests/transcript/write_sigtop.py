"""Writes events as sigtop writes them as text."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from calledshot.transcript.event import Event

kinds = frozenset({"say"})


def write(events: Sequence[Event]) -> str:
    """A conversation, one record an event."""
    return "Conversation: The Pit (group)\n\n" + "".join(map(_record, events))


def _record(event: Event) -> str:
    when = datetime.fromisoformat(event.at or "").strftime("%a, %d %b %Y %H:%M:%S +0000")
    return f"From: {event.speaker}\nType: incoming\nSent: {when}\nReceived: {when}\n\n{event.text}\n\n"
