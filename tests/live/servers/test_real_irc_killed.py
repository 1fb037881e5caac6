"""kill -9 of a helper on IRC, and cuts of its line, at random points while people talk: nothing is lost
without a gap, heard twice, or said twice without a label; with a history, nothing is lost or said twice."""

from __future__ import annotations

import asyncio
import contextlib
import random
import re
import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from fake_ergo import fake_ergo
from irc import CutProxy, IrcClient, IrcServer, proxied

from calledshot.live.journal import SqlJournal

PROGRAM = Path(__file__).with_name("irc_victim.py")
LINES = 30
PATIENCE = 60.0
AGAIN = "(again) "


@dataclass
class Victim:
    """The helper's process, started again whenever it is killed."""

    folder: Path
    port: int
    password: str
    room: str
    process: subprocess.Popen[bytes] | None = None
    kills: int = 0
    log: Path = field(init=False)

    def __post_init__(self) -> None:
        self.log = self.folder / "log"

    def start(self) -> None:
        command = [sys.executable, str(PROGRAM), str(self.folder), str(self.port), "calledshot"]
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                [*command, self.password, self.room], stdin=subprocess.DEVNULL, stdout=log, stderr=log
            )

    def kill(self) -> None:
        assert self.process is not None
        if self.process.poll() is not None:
            raise AssertionError(self.log.read_text()[-3000:])
        self.process.kill()
        self.process.wait()
        self.kills += 1


@dataclass
class Life:
    """What is left after one."""

    room: list[str]
    private: list[str]
    refused: int
    heard: list[str]
    gaps: int
    reports: int
    troubles: int


async def life(server: IrcServer, folder: Path, seed: int, room: str) -> Life:
    """One seeded life."""
    chance = random.Random(seed)
    async with (
        proxied(server) as (through, proxy),
        IrcClient(server, "Brannoch") as bran,
        IrcClient(server, "Torvik77") as torvik,
    ):
        for one in (bran, torvik):
            await one.join(room)
        victim = Victim(folder, through.port, server.accounts.get("calledshot", ""), room)
        victim.start()
        try:
            await bran.wait_for(lambda line: line.command == "JOIN" and line.nick == "calledshot", PATIENCE)
            troubles = await talk(chance, bran, torvik, room, victim, proxy)
        finally:
            victim.kill()
        said = [one for nick, one in bran.heard(room) if nick == "calledshot" and "line" in one]
        told = [one for nick, one in torvik.heard("Torvik77") if nick == "calledshot" and "line" in one]
        refused = len([line for line in torvik.lines if line.command == "401"])
    assert not re.search(r"\bline \d", victim.log.read_text()), "somebody's words are in the log"
    journal = SqlJournal(str(folder / "fight.journal"))
    messages = [one.message for one in journal.raw()]
    journal.close()
    heard = [
        one.event.text
        for one in messages
        if one.what == "event"
        and not one.own
        and one.event.kind in ("say", "whisper")
        and "line" in one.event.text
    ]
    gaps = len([one for one in messages if one.what == "gap"])
    reports = len(
        [one for one in messages if one.event.kind == "system" and "private messages" in one.event.text]
    )
    return Life(said, told, refused, heard, gaps, reports, troubles)


async def talk(
    chance: random.Random, bran: IrcClient, torvik: IrcClient, room: str, victim: Victim, proxy: CutProxy
) -> int:
    """Two people talk while the helper is killed and its line is cut; how often."""
    troubles = 0
    for number in range(LINES):
        if number % 4 == 3:
            await torvik.whisper("calledshot", f"line {number}")
        else:
            await bran.say(room, f"line {number}")
        if chance.random() < 0.25:
            await asyncio.sleep(chance.choice((0, 0.01, 0.2, 0.9)))
            troubles += 1
            if chance.random() < 0.6:
                await asyncio.to_thread(victim.kill)
                victim.start()
            else:
                proxy.cut()
            if chance.random() < 0.6:
                await bran.wait_for(
                    lambda line: line.command == "JOIN" and line.nick == "calledshot", PATIENCE
                )
        elif chance.random() < 0.3:
            await asyncio.sleep(chance.choice((0.01, 0.3)))
    for attempt in range(200):  # until it is back, and has said all that it has to say
        await bran.say(room, f"the end {attempt}")
        with contextlib.suppress(AssertionError):
            await bran.wait_for(lambda line: "((the end" in line.text and line.nick == "calledshot", 1.0)
            break
    for attempt in range(200):  # what it says in private goes its own way
        await torvik.whisper("calledshot", f"the end {attempt}")
        with contextlib.suppress(AssertionError):
            await torvik.wait_for(lambda line: "got the end" in line.text and line.nick == "calledshot", 1.0)
            break
    return troubles


def once(said: list[str], *, labelled_twice: bool) -> list[str]:
    """What was said, without labels; raises where something was said twice."""
    plain = [one for one in said if not one.startswith(AGAIN)]
    assert len(plain) == len(set(plain)), plain
    bare = [one.removeprefix(AGAIN) for one in said]
    if not labelled_twice:
        assert len(bare) == len(set(bare)), said
    return list(dict.fromkeys(bare))


def numbers(texts: list[str]) -> list[int]:
    return [int("".join(char for char in text if char.isdigit())) for text in texts]


def with_history(folder: Path, seed: int) -> Life:
    async def play() -> Life:
        async with fake_ergo({"calledshot": "pw"}) as ergo:
            return await life(ergo.address, folder, seed, "#duel")

    left = asyncio.run(play())
    public = [number for number in range(LINES) if number % 4 != 3]
    assert numbers(once(left.room, labelled_twice=False)) == public
    assert left.gaps == 0
    private = [number for number in range(LINES) if number % 4 == 3]
    answered = numbers(once(left.private, labelled_twice=True))
    assert answered == sorted(answered)
    missing = len(private) - len(answered)
    assert missing <= left.refused or left.reports
    assert len(left.heard) == len(set(left.heard)) == len(public) + len(answered)
    return left


def without_history(server: IrcServer, folder: Path, seed: int, room: str) -> Life:
    left = asyncio.run(life(server, folder, seed, room))
    assert len(left.heard) == len(set(left.heard))
    heard = {int(text.split()[1]) for text in left.heard}
    public = numbers(once(left.room, labelled_twice=True))
    private = numbers(once(left.private, labelled_twice=True))
    assert public == sorted(public)
    assert private == sorted(private)
    assert set(public) | set(private) == heard  # what was heard was answered
    assert left.gaps or heard == set(range(LINES))
    return left


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_killed_and_cut_at_random_where_there_is_a_history(tmp_path: Path, seed: int) -> None:
    assert with_history(tmp_path, seed).troubles >= 2


@pytest.mark.parametrize("seed", [4])
def test_killed_and_cut_at_random_where_there_is_none(inspircd: IrcServer, tmp_path: Path, seed: int) -> None:
    left = without_history(inspircd, tmp_path, seed, f"#killed{seed}")
    assert left.troubles >= 2


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(100, 160))
def test_killed_and_cut_many_times_where_there_is_a_history(tmp_path: Path, seed: int) -> None:
    with_history(tmp_path, seed)


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(200, 230))
def test_killed_and_cut_many_times_where_there_is_none(
    inspircd: IrcServer, tmp_path: Path, seed: int
) -> None:
    without_history(inspircd, tmp_path, seed, f"#killed{seed}")
