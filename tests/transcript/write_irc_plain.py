"""Writes events as somebody copies them from a client that shows no times."""

from __future__ import annotations

from collections.abc import Sequence

from irc_strategies import usual

from calledshot.transcript.event import Event

kinds = frozenset({"say", "emote", "notice"})


def write(events: Sequence[Event]) -> str:
    """One line an event."""
    return "".join(f"{usual(event)}\n" for event in events)
