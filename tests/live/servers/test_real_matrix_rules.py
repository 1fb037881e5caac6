"""The Matrix feed where somebody or something stands against it: rate limits, resends, impostors, strangers
who invite, a server that goes away, histories that are too long, malformed events."""

from __future__ import annotations

import asyncio
import contextlib
import sqlite3
from pathlib import Path
from typing import Any

from matrix import Synapse, request
from matrix_bot import MatrixBot
from matrix_client import MatrixPerson
from test_real_matrix_feed import people, room_of

from calledshot.live.messages import Outgoing
from calledshot.live.store import outbox


async def settled(person: MatrixPerson, room: str) -> None:
    """Until everything said in a room so far has been seen."""
    last = await person.say(room, "(a marker)")
    await person.wait_for(lambda seen: seen.id == last)


def test_a_line_that_is_sent_again_is_said_once(synapse: Synapse, tmp_path: Path) -> None:
    async def go() -> None:
        user = synapse.register("calledshot")
        async with people(synapse, "bran") as (bran,):
            room = await room_of(bran)
            await bran.invite(room, user.mxid)
            async with MatrixBot(user, tmp_path, rooms=[room]) as bot:
                await bran.wait_members(room, user.mxid)
                bot.answers["go"] = [Outgoing(text=f"(({n}))", room=room) for n in range(3)]
                await bran.say(room, "go")
                await bran.wait_for(text="((2))")
                await bot.until(lambda: not bot.journal.waiting())
            # As if it had been killed before it could note that the lines were said.
            with sqlite3.connect(tmp_path / "fight.journal") as database:
                assert database.execute(f"update {outbox.name} set state = 'handed', id = null").rowcount == 3
            database.close()
            async with MatrixBot(user, tmp_path, rooms=[room]) as bot:
                await bot.until(lambda: not bot.journal.waiting())
                await settled(bran, room)
                assert bran.texts(room, user.mxid) == ["((0))", "((1))", "((2))"]
                # Another journal's keys are other lines, though they are called the same.
            (tmp_path / "other").mkdir()
            async with MatrixBot(
                user, tmp_path / "other", rooms=[room], store=str(tmp_path / "state/matrix")
            ) as bot:
                await bot.ready()
                bot.answers["go"] = [Outgoing(text="((other))", room=room)]
                await bran.say(room, "go")
                await bran.wait_for(text="((other))")

    asyncio.run(go())


def test_rate_limits_are_waited_out_in_order_and_hold_up_nobody_for_good(
    synapse_limited: Synapse, tmp_path: Path
) -> None:
    async def go() -> None:
        user = synapse_limited.register("calledshot")
        async with people(synapse_limited, "bran", "torvik") as (bran, torvik):
            room = await room_of(bran, torvik)
            await bran.invite(room, user.mxid)
            async with MatrixBot(user, tmp_path, rooms=[room]) as bot:
                await bran.wait_members(room, user.mxid)
                await torvik.whisper(user.mxid, "a move")
                bot.answers["go"] = [
                    *(Outgoing(text=f"(({n}))", room=room) for n in range(8)),
                    *(Outgoing(text=f"private {n}", to=torvik.mxid) for n in range(3)),
                ]
                await bran.say(room, "go")
                await torvik.wait_for(text="private 2")
                await bran.wait_for(text="((7))")
                await bot.until(lambda: not bot.journal.waiting())
                assert bran.texts(room, user.mxid) == [f"(({n}))" for n in range(8)]
                assert torvik.texts(torvik.directs[user.mxid], user.mxid) == [
                    "private 0",
                    "private 1",
                    "private 2",
                ]
                assert bot.feed._wire.limited > 0

    asyncio.run(go())


