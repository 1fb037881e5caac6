"""Writes events as WeeChat's window shows them."""

from __future__ import annotations

from collections.abc import Sequence

from irc_strategies import time

from calledshot.transcript.event import Event

kinds = frozenset({"say", "emote"})


def write(events: Sequence[Event]) -> str:
    """One line an event, the names flush right."""
    return "".join(f"{time(event)} {_words(event)}\n" for event in events)


def _words(event: Event) -> str:
    if event.kind == "emote":
        return f"{'*':>14} | {event.speaker} {event.text}"
    return f"{event.speaker:>14} | {event.text}"
