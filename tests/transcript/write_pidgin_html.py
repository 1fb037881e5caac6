"""Writes events as Pidgin writes an HTML log."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from calledshot.transcript.event import Event

kinds = frozenset({"say", "emote", "away", "whisper", "join", "leave", "nick"})
"""What it can write."""

_FRAME = "<html><head><title>{0}</title></head><body><h3>{0}</h3>\n"
_LINES = {
    "say": '<font color="#A82F2F"><font size="2">({time})</font> <b>{name}:</b></font> {text}<br/>\n',
    "away": '<font color="#16569E"><font size="2">({time})</font> <b>{name} &lt;AUTO-REPLY&gt;:</b></font> '
    "{text}<br/>\n",
    "emote": '<font color="#062585"><font size="2">({time})</font> <b>***{name}</b></font> {text}<br/>\n',
    "whisper": '<font color="#6C2585"><font size="2">({time})</font><b> {name}:</b></font> {text}<br/>\n',
}  # fmt: skip
_CLIENT = '<font size="2">({time})</font><b> {text}</b><br/>\n'


def write(events: Sequence[Event]) -> str:
    """One line an event; the first with a date sets the day of the header."""
    day = next((event.at[:10] for event in events if event.at), None)
    made = _FRAME.format(f"Conversation with TallowWick at {day} 00:00:00 on FennelReed (aim)") if day else ""
    for event in events:
        made += _LINES.get(event.kind, _CLIENT).format(
            time=(event.at or "T" + (event.clock or ""))[-8:], name=escape(event.speaker or ""),
            text=escape(event.text).replace("\n", "<br/>"),
        )  # fmt: skip
    return made + "</body></html>\n"
