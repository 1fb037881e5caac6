"""Against a real server: somebody has the bot's nick, or that of one whom a secret is for."""

from __future__ import annotations

import asyncio

from irc import IrcClient, IrcServer, until
from irc_hub import feed_of, running

REFUSED = "I am not under my own name now"


def test_without_our_nick_we_take_no_secrets_and_say_so(inspircd: IrcServer) -> None:
    async def play() -> None:
        async with (
            IrcClient(inspircd, "calledshot") as impostor,
            IrcClient(inspircd, "Torvik77", account="torvik") as torvik,
            IrcClient(inspircd, "Brannoch", account="brannoch") as brannoch,
        ):
            await torvik.join("#names")
            feed = feed_of(inspircd, rooms=["#names"], sasl="plain", masters=("irc:Brannoch",))
            async with running(feed) as hub:
                told = await hub.hears_text("my name calledshot is taken by somebody else")
                assert (told.event.kind, told.event.trust, told.event.room) == ("system", "server", "#names")
                await torvik.whisper("calledshot_", "SECRET: feint")
                await torvik.hears(REFUSED, nick="calledshot_")
                await torvik.whisper("calledshot_", "SECRET: again")
                await brannoch.whisper("calledshot_", "who")
                whisper = await hub.hears(
                    lambda one: one.event.kind == "whisper", "the game master's whisper"
                )
                assert (whisper.event.text, whisper.account) == ("who", "irc:brannoch")
                assert "SECRET" not in str(hub.messages)
                await torvik.settled()
                assert len([text for _, text in torvik.heard("Torvik77") if REFUSED in text]) == 1
                await impostor.join("#names")
                await hub.hears_text("somebody else (calledsh@127.0.0.1) is here under my name, calledshot")
                await impostor.quit()
                await hub.hears_text("I am calledshot again, and take secret moves")
                await torvik.whisper("calledshot", "cast Pain")
                await hub.hears_text("cast Pain")

    asyncio.run(play())


def test_services_give_our_nick_back_where_that_is_configured(inspircd: IrcServer) -> None:
    async def play() -> None:
        async with IrcClient(inspircd, "calledshot"):
            feed = feed_of(
                inspircd, rooms=["#ghost"], sasl="plain", reclaim="ghost", services=inspircd.services
            )
            async with running(feed) as hub, IrcClient(inspircd, "Torvik77") as torvik:
                await until(lambda: feed._protocol is not None and feed._protocol.own.ours, "our nick back")
                await torvik.whisper("calledshot", "hello")
                await hub.hears_text("hello")

    asyncio.run(play())


def test_a_nick_taken_from_us_in_play_is_reported(inspircd: IrcServer) -> None:
    async def play() -> None:
        feed = feed_of(inspircd, rooms=["#taken"], sasl="plain")
        async with running(feed) as hub, IrcClient(inspircd, "Brannoch", account="brannoch") as brannoch:
            await brannoch.raw("OPER op op")
            await brannoch.wait_for(lambda line: line.command == "381")
            await brannoch.join("#taken")
            await brannoch.raw("SANICK calledshot Renamed")
            await hub.hears_text("my name calledshot is taken by somebody else: I am Renamed")
            await brannoch.whisper("Renamed", "SECRET")
            await brannoch.hears(REFUSED, nick="Renamed")

    asyncio.run(play())


def test_a_private_line_waits_for_its_man_and_is_not_told_to_whoever_has_his_nick(
    inspircd: IrcServer,
) -> None:
    async def play() -> None:
        async with running(feed_of(inspircd, rooms=["#private"], sasl="plain")) as hub:
            torvik = IrcClient(inspircd, "Torvik77", account="torvik")
            await torvik.connect()
            await torvik.join("#private")
            await torvik.quit()
            async with IrcClient(inspircd, "Torvik77") as impostor:
                await impostor.join("#private")
                secret = asyncio.create_task(
                    hub.say("SECRET: PP 6 of 9", to="Torvik77", account="irc:torvik", secret=True)
                )
                await hub.say("to all", room="#private")
                await impostor.hears("to all", room="#private")
                await impostor.settled()
                assert "SECRET" not in str(impostor.heard())
                assert not secret.done()
                async with IrcClient(inspircd, "Torvik_", account="torvik") as again:
                    await again.join("#private")
                    await again.hears("SECRET: PP 6 of 9", nick="calledshot")
                    assert await secret is not None
                assert "SECRET" not in str(impostor.heard())

    asyncio.run(play())


