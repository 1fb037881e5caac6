"""What joins a feed, the journal and the fights: everything that comes in is written down, ruled on, and what
is to be said is handed to the feed, in order.

No protocol and no rule is known here. The order of things is the promise: an event is in the journal before
it is ruled on; results, lines to say and the feed's position are committed together; a line is marked as
handed over before the feed sends it, so that after a crash its fate is known to be known or unknown.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Sequence
from datetime import UTC, datetime
from typing import Literal, Protocol

from msgspec import Struct

from calledshot.live.messages import Incoming, Outgoing
from calledshot.transcript.event import Event

State = Literal["pending", "handed", "done"]


class Sending(Struct, frozen=True):
    """A line of the outbox. "handed": it was given to a feed in an earlier run or connection, and nobody
    knows whether it arrived."""

    line: Outgoing
    state: State = "pending"


class Settled(Struct, frozen=True, kw_only=True):
    """What came of one message: the events as the referee saw them, and the lines to say."""

    events: tuple[Event, ...] = ()
    lines: tuple[Outgoing, ...] = ()


class Fights(Protocol):
    """The rooms under referees (live.rooms): a pure function of what it has heard so far."""

    def heard(self, message: Incoming) -> Settled: ...

    def due(self, now: str) -> bool:
        """Whether time itself has something to say at `now` (ISO 8601): a reminder, a draft come of age."""
        ...


class Journal(Protocol):
    """See live.journal, which keeps this in a database."""

    def receive(self, message: Incoming) -> int | None:
        """Write down and commit; its number, or None where this message (by id and what it is) is here."""
        ...

    def settle(self, number: int, settled: Settled, *, feed: str, position: str | None) -> Sequence[Sending]:
        """Commit what came of it in one transaction; the lines with their keys ("NUMBER.n")."""
        ...

    def waiting(self) -> Sequence[Sending]:
        """Lines not known to be said, oldest first."""
        ...

    def handing(self, key: str) -> None: ...

    def done(self, key: str, id: str | None) -> None: ...

    def position(self, feed: str) -> str | None: ...


class Feed(Protocol):
    """A service. `run` connects (and again, after a cut), calls `hub.heard` for what comes in, in order, and
    returns when told to stop. `send` hands one line to the socket and returns once it is there, in the
    service's own time (rate limits); it raises `NotConnected` where there is none, and is called again with
    the same line when the feed says `hub.connected()`."""

    name: str

    async def run(self, hub: Hub) -> None: ...

    async def send(self, sending: Sending) -> str | None:
        """The service's id of the line where it is known at once (then the line is done), else None: the
        feed says `hub.said(key, id)` when its echo is there. A feed that gets no echoes returns the key."""
        ...

    async def stop(self) -> None: ...


class NotConnected(Exception):
    """There is no connection to send on now."""


class Hub:
    """One feed, one journal, the fights behind it."""

    def __init__(
        self,
        fights: Fights,
        journal: Journal,
        feed: Feed,
        *,
        clock: Callable[[], str] | None = None,
        dry_run: bool = False,
    ) -> None:
        self.fights = fights
        self.journal = journal
        self.feed = feed
        self.clock = clock or (lambda: datetime.now(UTC).isoformat(timespec="milliseconds"))
        self.dry_run = dry_run
        self._queue: list[Sending] = []
        self._wake = asyncio.Event()
        self._up = asyncio.Event()
        self._stopping = False

    # -- what a feed calls ----------------------------------------------------------------------------

    def heard(self, message: Incoming, position: str | None = None) -> None:
        """One message, in order; `position` is where the feed would go on from after it."""
        number = self.journal.receive(message)
        if number is None:
            return
        settled = self.fights.heard(message)
        self._enqueue(self.journal.settle(number, settled, feed=self.feed.name, position=position))

    def said(self, key: str, id: str | None = None) -> None:
        """The service has shown that a line arrived."""
        self.journal.done(key, id)

    def connected(self) -> None:
        """There is a connection: what waits may go out."""
        self._up.set()
        self._wake.set()

    def disconnected(self) -> None:
        self._up.clear()

    # -- running --------------------------------------------------------------------------------------

    async def run(self) -> None:
        """Until the feed returns or `stop` is called."""
        self._enqueue(self.journal.waiting())
        tasks = [asyncio.create_task(one) for one in (self._sender(), self._ticker())]
        try:
            await self.feed.run(self)
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

    async def stop(self) -> None:
        self._stopping = True
        await self.feed.stop()

    def _enqueue(self, sendings: Iterable[Sending]) -> None:
        self._queue.extend(sendings)
        self._wake.set()

    async def _sender(self) -> None:
        while True:
            await self._wake.wait()
            self._wake.clear()
            while self._queue:
                await self._up.wait()
                await self._hand_over(self._queue[0])

    async def _hand_over(self, sending: Sending) -> None:
        key = sending.line.key
        if sending.state == "pending":
            self.journal.handing(key)
        try:
            id = None if self.dry_run else await self.feed.send(sending)
        except NotConnected:
            self.disconnected()
            self._queue[0] = Sending(sending.line, "handed")
            return
        self._queue.pop(0)
        if id is not None or self.dry_run:
            self.journal.done(key, id)

    async def _ticker(self) -> None:
        while True:
            await asyncio.sleep(TICK)
            now = self.clock()
            if self.fights.due(now):
                self.heard(Incoming(what="tick", event=Event(kind="system", at=now, id=f"tick {now}")))


TICK = 0.5
"""Seconds between looks at the clock: fine enough for reminders, and journalled only where one is due."""
