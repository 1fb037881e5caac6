"""Answers of a homeserver, and what is heard of them: order, what was left out, comings and goings, gaps,
private chats, and what becomes of an answer that fails half-way. No server here: all is written by hand."""

from __future__ import annotations

import asyncio
import logging
from pathlib import Path
from typing import Any

import pytest

from calledshot.live.matrix.book import Book
from calledshot.live.matrix.intake import Intake, Taken
from calledshot.live.matrix.pending import AT_MOST, Pending
from calledshot.live.matrix.wire import Refused, Unreachable
from calledshot.live.messages import Incoming

ME, BRAN, TORVIK, SNAKE = "@helper:x", "@bran:x", "@torvik:x", "@snake:x"
ROOM, CHAT = "!room", "!chat"


class Histories:
    """A server's /messages, page by page. `pages`: token → (events, newest first; the next token)."""

    def __init__(self) -> None:
        self.pages: dict[str, tuple[list[dict[str, Any]], str | None] | Exception] = {}
        self.asked: list[dict[str, str]] = []

    async def ask(self, method: str, path: str, *, query: dict[str, str]) -> dict[str, Any]:
        assert method == "GET" and path.endswith("/messages") and query["dir"] == "b"
        self.asked.append(query)
        page = self.pages[query["from"]]
        if isinstance(page, Exception):
            raise page
        events, end = page
        return {"chunk": events[: int(query["limit"])], **({"end": end} if end is not None else {})}


class World:
    """An intake, and a clock for the events."""

    def __init__(self, folder: Path, at_most: int = 1000) -> None:
        self.book = Book(ME, {BRAN})
        self.book.fights.add(ROOM)
        self.server = Histories()
        log = logging.getLogger("test")
        self.intake = Intake(self.book, self.server, Pending(folder), at_most=at_most, log=log)  # type: ignore[arg-type]
        self.time = 1_000_000_000_000

    def event(
        self, id: str, sender: str = TORVIK, type: str = "m.room.message", **more: Any
    ) -> dict[str, Any]:
        self.time += 1000
        content = more.pop("content", {"msgtype": "m.text", "body": id})
        made = {"type": type, "event_id": "$" + id.replace(" ", "-"), "sender": sender, "content": content}
        return {"origin_server_ts": self.time, **made, **more}

    def member(
        self, who: str, now: str = "join", before: str | None = None, by: str | None = None, **content: Any
    ) -> dict[str, Any]:
        unsigned = {"prev_content": {"membership": before}} if before else {}
        return self.event(
            f"{who}-{now}-{self.time}", by or who, "m.room.member", state_key=who,
            content={"membership": now, **content}, unsigned=unsigned,
        )  # fmt: skip

    def take(
        self,
        since: str | None = "s1",
        *,
        first: bool = False,
        leave: dict[str, Any] | None = None,
        **rooms: Any,
    ) -> Taken:
        named = {{"room": ROOM, "chat": CHAT}[name]: room for name, room in rooms.items()}
        answer = {"next_batch": "s2", "rooms": {"join": named, "leave": leave or {}}}
        return asyncio.run(self.intake.take(answer, since, first=first))

    def begun(self) -> World:
        """In the room with Bran and Torvik, and in a chat with Torvik."""
        self.take(
            None,
            first=True,
            room=part(state=[self.member(one) for one in (ME, BRAN, TORVIK)]),
            chat=part(state=[self.member(ME), self.member(TORVIK)]),
        )
        return self


def part(*events: Any, state: Any = (), limited: bool = False, prev: str | None = "p1") -> dict[str, Any]:
    timeline = {"events": list(events), "limited": limited, **({"prev_batch": prev} if prev else {})}
    return {"state": {"events": list(state)}, "timeline": timeline}


def said(taken: Taken) -> list[str]:
    return [one.event.text or one.event.kind for one in taken.heard if one.what != "members"]


def whats(taken: Taken) -> list[str]:
    return [one.what for one in taken.heard]


@pytest.fixture
def world(tmp_path: Path) -> World:
    return World(tmp_path).begun()


# -- order ------------------------------------------------------------------------------------------------


