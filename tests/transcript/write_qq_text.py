"""Writes events as QQ exports a conversation."""

from __future__ import annotations

from collections.abc import Sequence

from calledshot.transcript.event import Event

kinds = frozenset({"say"})
"""What it can write. No line of a text is a name with a number and a time."""


def write(events: Sequence[Event]) -> str:
    """A moment, a name and a number; the words below; a blank line."""
    return "".join(
        f"{(event.at or '').replace('T', ' ')} {event.speaker}(48392017)\n{event.text}\n\n"
        for event in events
    )
