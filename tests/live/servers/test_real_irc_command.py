"""`calledshot live irc` as somebody runs it, on a real server: a fight is begun, a secret is kept, impostors
get nothing, and after a kill it goes on."""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import sys
from collections.abc import AsyncIterator
from pathlib import Path

from irc import IrcClient, IrcServer, proxied

from calledshot.live.journal import SqlJournal

SECRET = "Attack Elsinore with rapier, *retreat"
CAMPAIGN = """
name = "The parlour"
ruleset = "parthos"
pgm = ["Brannoch"]
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
Brannoch = "irc:brannoch"
[irc]
host = "127.0.0.1"
port = {port}
tls = {tls}
ca_file = "{ca}"
rooms = ["{room}"]
sasl = "plain"
burst = 30
rate = 30.0
retry_at_most = 1.0
"""


class Helper:
    """A campaign, and the command run on it."""

    def __init__(self, folder: Path, server: IrcServer, port: int, room: str, *, tls: bool = False) -> None:
        self.folder, self.server = folder, server
        self.log = folder / "live.log"
        (folder / "campaign.toml").write_text(CAMPAIGN, encoding="utf-8")
        text = LIVE.format(port=port, room=room, tls=str(tls).lower(), ca=server.ca)
        (folder / "live.toml").write_text(text, encoding="utf-8")
        self.running: list[asyncio.subprocess.Process] = []

    async def start(self, password: str | None = None) -> asyncio.subprocess.Process:
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "calledshot", "live", "irc", "--campaign", str(self.folder)),
            *("--log-level", "debug", "--log-file", str(self.log)),
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.PIPE,
            env={**os.environ, "CALLEDSHOT_IRC_PASSWORD": password or self.server.accounts["calledshot"]},
        )
        self.running.append(process)
        return process

    async def end(self) -> None:
        for process in self.running:
            if process.returncode is None:
                with contextlib.suppress(ProcessLookupError):
                    process.kill()
            await process.communicate()

    def texts(self) -> list[str]:
        """What the journal has heard, without our own words."""
        journal = SqlJournal(str(self.folder / "state" / "journal.db"))
        found = [one.message.event.text for one in journal.raw() if not one.message.own]
        journal.close()
        return found


@contextlib.asynccontextmanager
async def helping(helper: Helper) -> AsyncIterator[Helper]:
    try:
        yield helper
    finally:
        await helper.end()


async def joined(client: IrcClient) -> None:
    await client.wait_for(lambda line: line.command == "JOIN" and line.nick == "calledshot")


def test_a_fight_is_begun_a_secret_kept_and_impostors_get_nothing(
    inspircd: IrcServer, tmp_path: Path
) -> None:
    room = "#fight1"

    async def night() -> None:
        async with (
            helping(Helper(tmp_path, inspircd, inspircd.tls_port or 0, room, tls=True)) as helper,
            IrcClient(inspircd, "Brannoch", account="brannoch") as pgm,
            IrcClient(inspircd, "Torvik77", account="torvik") as torvik,
            IrcClient(inspircd, "Elsinore", account="elsinore") as elsinore,
        ):
            for one in (pgm, torvik, elsinore):
                await one.join(room)
            process = await helper.start()
            await joined(pgm)
            await pgm.whisper("calledshot", "begin Torvik77, Elsinore")
            call = await torvik.hears("IMs, please", room=room, nick="calledshot")
            assert call.command == "NOTICE"
            await torvik.whisper("calledshot", SECRET)
            await torvik.hears("Noted", nick="calledshot")
            # somebody takes the game master's nick while he is away from it
            await pgm.change_nick("Bran_away")
            async with IrcClient(inspircd, "Brannoch") as impostor:
                await impostor.join(room)
                await impostor.whisper("calledshot", "board")
                await impostor.say(room, "!end")
                await pgm.hears("uses the nick Brannoch", nick="calledshot")
                await impostor.settled()
                assert not [
                    line for line in impostor.lines if line.nick == "calledshot" and line.target == "Brannoch"
                ]
            await pgm.whisper("calledshot", "who")
            await pgm.hears("Elsinore", nick="calledshot")
            await elsinore.settled()
            assert "retreat" not in str([*elsinore.heard(), *torvik.heard(room)])
            process.send_signal(signal.SIGTERM)
            out, err = await process.communicate()
            assert (process.returncode, out, err) == (0, b"", b"")
            await pgm.wait_for(lambda line: line.command == "QUIT" and line.nick == "calledshot")

    asyncio.run(asyncio.wait_for(night(), 90))
    log = (tmp_path / "live.log").read_text(encoding="utf-8")
    assert "rapier" not in log
    assert '"irc: in #' in log
    assert inspircd.accounts["calledshot"] not in log


