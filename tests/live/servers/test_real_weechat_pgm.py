"""Our script in a real WeeChat, for the PGM: drafts are his alone, what he agrees to is said in the room as
his own words, and neither the death of the child nor of the script loses or repeats anything."""

from __future__ import annotations

import asyncio
import json
import os
import shutil
import signal
import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from types import SimpleNamespace

from irc import PATIENCE, IrcClient, IrcServer
from test_real_weechat import SPAR, gone, ready, rooms, run, seen_times, times
from weechat import WeeChat, weechat

PGM = "Brannoch"


@asynccontextmanager
async def fight(server: IrcServer, folder: Path, mode: str = "suggest") -> AsyncIterator[SimpleNamespace]:
    """Two players and a dice bot as scripted clients, and the PGM in a WeeChat."""
    campaign = folder / "campaign"
    shutil.copytree(SPAR, campaign)
    with (campaign / "campaign.toml").open("a") as file:
        file.write('\n[dice]\nbots = ["DiceBot"]\n')
    channel = f"#weechat-{os.getpid()}-{next(rooms)}"
    async with (
        IrcClient(server, "LadyElsinore", account="elsinore") as elsinore,
        IrcClient(server, "Torvik77", account="torvik") as torvik,
        IrcClient(server, "DiceBot") as bot,
    ):
        for one in (elsinore, torvik, bot):
            await one.join(channel)
        async with weechat(server, PGM, channel, account="brannoch") as client:
            buffer = f"irc.t.{channel}"
            await client.type(f"/calledshot on {campaign} {mode}", buffer)
            pid = await ready(client, buffer)
            yield SimpleNamespace(
                elsinore=elsinore, torvik=torvik, bot=bot, client=client, buffer=buffer, channel=channel,
                pid=pid, campaign=campaign,
            )  # fmt: skip


async def rolls(at: SimpleNamespace, who: str, face: int) -> None:
    await at.bot.say(at.channel, f"{who} rolled 1 100-sided die: {face}")


async def drafted(client: WeeChat, buffer: str, words: str) -> int:
    """Wait for a draft with these words; its number."""
    line = await client.until(
        buffer, lambda line: line.text.startswith("#") and words in line.text, f"a draft with {words!r}"
    )
    assert {"no_log", "calledshot"} <= set(line.tags)
    return int(line.text[1:].partition(" ")[0])


async def agrees(at: SimpleNamespace, words: str) -> str:
    """The PGM takes the draft with these words; what the room hears of it."""
    number = await drafted(at.client, at.buffer, words)
    await at.client.type(f"/calledshot ok {number}", at.buffer)
    said = await at.torvik.hears(words, room=at.channel, nick=PGM)
    return said.text


async def opened(at: SimpleNamespace) -> None:
    """Round 1, both declared and rolled: 62 and 71 are 133, 55 and 48 are 103."""
    await at.client.type("/calledshot begin", at.buffer)
    assert (await agrees(at, "Round 1")).startswith("((")
    await at.elsinore.say(at.channel, "Cast Pain (Mysticism Level 1) on Torvik, *throw dirk")
    await at.torvik.say(at.channel, "advance, *attack with longsword")
    await rolls(at, "LadyElsinore", 71)
    await rolls(at, "Torvik77", 48)
    await agrees(at, "LadyElsinore 133, Torvik77 103, LadyElsinore 33, Torvik77 3")
    await at.client.type("Elsinore's Pain goes off first", at.buffer)  # what it does, only the PGM can say
    await at.torvik.hears("goes off first", room=at.channel, nick=PGM)


def said_by_pgm(at: SimpleNamespace) -> list[str]:
    return [text for who, text in at.torvik.heard(at.channel) if who == PGM]


