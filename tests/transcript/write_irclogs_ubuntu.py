"""Writes events as irclogs.ubuntu.com has them."""

from __future__ import annotations

from collections.abc import Sequence

from irc_strategies import time, usual

from calledshot.transcript.event import Event

kinds = frozenset({"say", "emote"})


def write(events: Sequence[Event]) -> str:
    """One line an event."""
    blank = {"emote": " "}
    return "".join(f"[{time(event)}] {blank.get(event.kind, '')}{usual(event)}\n" for event in events)
