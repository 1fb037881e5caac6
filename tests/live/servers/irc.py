"""A scripted IRC client for tests, and a proxy on the way to a server that can cut the line.

    async with IrcClient(server, "Torvik77", account="torvik") as torvik:
        await torvik.join("#parlour")
        await torvik.say("#parlour", "advance")
        await torvik.wait_for(lambda line: line.command == "NOTICE" and "hits" in line.text)

Every line the server sent is kept in `lines`; a wait looks at those that no wait has taken yet, so that what
came before the wait began is not missed. Not the product's own session: it shares no code with it.
"""

from __future__ import annotations

import asyncio
import base64
import contextlib
import ssl
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Self

PATIENCE = 20.0


@dataclass
class IrcServer:
    """Where a server of the fixtures listens, and whom it knows. `accounts`: account → password."""

    host: str
    port: int
    tls_port: int | None = None
    ca: Path | None = None
    accounts: dict[str, str] = field(default_factory=dict)
    services: str | None = None
    folder: Path | None = None

    def via(self, port: int) -> IrcServer:
        """The same server behind another port: a proxy's."""
        return IrcServer(self.host, port, None, self.ca, self.accounts, self.services, self.folder)


@dataclass
class Got:
    """One line from the server."""

    raw: str
    tags: dict[str, str]
    source: str
    command: str
    params: list[str]

    @property
    def nick(self) -> str:
        return self.source.partition("!")[0]

    @property
    def text(self) -> str:
        return self.params[-1] if self.params else ""

    @property
    def target(self) -> str:
        return self.params[0] if self.params else ""


def parse(raw: str) -> Got:
    """A line in its parts; written here once more, so that no test leans on the code it tests."""
    rest, tags, source = raw, {}, ""
    if rest.startswith("@"):
        head, _, rest = rest[1:].partition(" ")
        tags = {key: value for key, _, value in (one.partition("=") for one in head.split(";"))}
    if rest.startswith(":"):
        source, _, rest = rest[1:].partition(" ")
    middle, colon, trailing = rest.partition(" :")
    params = middle.split()
    command = params.pop(0).upper() if params else ""
    return Got(raw, tags, source, command, params + ([trailing] if colon else []))


CAPS = "message-tags account-tag server-time echo-message extended-join account-notify"


