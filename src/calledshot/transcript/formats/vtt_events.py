"""How the records of virtual tabletops become events: the rolls in a message, the place it stands in a file.

A record with several rolls gives the message with the first of them, and an event more for each further one.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from calledshot.dice.roll import Roll
from calledshot.transcript.event import Event, Kind, Source, Trust


class Told(NamedTuple):
    """A roll and what a reader sees of it."""

    roll: Roll | None
    text: str


class Record(NamedTuple):
    """A message of a table, before it has its number."""

    kind: Kind
    speaker: str | None
    text: str
    source: Source
    at: str | None = None
    clock: str | None = None
    to: str | None = None
    room: str | None = None
    trust: Trust = "member"
    id: str | None = None
    rolls: tuple[Told, ...] = ()


def as_events(record: Record, seq: int) -> Iterator[Event]:
    """The event of a record from number `seq` on, and one for every further roll in it."""
    rolls: Sequence[Told] = [one for one in record.rolls if one.roll is not None]
    kind, trust = record.kind, record.trust
    if rolls:
        kind, trust = "roll", "server"
    elif kind == "roll":
        kind, trust = "notice", "server"  # dice that no number can tell
    for number, told in enumerate(rolls or [Told(None, "")]):
        yield Event(
            seq=seq + number, at=record.at, kind=kind, speaker=record.speaker, to=record.to, room=record.room,
            text=told.text if number else record.text, trust=trust, roll=told.roll, source=record.source,
            id=f"{record.id}#{number + 1}" if number and record.id is not None else record.id,
            clock=record.clock,
        )  # fmt: skip
