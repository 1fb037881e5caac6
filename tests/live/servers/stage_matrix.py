"""The stage on Matrix: everybody a scripted client on a real homeserver, in a plain or an encrypted room, the
dice a bot of the room."""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator, Callable
from pathlib import Path

from matrix import Synapse
from matrix_client import MatrixPerson
from whole_fight import BOT, DICE, HESK, IMRI, OSWIN, PGM, PLAYERS, RETURNS_AS, WATCHER, write_campaign
from whole_fight_bot import helper

LIVE = """
nick = "{bot}"
trusted_bots = ["{dice}"]
[pgm]
{pgm} = "matrix:{master}"
[matrix]
homeserver = "{url}"
user = "{user}"
rooms = ["{room}"]
encrypted = {encrypted}
[accounts]
"""


class MatrixStage:
    """See whole_fight_play.Stage. In an encrypted room the one who drops out comes back as the same user
    under another display name; in a plain one as another user, whom the PGM ties to his character."""

    def __init__(self, synapse: Synapse, folder: Path, *, encrypted: bool) -> None:
        self.synapse, self.encrypted, self.vouches = synapse, encrypted, encrypted
        self.journal_file = folder / "campaign" / "fight.journal"
        self.log_file = folder / "campaign" / "live.log"
        self.people: dict[str, MatrixPerson] = {}
        self.gone: dict[str, list[MatrixPerson]] = {}
        self.place = ""
        self.bot = ""

    async def log_in(self, who: str, name: str | None = None) -> MatrixPerson:
        person = MatrixPerson(self.synapse.register((name or who).lower()))
        self.people[who] = person
        await person.start()
        return person

    async def close(self) -> None:
        for person in {*self.people.values(), *(one for left in self.gone.values() for one in left)}:
            await person.stop()

    # -- what people do -------------------------------------------------------------------------------

    async def say(self, who: str, text: str) -> None:
        id = await self.people[who].say(self.place, text)
        watcher = self.people[WATCHER]
        await self.until(lambda: any(one.id == id for one in watcher.seen), f"{who}'s words in the room")

    async def im(self, who: str, text: str) -> None:
        await self.people[who].whisper(self.bot, text, encrypted=self.encrypted)

    async def roll(self, who: str, face: int) -> None:
        await self.say(DICE, f"{_local(self.address(who))} rolled 1 100-sided die: {face}")

    async def drops(self, who: str) -> None:
        person = self.people.pop(who)
        self.gone.setdefault(who, []).append(person)
        await person.leave(self.place)

    async def returns(self, who: str) -> None:
        if self.vouches:
            person = self.people[who] = self.gone[who].pop()
            await person.display(f"{PGM}'s shadow")  # a display name proves nothing
        else:
            person = await self.log_in(who, RETURNS_AS)
        await self.people[PGM].invite(self.place, person.mxid)
        await person.join(self.place)

    def address(self, who: str) -> str:
        return self.people[who].mxid

    # -- what they saw --------------------------------------------------------------------------------

    def private(self, who: str) -> list[str]:
        return [
            one.text
            for person in self._all(who)
            for one in person.seen
            if one.room != self.place and one.sender == self.bot and one.kind in ("m.text", "m.notice")
        ]

    def room(self) -> list[str]:
        return self.people[WATCHER].texts(self.place, self.bot)

    def log(self) -> list[tuple[str, str]]:
        watcher = self.people[WATCHER]
        return [
            (_local(one.sender), one.text)
            for one in watcher.seen
            if one.room == self.place and one.kind.startswith("m.") and one.text
        ]

    def called(self) -> dict[str, str]:
        here = {_local(one.mxid): who for who in self.people for one in self._all(who)}
        return {**here, _local(self.bot): PGM}

    def saw(self, who: str) -> list[str]:
        return [
            one.text
            for person in self._all(who)
            for one in person.seen
            if one.sender != person.mxid and one.text
        ]

    def unread(self) -> list[str]:
        """Messages of the room that somebody who was there could not decrypt."""
        return [
            f"{name}: {one.id}"
            for name in (WATCHER, PGM)
            for one in self.people[name].seen
            if one.kind == "unreadable"
        ]

    def _all(self, who: str) -> list[MatrixPerson]:
        return [one for one in [*self.gone.get(who, []), self.people.get(who)] if one is not None]

    async def until(self, true: Callable[[], bool], what: str) -> None:
        from irc import until

        try:
            await until(true, what)
        except AssertionError as error:
            told = "\n".join(f"  {line}" for line in self.private(PGM)[-8:])
            raise AssertionError(f"{error}; the PGM was told last:\n{told}") from None


def _local(mxid: str) -> str:
    return mxid[1:].partition(":")[0]


@contextlib.asynccontextmanager
async def matrix_stage(synapse: Synapse, folder: Path, *, encrypted: bool) -> AsyncIterator[MatrixStage]:
    stage = MatrixStage(synapse, folder, encrypted=encrypted)
    try:
        master = await stage.log_in(PGM)
        others = [await stage.log_in(name) for name in (WATCHER, DICE, HESK, IMRI, OSWIN)]
        user = synapse.register(BOT)
        invited = [*(one.mxid for one in others), user.mxid]
        stage.bot = user.mxid
        stage.place = await master.create_room("The toll house", invite=invited, encrypted=encrypted)
        for one in others:
            await one.join(stage.place)
        live = LIVE.format(
            bot=BOT, pgm=PGM, master=master.mxid, url=synapse.url, user=user.mxid, room=stage.place,
            encrypted=str(encrypted).lower(), dice=stage.address(DICE),
        )  # fmt: skip
        for name in PLAYERS:
            live += f'"matrix:{stage.address(name)}" = "{name}"\n'
        campaign = write_campaign(folder / "campaign", live)
        async with helper("matrix", campaign, {"CALLEDSHOT_MATRIX_PASSWORD": user.password}) as bot:
            await stage.until(
                lambda: not bot.running() or user.mxid in master.members(stage.place), "the helper to come in"
            )
            for one in others:
                await one.wait_members(stage.place, user.mxid)
            yield stage
    finally:
        await stage.close()
