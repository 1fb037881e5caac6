"""A server with history (our fake of Ergo): after a cut all is there, in order, with accounts, and once."""

from __future__ import annotations

import asyncio
import json
import tracemalloc
from pathlib import Path

from fake_ergo import FakeErgo, fake_ergo
from irc import IrcClient, until
from irc_hub import SpyHub, feed_of, running

from calledshot.live.hub import Sending
from calledshot.live.messages import Outgoing

ACCOUNTS = {"calledshot": "pw-c", "torvik": "pw-t"}
CAPTURE = Path(__file__).parents[3] / "fixtures/live/irc_ergo_reconnect.jsonl"


async def away(ergo: FakeErgo, torvik: IrcClient, lines: list[str]) -> None:
    """The bot's connection breaks, and Torvik talks on before it is back."""
    ergo.mute.add("CAP")
    ergo.cut("calledshot")
    await torvik.wait_for(lambda line: line.command == "QUIT" and line.nick == "calledshot")
    for line in lines:
        await torvik.say("#duel", line)
    await torvik.settled()
    ergo.mute.discard("CAP")
    ergo.cut("calledshot")  # the one that waits for an answer to CAP


def said(hub: SpyHub) -> list[tuple[str, str | None, bool]]:
    return [(one.event.text, one.account, one.replayed) for one in hub.events("say", "#duel")]


def test_what_was_missed_comes_in_order_with_accounts_and_once() -> None:
    async def play() -> None:
        async with fake_ergo(ACCOUNTS) as ergo:
            ergo.page = 3
            async with (
                running(feed_of(ergo.address, rooms=["#duel"], sasl="plain")) as hub,
                IrcClient(ergo.address, "Torvik77", account="torvik") as torvik,
            ):
                await torvik.join("#duel")
                await torvik.say("#duel", "before")
                await hub.hears_text("before")
                await away(ergo, torvik, [f"line {number}" for number in range(10)])
                await until(lambda: hub.ups == 2, "a second connection")
                await torvik.say("#duel", "after")
                await hub.hears_text("after")
                assert said(hub) == [
                    ("before", "irc:torvik", False),
                    *((f"line {number}", "irc:torvik", True) for number in range(10)),
                    ("after", "irc:torvik", False),
                ]
                assert [one for one in hub.messages if one.what == "gap"] == []
                assert len(ergo.asked) >= 4  # a page at a time
                assert all("msgid=" in one for one in ergo.asked)

    asyncio.run(play())


def test_events_of_the_time_away_come_too() -> None:
    async def play() -> None:
        async with (
            fake_ergo(ACCOUNTS) as ergo,
            running(feed_of(ergo.address, rooms=["#duel"], sasl="plain")) as hub,
            IrcClient(ergo.address, "Torvik77", account="torvik") as torvik,
        ):
            await torvik.join("#duel")
            await torvik.say("#duel", "before")
            await hub.hears_text("before")
            ergo.mute.add("CAP")
            ergo.cut("calledshot")
            await torvik.wait_for(lambda line: line.command == "QUIT")
            await torvik.change_nick("Torvik_")
            await torvik.say("#duel", "under another nick")
            await torvik.settled()
            ergo.mute.discard("CAP")
            ergo.cut("calledshot")
            await hub.hears_text("under another nick")
            [nick] = hub.events("nick")
            assert (nick.event.speaker, nick.event.to, nick.account) == ("Torvik77", "Torvik_", "irc:torvik")
            assert nick.replayed
            assert not [one for one in hub.events("leave") if one.event.speaker == "calledshot"]

    asyncio.run(play())


