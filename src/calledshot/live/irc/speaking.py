"""What we say on an IRC connection: cut to fit, at the server's pace, to the right person, and proven to have
arrived, or not.

One message to a target waits for the proof of the one before it (its echo, or the answer to a ping behind
it), so that order holds and an error is known to be about what it is about. The connection is the feed's.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field

from calledshot.dice.boxline import REPEATED
from calledshot.live.hub import NotConnected, Refused, Sending
from calledshot.live.irc.answers import HOPELESS
from calledshot.live.irc.bucket import Bucket
from calledshot.live.irc.effects import Echo, Taken, Untaken
from calledshot.live.irc.flights import Flight, Flights
from calledshot.live.irc.lines import build, is_target
from calledshot.live.irc.protocol import Protocol
from calledshot.live.irc.splitting import lines_of, room_for, split
from calledshot.live.messages import Outgoing

AGAIN = REPEATED
"""Before words that may have been said already."""
PROOF_PATIENCE = 30.0
"""Seconds within which a server shows that it took a message; after that its fate stays open."""
RETRY = 60.0
"""Seconds until a message that was refused for now is tried again, if nothing changes before."""
LONGEST_RETRY = 30.0
TRIES = 40
GONE = {"401", "406"}
"""Answers that nobody of that name is there."""
MOST_GONE = 500
ASK_AGAIN = 20.0
"""Seconds until we ask once more who has a nick now."""


@dataclass
class _Progress:
    """How far a line has got, over connections: pieces before `done` have arrived; those from there up to
    `open` were written and may have arrived."""

    pieces: list[str]
    done: int = 0
    open: int = 0
    id: str | None = None
    recalled: bool = False
    """The last piece was found in the room's history."""


@dataclass
class _Waiting:
    data: bytes
    written: asyncio.Future[None]
    flight: Flight | None = None


@dataclass
class _Line:
    """One connection's way out."""

    protocol: Protocol
    writer: asyncio.StreamWriter
    flights: Flights
    control: deque[bytes] = field(default_factory=deque)
    waiting: deque[_Waiting] = field(default_factory=deque)
    more: asyncio.Event = field(default_factory=asyncio.Event)
    lost: asyncio.Event = field(default_factory=asyncio.Event)


