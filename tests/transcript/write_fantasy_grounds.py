"""Writes events as Fantasy Grounds logs its chat window."""

from __future__ import annotations

from collections.abc import Sequence

from calledshot.transcript.event import Event

kinds = frozenset({"say", "roll"})
"""What it can write. A text is what was said; that of a roll, what stands before its dice."""


def write(events: Sequence[Event]) -> str:
    """One line an event: ASCII, all else as numeric entities."""
    return "<b>Chat log started at 3.7.2004 / 19:00:00</b><br/>\n" + "".join(map(_line, events))


def _line(event: Event) -> str:
    dice = f" [{event.roll.expression} = {event.roll.total}]" if event.roll is not None else ""
    colour = "660066" if dice else "261A12"
    return f'<font color="#{colour}">{_escaped(f"{event.speaker}: {event.text}")}</font>{dice}<br />\n'


def _escaped(text: str) -> str:
    return "".join(
        char if " " <= char <= "~" and char not in "&<>\"'" else f"&#{ord(char)};" for char in text
    )