def test_at_the_very_first_start_nothing_of_before_is_heard(tmp_path: Path) -> None:
    world = World(tmp_path)
    taken = world.take(
        None,
        first=True,
        room=part(world.event("old"), state=[world.member(ME), world.member(BRAN)], limited=True),
    )
    assert whats(taken) == ["members"] and taken.heard[0].members == (BRAN, ME)
    assert world.server.asked == []


def test_rooms_are_heard_in_the_order_of_time_and_each_in_its_own(world: World) -> None:
    call, secret = world.event("IMs please", BRAN), world.event("my move")
    wrong = world.event("clock is wrong", origin_server_ts=1)
    last = world.event("closed", BRAN)
    taken = world.take(chat=part(secret), room=part(call, wrong, last))
    assert said(taken) == ["IMs please", "clock is wrong", "my move", "closed"]
    assert [one.event.kind for one in taken.heard] == ["say", "say", "whisper", "say"]


def test_what_an_answer_leaves_out_is_fetched_page_by_page(world: World) -> None:
    lines = [world.event(f"line {number}") for number in range(8)]
    world.server.pages = {"p1": (lines[3:6][::-1], "p2"), "p2": (lines[:3][::-1], None)}
    taken = world.take(room=part(*lines[6:], limited=True))
    assert said(taken) == [f"line {number}" for number in range(8)]
    assert [query["to"] for query in world.server.asked] == ["s1", "s1"]
    assert [one.replayed for one in taken.heard] == [True] * 6 + [False] * 2


@pytest.mark.parametrize(
    ("pages", "why"),
    [
        ({"p1": Refused(403, "M_FORBIDDEN")}, "M_FORBIDDEN"),
        (None, "does not say where"),
    ],
)
def test_what_cannot_be_fetched_is_a_gap_before_the_rest(world: World, pages: Any, why: str) -> None:
    world.server.pages = pages or {}
    taken = world.take(room=part(world.event("now"), limited=True, prev="p1" if pages else None))
    assert whats(taken) == ["gap", "event"]
    assert why in taken.heard[0].event.text and taken.heard[0].event.room == ROOM


def test_a_history_without_end_is_read_up_to_the_cap(tmp_path: Path) -> None:
    world = World(tmp_path, at_most=150).begun()
    old = [world.event(f"line {number}") for number in range(300)]
    world.server.pages = {"p1": (old[200:][::-1], "p2"), "p2": (old[100:200][::-1], "p3")}
    taken = world.take(room=part(world.event("now"), limited=True))
    assert whats(taken)[0] == "gap" and "150" in taken.heard[0].event.text
    assert said(taken)[1:] == [*(f"line {number}" for number in range(150, 300)), "now"]


def test_an_answer_that_fails_half_way_changes_nothing(world: World) -> None:
    gone = world.member(TORVIK, "leave", "join")
    world.server.pages = {"p1": Unreachable("cut")}
    with pytest.raises(Unreachable):
        world.take(chat=part(gone), room=part(world.event("x"), limited=True))
    assert world.book.is_direct(CHAT)
    world.server.pages = {"p1": ([], None)}
    assert said(world.take(chat=part(world.event("secret"), gone), room=part(limited=True))) == ["secret"]
    assert not world.book.is_direct(CHAT)


# -- coming in, being made to leave -------------------------------------------------------------------------


def test_of_a_room_we_come_into_nothing_of_before_is_heard(tmp_path: Path) -> None:
    world = World(tmp_path).begun()
    world.book.gone(ROOM)
    events = [
        world.event("before"), world.member(ME, "invite", by=BRAN), world.event("asked"),
        world.member(ME, "join", "invite"), world.event("after"),
    ]  # fmt: skip
    taken = world.take(room=part(*events, state=[world.member(BRAN), world.member(TORVIK)], limited=True))
    assert said(taken) == ["join", "after"] and whats(taken)[-1] == "members"
    assert world.server.asked == []


def test_of_a_chat_we_come_into_all_is_heard_since_we_were_asked(tmp_path: Path) -> None:
    world = World(tmp_path).begun()
    world.book.gone(CHAT)
    state = [world.member(SNAKE)]
    early = [world.event("not for us", SNAKE), world.member(ME, "invite", by=SNAKE, is_direct=True)]
    secret = world.event("secret", SNAKE)
    world.server.pages = {"p1": ([secret, *early[::-1]], "p0")}
    taken = world.take(
        chat=part(world.member(ME, "join", "invite"), world.event("more", SNAKE), state=state, limited=True)
    )
    assert said(taken) == ["secret", "more"]
    assert {one.event.kind for one in taken.heard} == {"whisper"}
    assert "to" not in world.server.asked[0]


