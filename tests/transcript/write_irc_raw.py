"""Writes events as a server with IRCv3 sends them."""

from __future__ import annotations

from collections.abc import Sequence

from calledshot.transcript.event import Event

kinds = frozenset({"say", "emote", "notice", "whisper"})


def write(events: Sequence[Event]) -> str:
    """One line an event."""
    return "".join(f"{_line(event)}\n" for event in events)


def _line(event: Event) -> str:
    words = f"\x01ACTION {event.text}\x01" if event.kind == "emote" else event.text
    verb = "NOTICE" if event.kind == "notice" else "PRIVMSG"
    to = (event.to or "Friend") if event.kind == "whisper" else "#moor"
    return f"@time={(event.at or '')[:23]}Z;account=a :{event.speaker}!~u@host.example {verb} {to} :{words}"