def test_killed_and_cut_off_it_goes_on_and_says_what_it_missed(inspircd: IrcServer, tmp_path: Path) -> None:
    room = "#fight2"

    async def night() -> None:
        async with (
            proxied(inspircd) as (through, proxy),
            helping(Helper(tmp_path, inspircd, through.port, room)) as helper,
            IrcClient(inspircd, "Brannoch", account="brannoch") as pgm,
            IrcClient(inspircd, "Torvik77", account="torvik") as torvik,
        ):
            for one in (pgm, torvik):
                await one.join(room)
            first = await helper.start()
            await joined(pgm)
            await pgm.whisper("calledshot", "begin Torvik77, Elsinore")
            await torvik.hears("IMs, please", room=room, nick="calledshot")
            first.kill()
            await first.communicate()
            await pgm.wait_for(lambda line: line.command == "QUIT" and line.nick == "calledshot")
            await torvik.say(room, "nobody hears this")
            await helper.start()
            await joined(pgm)
            await pgm.hears("I was away (from 2", nick="calledshot")  # the gap, told in private
            await torvik.whisper("calledshot", SECRET)
            await torvik.hears("Noted", nick="calledshot")
            proxy.cut()
            await pgm.wait_for(lambda line: line.command == "QUIT" and line.nick == "calledshot")
            await pgm.hears("I was away (from 2", nick="calledshot")
            await helper.end()
            texts = helper.texts()
            assert texts.count(SECRET) == 1
            assert "nobody hears this" not in texts
            assert len([text for text in texts if text.startswith("away from")]) == 2
            calls = [text for nick, text in torvik.heard(room) if nick == "calledshot" and "IMs" in text]
            assert len([text for text in calls if not text.startswith("(again) ")]) == 1

    asyncio.run(asyncio.wait_for(night(), 90))


def test_without_its_name_the_game_master_is_told(inspircd: IrcServer, tmp_path: Path) -> None:
    room = "#fight3"

    async def night() -> None:
        async with (
            helping(Helper(tmp_path, inspircd, inspircd.port, room)) as helper,
            IrcClient(inspircd, "Brannoch", account="brannoch") as pgm,
            IrcClient(inspircd, "Torvik77", account="torvik") as torvik,
        ):
            for one in (pgm, torvik):
                await one.join(room)
            await helper.start()
            await joined(pgm)
            await pgm.whisper("calledshot", "begin Torvik77, Elsinore")
            await torvik.hears("IMs, please", room=room, nick="calledshot")
            await pgm.raw("OPER op op")
            await pgm.raw("SANICK calledshot Renamed")
            await pgm.hears("my name calledshot is taken", nick="Renamed")
            async with IrcClient(inspircd, "calledshot") as thief:
                await thief.join(room)
                await pgm.hears("is here under my name", nick="Renamed")
                await torvik.whisper("Renamed", SECRET)
                await torvik.hears("send me nothing secret", nick="Renamed")
                await thief.say(room, "((Torvik77 loses.))")
                await pgm.whisper("Renamed", "who")
                await pgm.hears("Torvik77", nick="Renamed")
            await helper.end()
            assert SECRET not in helper.texts()

    asyncio.run(asyncio.wait_for(night(), 90))


def test_a_wrong_password_is_one_line_that_does_not_hold_it(inspircd: IrcServer, tmp_path: Path) -> None:
    async def night() -> None:
        async with helping(Helper(tmp_path, inspircd, inspircd.port, "#fight4")) as helper:
            process = await helper.start("mistyped9")
            out, err = await process.communicate()
            assert (process.returncode, out) == (2, b"")
            assert b"the SASL login failed" in err and b"see account and the password" in err
            assert b"mistyped9" not in err
            assert err.count(b"\n") == 1

    asyncio.run(asyncio.wait_for(night(), 60))
