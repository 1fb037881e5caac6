"""The AIM feed when its connection is cut, the server is gone or says no, and when it is to stop."""

from __future__ import annotations

import asyncio
import logging
from datetime import datetime

import pytest
from msgspec.structs import replace
from toc import TIMEOUT, TocServer
from toc_play import BOT, ROOM, WORDS, Parrot, Play, playing, run

from calledshot.errors import UsageError
from calledshot.live.aim import voice
from calledshot.live.aim.feed import AimFeed
from calledshot.live.config import AimConfig, Secret
from calledshot.live.hub import Hub, Sending
from calledshot.live.journal import SqlJournal
from calledshot.live.messages import Outgoing

# -- cuts -----------------------------------------------------------------------------------------------


def test_a_cut_is_a_gap_and_what_waits_is_said_after_it() -> None:
    async def main() -> None:
        async with playing() as (play, torv):
            await torv.say(ROOM, "before")
            await play.heard("before")
            assert play.parrot.gaps() == []
            play.server.closed_rooms.add("parlour")
            play.server.drop(BOT)
            await torv.say(ROOM, "unheard")
            await torv.whisper(BOT, "SECRET that is lost")
            play.server.closed_rooms.clear()
            await play.there(2)
            await torv.say(ROOM, "say after")
            await torv.wait_for("after", who=BOT)
            (gap,) = play.parrot.gaps()
            assert gap.event.room == ROOM and "private" in gap.event.text and "lost" in gap.event.text
            assert gap.event.text.count("T") >= 2  # since when and until when
            since = datetime.fromisoformat(gap.event.text.split()[5])
            (before,) = [one for one in play.parrot.heard_all if one.event.text == "before"]
            # no later than what we heard last, since what is lost may have been on its way
            assert since < datetime.fromisoformat(before.event.at or "")
            heard = [one.event.text for one in play.parrot.heard_all]
            assert "unheard" not in heard and heard.index(gap.event.text) < heard.index("say after")

    run(main())


def test_what_is_lost_before_we_first_hear_that_we_are_in_the_room_is_a_gap() -> None:
    async def main() -> None:
        async with TocServer(WORDS) as server:
            server.closed_rooms.add("parlour")
            journal = SqlJournal("sqlite://")
            play = Play(server, journal)
            try:
                await play.until("the sign-on", lambda: any(who == BOT for who, _ in server.heard))
                await play.until("the room asked for", lambda: "toc_chat_join" in str(server.heard))
                server.drop(BOT)
                server.closed_rooms.clear()
                await play.there()
                assert len(play.parrot.gaps()) == 1
                await play.end()
            finally:
                play.task.cancel()
                await asyncio.gather(play.task, return_exceptions=True)
                journal.close()

    run(main())


def test_a_line_whose_fate_is_unknown_is_said_again_with_a_label() -> None:
    async def main() -> None:
        async with playing() as (play, torv):
            await torv.say(ROOM, "hush")
            await play.heard("hush")
            play.server.mute = True  # whatever we say now is lost, and nobody tells us
            sending = Sending(Outgoing(text="((the order))", room=ROOM, key="x.0"))
            play.hub.outbox.add([sending])
            await play.until("the line to be sent", lambda: play.hub.outbox.length == 1)
            await play.until("it to be written", lambda: play.feed._voice._open)
            play.server.drop(BOT)
            play.server.mute = False
            assert await torv.wait_for("the order", who=BOT) == "(again) ((the order))"
            await play.until("its echo", lambda: play.hub.outbox.length == 0)

    run(main())


def test_a_server_that_is_gone_for_a_while() -> None:
    async def main() -> None:
        async with playing(retry_at_most=0.2) as (play, torv):
            await play.server.stop()
            await torv.close()
            await play.until("the cut", lambda: play.feed._toc is None)
            await play.server.start()
            await torv.connect(ROOM)
            await play.until("the return", lambda: BOT in play.server.inside(ROOM))
            await torv.say(ROOM, "say back")
            await torv.wait_for("back", who=BOT)
            assert len(play.parrot.gaps()) == 1

    run(main())


