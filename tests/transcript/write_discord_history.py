"""Writes events as Discord History Tracker keeps a channel."""

from __future__ import annotations

import json
from collections.abc import Sequence
from datetime import UTC, datetime

from calledshot.transcript.event import Event

kinds = frozenset({"say"})


def write(events: Sequence[Event]) -> str:
    """One object: the people, then what they said."""
    people = list(dict.fromkeys(event.speaker or "" for event in events))
    said = {
        str(number): {"u": people.index(event.speaker or ""), "t": _millis(event) + number, "m": event.text}
        for number, event in enumerate(events)
    }
    meta = {"users": {name: {"name": name} for name in people}, "userindex": people}
    return json.dumps({"meta": meta, "data": {"9": said}})


def _millis(event: Event) -> int:
    return int(datetime.fromisoformat(event.at or "").replace(tzinfo=UTC).timestamp()) * 1000
