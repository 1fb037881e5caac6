"""Writes events as Klooge saves its chat."""

from __future__ import annotations

from collections.abc import Sequence

from calledshot.transcript.event import Event

kinds = frozenset({"say", "emote"})
"""What it can write. Names begin with a letter and hold no bracket or colon; who acts has spoken."""


def write(events: Sequence[Event]) -> str:
    """A line an event, after the line with which a game begins."""
    begin = "[GM] ==== Gaming session started: Sat Jul 03 20:00:00 2004 ====\n"
    return begin + "".join(
        f"[{event.speaker}] {event.text}\n" if event.kind == "say" else f"{event.text}\n" for event in events
    )