def test_a_start_after_an_end_is_a_gap_too() -> None:
    async def main() -> None:
        journal = SqlJournal("sqlite://")
        try:
            async with playing(journal) as (play, torv):
                await torv.say(ROOM, "one")
                await play.heard("one")
            async with playing(journal) as (play, torv):
                await torv.say(ROOM, "two")
                await play.heard("two")
                (gap,) = play.parrot.gaps()
                assert gap.event.room == ROOM
        finally:
            journal.close()

    run(main())


def test_a_death_before_anything_was_settled_is_a_gap_too(monkeypatch: pytest.MonkeyPatch) -> None:
    async def main() -> None:
        journal = SqlJournal("sqlite://")
        try:
            async with TocServer(WORDS) as server:
                with monkeypatch.context() as patch:
                    patch.setattr(journal, "settle", _dies)
                    with pytest.raises(RuntimeError):
                        await Play(server, journal).task
            assert [one.settled for one in journal.raw()] == [False]
            async with playing(journal) as (play, torv):
                await torv.say(ROOM, "two")
                await play.heard("two")
                (gap,) = play.parrot.gaps()
                assert gap.event.room == ROOM
        finally:
            journal.close()

    run(main())


def _dies(*_: object, **__: object) -> None:
    raise RuntimeError


def test_a_server_that_is_dead_and_silent_is_left() -> None:
    async def main() -> None:
        async with playing(ping=0.2) as (play, torv):
            play.server.mute = True
            play.hub.outbox.add([Sending(Outgoing(text="((hello))", room=ROOM, key="x.0"))])
            await play.until("the cut", lambda: play.feed._toc is None)
            play.server.mute = False
            assert await torv.wait_for("hello", who=BOT) == "(again) ((hello))"

    run(main())


def test_put_out_of_the_room_and_in_again() -> None:
    async def main() -> None:
        async with playing() as (play, torv):
            play.server.closed_rooms.add("parlour")
            play.server.evict(BOT, ROOM)
            await play.until(
                "a try", lambda: sum("toc_chat_join" in line for _, line in play.server.heard) > 2
            )
            play.server.closed_rooms.clear()
            await play.there(2)
            assert len(play.parrot.gaps()) == 1
            await torv.say(ROOM, "say here again")
            await torv.wait_for("here again", who=BOT)

    run(main())


def test_moved_to_another_machine() -> None:
    async def main() -> None:
        async with playing() as (play, torv):
            play.server.raw(BOT, "PAUSE")
            await play.until("the pause", lambda: play.feed._toc is None)
            play.server.raw(BOT, "SIGN_ON:TOC1.0")
            await play.there(2)
            assert len(play.parrot.gaps()) == 1
            await torv.say(ROOM, "say moved")
            await torv.wait_for("moved", who=BOT)

    run(main())


def test_a_server_that_goes_mad_is_left_and_what_it_said_before_is_heard() -> None:
    async def main() -> None:
        async with playing() as (play, _):
            person = next(one for one in play.server._people if one.name == BOT)
            person.tell("CHAT_IN:0:Torv:F:the last word")
            person.writer.write(b"\r\nHTTP/1.1 500")
            await play.there(2)
            assert play.parrot.texts() == ["the last word"]
            assert len(play.parrot.gaps()) == 1

    run(main())


def test_a_frame_that_is_missing_is_a_gap() -> None:
    async def main() -> None:
        async with playing() as (play, _):
            person = next(one for one in play.server._people if one.name == BOT)
            person.sequence += 3
            play.server.raw(BOT, "CHAT_IN:0:Torv:F:hello")
            await play.heard("hello")
            (gap,) = play.parrot.gaps()
            assert "left something out" in gap.event.text

    run(main())


# -- signing on, secrets, the log -----------------------------------------------------------------------


