"""Homeservers with other settings, and in other circumstances, than the one we test against."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from fake_homeserver import BRAN, ME, ROOM, TORVIK, Homeserver, Spy, following, joined, state, words

from calledshot.live.matrix import feed, speaking
from calledshot.live.matrix.book import Book
from calledshot.live.matrix.history import missed
from calledshot.live.matrix.wire import Wire

Play = Callable[[Spy], Awaitable[Any]]


@pytest.fixture(autouse=True)
def soon(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is tried again is tried soon."""
    monkeypatch.setattr(feed, "CLOSED_RETRY", 0.05)
    monkeypatch.setattr(speaking, "NEW_ROOM_PATIENCE", 0.3)


def play(server: Homeserver, folder: Path, part: Play, *, rooms: tuple[str, ...] = (ROOM,)) -> Spy:
    async def go() -> Spy:
        async with following(server, folder, rooms=rooms) as hub:
            await hub.until(lambda: hub.up)
            await part(hub)
        return hub

    return asyncio.run(go())


# -- rooms ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "trouble",
    [
        (502, "<html>Bad gateway</html>"), (504, ""), (403, {"errcode": "M_FORBIDDEN"}),
        (429, {"errcode": "M_LIMIT_EXCEEDED", "retry_after_ms": 60}), (429, {"errcode": "M_LIMIT_EXCEEDED"}),
    ],
)  # fmt: skip
def test_a_room_that_is_closed_to_us_now_is_tried_again(
    tmp_path: Path, trouble: tuple[int, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("calledshot.live.matrix.wire._wait", lambda answer, header: 0.06)
    server = Homeserver()
    server.answers["POST join/"] = [trouble] * 3

    async def part(hub: Spy) -> None:
        await hub.until(lambda: len([one for one in server.asked if one.startswith("POST join/")]) == 4)
        server.syncs.append(joined(ROOM, TORVIK))
        server.syncs.append(joined(ROOM, TORVIK, events=(words("1", "advance"),)))
        await hub.until(lambda: "advance" in hub.texts("say"))

    hub = play(server, tmp_path, part)
    told = [f"I cannot get into {ROOM}: M_FORBIDDEN"] if trouble[0] == 403 else []
    assert [text for text in hub.texts("system") if text] == told


def test_a_rate_limit_on_joining_holds_up_no_other_room(tmp_path: Path) -> None:
    server = Homeserver()
    server.answers["POST join/"] = [(429, {"errcode": "M_LIMIT_EXCEEDED", "retry_after_ms": 600_000})]
    server.syncs += [{}, joined("!other:test.local", TORVIK, BRAN)]
    server.syncs.append(joined("!other:test.local", events=(words("1", "advance"),)))

    async def part(hub: Spy) -> None:
        await hub.until(lambda: "advance" in hub.texts("say"))

    play(server, tmp_path, part)


def test_put_out_of_a_room_we_do_not_come_back_unasked(tmp_path: Path) -> None:
    server = Homeserver()
    out = state("m.room.member", ME, BRAN, membership="leave")
    server.syncs += [joined(ROOM, TORVIK), {"rooms": {"leave": {ROOM: {"timeline": {"events": [out]}}}}}]

    async def part(hub: Spy) -> None:
        await hub.until(lambda: "leave" in [one.event.kind for one in hub.heard_so_far])
        seen = len(server.asked)
        await hub.until(lambda: len([one for one in server.asked[seen:] if one == "GET sync"]) > 5)

    play(server, tmp_path, part)
    assert not [one for one in server.asked if one.startswith("POST join/")]


def test_a_name_that_means_no_room_yet_is_looked_up_again(tmp_path: Path) -> None:
    server = Homeserver()
    server.answers["GET directory/room/"] = [(404, {"errcode": "M_NOT_FOUND"}), (502, "<html>")]

    async def part(hub: Spy) -> None:
        await hub.until(lambda: [one for one in server.asked if one.startswith("POST join/")])
        server.syncs.append(joined(ROOM, TORVIK, events=(words("1", "advance"),)))
        await hub.until(lambda: "advance" in hub.texts("say"))
        [said] = [one for one in hub.heard_so_far if one.event.kind == "say"]
        assert said.event.room == "#parlour:test.local"

    play(server, tmp_path, part, rooms=("#parlour:test.local",))


# -- who we are -------------------------------------------------------------------------------------------


def test_logged_out_softly_we_come_back_as_the_same_device(tmp_path: Path) -> None:
    server = Homeserver()
    server.syncs += [joined(ROOM, TORVIK), {}]
    gone = (401, {"errcode": "M_UNKNOWN_TOKEN", "soft_logout": True})

    async def part(hub: Spy) -> None:
        await hub.until(lambda: not server.syncs)
        server.answers["GET sync"] = [gone]
        server.answers["GET account/whoami"] = [gone, gone]
        await hub.until(lambda: server.logins == 2)
        server.syncs.append(joined(ROOM, events=(words("1", "advance"),)))
        await hub.until(lambda: "advance" in hub.texts("say"))

    hub = play(server, tmp_path, part)
    assert hub.texts("say") == ["advance"]
    assert "gap" not in [one.what for one in hub.heard_so_far]


# -- speaking ---------------------------------------------------------------------------------------------


def test_where_we_may_not_speak_the_game_master_is_told_once_and_nothing_of_the_words(tmp_path: Path) -> None:
    server = Homeserver()
    server.syncs += [joined(ROOM, TORVIK)]
    server.answers["PUT rooms/"] = [(403, {"errcode": "M_FORBIDDEN", "error": "power level"})] * 2

    async def part(hub: Spy) -> None:
        assert await hub.say("he hits", room=ROOM) == "$sent1"  # it waits until we may

    hub = play(server, tmp_path, part)
    assert [text for text in hub.texts("system") if text] == [f"I may not speak in {ROOM}: M_FORBIDDEN"]


def test_nothing_is_said_in_a_room_of_which_we_do_not_know_yet_whether_it_is_encrypted(
    tmp_path: Path,
) -> None:
    server = Homeserver()

    async def part(hub: Spy) -> None:
        await hub.until(lambda: [one for one in server.asked if one.startswith("POST join/")])
        saying = asyncio.create_task(hub.say("he hits", room=ROOM))
        seen = len(server.asked)
        await hub.until(lambda: len(server.asked) > seen + 3)
        assert not saying.done()
        encrypted = state("m.room.encryption", "", BRAN, algorithm="m.megolm.v1.aes-sha2")
        server.syncs.append(joined(ROOM, TORVIK, more=[encrypted]))
        assert await saying is None

    hub = play(server, tmp_path, part)
    assert not [one for one in server.asked if "/send/" in one]
    assert f"I may not speak in {ROOM}: an encrypted room, and we do not encrypt" in hub.texts("system")


def test_a_line_that_is_forbidden_for_good_is_given_up(tmp_path: Path) -> None:
    server = Homeserver()
    server.syncs += [joined(ROOM, TORVIK)]
    server.answers["PUT rooms/"] = [(403, {"errcode": "M_FORBIDDEN"})] * speaking.TRIES

    async def part(hub: Spy) -> None:
        assert await hub.say("he hits", room=ROOM) is None

    play(server, tmp_path, part)


def test_a_private_line_that_nobody_will_take_is_told_of(tmp_path: Path) -> None:
    server = Homeserver()
    server.answers["POST createRoom"] = [(403, {"errcode": "M_FORBIDDEN"})]

    async def part(hub: Spy) -> None:
        assert await hub.say("SECRET", to=TORVIK) is None

    hub = play(server, tmp_path, part)
    assert hub.texts("system") == [f"a private line to {TORVIK} was not delivered: M_FORBIDDEN"]


def test_a_server_that_encrypts_every_new_room_gets_one_from_us_and_no_more(tmp_path: Path) -> None:
    server = Homeserver()

    async def part(hub: Spy) -> None:
        saying = asyncio.create_task(hub.say("SECRET", to=TORVIK))
        await hub.until(lambda: "POST createRoom" in server.asked)
        chat = f"!chat{server.asked.index('POST createRoom') + 1}:test.local"
        more = [state("m.room.encryption", "", ME, algorithm="m.megolm.v1.aes-sha2"),
                state("m.room.member", TORVIK, ME, membership="invite")]  # fmt: skip
        server.syncs.append(joined(chat, more=more))
        assert await saying is None

    play(server, tmp_path, part)
    assert server.asked.count("POST createRoom") == 1
    assert not [one for one in server.asked if "/send/" in one]


def test_a_private_chat_that_is_slow_to_show_is_not_made_twice(tmp_path: Path) -> None:
    server = Homeserver()

    async def part(hub: Spy) -> None:
        for _ in range(2):
            with pytest.raises(TimeoutError):
                await hub.say("noted", to=TORVIK)
        chat = f"!chat{server.asked.index('POST createRoom') + 1}:test.local"
        create = state("m.room.create", "", ME)
        more = [create, state("m.room.member", TORVIK, ME, membership="invite", is_direct=True)]
        server.syncs.append(joined(chat, more=more))
        assert await hub.say("noted", to=TORVIK) == "$sent1"

    play(server, tmp_path, part)
    assert server.asked.count("POST createRoom") == 1


@pytest.mark.parametrize(
    ("kind", "content"),
    [
        ("m.room.join_rules", {"join_rule": "public"}), ("m.room.join_rules", {"join_rule": "restricted"}),
        ("m.room.join_rules", {"join_rule": "knock_restricted"}),
        ("m.room.history_visibility", {"history_visibility": "world_readable"}),
    ],
)  # fmt: skip
def test_a_room_that_others_may_come_into_or_read_is_no_private_chat(
    kind: str, content: dict[str, str]
) -> None:
    book = Book(ME)
    room = book.room("!chat")
    for who in (ME, TORVIK):
        room.apply(state("m.room.member", who, who, membership="join"))
    room.apply(state("m.room.join_rules", "", join_rule="invite"))
    room.apply(state("m.room.history_visibility", "", history_visibility="shared"))
    assert book.partner("!chat") == TORVIK
    room.apply(state(kind, "", **content))
    assert book.partner("!chat") is None


# -- histories --------------------------------------------------------------------------------------------


class Pages:
    """A wire that gives one page after the other."""

    def __init__(self, *pages: dict[str, Any]) -> None:
        self.pages = list(pages)

    async def ask(self, *_: object, **__: object) -> dict[str, Any]:
        return self.pages.pop(0) if self.pages else {"chunk": [], "end": "more"}


def read(*pages: dict[str, Any]) -> tuple[list[str], str | None]:
    wire: Wire = Pages(*pages)  # type: ignore[assignment]
    found = asyncio.run(missed(wire, ROOM, "since", "until", 1000, lambda event: False))
    return [one["event_id"] for one in found.events], found.gap


def test_a_page_without_events_is_not_the_end_of_a_history() -> None:
    found = read(
        {"chunk": [words("3", "c")], "end": "e1"},
        {"chunk": [], "end": "e2"},
        {"chunk": [words("2", "b"), words("1", "a")]},
    )
    assert found == (["$1", "$2", "$3"], None)


def test_pages_without_events_for_ever_are_a_gap() -> None:
    pages = [{"chunk": [words("1", "a")], "end": "e0"}]
    pages += [{"chunk": [], "end": f"e{number}"} for number in range(1, 50)]
    assert read(*pages) == (["$1"], "the server gives no more of its history")
