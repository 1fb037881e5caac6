"""The stage of a whole fight in which the PGM sits in a real WeeChat with our script: the helper is in his
client, and speaks with his voice. The players are scripted clients on the same IRC server."""

from __future__ import annotations

import asyncio
import contextlib
import os
from collections.abc import AsyncIterator, Callable
from pathlib import Path

from irc import PATIENCE, IrcClient, IrcServer
from weechat import Shown, WeeChat, weechat
from whole_fight import DICE, HESK, IMRI, OSWIN, PGM, RETURNS_AS, WATCHER, write_campaign

ACCOUNTS = {HESK: "torvik", IMRI: "elsinore", OSWIN: "kaelin"}
"""Who is logged in as whom, by the accounts that the server's fixture has."""


class WeeChatStage:
    """See whole_fight_play.Stage."""

    vouches = True

    def __init__(
        self, server: IrcServer, client: WeeChat, people: dict[str, IrcClient], channel: str
    ) -> None:
        self.server, self.client, self.people, self.channel = server, client, people, channel
        self.buffer = f"irc.t.{channel}"
        self.lines: list[Shown] = []
        self.marks = 0

    async def watch(self) -> None:
        """Keep what WeeChat shows at hand."""
        while True:
            await self.look()
            await asyncio.sleep(0.02)

    async def look(self) -> None:
        self.lines = await self.client.lines(self.buffer, 2000)

    # -- what people do -------------------------------------------------------------------------------

    async def say(self, who: str, text: str) -> None:
        if who == PGM:
            await self.client.type(text, self.buffer)
            await self.people[WATCHER].hears(text, room=self.channel)
            return
        await self.people[who].say(self.channel, text)
        await self.people[who].settled()
        await self.until(
            lambda: any(line.text == text for line in self.lines[-10:]), f"WeeChat to show {text!r}"
        )

    async def im(self, who: str, text: str) -> None:
        if who == PGM:
            await self.client.type(f"/calledshot {text}", self.buffer)
            self.marks += 1
            await self.client.type(f"/print -core mark {self.marks}")  # what is typed is done in its order
            await self.client.shows("core.weechat", f"mark {self.marks}")
        else:
            await self.people[who].whisper(PGM, text)
            await self.people[who].settled()

    async def roll(self, who: str, face: int) -> None:
        await self.say(DICE, f"{self.address(who)} rolled 1 100-sided die: {face}")

    async def drops(self, who: str) -> None:
        client = self.people[who]
        client.abort()
        await self.until(
            lambda: any("irc_quit" in line.tags and who in line.text for line in self.lines), "his leaving"
        )

    async def returns(self, who: str) -> None:
        old = self.people[who]
        await old.quit()
        self.people[who] = client = IrcClient(self.server, RETURNS_AS, account=ACCOUNTS[who])
        client.lines = old.lines  # what he saw before
        await client.connect()
        await client.join(self.channel)

    def address(self, who: str) -> str:
        return self.people[who].nick

    # -- what they saw --------------------------------------------------------------------------------

    def private(self, who: str) -> list[str]:
        if who == PGM:
            wanted = {"calledshot_said", "calledshot_finding"}
            return [line.text for line in self.lines if wanted.intersection(line.tags)]
        return [text for nick, text in self._heard(who, private=True) if nick == PGM]

    def room(self) -> list[str]:
        return [
            text
            for nick, text in self._heard(WATCHER, private=False)
            if nick == PGM and text.startswith("((")
        ]

    def saw(self, who: str) -> list[str]:
        if who == PGM:
            return [line.text for line in self.lines]
        own = {who, self.people[who].nick}
        return [text for nick, text in self.people[who].heard() if nick not in own]

    def _heard(self, who: str, *, private: bool) -> list[tuple[str, str]]:
        return [
            (line.nick, line.text)
            for line in self.people[who].lines
            if line.command in ("PRIVMSG", "NOTICE") and line.target.startswith("#") is not private
        ]

    async def until(self, true: Callable[[], bool], what: str) -> None:
        try:
            async with asyncio.timeout(PATIENCE):
                while not true():
                    await asyncio.sleep(0.02)
        except TimeoutError:
            told = "\n".join(f"  {line.text} {line.tags}" for line in self.lines[-12:])
            raise AssertionError(f"waited in vain for {what}; the PGM was told last:\n{told}") from None


@contextlib.asynccontextmanager
async def weechat_stage(server: IrcServer, folder: Path) -> AsyncIterator[WeeChatStage]:
    campaign = write_campaign(folder / "campaign")
    channel = f"#toll-{os.getpid()}"
    people = {
        **{who: IrcClient(server, who, account=account) for who, account in ACCOUNTS.items()},
        WATCHER: IrcClient(server, WATCHER),
        DICE: IrcClient(server, DICE),
    }
    try:
        for one in people.values():
            await one.connect()
            await one.join(channel)
        options = {"answer_players": "on"}
        async with weechat(server, PGM, channel, account="brannoch", options=options) as client:
            stage = WeeChatStage(server, client, people, channel)
            await client.type(f"/calledshot on {campaign} suggest", stage.buffer)
            watching = asyncio.create_task(stage.watch())
            try:
                yield stage
            finally:
                watching.cancel()
                await asyncio.gather(watching, return_exceptions=True)
                await client.type("/calledshot off", stage.buffer)
                await client.shows(stage.buffer, "calledshot is off")
    finally:
        for one in people.values():
            await one.quit()
