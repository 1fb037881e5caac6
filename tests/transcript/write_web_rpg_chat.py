"""Writes events as the web chats with dotted names show them."""

from __future__ import annotations

from collections.abc import Sequence

from calledshot.transcript.event import Event

kinds = frozenset({"say", "emote", "roll"})
"""What it can write. Names hold no `>`; who acts has spoken; what he does begins with his name."""


def write(events: Sequence[Event]) -> str:
    """One line an event."""
    return "".join(_line(event) + "\n" for event in events)


def _line(event: Event) -> str:
    if event.roll is not None:
        faces = ", ".join(f"{face}/{event.roll.sides}" for face in event.roll.faces)
        return f"ROLL by .{event.speaker}> ({event.roll.count}d{event.roll.sides}) {faces}"
    return f"> .{event.text}" if event.kind == "emote" else f".{event.speaker}> {event.text}"
