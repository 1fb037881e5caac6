"""Writes events as Meta's archive writes them: each byte of UTF-8 a character."""

from __future__ import annotations

import json
from collections.abc import Sequence
from datetime import UTC, datetime

from calledshot.transcript.event import Event

kinds = frozenset({"say"})


def write(events: Sequence[Event]) -> str:
    """One conversation, newest first."""
    messages = [
        {
            "sender_name": _bytes(event.speaker or ""),
            "timestamp_ms": _millis(event),
            "content": _bytes(event.text),
        }
        for event in reversed(events)
    ]
    return json.dumps({"participants": [{"name": "A"}], "messages": messages, "title": "Yard"}, indent=2)


def _millis(event: Event) -> int:
    return int(datetime.fromisoformat(event.at or "").replace(tzinfo=UTC).timestamp() * 1000)


def _bytes(text: str) -> str:
    return text.encode().decode("latin-1")
