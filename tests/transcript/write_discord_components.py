"""Writes events as ticket bots write a channel of Discord."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from calledshot.transcript.event import Event

kinds = frozenset({"say"})


def write(events: Sequence[Event]) -> str:
    """One tag an event."""
    return (
        "<html><body><discord-messages>\n"
        + "".join(map(_tag, events))
        + "</discord-messages></body></html>\n"
    )


def _tag(event: Event) -> str:
    name = escape(event.speaker or "", quote=True)
    return f'<discord-message author="{name}" timestamp="{event.at}">{escape(event.text)}</discord-message>\n'
