"""Writes events as DiscordChatExporter writes them as a table."""

from __future__ import annotations

from collections.abc import Sequence

from calledshot.transcript.event import Event

kinds = frozenset({"say"})


def write(events: Sequence[Event]) -> str:
    """The heading and a row an event."""
    return "AuthorID,Author,Date,Content,Attachments,Reactions\n" + "".join(map(_row, events))


def _row(event: Event) -> str:
    cells = ["", event.speaker or "", event.at or "", event.text, "", ""]
    return ",".join('"' + cell.replace('"', '""') + '"' for cell in cells) + "\n"
