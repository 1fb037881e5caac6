"""Writes events as signal-cli prints messages as JSON."""

from __future__ import annotations

import json
from collections.abc import Sequence
from datetime import UTC, datetime

from calledshot.transcript.event import Event

kinds = frozenset({"say"})


def write(events: Sequence[Event]) -> str:
    """One envelope an event, each on its line."""
    return "".join(f"{json.dumps(_envelope(event))}\n" for event in events)


def _envelope(event: Event) -> dict[str, object]:
    stamp = int(datetime.fromisoformat(event.at or "").replace(tzinfo=UTC).timestamp()) * 1000
    message = {"timestamp": stamp, "message": event.text, "groupInfo": {"groupId": "x"}}
    who = {"sourceName": event.speaker, "sourceUuid": event.speaker}
    return {"envelope": {**who, "timestamp": stamp, "dataMessage": message}}
