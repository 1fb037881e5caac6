"""Writes events as a day of Slack's export."""

from __future__ import annotations

import json
from collections.abc import Sequence
from datetime import UTC, datetime

from calledshot.transcript.event import Event

kinds = frozenset({"say", "emote"})


def write(events: Sequence[Event]) -> str:
    """One list."""
    return json.dumps(list(map(_message, events)), indent=4)


def _message(event: Event) -> dict[str, object]:
    moment = datetime.fromisoformat(event.at or "").replace(tzinfo=UTC)
    text = event.text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    message: dict[str, object] = {
        "type": "message", "user": event.speaker, "text": text, "ts": f"{int(moment.timestamp())}.000100",
    }  # fmt: skip
    if event.kind == "emote":
        message["subtype"] = "me_message"
    return message
