"""Our script in a real WeeChat on a real IRC server, for a player: what is held reaches nobody, what is good
goes out at once, what it says itself is in no log, and its child may die at any time."""

from __future__ import annotations

import asyncio
import os
import shutil
import signal
from collections.abc import AsyncIterator, Coroutine
from contextlib import asynccontextmanager
from itertools import count
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from irc import PATIENCE, IrcClient, IrcServer
from weechat import ROOT, WeeChat, weechat

SPAR = ROOT / "samples" / "spar" / "campaign"
BAD = "Cast Pain (Mysticism Level 1), *Cast Pain (Mysticism Level 1)"
GOOD = "Cast Pain (Mysticism Level 1) on Torvik77, *Throw dirk"
ME = "LadyElsinore"
rooms = count(1)


def run(test: Coroutine[Any, Any, None]) -> None:
    asyncio.run(test)


async def ready(client: WeeChat, buffer: str, besides: int = 0) -> int:
    """Wait until a child (another than `besides`) runs and has answered; its process id."""
    async with asyncio.timeout(PATIENCE):
        while True:
            await client.type("/calledshot status", buffer)
            await asyncio.sleep(0.05)
            words = (await client.lines(buffer, 1))[-1].text
            found = words.partition("process ")[2].partition(";")[0]
            if found.isdigit() and int(found) != besides:
                return int(found)


@asynccontextmanager
async def table(server: IrcServer, campaign: Path = SPAR, **options: Any) -> AsyncIterator[SimpleNamespace]:
    """A room of this test's own with the PGM Brannoch in it as a scripted client, and us in a WeeChat, turned
    on as a player."""
    channel = f"#weechat-{os.getpid()}-{next(rooms)}"
    async with IrcClient(server, "Brannoch", account="brannoch") as pgm:
        await pgm.join(channel)
        async with weechat(server, ME, channel, account="elsinore", **options) as client:
            buffer = f"irc.t.{channel}"
            await client.type(f"/calledshot on {campaign}", buffer)
            pid = await ready(client, buffer)
            yield SimpleNamespace(pgm=pgm, client=client, buffer=buffer, channel=channel, pid=pid)


def heard(at: SimpleNamespace) -> list[str]:
    """What the PGM heard us say in the room."""
    return [text for who, text in at.pgm.heard(at.channel) if who == ME]


async def times(client: WeeChat, buffer: str, text: str) -> int:
    return sum(text in line.text for line in await client.lines(buffer))


async def seen_times(client: WeeChat, buffer: str, text: str, often: int) -> None:
    async with asyncio.timeout(PATIENCE):
        while await times(client, buffer, text) < often:
            await asyncio.sleep(0.05)
    assert await times(client, buffer, text) == often


def test_a_bad_move_reaches_nobody_until_the_second_enter(inspircd: IrcServer) -> None:
    async def test() -> None:
        async with table(inspircd) as at:
            client, buffer = at.client, at.buffer
            await client.type(BAD, buffer)
            held = await client.shows(buffer, "Not sent")
            assert "no_log" in held.tags and held.prefix == "calledshot"
            assert await times(client, buffer, "only one spell") == 1
            assert await client.typing(buffer) == BAD
            await client.type("hello", buffer)  # talk goes at once, and nothing else has gone before it
            await at.pgm.hears("hello", room=at.channel)
            assert heard(at) == ["hello"]
            await client.type(BAD, buffer)  # something else was sent in between: a first Enter again
            await seen_times(client, buffer, "Not sent", 2)
            await client.type(BAD, buffer)
            await at.pgm.hears(BAD, room=at.channel)
            assert heard(at) == ["hello", BAD]
            assert await client.typing(buffer) == ""

    run(test())


def test_a_good_move_an_emote_and_a_command_go_out_in_order(inspircd: IrcServer) -> None:
    async def test() -> None:
        async with table(inspircd) as at:
            for text in (GOOD, "/me attacks Torvik77 with her dirk", "retreat", f"/msg {at.channel} {BAD}"):
                await at.client.type(text, at.buffer)
            await at.pgm.hears(BAD, room=at.channel)  # a command is none of ours
            assert heard(at) == [GOOD, "\x01ACTION attacks Torvik77 with her dirk\x01", "retreat", BAD]

    run(test())