def test_drafts_are_the_pgms_alone_and_what_he_takes_is_his_own_word(
    inspircd: IrcServer, tmp_path: Path
) -> None:
    async def test() -> None:
        async with fight(inspircd, tmp_path) as at:
            await opened(at)
            await at.client.type("/calledshot say ((Elsinore's arm goes numb.))", at.buffer)
            await at.torvik.hears("((Elsinore's arm goes numb.))", room=at.channel, nick=PGM)
            room_lines = said_by_pgm(at)
            assert len(room_lines) == 4
            assert not any("#" in text or "ok ·" in text or "PAR-" in text for text in room_lines)
            lines = [line for line in await at.client.lines(at.buffer) if line.text in room_lines]
            assert len(lines) == 4 and all("self_msg" in line.tags for line in lines)
            core = [line.text for line in await at.client.lines("core.weechat")]
            assert not any("a fault of" in text for text in core)

    run(test())


def test_his_own_words_withdraw_the_draft(inspircd: IrcServer, tmp_path: Path) -> None:
    async def test() -> None:
        async with fight(inspircd, tmp_path) as at:
            await opened(at)
            number = await drafted(at.client, at.buffer, "you're up at 33")
            await at.client.type("Torvik closes in. Elsinore, stab him: to hit", at.buffer)
            await at.torvik.hears("Torvik closes in.", room=at.channel, nick=PGM)
            await at.client.until(
                at.buffer, lambda line: f"#{number}" in line.text and "withdrawn" in line.text, "withdrawn"
            )

    run(test())


def test_a_secret_move_to_the_pgm_is_told_to_nobody_else(inspircd: IrcServer, tmp_path: Path) -> None:
    async def test() -> None:
        async with fight(inspircd, tmp_path) as at:
            await at.client.type("/calledshot begin", at.buffer)
            await agrees(at, "Round 1")
            await at.elsinore.whisper(PGM, "Cast Pain (Mysticism Level 1) on Torvik77, *throw dirk")
            await at.client.until(
                "irc.t.LadyElsinore",
                lambda line: "for LadyElsinore" in line.text,
                "what would be told to her",
            )
            await at.client.type("one moment", at.buffer)
            await at.torvik.hears("one moment", room=at.channel)
            assert not any("Pain" in text or "dirk" in text for text in said_by_pgm(at))
            await at.client.type("/set plugins.var.python.calledshot.answer_players on")
            await at.client.shows("core.weechat", "answer_players = ")
            await at.elsinore.whisper(PGM, "whats my pp")
            await at.elsinore.hears("PP")

    run(test())


def test_a_killed_child_goes_on_where_it_was(inspircd: IrcServer, tmp_path: Path) -> None:
    async def test() -> None:
        async with fight(inspircd, tmp_path) as at:
            await opened(at)
            await drafted(at.client, at.buffer, "you're up at 33")
            before = said_by_pgm(at)
            os.kill(at.pid, signal.SIGKILL)
            await at.client.shows(at.buffer, "calledshot has ended")
            await at.torvik.say(at.channel, "brb")
            await ready(at.client, at.buffer, at.pid)
            await at.client.shows(at.buffer, "calledshot is back")
            await agrees(at, "you're up at 33")
            assert said_by_pgm(at)[: len(before)] == before
            assert len(said_by_pgm(at)) == len(before) + 1
            journals = list((at.campaign / "state").glob("*.db"))
            assert len(journals) == 1
            assert await times(at.client, at.buffer, "You are the PGM of") == 1

    run(test())


def test_weechat_started_anew_goes_on_from_the_journal_and_an_audit_agrees(
    inspircd: IrcServer, tmp_path: Path
) -> None:
    async def test() -> None:
        async with fight(inspircd, tmp_path) as at:
            await opened(at)
            before = said_by_pgm(at)
            await at.client.type("/python reload calledshot")
            assert await ready(at.client, at.buffer, at.pid) != at.pid
            await at.client.type("/calledshot order", at.buffer)
            await at.client.shows(at.buffer, "Torvik77 103, LadyElsinore 33, Torvik77 3")
            await at.client.type("one moment", at.buffer)
            await at.torvik.hears("one moment", room=at.channel)
            assert said_by_pgm(at) == [*before, "one moment"]
            await at.client.type("/calledshot off", at.buffer)
            await seen_times(at.client, at.buffer, "calledshot is off", 1)
            [journal] = (at.campaign / "state").glob("*.db")
            audit = subprocess.run(
                [sys.executable, "-m", "calledshot", "audit", str(journal), "--campaign", str(at.campaign),
                 "-o", "json"],
                capture_output=True, check=False, timeout=PATIENCE,
            )  # fmt: skip
            assert audit.stdout, audit.stderr.decode()
            rulings = json.loads(audit.stdout)["rulings"]
            totals = {
                one["combatant"]: one["values"]["total"]
                for one in rulings
                if (one["kind"], one["outcome"]) == ("initiative", "rolled")
            }
            assert totals == {"LadyElsinore": 133, "Torvik77": 103}

    run(test())