def test_after_a_restart_the_journals_position_is_where_it_goes_on() -> None:
    async def play() -> None:
        async with (
            fake_ergo(ACCOUNTS) as ergo,
            IrcClient(ergo.address, "Torvik77", account="torvik") as torvik,
        ):
            await torvik.join("#duel")
            async with running(feed_of(ergo.address, rooms=["#duel"], sasl="plain")) as first:
                await torvik.say("#duel", "before")
                await first.hears_text("before")
            await torvik.say("#duel", "while it was down")
            await torvik.settled()
            assert json.loads(first.last_position or "")["rooms"]["#duel"]["id"]
            feed = feed_of(ergo.address, rooms=["#duel"], sasl="plain")
            async with running(feed, position=first.last_position) as second:
                await second.hears_text("while it was down")
                assert said(second) == [("while it was down", "irc:torvik", True)]

    asyncio.run(play())


def test_a_history_that_has_forgotten_our_place_is_a_gap() -> None:
    async def play() -> None:
        async with (
            fake_ergo(ACCOUNTS) as ergo,
            running(feed_of(ergo.address, rooms=["#duel"], sasl="plain")) as hub,
            IrcClient(ergo.address, "Torvik77", account="torvik") as torvik,
        ):
            await torvik.join("#duel")
            await torvik.say("#duel", "before")
            await hub.hears_text("before")
            ergo.mute.add("CAP")
            ergo.cut("calledshot")
            await torvik.wait_for(lambda line: line.command == "QUIT")
            await torvik.say("#duel", "lost")
            await torvik.settled()
            ergo.forget("#duel")
            await torvik.say("#duel", "kept")
            await torvik.settled()
            ergo.mute.discard("CAP")
            ergo.cut("calledshot")
            await hub.hears_text("kept")
            kinds = [(one.what, one.event.text) for one in hub.messages if one.what in ("gap", "event")]
            texts = [text for what, text in kinds]
            assert "lost" not in texts
            assert [what for what, _ in kinds].count("gap") == 1
            gap = next(place for place, (what, _) in enumerate(kinds) if what == "gap")
            assert texts.index("before") < gap < texts.index("kept")

    asyncio.run(play())


def test_a_quiet_time_away_is_no_gap() -> None:
    async def play() -> None:
        async with (
            fake_ergo(ACCOUNTS) as ergo,
            running(feed_of(ergo.address, rooms=["#duel"], sasl="plain")) as hub,
            IrcClient(ergo.address, "Torvik77", account="torvik") as torvik,
        ):
            await torvik.join("#duel")
            await torvik.say("#duel", "before")
            await hub.hears_text("before")
            await away(ergo, torvik, [])
            await until(lambda: hub.ups == 2, "a second connection")
            assert [one for one in hub.messages if one.what == "gap"] == []

    asyncio.run(play())


def test_a_server_that_refuses_its_history_is_a_gap() -> None:
    async def play() -> None:
        async with (
            fake_ergo(ACCOUNTS, without="draft/chathistory") as ergo,
            running(feed_of(ergo.address, rooms=["#duel"], sasl="plain")) as hub,
            IrcClient(ergo.address, "Torvik77", account="torvik") as torvik,
        ):
            await torvik.join("#duel")
            await torvik.say("#duel", "before")
            await hub.hears_text("before")
            await away(ergo, torvik, ["lost"])
            await hub.hears(lambda one: one.what == "gap", "a gap")

    asyncio.run(play())


def test_a_line_whose_echo_was_lost_is_found_in_the_history_and_not_said_twice() -> None:
    async def play() -> None:
        async with (
            fake_ergo(ACCOUNTS) as ergo,
            running(feed_of(ergo.address, rooms=["#duel"], sasl="plain")) as hub,
            IrcClient(ergo.address, "Torvik77", account="torvik") as torvik,
        ):
            await torvik.join("#duel")
            ergo.swallow = ["((Torvik hits.))"]
            assert await hub.say("((Torvik misses.))", room="#duel", notice=True) is not None
            assert await hub.say("((Torvik hits.))", room="#duel", notice=True) is not None
            assert await hub.say("((Next: Torvik.))", room="#duel", notice=True) is not None
            assert hub.cuts == 1
            await torvik.settled()
            texts = [text for nick, text in torvik.heard("#duel") if nick == "calledshot"]
            assert texts == ["((Torvik misses.))", "((Torvik hits.))", "((Next: Torvik.))"]

    asyncio.run(play())


