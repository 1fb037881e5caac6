"""The journal of a live helper: what came in, what the referee made of it, what was to be said and whether
it was, and from where each feed would go on.

It promises: a message is committed before it is ruled on; everything that came of one is committed at once;
the same message of a service is kept once. It decides nothing about fights. Reading a journal back as a
transcript is `transcript.formats.journal`'s, tables and locks are `live.store`'s.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import msgspec
import sqlalchemy as sa
from msgspec import Struct

from calledshot.live.hub import Sending, Settled, State, Stored
from calledshot.live.messages import Incoming, encode, incoming, outgoing
from calledshot.live.store import JournalError, Store, events, messages, outbox, positions
from calledshot.transcript.event import Event, from_json, to_json

CHUNK = 500
"""Messages fetched at a time when a journal is read from its beginning."""


class Begun(Struct, kw_only=True, frozen=True):
    """What a journal was begun with, so that an audit of it plays alike: `options` holds the game masters'
    names (`pgm`), `system` and `by_the_book`."""

    started: str
    campaign: str | None = None
    ruleset: str | None = None
    options: Mapping[str, Any] = {}


class SqlJournal:
    """A journal in a database, open for writing by this process alone."""

    def __init__(self, where: str, *, begun: Begun | None = None, full: bool = False) -> None:
        """`where` is a path or URL; `full` waits for the disk at every commit (SQLite). Raises JournalError
        for what cannot be opened, is in use, or is of another version."""
        self.store = Store(where, full=full)
        try:
            with self.store.writing() as connection:
                self._next = 1 + (connection.execute(sa.select(sa.func.max(messages.c.number))).scalar() or 0)
                last = connection.execute(sa.select(sa.func.max(events.c.seq))).scalar()
            self._seq = 0 if last is None else last + 1
            self.begun = self._begin(begun)
            self.key = self._secret_key()
        except BaseException:
            self.store.close()
            raise

    def _begin(self, begun: Begun | None) -> Begun | None:
        first = begun_as(self.store)
        if first is None and begun is not None:
            self.store.put("begun", msgspec.json.encode(begun).decode())
        return first or begun

    def _secret_key(self) -> bytes:
        """Chance itself, once for this journal and kept in it: what dice and commitments are drawn from, so
        that they come out alike whenever its messages are heard again."""
        kept = self.store.get("key")
        if kept is None:
            kept = secrets.token_hex(32)
            self.store.put("key", kept)
        return bytes.fromhex(kept)

    def close(self) -> None:
        self.store.close()

    # -- writing --------------------------------------------------------------------------------------

    def receive(self, message: Incoming, feed: str) -> int | None:
        """Write down and commit; its number, or None where this message (by id and what it is) is here."""
        event = message.event
        room = _plain(event.room or "")
        id = _plain(event.id)
        number = self._next
        with self.store.writing() as connection:
            if id is not None:
                known = {"feed": feed, "room": room, "id": id, "what": message.what}
                if connection.execute(_SEEN, known).first() is not None:
                    return None
            connection.execute(
                _RECEIVE,
                {
                    "number": number,
                    "feed": feed,
                    "room": room,
                    "id": id,
                    "what": message.what,
                    "data": encode(message).decode(),
                    "settled": False,
                },
            )
        self._next += 1
        return number

    def settle(self, number: int, settled: Settled, *, feed: str, position: str | None) -> Sequence[Sending]:
        """Commit what came of it in one transaction; the lines with their keys ("NUMBER.n")."""
        made = [
            Sending(msgspec.structs.replace(line, key=f"{number}.{place}"))
            for place, line in enumerate(settled.lines)
        ]
        with self.store.writing() as connection:
            done = connection.execute(_SETTLE, {"of": number})
            if done.rowcount != 1:
                raise JournalError(f"{self.store.where}: message {number} is not there to be settled, or is")
            if settled.events:
                connection.execute(
                    _EVENT,
                    [
                        {
                            "seq": self._seq + place,
                            "number": number,
                            "room": _plain(event.room),
                            "data": to_json(event).decode(),
                        }
                        for place, event in enumerate(settled.events)
                    ],
                )
            if made:
                connection.execute(
                    _LINE,
                    [
                        {
                            "number": number,
                            "place": place,
                            "key": sending.line.key,
                            "room": _plain(sending.line.room),
                            "recipient": _plain(sending.line.to),
                            "data": encode(sending.line).decode(),
                            "state": "pending",
                        }
                        for place, sending in enumerate(made)
                    ],
                )
            if position is not None:
                _advance(connection, feed, position)
        self._seq += len(settled.events)
        return made

    def advance(self, feed: str, position: str) -> None:
        """The feed would go on from here, whatever came before; commits."""
        with self.store.writing() as connection:
            _advance(connection, feed, position)

    def handing(self, key: str) -> None:
        """A line is about to be given to the service: from now on its fate is unknown until told."""
        self._mark(key, "handed")

    def unhanded(self, key: str) -> None:
        """It was not given to the service after all."""
        self._mark(key, "pending")

    def done(self, key: str, id: str | None = None) -> None:
        """A line is said; `id` is the service's own id of it, where it is known."""
        self._mark(key, "done", id)

    def refused(self, key: str) -> None:
        """The service will never take this line."""
        self._mark(key, "refused")

    def _mark(self, key: str, state: State, id: str | None = None) -> None:
        values: dict[str, Any] = {"of": key, "state": state, "final": "done"}
        with self.store.writing() as connection:
            if id is not None:
                connection.execute(_MARK_ID, values | {"id": _plain(id)})
            else:
                connection.execute(_MARK, values)

    # -- reading --------------------------------------------------------------------------------------

    def waiting(self) -> Sequence[Sending]:
        """Lines not known to be said, oldest first."""
        with self.store.writing() as connection:
            rows = connection.execute(_WAITING).all()
        return [Sending(outgoing(data), state) for data, state in rows]

    def position(self, feed: str) -> str | None:
        with self.store.writing() as connection:
            found = connection.execute(sa.select(positions.c.position).where(positions.c.feed == feed))
            return found.scalar()

    def raw(self) -> Iterator[Stored]:
        """Every message in order, with the events that were made of it. The journal may be written to
        meanwhile; what is added then is given too."""
        return stored(self.store)

    def unsettled(self) -> Iterator[Stored]:
        """Messages that were written down and not settled: we died in between."""
        return (one for one in self.raw() if not one.settled)


