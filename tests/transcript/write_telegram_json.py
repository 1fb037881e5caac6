"""Writes events as Telegram exports them as JSON."""

from __future__ import annotations

import json
from collections.abc import Sequence

from calledshot.transcript.event import Event

kinds = frozenset({"say"})


def write(events: Sequence[Event]) -> str:
    """One chat."""
    messages = [
        {"id": number, "type": "message", "date": event.at, "from": event.speaker, "text": [event.text]}
        for number, event in enumerate(events)
    ]
    return json.dumps({"name": "Yard", "type": "private_group", "id": 1, "messages": messages}, indent=1)
