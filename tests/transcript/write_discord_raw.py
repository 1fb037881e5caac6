"""Writes events as Discord's service gives messages to bots."""

from __future__ import annotations

import json
from collections.abc import Sequence

from calledshot.transcript.event import Event

kinds = frozenset({"say", "join"})


def write(events: Sequence[Event]) -> str:
    """A list of messages, the newest first."""
    return json.dumps([_message(number, event) for number, event in enumerate(events)][::-1], indent=1)


def _message(number: int, event: Event) -> dict[str, object]:
    return {
        "id": str(number), "type": 7 if event.kind == "join" else 0, "channel_id": "9",
        "timestamp": f"{event.at}.{number:06d}", "content": event.text,
        "author": {"id": event.speaker, "username": event.speaker},
    }  # fmt: skip
