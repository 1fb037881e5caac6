"""The event: one thing that happened in a room, as every reader, feed and journal gives it.

Events are small frozen values. What they mean for a fight is not decided here.
"""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from calledshot.dice.roll import Roll

Kind = Literal[
    "say", "emote", "whisper", "roll", "join", "leave", "nick", "topic", "notice", "away", "system", "command"
]
Trust = Literal["server", "bot", "member", "unknown"]


class Source(Struct, frozen=True):
    """The input lines an event was read from, counted from 1."""

    file: str | None
    line: int
    end_line: int


class Event(Struct, frozen=True, kw_only=True):
    """One event. `at` is ISO 8601 or None, never guessed; `to` is a whisper's recipient or a nick's new
    name; `text` is what a reader saw, without markup; `trust` says who wrote the line; `id` is the
    service's own message id, where a live feed has one."""

    seq: int = 0
    at: str | None = None
    kind: Kind
    speaker: str | None = None
    to: str | None = None
    room: str | None = None
    text: str = ""
    trust: Trust = "member"
    roll: Roll | None = None
    source: Source | None = None
    id: str | None = None
