"""What the journal of a helper says, running or stopped: rooms, what was last heard, what waits to be said.

Looks, and changes nothing; names no words that anybody said.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

import sqlalchemy as sa
from msgspec import Struct
from msgspec.json import decode

from calledshot.live.messages import incoming
from calledshot.live.store import Store, events, messages, meta, outbox, positions
from calledshot.transcript.controls import visible
from calledshot.transcript.event import from_json

SCHEMA_VERSION = 1


class Last(Struct, frozen=True):
    """The newest event of a room, without its words."""

    at: str | None
    kind: str
    speaker: str | None


class Gap(Struct, frozen=True):
    """A time that the service could not tell us about. `room` is None where it is all of them."""

    room: str | None
    at: str | None
    message: int


class Room(Struct, frozen=True):
    """One room. `mode` is None where nobody could tell. `paused`: it waits for the game master's `resume`, be
    it that he paused it or that there was a gap."""

    room: str
    mode: str | None
    events: int
    last: Last | None
    paused: bool = False


class Waits(Struct, frozen=True):
    """The outbox: lines not yet handed to the service, handed with unknown fate, said, never taken."""

    pending: int
    handed: int
    done: int
    refused: int


class Status(Struct, frozen=True, kw_only=True):
    """`live status -o json`."""

    schema_version: int = SCHEMA_VERSION
    journal: str
    running: bool
    process: int | None
    started: str | None
    campaign: str | None
    ruleset: str | None
    messages: int
    unsettled: int
    positions: dict[str, str]
    rooms: list[Room]
    gaps: list[Gap]
    outbox: Waits


def status(where: str, modes: dict[str, str] | None = None, paused: Collection[str] = ()) -> Status:
    """A journal's status. `modes` says in which mode each room is and `paused` which of them are, where the
    caller knows. Raises JournalError where there is no journal to look at."""
    store = Store(where, write=False)
    try:
        process = store.writer()
        with store.writing() as connection:
            return _status(store, connection, process, modes or {}, paused)
    finally:
        store.close()


def _status(
    store: Store,
    connection: sa.Connection,
    process: int | None,
    modes: dict[str, str],
    paused: Collection[str],
) -> Status:
    begun: dict[str, Any] = {}
    stored = connection.execute(sa.select(meta.c.value).where(meta.c.name == "begun")).scalar()
    if stored is not None:
        begun = decode(stored)
    lines = sa.select(outbox.c.state, sa.func.count()).group_by(outbox.c.state)
    counted: dict[str, int] = {row[0]: row[1] for row in connection.execute(lines)}
    gaps = []
    for number, data in connection.execute(
        sa.select(messages.c.number, messages.c.data)
        .where(messages.c.what == "gap")
        .order_by(messages.c.number)
    ):
        event = incoming(data).event
        gaps.append(Gap(event.room, event.at, number))
    return Status(
        journal=store.where,
        running=process is not None,
        process=process or None,
        started=begun.get("started"),
        campaign=begun.get("campaign"),
        ruleset=begun.get("ruleset"),
        messages=_count(connection, messages),
        unsettled=_count(connection, messages, messages.c.settled.is_(False)),
        positions={row.feed: row.position for row in connection.execute(sa.select(positions))},
        rooms=_rooms(connection, modes, paused),
        gaps=gaps,
        outbox=Waits(*(counted.get(state, 0) for state in ("pending", "handed", "done", "refused"))),
    )


def _rooms(connection: sa.Connection, modes: dict[str, str], paused: Collection[str]) -> list[Room]:
    made = connection.execute(
        sa.select(events.c.room, sa.func.count(), sa.func.max(events.c.seq))
        .where(events.c.room.is_not(None))
        .group_by(events.c.room)
        .order_by(events.c.room)
    ).all()
    rooms = {}
    for room, count, last in made:
        data = connection.execute(sa.select(events.c.data).where(events.c.seq == last)).scalar_one()
        event = from_json(data)
        newest = Last(event.at, event.kind, event.speaker)
        rooms[room] = Room(room, modes.get(room), count, newest, room in paused)
    for room, mode in modes.items():
        rooms.setdefault(room, Room(room, mode, 0, None, room in paused))
    return [rooms[room] for room in sorted(rooms)]


def _count(connection: sa.Connection, table: sa.Table, *only: Any) -> int:
    return int(connection.execute(sa.select(sa.func.count()).select_from(table).where(*only)).scalar_one())


def text(status: Status) -> str:
    """For people, one fact a line; names are escaped for a terminal."""
    helper = "a helper is running" if status.running else "no helper is running"
    helper += f" (process {status.process})" if status.process else ""
    lines = [
        f"{visible(status.journal)}: {helper}",
        f"begun {status.started or 'at an unknown time'}, {visible(status.campaign or 'no campaign')}, "
        f"{status.ruleset or 'unknown rules'}",
        f"{_many(status.messages, 'message')}, {status.unsettled} of them not ruled on yet",
    ]
    for room in status.rooms:
        mode = f", {room.mode}" if room.mode else ""
        mode += ", waits for `resume`" if room.paused else ""
        lines.append(f"room {visible(room.room)}{mode}: {_many(room.events, 'event')}{_last(room.last)}")
    waits = status.outbox
    lines.append(
        f"outbox: {waits.pending} pending, {waits.handed} handed over and not confirmed, {waits.done} said"
        + (f", {waits.refused} that the service did not take" if waits.refused else "")
    )
    for gap in status.gaps[-5:]:
        lines.append(f"gap: {visible(gap.room or 'every room')}, told {gap.at or 'at an unknown time'}")
    if len(status.gaps) > 5:
        lines.append(f"and {len(status.gaps) - 5} earlier gaps")
    return "\n".join(lines) + "\n"


def _last(last: Last | None) -> str:
    if last is None:
        return ""
    who = f" of {visible(last.speaker)}" if last.speaker else ""
    return f", the last a {last.kind}{who}{f' at {last.at}' if last.at else ''}"


def _many(number: int, word: str) -> str:
    return f"{number:,} {word}" if number == 1 else f"{number:,} {word}s"
