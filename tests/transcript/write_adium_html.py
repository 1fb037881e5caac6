"""Writes events as Adium wrote its HTML logs."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from calledshot.transcript.event import Event

kinds = frozenset({"say", "away"})
"""What it can write; the date is in the file's name only."""


def write(events: Sequence[Event]) -> str:
    """One line an event."""
    return "".join(map(_line, events))


def _line(event: Event) -> str:
    auto = " (Autoreply)" if event.kind == "away" else ""
    time = (event.at or "T" + (event.clock or ""))[-8:]
    return (
        f'<div class="receive"><span class="timestamp">{time}</span> '
        f'<span class="sender">{escape(event.speaker or "")}{auto}: </span>'
        f'<pre class="message">{escape(event.text)}</pre></div>\n'
    )
