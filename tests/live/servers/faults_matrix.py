"""A real homeserver for the fault run, with its people. It keeps everything itself; what it gives twice is
what came after an older position, which the helper is made to begin from. No test; see `faults`.
"""

from __future__ import annotations

import asyncio
import contextlib
import random
import sqlite3
from pathlib import Path
from urllib.parse import urlsplit

from faults_count import Said
from faults_worlds import Ledger
from irc import until
from matrix import Synapse
from matrix_client import MatrixPerson
from stage_matrix import LIVE
from whole_fight import BOT, DICE, HESK, IMRI, OSWIN, PGM, PLAYERS, WATCHER


class SeenLedger(Ledger):
    """What people sent, then what they saw the helper send."""

    def __init__(self, world: MatrixWorld) -> None:
        super().__init__()
        self.world = world

    @property
    def said(self) -> list[Said]:
        return self.taken + self.world.of_the_helper()


class MatrixWorld:
    """See faults_worlds.IrcWorld."""

    feed = "matrix"
    replays = (True, True)
    ordered = False  # every chat has an order of its own
    room_once = private_once = True

    def __init__(self, synapse: Synapse, chance: random.Random) -> None:
        self.synapse, self.chance = synapse, chance
        self.port = urlsplit(synapse.url).port or 0
        self.ledger = SeenLedger(self)
        self.people: dict[str, MatrixPerson] = {}
        self.user = synapse.register(BOT)
        self.passwords = {"CALLEDSHOT_MATRIX_PASSWORD": self.user.password}
        self.place = ""
        self._positions: list[str] = []

    def live(self, port: int) -> str:
        text = LIVE.format(
            bot=BOT, pgm=PGM, master=self.people[PGM].mxid, url=f"http://127.0.0.1:{port}",
            user=self.user.mxid, room=self.place, encrypted="false", dice=self.people[DICE].mxid,
        )  # fmt: skip
        text = text.replace("[accounts]", "retry_at_most = 0.3\n[accounts]")
        return text + "".join(f'"matrix:{self.people[name].mxid}" = "{name}"\n' for name in PLAYERS)

    async def start(self) -> None:
        for name in (WATCHER, DICE, PGM, HESK, IMRI, OSWIN):
            self.people[name] = MatrixPerson(self.synapse.register(name.lower()))
            await self.people[name].start()
        others = [person for name, person in self.people.items() if name != PGM]
        invited = [*(one.mxid for one in others), self.user.mxid]
        self.place = await self.people[PGM].create_room("The toll house", invite=invited)
        for one in others:
            await one.join(self.place)

    async def restart(self) -> None:
        """Not of the server itself, which others use; for a while it lets nobody in."""
        await asyncio.sleep(self.chance.uniform(0.2, 1.0))

    async def stop(self) -> None:
        for person in self.people.values():
            await person.stop()

    async def say(self, who: str, text: str) -> None:
        id = await self.people[who].say(self.place, text)
        self.ledger.took(Said(who, None, text, id))

    async def whisper(self, who: str, text: str) -> None:
        id = await self.people[who].whisper(self.user.mxid, text)
        self.ledger.took(Said(who, BOT, text, id))

    async def roll(self, who: str, face: int) -> str:
        local = self.people[who].mxid[1:].partition(":")[0]
        words = f"{local} rolled 1 100-sided die: {face}"
        await self.say(DICE, words)
        return words

    def name(self, address: str) -> str:
        return next((name for name, one in self.people.items() if one.mxid == address), address)

    def inside(self) -> bool:
        return self.user.mxid in self.people[PGM].members(self.place)

    def saw(self, who: str) -> list[str]:
        person = self.people[who]
        return [one.text for one in person.seen if one.sender != person.mxid and one.text]

    def of_the_helper(self) -> list[Said]:
        found = []
        for who, person in self.people.items():
            for one in person.seen:
                in_room = one.room == self.place
                told = one.sender == self.user.mxid and one.kind in ("m.text", "m.notice")
                if told and (not in_room or who == WATCHER):
                    found.append(Said(BOT, None if in_room else who, one.text, one.id))
        return found

    async def seen_all(self) -> None:
        """Everybody has seen what the helper said last: a line of the same room after it has come."""
        for person in self.people.values():
            last = {one.room: one for one in person.seen if one.sender == self.user.mxid}
            for room in {self.place, *last}:
                id = await person.say(room, "(an end)")
                await until(lambda person=person, id=id: any(one.id == id for one in person.seen), "an end")

    def rewind(self, journal: Path) -> None:
        """The helper, who is dead, is to begin from a position that it once had."""
        with contextlib.closing(sqlite3.connect(journal)) as connection, connection:
            row = connection.execute("SELECT position FROM calledshot_positions").fetchone()
            if row is None:
                return
            self._positions.append(row[0])
            if self.chance.random() < 0.5:
                older = self.chance.choice(self._positions)
                self.ledger.duplicates += older != row[0]
                connection.execute("UPDATE calledshot_positions SET position = ?", (older,))
