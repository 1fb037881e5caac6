"""Writes events as Skype exports a conversation: the newest first."""

from __future__ import annotations

import json
from collections.abc import Sequence
from html import escape

from calledshot.transcript.event import Event

kinds = frozenset({"say"})


def write(events: Sequence[Event]) -> str:
    """One conversation."""
    rows = [
        {
            "id": str(number),
            "displayName": event.speaker,
            "originalarrivaltime": event.at,
            "messagetype": "RichText",
            "content": escape(event.text, quote=False),
            "conversationid": "8:ann",
            "from": f"8:{event.speaker}",
        }
        for number, event in enumerate(events)
    ]
    talk = [{"id": "8:ann", "displayName": "Ann", "MessageList": rows[::-1]}]
    return json.dumps({"userId": "8:me", "exportDate": "2024-01-14T00:00", "conversations": talk}, indent=1)
