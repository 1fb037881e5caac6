"""What joins a feed, the journal and the fights: everything that comes in is written down, ruled on, and what
is to be said is handed to the feed, in order.

No protocol and no rule is known here. The order of things is the promise: an event is in the journal before
it is ruled on; results, lines to say and the feed's position are committed together; a line is marked as
handed over before the feed sends it, so that after a crash its fate is known to be known or unknown. After a
start, the fights are what the journal's messages make of them, ruled on again from the first.
"""

from __future__ import annotations

import asyncio
import logging
import traceback
from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime
from typing import Literal, Protocol

import msgspec
from msgspec import Struct

from calledshot.live.messages import Incoming, Outgoing, encode, incoming
from calledshot.live.outbox import Outbox
from calledshot.transcript.event import Event, to_json

State = Literal["pending", "handed", "done", "refused"]
log = logging.getLogger("calledshot.live.hub")


class Sending(Struct, frozen=True):
    """A line of the outbox. "handed": it was given to a feed in an earlier run or connection, and nobody
    knows whether it arrived."""

    line: Outgoing
    state: State = "pending"


class Settled(Struct, frozen=True, kw_only=True):
    """What came of one message: the events as the referee saw them, and the lines to say."""

    events: tuple[Event, ...] = ()
    lines: tuple[Outgoing, ...] = ()


class Stored(Struct, frozen=True, kw_only=True):
    """A message of the journal. `events` are those that were made of it when it was settled."""

    number: int
    feed: str
    message: Incoming
    settled: bool
    events: tuple[Event, ...] = ()


class Fights(Protocol):
    """The rooms under referees (live.rooms): a pure function of what it has heard so far. It may have a
    method `failed(message: Incoming) -> Sequence[Outgoing]`: what to tell a game master where `heard` has
    raised, which stops that room."""

    def heard(self, message: Incoming) -> Settled: ...

    def due(self, now: str) -> bool:
        """Whether time itself has something to say at `now` (ISO 8601): a reminder, a draft come of age."""
        ...


class Journal(Protocol):
    """See live.journal, which keeps this in a database."""

    def receive(self, message: Incoming, feed: str) -> int | None:
        """Write down and commit; its number, or None where this message (by id and what it is) is here."""
        ...

    def settle(self, number: int, settled: Settled, *, feed: str, position: str | None) -> Sequence[Sending]:
        """Commit what came of it in one transaction; the lines with their keys ("NUMBER.n")."""
        ...

    def advance(self, feed: str, position: str) -> None: ...

    def position(self, feed: str) -> str | None: ...

    def raw(self) -> Iterator[Stored]:
        """Every message, in order."""
        ...

    def waiting(self) -> Sequence[Sending]:
        """Lines not known to be said, oldest first."""
        ...

    def handing(self, key: str) -> None: ...

    def unhanded(self, key: str) -> None: ...

    def done(self, key: str, id: str | None = None) -> None: ...

    def refused(self, key: str) -> None: ...


class Feed(Protocol):
    """A service. `run` connects (and again, after a cut), calls `hub.heard` for what comes in, in order, and
    returns when told to stop. `send` hands one line to the socket and returns once it is there, in the
    service's own time (rate limits); lines to different people and rooms may be sent at once, those to one
    target come one after the other. It raises `NotConnected` where nothing of the line was written, and
    `Refused` where the service will never take it; any other exception leaves the line's fate unknown. In
    all but the second case `send` is called again when the feed says `hub.connected()`."""

    name: str

    async def run(self, hub: Hub) -> None: ...

    async def send(self, sending: Sending) -> str | None:
        """The service's id of the line where it is known at once (then the line is done), else None: the
        feed says `hub.said(key, id)` when its echo is there. A feed that gets no echoes returns the key."""
        ...

    async def stop(self) -> None: ...


class NotConnected(Exception):
    """There is no connection to send on now, and nothing of the line was written."""


