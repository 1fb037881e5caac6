"""The hub: written before ruled on, ruled on once, said once and in order, whatever breaks in between."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

import pytest
from support import ROOM, CountingFights, ScriptFeed, said, until

from calledshot.live.hub import Hub, NotConnected, Refused, Sending, Settled
from calledshot.live.journal import SqlJournal
from calledshot.live.messages import Incoming, Outgoing
from calledshot.live.store import JournalError
from calledshot.transcript.event import Event


@pytest.fixture
def where(tmp_path: Path) -> str:
    return str(tmp_path / "journal.db")


def drive(
    where: str, feed: ScriptFeed, then: Callable[[Hub], Coroutine[Any, Any, None]], **options: Any
) -> None:
    """Run a hub over a journal until `then` has ended."""

    async def night() -> None:
        journal = SqlJournal(where)
        try:
            hub = Hub(options.pop("fights", None) or CountingFights(), journal, feed, **options)
            running = asyncio.create_task(hub.run())
            try:
                await asyncio.wait_for(then(hub), 30)
            finally:
                await hub.stop()
                await running
        finally:
            journal.close()

    asyncio.run(night())


def messages(count: int, first: int = 0) -> list[Incoming]:
    return [said(f"line {place}", f"m{place}") for place in range(first, first + count)]


def test_lines_go_out_in_the_order_of_what_caused_them(where: str) -> None:
    feed = ScriptFeed(messages(20))

    async def all_sent(hub: Hub) -> None:
        await until(lambda: len(feed.sent) == 20)

    drive(where, feed, all_sent)
    assert feed.texts == [f"(({place}: m{place}))" for place in range(20)]
    assert {sending.state for sending in feed.sent} == {"pending"}
    journal = SqlJournal(where)
    assert journal.waiting() == [] and journal.position("script") == "20"
    journal.close()


def test_a_message_given_twice_is_ruled_on_once_and_its_position_is_kept(where: str) -> None:
    feed = ScriptFeed([*messages(3), *messages(3), said("new", "m9")])
    fights = CountingFights()

    async def all_sent(hub: Hub) -> None:
        await until(lambda: len(feed.sent) == 4)

    drive(where, feed, all_sent, fights=fights)
    assert [message.event.id for message in fights.seen] == ["m0", "m1", "m2", "m9"]
    journal = SqlJournal(where)
    assert journal.position("script") == "7"
    journal.close()


def test_after_a_restart_the_fights_are_as_before_and_nothing_is_said_again(where: str) -> None:
    first = ScriptFeed(messages(5))

    async def sent(hub: Hub) -> None:
        await until(lambda: len(first.sent) == 5)

    drive(where, first, sent)
    second = ScriptFeed([*messages(5), *messages(1, first=5)])
    fights = CountingFights()

    async def sent_again(hub: Hub) -> None:
        await until(lambda: bool(second.sent))

    drive(where, second, sent_again, fights=fights)
    assert second.texts == ["((5: m5))"]
    assert len(fights.seen) == 6


def test_a_message_that_was_only_written_down_is_ruled_on_at_the_next_start(where: str) -> None:
    journal = SqlJournal(where)
    number = journal.receive(said("a", "m0"), "script")
    assert number is not None
    journal.settle(number, CountingFights().heard(said("a", "m0")), feed="script", position="1")
    journal.done("1.0", None)
    journal.receive(said("b", "m1"), "script")
    journal.close()
    feed = ScriptFeed([said("b", "m1")])  # and the service gives it again

    async def sent(hub: Hub) -> None:
        await until(lambda: bool(feed.sent))

    drive(where, feed, sent)
    assert feed.texts == ["((1: m1))"]


def test_a_line_that_was_being_sent_when_we_died_is_given_as_handed(where: str) -> None:
    journal = SqlJournal(where)
    number = journal.receive(said("a", "m0"), "script")
    assert number is not None
    journal.settle(
        number,
        Settled(lines=(Outgoing(text="first", room=ROOM), Outgoing(text="second", room=ROOM))),
        feed="script",
        position=None,
    )
    journal.handing("1.0")
    journal.close()
    feed = ScriptFeed()

    async def sent(hub: Hub) -> None:
        await until(lambda: len(feed.sent) == 2)

    drive(where, feed, sent)
    assert [(sending.line.text, sending.state) for sending in feed.sent] == [
        ("first", "handed"),
        ("second", "pending"),
    ]


def test_where_there_is_no_connection_a_line_stays_pending_and_goes_out_later(where: str) -> None:
    feed = ScriptFeed(messages(2))
    feed.up = False

    async def cut(hub: Hub) -> None:
        hub.connected()  # it believes so; the socket knows better
        await until(lambda: len(hub.journal.waiting()) == 2)
        await asyncio.sleep(0)
        assert [sending.state for sending in hub.journal.waiting()] == ["pending", "pending"]
        feed.up = True
        hub.connected()
        await until(lambda: len(feed.sent) == 2)

    drive(where, feed, cut)
    assert [sending.state for sending in feed.sent] == ["pending", "pending"]


def test_a_line_never_seen_again_is_repeated_as_handed_over_the_next_connection(where: str) -> None:
    feed = ScriptFeed(messages(3), answer=lambda sending: None)

    async def echoes(hub: Hub) -> None:
        await until(lambda: len(feed.sent) == 3)
        hub.said("1.0", "id-1")
        hub.disconnected()
        feed.answer = lambda sending: sending.line.key
        hub.said("3.0", "id-3")  # its echo was in the history
        hub.connected()
        await until(lambda: len(feed.sent) == 4)

    drive(where, feed, echoes)
    assert [(sending.line.key, sending.state) for sending in feed.sent[3:]] == [("2.0", "handed")]
    journal = SqlJournal(where)
    assert journal.waiting() == []
    journal.close()


def test_lines_to_be_repeated_come_before_newer_ones(where: str) -> None:
    feed = ScriptFeed(messages(3), answer=lambda sending: None)

    async def cut(hub: Hub) -> None:
        await until(lambda: len(feed.sent) == 3)
        hub.disconnected()
        hub.heard(said("later", "m3"))
        hub.connected()
        await until(lambda: len(feed.sent) == 7)

    drive(where, feed, cut)
    assert [sending.line.key for sending in feed.sent[3:]] == ["1.0", "2.0", "3.0", "4.0"]


def test_an_echo_that_comes_before_send_returns_counts(where: str) -> None:
    feed = ScriptFeed(messages(1))

    def quick(sending: Sending) -> None:
        assert feed.hub is not None
        feed.hub.said(sending.line.key, "early")

    feed.answer = quick

    async def cut(hub: Hub) -> None:
        await until(lambda: len(feed.sent) == 1)
        hub.disconnected()
        hub.connected()
        hub.heard(said("b", "m1"))
        await until(lambda: len(feed.sent) == 2)

    drive(where, feed, cut)
    assert [sending.line.key for sending in feed.sent] == ["1.0", "2.0"]


def test_one_who_cannot_be_reached_holds_up_nobody_else(where: str) -> None:
    class Slow(ScriptFeed):
        async def send(self, sending: Sending) -> str | None:
            if sending.line.to is not None:
                await asyncio.sleep(3600)
            return await super().send(sending)

    feed = Slow([said("my move", "m0", room=None), *messages(3, first=1)])

    async def room(hub: Hub) -> None:
        await until(lambda: len(feed.sent) == 3)

    drive(where, feed, room)
    assert feed.texts == ["((1: m1))", "((2: m2))", "((3: m3))"]
    journal = SqlJournal(where)
    assert [(sending.line.to, sending.state) for sending in journal.waiting()] == [("Torvik77", "handed")]
    journal.close()


def test_a_line_that_the_service_will_never_take_is_given_up_and_the_next_goes_out(where: str) -> None:
    def answer(sending: Sending) -> str | None:
        if sending.line.key == "1.0":
            raise Refused
        return sending.line.key

    feed = ScriptFeed(messages(2), answer=answer)

    async def sent(hub: Hub) -> None:
        await until(lambda: len(feed.sent) == 2)

    drive(where, feed, sent)
    journal = SqlJournal(where)
    assert journal.waiting() == []
    journal.close()


def test_a_line_that_a_feed_stumbles_over_is_tried_again_as_handed(
    where: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("calledshot.live.outbox.FIRST_WAIT", 0.01)
    stumbled = []

    def answer(sending: Sending) -> str | None:
        if not stumbled:
            stumbled.append(sending)
            raise OSError("the line: ((0: m0))")
        return sending.line.key

    feed = ScriptFeed(messages(2), answer=answer)

    async def sent(hub: Hub) -> None:
        await until(lambda: len(feed.sent) == 3)

    drive(where, feed, sent)
    assert [(sending.line.key, sending.state) for sending in feed.sent] == [
        ("1.0", "pending"),
        ("1.0", "handed"),
        ("2.0", "pending"),
    ]


def test_an_old_connection_that_says_goodbye_late_does_not_close_the_new_one(
    where: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("calledshot.live.outbox.FIRST_WAIT", 0.01)
    gate = asyncio.Event()

    class Late(ScriptFeed):
        async def send(self, sending: Sending) -> str | None:
            if not gate.is_set():
                await gate.wait()
                raise NotConnected
            return await super().send(sending)

    feed = Late(messages(1))

    async def cut(hub: Hub) -> None:
        await until(lambda: len(hub.journal.waiting()) == 1)
        hub.disconnected()
        hub.connected()
        gate.set()
        await until(lambda: len(feed.sent) == 1)

    drive(where, feed, cut)


def test_an_error_in_a_fight_stops_its_room_tells_the_pgm_and_is_journalled(
    where: str, caplog: pytest.LogCaptureFixture
) -> None:
    feed = ScriptFeed(
        [
            said("fail: *stab at the back door", "m0"),
            said("more", "m1"),
            said("elsewhere", "m2", room="#other"),
        ]
    )

    async def sent(hub: Hub) -> None:
        await until(lambda: len(feed.sent) == 2)

    with caplog.at_level(logging.DEBUG):
        drive(where, feed, sent)
    assert sorted(feed.texts) == ["#parlour is no longer refereed", "((0: m2))"]
    assert "back door" not in caplog.text
    [error] = [record for record in caplog.records if record.levelno == logging.ERROR]
    assert "ValueError at support.py" in vars(error)["where"]
    journal = SqlJournal(where)
    assert [(one.message.event.id, one.settled) for one in journal.raw()] == [
        ("m0", True),
        ("m1", True),
        ("m2", True),
    ]
    journal.close()


def test_where_the_code_has_changed_what_was_said_stands_and_it_is_logged(
    where: str, caplog: pytest.LogCaptureFixture
) -> None:
    first = ScriptFeed(messages(2))

    async def sent(hub: Hub) -> None:
        await until(lambda: len(first.sent) == 2)

    drive(where, first, sent)

    class Changed(CountingFights):
        def heard(self, message: Incoming) -> Settled:
            settled = super().heard(message)
            return Settled(events=(*settled.events, Event(kind="notice", text="new")), lines=settled.lines)

    second = ScriptFeed()

    async def idle(hub: Hub) -> None:
        await until(lambda: second.hub is not None)

    drive(where, second, idle, fights=Changed())
    assert second.sent == []
    told = [record for record in caplog.records if "not understood as it was" in record.getMessage()]
    assert [vars(record)["number"] for record in told] == [1, 2]


def test_a_journal_that_cannot_be_written_ends_the_hub_and_nothing_more_is_ruled_on(where: str) -> None:
    fights = CountingFights()

    async def night() -> None:
        journal = SqlJournal(where)
        feed = ScriptFeed(messages(1))
        hub = Hub(fights, journal, feed)
        running = asyncio.create_task(hub.run())
        await until(lambda: len(feed.sent) == 1)
        with journal.store.writing() as connection:  # no room for another page, as on a full disk
            pages = connection.exec_driver_sql("PRAGMA page_count").scalar()
            connection.exec_driver_sql(f"PRAGMA max_page_count = {pages}")
        with pytest.raises(JournalError, match="disk is full"):
            hub.heard(said("b" * 100_000, "m1"))
        with pytest.raises(JournalError):
            hub.heard(said("c", "m2"))
        with pytest.raises(JournalError, match="disk is full"):
            await asyncio.wait_for(running, 20)
        journal.close()

    asyncio.run(night())
    assert [message.event.id for message in fights.seen] == ["m0"]


def test_what_a_feed_raises_leaves_run(where: str) -> None:
    class Broken(ScriptFeed):
        async def run(self, hub: Hub) -> None:
            raise RuntimeError("no such server")

    async def night() -> None:
        journal = SqlJournal(where)
        try:
            await Hub(CountingFights(), journal, Broken()).run()
        finally:
            journal.close()

    with pytest.raises(RuntimeError, match="no such server"):
        asyncio.run(night())


def test_a_dry_run_shows_the_lines_and_sends_none(where: str) -> None:
    shown: list[Outgoing] = []
    feed = ScriptFeed(messages(2))

    async def heard(hub: Hub) -> None:
        await until(lambda: len(shown) == 2)

    drive(where, feed, heard, dry_run=shown.append)
    assert [line.text for line in shown] == ["((0: m0))", "((1: m1))"]
    assert feed.sent == []


def test_time_is_a_message_only_where_it_has_something_to_say(where: str) -> None:
    fights = CountingFights()
    fights.time = ["2004-07-03T20:00:02.000+00:00"]
    clock = iter(f"2004-07-03T20:00:{second:02}.000+00:00" for second in range(60))
    feed = ScriptFeed()

    async def ticked(hub: Hub) -> None:
        await until(lambda: bool(fights.seen))

    drive(where, feed, ticked, fights=fights, clock=lambda: next(clock), tick=0.01)
    [tick] = fights.seen
    assert tick.what == "tick" and tick.event.at is not None


def test_half_characters_are_written_and_ruled_on_as_the_sign_for_a_missing_one(where: str) -> None:
    fights = CountingFights()
    feed = ScriptFeed([said("cut \ud83d short \0", "m\ud83d")])

    async def heard(hub: Hub) -> None:
        await until(lambda: bool(feed.sent))

    drive(where, feed, heard, fights=fights)
    [message] = fights.seen
    assert (message.event.text, message.event.id) == ("cut \ufffd short \0", "m\ufffd")
    journal = SqlJournal(where)
    [stored] = journal.raw()
    assert stored.message == message
    journal.close()