def test_a_display_name_is_nobody(synapse: Synapse, tmp_path: Path) -> None:
    async def go() -> None:
        user = synapse.register("calledshot")
        async with people(synapse, "bran", "snake") as (bran, snake):
            room = await room_of(bran, snake)
            await bran.invite(room, user.mxid)
            await bran.display("Brannoch")
            async with MatrixBot(user, tmp_path, rooms=[room], pgm=[bran.mxid]) as bot:
                await bran.wait_members(room, user.mxid)
                await snake.display("Brannoch")
                await bran.wait_for(
                    lambda seen: seen.sender == snake.mxid and seen.content.get("displayname") == "Brannoch"
                )
                await snake.say(room, "!next")
                await bot.until(lambda: bot.texts("say"))
                (said,) = bot.got(kind="say")
                assert (said.event.speaker, said.account) == (snake.mxid, f"matrix:{snake.mxid}")
                assert said.shown == "Brannoch"
                # A new name is neither a coming nor a change of who he is.
                assert not bot.got(kind="join") and not bot.got(kind="nick")
                # Nor may he say what another has said in other words.
                move = await bran.say(room, "Torvik is next")
                await snake.edit(room, move, "Snake is next")
                await snake.say(room, "done")
                await bot.until(lambda: "done" in bot.texts())
                assert not bot.got("edit")

    asyncio.run(go())


def test_whose_invitations_are_accepted(synapse: Synapse, tmp_path: Path) -> None:
    async def go() -> None:
        user = synapse.register("calledshot")
        async with people(synapse, "bran", "torvik", "stranger") as (bran, torvik, stranger):
            room = await room_of(bran, torvik, alias="parlour-of-invitations")
            await bran.invite(room, user.mxid)
            name = "#parlour-of-invitations:test.local"
            async with MatrixBot(user, tmp_path, rooms=[name], pgm=[f"matrix:{bran.mxid}"]) as bot:
                await bran.wait_members(room, user.mxid)
                await torvik.say(room, "hello")
                await bot.until(lambda: bot.texts())
                assert bot.got()[-1].event.room == name
                # A stranger asks it into his room and into a chat; then a player into a room of his.
                strange = await stranger.create_room("Trap", invite=[user.mxid])
                chat = await stranger.direct(user.mxid, wait=False)
                other = await torvik.create_room("Mine", invite=[user.mxid])
                # Then the game master into another, and a player into a chat.
                second = await bran.create_room("Second", invite=[user.mxid, torvik.mxid])
                await bran.wait_members(second, user.mxid)
                await torvik.whisper(user.mxid, "a move")
                await bot.until(lambda: bot.texts("whisper"))
                assert stranger.members(strange) == stranger.members(chat) == {stranger.mxid}
                assert torvik.members(other) == {torvik.mxid}
                bot.answers["answer here"] = [Outgoing(text="((yes))", room=name)]
                await torvik.say(room, "answer here")
                assert (await torvik.wait_for(text="((yes))")).room == room

    asyncio.run(go())


def test_a_room_that_the_master_has_just_made_and_one_that_replaces_another(
    synapse: Synapse, tmp_path: Path
) -> None:
    async def go() -> None:
        user = synapse.register("calledshot")
        async with people(synapse, "bran") as (bran,):
            old = await bran.create_room("Old parlour", invite=[user.mxid])
            async with MatrixBot(user, tmp_path, rooms=[old], pgm=[bran.mxid]) as bot:
                await bran.wait_members(old, user.mxid)
                made = await bran.create_room("New parlour", invite=[user.mxid])
                await bran.wait_members(made, user.mxid)
                await bran.say(made, "open")
                await bot.until(lambda: bot.texts("say") == ["open"])
                assert bot.got()[-1].event.room == made
                await bran.whisper(user.mxid, "who")
                await bot.until(lambda: bot.texts("whisper") == ["who"])

                path = f"{synapse.url}/_matrix/client/v3/rooms/{old}/upgrade"
                answer = await asyncio.to_thread(
                    request, "POST", path, {"new_version": "11"}, bran.nio.access_token
                )
                new = answer["replacement_room"]
                await bran.invite(new, user.mxid)
                await bran.wait_members(new, user.mxid)
                await bran.say(new, "here now")
                await bot.until(lambda: "here now" in bot.texts("say"))
                assert bot.got()[-1].event.room == old  # the fight's room keeps its name
                bot.answers["and you"] = [Outgoing(text="((me too))", room=old)]
                await bran.say(new, "and you")
                assert (await bran.wait_for(text="((me too))")).room == new

    asyncio.run(go())


