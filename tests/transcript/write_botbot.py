"""Writes events as a dump of botbot's: the lines, as Python shows bytes."""

from __future__ import annotations

from collections.abc import Sequence

from irc_strategies import usual

from calledshot.transcript.event import Event

kinds = frozenset({"say", "emote", "notice"})


def write(events: Sequence[Event]) -> str:
    """One literal with all of them."""
    lines = "".join(f"{(event.at or '')[:19]} {usual(event)}\n" for event in events)
    return repr(lines.encode()) + "\n"
