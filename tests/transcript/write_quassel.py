"""Writes events as Quassel's window shows them."""

from __future__ import annotations

from collections.abc import Sequence

from irc_strategies import time

from calledshot.transcript.event import Event

kinds = frozenset({"say", "emote", "notice"})
_FORMS = {"say": "<{}> {}", "emote": "-*- {} {}", "notice": "[{}] {}"}


def write(events: Sequence[Event]) -> str:
    """One line an event."""
    return "".join(
        f"[{time(event)}] {_FORMS[event.kind].format(event.speaker, event.text)}\n" for event in events
    )