def test_what_it_says_itself_is_in_no_log_and_is_never_sent(inspircd: IrcServer) -> None:
    async def test() -> None:
        async with table(inspircd) as at:
            await at.client.type(BAD, at.buffer)
            await at.client.shows(at.buffer, "Not sent")
            await at.client.type(f"/calledshot check {BAD}", at.buffer)
            await seen_times(at.client, at.buffer, "only one spell", 2)
            await at.pgm.say(at.channel, "Round 1. Init please")
            await at.client.shows(at.buffer, "Fight on!")
            await at.client.type(GOOD, at.buffer)
            await at.pgm.hears(GOOD, room=at.channel)
            log = ""
            async with asyncio.timeout(PATIENCE):
                while GOOD not in log:
                    await at.client.type("/logger flush")
                    await asyncio.sleep(0.05)
                    log = "".join(
                        path.read_text() for path in (at.client.folder / "logs").glob("*#weechat-*")
                    )
            assert "Round 1. Init please" in log
            for words in ("Not sent", "only one spell", "Fight on!", "calledshot", "PAR-"):
                assert words not in log
            assert heard(at) == [GOOD]

    run(test())


def test_a_secret_move_to_the_pgm_is_looked_at_too(inspircd: IrcServer) -> None:
    async def test() -> None:
        async with table(inspircd) as at:
            await at.client.type("/query Brannoch", at.buffer)
            await at.client.opened("irc.t.Brannoch")
            await at.client.type(BAD, "irc.t.Brannoch")
            await at.client.shows("irc.t.Brannoch", "Not sent")
            await at.client.type(GOOD, "irc.t.Brannoch")
            await at.pgm.hears(GOOD)
            assert [text for who, text in at.pgm.heard("Brannoch") if who == ME] == [GOOD]
            assert heard(at) == []

    run(test())


def test_a_secret_move_by_msg_is_looked_at_wherever_it_is_typed(inspircd: IrcServer) -> None:
    async def test() -> None:
        async with table(inspircd) as at:
            for buffer in (at.buffer, "irc.server.t"):
                await at.client.type(f"/msg Brannoch {BAD}", buffer)
                await at.client.shows(buffer, "Not sent")
                assert await at.client.typing(buffer) == f"/msg Brannoch {BAD}"
            await at.client.type("/query Brannoch  attack Torvik77 with dirk", at.buffer)
            await at.pgm.hears("attack Torvik77 with dirk")
            await at.client.type(f"/msg Brannoch {BAD}", "irc.server.t")  # the second Enter there
            await at.client.type(f"/notice Brannoch {BAD}", at.buffer)  # no message that would be a move
            await at.pgm.wait_for(lambda line: line.command == "NOTICE" and line.nick == ME)
            private = [text for who, text in at.pgm.heard("Brannoch") if who == ME]
            assert private.count(BAD) == 2 and heard(at) == []

    run(test())


@asynccontextmanager
async def diced(server: IrcServer, folder: Path) -> AsyncIterator[SimpleNamespace]:
    """The table with a dice bot that its campaign trusts, and a bar for the order."""
    campaign = folder / "campaign"
    shutil.copytree(SPAR, campaign)
    with (campaign / "campaign.toml").open("a") as file:
        file.write('\n[dice]\nbots = ["DiceBot"]\n')
    async with IrcClient(server, "DiceBot") as bot, table(server, campaign) as at:
        await bot.join(at.channel)
        await at.client.type("/bar add order window top 1 0 calledshot")
        await at.client.type(f"/buffer {at.buffer}")
        at.bot = bot
        yield at


async def rolls(at: SimpleNamespace, who: str, face: int) -> None:
    await at.bot.say(at.channel, f"{who} rolled 1 100-sided die: {face}")


async def bar(at: SimpleNamespace, wanted: str) -> None:
    """Wait until our bar shows this."""
    shown = ""
    try:
        async with asyncio.timeout(PATIENCE):
            while wanted != shown:
                await asyncio.sleep(0.05)
                shown = await at.client.bar("order")
    except TimeoutError:
        raise AssertionError(f"the bar shows {shown!r}, not {wanted!r}") from None


def test_the_bar_shows_the_order_and_the_childs_death_changes_nothing(
    inspircd: IrcServer, tmp_path: Path
) -> None:
    async def test() -> None:
        async with diced(inspircd, tmp_path) as at:
            await at.pgm.say(at.channel, "Round 1. Init please")
            await at.client.shows(at.buffer, "Fight on!")
            await at.client.type(GOOD, at.buffer)
            await at.pgm.hears(GOOD, room=at.channel)
            await rolls(at, ME, 71)
            # Speed 62 and 71 are 133; the second move is 100 later (PAR-INIT-1, PAR-INIT-2).
            await bar(at, "LadyElsinore 133, LadyElsinore 33 | waits: Torvik77 (initiative)")
            os.kill(at.pid, signal.SIGKILL)
            await at.client.shows(at.buffer, "calledshot has ended")
            await at.client.type("hello", at.buffer)
            await at.client.type("*waves", at.buffer)  # for all we know a move: it goes out unchecked
            await at.pgm.hears("hello", room=at.channel)
            await at.pgm.hears("*waves", room=at.channel)
            assert await ready(at.client, at.buffer, at.pid) != at.pid
            await at.client.shows(at.buffer, "calledshot is back")
            await rolls(at, "Torvik77", 48)
            # Speed 55 and 48 are 103, and 3 for his second move.
            await bar(at, "LadyElsinore 133, Torvik77 103, LadyElsinore 33, Torvik77 3")
            assert await times(at.client, at.buffer, "Fight on!") == 1
            assert await times(at.client, at.buffer, "calledshot has ended") == 1
            await at.client.type(BAD, at.buffer)
            await at.client.shows(at.buffer, "Not sent")
            assert heard(at) == [GOOD, "hello", "*waves"]

    run(test())