def test_weechat_quit_and_started_again_is_on_again_and_knows_that_it_missed_something(
    inspircd: IrcServer, tmp_path: Path
) -> None:
    async def test() -> None:
        async with fight(inspircd, tmp_path) as at:
            await opened(at)
            before = said_by_pgm(at)
            await at.client.restart(lambda: at.torvik.say(at.channel, "where is he?"))
            assert gone(at.pid)
            assert await ready(at.client, at.buffer, at.pid) != at.pid
            await at.client.shows(at.buffer, "I was away (calledshot was off)")
            await at.client.type("/calledshot resume", at.buffer)
            await at.client.shows(at.buffer, "On we go.")
            await at.client.type("/calledshot order", at.buffer)
            await at.client.shows(at.buffer, "Torvik77 103, LadyElsinore 33, Torvik77 3")
            assert said_by_pgm(at) == before
            shown = [line for line in await at.client.lines(at.buffer) if "logger_backlog" in line.tags]
            assert any("goes off first" in line.text for line in shown)  # what was said is in the log
            assert not any("#1" in line.text or "calledshot" in line.prefix for line in shown)

    run(test())


def test_who_is_kicked_and_comes_back_has_missed_something(inspircd: IrcServer, tmp_path: Path) -> None:
    async def test() -> None:
        async with fight(inspircd, tmp_path) as at:
            await opened(at)
            await at.elsinore.raw(f"KICK {at.channel} {PGM} :out")  # she came first, so it is her room
            await at.client.shows(at.buffer, "has kicked")
            await at.client.type(f"/join {at.channel}", at.buffer)
            await at.client.shows(at.buffer, "I was away (the connection was lost)")
            assert await times(at.client, at.buffer, "away") == 1

    run(test())


def test_a_line_for_the_pgm_goes_to_nobody_else_when_his_nick_has_changed(
    inspircd: IrcServer, tmp_path: Path
) -> None:
    async def test() -> None:
        async with fight(inspircd, tmp_path) as at:
            await at.client.type("/set plugins.var.python.calledshot.answer_players on")
            await opened(at)
            os.kill(at.pid, signal.SIGSTOP)  # what it says of this is late
            await at.elsinore.say(at.channel, "to hit")
            await at.torvik.whisper(PGM, "whats my pp")
            await at.client.opened("irc.t.Torvik77")
            await at.client.type("/nick Bran2", at.buffer)
            await at.torvik.wait_for(lambda line: line.command == "NICK" and line.text == "Bran2")
            async with IrcClient(inspircd, PGM) as other:
                await other.join(at.channel)
                os.kill(at.pid, signal.SIGCONT)
                await at.torvik.hears("PP", nick="Bran2")
                await at.client.type("one moment", at.buffer)
                await other.hears("one moment", room=at.channel)
                assert [text for who, text in other.heard(PGM) if who != "NickServ"] == []

    run(test())


def test_without_account_tags_the_pgm_is_warned(inspircd: IrcServer, tmp_path: Path) -> None:
    async def test() -> None:
        channel = f"#weechat-{os.getpid()}-{next(rooms)}"
        async with weechat(inspircd, PGM, channel, capabilities="server-time,message-tags") as client:
            buffer = f"irc.t.{channel}"
            campaign = tmp_path / "campaign"
            shutil.copytree(SPAR, campaign)
            await client.type(f"/calledshot on {campaign} watch", buffer)
            await client.shows(buffer, 'capabilities "*,account-tag"')
            await ready(client, buffer)
        assert asyncio.all_tasks() - {asyncio.current_task()} == set()

    run(test())
