"""What we say on a TOC connection: at the server's pace, and known to be said or not.

A line said in a room comes back from the server, which is its receipt. A private one has none: it counts as
said when the other machine has acknowledged its bytes and no error has come for a few seconds. A line whose
fate a cut hid is said again, with a label. Signing on and what is heard are the feed's.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import socket
from collections.abc import Coroutine

from msgspec import Struct

from calledshot.dice.boxline import REPEATED
from calledshot.live.aim import protocol
from calledshot.live.aim.pace import Pace
from calledshot.live.aim.protocol import Toc, normal, pieces
from calledshot.live.config import AimConfig
from calledshot.live.hub import Hub, NotConnected, Refused, Sending

SPEED_PAUSE = 10.0
"""Seconds of silence after the server has dropped a message for our speed: what it took is back by then."""
ERROR_PATIENCE = 1.0
"""Seconds within which a server says that a private line could not be delivered."""
GOODBYE = 0.5
"""Seconds to wait at the end for what we said last."""
GONE, TOO_FAST, TOO_FAST_FOR = 901, 903, 960


class _Piece(Struct, eq=False):
    """One message that was sent and is not known to have arrived; `room` is "" for one to `to` alone."""

    key: str
    room: str
    to: str
    text: str
    sent: float


class Voice:
    """Speaks over one connection after the other."""

    def __init__(self, config: AimConfig, log: logging.Logger) -> None:
        self._config, self._log = config, log
        self._pace = Pace(config.burst, config.rate)
        self._lock = asyncio.Lock()
        self._changed = asyncio.Event()
        self._ids: dict[str, str] = {}  # a room's folded name -> the id it has now
        self._toc: Toc | None = None
        self._writer: asyncio.StreamWriter | None = None
        self._hub: Hub | None = None
        self._open: list[_Piece] = []
        self._complaints: list[protocol.Failed] = []
        self._left: dict[str, int] = {}  # a line's key -> its pieces that are not known to have arrived
        self._tasks: set[asyncio.Task[None]] = set()

    # -- the connection -------------------------------------------------------------------------------

    def attach(self, toc: Toc, writer: asyncio.StreamWriter, hub: Hub) -> None:
        """We are signed on."""
        self._toc, self._writer, self._hub = toc, writer, hub
        self._change()

    def detach(self) -> None:
        """The connection is gone; what was not known to be said is the outbox's to say again."""
        self._toc = self._writer = None
        self._ids.clear()
        self._open.clear()
        self._left.clear()
        self._complaints.clear()
        self._change()
        for task in self._tasks:
            task.cancel()

    def joined(self, room: str, id: str) -> None:
        self._ids[normal(room)] = id
        self._change()

    def left(self, room: str) -> None:
        self._ids.pop(normal(room), None)

    def unanswered(self, now: float, heard: float) -> float:
        """For how long a line said in a room has not come back while nothing else came either."""
        return max((now - one.sent for one in self._open if one.room and one.sent > heard), default=0.0)

    def _change(self) -> None:
        self._changed.set()
        self._changed = asyncio.Event()

    # -- saying ---------------------------------------------------------------------------------------

    async def send(self, sending: Sending) -> str | None:
        """See live.hub.Feed."""
        line = sending.line
        to = normal(line.to.removeprefix("aim:")) if line.to is not None else ""
        room = ""
        if not to:
            room = line.room or (self._config.rooms[0] if len(self._config.rooms) == 1 else "")
        if not (to or (room and line.to is None)) or not line.text.strip():
            raise Refused("there is nobody to say it to, or nothing to say")
        text = REPEATED + line.text if sending.state == "handed" else line.text
        written = False
        try:
            toc = await self._ready(room)
            async with self._lock:
                words = ("toc_send_im", to) if to else ("toc_chat_send", self._id(room))
                parts = pieces(text, toc.space(*words))
                self._left[line.key] = len(parts)
                for part in parts:
                    piece = _Piece(line.key, room, to, part, 0.0)
                    await self._turn(toc)
                    written = True
                    await self._write(toc, piece)
        except NotConnected:
            if written:
                raise ConnectionError("the connection was lost while a line was sent") from None
            raise
        if to:
            self._start(self._no_error(toc, line.key))
        return None

    async def _ready(self, room: str) -> Toc:
        """The connection, once we are in the room."""
        while True:
            toc = self._toc
            if toc is None:
                raise NotConnected
            if not room or normal(room) in self._ids:
                return toc
            await self._changed.wait()

    def _id(self, room: str) -> str:
        id = self._ids.get(normal(room))
        if id is None:
            raise NotConnected
        return id

    async def _turn(self, toc: Toc) -> None:
        """Wait until the server will take another message of ours."""
        await asyncio.sleep(self._pace.take(asyncio.get_running_loop().time()))
        if self._toc is not toc:
            raise NotConnected

    async def _write(self, toc: Toc, piece: _Piece) -> None:
        if piece.to:
            toc.write(piece.to, piece.text)
        else:
            toc.say(self._id(piece.room), piece.text)
        piece.sent = asyncio.get_running_loop().time()
        self._open.append(piece)
        await self.flush(toc)

    async def flush(self, toc: Toc) -> None:
        """Hand what `toc` has to say to the socket."""
        if self._writer is None or self._toc is not toc:
            raise NotConnected
        self._writer.write(toc.take())
        try:
            await self._writer.drain()
        except OSError:
            raise NotConnected from None

    async def finish(self) -> None:
        """Before we leave: what is under way may yet be shown to have arrived."""
        loop = asyncio.get_running_loop()
        end = loop.time() + GOODBYE
        while self._open and self._writer is not None and loop.time() < end:
            await asyncio.sleep(0.05)
        if self._writer is not None and _acknowledged(self._writer.get_extra_info("socket")):
            self._arrived([one for one in self._open if one.to])

    # -- what becomes of it ---------------------------------------------------------------------------

    def came_back(self, room: str, text: str) -> str | None:
        """A line of ours; its key where it is now all said. They come back in order, and a server that
        alters words alters no order."""
        here = [one for one in self._open if one.room and normal(one.room) == normal(room)]
        piece = next((one for one in here if one.text.split() == text.split()), here[0] if here else None)
        return self._done(piece) if piece is not None else None

    def failed(self, told: protocol.Failed) -> bool:
        """An error about something that we said; whether a private line is lost by it."""
        if told.code in (TOO_FAST, TOO_FAST_FOR):
            self._complaints.append(told)
            if len(self._complaints) == 1:  # until the pause is over, more are about the same burst
                self._start(self._slower())
        elif told.code == GONE and self._hub is not None:
            about = normal(told.about)
            lost = [one for one in self._open if one.to and one.to == about]
            self._open = [one for one in self._open if one not in lost]
            for key in dict.fromkeys(one.key for one in lost):
                self._hub.refused(key)
            return bool(lost)
        return False

    async def _no_error(self, toc: Toc, key: str) -> None:
        """A private line has arrived unless we hear otherwise, or cannot know."""
        await asyncio.sleep(ERROR_PATIENCE)
        while self._toc is toc and self._writer is not None:
            if self._lock.locked() or not _acknowledged(self._writer.get_extra_info("socket")):
                await asyncio.sleep(0.2)
                continue
            self._arrived([one for one in self._open if one.to and one.key == key])
            return

    def _arrived(self, private: list[_Piece]) -> None:
        """These pieces have arrived, as far as anybody can know."""
        for piece in private:
            key = self._done(piece)
            if key is not None and self._hub is not None:
                self._hub.said(key)

    def _done(self, piece: _Piece) -> str | None:
        """A piece has arrived; its line's key if that was the last of it."""
        self._open.remove(piece)
        left = self._left.get(piece.key, 1) - 1
        self._left[piece.key] = left
        if left > 0:
            return None
        del self._left[piece.key]
        return piece.key

    async def _slower(self) -> None:
        """The server has dropped messages of ours, and does not say which. Nothing is said for a while; a
        line in a room that is not back by then is one of them, and where those are too few, the private ones
        may be."""
        async with self._lock:
            self._pace.slow(asyncio.get_running_loop().time())
            await asyncio.sleep(SPEED_PAUSE)
            complaints, self._complaints = self._complaints, []
            lost = [one for one in self._open if one.room]
            named = {normal(one.about) for one in complaints if one.code == TOO_FAST_FOR}
            suspected = len(complaints) - len(named) > len(lost)
            lost += [one for one in self._open if one.to and (suspected or one.to in named)]
            with contextlib.suppress(NotConnected):
                for one in lost:
                    await self._once_more(one)

    async def _once_more(self, piece: _Piece) -> None:
        toc = self._toc
        if toc is None:
            raise NotConnected
        await self._turn(toc)
        if piece in self._open:
            self._open.remove(piece)
            if piece.to and not piece.text.startswith(REPEATED):
                piece.text = REPEATED + piece.text
            await self._write(toc, piece)

    def _start(self, work: Coroutine[None, None, None]) -> None:
        """Beside all else, for as long as this connection lasts."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._ended)

    def _ended(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        error = None if task.cancelled() else task.exception()
        if error is not None:
            self._log.error("aim: a task failed: %s", type(error).__name__)
            if self._writer is not None:
                self._writer.close()  # and begin anew, where nothing is half done


def _acknowledged(sock: socket.socket | None) -> bool:
    """Whether the other machine has everything we sent; also where the system cannot say."""
    try:
        import fcntl
        import termios

        left = fcntl.ioctl(sock.fileno(), termios.TIOCOUTQ, b"\0" * 4) if sock is not None else b""
    except (ImportError, OSError, ValueError):
        return True
    return not any(left)
