"""The stage on an old AIM server (our own, which speaks TOC): the service itself throws the dice."""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator, Callable
from pathlib import Path

from irc import until
from toc import TocClient, TocServer, small
from whole_fight import BOT, HESK, IMRI, OSWIN, PGM, RETURNS_AS, WATCHER, write_campaign
from whole_fight_bot import helper

ROOM, HOST = "Parlour", "OnlineHost"
PASSWORD = "unsayable-words"
LIVE = """
nick = "{bot}"
[pgm]
{pgm} = "aim:{pgm}"
[aim]
host = "127.0.0.1"
port = {port}
screen_name = "{bot}"
rooms = ["{room}"]
burst = 50
rate = 50.0
"""


class AimStage:
    """See whole_fight_play.Stage. Screen names are all there is: who comes back under another is somebody
    else until the PGM says who he is."""

    vouches = False

    def __init__(self, server: TocServer, folder: Path) -> None:
        self.server = server
        self.journal_file = folder / "campaign" / "fight.journal"
        self.log_file = folder / "campaign" / "live.log"
        self.clients: dict[str, TocClient] = {}
        self.gone: dict[str, list[TocClient]] = {}

    async def enter(self, who: str, name: str | None = None) -> None:
        client = TocClient(self.server.port, name or who, PASSWORD)
        self.clients[who] = client
        await client.connect(ROOM)

    async def close(self) -> None:
        for client in [*self.clients.values(), *(one for left in self.gone.values() for one in left)]:
            await client.close()

    # -- what people do -------------------------------------------------------------------------------

    async def say(self, who: str, text: str) -> None:
        before = len(self.log())
        await self.clients[who].say(ROOM, text)
        await self.until(lambda: len(self.log()) > before, f"{who}'s words in the room")

    async def im(self, who: str, text: str) -> None:
        before = len(self.server.heard)
        name = self.address(who)

        def sent() -> bool:
            return any(one == name and "toc_send_im" in words for one, words in self.server.heard[before:])

        await self.clients[who].whisper(BOT, text)
        await self.until(sent, f"{who}'s message")

    async def roll(self, who: str, face: int) -> None:
        self.server.loaded.append(face)
        await self.say(who, "//roll-dice1-sides100")

    async def drops(self, who: str) -> None:
        client = self.clients.pop(who)
        self.gone.setdefault(who, []).append(client)
        self.server.drop(client.name)

    async def returns(self, who: str) -> None:
        await self.enter(who, RETURNS_AS)

    def address(self, who: str) -> str:
        return self.clients[who].name

    # -- what they saw --------------------------------------------------------------------------------

    def private(self, who: str) -> list[str]:
        return [text for room, name, text in self._lines(who) if not room and small(name) == small(BOT)]

    def room(self) -> list[str]:
        return [text for name, text in self.log() if small(name) == small(BOT)]

    def log(self) -> list[tuple[str, str]]:
        return [(name, text) for room, name, text in self.clients[WATCHER].lines if room]

    def called(self) -> dict[str, str]:
        return {PGM: PGM, BOT: PGM, RETURNS_AS: IMRI}

    def saw(self, who: str) -> list[str]:
        own = {small(client.name) for client in self._all(who)}
        return [text for _, name, text in self._lines(who) if small(name) not in own]

    def _lines(self, who: str) -> list[tuple[str, str, str]]:
        return [line for client in self._all(who) for line in client.lines]

    def _all(self, who: str) -> list[TocClient]:
        return [one for one in [*self.gone.get(who, []), self.clients.get(who)] if one is not None]

    async def until(self, true: Callable[[], bool], what: str) -> None:
        try:
            await until(true, what)
        except AssertionError as error:
            told = "\n".join(f"  {line}" for line in self.private(PGM)[-8:])
            raise AssertionError(f"{error}; the PGM was told last:\n{told}") from None


@contextlib.asynccontextmanager
async def aim_stage(folder: Path) -> AsyncIterator[AimStage]:
    people = (WATCHER, PGM, HESK, IMRI, OSWIN)
    async with TocServer(dict.fromkeys((*people, RETURNS_AS, BOT), PASSWORD)) as server:
        stage = AimStage(server, folder)
        live = LIVE.format(bot=BOT, pgm=PGM, port=server.port, room=ROOM)
        campaign = write_campaign(folder / "campaign", live)
        try:
            for name in people:
                await stage.enter(name)
            async with helper("aim", campaign, {"CALLEDSHOT_AIM_PASSWORD": PASSWORD}) as bot:
                await stage.until(
                    lambda: not bot.running() or BOT in server.inside(ROOM), "the helper to come in"
                )
                yield stage
        finally:
            await stage.close()
