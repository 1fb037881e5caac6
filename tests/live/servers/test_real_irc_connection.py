"""Against real servers: cuts, gaps, dead sockets, floods, kicks, and long lines."""

from __future__ import annotations

import asyncio
import contextlib

import pytest
from fake_ergo import fake_ergo
from irc import IrcClient, IrcServer, proxied, until
from irc_hub import feed_of, running

from calledshot.live.config import IrcConfig


def test_a_cut_is_a_gap_where_the_server_keeps_nothing(inspircd: IrcServer) -> None:
    async def play() -> None:
        async with (
            proxied(inspircd) as (server, proxy),
            running(feed_of(server, rooms=["#gap"], sasl="plain")) as hub,
            IrcClient(inspircd, "Torvik77", account="torvik") as torvik,
        ):
            await torvik.join("#gap")
            await torvik.say("#gap", "before")
            await hub.hears_text("before")
            proxy.refuse = True
            proxy.cut()
            await torvik.wait_for(lambda line: line.command == "QUIT" and line.nick == "calledshot")
            await torvik.say("#gap", "while away")
            await torvik.settled()
            proxy.refuse = False
            await until(lambda: hub.ups == 2, "a second connection")
            await torvik.say("#gap", "after")
            await hub.hears_text("after")
            [gap] = [one for one in hub.messages if one.what == "gap"]
            assert gap.event.room == "#gap"
            assert "secret messages sent to me meanwhile are lost" in gap.event.text
            assert hub.texts(room="#gap") == [("Torvik77", "before"), ("Torvik77", "after")]
            order = [one.what for one in hub.messages]
            assert order.index("gap") > [one.event.text for one in hub.messages].index("before")

    asyncio.run(play())


def test_a_room_that_repeats_its_last_lines_leaves_no_gap_and_vouches_for_nobody(inspircd: IrcServer) -> None:
    async def play() -> None:
        async with (
            proxied(inspircd) as (server, proxy),
            IrcClient(inspircd, "Torvik77", account="torvik") as torvik,
        ):
            await torvik.join("#kept")
            await torvik.raw("MODE #kept +H 50:1h")
            async with running(feed_of(server, rooms=["#kept"], sasl="plain")) as hub:
                await torvik.say("#kept", "before")
                await hub.hears_text("before")
                proxy.refuse = True
                proxy.cut()
                await torvik.wait_for(lambda line: line.command == "QUIT" and line.nick == "calledshot")
                await torvik.say("#kept", "while away")
                await torvik.settled()
                proxy.refuse = False
                await until(lambda: hub.ups == 2, "a second connection")
                await torvik.say("#kept", "after")
                await hub.hears_text("after")
                assert [one for one in hub.messages if one.what == "gap"] == []
                said = [(one.event.text, one.account, one.replayed) for one in hub.events("say")]
                assert said == [
                    ("before", "irc:torvik", False),
                    ("while away", None, True),
                    ("after", "irc:torvik", False),
                ]

    asyncio.run(play())


def test_a_dead_socket_is_noticed_by_our_own_pings(inspircd: IrcServer) -> None:
    async def play() -> None:
        async with (
            proxied(inspircd) as (server, proxy),
            running(feed_of(server, rooms=["#dead"], ping=0.7)) as hub,
        ):
            proxy.freeze()
            await until(lambda: hub.cuts == 1, "the dead connection to be given up")
            proxy.freeze(False)
            await until(lambda: hub.ups == 2, "a second connection")

    asyncio.run(play())


def test_kicked_we_come_back_and_say_so(inspircd: IrcServer) -> None:
    async def play() -> None:
        async with IrcClient(inspircd, "Brannoch", account="brannoch") as brannoch:
            await brannoch.join("#kick")
            feed = feed_of(inspircd, rooms=["#kick"], sasl="plain")
            async with running(feed) as hub:
                await brannoch.raw("KICK #kick calledshot :out")
                await hub.hears_text("I was kicked by Brannoch: out")
                waiting = asyncio.create_task(hub.say("waits for the room", room="#kick"))
                await brannoch.hears("waits for the room", room="#kick")
                await waiting
                assert [one.what for one in hub.messages].count("gap") == 1

    asyncio.run(play())


