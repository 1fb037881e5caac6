"""The event: one thing that happened in a room, as every reader, feed and journal gives it.

Events are small frozen values. What they mean for a fight is not decided here.
"""

from __future__ import annotations

from typing import Literal

from msgspec import Struct, json
from msgspec.structs import replace

from calledshot.dice.roll import Roll

Kind = Literal[
    "say", "emote", "whisper", "roll", "join", "leave", "nick", "topic", "notice", "away", "system", "command"
]
Trust = Literal["server", "bot", "member", "unknown"]


# gc=False below: an event holds nothing that could lead back to it, and a log makes millions of them.


class Source(Struct, frozen=True, gc=False):
    """The input lines an event was read from, counted from 1."""

    file: str | None
    line: int
    end_line: int


class Event(Struct, frozen=True, kw_only=True, gc=False):
    """One event. `at` is ISO 8601 or None, never guessed; `to` is a whisper's recipient or a nick's new
    name; `text` is what a reader saw, without markup; `trust` says who wrote the line; `id` is the
    service's own message id, where a live feed has one; `clock` is the time of day ("19:30:15") of a log
    that shows times but no date; `via` the relay that passed on what the speaker said elsewhere."""

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
    clock: str | None = None
    via: str | None = None


_ENCODER = json.Encoder()
_DECODER = json.Decoder(Event)
_ABSENT = b',"id":null,"clock":null,"via":null}'
_NOT_PASSED = b',"via":null}'


def to_json(event: Event) -> bytes:
    """One event as the contract writes it: every key in order, null where unknown; `id`, `clock` and
    `via`, which most events lack, only where they are known."""
    data = _ENCODER.encode(event)
    if data.endswith(_ABSENT):
        return data[: -len(_ABSENT)] + b"}"
    if event.via is not None:
        data = data if event.clock is not None else data.replace(b',"clock":null,"via":', b',"via":')
        return data if event.id is not None else data.replace(b',"id":null,', b",")
    data = data.removesuffix(_NOT_PASSED) + b"}"
    if event.clock is None:
        return data.removesuffix(b',"clock":null}') + b"}"
    return data if event.id is not None else data.replace(b',"id":null,"clock":', b',"clock":')


def from_json(data: bytes | str) -> Event:
    """The event that `to_json` wrote (or a feed sent: `seq`, `source` and all nulls may be left out).

    What is said to one person is a whisper, whatever a feed calls it: a secret is never public by a slip.
    Raises `msgspec.MsgspecError` (a ValueError) where it is none."""
    event = _DECODER.decode(data)
    return replace(event, kind="whisper") if event.to and event.kind in ("say", "emote") else event
