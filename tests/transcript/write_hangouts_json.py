"""Writes events as Google's archive has a conversation of Hangouts."""

from __future__ import annotations

import json
from collections.abc import Sequence
from datetime import UTC, datetime

from calledshot.transcript.event import Event

kinds = frozenset({"say", "emote"})


def write(events: Sequence[Event]) -> str:
    """One conversation with an event for each event."""
    people = sorted({event.speaker or "" for event in events})
    data = [{"id": {"gaia_id": f"1{at}"}, "fallback_name": name} for at, name in enumerate(people)]
    about = {"conversation": {"name": "The Pit", "participant_data": data}}
    rows = [_row(event, f"1{people.index(event.speaker or '')}") for event in events]
    return json.dumps({"conversations": [{"conversation": about, "events": rows}]}, indent=1)


def _row(event: Event, person: str) -> dict[str, object]:
    moment = datetime.fromisoformat(event.at or "").replace(tzinfo=UTC)
    message: dict[str, object] = {"message_content": {"segment": [{"type": "TEXT", "text": event.text}]}}
    if event.kind == "emote":
        message["annotation"] = [{"annotation_type": 4}]
    return {
        "sender_id": {"gaia_id": person},
        "timestamp": f"{int(moment.timestamp())}000000",
        "chat_message": message,
        "event_type": "REGULAR_CHAT_MESSAGE",
    }
