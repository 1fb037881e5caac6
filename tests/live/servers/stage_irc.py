"""The stage on IRC: everybody a scripted client with an account on a real server, the dice a bot."""

from __future__ import annotations

import contextlib
import itertools
import os
from collections.abc import AsyncIterator, Callable
from pathlib import Path

from irc import IrcClient, IrcServer, until
from whole_fight import BOT, DICE, HESK, IMRI, OSWIN, PGM, RETURNS_AS, WATCHER, write_campaign
from whole_fight_bot import helper

ACCOUNTS = {PGM: "brannoch", HESK: "torvik", IMRI: "elsinore", OSWIN: "kaelin"}
LIVE = """
nick = "{bot}"
[pgm]
{pgm} = "irc:brannoch"
[irc]
host = "{host}"
port = {port}
tls = false
rooms = ["{room}"]
sasl = "plain"
account = "calledshot"
burst = 50
rate = 50.0
bytes_burst = 100000
bytes_rate = 100000.0
"""
_rooms = itertools.count(1)


class IrcStage:
    """See whole_fight_play.Stage."""

    vouches = True

    def __init__(self, server: IrcServer, folder: Path) -> None:
        self.server = server
        self.channel = f"#fight-{os.getpid()}-{next(_rooms)}"
        self.journal_file = folder / "campaign" / "fight.journal"
        self.log_file = folder / "campaign" / "live.log"
        self.bot = BOT  # whom the players tell their moves, and who speaks in the room
        self.clients: dict[str, IrcClient] = {}
        self.gone: dict[str, list[IrcClient]] = {}

    async def enter(self, who: str, nick: str | None = None) -> None:
        client = IrcClient(self.server, nick or who, account=ACCOUNTS.get(who))
        await client.connect()
        self.clients[who] = client
        await client.join(self.channel)

    async def close(self) -> None:
        for client in self.clients.values():
            await client.quit()

    # -- what people do -------------------------------------------------------------------------------

    async def say(self, who: str, text: str) -> None:
        client = self.clients[who]
        before = self._said(client.nick, text)
        await client.say(self.channel, text)
        await self.until(lambda: self._said(client.nick, text) > before, f"{who}'s words in the room")

    def _said(self, nick: str, text: str) -> int:
        return self.clients[WATCHER].heard(self.channel).count((nick, text))

    async def im(self, who: str, text: str) -> None:
        await self.clients[who].whisper(self.bot, text)
        await self.clients[who].settled()

    async def roll(self, who: str, face: int) -> None:
        await self.say(DICE, f"{self.address(who)} rolled 1 100-sided die: {face}")

    async def drops(self, who: str) -> None:
        client = self.clients.pop(who)
        self.gone.setdefault(who, []).append(client)
        await client.quit("Ping timeout: 240 seconds")

    async def returns(self, who: str) -> None:
        await self.enter(who, RETURNS_AS)

    def address(self, who: str) -> str:
        return self.clients[who].nick

    # -- what they saw --------------------------------------------------------------------------------

    def private(self, who: str) -> list[str]:
        return [
            line.text
            for client in self._all(who)
            for line in client.lines
            if line.command in ("PRIVMSG", "NOTICE") and line.nick == self.bot and line.target == client.nick
        ]

    def room(self) -> list[str]:
        return [text for nick, text in self.log() if nick == self.bot]

    def log(self) -> list[tuple[str, str]]:
        return self.clients[WATCHER].heard(self.channel)

    def called(self) -> dict[str, str]:
        return {PGM: PGM, self.bot: PGM, DICE: DICE, RETURNS_AS: IMRI}

    def saw(self, who: str) -> list[str]:
        return [text for client in self._all(who) for nick, text in client.heard() if nick != client.nick]

    def _all(self, who: str) -> list[IrcClient]:
        return [one for one in [*self.gone.get(who, []), self.clients.get(who)] if one is not None]

    async def until(self, true: Callable[[], bool], what: str) -> None:
        try:
            await until(true, what)
        except AssertionError as error:
            told = "\n".join(f"  {line}" for line in self.private(PGM)[-8:])
            raise AssertionError(f"{error}; the PGM was told last:\n{told}") from None


@contextlib.asynccontextmanager
async def irc_stage(server: IrcServer, folder: Path) -> AsyncIterator[IrcStage]:
    stage = IrcStage(server, folder)
    live = LIVE.format(bot=BOT, pgm=PGM, host=server.host, port=server.port, room=stage.channel)
    campaign = write_campaign(folder / "campaign", live)
    try:
        for name in (WATCHER, DICE, PGM, HESK, IMRI, OSWIN):
            await stage.enter(name)
        passwords = {"CALLEDSHOT_IRC_PASSWORD": server.accounts["calledshot"]}
        async with helper("irc", campaign, passwords) as bot:
            watcher = stage.clients[WATCHER]
            await stage.until(
                lambda: (
                    not bot.running()
                    or any(line.command == "JOIN" and line.nick == BOT for line in watcher.lines)
                ),
                "the helper to come in",
            )
            yield stage
    finally:
        await stage.close()