class IrcClient:
    """One person's client: connects, logs in where `account` is given, and remembers what it saw."""

    def __init__(
        self, server: IrcServer, nick: str, *, account: str | None = None, caps: str = CAPS,
        tls: bool = False, certificate: Path | None = None,
    ) -> None:  # fmt: skip
        self.server, self.nick, self.account, self.caps = server, nick, account, caps
        self.tls, self.certificate = tls, certificate
        self.lines: list[Got] = []
        self.closed = False
        self._taken: set[int] = set()
        self._news = asyncio.Condition()
        self._writer: asyncio.StreamWriter | None = None
        self._task: asyncio.Task[None] | None = None

    async def __aenter__(self) -> Self:
        await self.connect()
        return self

    async def __aexit__(self, *error: object) -> None:
        await self.quit()

    async def connect(self) -> None:
        """Until the server says that we are in (001)."""
        port = self.server.tls_port if self.tls else self.server.port
        context = None
        if self.tls:
            context = ssl.create_default_context(cafile=self.server.ca)
            if self.certificate is not None:
                context.load_cert_chain(self.certificate)
        reader, self._writer = await asyncio.open_connection(
            self.server.host, port, ssl=context, limit=1 << 20
        )
        self.closed = False
        self._task = asyncio.create_task(self._read(reader))
        if self.caps:
            await self.raw("CAP LS 302")
        await self.raw(f"NICK {self.nick}")
        await self.raw(f"USER {self.nick.lower()[:8] or 'x'} 0 * :{self.nick}")
        if self.caps:
            have, more = set(), True
            while more:
                offered = await self.wait_for(lambda line: line.command == "CAP" and line.params[1] == "LS")
                have |= {one.partition("=")[0] for one in offered.text.split()}
                more = offered.params[2] == "*"
            wanted = [one for one in self.caps.split() if one in have]
            if self.account is not None:
                wanted.append("sasl")
            await self.raw(f"CAP REQ :{' '.join(wanted)}")
            await self.wait_for(lambda line: line.command == "CAP" and line.params[1] in ("ACK", "NAK"))
            if self.account is not None:
                await self._login(self.account)
            await self.raw("CAP END")
        await self.wait_for(lambda line: line.command == "001")

    async def _login(self, account: str) -> None:
        if self.certificate is not None:
            mechanism, answer = "EXTERNAL", account
        else:
            mechanism, answer = "PLAIN", f"{account}\0{account}\0{self.server.accounts[account]}"
        await self.raw(f"AUTHENTICATE {mechanism}")
        await self.wait_for(lambda line: line.command == "AUTHENTICATE")
        await self.raw("AUTHENTICATE " + base64.b64encode(answer.encode()).decode())
        end = await self.wait_for(lambda line: line.command in ("903", "904", "905", "906", "908"))
        assert end.command == "903", end.raw

    async def _read(self, reader: asyncio.StreamReader) -> None:
        with contextlib.suppress(ConnectionError, ssl.SSLError, asyncio.IncompleteReadError):
            while raw := await reader.readline():
                line = parse(raw.decode("utf-8", "replace").rstrip("\r\n"))
                if line.command == "PING":
                    await self.raw(f"PONG :{line.text}")
                if line.command == "NICK" and line.nick == self.nick:
                    self.nick = line.text
                async with self._news:
                    self.lines.append(line)
                    self._news.notify_all()
        async with self._news:
            self.closed = True
            self._news.notify_all()

    async def raw(self, line: str) -> None:
        """Send a line as it is."""
        assert self._writer is not None
        with contextlib.suppress(ConnectionError):
            self._writer.write(f"{line}\r\n".encode())
            await self._writer.drain()

    async def join(self, *rooms: str) -> None:
        """Join rooms, and wait until the server has told who is in each."""
        for room in rooms:
            await self.raw(f"JOIN {room}")
            await self.wait_for(
                lambda line, room=room: line.command == "366" and line.params[1].lower() == room.lower()
            )

    async def part(self, room: str, why: str = "") -> None:
        await self.raw(f"PART {room} :{why}")

    async def say(self, room: str, text: str) -> None:
        """Say something in a room. (A private message is `whisper`.)"""
        await self.raw(f"PRIVMSG {room} :{text}")

    async def emote(self, room: str, text: str) -> None:
        await self.raw(f"PRIVMSG {room} :\x01ACTION {text}\x01")

    async def whisper(self, nick: str, text: str) -> None:
        await self.raw(f"PRIVMSG {nick} :{text}")

    async def notice(self, target: str, text: str) -> None:
        await self.raw(f"NOTICE {target} :{text}")

    async def change_nick(self, nick: str) -> None:
        """Take another nick, and wait until it is ours."""
        await self.raw(f"NICK {nick}")
        await self.wait_for(lambda line: line.command == "NICK" and line.text == nick)

    async def wait_for(self, wanted: Callable[[Got], bool], patience: float = PATIENCE) -> Got:
        """The first line not taken yet that is wanted, when it comes."""

        def find() -> int | None:
            for place, line in enumerate(self.lines):
                if place not in self._taken and wanted(line):
                    return place
            return None

        async with self._news:
            try:
                async with asyncio.timeout(patience):
                    await self._news.wait_for(lambda: self.closed or find() is not None)
            except TimeoutError:
                pass
            place = find()
            if place is None:
                tail = "\n".join(line.raw for line in self.lines[-30:])
                raise AssertionError(
                    f"{self.nick} waited for a line that did not come; the last ones:\n{tail}"
                )
            self._taken.add(place)
            return self.lines[place]

    async def hears(self, text: str, *, room: str | None = None, nick: str | None = None) -> Got:
        """Wait for a PRIVMSG or NOTICE that holds a text: of `nick`, in `room` (or to ourselves)."""

        def wanted(line: Got) -> bool:
            return (
                line.command in ("PRIVMSG", "NOTICE")
                and text in line.text
                and line.nick != self.nick
                and (nick is None or line.nick == nick)
                and line.target.lower() == (room or self.nick).lower()
            )

        return await self.wait_for(wanted)

    def heard(self, room: str | None = None) -> list[tuple[str, str]]:
        """Who said what so far, in a room or everywhere, our own lines too where they are echoed."""
        return [
            (line.nick, line.text)
            for line in self.lines
            if line.command in ("PRIVMSG", "NOTICE") and (room is None or line.target.lower() == room.lower())
        ]

    async def settled(self) -> None:
        """Until the server has answered everything sent so far."""
        token = f"t{len(self.lines)}"
        await self.raw(f"PING {token}")
        await self.wait_for(lambda line: line.command == "PONG" and line.text == token)

    def abort(self) -> None:
        """The line is cut without a word."""
        if self._writer is not None:
            self._writer.transport.abort()

    async def quit(self, why: str = "bye") -> None:
        """Leave, and let go of everything."""
        if self._writer is None:
            return
        if not self.closed:
            await self.raw(f"QUIT :{why}")
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(3):
                    async with self._news:
                        await self._news.wait_for(lambda: self.closed)
        self._writer.close()
        with contextlib.suppress(Exception):
            await self._writer.wait_closed()
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
        self._writer = None


