"""Writes events as Meta's archive has Messenger's conversations as web pages."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from html import escape

from calledshot.transcript.event import Event

kinds = frozenset({"say"})


def write(events: Sequence[Event]) -> str:
    """One section an event, the newest first."""
    return "<html><body>\n" + "".join(map(_section, reversed(events))) + "</body></html>\n"


def _section(event: Event) -> str:
    when = datetime.fromisoformat(event.at or "").strftime("%b %d, %Y %I:%M:%S %p")
    words = escape(event.text).replace("\n", "<br/>")
    return (
        f'<div class="_3-95 _a6-g"><div class="_2ph_ _a6-h _a6-i">{escape(event.speaker or "")}</div>'
        f'<div class="_2ph_ _a6-p"><div><div></div><div>{words}</div></div></div>'
        f'<div class="_3-94 _a6-o"><div class="_a72d">{when}</div></div></div>\n'
    )