class Speaker:
    """Speaks over one connection after the other."""

    def __init__(self, bucket: Bucket, log: logging.Logger) -> None:
        self.bucket, self._log = bucket, log
        self._line: _Line | None = None
        self._progress: dict[str, _Progress] = {}
        self._outcomes: dict[Flight, asyncio.Future[Flight]] = {}
        self._changed = asyncio.Event()
        self._proofs = 0
        self._asked: dict[str, float] = {}
        self._gone: dict[str, str] = {}  # a nick → the user@host of whom we wait for under it
        self.trouble: Callable[[str, str], None] = lambda who, why: None
        """Told of whom a private line waits for, and why."""
        self.recalled: Callable[[str, str | None], None] = lambda key, id: None
        """Told of a line that a room's history shows, and its id there: at once, before another is sent."""

    # -- the connection ---------------------------------------------------------------------------------

    def attach(self, protocol: Protocol, writer: asyncio.StreamWriter) -> None:
        """There is a connection; its `pump` is to be run."""
        self._asked.clear()
        self._line = _Line(protocol, writer, Flights(protocol.support.fold, self._landed))

    def detach(self) -> None:
        """It is gone, and with it what was waiting to be written."""
        line, self._line = self._line, None
        if line is None:
            return
        line.lost.set()
        line.flights.lost()
        for waiting in line.waiting:
            if not waiting.written.done():
                waiting.written.set_exception(NotConnected())
        self.changed()

    def control(self, data: bytes, *, now: bool = False) -> None:
        """A line that the protocol wants sent: before all talk, and `now` without waiting at all."""
        line = self._line
        if line is None:
            return
        if now:
            self.bucket.take(_clock(), len(data))
            line.writer.write(data)
        else:
            line.control.append(data)
            line.more.set()

    async def pump(self) -> None:
        """Write what waits, in its time, as long as the connection lasts."""
        line = self._line
        while line is not None and not line.lost.is_set():
            line.more.clear()
            if not line.control and not line.waiting:
                await line.more.wait()
                continue
            first = line.control[0] if line.control else line.waiting[0].data
            size, lines = len(first), first.count(b"\n")
            wait = self.bucket.wait(_clock(), size, lines)
            if wait > 0:  # and look again: something more urgent may have come
                await asyncio.sleep(wait)
                continue
            self.bucket.take(_clock(), size, lines)
            if line.control:
                line.writer.write(line.control.popleft())
            else:
                waiting = line.waiting.popleft()
                if waiting.written.cancelled():
                    continue
                if waiting.flight is not None:
                    line.flights.add(waiting.flight)
                line.writer.write(waiting.data)
                waiting.written.set_result(None)
            await line.writer.drain()

    def changed(self) -> None:
        """We, or others, are somewhere else now: whoever waits for that looks again."""
        self._changed.set()
        self._changed = asyncio.Event()

    # -- what comes back --------------------------------------------------------------------------------

    def echoed(self, echo: Echo) -> Flight | None:
        line = self._line
        return line.flights.echoed(echo.label, echo.target, echo.text, echo.id) if line is not None else None

    def taken(self, taken: Taken) -> list[Flight]:
        line = self._line
        if line is None:
            return []
        if taken.proof is not None:
            return line.flights.ponged(taken.proof)
        flight = line.flights.acknowledged(taken.label)
        return [flight] if flight is not None else []

    def untaken(self, untaken: Untaken) -> Flight | None:
        line = self._line
        return line.flights.failed(untaken.label, untaken.target, untaken.why) if line is not None else None

    def _landed(self, flight: Flight) -> None:
        if flight.last and flight.outcome == "arrived":
            self._progress.pop(flight.key, None)
        outcome = self._outcomes.pop(flight, None)
        if outcome is not None and not outcome.done():
            outcome.set_result(flight)

    # -- saying -----------------------------------------------------------------------------------------

    async def send(self, sending: Sending) -> str | None:
        """See live.hub.Feed: the service's id of the line (its key where there is none) once it is proven to
        have arrived, None where that stays open."""
        line = sending.line
        self._check(line)
        progress = self._progress.get(line.key)
        if progress is None:
            progress = self._progress[line.key] = self._begin(sending)
        try:
            while progress.done < len(progress.pieces):
                if not await self._piece(line, progress):
                    return None
        except NotConnected:
            if progress.open > progress.done:
                raise ConnectionError("the connection was lost while a line was sent") from None
            raise
        except Refused:
            self._progress.pop(line.key, None)
            raise
        self._progress.pop(line.key, None)
        if progress.recalled:
            self.recalled(line.key, progress.id)
        protocol = self._line.protocol if self._line is not None and line.to is None else None
        place = protocol.place(line.room or "") if protocol is not None else None
        if protocol is not None and place is not None:  # so have, or have not, all that were said before it
            protocol.memory.go_on(place.name)
        return progress.id or line.key

    def _check(self, line: Outgoing) -> None:
        name = line.to if line.to is not None else line.room
        protocol = self._line.protocol if self._line is not None else None
        if protocol is None or not protocol.ready:
            raise NotConnected
        if not name or not is_target(name):
            raise Refused("there is nobody to say it to")
        if (protocol.support.room_of(name) is None) is (line.to is None):
            raise Refused("a room is no person, nor a person a room")
        if not lines_of(line.text):
            raise Refused("there is nothing to say")

    def _begin(self, sending: Sending) -> _Progress:
        """The line in pieces. Of one that was handed over in another life, each piece that the room's history
        shows is done, and all others may have been said."""
        line = sending.line
        protocol = self._connected().protocol
        target = line.to if line.to is not None else line.room or ""
        room = room_for(_command(line), target, protocol.prefix_size, protocol.support.line_limit)
        pieces = [piece for text in lines_of(line.text) for piece in split(text, room - len(AGAIN))]
        return _Progress(pieces, open=len(pieces) if sending.state == "handed" else 0)

    def _recall(self, line: Outgoing, progress: _Progress, way: _Line, target: str) -> None:
        """Pieces whose fate is open, and that the room's history shows."""
        past = way.protocol.past
        while line.to is None and progress.done < progress.open:
            text = progress.pieces[progress.done]
            id = past.take(target, text)
            if id is None:
                id = past.take(target, AGAIN + text)
            if id is None:
                return
            progress.done += 1
            progress.id = progress.id or id or None
            progress.recalled = progress.done == len(progress.pieces)
            place = way.protocol.place(target)
            if place is not None:
                way.protocol.memory.account_for(place.name, id)

    async def _piece(self, line: Outgoing, progress: _Progress) -> bool:
        """Say the next piece; False where its fate stays open."""
        for tries in range(TRIES):
            way, target = await self._reach(line)
            self._recall(line, progress, way, target)
            place, before = progress.done, progress.open
            if place >= len(progress.pieces):
                return True
            text = (AGAIN if place < before else "") + progress.pieces[place]
            flight = self._flight(way, line, target, text, place, place == len(progress.pieces) - 1)
            outcome: asyncio.Future[Flight] = asyncio.get_running_loop().create_future()
            self._outcomes[flight] = outcome
            try:
                await self._write(way, line, flight)
                progress.open = max(before, place + 1)
                async with asyncio.timeout(PROOF_PATIENCE):
                    await outcome
            except TimeoutError:
                self._log.warning("no sign of a line", extra={"key": line.key})
                return False
            finally:
                self._outcomes.pop(flight, None)
            if flight.outcome == "arrived":
                progress.done += 1
                progress.id = progress.id or flight.id
                return True
            if flight.outcome == "lost":
                raise NotConnected
            progress.open = before  # the server has said that this one did not arrive
            self._log.warning("a line was not taken", extra={"key": line.key, "why": flight.why[:3]})
            if flight.why[:3] in HOPELESS:
                break
            if line.to is not None:
                self._not_there(way.protocol, line, line.to, flight.why)
            await self._wait(way, RETRY)
            with contextlib.suppress(TimeoutError):  # many may come and go at once
                await asyncio.wait_for(way.lost.wait(), min(LONGEST_RETRY, 0.1 * 2.0**tries))
        raise Refused("the server does not take it")

    def _not_there(self, protocol: Protocol, line: Outgoing, to: str, why: str) -> None:
        """A private line did not reach its man. Where no account tells him from whoever has his nick next,
        his address does; where we know neither, it is not to be said to anybody. Raises Refused."""
        if why[:3] in GONE and not _vouched(line):
            address = protocol.known.last_address(to)
            if address is None:
                raise Refused(why)
            if len(self._gone) >= MOST_GONE:
                self._gone.clear()
            self._gone[protocol.support.fold(to)] = address
        self.trouble(to, why)

    def _flight(self, way: _Line, line: Outgoing, target: str, text: str, place: int, last: bool) -> Flight:
        proof = None
        if not {"echo-message", "labeled-response"} <= way.protocol.caps.on:
            # Without labels an echo is known by its words, which a server may have changed.
            self._proofs += 1
            proof = f"calledshot-{self._proofs}"
        label = line.key if last else f"{line.key}/{place}"
        return Flight(line.key, last, label[-64:], target, text, proof)

    async def _write(self, way: _Line, line: Outgoing, flight: Flight) -> None:
        """Put a message, and where nothing is echoed a ping behind it, on the wire in its turn."""
        tags = {"label": flight.label} if "labeled-response" in way.protocol.caps.on else None
        data = build(_command(line), flight.target, flight.text, tags=tags)
        if flight.proof is not None:
            data += build("PING", flight.proof)
        written: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        if way.lost.is_set():
            raise NotConnected
        way.waiting.append(_Waiting(data, written, flight))
        way.more.set()
        await written

    # -- reaching ---------------------------------------------------------------------------------------

    async def _reach(self, line: Outgoing) -> tuple[_Line, str]:
        """The connection, and the target's name there, once it can be spoken to."""
        while True:
            way = self._connected()
            target = self._target(way.protocol, line)
            if target is not None:
                return way, target
            await self._wait(way, RETRY)

    def _target(self, protocol: Protocol, line: Outgoing) -> str | None:
        """The room, if we are in it; the nick, if it is still the one who is meant."""
        if line.to is None:
            place = protocol.place(line.room or "")
            return place.name if place is not None and place.phase == "live" else None
        if line.account is None or not _vouched(line):
            key = protocol.support.fold(line.to)
            address = protocol.known.address_of(line.to)
            if key in self._gone and address is None:
                return None
            if self._gone.pop(key, address) != address:
                raise Refused("somebody else has that nick now")
            return line.to
        if protocol.known.account_of(line.to) == line.account:
            return line.to
        here = protocol.roster.nick_of(line.account.removeprefix("irc:"))
        if here is None and protocol.roster.user(line.to) is None and is_target(line.to):
            now = _clock()
            if now - self._asked.get(line.to, now - ASK_AGAIN) >= ASK_AGAIN:
                self._asked[line.to] = now
                self.control(build("WHOIS", line.to))
        return here

    async def _wait(self, way: _Line, seconds: float) -> None:
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await self._changed.wait()
        if way.lost.is_set():
            raise NotConnected

    def _connected(self) -> _Line:
        if self._line is None:
            raise NotConnected
        return self._line


def _command(line: Outgoing) -> str:
    return "NOTICE" if line.notice else "PRIVMSG"


def _vouched(line: Outgoing) -> bool:
    """Whether an account says whom a private line is for."""
    return line.account is not None and line.account.startswith("irc:")


def _clock() -> float:
    return asyncio.get_running_loop().time()
