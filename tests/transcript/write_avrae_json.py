"""Writes events as Avrae's recordings have the messages of a combat."""

from __future__ import annotations

import json
from collections.abc import Sequence
from datetime import UTC, datetime

from calledshot.transcript.event import Event

kinds = frozenset({"say"})
"""What it can write; every event has its moment."""


def write(events: Sequence[Event]) -> str:
    """One message a line."""
    return "".join(json.dumps(_message(number, event)) + "\n" for number, event in enumerate(events))


def _message(number: int, event: Event) -> dict[str, object]:
    moment = datetime.fromisoformat(event.at or "").replace(tzinfo=UTC).timestamp()
    return {
        "combat_id": "c1", "event_type": "message", "timestamp": moment + 1, "message_id": number,
        "author_id": f"id {event.speaker}", "author_name": event.speaker, "author_bot": False,
        "created_at": moment, "content": event.text, "embeds": [], "components": [],
    }  # fmt: skip
