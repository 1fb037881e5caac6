"""A homeserver of a few lines for tests: it lets in one user, and answers as it is told to. `answers` holds,
for the beginning of a request ("POST join/"), what to answer next, (status, body), one after the other; what
is not in it is granted. `syncs` are answers to a sync; where there are none left nothing is new."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any

from aiohttp import web

from calledshot.live.config import MatrixConfig, Secret
from calledshot.live.hub import NotConnected, Refused, Sending
from calledshot.live.matrix.feed import MatrixFeed
from calledshot.live.matrix.wire import Unreachable
from calledshot.live.messages import Incoming, Outgoing

ME, BRAN, TORVIK = "@helper:test.local", "@bran:test.local", "@torvik:test.local"
ROOM = "!parlour:test.local"


class Homeserver:
    """See above. `asked`: each request so far, as "METHOD path"."""

    def __init__(self) -> None:
        self.answers: dict[str, list[tuple[int, Any]]] = {}
        self.syncs: list[dict[str, Any]] = []
        self.asked: list[str] = []
        self.logins = 0
        self._batch = 0
        self._events = 0

    async def answer(self, request: web.Request) -> web.Response:
        path = request.path.removeprefix("/_matrix/client/v3/")
        name = f"{request.method} {path}"
        self.asked.append(name)
        for begin, answers in self.answers.items():
            if name.startswith(begin) and answers:
                status, body = answers.pop(0)
                if isinstance(body, str):
                    return web.Response(status=status, text=body)
                return web.json_response(body, status=status)
        if path == "sync":
            if not self.syncs:
                await asyncio.sleep(0.05)
            self._batch += 1
            return web.json_response(
                {"next_batch": f"b{self._batch}"} | (self.syncs.pop(0) if self.syncs else {})
            )
        if path == "login":
            self.logins += 1
            body = await request.json()
            device = body.get("device_id", "DEVICE")
            return web.json_response({"user_id": ME, "device_id": device, "access_token": f"t{self.logins}"})
        if path == "account/whoami":
            return web.json_response({"user_id": ME, "device_id": "DEVICE"})
        if path.startswith("directory/room/"):
            return web.json_response({"room_id": ROOM})
        if path == "createRoom":
            return web.json_response({"room_id": f"!chat{len(self.asked)}:test.local"})
        if "/send/" in path:
            self._events += 1
            return web.json_response({"event_id": f"$sent{self._events}"})
        return web.json_response({})


def state(kind: str, key: str, sender: str = TORVIK, **content: Any) -> dict[str, Any]:
    """A state event."""
    return {
        "type": kind, "state_key": key, "sender": sender, "content": content,
        "event_id": f"${kind}{key}".replace(":", "-"), "origin_server_ts": 1_800_000_000_000,
    }  # fmt: skip


def words(id: str, text: str, sender: str = TORVIK) -> dict[str, Any]:
    """Something said."""
    return {
        "type": "m.room.message", "sender": sender, "event_id": f"${id}",
        "content": {"msgtype": "m.text", "body": text}, "origin_server_ts": 1_800_000_001_000,
    }  # fmt: skip


def joined(
    room: str, *members: str, events: tuple[dict[str, Any], ...] = (), more: Any = ()
) -> dict[str, Any]:
    """An answer to a sync in which we are in a room with these."""
    people = [state("m.room.member", one, one, membership="join") for one in (ME, *members)]
    return {
        "rooms": {
            "join": {room: {"state": {"events": [*people, *more]}, "timeline": {"events": list(events)}}}
        }
    }


class Spy:
    """What a feed needs of a hub."""

    def __init__(self, feed: MatrixFeed) -> None:
        self.feed = feed
        self.heard_so_far: list[Incoming] = []
        self.up = False

    def position(self) -> str | None:
        return None

    def heard(self, message: Incoming, position: str | None = None) -> None:
        self.heard_so_far.append(message)

    def moved(self, position: str) -> None: ...

    def said(self, key: str, id: str | None = None) -> None: ...

    def connected(self) -> None:
        self.up = True

    def disconnected(self) -> None:
        self.up = False

    def texts(self, kind: str | None = None) -> list[str]:
        return [one.event.text for one in self.heard_so_far if kind in (None, one.event.kind)]

    async def until(self, condition: Callable[[], object]) -> None:
        async with asyncio.timeout(20):
            while not condition():
                await asyncio.sleep(0.01)

    async def say(self, text: str, *, to: str | None = None, room: str | None = None) -> str | None:
        """As the hub would: again after a while where it must be; None where it is refused."""
        async with asyncio.timeout(20):
            while True:
                try:
                    return await self.feed.send(Sending(Outgoing(text=text, to=to, room=room, key="1.0")))
                except Refused:
                    return None
                except (NotConnected, Unreachable):
                    await asyncio.sleep(0.01)


@contextlib.asynccontextmanager
async def following(
    server: Homeserver, folder: Path, *, rooms: tuple[str, ...] = (ROOM,)
) -> AsyncIterator[Spy]:
    """A feed at work on that server, until the end of the block."""
    app = web.Application()
    app.router.add_route("*", "/{path:.*}", server.answer)
    runner = web.AppRunner(app)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    config = MatrixConfig(
        homeserver=f"http://127.0.0.1:{runner.addresses[0][1]}", user=ME, rooms=list(rooms), encrypted=False
    )
    log = logging.getLogger("test.matrix")
    feed = MatrixFeed(config, password=Secret("hunter-2"), folder=folder, pgm=[BRAN], log=log)
    hub = Spy(feed)
    task = asyncio.create_task(feed.run(hub))  # type: ignore[arg-type]
    try:
        yield hub
    finally:
        await feed.stop()
        await asyncio.gather(task)
        await runner.cleanup()