def test_a_new_name_of_ours_is_no_coming_in(world: World) -> None:
    taken = world.take(
        room=part(world.event("one"), world.member(ME, "join", "join", displayname="x"), world.event("two"))
    )
    assert said(taken) == ["one", "two"] and "members" not in whats(taken)


def test_between_a_kick_and_the_return_there_is_a_gap(world: World) -> None:
    kicked = world.member(ME, "leave", "join", by=BRAN)
    taken = world.take(leave={ROOM: part(world.event("last words"), kicked)})
    assert said(taken) == ["last words", f"removed by {BRAN}"] and taken.heard[1].own
    back = [
        world.member(ME, "invite", "leave", by=BRAN),
        world.member(ME, "join", "invite"),
        world.event("hello"),
    ]
    taken = world.take("s2", room=part(*back, state=[world.member(BRAN)], limited=True))
    assert whats(taken) == ["gap", "event", "event", "members"]
    assert "not in the room since" in taken.heard[0].event.text


def test_a_return_after_a_restart_is_a_gap_too(tmp_path: Path) -> None:
    world = World(tmp_path)
    back = [
        world.member(ME, "invite", "leave", by=BRAN),
        world.member(ME, "join", "invite"),
        world.event("hello"),
    ]
    taken = world.take("s1", first=True, room=part(*back, state=[world.member(BRAN)], limited=True))
    assert whats(taken)[0] == "gap" and said(taken)[1:] == ["join", "hello"]


# -- who hears it -----------------------------------------------------------------------------------------


def test_a_chat_is_private_as_it_was_when_it_was_said(world: World) -> None:
    taken = world.take(
        chat=part(world.event("secret"), world.member(SNAKE, "invite", by=TORVIK), world.event("aloud"))
    )
    assert [(one.event.kind, one.event.text) for one in taken.heard] == [("whisper", "secret")]
    # The same over a restart, when only the state of afterwards is told.
    fresh = World(world.intake.pending._file.parent)
    events = [fresh.event("secret"), fresh.member(SNAKE, "join", by=SNAKE), fresh.event("aloud")]
    fresh.server.pages = {"p1": (events[::-1], None)}
    state = [fresh.member(one) for one in (ME, TORVIK, SNAKE)]
    taken = fresh.take("s1", first=True, chat=part(state=state, limited=True))
    assert [(one.event.kind, one.event.text) for one in taken.heard] == [("whisper", "secret")]


def test_no_secret_goes_to_a_room_that_others_may_read(world: World) -> None:
    assert world.book.chats(TORVIK) == [CHAT]
    assert world.book.chats(BRAN) == []  # the room for fights is none, whoever leaves it
    world.take(room=part(world.member(TORVIK, "leave", "join")))
    assert world.book.chats(BRAN) == [] and not world.book.is_direct(ROOM)
    world.take(chat=part(world.member(SNAKE, "invite", by=TORVIK)))
    assert world.book.chats(TORVIK) == []
    world.take(chat=part(world.member(SNAKE, "leave", "invite", by=TORVIK)))
    assert world.book.chats(TORVIK) == [CHAT]
    for rule in ({"type": "m.room.join_rules", "content": {"join_rule": "public"}},
                 {"type": "m.room.canonical_alias", "content": {"alias": "#hall:x"}}):  # fmt: skip
        other = World(world.intake.pending._file.parent).begun()
        other.take(chat=part({**other.event("x"), **rule, "state_key": ""}))
        assert other.book.chats(TORVIK) == []


def test_an_answer_goes_to_the_chat_he_used_last(world: World) -> None:
    world.book.room("!second").members = {ME: "join", TORVIK: "join"}
    world.book.set_directs({TORVIK: ["!second"], "x": ["!y"], BRAN: 3})
    assert world.book.chats(TORVIK) == ["!second", CHAT]
    world.take(chat=part(world.event("here")))
    assert world.book.chats(TORVIK) == [CHAT, "!second"]
    # One that he left is none of ours, unless we asked him in and he has not come yet.
    world.book.room("!second").members[TORVIK] = "invite"
    assert world.book.chats(TORVIK) == [CHAT]
    world.book.room("!second").creator = ME
    assert world.book.chats(TORVIK) == [CHAT, "!second"]


