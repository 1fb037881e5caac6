"""Writes events as LINE's phones send a chat's history in English."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

from calledshot.transcript.event import Event

kinds = frozenset({"say"})


def write(events: Sequence[Event]) -> str:
    """A heading, a line for each day, one message an event; several lines stand in quotation marks."""
    made = "[LINE] Chat history in the pit\nSaved on: 03/04/2024, 11:00\n"
    day = ""
    for event in events:
        at = event.at or ""
        if at[:10] != day:
            day = at[:10]
            made += f"\n{date.fromisoformat(day):%a}, {at[8:10]}/{at[5:7]}/{at[:4]}\n"
        text = event.text
        if "\n" in text:
            text = '"' + text.replace('"', '""') + '"'
        made += f"{at[11:16]}\t{event.speaker}\t{text}\n"
    return made