def test_after_a_crash_a_handed_line_is_looked_for_and_else_said_again_with_a_label() -> None:
    async def play() -> None:
        async with (
            fake_ergo(ACCOUNTS) as ergo,
            IrcClient(ergo.address, "Torvik77", account="torvik") as torvik,
        ):
            await torvik.join("#duel")
            async with running(feed_of(ergo.address, rooms=["#duel"], sasl="plain")) as first:
                await torvik.say("#duel", "go")
                await first.hears_text("go")
                position = first.last_position
                ergo.swallow = ["((said, unseen))"]
                saying = asyncio.create_task(first.say("((said, unseen))", room="#duel"))
                await torvik.hears("((said, unseen))", room="#duel")
            saying.cancel()
            await asyncio.gather(saying, return_exceptions=True)
            feed = feed_of(ergo.address, rooms=["#duel"], sasl="plain")
            async with running(feed, position=position) as second:

                def handed(text: str, key: str, to: str | None = None) -> Sending:
                    room = None if to else "#duel"
                    return Sending(Outgoing(text=text, room=room, to=to, key=key), "handed")

                found = await feed.send(handed("((said, unseen))", "7.0"))
                assert found is not None
                assert await feed.send(handed("((never said))", "7.1")) is not None
                assert await feed.send(handed("your PP", "7.2", "Torvik77")) is not None
                await torvik.settled()
                texts = [text for nick, text in torvik.heard("#duel") if nick == "calledshot"]
                assert texts == ["((said, unseen))", "(again) ((never said))"]
                assert ("calledshot", "(again) your PP") in torvik.heard("Torvik77")
                assert second.cuts == 0

    asyncio.run(play())


def test_a_line_in_a_history_outlives_another_death_and_answers_for_one_line_only() -> None:
    async def play() -> None:
        async with (
            fake_ergo(ACCOUNTS) as ergo,
            IrcClient(ergo.address, "Torvik77", account="torvik") as torvik,
        ):
            await torvik.join("#duel")
            async with running(feed_of(ergo.address, rooms=["#duel"], sasl="plain")) as first:
                await torvik.say("#duel", "go")
                await first.hears_text("go")
                position = first.last_position
                ergo.swallow = ["((Miss.))"]
                saying = asyncio.create_task(first.say("((Miss.))", room="#duel"))
                await torvik.hears("((Miss.))", room="#duel")
            saying.cancel()
            await asyncio.gather(saying, return_exceptions=True)
            await torvik.say("#duel", "was that all?")

            def handed(key: str) -> Sending:
                return Sending(Outgoing(text="((Miss.))", room="#duel", key=key), "handed")

            async with running(
                feed_of(ergo.address, rooms=["#duel"], sasl="plain"), position=position
            ) as second:
                await second.is_up()
                await second.hears_text("was that all?")  # and dies before it asks what became of its line
                position = second.last_position
            feed = feed_of(ergo.address, rooms=["#duel"], sasl="plain")
            async with running(feed, position=position) as third:
                await third.is_up()
                assert await feed.send(handed("7.0")) is not None
                assert [key for key, id in third.saids] == ["7.0"]
                position = third.last_position
            feed = feed_of(ergo.address, rooms=["#duel"], sasl="plain")
            async with running(feed, position=position) as fourth:
                await fourth.is_up()
                assert await feed.send(handed("9.0")) is not None  # the same words, and never on the wire
                await torvik.settled()
            texts = [text for nick, text in torvik.heard("#duel") if nick == "calledshot"]
            assert texts == ["((Miss.))", "(again) ((Miss.))"]

    asyncio.run(play())


