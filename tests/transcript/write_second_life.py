"""Writes events as Second Life's viewers keep chat."""

from __future__ import annotations

from collections.abc import Sequence

from calledshot.transcript.event import Event

kinds = frozenset({"say", "emote"})
"""What it can write. Names hold no account in brackets, and none ends in how loud he speaks."""


def write(events: Sequence[Event]) -> str:
    """A message an event, a colon in a name as an address has it."""
    return "".join(map(_message, events))


def _message(event: Event) -> str:
    day, time = (event.at or "").split("T")
    name = (event.speaker or "").replace(":", "%3A")
    text = f"/me {event.text}" if event.kind == "emote" else event.text
    below = text.replace("\n", "\n ")
    return f"[{day.replace('-', '/')} {time}]  {name}: {below}\n"
