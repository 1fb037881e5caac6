"""The Matrix feed in a test: a hub with a journal in a file, and fights that only remember what they heard.

async with MatrixBot(user, folder, rooms=[room]) as bot:
    await bot.until(lambda: "advance" in bot.texts())
    bot.answers["advance"] = [Outgoing(text="…", room=room)]   # what is said when somebody says that
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Self

from matrix import User

from calledshot.live.config import MatrixConfig, Secret
from calledshot.live.hub import Hub, Settled
from calledshot.live.journal import SqlJournal
from calledshot.live.matrix.feed import MatrixFeed
from calledshot.live.messages import Incoming, Outgoing

PATIENCE = 30.0


class MatrixBot:
    """A helper's process, as far as the feed goes; the same `folder` is the same helper after a restart."""

    def __init__(
        self,
        user: User,
        folder: Path,
        *,
        rooms: Sequence[str] = (),
        pgm: Sequence[str] = (),
        encrypted: bool = False,
        url: str | None = None,
        **more: Any,
    ) -> None:
        self.user, self.folder, self.mxid = user, folder, user.mxid
        self.config = MatrixConfig(
            homeserver=url or user.url, user=user.mxid, rooms=list(rooms), encrypted=encrypted, **more
        )
        self.pgm = pgm
        self.heard_now: list[Incoming] = []
        self.answers: dict[str, list[Outgoing]] = {}
        self._news = asyncio.Event()

    async def __aenter__(self) -> Self:
        self.journal = SqlJournal(str(self.folder / "fight.journal"))
        self.feed = MatrixFeed(
            self.config, password=Secret(self.user.password), folder=self.folder, pgm=self.pgm
        )
        self.hub = Hub(self, self.journal, self.feed)
        self.hub.restore()
        self.replayed = self.heard_now
        self.heard_now, self.killed = [], False
        self.task = asyncio.create_task(self.hub.run())
        return self

    async def __aexit__(self, *error: object) -> None:
        if self.killed:
            return
        await self.hub.stop()
        try:
            await asyncio.wait_for(self.task, PATIENCE)
        finally:
            self.journal.close()

    async def kill(self) -> None:
        """End it in the middle of whatever it does."""
        self.killed = True
        self.task.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await self.task
        self.journal.close()

    # -- the fights -----------------------------------------------------------------------------------

    def heard(self, message: Incoming) -> Settled:
        self.heard_now.append(message)
        self._news.set()
        lines: list[Outgoing] = []
        if message.what == "event" and not message.own:
            lines = self.answers.get(message.event.text, [])
        return Settled(events=(message.event,), lines=tuple(lines))

    def due(self, now: str) -> bool:
        return False

    # -- looking --------------------------------------------------------------------------------------

    def got(self, what: str = "event", kind: str | None = None) -> list[Incoming]:
        """What was heard in this run and is not our own."""
        return [
            one
            for one in self.heard_now
            if one.what == what and not one.own and kind in (None, one.event.kind)
        ]

    def texts(self, *kinds: str) -> list[str]:
        wanted = kinds or ("say", "emote", "whisper", "notice")
        return [one.event.text for one in self.got() if one.event.kind in wanted]

    async def ready(self) -> None:
        """Until it has caught up and can speak."""
        await self.until(lambda: self.feed._up)

    async def until(self, test: Callable[[], Any]) -> None:
        """Until something is so; AssertionError with what was heard, or what ended the helper."""
        loop = asyncio.get_running_loop()
        end = loop.time() + PATIENCE
        while not test():
            if self.task.done():
                await self.task
                raise AssertionError("the helper has ended")
            if loop.time() > end:
                heard = "\n".join(f"  {one}" for one in self.heard_now[-15:])
                raise AssertionError(f"waited in vain; heard last:\n{heard}")
            self._news.clear()
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._news.wait(), 0.1)
