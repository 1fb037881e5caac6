"""Writes events as Telegram exports them as web pages."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from html import escape

from calledshot.transcript.event import Event

kinds = frozenset({"say"})


def write(events: Sequence[Event]) -> str:
    """One message an event."""
    return '<html><body onload="CheckLocation();">\n' + "".join(map(_message, events)) + "</body></html>\n"


def _message(event: Event) -> str:
    when = datetime.fromisoformat(event.at or "").strftime("%d.%m.%Y %H:%M:%S")
    return (
        f'<div class="message default clearfix" id="message1"><div class="date details" title="{when}"></div>'
        f'<div class="from_name">{escape(event.speaker or "")}</div>'
        f'<div class="text">{escape(event.text).replace(chr(10), "<br>")}</div></div>\n'
    )
