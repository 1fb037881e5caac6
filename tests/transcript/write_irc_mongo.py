"""Writes events as an archive in MongoDB gives them."""

from __future__ import annotations

import json
from collections.abc import Sequence

from irc_strategies import epoch

from calledshot.transcript.event import Event

kinds = frozenset({"say", "emote", "notice"})
TYPES = {"say": "message", "emote": "action", "notice": "notice"}


def write(events: Sequence[Event]) -> str:
    """One object an event."""
    return "".join(f"{json.dumps(_row(event))}\n" for event in events)


def _row(event: Event) -> dict[str, object]:
    time = {"$date": epoch(event) * 1000 + 250}
    return {"type": TYPES[event.kind], "nick": event.speaker, "text": event.text, "time": time}
