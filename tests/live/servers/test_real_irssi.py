"""The irssi script in a real irssi in tmux, on a real IRC server: what is held reaches nobody until the
second Enter, what it says itself is local and in no log, the order stands in the status bar."""

from __future__ import annotations

import asyncio
import contextlib
import os
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import AsyncIterator, Coroutine
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from irc import PATIENCE, IrcClient, IrcServer
from needs import need

ROOT = Path(__file__).parents[3]
SCRIPT = ROOT / "plugins" / "client-irssi" / "calledshot.pl"
SPAR = ROOT / "samples" / "spar" / "campaign"
BAD = "Cast Pain (Mysticism Level 1), *Cast Pain (Mysticism Level 1)"
GOOD = "Cast Pain (Mysticism Level 1) on Torvik77, *Throw dirk"
ME = "LadyElsinore"
turns = count(1)


class Irssi:
    """A running irssi: `type` types as its user does, `screen` is what he sees."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.tmux = folder, need("tmux", "tmux")
        self.socket = f"calledshot-{os.getpid()}-{next(turns)}"

    def run(self, *words: str) -> str:
        environment = {key: value for key, value in os.environ.items() if key != "TMUX"}
        environment |= {"LANG": "C.UTF-8", "TERM": "xterm", "HOME": str(self.folder)}
        command = [self.tmux, "-L", self.socket, "-f", "/dev/null", *words]
        return subprocess.run(command, env=environment, capture_output=True, text=True, check=False).stdout

    def screen(self) -> str:
        return self.run("capture-pane", "-p", "-t", "irssi")

    async def until(self, *texts: str) -> None:
        """Wait until all of these stand on the screen."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(PATIENCE):
                while not all(text in self.screen() for text in texts):
                    await asyncio.sleep(0.05)
        missing = [text for text in texts if text not in self.screen()]
        assert not missing, f"waited in vain for {missing}:\n{self.screen()}"

    async def type(self, text: str) -> None:
        """A text and Enter, once irssi has taken the text in."""
        self.run("send-keys", "-t", "irssi", "C-e", "C-u")
        self.run("send-keys", "-t", "irssi", "-l", "--", text)
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(PATIENCE):
                while text[-30:] not in self.screen().rstrip().splitlines()[-1]:
                    await asyncio.sleep(0.02)
        self.enter()

    def enter(self) -> None:
        self.run("send-keys", "-t", "irssi", "Enter")

    def typing(self) -> str:
        return self.screen().rstrip().splitlines()[-1].partition("] ")[2]

    def children(self) -> list[int]:
        """The processes of our program that run for this irssi."""
        found = []
        for entry in Path("/proc").iterdir():
            with contextlib.suppress(OSError, ValueError):
                words = (entry / "cmdline").read_text().split("\0")
                if "stdio" in words and str(self.folder / "campaign") in words:
                    found.append(int(entry.name))
        return found


@contextlib.asynccontextmanager
async def table(
    server: IrcServer, *, on: bool = True
) -> AsyncIterator[tuple[Irssi, IrcClient, IrcClient, str]]:
    """A room with the PGM and a dice bot as scripted clients, and us in an irssi with the script loaded."""
    binary = need("irssi", "irssi")
    folder = Path(tempfile.mkdtemp(prefix="calledshot-irssi-"))
    channel = f"#irssi-{os.getpid()}-{next(turns)}"
    irssi = Irssi(folder)
    shutil.copytree(SPAR, folder / "campaign")
    with (folder / "campaign" / "campaign.toml").open("a") as file:
        file.write('\n[dice]\nbots = ["DiceBot"]\n')
    autorun = folder / ".irssi" / "scripts" / "autorun"
    autorun.mkdir(parents=True)
    shutil.copy(SCRIPT, autorun)
    # keys that come fast are keys: what irssi takes for pasted is not edited by control keys
    (folder / ".irssi" / "config").write_text(
        f"""
        settings = {{
          "perl/core/scripts" = {{ calledshot_command = "{sys.executable} -m calledshot"; }};
          "fe-common/core" = {{ autolog = "yes"; autolog_path = "{folder}/$0.log"; }};
          "fe-text" = {{ paste_detect_time = "0"; paste_verify_line_count = "0"; }};
        }};
        """,
        encoding="utf-8",
    )
    start = f"{binary} --home={folder}/.irssi -c {server.host} -p {server.port} -n {ME}"
    try:
        async with (
            IrcClient(server, "Brannoch", account="brannoch") as pgm,
            IrcClient(server, "DiceBot") as bot,
        ):
            await pgm.join(channel)
            await bot.join(channel)
            irssi.run("new-session", "-d", "-s", "irssi", "-x", "180", "-y", "50", start)
            await irssi.until("Welcome to the TestNet")
            await irssi.type("/statusbar window add calledshot")
            await irssi.type(f"/join {channel}")
            await irssi.until(f"/{channel}", "DiceBot")
            if on:
                await turn_on(irssi)
            yield irssi, pgm, bot, channel
    finally:
        irssi.run("kill-server")
        shutil.rmtree(folder, ignore_errors=True)


async def turn_on(irssi: Irssi, besides: int = 0) -> int:
    await irssi.type(f"/calledshot on {irssi.folder}/campaign")
    await irssi.until("calledshot is on, with")
    return await runs(irssi, besides)


async def runs(irssi: Irssi, besides: int = 0) -> int:
    """Wait until a child has answered; its process id."""
    async with asyncio.timeout(PATIENCE):
        while True:
            await irssi.type("/calledshot status")
            await asyncio.sleep(0.1)
            told = irssi.screen().rpartition("runs as process ")[2].partition(".")[0]
            if told.isdigit() and int(told) != besides:
                return int(told)