def test_what_was_said_in_a_chat_before_it_came_in_is_heard(synapse: Synapse, tmp_path: Path) -> None:
    async def go() -> None:
        user = synapse.register("calledshot")
        async with people(synapse, "bran", "torvik") as (bran, torvik):
            room = await room_of(bran, torvik)
            await torvik.say(room, "long ago")
            await bran.invite(room, user.mxid)
            async with MatrixBot(user, tmp_path, rooms=[room]) as bot:
                await bran.wait_members(room, user.mxid)
                await torvik.say(room, "hello")
                await bot.until(lambda: bot.texts())
            # It is down: a player opens a chat, and speaks at once, more than one answer holds.
            chat = await torvik.direct(user.mxid, wait=False)
            for number in range(60):
                await torvik.say(chat, f"move {number}")
            async with MatrixBot(user, tmp_path, rooms=[room]) as bot:
                await bot.until(lambda: "move 59" in bot.texts())
                assert bot.texts("whisper") == [f"move {number}" for number in range(60)]
                assert not bot.got("gap")

    asyncio.run(go())


def test_a_secret_goes_where_two_are_and_nobody_else(synapse: Synapse, tmp_path: Path) -> None:
    async def go() -> None:
        user = synapse.register("calledshot")
        async with people(synapse, "bran", "torvik", "snake") as (bran, torvik, snake):
            room = await room_of(bran, torvik, snake)
            await bran.invite(room, user.mxid)
            async with MatrixBot(user, tmp_path, rooms=[room]) as bot:
                await bran.wait_members(room, user.mxid)
                await torvik.whisper(user.mxid, "a move")
                await bot.until(lambda: bot.texts("whisper"))
                chat = torvik.directs[user.mxid]
                # Somebody else is only asked in: he could read it all later.
                await torvik.invite(chat, snake.mxid)
                await torvik.say(chat, "neither a whisper nor for the room")
                bot.answers["mine"] = [Outgoing(text="your sheet", to=torvik.mxid, secret=True)]
                await torvik.say(room, "mine")
                await torvik.wait_until(lambda: torvik.invited())
                (new,) = torvik.invited()
                await torvik.join(new)
                assert (await torvik.wait_for(text="your sheet")).room == new
                # With two people in it, a room for fights is one still.
                for one in (torvik, snake):
                    await one.leave(room)
                await bot.until(lambda: len(bot.got(kind="leave")) == 2)
                await bran.say(room, "alone with it")
                await bot.until(lambda: "alone with it" in bot.texts("say"))
                assert bot.texts() == ["a move", "mine", "alone with it"]

    asyncio.run(go())


def test_a_server_that_goes_away_and_comes_back(synapse: Synapse, tmp_path: Path) -> None:
    async def go() -> None:
        user = synapse.register("calledshot")
        async with people(synapse, "bran") as (bran,):
            room = await room_of(bran)
            await bran.invite(room, user.mxid)
            async with MatrixBot(user, tmp_path, rooms=[room], retry_at_most=0.5) as bot:
                await bran.wait_members(room, user.mxid)
                await bran.say(room, "before")
                await bot.until(lambda: bot.texts() == ["before"])
                await asyncio.to_thread(synapse.stop)
                await bot.until(lambda: not bot.feed._up)
                bot.hub.outbox.add([])  # nothing is lost by a push while there is no line
                await asyncio.to_thread(synapse.start)
                bot.answers["after"] = [Outgoing(text="((answered))", room=room)]
                await bran.say(room, "after")
                await bran.wait_for(text="((answered))")
                assert bot.texts() == ["before", "after"]

    asyncio.run(go())


def test_a_history_that_is_too_long_is_a_gap(synapse: Synapse, tmp_path: Path) -> None:
    async def go() -> None:
        user = synapse.register("calledshot")
        async with people(synapse, "bran") as (bran,):
            room = await room_of(bran)
            await bran.invite(room, user.mxid)
            async with MatrixBot(user, tmp_path, rooms=[room]) as bot:
                await bran.wait_members(room, user.mxid)
                await bran.say(room, "before")
                await bot.until(lambda: bot.texts())
            for number in range(120):
                await bran.say(room, f"line {number}")
            async with MatrixBot(user, tmp_path, rooms=[room], backfill=30) as bot:
                await bot.until(lambda: "line 119" in bot.texts())
                # 50 in the answer and 30 fetched: the gap is told before the first of them.
                assert bot.texts() == [f"line {number}" for number in range(40, 120)]
                whats = [one.what for one in bot.heard_now if one.what != "members"]
                assert whats[0] == "gap" and whats.count("gap") == 1
                assert bot.heard_now[0].event.room == room

    asyncio.run(go())