def test_an_edit_of_anothers_message_is_not_heard(world: World) -> None:
    world.take(room=part(world.event("move", BRAN)))

    def edit(id: str, sender: str) -> dict[str, Any]:
        relation = {"rel_type": "m.replace", "event_id": "$move"}
        new = {"msgtype": "m.text", "body": "new"}
        return world.event(id, sender, content={**new, "m.new_content": new, "m.relates_to": relation})

    assert whats(world.take(room=part(edit("forged", SNAKE), edit("real", BRAN)))) == ["edit"]


def test_our_own_words_come_back_with_their_transaction_and_private_ones_not_at_all(world: World) -> None:
    own = world.event("((ruling))", ME, unsigned={"transaction_id": "ab.7.0"})
    private = world.event("noted", ME, unsigned={"transaction_id": "ab.7.1"})
    taken = world.take(room=part(own), chat=part(private))
    assert [(one.event.text, one.own) for one in taken.heard] == [("((ruling))", True)]
    assert taken.said == [("ab.7.0", "$((ruling))"), ("ab.7.1", "$noted")]


# -- what cannot be read ------------------------------------------------------------------------------------


class Keys:
    """Opens what it has the key of."""

    def __init__(self) -> None:
        self.known: set[str] = set()

    def open(self, raw: Any, room: str) -> dict[str, Any] | None:
        if raw["event_id"] not in self.known:
            return None
        return {**raw, "type": "m.room.message", "content": {"msgtype": "m.text", "body": "opened"}}


def test_what_cannot_be_read_is_kept_over_a_restart_until_it_can_or_is_taken_back(
    world: World, tmp_path: Path
) -> None:
    world.intake.opener = keys = Keys()
    sealed = {"algorithm": "m.megolm.v1.aes-sha2", "ciphertext": "x", "session_id": "s"}
    events = [world.event(id, type="m.room.encrypted", content=sealed) for id in ("one", "two")]
    taken = world.take(chat=part(*events))
    assert whats(taken) == ["unreadable"] * 2 and [room for room, _ in taken.unread] == [CHAT] * 2
    world.take(chat=part(world.event("gone", type="m.room.redaction", content={"redacts": "$two"})))
    fresh = World(tmp_path)
    fresh.intake.opener = keys
    assert fresh.intake.reopened() == []
    keys.known = {"$one", "$two"}
    (late,) = fresh.intake.reopened()
    assert (late.what, late.event.id, late.event.text) == ("event", "$one", "opened")
    assert (late.event.kind, late.event.room, late.event.at) == ("whisper", None, taken.heard[0].event.at)


def test_only_so_many_are_kept(tmp_path: Path) -> None:
    pending = Pending(tmp_path)
    for number in range(AT_MOST + 3):
        pending.hold({"event_id": f"${number}", "content": {}}, CHAT, True)
    assert next(held.id for held in pending) == "$3" and len(pending) == AT_MOST
    (tmp_path / "unreadable.json").write_text("[{")
    assert len(Pending(tmp_path)) == 0


# -- nonsense ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "answer",
    [
        {}, {"rooms": []}, {"rooms": {"join": [], "leave": 3}}, {"rooms": {"join": {ROOM: 3, 4: {}}}},
        {"rooms": {"join": {ROOM: {"timeline": {"events": [3, {}, {"type": 1}], "limited": "x"}}}}},
        {"rooms": {"join": {ROOM: {"state": [], "timeline": []}}, "leave": {ROOM: {"timeline": 3}}}},
        {"account_data": {"events": [{"type": "m.direct"}, 3]}},
    ],
)  # fmt: skip
def test_nonsense_is_nothing(world: World, answer: dict[str, Any]) -> None:
    taken = asyncio.run(world.intake.take(answer, "s1", first=False))
    assert not [one for one in taken.heard if isinstance(one, Incoming) and one.what == "event"]