def run(test: Coroutine[Any, Any, None]) -> None:
    asyncio.run(test)


def said(pgm: IrcClient, where: str) -> list[str]:
    return [text for who, text in pgm.heard(where) if who == ME]


def test_a_bad_move_waits_for_a_second_enter_in_the_room_and_in_private(inspircd: IrcServer) -> None:
    async def test() -> None:
        async with table(inspircd) as (irssi, pgm, _, channel):
            await irssi.type(BAD)
            await irssi.until("only one spell", "Not sent")
            assert irssi.typing() == BAD
            await irssi.type("hello, 100% $HOME %Rred {x} ünï")  # talk goes at once
            await pgm.hears("hello, 100% $HOME %Rred {x} ünï", room=channel)
            assert said(pgm, channel) == ["hello, 100% $HOME %Rred {x} ünï"]
            await irssi.type("/me attacks Torvik77 with her dirk")
            await pgm.hears("ACTION attacks Torvik77 with her dirk", room=channel)
            await irssi.type("/clear")
            await irssi.type(BAD)
            await irssi.until("Not sent")
            irssi.enter()
            await pgm.hears(BAD, room=channel)
            await irssi.type("/clear")
            await irssi.type(f"/msg Brannoch {BAD}")
            await irssi.until("Not sent")
            assert irssi.typing() == f"/msg Brannoch {BAD}"
            await irssi.type("/query Brannoch")
            await irssi.until("Starting query in")
            await irssi.type(GOOD)
            await pgm.hears(GOOD)
            await irssi.type("/clear")
            await irssi.type(BAD)
            await irssi.until("Not sent")
            irssi.enter()
            await pgm.hears(BAD)
            assert said(pgm, "Brannoch") == [GOOD, BAD]
            assert len(said(pgm, channel)) == 3

    run(test())


def test_the_order_stands_in_the_bar_and_the_childs_death_changes_nothing(inspircd: IrcServer) -> None:
    async def test() -> None:
        async with table(inspircd, on=False) as (irssi, pgm, bot, channel):
            pid = await turn_on(irssi)
            await pgm.say(channel, "Round 1. Init please")
            await irssi.until("Fight on!")
            await irssi.type(GOOD)
            await pgm.hears(GOOD, room=channel)
            await bot.say(channel, f"{ME} rolled 1 100-sided die: 71")
            # Speed 62 and 71 are 133; the second move is 100 later (PAR-INIT-1, PAR-INIT-2).
            await irssi.until("[LadyElsinore 133, LadyElsinore 33 | waits: Torvik77 (initiative)]")
            os.kill(pid, signal.SIGKILL)
            await irssi.until("calledshot has ended")
            await irssi.type("*waves")  # for all we know a move: it goes out unchecked
            await pgm.hears("*waves", room=channel)
            await irssi.until("calledshot is back.")
            await bot.say(channel, "Torvik77 rolled 1 100-sided die: 48")
            # Speed 55 and 48 are 103, and 3 for his second move.
            await irssi.until("[LadyElsinore 133, Torvik77 103, LadyElsinore 33, Torvik77 3]")
            assert irssi.screen().count("Fight on!") == 1
            os.kill(await runs(irssi, pid), signal.SIGSTOP)
            await irssi.type(BAD)
            await pgm.hears(BAD, room=channel)
            assert said(pgm, channel) == [GOOD, "*waves", BAD]
            await irssi.type("/script unload calledshot")
            async with asyncio.timeout(PATIENCE):
                while irssi.children():
                    await asyncio.sleep(0.05)
            logs = "".join(path.read_text() for path in irssi.folder.rglob("*.log"))
            assert GOOD in logs and "Round 1. Init please" in logs
            for words in ("Fight on!", "is back", "has ended", "unchecked"):
                assert words not in logs

    run(test())


def test_a_program_that_is_not_there_is_told_and_messages_go_out(inspircd: IrcServer) -> None:
    async def test() -> None:
        async with table(inspircd, on=False) as (irssi, pgm, _, channel):
            await irssi.type("/set calledshot_command /no/such/program")
            await irssi.type("/calledshot on")
            await irssi.until("calledshot has ended (", "Messages go out unchecked.")
            await irssi.type(BAD)
            await pgm.hears(BAD, room=channel)
            assert irssi.screen().count("has ended") == 1

    run(test())


@pytest.mark.parametrize("code", ["while True: print('rubbish')", "while True: print('x' * 65536, end='')"])
def test_a_child_that_never_stops_talking_is_ended_and_nobody_waits(inspircd: IrcServer, code: str) -> None:
    async def test() -> None:
        async with table(inspircd, on=False) as (irssi, pgm, _, channel):
            (irssi.folder / "child.py").write_text(code, encoding="utf-8")
            await irssi.type(f"/set calledshot_command {sys.executable} {irssi.folder}/child.py")
            await irssi.type("/calledshot on")
            await irssi.until("calledshot has ended (")
            await irssi.type(BAD)
            await pgm.hears(BAD, room=channel)
            await irssi.type("/calledshot off")
            await irssi.until("calledshot is off.")

    run(test())


def test_lines_pasted_go_out_in_their_order_and_a_bad_one_is_kept(inspircd: IrcServer) -> None:
    async def test() -> None:
        async with table(inspircd) as (irssi, pgm, _, channel):
            irssi.run("send-keys", "-t", "irssi", "-l", "--", f"first line\n{GOOD}\n{BAD}\nlast line\n")
            await irssi.until("Not sent")
            await pgm.hears("last line", room=channel)
            assert said(pgm, channel) == ["first line", GOOD, "last line"]
            assert irssi.typing() == BAD

    run(test())
