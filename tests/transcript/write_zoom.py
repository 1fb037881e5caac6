"""Writes events as Zoom saves the chat of a meeting."""

from __future__ import annotations

from collections.abc import Sequence

from calledshot.transcript.event import Event

kinds = frozenset({"say", "whisper"})
"""What it can write; there is no day."""


def write(events: Sequence[Event]) -> str:
    """A head, and the words below it a tab to the right."""
    made = ""
    for event in events:
        clock = (event.clock or (event.at or "")[11:])[:8]
        to = "Everyone" if event.kind == "say" else f"{event.to}(Direct Message)"
        words = "".join(f"\t{line}\n" for line in event.text.split("\n"))
        made += f"{clock} From  {event.speaker}  to  {to}:\n{words}"
    return made