def test_after_a_kick_there_is_a_gap(synapse: Synapse, tmp_path: Path) -> None:
    async def go() -> None:
        user = synapse.register("calledshot")
        async with people(synapse, "bran", "torvik") as (bran, torvik):
            room = await room_of(bran, torvik)
            await bran.invite(room, user.mxid)
            async with MatrixBot(user, tmp_path, rooms=[room]) as bot:
                await bran.wait_members(room, user.mxid)
                await bran.say(room, "before")
                await bot.until(lambda: bot.texts())
                await bran.kick(room, user.mxid, "by mistake")
                await bran.say(room, "while away")
                await bran.invite(room, user.mxid)
                await bran.wait_members(room, user.mxid)
                await bran.say(room, "after")
                await bot.until(lambda: "after" in bot.texts())
                assert bot.texts() == ["before", "after"]
                assert [one.event.room for one in bot.got("gap")] == [room]
                assert [one.event.kind for one in bot.heard_now if one.own] == ["join", "leave", "join"]

    asyncio.run(go())


def test_a_forgotten_token_and_a_position_that_means_nothing(synapse: Synapse, tmp_path: Path) -> None:
    async def go() -> None:
        user = synapse.register("calledshot")
        async with people(synapse, "bran") as (bran,):
            room = await room_of(bran)
            await bran.invite(room, user.mxid)
            async with MatrixBot(user, tmp_path, rooms=[room], encrypted=True, retry_at_most=0.5) as bot:
                await bran.wait_members(room, user.mxid)
                await bot.ready()
                device, token = (await bot.feed._logins.enter()).device, bot.feed._wire.token
                request("POST", f"{synapse.url}/_matrix/client/v3/logout", {}, token)
                await bran.say(room, "logged out")
                await bot.until(lambda: "logged out" in bot.texts())
                assert bot.feed._wire.token != token
                assert (await bot.feed._logins.enter()).device == device
                bot.hub.moved(bot.feed._position("no-such-token"))
                await bot.kill()
            async with MatrixBot(user, tmp_path, rooms=[room], encrypted=True, retry_at_most=0.5) as bot:
                await bot.until(lambda: bot.got("gap"))
                await bran.say(room, "heard again")
                await bot.until(lambda: bot.texts() == ["heard again"])

    asyncio.run(go())


def test_malformed_events_hold_up_nothing(synapse: Synapse, tmp_path: Path) -> None:
    async def go() -> None:
        user = synapse.register("calledshot")
        async with people(synapse, "bran") as (bran,):
            room = await room_of(bran)
            await bran.invite(room, user.mxid)
            async with MatrixBot(user, tmp_path, rooms=[room], encrypted=True) as bot:
                await bran.wait_members(room, user.mxid)
                wild: list[tuple[str, dict[str, Any]]] = [
                    ("m.room.message", {"msgtype": {}, "body": "7"}),
                    (
                        "m.room.message",
                        {"m.relates_to": [1], "msgtype": "m.image", "body": "x", "m.new_content": 3},
                    ),
                    ("m.room.message", {"msgtype": "m.text", "body": "", "formatted_body": "<b>" * 3000}),
                    ("m.room.encrypted", {"algorithm": 3}),
                    (
                        "m.room.encrypted",
                        {"algorithm": "m.megolm.v1.aes-sha2", "ciphertext": {}, "session_id": []},
                    ),
                    ("m.room.redaction", {"redacts": {}}),
                    ("m.reaction", {"m.relates_to": "x"}),
                    ("m.room.pinned_events", {"pinned": 3}),
                ]
                taken = 0
                for type, content in wild:
                    with contextlib.suppress(AssertionError):  # the server itself refuses some
                        await bran.send(room, content, type)
                        taken += 1
                assert taken >= 4
                await bran.say(room, "still there")
                await bot.until(lambda: "still there" in bot.texts())
                assert bot.texts() == ["still there"]

    asyncio.run(go())