def test_a_private_line_to_one_who_is_gone_waits_for_him(inspircd: IrcServer) -> None:
    async def play() -> None:
        async with running(feed_of(inspircd, rooms=["#gone"], sasl="plain")) as hub:
            async with IrcClient(inspircd, "Elsinore") as elsinore:
                await elsinore.join("#gone")
                await hub.hears(lambda one: one.event.kind == "join", "somebody to come")
            await hub.hears(lambda one: one.event.kind == "leave", "somebody to go")
            waiting = asyncio.create_task(hub.say("your turn", to="Elsinore", secret=True))
            await hub.hears_text("a private line to Elsinore waits: 401 No such nick")
            await hub.say("others need not wait", room="#gone")
            assert not waiting.done()
            async with IrcClient(inspircd, "Elsinore") as elsinore:
                await elsinore.join("#gone")
                await elsinore.hears("your turn", nick="calledshot")
                assert await waiting is not None

    asyncio.run(play())


def test_a_private_line_is_given_up_where_somebody_else_takes_the_nick(inspircd: IrcServer) -> None:
    async def play() -> None:
        async with running(feed_of(inspircd, rooms=["#gone2"], sasl="plain")) as hub:
            async with IrcClient(inspircd, "Elsinore") as elsinore:
                await elsinore.join("#gone2")
                await hub.hears(lambda one: one.event.kind == "join", "somebody to come")
            await hub.hears(lambda one: one.event.kind == "leave", "somebody to go")
            waiting = asyncio.create_task(hub.say("your turn", to="Elsinore", secret=True))
            await hub.hears_text("a private line to Elsinore waits: 401 No such nick")
            async with IrcClient(inspircd, "Nobody") as other:  # another user@host takes the nick
                await other.change_nick("Elsinore")
                await other.join("#gone2")
                assert await waiting is None
                assert await hub.say("welcome", to="Elsinore") is not None  # the next one is for him
                await other.hears("welcome", nick="calledshot")
                assert "your turn" not in str(other.heard())

    asyncio.run(play())


def test_a_private_line_to_one_whom_nobody_has_seen_is_not_kept_for_whoever_comes(
    inspircd: IrcServer,
) -> None:
    async def play() -> None:
        async with running(feed_of(inspircd, rooms=["#gone"], sasl="plain")) as hub:
            assert await hub.say("your turn", to="Nimue9", secret=True) is None
            assert hub.refusals == ["1.0"]
            await hub.hears_text("a private line to Nimue9 was not delivered: 401 No such nick")
            assert "your turn" not in str(hub.messages)

    asyncio.run(play())


def test_a_game_master_may_call_us_to_a_room_and_nobody_else(inspircd: IrcServer) -> None:
    async def play() -> None:
        async with (
            IrcClient(inspircd, "Brannoch", account="brannoch") as brannoch,
            IrcClient(inspircd, "Torvik77", account="torvik") as torvik,
        ):
            await brannoch.join("#called")
            await torvik.join("#trap")
            feed = feed_of(inspircd, rooms=[], sasl="plain", masters=("irc:brannoch",))
            async with running(feed) as hub:
                await torvik.raw("INVITE calledshot #trap")
                await brannoch.raw("INVITE calledshot #called")
                await hub.hears(lambda one: one.what == "members" and one.event.room == "#called", "the room")
                await torvik.settled()
                assert not [
                    line for line in torvik.lines if line.command == "JOIN" and line.nick == "calledshot"
                ]
                await brannoch.say("#called", "welcome")
                await hub.hears_text("welcome")
            async with running(
                feed_of(inspircd, rooms=[], sasl="plain"), position=hub.last_position
            ) as second:
                assert [one.event.room for one in second.messages if one.what == "members"] == ["#called"]

    asyncio.run(play())


def test_bots_and_services_are_told_apart(inspircd: IrcServer) -> None:
    async def play() -> None:
        async with (
            running(feed_of(inspircd, rooms=["#bots"], sasl="plain")) as hub,
            IrcClient(inspircd, "DiceBot") as dice,
            IrcClient(inspircd, "Torvik77") as torvik,
        ):
            await dice.raw("MODE DiceBot +B")
            await dice.join("#bots")
            await torvik.join("#bots")
            await dice.say("#bots", "Torvik77 rolled 1d100: 57")
            await dice.notice("#bots", "a notice")
            await torvik.raw("PRIVMSG #bots :\x01VERSION\x01")
            await torvik.notice("calledshot", "SECRET by notice")
            await torvik.say("#bots", "last")
            await hub.hears_text("last")
            heard = [(one.event.kind, one.event.text) for one in hub.events(room="#bots")]
            assert ("say", "Torvik77 rolled 1d100: 57") in heard
            assert ("notice", "a notice") in heard
            assert "VERSION" not in str(hub.messages)
            assert "by notice" not in str(hub.messages)
            await torvik.settled()
            assert not [
                line for line in torvik.lines if line.nick == "calledshot" and line.command == "NOTICE"
            ]

    asyncio.run(play())
