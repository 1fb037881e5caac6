"""Writes events as mbot logs them."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

from irc_strategies import time, usual

from calledshot.transcript.event import Event

kinds = frozenset({"say", "emote", "notice"})


def write(events: Sequence[Event]) -> str:
    """One line an event."""
    return "".join(f"{_day(event)} {time(event)} {(event.at or '')[:4]} {usual(event)}\n" for event in events)


def _day(event: Event) -> str:
    day = date.fromisoformat((event.at or "")[:10])
    return f"{day:%a %b} {day.day:2d}"
