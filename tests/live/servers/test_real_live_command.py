"""The commands `live aim` and `live status` as somebody runs them: start, stop, kill, start again, look."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import signal
import sys
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from toc import TIMEOUT, TocClient, TocServer

from calledshot.live.journal import SqlJournal

BOT, ROOM, PGM, PLAYER = "Called Shot", "Parlour", "Brannoch", "Torvik77"
ACCOUNTS = {BOT: "unsayable1", PGM: "brans", PLAYER: "torvs"}
SECRET = "*stab at the back door"
CAMPAIGN = f"""
name = "The parlour"
ruleset = "parthos"
pgm = ["{PGM}"]
system = "im"
[characters.Torvik77]
speed = 50
ca = 50
[characters.Elsinore]
speed = 60
ca = 50
"""
LIVE = """
mode = "auto"
[pgm]
{pgm} = "aim:{pgm}"
[aim]
host = "127.0.0.1"
port = {port}
screen_name = "{bot}"
rooms = ["{room}"]
burst = 20
rate = 50.0
"""


class Helper:
    """A campaign, and the commands run on it."""

    def __init__(self, folder: Path, port: int) -> None:
        self.folder = folder
        self.log = folder / "live.log"
        (folder / "campaign.toml").write_text(CAMPAIGN)
        (folder / "live.toml").write_text(LIVE.format(pgm=PGM, port=port, bot=BOT, room=ROOM))
        self.running: list[asyncio.subprocess.Process] = []

    async def start(self, *more: str) -> asyncio.subprocess.Process:
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "calledshot", "live", "aim", "--campaign", str(self.folder)),
            *("--log-level", "debug", "--log-file", str(self.log), *more),
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.PIPE,
            env={**os.environ, "CALLEDSHOT_AIM_PASSWORD": ACCOUNTS[BOT]},
        )
        self.running.append(process)
        return process

    async def status(self) -> dict[str, Any]:
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "calledshot", "live", "status", "--campaign", str(self.folder)),
            *("-o", "json"),
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.PIPE,
        )
        out, err = await process.communicate()
        assert process.returncode == 0, err
        found: dict[str, Any] = json.loads(out)
        return found

    async def end(self) -> None:
        for process in self.running:
            if process.returncode is None:
                with contextlib.suppress(ProcessLookupError):
                    process.kill()
            await process.communicate()


@contextlib.asynccontextmanager
async def parlour(folder: Path) -> AsyncIterator[tuple[TocServer, Helper, TocClient, TocClient]]:
    async with TocServer(ACCOUNTS) as server:
        helper = Helper(folder, server.port)
        try:
            async with TocClient(server.port, PGM, ACCOUNTS[PGM]) as pgm:
                await pgm.connect(ROOM)
                async with TocClient(server.port, PLAYER, ACCOUNTS[PLAYER]) as player:
                    await player.connect(ROOM)
                    yield server, helper, pgm, player
        finally:
            await helper.end()


def play(folder: Path, night: Callable[[TocServer, Helper, TocClient, TocClient], Awaitable[None]]) -> None:
    async def whole() -> None:
        async with parlour(folder) as (server, helper, pgm, player):
            await asyncio.wait_for(night(server, helper, pgm, player), 60)

    asyncio.run(whole())


async def joined(server: TocServer, inside: bool = True) -> None:
    async with asyncio.timeout(TIMEOUT):
        while (BOT in server.inside(ROOM)) != inside:
            await asyncio.sleep(0.01)


async def opened(server: TocServer, pgm: TocClient) -> None:
    await joined(server)
    await pgm.say(ROOM, "Evening, all.")
    await pgm.whisper(BOT, "begin Torvik77, Elsinore")
    await pgm.wait_for("IMs, please", room=ROOM, who=BOT)


def test_stopped_in_good_order_and_started_again_it_goes_on(tmp_path: Path) -> None:
    async def night(server: TocServer, helper: Helper, pgm: TocClient, player: TocClient) -> None:
        first = await helper.start()
        await opened(server, pgm)
        await player.whisper(BOT, SECRET)
        await player.wait_for("Noted", room="", who=BOT)
        seen = await helper.status()
        assert (seen["running"], seen["process"]) == (True, first.pid)
        first.send_signal(signal.SIGTERM)
        out, err = await first.communicate()
        assert (first.returncode, out, err) == (0, b"", b"")
        await joined(server, False)
        seen = await helper.status()
        assert seen["running"] is False and seen["unsettled"] == 0
        [room] = seen["rooms"]
        assert (room["room"], room["mode"]) == (ROOM, "auto")
        assert seen["ruleset"] == "parthos" and seen["outbox"]["pending"] == 0
        second = await helper.start()
        await joined(server)
        await pgm.whisper(BOT, "who")
        await pgm.wait_for("Elsinore", room="", who=BOT)
        second.send_signal(signal.SIGINT)
        await second.communicate()
        assert second.returncode == 0

    play(tmp_path, night)
    text = (tmp_path / "live.log").read_text()
    assert "back door" not in text and ACCOUNTS[BOT] not in text
    assert [json.loads(line)["level"] for line in text.splitlines()]


@pytest.mark.skipif(not hasattr(signal, "SIGHUP"), reason="a system without terminals that hang up")
def test_when_its_terminal_is_closed_it_ends_in_good_order_unless_it_is_to_outlive_it(tmp_path: Path) -> None:
    async def night(server: TocServer, helper: Helper, pgm: TocClient, player: TocClient) -> None:
        first = await helper.start()
        await joined(server)
        first.send_signal(signal.SIGHUP)
        out, err = await first.communicate()
        assert (first.returncode, out, err) == (0, b"", b"")
        await joined(server, False)
        before = signal.signal(signal.SIGHUP, signal.SIG_IGN)  # as nohup does for what it starts
        try:
            second = await helper.start()
        finally:
            signal.signal(signal.SIGHUP, before)
        await joined(server)
        second.send_signal(signal.SIGHUP)
        await pgm.whisper(BOT, "help")
        await pgm.wait_for("post the draft", room="", who=BOT)
        second.send_signal(signal.SIGTERM)
        await second.communicate()
        assert second.returncode == 0

    play(tmp_path, night)


def test_a_room_that_waits_for_resume_is_said_to(tmp_path: Path) -> None:
    async def night(server: TocServer, helper: Helper, pgm: TocClient, player: TocClient) -> None:
        await helper.start()
        await opened(server, pgm)
        assert [room["paused"] for room in (await helper.status())["rooms"]] == [False]
        await pgm.whisper(BOT, "pause")
        await pgm.wait_for("until `resume`", room="", who=BOT)
        assert [room["paused"] for room in (await helper.status())["rooms"]] == [True]
        await pgm.whisper(BOT, "resume")
        await pgm.wait_for("On we go", room="", who=BOT)
        assert [room["paused"] for room in (await helper.status())["rooms"]] == [False]

    play(tmp_path, night)


def test_killed_and_started_again_it_has_heard_everything_once(tmp_path: Path) -> None:
    async def night(server: TocServer, helper: Helper, pgm: TocClient, player: TocClient) -> None:
        first = await helper.start()
        await opened(server, pgm)
        first.kill()
        await first.communicate()
        await joined(server, False)
        second = await helper.start()
        await joined(server)
        await player.whisper(BOT, SECRET)
        await player.wait_for("Noted", room="", who=BOT)
        second.send_signal(signal.SIGTERM)
        await second.communicate()
        assert second.returncode == 0
        seen = await helper.status()
        assert seen["gaps"]

    play(tmp_path, night)
    journal = SqlJournal(str(tmp_path / "state" / "journal.db"))
    texts = [one.message.event.text for one in journal.raw() if not one.message.own]
    assert texts.count("Evening, all.") == 1 and texts.count(SECRET) == 1
    journal.close()


def test_a_second_helper_on_the_same_journal_is_refused(tmp_path: Path) -> None:
    async def night(server: TocServer, helper: Helper, pgm: TocClient, player: TocClient) -> None:
        first = await helper.start()
        await joined(server)
        second = await helper.start()
        out, err = await second.communicate()
        assert second.returncode == 2
        assert f"another calledshot is writing this journal (process {first.pid})".encode() in err
        assert err.count(b"\n") == 1 and out == b""

    play(tmp_path, night)


def test_a_dry_run_prints_what_it_would_say_and_says_nothing(tmp_path: Path) -> None:
    async def night(server: TocServer, helper: Helper, pgm: TocClient, player: TocClient) -> None:
        process = await helper.start("--dry-run")
        assert process.stdout is not None
        await joined(server)
        await pgm.say(ROOM, "Evening, all.")
        await pgm.whisper(BOT, "begin Torvik77, Elsinore")
        while b"IMs, please" not in (line := await process.stdout.readline()):
            assert line
        assert line.startswith(f"→ {ROOM}   ((".encode())
        await pgm.say(ROOM, "anything?")
        await player.wait_for("anything?", room=ROOM)
        process.send_signal(signal.SIGTERM)
        await process.communicate()
        assert process.returncode == 0
        assert not [line for line in (*pgm.lines, *player.lines) if line[1] == BOT]
        assert not (tmp_path / "state").exists()

    play(tmp_path, night)


def test_a_wrong_password_is_one_line_that_does_not_hold_it(tmp_path: Path, monkeypatch: Any) -> None:
    async def night(server: TocServer, helper: Helper, pgm: TocClient, player: TocClient) -> None:
        monkeypatch.setitem(ACCOUNTS, BOT, "mistyped9")
        process = await helper.start()
        out, err = await process.communicate()
        assert process.returncode == 2 and out == b""
        assert b"CALLEDSHOT_AIM_PASSWORD" in err and b"mistyped9" not in err and err.count(b"\n") == 1

    play(tmp_path, night)


@pytest.mark.parametrize(
    ("command", "words"),
    [
        (["live", "irc"], "has no section [irc]"),
        (["live", "aim", "--mode", "loud"], "choose one of watch, suggest, auto"),
        (["live", "aim", "--log-level", "loud"], "choose one of debug, info, warning, error"),
        (["live", "aim"], "set CALLEDSHOT_AIM_PASSWORD"),
        (["live", "aim", "--journal", "mysql://bran:hunter2@localhost/x"], "SQLite"),
        (["live", "status"], "there is no such journal"),
        (["live", "status", "-o", "xml"], "choose text or json"),
    ],
)
def test_what_cannot_be_is_one_line_and_exit_2(
    tmp_path: Path, command: list[str], words: str, capsys: pytest.CaptureFixture[str], monkeypatch: Any
) -> None:
    from calledshot.cli import main

    monkeypatch.delenv("CALLEDSHOT_AIM_PASSWORD", raising=False)
    if "mysql" in " ".join(command):
        monkeypatch.setenv("CALLEDSHOT_AIM_PASSWORD", "x")
    Helper(tmp_path, 1)
    assert main([*command, "--campaign", str(tmp_path)]) == 2
    said = capsys.readouterr().err
    assert words in said and said.count("\n") == 1 and "hunter2" not in said