class Refused(Exception):
    """The service will never take this line: there is no such person, it is forbidden."""


class Hub:
    """One feed, one journal, the fights behind it."""

    def __init__(
        self,
        fights: Fights,
        journal: Journal,
        feed: Feed,
        *,
        clock: Callable[[], str] | None = None,
        dry_run: Callable[[Outgoing], None] | None = None,
        tick: float = 0.5,
    ) -> None:
        """`dry_run` is given each line instead of the feed; then nothing is sent. `tick` is how often, in
        seconds, it is asked whether time has something to say."""
        self.fights = fights
        self.journal = journal
        self.feed = feed
        self.clock = clock or (lambda: datetime.now(UTC).isoformat(timespec="milliseconds"))
        self.outbox = Outbox(feed, journal, self._fail, dry_run)
        self._tick = tick
        self._stopped: set[tuple[str | None, bool]] = set()  # (room, whether it is time) whose fight failed
        self._failure: BaseException | None = None
        self._ended = asyncio.Event()
        self._restored = False

    # -- what a feed calls ----------------------------------------------------------------------------

    def heard(self, message: Incoming, position: str | None = None) -> None:
        """One message, in order; `position` is where the feed would go on from after it. Raises only where
        the journal cannot be written; then the hub ends, and rules on nothing more."""
        if self._failure is not None:
            raise self._failure
        try:
            message = _writable(message)
            number = self.journal.receive(message, self.feed.name)
            if number is None:
                log.debug("known already", extra={"id": message.event.id, "what": message.what})
                if position is not None:
                    self.journal.advance(self.feed.name, position)
                return
            self._settle(number, message, self.feed.name, position)
        except BaseException as error:
            self._fail(error)
            raise

    def moved(self, position: str) -> None:
        """The feed would go on from here: nothing that matters came in before it."""
        if self._failure is not None:
            raise self._failure
        try:
            self.journal.advance(self.feed.name, position)
        except BaseException as error:
            self._fail(error)
            raise

    def position(self) -> str | None:
        """Where the feed is to go on from; None at its first start."""
        return self.journal.position(self.feed.name)

    def said(self, key: str, id: str | None = None) -> None:
        """The service has shown that a line arrived."""
        self.outbox.said(key, id)

    def refused(self, key: str) -> None:
        """The service has answered that it will never take a line that was sent."""
        self.outbox.refused(key)

    def connected(self) -> None:
        """There is a new connection, and what was missed has been heard: what waits may go out, and what
        was sent over an earlier connection and never shown to have arrived is sent again as "handed"."""
        self.outbox.connected()

    def disconnected(self) -> None:
        """The connection is gone; the outbox waits."""
        self.outbox.disconnected()

    # -- running --------------------------------------------------------------------------------------

    def restore(self) -> None:
        """Bring the fights to where the journal is, rule on what was written down and not ruled on, and
        queue what waits to be said. Once, before anything is heard; `run` does it."""
        if self._restored:
            return
        self._restored = True
        replayed = differing = 0
        left: list[Stored] = []
        waiting = list(self.journal.waiting())
        for stored in self.journal.raw():
            if not stored.settled:
                left.append(stored)  # all of them at the end: one writer settles each before the next
                continue
            replayed += 1
            again = self._rule(stored.number, stored.message, tell=False)
            if [*map(to_json, again.events)] != [*map(to_json, stored.events)]:
                differing += 1
                log.warning(
                    "a message is not understood as it was when it came; what was said then stands",
                    extra={"number": stored.number, "id": stored.message.event.id},
                )
        self.outbox.add(waiting)
        for stored in left:
            self._settle(stored.number, stored.message, stored.feed, None)
        if replayed or left:
            log.info(
                "journal replayed",
                extra={
                    "messages": replayed,
                    "differing": differing,
                    "unsettled": len(left),
                    "waiting": len(waiting),
                },
            )

    async def run(self) -> None:
        """Until the feed returns, `stop` is called, or the journal fails, which is raised."""
        self.restore()
        feed = asyncio.create_task(self.feed.run(self), name="feed")
        ended = asyncio.create_task(self._ended.wait(), name="ended")
        ticker = asyncio.create_task(self._ticker(), name="ticker")
        try:
            await asyncio.wait({feed, ended, ticker}, return_when=asyncio.FIRST_COMPLETED)
        finally:
            ticker.cancel()
            ended.cancel()
            await self.outbox.close()
            if not feed.done():
                feed.cancel()
            results = await asyncio.gather(feed, ticker, ended, return_exceptions=True)
        if self._failure is not None:
            raise self._failure
        for result in results:
            if isinstance(result, BaseException) and not isinstance(result, asyncio.CancelledError):
                raise result

    async def stop(self) -> None:
        """End `run` in good order: the feed says goodbye; what is not said waits in the journal."""
        await self.feed.stop()
        self._ended.set()

    def _fail(self, error: BaseException) -> None:
        """Nothing may be ruled on any more."""
        if self._failure is None and not isinstance(error, asyncio.CancelledError):
            self._failure = error
            log.critical("stopped: %s", type(error).__name__)
            self._ended.set()

    # -- ruling ---------------------------------------------------------------------------------------

    def _settle(self, number: int, message: Incoming, feed: str, position: str | None) -> None:
        settled = self._rule(number, message)
        self.outbox.add(self.journal.settle(number, settled, feed=feed, position=position))

    def _rule(self, number: int, message: Incoming, *, tell: bool = True) -> Settled:
        """What the fights make of it. An error in them is none of the hub's: it stops that room, says so, and
        the journal goes on being written, so that nothing is lost for when it is mended."""
        room = message.event.room
        if (room, message.what == "tick") in self._stopped:
            return Settled()
        try:
            return self.fights.heard(message)
        except Exception as error:
            self._stopped.add((room, message.what == "tick"))
            log.error(
                "this room is no longer refereed: an error in the fight",
                extra={"number": number, "id": message.event.id, "room": room, "where": where(error)},
            )
        if not tell:
            return Settled()
        try:
            failed = getattr(self.fights, "failed", None)
            return Settled(lines=tuple(failed(message)) if failed is not None else ())
        except Exception as error:
            log.error("nobody could be told of it", extra={"where": where(error)})
            return Settled()

    async def _ticker(self) -> None:
        while True:
            await asyncio.sleep(self._tick)
            now = self.clock()
            try:
                due = self.fights.due(now)
            except Exception as error:
                log.error("time is not kept: an error in the fights", extra={"where": where(error)})
                await asyncio.sleep(60)
                continue
            if due:
                self.heard(Incoming(what="tick", event=Event(kind="system", at=now, id=f"tick {now}")))


def where(error: BaseException) -> str:
    """An error's kind and place, and never its words: they may quote what somebody whispered."""
    frames = traceback.extract_tb(error.__traceback__)[-6:]
    places = " < ".join(f"{frame.filename.rpartition('/')[2]}:{frame.lineno}" for frame in reversed(frames))
    return f"{type(error).__name__} at {places}"


def _writable(message: Incoming) -> Incoming:
    """The message as it can be written down: half a character (a lone surrogate, which JSON may smuggle in)
    becomes the sign for one that is missing. What is ruled on is what is written."""
    try:
        encode(message)
        return message
    except (UnicodeEncodeError, msgspec.MsgspecError):
        plain = msgspec.to_builtins(message)
        return incoming(msgspec.json.encode(_repaired(plain)))


def _repaired(value: object) -> object:
    if isinstance(value, str):
        return value.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
    if isinstance(value, dict):
        return {key: _repaired(one) for key, one in value.items()}
    if isinstance(value, list | tuple):
        return [_repaired(one) for one in value]
    return value