def test_what_the_servers_own_clerk_says_in_a_history_is_dropped() -> None:
    async def play() -> None:
        async with (
            fake_ergo(ACCOUNTS) as ergo,
            running(feed_of(ergo.address, rooms=["#duel"], sasl="plain")) as hub,
            IrcClient(ergo.address, "HistServ", account="torvik") as clerk,
        ):
            await clerk.join("#duel")
            await clerk.say("#duel", "live")
            await hub.hears_text("live")
            await away(ergo, clerk, ["Torvik77 joined the channel"])
            await until(lambda: hub.ups == 2, "a second connection")
            await clerk.say("#duel", "after")
            await hub.hears_text("after")
            assert [text for text, _, _ in said(hub)] == ["live", "after"]

    asyncio.run(play())


def test_junk_without_end_from_the_server_does_not_grow() -> None:
    async def play() -> None:
        async with (
            fake_ergo(ACCOUNTS) as ergo,
            running(feed_of(ergo.address, rooms=["#duel"], sasl="plain")) as hub,
            IrcClient(ergo.address, "Torvik77", account="torvik") as torvik,
        ):
            await torvik.join("#duel")
            tracemalloc.start()
            try:
                before, _ = tracemalloc.get_traced_memory()
                for _ in range(30):
                    ergo.inject("calledshot", b"x" * (1 << 20))
                    await torvik.settled()
                ergo.inject(
                    "calledshot", b"\r\n@;;=\xff \xfe\r\n:\r\n \r\n@a \r\n:x\r\n" + b"PRIVMSG\r\n" * 10
                )
                await torvik.say("#duel", "still there")
                await hub.hears_text("still there")
                after, _ = tracemalloc.get_traced_memory()
            finally:
                tracemalloc.stop()
            assert hub.cuts == 0
            assert after - before < 4 << 20

    asyncio.run(play())


def test_the_fake_tells_a_history_as_the_real_server_did() -> None:
    """The capture's third connection asked for history; our fake, made to hold the same lines, tells the
    same, but for names of batches and the order of tags."""
    lines = [json.loads(line) for line in CAPTURE.read_text(encoding="utf-8").splitlines()]
    [answer] = [
        one["text"]
        for one in lines
        if one["conn"] == 3 and one["dir"] == "S" and "BATCH +1 chath" in one["text"]
    ]
    real = answer.split("\r\n")

    def shape(line: str) -> tuple[frozenset[str], str]:
        tags, _, rest = line.partition(" ")
        keys = frozenset(one.partition("=")[0] for one in tags.removeprefix("@").split(";"))
        words = rest.split()
        return keys, words[1] if len(words) > 1 else ""

    async def play() -> list[str]:
        async with fake_ergo({"al2": "pw"}) as ergo:
            caps = (
                "message-tags server-time account-tag account-notify extended-join echo-message "
                "labeled-response batch draft/chathistory draft/event-playback standard-replies"
            )
            async with (
                IrcClient(ergo.address, "gmcap", caps=caps) as gm,
                IrcClient(ergo.address, "alcap", account="al2", caps=caps) as al,
            ):
                await gm.join("#cap")
                await al.join("#cap")
                await al.say("#cap", "I swing my sword")
                mark = await gm.hears("I swing my sword", room="#cap")
                await al.emote("#cap", "rolls 1d20: 17")
                await al.change_nick("alcap2")
                await gm.quit()
                for number in range(3):
                    await al.say("#cap", f"said while GM is away {number}")
                await al.settled()
                async with IrcClient(ergo.address, "gmcap", caps=caps) as back:
                    await back.join("#cap")
                    await back.raw(f"CHATHISTORY AFTER #cap msgid={mark.tags['msgid']} 50")
                    await back.wait_for(lambda line: line.command == "BATCH" and line.target.startswith("-"))
                    start = next(i for i, one in enumerate(back.lines) if one.command == "BATCH")
                    return [one.raw for one in back.lines[start:]]

    fake = asyncio.run(play())
    assert [shape(line) for line in fake] == [shape(line) for line in real if line]