def test_the_bar_shows_the_fight_of_the_buffer_one_is_in(inspircd: IrcServer, tmp_path: Path) -> None:
    async def test() -> None:
        async with diced(inspircd, tmp_path) as at:
            other = f"{at.channel}-two"
            await at.pgm.join(other)
            await at.client.type(f"/join {other}", at.buffer)
            await at.client.until(f"irc.t.{other}", lambda line: "irc_366" in line.tags, "our joining")
            await at.client.type(f"/calledshot on {SPAR}", f"irc.t.{other}")
            await ready(at.client, f"irc.t.{other}", at.pid)
            await at.pgm.say(at.channel, "Round 1. Init please")
            await at.client.shows(at.buffer, "Fight on!")
            waits = "waits: LadyElsinore (initiative), Torvik77 (initiative)"
            for buffer, shown in ((at.buffer, waits), (f"irc.t.{other}", ""), ("core.weechat", "")):
                await at.client.type(f"/buffer {buffer}")
                await bar(at, shown)
            await at.client.type(f"/buffer {at.buffer}")
            await at.client.type("/nick Elsa", at.buffer)  # she is the same, for all who saw it
            await at.pgm.wait_for(lambda line: line.command == "NICK" and line.text == "Elsa")
            await rolls(at, "Elsa", 71)
            await bar(at, "LadyElsinore 133, LadyElsinore 33 | waits: Torvik77 (initiative)")
            assert "Fight on!" not in "".join(line.text for line in await at.client.lines(f"irc.t.{other}"))

    run(test())


def test_a_child_that_hangs_delays_one_message_and_freezes_nothing(inspircd: IrcServer) -> None:
    async def test() -> None:
        async with table(inspircd, options={"timeout": "300"}) as at:
            os.kill(at.pid, signal.SIGSTOP)
            try:
                await at.client.type(BAD, at.buffer)
                await at.pgm.hears(BAD, room=at.channel)
                await at.client.type(GOOD, at.buffer)  # not even delayed: the child is known to be slow
                await at.pgm.hears(GOOD, room=at.channel)
                assert await times(at.client, at.buffer, "unchecked") == 1
            finally:
                os.kill(at.pid, signal.SIGCONT)
            await ready(at.client, at.buffer)
            async with asyncio.timeout(PATIENCE):
                while not await times(at.client, at.buffer, "Not sent"):  # as soon as it answers again
                    await at.client.type("Cast Pain (Mysticism Level 1), *Cast Pain", at.buffer)
                    await asyncio.sleep(0.2)

    run(test())


def gone(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] == "Z"
    except OSError:
        return True


def test_unloading_takes_the_child_along_and_off_turns_it_off(inspircd: IrcServer) -> None:
    async def test() -> None:
        async with table(inspircd) as at:
            await at.client.type("/calledshot off", at.buffer)
            async with asyncio.timeout(PATIENCE):
                while not gone(at.pid):
                    await asyncio.sleep(0.02)
            await at.client.type(BAD, at.buffer)
            await at.pgm.hears(BAD, room=at.channel)
            await at.client.type(f"/calledshot on {SPAR}", at.buffer)
            pid = await ready(at.client, at.buffer)
            await at.client.type("/python unload calledshot")
            async with asyncio.timeout(PATIENCE):
                while not gone(pid):
                    await asyncio.sleep(0.02)
            await at.client.type(BAD, at.buffer)
            await at.client.type("bye", at.buffer)
            await at.pgm.hears("bye", room=at.channel)
            assert heard(at) == [BAD, BAD, "bye"]
            core = [line.text for line in await at.client.lines("core.weechat")]
            assert not any("a fault of" in text or "Traceback" in text or "Error" in text for text in core)

    run(test())


def test_it_is_on_again_after_a_reload(inspircd: IrcServer) -> None:
    async def test() -> None:
        async with table(inspircd) as at:
            await at.client.type("/python reload calledshot")
            assert await ready(at.client, at.buffer, at.pid) != at.pid
            assert gone(at.pid)
            await at.client.type(BAD, at.buffer)
            await at.client.shows(at.buffer, "Not sent")
            assert heard(at) == []

    run(test())
