"""Writes events as Digsby logs them."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from calledshot.transcript.event import Event

kinds = frozenset({"say", "away"})
"""What it can write; every event has its moment, in UTC."""


def write(events: Sequence[Event]) -> str:
    """The head, which is never closed, and one line an event."""
    made = '<?xml version="1.0" encoding="UTF-8"?>\n<HTML>\n<HEAD>\n'
    made += "<TITLE>IM Logs with wick on 2004-07-03</TITLE>\n</HEAD>\n<BODY>\n"
    for event in events:
        time = (event.at or "")[:19].replace("T", " ")
        made += f'<div class="incoming message" auto="{event.kind == "away"}" timestamp="{time}">'
        made += f'<span class="buddy">{escape(event.speaker or "")}</span> '
        made += f'<span class="msgcontent">{escape(event.text)}</span></div>\n'
    return made
