"""Writes events as The Lounge's text logs have them."""

from __future__ import annotations

from collections.abc import Sequence

from irc_strategies import usual

from calledshot.transcript.event import Event

kinds = frozenset({"say", "emote", "notice"})


def write(events: Sequence[Event]) -> str:
    """One line an event."""
    return "".join(f"{_line(event)}\n" for event in events)


def _line(event: Event) -> str:
    at = event.at or ""
    return f"[{at[:19]}{at[19:23] if at[19:20] == '.' else '.000'}Z] {usual(event)}"
