"""An AIM feed with the real hub and journal, and a player, against our TOC server."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Coroutine
from typing import Any

from toc import TIMEOUT, TocClient, TocServer

from calledshot.live.aim.feed import AimFeed
from calledshot.live.config import AimConfig, Secret
from calledshot.live.hub import Hub, Settled
from calledshot.live.journal import SqlJournal
from calledshot.live.messages import Incoming, Outgoing

BOT, ROOM = "Called Shot", "Parlour"
WORDS = {BOT: "unsayable1", "Torv": "torvs", "Mira Belle": "miras", "Online Host": "x", "OnlineHost9": "y"}


class Parrot:
    """Fights that answer "say …" in the room and "tell NAME …" in private, and keep all they hear."""

    def __init__(self) -> None:
        self.heard_all: list[Incoming] = []
        self.changed = asyncio.Event()

    def heard(self, message: Incoming) -> Settled:
        self.heard_all.append(message)
        self.changed.set()
        event = message.event
        verb, _, rest = event.text.partition(" ")
        if message.own or message.what != "event":
            return Settled()
        if verb == "say":
            return Settled(lines=(Outgoing(text=rest, room=event.room or ROOM),))
        if verb == "many":
            return Settled(lines=tuple(Outgoing(text=f"line {n}", room=ROOM) for n in range(int(rest))))
        if verb == "tell":
            to, _, words = rest.partition(" ")
            return Settled(lines=(Outgoing(text=words, to=to, secret=True),))
        return Settled()

    def due(self, now: str) -> bool:
        return False

    def events(self, kind: str) -> list[Incoming]:
        return [one for one in self.heard_all if one.event.kind == kind and one.what == "event"]

    def texts(self, kind: str = "say", *, own: bool = False) -> list[str]:
        return [one.event.text for one in self.events(kind) if one.own == own]

    def gaps(self) -> list[Incoming]:
        return [one for one in self.heard_all if one.what == "gap"]


class Play:
    """A server, a helper and a player."""

    def __init__(self, server: TocServer, journal: SqlJournal, **more: Any) -> None:
        self.server, self.journal, self.parrot = server, journal, Parrot()
        values = {
            "host": "127.0.0.1", "port": server.port, "screen_name": BOT, "rooms": [ROOM], "burst": 100,
            "rate": 100.0,
        }  # fmt: skip
        masters = more.pop("masters", ())
        self.feed = AimFeed(AimConfig(**(values | more)), Secret(WORDS[BOT]), masters=masters)
        self.hub = Hub(self.parrot, journal, self.feed)
        self.task = asyncio.create_task(self.hub.run())

    async def until(self, what: str, true: Any) -> None:
        """Wait for something to be so."""
        try:
            async with asyncio.timeout(TIMEOUT):
                while not true():
                    if self.task.done():
                        self.task.result()
                        raise AssertionError("the helper has ended")
                    await asyncio.sleep(0.01)
        except TimeoutError:
            raise AssertionError(f"waited in vain for {what}; heard {self.parrot.heard_all}") from None

    async def heard(self, text: str) -> Incoming:
        def found() -> list[Incoming]:
            return [one for one in self.parrot.heard_all if text in one.event.text]

        await self.until(repr(text), found)
        return found()[0]

    async def settled(self) -> None:
        """Nothing waits to be said."""
        await self.until("an empty outbox", lambda: not self.journal.waiting())

    async def there(self, times: int = 1) -> None:
        """In the room, for the so-manieth time."""
        await self.until(
            "the room",
            lambda: sum(one.what == "members" for one in self.parrot.heard_all) >= times,
        )

    async def end(self) -> None:
        await self.hub.stop()
        await self.task


@contextlib.asynccontextmanager
async def playing(
    journal: SqlJournal | None = None, *, speed: int | None = None, **more: Any
) -> AsyncIterator[tuple[Play, TocClient]]:
    own = journal is None
    journal = journal or SqlJournal("sqlite://")
    async with TocServer(WORDS, speed=speed) as server:
        play = Play(server, journal, **more)
        torv = TocClient(server.port, "Torv", WORDS["Torv"])
        try:
            await play.there()
            await torv.connect(ROOM)
            yield play, torv
            await play.end()
        finally:
            await torv.close()
            play.task.cancel()
            await asyncio.gather(play.task, return_exceptions=True)
            if own:
                journal.close()


def run(play: Coroutine[Any, Any, None]) -> None:
    asyncio.run(play)