def test_a_wrong_password_ends_it_in_one_line_without_the_password() -> None:
    async def main() -> None:
        async with TocServer(WORDS) as server:
            config = AimConfig(host="127.0.0.1", port=server.port, screen_name=BOT, rooms=[ROOM])
            feed, journal = AimFeed(config, Secret("wrongword")), SqlJournal("sqlite://")
            try:
                with pytest.raises(UsageError, match="refuses the screen name or the password") as raised:
                    await Hub(Parrot(), journal, feed).run()
            finally:
                journal.close()
            assert "wrongword" not in str(raised.value) and "\n" not in str(raised.value)
            assert "wrongword" not in repr(feed)

    run(main())


def test_signed_on_too_often_means_ten_minutes() -> None:
    async def main() -> None:
        journal = SqlJournal("sqlite://")
        async with TocServer(WORDS) as server:
            play = Play(server, journal)
            await play.there()
            play.server.accounts.clear()
            play.server.refusal = 983
            play.server.drop(BOT)
            await play.until("a refusal", lambda: sum("toc_signon" in line for _, line in server.heard) == 2)
            await play.until("the wait", lambda: play.feed.waiting > 500)
            await play.end()
        journal.close()

    run(main())


def test_the_log_warns_once_and_holds_no_words(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)

    async def main() -> None:
        async with playing() as (play, torv):
            await torv.whisper(BOT, "SECRET: feint left")
            await torv.say(ROOM, "tell Torv SECRET: your PP")
            await torv.wait_for("your PP", room="")
            play.server.raw(BOT, "IM_IN:Torv:T:SECRET away")
            play.server.raw(BOT, "CHAT_INVITE:den:4:Torv:SECRET den")
            play.server.drop(BOT)
            await play.there(2)
            await torv.whisper(BOT, "SECRET: again")
            await play.heard("SECRET: again")

    run(main())
    text = "\n".join(record.getMessage() for record in caplog.records)
    assert text.count("obfuscated") == 1
    assert "SECRET" not in text and WORDS[BOT] not in text
    assert "signed on" in text and "not connected" in text


def test_it_stops_at_once_wherever_it_is() -> None:
    async def main() -> None:
        writers: list[asyncio.StreamWriter] = []
        silent = await asyncio.start_server(lambda _, writer: writers.append(writer), "127.0.0.1", 0)
        async with silent:
            port = silent.sockets[0].getsockname()[1]
            journal = SqlJournal("sqlite://")
            config = AimConfig(host="127.0.0.1", port=port, screen_name=BOT, rooms=[ROOM])
            feed = AimFeed(config, Secret("x"))
            task = asyncio.create_task(Hub(Parrot(), journal, feed).run())
            async with asyncio.timeout(TIMEOUT):
                while not writers:
                    await asyncio.sleep(0.01)
                await feed.stop()
                await task
            journal.close()
            for writer in writers:
                writer.close()
                await writer.wait_closed()

    run(main())


def test_stopping_while_nobody_listens() -> None:
    async def main() -> None:
        async with TocServer(WORDS) as server:
            port = server.port
        journal = SqlJournal("sqlite://")
        config = AimConfig(host="127.0.0.1", port=port, screen_name=BOT, rooms=[ROOM])
        feed = AimFeed(config, Secret("x"))
        task = asyncio.create_task(Hub(Parrot(), journal, feed).run())
        async with asyncio.timeout(TIMEOUT):
            while not feed.waiting:
                await asyncio.sleep(0.01)
            await feed.stop()
            await task
        journal.close()

    run(main())


def test_a_line_without_a_target_or_words_is_refused() -> None:
    feed = AimFeed(AimConfig(host="127.0.0.1", screen_name=BOT, rooms=["a", "b"]), Secret("x"))
    line = Outgoing(text="hello", key="1.0")
    for bad in (line, replace(line, to="  "), replace(line, room="a", text=" \n ")):
        with pytest.raises(voice.Refused):
            run(_sent(feed, bad))
    with pytest.raises(voice.NotConnected):
        run(_sent(feed, replace(line, room="a")))


async def _sent(feed: AimFeed, line: Outgoing) -> None:
    await feed.send(Sending(line))
