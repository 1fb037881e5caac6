"""Writes events as Google's archive has the messages of a group in Google Chat."""

from __future__ import annotations

import json
from collections.abc import Sequence
from datetime import datetime

from calledshot.transcript.event import Event

kinds = frozenset({"say"})


def write(events: Sequence[Event]) -> str:
    """One message an event."""
    rows = [
        {
            "creator": {"name": event.speaker, "email": f"{event.speaker}@h.example", "user_type": "Human"},
            "created_date": f"{datetime.fromisoformat(event.at or ''):%A, %B %d, %Y at %I:%M:%S %p UTC}",
            "text": event.text,
            "topic_id": "abc",
            "message_id": f"x/abc/{number}",
        }
        for number, event in enumerate(events)
    ]
    return json.dumps({"messages": rows}, indent=2)