def begun_as(store: Store) -> Begun | None:
    """What a journal, which need not be ours to write, was begun with."""
    found = store.get("begun")
    return msgspec.json.decode(found, type=Begun) if found is not None else None


def stored(store: Store) -> Iterator[Stored]:
    """The messages of a journal, which need not be ours to write."""
    last = 0
    while chunk := _chunk(store, last):
        yield from chunk
        last = chunk[-1].number


def _chunk(store: Store, after: int) -> list[Stored]:
    with store.writing() as connection:
        rows = connection.execute(_RAW, {"after": after, "limit": CHUNK}).all()
        if not rows:
            return []
        made: dict[int, list[Event]] = {}
        for number, data in connection.execute(_MADE, {"first": rows[0].number, "last": rows[-1].number}):
            made.setdefault(number, []).append(from_json(data))
    return [
        Stored(
            number=row.number,
            feed=row.feed,
            message=incoming(row.data),
            settled=row.settled,
            events=tuple(made.get(row.number, ())),
        )
        for row in rows
    ]


def _plain(text: str | None) -> str | None:
    """A name or key without NUL, which PostgreSQL's texts cannot hold. (In JSON it is written otherwise.)"""
    return text.replace("\0", "\N{REPLACEMENT CHARACTER}") if text is not None else None


def _advance(connection: sa.Connection, feed: str, position: str) -> None:
    if connection.execute(_MOVE, {"of": feed, "to": _plain(position)}).rowcount == 0:
        connection.execute(positions.insert().values(feed=feed, position=_plain(position)))


# Built once: building a statement takes longer than running it.
_SEEN = sa.select(messages.c.number).where(
    messages.c.feed == sa.bindparam("feed"),
    messages.c.room == sa.bindparam("room"),
    messages.c.id == sa.bindparam("id"),
    messages.c.what == sa.bindparam("what"),
)
_RECEIVE = messages.insert()
_SETTLE = (
    messages.update()
    .where(messages.c.number == sa.bindparam("of"), messages.c.settled.is_(False))
    .values(settled=True)
)
_EVENT = events.insert()
_LINE = outbox.insert()
_MOVE = positions.update().where(positions.c.feed == sa.bindparam("of")).values(position=sa.bindparam("to"))
_MARK = (
    outbox.update()
    .where(outbox.c.key == sa.bindparam("of"), outbox.c.state != sa.bindparam("final"))
    .values(state=sa.bindparam("state"))
)
_MARK_ID = _MARK.values(id=sa.bindparam("id"))
_WAITING = (
    sa.select(outbox.c.data, outbox.c.state)
    .where(outbox.c.state.in_(("pending", "handed")))
    .order_by(outbox.c.number, outbox.c.place)
)
_RAW = (
    sa.select(messages.c.number, messages.c.feed, messages.c.data, messages.c.settled)
    .where(messages.c.number > sa.bindparam("after"))
    .order_by(messages.c.number)
    .limit(sa.bindparam("limit"))
)
_MADE = (
    sa.select(events.c.number, events.c.data)
    .where(events.c.number >= sa.bindparam("first"), events.c.number <= sa.bindparam("last"))
    .order_by(events.c.seq)
)
