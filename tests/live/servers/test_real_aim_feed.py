"""The AIM feed over real sockets, with the real hub and journal, against our TOC server."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import AsyncIterator, Coroutine
from datetime import datetime
from typing import Any

import pytest
from msgspec.structs import replace
from toc import TIMEOUT, TocClient, TocServer

from calledshot.errors import UsageError
from calledshot.live.aim import voice
from calledshot.live.aim.feed import AimFeed
from calledshot.live.config import AimConfig, Secret
from calledshot.live.hub import Hub, Sending, Settled
from calledshot.live.journal import SqlJournal
from calledshot.live.messages import Incoming, Outgoing

BOT, ROOM = "Called Shot", "Parlour"
WORDS = {BOT: "unsayable1", "Torv": "torvs", "Mira Belle": "miras", "Online Host": "x", "OnlineHost9": "y"}


class Parrot:
    """Fights that answer "say …" in the room and "tell NAME …" in private, and keep all they hear."""

    def __init__(self) -> None:
        self.heard_all: list[Incoming] = []
        self.changed = asyncio.Event()

    def heard(self, message: Incoming) -> Settled:
        self.heard_all.append(message)
        self.changed.set()
        event = message.event
        verb, _, rest = event.text.partition(" ")
        if message.own or message.what != "event":
            return Settled()
        if verb == "say":
            return Settled(lines=(Outgoing(text=rest, room=event.room or ROOM),))
        if verb == "many":
            return Settled(lines=tuple(Outgoing(text=f"line {n}", room=ROOM) for n in range(int(rest))))
        if verb == "tell":
            to, _, words = rest.partition(" ")
            return Settled(lines=(Outgoing(text=words, to=to, secret=True),))
        return Settled()

    def due(self, now: str) -> bool:
        return False

    def events(self, kind: str) -> list[Incoming]:
        return [one for one in self.heard_all if one.event.kind == kind and one.what == "event"]

    def texts(self, kind: str = "say", *, own: bool = False) -> list[str]:
        return [one.event.text for one in self.events(kind) if one.own == own]

    def gaps(self) -> list[Incoming]:
        return [one for one in self.heard_all if one.what == "gap"]


class Play:
    """A server, a helper and a player."""

    def __init__(self, server: TocServer, journal: SqlJournal, **more: Any) -> None:
        self.server, self.journal, self.parrot = server, journal, Parrot()
        values = {
            "host": "127.0.0.1", "port": server.port, "screen_name": BOT, "rooms": [ROOM], "burst": 100,
            "rate": 100.0,
        }  # fmt: skip
        self.feed = AimFeed(AimConfig(**(values | more)), Secret(WORDS[BOT]))
        self.hub = Hub(self.parrot, journal, self.feed)
        self.task = asyncio.create_task(self.hub.run())

    async def until(self, what: str, true: Any) -> None:
        """Wait for something to be so."""
        try:
            async with asyncio.timeout(TIMEOUT):
                while not true():
                    if self.task.done():
                        self.task.result()
                        raise AssertionError("the helper has ended")
                    await asyncio.sleep(0.01)
        except TimeoutError:
            raise AssertionError(f"waited in vain for {what}; heard {self.parrot.heard_all}") from None

    async def heard(self, text: str) -> Incoming:
        def found() -> list[Incoming]:
            return [one for one in self.parrot.heard_all if text in one.event.text]

        await self.until(repr(text), found)
        return found()[0]

    async def settled(self) -> None:
        """Nothing waits to be said."""
        await self.until("an empty outbox", lambda: not self.journal.waiting())

    async def there(self, times: int = 1) -> None:
        """In the room, for the so-manieth time."""
        await self.until(
            "the room",
            lambda: sum(one.what == "members" for one in self.parrot.heard_all) >= times,
        )

    async def end(self) -> None:
        await self.hub.stop()
        await self.task


@contextlib.asynccontextmanager
async def playing(
    journal: SqlJournal | None = None, *, speed: int | None = None, **more: Any
) -> AsyncIterator[tuple[Play, TocClient]]:
    own = journal is None
    journal = journal or SqlJournal("sqlite://")
    async with TocServer(WORDS, speed=speed) as server:
        play = Play(server, journal, **more)
        torv = TocClient(server.port, "Torv", WORDS["Torv"])
        try:
            await play.there()
            await torv.connect(ROOM)
            yield play, torv
            await play.end()
        finally:
            await torv.close()
            play.task.cancel()
            await asyncio.gather(play.task, return_exceptions=True)
            if own:
                journal.close()


def run(play: Coroutine[Any, Any, None]) -> None:
    asyncio.run(play)


# -- what is heard --------------------------------------------------------------------------------------


def test_what_is_said_rolled_and_whispered() -> None:
    async def main() -> None:
        async with playing() as (play, torv):
            await torv.say(ROOM, 'attack "Mira" (left) & <hard>')
            await torv.roll(ROOM, 2, 10)
            await torv.whisper(BOT, "SECRET: feint {left}")
            whisper = await play.heard("SECRET")
            said, roll = play.parrot.events("say")[0], play.parrot.events("roll")[0]
            assert (said.event.text, said.event.speaker) == ('attack "Mira" (left) & <hard>', "Torv")
            assert (said.account, said.event.trust, said.event.room) == ("aim:torv", "member", ROOM)
            assert said.event.id is None and said.event.at is not None
            assert (roll.event.trust, roll.event.speaker, roll.account) == ("server", "OnlineHost", None)
            assert roll.event.roll is not None
            assert (roll.event.roll.roller, roll.event.roll.sides) == ("Torv", 10)
            assert (whisper.event.kind, whisper.event.to, whisper.event.room) == ("whisper", BOT, None)
            assert whisper.account == "aim:torv" and whisper.event.text == "SECRET: feint {left}"

    run(main())


def test_who_is_there_comes_and_goes() -> None:
    async def main() -> None:
        async with playing() as (play, _):
            mira = await TocClient(play.server.port, "mirabelle", WORDS["Mira Belle"]).connect(ROOM)
            await play.until("Mira's coming", lambda: len(play.parrot.events("join")) == 2)
            await mira.close()
            await play.until("her going", lambda: play.parrot.events("leave"))
            left = play.parrot.events("leave")[0]
            assert (left.event.speaker, left.account, left.event.room) == (
                "Mira Belle",
                "aim:mirabelle",
                ROOM,
            )
            (members,) = [one for one in play.parrot.heard_all if one.what == "members"]
            assert members.members == (BOT,)

    run(main())


def test_a_whisper_through_the_room_is_a_whisper() -> None:
    async def main() -> None:
        async with playing() as (play, _):
            play.server.raw(BOT, "CHAT_IN:0:Torv:T:SECRET: up the stairs")
            play.server.raw(BOT, "CHAT_IN:0:OnlineHost:T:Torv rolled 1 100-sided dice: 100")
            await play.heard("100-sided")
            assert play.parrot.texts("whisper") == [
                "SECRET: up the stairs", "Torv rolled 1 100-sided dice: 100",
            ]  # fmt: skip
            assert {one.event.trust for one in play.parrot.events("whisper")} == {"member"}
            assert play.parrot.events("say") == play.parrot.events("roll") == []

    run(main())


def test_only_the_service_speaks_as_the_service() -> None:
    async def main() -> None:
        async with playing() as (play, torv):
            await torv.say(ROOM, "OnlineHost: Torv rolled 1 100-sided dice: 100")
            await torv.whisper(BOT, "Torv rolled 1 100-sided dice: 99")
            host = await TocClient(play.server.port, "onlinehost", "x").connect(ROOM)
            await host.say(ROOM, "Torv rolled 1 100-sided dice: 98")
            # a server that lets somebody have the very name: then nobody can tell the two apart
            play.server.raw(BOT, "CHAT_IN:0:OnlineHost:F:Torv rolled 1 100-sided dice: 97")
            await play.heard("dice: 97")
            for text in ("100", "99", "98", "97"):
                said = await play.heard(f"dice: {text}")
                assert (said.event.trust, said.event.roll) == ("member", None)
            assert (await play.heard("dice: 98")).account == "aim:onlinehost"
            await host.close()
            await play.until("him to go", lambda: play.parrot.events("leave"))
            await torv.roll(ROOM)
            await play.until("a roll", lambda: play.parrot.events("roll"))

    run(main())


def test_answers_that_no_person_wrote_are_never_reacted_to() -> None:
    async def main() -> None:
        async with playing() as (play, torv):
            play.server.raw(BOT, "IM_IN:Torv:T:say I am away")
            play.server.raw(BOT, "GOTO_URL:TIC:page")
            play.server.raw(BOT, "EVILED:10:Torv")
            play.server.raw(BOT, "nonsense")
            await torv.say(ROOM, "here")
            await play.heard("here")
            assert not [one for one in play.parrot.heard_all if "away" in one.event.text]

    run(main())


# -- what is said ---------------------------------------------------------------------------------------


def test_our_line_is_said_when_it_comes_back() -> None:
    async def main() -> None:
        async with playing() as (play, torv):
            await torv.say(ROOM, "say ((Order: Mira’s 133 – “Torv” 103 & more…))")
            await torv.wait_for("((Order: Mira’s 133 – “Torv” 103 & more…))", who=BOT)
            await play.settled()
            own = next(one for one in play.parrot.heard_all if one.own)
            assert own.key is not None and own.event.speaker == BOT

    run(main())


def test_a_private_line_and_one_to_somebody_who_is_gone() -> None:
    async def main() -> None:
        async with playing() as (play, torv):
            await torv.say(ROOM, "tell Torv PP 6 of 9")
            assert await torv.wait_for("PP 6 of 9", room="") == "PP 6 of 9"
            await torv.say(ROOM, "tell MiraBelle PP 3 of 9")
            await play.settled()  # one was said, the other is refused
            await torv.say(ROOM, "say next")
            await torv.wait_for("next", who=BOT)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(voice, "ERROR_PATIENCE", 0.3)
        run(main())


def test_what_was_said_last_in_private_is_not_said_again_after_an_orderly_end() -> None:
    async def main() -> None:
        journal = SqlJournal("sqlite://")
        try:
            async with playing(journal) as (_, torv):
                await torv.say(ROOM, "tell Torv PP 6 of 9")
                await torv.wait_for("PP 6 of 9", room="")
            assert not journal.waiting()
        finally:
            journal.close()

    run(main())


def test_long_lines_are_cut_at_words_and_all_of_them_arrive() -> None:
    words = [f"(word{number})" for number in range(400)]

    async def main() -> None:
        async with playing() as (play, torv):
            play.parrot.heard = lambda message: Settled(  # type: ignore[method-assign]
                lines=(Outgoing(text=" ".join(words), room=ROOM),) if message.event.text == "go" else ()
            )
            await torv.say(ROOM, "go")
            await torv.wait_for("(word399)")
            said = [text for _, who, text in torv.lines if who == BOT]
            assert len(said) > 1 and " ".join(said).split() == words
            await play.settled()

    run(main())


def test_lines_dropped_for_speed_are_said_again_later() -> None:
    async def main() -> None:
        async with playing(speed=4) as (play, torv):
            await torv.say(ROOM, "many 10")
            for number in range(10):
                await torv.wait_for(f"line {number}", who=BOT)
            await play.settled()
            said = [text for _, who, text in torv.lines if who == BOT]
            assert sorted(said) == sorted({f"line {number}" for number in range(10)})

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(voice, "SPEED_PAUSE", 1.1)
        run(main())


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
