"""Writes events as World of Warcraft's client logs its chat."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from calledshot.transcript.event import Event

kinds = frozenset({"say", "whisper", "roll", "join", "leave"})
"""What it can write. Names are one word of letters."""


def write(events: Sequence[Event]) -> str:
    """A line an event; what was typed has its bars twice."""
    return "".join(f"{_time(event)}  {_words(event)}\n" for event in events)


def _time(event: Event) -> str:
    moment = datetime.fromisoformat(event.at or "")
    return f"{moment.month}/{moment.day} {moment:%H:%M:%S}.{moment.microsecond // 1000:03d}"


def _words(event: Event) -> str:
    text = event.text.replace("|", "||")
    if event.kind == "whisper":
        return f"{event.speaker} whispers: {text}" if event.to == "You" else f"To {event.to}: {text}"
    if event.kind in ("join", "leave"):
        return (
            f"{event.speaker} {event.kind}s the party."
            if event.kind == "join"
            else f"{event.speaker} leaves the party."
        )
    if event.kind == "roll":
        assert event.roll is not None
        return f"{event.speaker} rolls {event.roll.total} (1-{event.roll.sides})"
    channel = f"[{event.room}] {event.speaker}: " if event.room else f"{event.speaker} says: "
    return channel + text
