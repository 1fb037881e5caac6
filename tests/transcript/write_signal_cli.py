"""Writes events as signal-cli prints messages that it receives."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime

from calledshot.transcript.event import Event

kinds = frozenset({"say"})


def write(events: Sequence[Event]) -> str:
    """One envelope an event."""
    return "".join(map(_envelope, events))


def _envelope(event: Event) -> str:
    moment = datetime.fromisoformat(event.at or "").replace(tzinfo=UTC)
    stamp = f"{int(moment.timestamp())}000 ({moment:%Y-%m-%dT%H:%M:%S}.000Z)"
    return (
        f"Envelope from: “{event.speaker}” +4917{sum(map(ord, event.speaker or ''))} (device: 1)\n"
        f"Timestamp: {stamp}\nBody: {event.text}\n\n"
    )
