"""Writes events as a MUSH shows them, wrapped at the width of a terminal."""

from __future__ import annotations

from collections.abc import Sequence
from textwrap import fill

from calledshot.transcript.event import Event

kinds = frozenset({"say", "emote", "join", "leave"})
"""What it can write. Names begin with a capital; what is said holds single blanks and does not begin with a
quote or end in one."""


def write(events: Sequence[Event]) -> str:
    """A paragraph an event, blank lines between them."""
    return (
        "\n\n".join(
            fill(_said(event), 78, break_long_words=False, break_on_hyphens=False) for event in events
        )
        + "\n"
    )


def _said(event: Event) -> str:
    return f'{event.speaker} says, "{event.text}"' if event.kind == "say" else event.text
