"""Writes events as DiscordChatExporter writes them as JSON."""

from __future__ import annotations

import json
from collections.abc import Sequence

from calledshot.transcript.event import Event

kinds = frozenset({"say", "join"})


def write(events: Sequence[Event]) -> str:
    """One object."""
    return json.dumps(
        {
            "guild": {"id": "1", "name": "Yard"},
            "channel": {"id": "2", "name": "one"},
            "messages": [_message(number, event) for number, event in enumerate(events)],
        },
        indent=2,
    )


def _message(number: int, event: Event) -> dict[str, object]:
    return {
        "id": str(number), "type": "Default" if event.kind == "say" else "GuildMemberJoin",
        "timestamp": event.at, "content": event.text, "author": {"id": event.speaker, "name": event.speaker},
    }  # fmt: skip
