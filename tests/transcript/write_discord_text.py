"""Writes events as DiscordChatExporter writes them as text."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from calledshot.transcript.event import Event

kinds = frozenset({"say"})
RULE = "=" * 62


def write(events: Sequence[Event]) -> str:
    """The head, a paragraph an event, the foot."""
    head = f"{RULE}\nGuild: Yard\nChannel: Pits / one\n{RULE}\n\n"
    foot = f"{RULE}\nExported {len(events)} message(s)\n{RULE}\n"
    return head + "".join(map(_paragraph, events)) + foot


def _paragraph(event: Event) -> str:
    when = datetime.fromisoformat(event.at or "").strftime("%m/%d/%Y %I:%M %p")
    return f"[{when}] {event.speaker}\n{event.text}\n\n"
