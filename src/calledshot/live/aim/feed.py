"""The AIM feed: signs on to a TOC server, joins its rooms, hands over what is said, and speaks.

The service has no message ids, no history and no receipts. So a cut is told as a gap in every room, a line
said in a room is known to be said when it comes back, and one whose fate a cut hid is said again, labelled.
The protocol itself is in `protocol`; what anything means for a fight is the hub's to hand on.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import socket
from asyncio import FIRST_COMPLETED
from collections.abc import Coroutine, Iterator, Sequence
from datetime import datetime, timedelta

from msgspec.structs import replace

from calledshot.dice.dialects import aol_result
from calledshot.errors import UsageError
from calledshot.live.aim import protocol
from calledshot.live.aim.protocol import Toc, account, normal
from calledshot.live.aim.voice import Voice
from calledshot.live.config import AimConfig, Secret
from calledshot.live.hub import Hub, NotConnected, Sending
from calledshot.live.logs import reason
from calledshot.live.messages import Incoming
from calledshot.live.troubles import Troubles
from calledshot.transcript.controls import visible
from calledshot.transcript.event import Event

CONNECT_TIMEOUT = 20.0
SIGN_ON_TIMEOUT = 30.0
"""Seconds to connect, and then to be signed on."""
FIRST_RETRY = 0.5
TOO_OFTEN = 600.0
"""Seconds to stay away after the server says that we sign on too often."""
JOIN_PATIENCE = 15.0
"""Seconds after which private lines go out though a room is still closed to us."""
LATE = timedelta(seconds=2)
"""So much before the last thing we heard may something have been said that we did not: it was on its way."""
STEADY = 30.0
"""Seconds after which a connection counts as good, and the next cut as a first one."""
WRONG_PASSWORD, BAD_ACCOUNT, OFTEN = 980, 912, 983
NO_ROOM = 950
LOST = (961, 962)
"""Errors about what somebody wrote to us."""
MOST_ROOMS = 20


class _Away(Exception):
    """The connection is gone, or of no use; the text says why. `wait`: seconds to stay away at least."""

    def __init__(self, why: str, wait: float = 0.0) -> None:
        super().__init__(why)
        self.wait = wait


class AimFeed:
    """One screen name on one TOC server. See live.hub.Feed."""

    name = "aim"

    def __init__(
        self, config: AimConfig, password: Secret, *, masters: Sequence[str] = (),
        log: logging.Logger | None = None,
    ) -> None:  # fmt: skip
        """`masters`: the game masters' identities ("aim:name"), who may ask us into any room."""
        self._masters = {account(one.removeprefix("aim:")) for one in masters}
        self._rooms = list(config.rooms)
        self._troubles = Troubles()
        self.config, self._password = config, password
        self.log = log or logging.getLogger("calledshot.live.aim")
        self._stop = asyncio.Event()
        self._voice = Voice(config, self.log)
        self._toc: Toc | None = None
        self._writer: asyncio.StreamWriter | None = None
        self._names: dict[str, str] = {}  # an id -> the room's name
        self._inside: dict[str, dict[str, str]] = {}  # a room's name -> who is in it, by folded names
        self._listed: set[str] = set()  # rooms of which we were told everybody
        self._since: dict[str, str] = {}  # a room's name -> from when on we do not know it
        self._last = ""  # when the server told us anything last
        self._asked: set[str] = set()  # rooms that we try to get into again
        self._own = config.screen_name
        self._ever = False
        self.waiting = 0.0
        """Seconds between the last connection and the next try."""
        self._tasks: set[asyncio.Task[None]] = set()

    def __repr__(self) -> str:
        return f"AimFeed({self._own!r} on {self.config.host}:{self.config.port})"

    # -- the life of the feed -------------------------------------------------------------------------

    async def run(self, hub: Hub) -> None:
        """Until `stop`. Raises UsageError where the server refuses our name or password from the first."""
        self.log.warning(
            "aim: TOC passwords are only obfuscated on their way: use one that opens nothing else"
        )
        was = hub.position()
        if was is not None:
            self._since = dict.fromkeys(self.config.rooms, was)
        tries = 0
        loop = asyncio.get_running_loop()
        while not self._stop.is_set():
            began, wait = loop.time(), 0.0
            try:
                await self._connection(hub)
            except (OSError, EOFError, TimeoutError, _Away, protocol.ProtocolError) as error:
                if isinstance(error, _Away):
                    wait = error.wait
                if not self._stop.is_set():
                    address = f"{self.config.host}:{self.config.port}"
                    self.log.warning("aim: not connected to %s: %s", visible(address), reason(error))
            finally:
                await self._gone(hub)
            tries = 0 if loop.time() - began > STEADY else tries + 1
            self.waiting = max(wait, min(self.config.retry_at_most, FIRST_RETRY * 2 ** min(tries - 1, 20)))
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._stop.wait(), self.waiting)

    async def stop(self) -> None:
        """Leave; `run` returns soon after."""
        await self._voice.finish()
        self._stop.set()
        if self._writer is not None:
            self._writer.close()

    async def _connection(self, hub: Hub) -> None:
        connecting = asyncio.create_task(asyncio.open_connection(self.config.host, self.config.port))
        stopping = asyncio.create_task(self._stop.wait())
        await asyncio.wait((connecting, stopping), timeout=CONNECT_TIMEOUT, return_when=FIRST_COMPLETED)
        stopping.cancel()
        if not connecting.done():
            connecting.cancel()
            raise _Away("the server does not answer")
        reader, self._writer = connecting.result()
        writer = self._writer
        _die_with_the_line(writer.get_extra_info("socket"), self.config.ping)
        toc = Toc(
            self.config.screen_name, self._password.reveal(), server=self.config.host,
            encoding=self.config.encoding,
        )  # fmt: skip
        loop = asyncio.get_running_loop()
        started = heard = loop.time()
        while not self._stop.is_set():
            writer.write(toc.take())
            await writer.drain()
            patience = self.config.ping if self._toc is not None else SIGN_ON_TIMEOUT
            try:
                async with asyncio.timeout(patience):
                    data = await reader.read(1 << 16)
            except TimeoutError:
                self._silence(toc, loop.time(), started, heard)
                continue
            if not data:
                raise _Away("the server has closed the connection")
            heard, self._last = loop.time(), hub.clock()
            for told in toc.receive(data):
                self._told(hub, toc, told)
            if toc.broken is not None:
                raise toc.broken

    def _silence(self, toc: Toc, now: float, started: float, heard: float) -> None:
        """Nothing came for a while. Our own lines come back at once from a server that lives."""
        if self._toc is None and now - started >= SIGN_ON_TIMEOUT:
            raise _Away("the server does not answer our sign-on")
        if self._voice.unanswered(now, heard) > self.config.ping:
            raise _Away("what we say does not come back")
        toc.keep_alive()

    async def _gone(self, hub: Hub) -> None:
        """There is no connection now."""
        hub.disconnected()
        self._out(hub)
        if self._writer is not None:
            self._writer.close()
            with contextlib.suppress(OSError):
                await self._writer.wait_closed()
            self._writer = None

    def _out(self, hub: Hub) -> None:
        """We are in no room, and can say nothing."""
        for task in self._tasks:
            task.cancel()
        if self._ever:  # also of a room that we were let into without having heard of it yet
            for room in (*self.config.rooms, *self._names.values()):
                self._since.setdefault(room, self._last)  # a line may be dead for long before we notice
        self._toc = None
        self._names.clear()
        self._inside.clear()
        self._asked.clear()
        self._voice.detach()

    def _start(self, work: Coroutine[None, None, None]) -> None:
        """Beside the reading, for as long as this connection lasts."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._ended)

    def _ended(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        error = None if task.cancelled() else task.exception()
        if error is not None:
            self.log.error("aim: a task failed: %s", type(error).__name__)
            if self._writer is not None:
                self._writer.close()  # and begin anew, where nothing is half done

    # -- what the server tells ------------------------------------------------------------------------

    def _told(self, hub: Hub, toc: Toc, told: protocol.Told) -> None:
        match told:
            case protocol.SignedOn():
                self._signed_on(hub, toc)
            case protocol.Named():
                self._named(told.name)
            case protocol.Joined():
                self._joined(hub, told)
            case protocol.Left():
                self._left(hub, toc, told.room)
            case protocol.Invited():
                self._invited(toc, told)
            case protocol.Present():
                self._present(hub, told)
            case protocol.Spoke():
                self._spoke(hub, told)
            case protocol.Wrote():
                self._wrote(hub, told)
            case protocol.Failed():
                self._failed(hub, told)
            case protocol.Paused():
                self._paused(hub)
            case protocol.Skipped():
                self.log.warning("aim: %s", told.why)
                for room in list(self._names.values()):
                    self._gap(hub, room, f"the server left something out ({told.why})")
            case protocol.Warned():
                self.log.warning("aim: our warning level is %.10s now", told.level)
            case protocol.Other():
                self.log.debug("aim: passed over %r", told.command)

    def _signed_on(self, hub: Hub, toc: Toc) -> None:
        self.log.info("aim: signed on")
        self._toc, self._ever = toc, True
        if hub.position() is None:
            hub.moved(hub.clock())  # we listen from here: were we killed now, what is said next is a gap
        for room in self._rooms:
            toc.join(room, self.config.exchange)
        if self._writer is not None:
            self._voice.attach(toc, self._writer, hub)
        self._start(self._open(hub, JOIN_PATIENCE if self._rooms else 0.0))

    def _named(self, name: str) -> None:
        if normal(name) != normal(self._own):
            raise _Away("the server knows us by another screen name than the one configured")
        self._own = name

    def _joined(self, hub: Hub, told: protocol.Joined) -> None:
        room = next((one for one in self._rooms if normal(one) == normal(told.name)), told.name)
        self._names[told.room] = room
        self._inside[room] = {}
        self._listed.discard(room)
        self._asked.discard(room)
        self._voice.joined(room, told.room)
        self.log.info("aim: in the room %r", room)
        since = self._since.pop(room, None)
        if since is not None:
            self._gap(
                hub, room,
                f"not in the room from {_earlier(since)} to {hub.clock()}: what was said there is not known, "
                "and private messages sent to us in that time are lost",
            )  # fmt: skip
        if set(map(normal, self._rooms)) <= set(map(normal, self._names.values())):
            self._start(self._open(hub, 0.0))

    def _invited(self, toc: Toc, told: protocol.Invited) -> None:
        """A game master calls us to a room; anybody else is not followed."""
        ours = normal(told.name) in map(normal, self._rooms)
        if account(told.sender) not in self._masters or (not ours and len(self._rooms) >= MOST_ROOMS):
            self.log.info("aim: an invitation by somebody who is no game master was passed over")
            return
        if not ours:
            self._rooms.append(told.name)
        toc.accept(told.room)

    def _left(self, hub: Hub, toc: Toc, id: str) -> None:
        """Somebody has put us out, or the room was closed: in again, and until then it is not watched."""
        room = self._names.pop(id, None)
        if room is None:
            return
        self.log.warning("aim: put out of the room %r", room)
        self._voice.left(room)
        self._inside.pop(room, None)
        self._since[room] = hub.clock()
        self._again(toc, room)

    def _paused(self, hub: Hub) -> None:
        """The server moves us to another of its machines, and then signs us on again."""
        hub.disconnected()
        self._out(hub)

    def _present(self, hub: Hub, told: protocol.Present) -> None:
        """The first list that holds ourselves, or several, is that of everybody; a single other name before
        it is somebody who has just come."""
        room = self._names.get(told.room)
        if room is None:
            return
        known = self._inside.setdefault(room, {})
        names = {normal(name): name for name in told.names}
        if told.inside and room not in self._listed and (len(names) > 1 or normal(self._own) in names):
            self._listed.add(room)
            known.update(names)
            self._heard(hub, Event(kind="system", room=room, trust="server"), members=tuple(known.values()))
            return
        for folded, name in names.items():
            if told.inside and folded not in known:
                known[folded] = name
                self._heard(hub, Event(kind="join", speaker=name, room=room, trust="server"), account(name))
            elif not told.inside and known.pop(folded, None) is not None:
                self._heard(hub, Event(kind="leave", speaker=name, room=room, trust="server"), account(name))

    def _spoke(self, hub: Hub, told: protocol.Spoke) -> None:
        room = self._names.get(told.room)
        if room is None:
            return
        if told.whisper:
            event = Event(kind="whisper", speaker=told.sender, to=self._own, room=room, text=told.text)
            self._heard(hub, event, account(told.sender))
        elif told.sender == protocol.HOST and normal(protocol.HOST) not in self._inside.get(room, {}):
            roll = aol_result(told.text)
            self._heard(
                hub,
                Event(
                    kind="roll" if roll is not None else "notice", speaker=told.sender, room=room,
                    text=told.text, trust="server", roll=roll,
                ),
            )  # fmt: skip
        elif normal(told.sender) == normal(self._own):
            self._came_back(hub, room, told)
        else:
            event = Event(kind="say", speaker=told.sender, room=room, text=told.text)
            self._heard(hub, event, account(told.sender))

    def _wrote(self, hub: Hub, told: protocol.Wrote) -> None:
        if told.auto:
            self.log.info("aim: an answer that no person wrote was passed over")
        elif normal(told.sender) != normal(self._own):
            event = Event(kind="whisper", speaker=told.sender, to=self._own, text=told.text)
            self._heard(hub, event, account(told.sender))

    def _failed(self, hub: Hub, told: protocol.Failed) -> None:
        if self._toc is None:
            if told.code in (WRONG_PASSWORD, BAD_ACCOUNT) and not self._ever:
                raise UsageError(
                    f"aim: {told} (error {told.code}): see screen_name in live.toml and "
                    "CALLEDSHOT_AIM_PASSWORD"
                )
            raise _Away(f"{told} (error {told.code})", TOO_OFTEN if told.code == OFTEN else 0.0)
        self.log.warning("aim: %s (error %d)", told, told.code)
        if told.code in LOST:
            event = Event(kind="system", text=str(told), at=hub.clock(), trust="server")
            hub.heard(Incoming(event=event, bot=True))
        if self._voice.failed(told):
            clock = asyncio.get_running_loop().time()
            trouble = self._troubles.person(told.about, str(told), hub.clock(), clock)
            if trouble is not None:
                hub.heard(trouble)
        if told.code == NO_ROOM:
            for room in self._rooms:
                if normal(told.about) in ("", normal(room)):
                    self._again(self._toc, room)

    def _came_back(self, hub: Hub, room: str, told: protocol.Spoke) -> None:
        """A line of ours: its receipt."""
        key = self._voice.came_back(room, told.text)
        if key is not None:
            hub.said(key)
        event = Event(kind="say", speaker=told.sender, room=room, text=told.text)
        self._heard(hub, event, account(told.sender), own=True, key=key)

    def _gap(self, hub: Hub, room: str, text: str) -> None:
        event = Event(kind="system", room=room, text=text, trust="server", at=hub.clock())
        hub.heard(Incoming(what="gap", event=event), event.at)

    def _heard(
        self, hub: Hub, event: Event, account: str | None = None, *, own: bool = False,
        key: str | None = None, members: tuple[str, ...] | None = None,
    ) -> None:  # fmt: skip
        event = replace(event, at=hub.clock())
        if members is not None:
            message = Incoming(what="members", event=event, members=members)
        else:
            message = Incoming(event=event, account=account, own=own, key=key)
        hub.heard(message, event.at)

    # -- speaking -------------------------------------------------------------------------------------

    async def send(self, sending: Sending) -> str | None:
        """See live.hub.Feed: a line in a room is said when it comes back, a private one if no error does."""
        return await self._voice.send(sending)

    async def _open(self, hub: Hub, patience: float) -> None:
        """In every room, or at least after so long: what waits may go out."""
        await asyncio.sleep(patience)
        hub.connected()

    def _again(self, toc: Toc, room: str) -> None:
        """See to it that we are in a room of ours."""
        ours = normal(room) in map(normal, self._rooms)
        if ours and room not in self._asked and room not in self._names.values():
            self._asked.add(room)
            self._start(self._join_again(toc, room))

    async def _join_again(self, toc: Toc, room: str) -> None:
        delay = FIRST_RETRY
        while self._toc is toc and room in self._asked:
            await asyncio.sleep(delay)
            delay = min(delay * 2, self.config.retry_at_most)
            toc.join(room, self.config.exchange)
            with contextlib.suppress(NotConnected):
                await self._voice.flush(toc)


def _earlier(at: str) -> str:
    """A little before a time of ours; the same words where it is none."""
    try:
        return (datetime.fromisoformat(at) - LATE).isoformat(timespec="milliseconds")
    except ValueError:
        return at


def _die_with_the_line(sock: socket.socket | None, ping: float) -> None:
    """TOC answers no ping, so the system is to tell us when what we send is not acknowledged."""
    if sock is None:
        return
    patience = max(1, round(ping))
    options: Iterator[tuple[str, int]] = iter(
        (
            ("TCP_KEEPIDLE", patience),
            ("TCP_KEEPINTVL", max(1, patience // 3)),
            ("TCP_KEEPCNT", 3),
            ("TCP_USER_TIMEOUT", 2000 * patience),
        )
    )
    with contextlib.suppress(OSError):
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
        for name, value in options:
            if hasattr(socket, name):
                sock.setsockopt(socket.IPPROTO_TCP, getattr(socket, name), value)