class CutProxy:
    """A loopback TCP proxy: `port` leads to `to_port`; `cut()` drops every connection on it as a broken line
    does, `refuse` says whether new ones are let through, `freeze` whether bytes stop (a dead socket)."""

    def __init__(self, to_port: int, host: str = "127.0.0.1") -> None:
        self.host, self.to_port, self.port = host, to_port, 0
        self.refuse = False
        self.connections = 0
        self._flowing = asyncio.Event()
        self._flowing.set()
        self._writers: set[asyncio.StreamWriter] = set()
        self._tasks: set[asyncio.Task[None]] = set()
        self._server: asyncio.Server | None = None

    async def start(self) -> None:
        self._server = await asyncio.start_server(self._accept, self.host, self.port)
        self.port = self._server.sockets[0].getsockname()[1]

    def freeze(self, frozen: bool = True) -> None:
        if frozen:
            self._flowing.clear()
        else:
            self._flowing.set()

    def cut(self) -> None:
        for writer in tuple(self._writers):
            writer.transport.abort()

    async def _accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        if self.refuse:
            writer.transport.abort()
            return
        try:
            far_reader, far = await asyncio.open_connection(self.host, self.to_port)
        except OSError:
            writer.transport.abort()
            return
        self.connections += 1
        self._writers |= {writer, far}
        pumps = [asyncio.create_task(self._pump(a, b)) for a, b in ((reader, far), (far_reader, writer))]
        self._tasks |= set(pumps)
        await asyncio.gather(*pumps, return_exceptions=True)
        for one in (writer, far):
            one.close()
            with contextlib.suppress(Exception):
                await one.wait_closed()
            self._writers.discard(one)
        self._tasks -= set(pumps)

    async def _pump(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with contextlib.suppress(ConnectionError):
            while data := await reader.read(65536):
                await self._flowing.wait()
                writer.write(data)
                await writer.drain()
        writer.close()

    async def stop(self) -> None:
        self.refuse = True
        self._flowing.set()
        self.cut()
        if self._server is not None:
            self._server.close()
            await self._server.wait_closed()
        await asyncio.gather(*self._tasks, return_exceptions=True)


@contextlib.asynccontextmanager
async def proxied(server: IrcServer) -> AsyncIterator[tuple[IrcServer, CutProxy]]:
    """The server behind a proxy that can cut: `async with proxied(inspircd) as (server, proxy):`"""
    proxy = CutProxy(server.port, server.host)
    await proxy.start()
    try:
        yield server.via(proxy.port), proxy
    finally:
        await proxy.stop()


async def until(condition: Callable[[], object], what: str, patience: float = PATIENCE) -> None:
    """Wait until something of our own process is so; `what` says in words what was waited for."""
    try:
        async with asyncio.timeout(patience):
            while not condition():
                await asyncio.sleep(0.01)
    except TimeoutError:
        raise AssertionError(f"waited in vain for: {what}") from None
