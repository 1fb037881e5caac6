"""Writes events as Matrix events, one a line."""

from __future__ import annotations

import json
from collections.abc import Sequence
from datetime import UTC, datetime

from calledshot.transcript.event import Event

kinds = frozenset({"say", "emote", "notice"})
_TYPES = {"say": "m.text", "emote": "m.emote", "notice": "m.notice"}


def write(events: Sequence[Event]) -> str:
    """One event a line; the speaker's name is his id."""
    return "".join(
        json.dumps(_event(number, event), ensure_ascii=False) + "\n" for number, event in enumerate(events)
    )


def _event(number: int, event: Event) -> dict[str, object]:
    moment = datetime.fromisoformat(event.at or "")
    return {
        "type": "m.room.message", "sender": event.speaker, "event_id": f"${number}",
        "origin_server_ts": int(moment.replace(tzinfo=UTC).timestamp() * 1000),
        "content": {"msgtype": _TYPES[event.kind], "body": event.text},
    }  # fmt: skip
