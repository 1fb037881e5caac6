"""Writes events as DiscordChatExporter writes them as a web page."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from html import escape

from calledshot.transcript.event import Event

kinds = frozenset({"say"})


def write(events: Sequence[Event]) -> str:
    """One group of one message an event."""
    return '<html><body><div class="chatlog">\n' + "".join(map(_group, events)) + "</div></body></html>\n"


def _group(event: Event) -> str:
    when = datetime.fromisoformat(event.at or "").strftime("%m/%d/%Y %I:%M %p")
    return (
        '<div class="chatlog__message-group"><div class="chatlog__message-container" data-message-id="1">'
        f'<span class="chatlog__author">{escape(event.speaker or "")}</span>'
        f'<span class="chatlog__timestamp">{when}</span>'
        f'<div class="chatlog__content"><span class="chatlog__markdown-preserve">{escape(event.text)}</span>'
        "</div></div></div>\n"
    )
