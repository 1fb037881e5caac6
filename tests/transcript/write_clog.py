"""Writes events as clog logs them."""

from __future__ import annotations

from collections.abc import Sequence

from irc_strategies import time, usual

from calledshot.transcript.event import Event

kinds = frozenset({"say", "emote", "notice"})


def write(events: Sequence[Event]) -> str:
    """One line an event."""
    return "".join(f"{time(event)} {usual(event)}\n" for event in events)
