"""Writes events as Trillian writes its text and its XML logs."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from urllib.parse import quote

from calledshot.transcript.event import Event

kinds = frozenset({"say"})
"""What it can write of what people say."""


def write(events: Sequence[Event]) -> str:
    """A session of the text log, one line an event."""
    day = next((event.at[:10] for event in events if event.at), "2004-07-03")
    start = datetime.fromisoformat(day).strftime("%a %b %d %H:%M:%S %Y")
    made = f"Session Start (AIM - FennelReed:TallowWick): {start}\n"
    for event in events:
        made += f"[{(event.at or 'T' + (event.clock or ''))[-8:]}] {event.speaker}: {event.text}\n"
    return made + f"Session Close (TallowWick): {start}\n"


def write_xml(events: Sequence[Event]) -> str:
    """A session of the XML log; every event has its moment, in UTC."""
    made = '<session type="start" time="0" medium="AIM" to="a" from="b"/>\n'
    for event in events:
        time = int(datetime.fromisoformat(f"{event.at}+00:00").timestamp())
        made += (
            f'<message type="incoming_privateMessage" time="{time}" medium="AIM" to="b" '
            f'from="{quote(event.speaker or "", safe="")}" text="{quote(event.text, safe="")}"/>\n'
        )
    return made
