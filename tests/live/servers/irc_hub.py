"""A hub for tests of the IRC feed alone: it writes down what it is told, and sends what a test wants said.

The real hub and journal are tested with it elsewhere; this one shows every call.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any

from irc import IrcServer, until

from calledshot.live.config import IrcConfig, Secret
from calledshot.live.hub import NotConnected, Refused, Sending
from calledshot.live.irc.feed import IrcFeed
from calledshot.live.messages import Incoming, Outgoing


class SpyHub:
    """What a feed needs of a hub."""

    def __init__(self, feed: IrcFeed, position: str | None = None) -> None:
        self.feed = feed
        self.messages: list[Incoming] = []
        self.saids: list[tuple[str, str | None]] = []
        self.refusals: list[str] = []
        self.last_position = position
        self.up = False
        self.ups = 0
        self.cuts = 0
        self.task: asyncio.Task[None] | None = None
        self._ids: set[tuple[str | None, str, str]] = set()
        self._count = 0

    # -- what a feed calls --

    def position(self) -> str | None:
        return self.last_position

    def heard(self, message: Incoming, position: str | None = None) -> None:
        self.last_position = position or self.last_position
        if message.event.id is not None:
            key = (message.event.room, message.event.id, message.what)
            if key in self._ids:
                return
            self._ids.add(key)
        self.messages.append(message)

    def moved(self, position: str) -> None:
        self.last_position = position

    def said(self, key: str, id: str | None = None) -> None:
        self.saids.append((key, id))

    def refused(self, key: str) -> None:
        self.refusals.append(key)

    def connected(self) -> None:
        self.up, self.ups = True, self.ups + 1

    def disconnected(self) -> None:
        self.up, self.cuts = False, self.cuts + 1

    # -- what a test asks --

    def events(self, kind: str | None = None, room: str | None = None) -> list[Incoming]:
        """What was heard, of a kind and in a room."""
        return [
            one
            for one in self.messages
            if one.what == "event" and not one.own
            and (kind is None or one.event.kind == kind) and (room is None or one.event.room == room)
        ]  # fmt: skip

    def texts(self, kind: str = "say", room: str | None = None) -> list[tuple[str | None, str]]:
        return [(one.event.speaker, one.event.text) for one in self.events(kind, room)]

    async def hears(self, wanted: Callable[[Incoming], bool], what: str) -> Incoming:
        """The first message that is wanted, when it is there."""
        await until(lambda: any(wanted(one) for one in self.messages), what)
        return next(one for one in self.messages if wanted(one))

    async def hears_text(self, text: str) -> Incoming:
        return await self.hears(lambda one: text in one.event.text, f"somebody to say {text!r}")

    async def is_up(self) -> None:
        await until(lambda: self.up, "the feed to be connected")

    async def say(
        self, text: str, *, room: str | None = None, to: str | None = None, **more: Any
    ) -> str | None:
        """Have the feed say a line, again over the next connection where it must be, as the hub does."""
        key = more.pop("key", None)
        if key is None:
            self._count += 1
            key = f"{self._count}.0"
        sending = Sending(Outgoing(text=text, room=room, to=to, key=key, **more))
        while True:
            await self.is_up()
            try:
                return await self.feed.send(sending)
            except NotConnected:
                await asyncio.sleep(0.01)
            except Refused:
                self.refusals.append(key)
                return None
            except ConnectionError:
                sending = Sending(sending.line, "handed")
                await asyncio.sleep(0.01)


def config_of(server: IrcServer, **more: Any) -> IrcConfig:
    """How to reach a server of the fixtures: fast, and plain unless `tls` is set."""
    tls = bool(more.get("tls"))
    values: dict[str, Any] = {
        "host": server.host, "port": server.tls_port if tls else server.port, "tls": tls,
        "nick": "calledshot", "rooms": ["#parlour"], "burst": 50, "rate": 50.0,
        "bytes_burst": 100_000, "bytes_rate": 100_000.0, "ping": 30.0, "retry_at_most": 1.0,
    }  # fmt: skip
    if tls:
        values["ca_file"] = str(server.ca)
    return IrcConfig(**(values | more))


def feed_of(
    server: IrcServer, *, masters: tuple[str, ...] = (), folder: Path | None = None, **more: Any
) -> IrcFeed:
    """A feed for a server; it logs in where `sasl` is set, with the fixture's password."""
    config = config_of(server, **more)
    password = server.accounts.get(config.account or config.nick or "")
    return IrcFeed(config, Secret(password) if password else None, masters=masters, folder=folder)


@contextlib.asynccontextmanager
async def running(feed: IrcFeed, *, position: str | None = None, up: bool = True) -> AsyncIterator[SpyHub]:
    """The feed at work with a hub that spies, until the end of the block."""
    hub = SpyHub(feed, position)
    hub.task = asyncio.create_task(feed.run(hub))  # type: ignore[arg-type]
    try:
        if up:
            waiting = asyncio.create_task(hub.is_up())
            await asyncio.wait({hub.task, waiting}, return_when=asyncio.FIRST_COMPLETED)
            if hub.task.done():
                waiting.cancel()
                hub.task.result()
            await waiting
        yield hub
    finally:
        await feed.stop()
        await asyncio.wait({hub.task}, timeout=10)
        if not hub.task.done():
            hub.task.cancel()
        await asyncio.gather(hub.task, return_exceptions=True)
