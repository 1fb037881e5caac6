"""The stage on IRC with the PGM inside a real WeeChat, whose script is the helper: the players tell him their
moves, and what he agrees to is said in the room as his own words."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable
from pathlib import Path

from irc import PATIENCE, IrcServer
from stage_irc import IrcStage
from weechat import WeeChat, weechat
from whole_fight import DICE, HESK, IMRI, OSWIN, PGM, WATCHER, write_campaign


class WeeChatStage(IrcStage):
    """See whole_fight_play.Stage."""

    def __init__(self, server: IrcServer, folder: Path) -> None:
        super().__init__(server, folder)
        self.bot = PGM
        self.campaign = folder / "campaign"
        self.told: list[str] = []  # the local lines of the PGM's buffers, as they were seen
        self.seen: dict[str, int] = {}  # buffer -> how many of them
        self.client: WeeChat | None = None

    @property
    def buffer(self) -> str:
        return f"irc.t.{self.channel}"

    async def say(self, who: str, text: str) -> None:
        if who != PGM:
            await super().say(who, text)
            return
        assert self.client is not None
        before = self._said(PGM, text)
        await self.client.type(text, self.buffer)
        await self.until(lambda: self._said(PGM, text) > before, "the PGM's words in the room")

    async def im(self, who: str, text: str) -> None:
        if who != PGM:
            await super().im(who, text)
            return
        assert self.client is not None
        await self.client.type(f"/calledshot {text}", self.buffer)

    def address(self, who: str) -> str:
        return PGM if who == PGM else super().address(who)

    def private(self, who: str) -> list[str]:
        return self.told if who == PGM else super().private(who)

    def room(self) -> list[str]:
        return [text for text in super().room() if text.startswith("((")]

    def saw(self, who: str) -> list[str]:
        return [] if who == PGM else super().saw(who)

    async def look(self) -> None:
        """At what his window shows."""
        if self.client is not None:
            for buffer in await self.client.buffers():  # what is secret is shown beside the private message
                if buffer.startswith("irc.t."):
                    lines = await self.client.lines(buffer, 600)
                    told = [line.text for line in lines if "calledshot" in line.tags]
                    self.told += told[self.seen.get(buffer, 0) :]
                    self.seen[buffer] = len(told)

    async def until(self, true: Callable[[], bool], what: str) -> None:
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(PATIENCE):
                while not true():
                    await asyncio.sleep(0.02)
                    await self.look()
        told = "\n".join(f"  {line}" for line in self.told[-8:])
        assert true(), f"waited in vain for {what}; the PGM was told last:\n{told}"


@contextlib.asynccontextmanager
async def weechat_stage(server: IrcServer, folder: Path) -> AsyncIterator[WeeChatStage]:
    stage = WeeChatStage(server, folder)
    write_campaign(stage.campaign)
    try:
        for name in (WATCHER, DICE, HESK, IMRI, OSWIN):
            await stage.enter(name)
        options = {"answer_players": "on"}
        async with weechat(server, PGM, stage.channel, account="brannoch", options=options) as client:
            stage.client = client
            await client.type(f"/calledshot on {stage.campaign} suggest", stage.buffer)
            await client.shows(stage.buffer, "calledshot is on")
            yield stage
            await client.type("/calledshot off", stage.buffer)
            await client.shows(stage.buffer, "calledshot is off")
            core = [line.text for line in await client.lines("core.weechat")]
            assert not any("a fault of" in text for text in core), core
            [stage.journal_file] = (stage.campaign / "state").glob("*.db")
            stage.client = None
    finally:
        await stage.close()
