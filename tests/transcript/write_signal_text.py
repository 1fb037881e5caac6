"""Writes events as the tools that export Signal write them."""

from __future__ import annotations

from collections.abc import Sequence

from calledshot.transcript.event import Event

kinds = frozenset({"say"})


def write(events: Sequence[Event]) -> str:
    """One message an event; what it says may go on below."""
    return "".join(
        f"[{(event.at or '')[:10]}, {(event.at or '')[11:16]}] {event.speaker}: {event.text}\n"
        for event in events
    )
