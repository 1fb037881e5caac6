"""Writes events as they are copied out of Telegram's window."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from calledshot.transcript.event import Event

kinds = frozenset({"say"})


def write(events: Sequence[Event]) -> str:
    """A heading and what was said below it, for each event."""
    return "\n".join(map(_paragraph, events))


def _paragraph(event: Event) -> str:
    when = datetime.fromisoformat(event.at or "").strftime("%d.%m.%Y %H:%M")
    return f"{event.speaker}, [{when}]\n{event.text}\n"
