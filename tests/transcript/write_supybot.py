"""Writes events as Limnoria's ChannelLogger does."""

from __future__ import annotations

from collections.abc import Sequence

from irc_strategies import usual

from calledshot.transcript.event import Event

kinds = frozenset({"say", "emote", "notice"})


def write(events: Sequence[Event]) -> str:
    """One line an event."""
    return "".join(f"{_line(event)}\n" for event in events)


def _line(event: Event) -> str:
    return f"{(event.at or '')[:19]}  {usual(event)}"