def test_others_are_kicked_and_servers_split(inspircd: IrcServer) -> None:
    async def play() -> None:
        async with (
            IrcClient(inspircd, "Brannoch", account="brannoch") as brannoch,
            IrcClient(inspircd, "Torvik77", account="torvik") as torvik,
            IrcClient(inspircd, "Elsinore") as elsinore,
            contextlib.AsyncExitStack() as stack,
        ):
            await brannoch.raw("OPER op op")
            await brannoch.wait_for(lambda line: line.command == "381")
            for one in (brannoch, torvik, elsinore):
                await one.join("#split")
            hub = await stack.enter_async_context(running(feed_of(inspircd, rooms=["#split"], sasl="plain")))
            await brannoch.raw("KICK #split Elsinore :enough")
            await brannoch.raw("SAQUIT Torvik77 :hub.test.local leaf.test.local")
            await hub.hears(
                lambda one: one.event.kind == "leave" and one.event.speaker == "Torvik77", "Torvik to leave"
            )
            left = [(one.event.speaker, one.event.text, one.account) for one in hub.events("leave")]
            assert left[0] == ("Elsinore", "kicked by Brannoch: enough", None)
            assert left[1] == ("Torvik77", "netsplit", "irc:torvik")

    asyncio.run(play())


def test_long_lines_arrive_whole_to_the_byte(inspircd: IrcServer) -> None:
    words = " ".join(f"{number}. Zähne—{'ü' * (number % 37)}" for number in range(400))

    async def play() -> None:
        async with (
            running(feed_of(inspircd, rooms=["#long"], sasl="plain")) as hub,
            IrcClient(inspircd, "Torvik77", account="torvik") as torvik,
        ):
            await torvik.join("#long")
            assert await hub.say(words, to="Torvik77") is not None
            assert await hub.say("x" * 1200, room="#long", notice=True) is not None
            await torvik.settled()
            private = [
                line for line in torvik.lines if line.command == "PRIVMSG" and line.nick == "calledshot"
            ]
            assert " ".join(line.text for line in private) == words
            assert len(private) > 10
            public = [line for line in torvik.lines if line.command == "NOTICE" and line.target == "#long"]
            assert "".join(line.text for line in public) == "x" * 1200
            assert len(public) == 3
            # and as much as fits: nine bytes are kept for a label, should it have to be said again
            sent = f":{public[0].source} NOTICE #long :{public[0].text}\r\n"
            assert 512 - 9 <= len(sent.encode()) <= 512

    asyncio.run(play())


def test_nothing_anybody_says_becomes_a_command(inspircd: IrcServer) -> None:
    async def play() -> None:
        async with (
            running(feed_of(inspircd, rooms=["#inject"], sasl="plain")) as hub,
            IrcClient(inspircd, "Torvik77", account="torvik") as torvik,
        ):
            await torvik.join("#inject")
            await hub.say("one\r\nQUIT :two\0three\x01VERSION\x01", room="#inject")
            await torvik.settled()
            said = [text for nick, text in torvik.heard("#inject") if nick == "calledshot"]
            assert said == ["one", "QUIT :two\ufffdthree\ufffdVERSION\ufffd"]
            await hub.say("to a list", to="Torvik77,#inject")
            await hub.say("to a room as a person", to="#inject")
            assert hub.refusals == ["2.0", "3.0"]

    asyncio.run(play())


def test_old_servers_without_tags_give_hosts(ngircd: IrcServer) -> None:
    async def play() -> None:
        async with IrcClient(ngircd, "Elsinore", caps="") as elsinore:
            await elsinore.join("#old")
            async with (
                running(feed_of(ngircd, rooms=["#old"])) as hub,
                IrcClient(ngircd, "Torvik77", caps="") as torvik,
            ):
                await torvik.join("#old")
                await torvik.say("#old", "advance")
                await torvik.whisper("calledshot", "cast Pain")
                await elsinore.say("#old", "wait")
                await hub.hears_text("wait")
                [move] = [one for one in hub.events("say") if one.event.text == "advance"]
                assert (move.account, move.host, move.event.id) == (None, "~torvik77@127.0.0.1", None)
                assert move.event.at is not None
                [whisper] = hub.events("whisper")
                assert whisper.host == "~torvik77@127.0.0.1"
                joins = {one.event.speaker: one.host for one in hub.events("join")}
                assert joins == {"Elsinore": "~elsinore@127.0.0.1", "Torvik77": "~torvik77@127.0.0.1"}
                # no echo there: the answer to a ping is the proof
                assert await hub.say("((Torvik advances.))", room="#old", notice=True) == "1.0"
                await torvik.hears("((Torvik advances.))", room="#old")
                assert await hub.say("PP 6 of 9", to="Torvik77") == "2.0"
                await torvik.hears("PP 6 of 9")
                assert [key for key, _ in hub.saids] == ["1.0", "2.0"]

    asyncio.run(play())


