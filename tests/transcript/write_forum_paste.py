"""Writes events as lines of an AIM window that were pasted into a forum, coloured by speaker."""

from __future__ import annotations

from collections.abc import Sequence

from writers import twelve

from calledshot.transcript.event import Event

kinds = frozenset({"say"})
"""What it can write. Names are screen names; texts hold no BBCode of their own."""


def write(events: Sequence[Event]) -> str:
    """One line an event."""
    return "".join(
        f"[color=#{len(event.speaker or ''):06x}]{event.speaker} ({twelve(event.clock or '00:00:00')}): "
        f"{_escaped(event.text)}[/color]\n"
        for event in events
    )


def _escaped(text: str) -> str:
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
