"""kill -9 of a helper on a real homeserver, at random points while people talk: nothing is lost, heard twice
or said twice, in rooms and in private, plain and encrypted."""

from __future__ import annotations

import asyncio
import random
import subprocess
import sys
from pathlib import Path

import pytest
from matrix import Synapse, User
from test_real_matrix_feed import people, room_of

from calledshot.live.journal import SqlJournal

PROGRAM = Path(__file__).with_name("matrix_victim.py")
LINES = 40
PATIENCE = 90.0


class Victim:
    """The helper's process, started again whenever it is killed."""

    def __init__(self, folder: Path, user: User, room: str, encrypted: bool) -> None:
        more = ["encrypted"] if encrypted else []
        self.command = [
            sys.executable,
            str(PROGRAM),
            str(folder),
            user.url,
            user.mxid,
            user.password,
            room,
            *more,
        ]
        self.log = folder / "log"
        self.process: subprocess.Popen[bytes] | None = None
        self.kills = 0

    def start(self) -> None:
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(self.command, stdin=subprocess.DEVNULL, stdout=log, stderr=log)

    def kill(self) -> None:
        assert self.process is not None
        if self.process.poll() is not None:
            raise AssertionError(self.log.read_text()[-3000:])
        self.process.kill()
        self.process.wait()
        self.kills += 1


async def life(synapse: Synapse, folder: Path, seed: int, encrypted: bool) -> int:
    """One seeded life; how often it was killed."""
    chance = random.Random(seed)
    user = synapse.register("calledshot")
    async with people(synapse, "bran", "torvik") as (bran, torvik):
        room = await room_of(bran, torvik, encrypted=encrypted)
        await bran.invite(room, user.mxid)
        victim = Victim(folder, user, room, encrypted)
        victim.start()
        try:
            for one in (bran, torvik):
                await one.wait_members(room, user.mxid)
            chat = await torvik.direct(user.mxid, encrypted=encrypted)
            for number in range(LINES):
                who, where = (torvik, chat) if number % 4 == 3 else (bran, room)
                await who.say(where, f"line {number}")
                if chance.random() < 0.25:
                    await asyncio.sleep(chance.choice((0, 0.05, 0.3, 1.2)))
                    await asyncio.to_thread(victim.kill)
                    victim.start()
            await bran.say(room, "the end")
            await bran.wait_for(text="((the end))", timeout=PATIENCE)
            await torvik.wait_for(text=f"got line {LINES - 1}", timeout=PATIENCE)
            last = await bran.say(room, "(a marker)")
            await bran.wait_for(lambda seen: seen.id == last)
            await bran.wait_for(text="(((a marker)))", timeout=PATIENCE)
        finally:
            victim.kill()
        said = [one for one in bran.texts(room, user.mxid) if "line" in one]
        assert said == [f"((line {number}))" for number in range(LINES) if number % 4 != 3]
        told = torvik.texts(chat, user.mxid)
        assert told == [f"got line {number}" for number in range(LINES) if number % 4 == 3]
        private = {one.room for one in torvik.seen if one.sender == user.mxid and "got" in one.text}
        assert private == {chat}
    journal = SqlJournal(str(folder / "fight.journal"))
    heard = [one.message for one in journal.raw() if not one.message.own and one.message.what != "members"]
    journal.close()
    words = [one.event.text for one in heard if one.what == "event" and "line" in one.event.text]
    assert sorted(words, key=lambda text: int(text.split()[1])) == [f"line {n}" for n in range(LINES)]
    assert not [one for one in heard if one.what in ("gap", "unreadable")]
    log = victim.log.read_text()
    assert "line" not in log and "got" not in log
    return victim.kills


@pytest.mark.parametrize(("seed", "encrypted"), [(1, False), (2, False), (3, True)])
def test_killed_at_random_points_on_matrix(
    synapse: Synapse, tmp_path: Path, seed: int, encrypted: bool
) -> None:
    assert asyncio.run(life(synapse, tmp_path, seed, encrypted)) >= 2


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(100, 120))
def test_killed_at_random_points_on_matrix_many_times(synapse: Synapse, tmp_path: Path, seed: int) -> None:
    asyncio.run(life(synapse, tmp_path, seed, seed % 2 == 1))