@pytest.mark.soak
def test_at_the_pace_we_have_by_default_the_strictest_server_lets_us_live(
    strictest_inspircd: IrcServer,
) -> None:
    default = IrcConfig(host="127.0.0.1")

    async def play() -> None:
        feed = feed_of(
            strictest_inspircd, rooms=["#flood"], burst=default.burst, rate=default.rate,
            bytes_burst=default.bytes_burst, bytes_rate=default.bytes_rate,
        )  # fmt: skip
        async with IrcClient(strictest_inspircd, "Torvik77") as torvik:
            await torvik.join("#flood")
            async with running(feed) as hub:
                lines = [f"((Ruling {number}: Torvik hits. Damage, d100.))" for number in range(200)]
                for line in lines:
                    await hub.say(line, room="#flood", notice=True)
                await torvik.settled()
                assert [text for nick, text in torvik.heard("#flood") if nick == "calledshot"] == lines
                assert hub.cuts == 0

    asyncio.run(play())


def test_a_strict_server_kills_a_flood_and_does_not_kill_us(strict_inspircd: IrcServer) -> None:
    async def play() -> None:
        async with IrcClient(strict_inspircd, "Flooder") as flooder:
            await flooder.join("#flood")
            for number in range(60):
                await flooder.say("#flood", f"line {number}")
            await until(lambda: flooder.closed, "the server to kill whoever floods")
        feed = feed_of(
            strict_inspircd, rooms=["#flood"], burst=4, rate=15.0, bytes_burst=2048, bytes_rate=20_000.0
        )
        async with IrcClient(strict_inspircd, "Torvik77") as torvik:
            await torvik.join("#flood")
            async with running(feed) as hub:
                lines = [f"((Ruling {number}: Torvik hits. Damage, d100.))" for number in range(200)]
                for line in lines:
                    await hub.say(line, room="#flood", notice=True)
                await torvik.settled()
                assert [text for nick, text in torvik.heard("#flood") if nick == "calledshot"] == lines
                assert hub.cuts == 0

    asyncio.run(play())


def test_killed_for_speed_we_slow_down_and_nothing_is_lost(strict_inspircd: IrcServer) -> None:
    async def play() -> None:
        feed = feed_of(strict_inspircd, rooms=["#fast"], burst=40, rate=40.0)
        async with IrcClient(strict_inspircd, "Torvik77") as torvik:
            await torvik.join("#fast")
            async with running(feed) as hub:
                lines = [f"((Ruling {number}.))" for number in range(60)]
                await asyncio.gather(*(hub.say(line, to="Torvik77") for line in lines[:30]))
                for line in lines[30:]:
                    await hub.say(line, to="Torvik77")
                await torvik.settled()
                assert hub.cuts > 0
                said = [text.removeprefix("(again) ") for nick, text in torvik.heard("Torvik77")]
                assert sorted(set(said)) == sorted(lines)
                plain = [text for nick, text in torvik.heard("Torvik77") if not text.startswith("(again) ")]
                assert len(plain) == len(set(plain))

    asyncio.run(play())


def test_where_we_may_not_speak_the_game_master_is_told_and_the_line_waits(inspircd: IrcServer) -> None:
    async def play() -> None:
        async with IrcClient(inspircd, "Brannoch", account="brannoch") as brannoch:
            await brannoch.join("#moderated")
            await brannoch.raw("MODE #moderated +m")
            async with running(feed_of(inspircd, rooms=["#moderated"], sasl="plain")) as hub:
                waiting = asyncio.create_task(hub.say("((Torvik hits.))", room="#moderated", notice=True))
                told = await hub.hears_text("I may not speak in #moderated")
                assert (told.event.kind, told.event.room) == ("system", "#moderated")
                await brannoch.settled()
                assert not waiting.done()
                await brannoch.raw("MODE #moderated +v calledshot")
                await brannoch.hears("((Torvik hits.))", room="#moderated")
                assert await waiting is not None

    asyncio.run(play())


def test_a_server_that_is_started_again_is_found_again() -> None:
    async def play() -> None:
        async with (
            fake_ergo({"calledshot": "pw"}) as ergo,
            running(feed_of(ergo.address, rooms=["#duel"], sasl="plain")) as hub,
        ):
            await ergo.stop()
            await until(lambda: hub.cuts >= 2, "two tries to connect")
            await ergo.start()
            await until(lambda: hub.ups == 2, "a second connection")
            assert await hub.say("((here again))", room="#duel") is not None

    asyncio.run(play())
