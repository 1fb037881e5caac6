"""The Matrix feed on a real homeserver, in rooms that are not encrypted."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator
from pathlib import Path

from matrix import Synapse
from matrix_bot import MatrixBot
from matrix_client import MatrixPerson

from calledshot.live.messages import Outgoing


@contextlib.asynccontextmanager
async def people(synapse: Synapse, *names: str) -> AsyncIterator[list[MatrixPerson]]:
    """Logged in, each with a name of his own."""
    found = [MatrixPerson(synapse.register(name)) for name in names]
    try:
        for one in found:
            await one.start()
        yield found
    finally:
        for one in found:
            await one.stop()


async def room_of(master: MatrixPerson, *others: MatrixPerson, **how: object) -> str:
    room = await master.create_room("Parlour", invite=[one.mxid for one in others], **how)  # type: ignore[arg-type]
    for one in others:
        await one.join(room)
    return room


def test_a_room_a_whisper_an_edit_and_a_redaction(synapse: Synapse, tmp_path: Path) -> None:
    async def go() -> None:
        user = synapse.register("calledshot")
        async with people(synapse, "bran", "torvik") as (bran, torvik):
            room = await room_of(bran, torvik)
            await torvik.say(room, "said before")
            await bran.invite(room, user.mxid)
            async with MatrixBot(user, tmp_path, rooms=[room], pgm=[bran.mxid]) as bot:
                await bran.wait_members(room, user.mxid)
                move = await torvik.say(room, "I thrust")
                await torvik.emote(room, "circles")
                await bran.notice(room, "somebody's bot")
                edit = await torvik.edit(room, move, "I slash")
                gone = await torvik.redact(room, move)
                await bot.until(lambda: bot.got("deletion"))
                assert [
                    (one.what, one.event.kind, one.event.text, one.event.id, one.about)
                    for one in bot.heard_now
                    if one.account == f"matrix:{torvik.mxid}"
                ] == [
                    ("event", "say", "I thrust", move, None),
                    ("event", "emote", "circles", bot.got(kind="emote")[0].event.id, None),
                    ("edit", "say", "I slash", edit, move),
                    ("deletion", "say", "", gone, move),
                ]
                assert bot.texts("notice") == ["somebody's bot"]
                assert {one.event.room for one in bot.got()} == {room}
                members = {mxid for one in bot.got("members") for mxid in one.members}
                assert members == {bran.mxid, torvik.mxid, user.mxid}

                whisper = await torvik.whisper(user.mxid, "secret move")
                await bot.until(lambda: bot.texts("whisper"))
                (told,) = bot.got(kind="whisper")
                assert (told.event.to, told.event.room, told.event.id) == (user.mxid, None, whisper)
                bot.answers["who is next"] = [
                    Outgoing(text="((Torvik is next))", room=room, notice=True),
                    Outgoing(text="noted", to=torvik.mxid, secret=True),
                    Outgoing(text="draft 1", to=bran.mxid, secret=True),
                ]
                await bran.say(room, "who is next")
                assert (await torvik.wait_for(text="is next))", sender=user.mxid)).kind == "m.notice"
                noted = await torvik.wait_for(text="noted", sender=user.mxid)
                assert noted.room == torvik.directs[user.mxid]
                # The game master has no chat with the helper yet: he is asked into a new one.
                await bran.wait_until(lambda: bran.invited())
                (chat,) = bran.invited()
                await bran.join(chat)
                assert (await bran.wait_for(text="draft 1", room=chat)).kind == "m.text"
                await bot.until(lambda: not bot.journal.waiting())

    asyncio.run(go())


def test_all_that_was_said_while_away_comes_once_and_in_order(synapse: Synapse, tmp_path: Path) -> None:
    async def go() -> None:
        user = synapse.register("calledshot")
        async with people(synapse, "bran", "torvik") as (bran, torvik):
            room = await room_of(bran, torvik)
            await bran.invite(room, user.mxid)
            async with MatrixBot(user, tmp_path, rooms=[room]) as bot:
                await bran.wait_members(room, user.mxid)
                await torvik.say(room, "before")
                await torvik.whisper(user.mxid, "whispered before")
                await bot.until(lambda: len(bot.texts()) == 2)
            taken_back = await torvik.say(room, "not meant")
            for number in range(125):
                await torvik.say(room, f"line {number}")
            await torvik.redact(room, taken_back)
            await torvik.whisper(user.mxid, "whispered while away")
            async with MatrixBot(user, tmp_path, rooms=[room]) as bot:
                await bot.until(lambda: "whispered while away" in bot.texts("whisper"))
                assert bot.texts("say") == [f"line {number}" for number in range(125)]
                assert bot.texts("whisper") == ["whispered while away"]
                assert [one.about for one in bot.got("deletion")] == [taken_back]
                assert not bot.got("gap")
                await torvik.say(room, "after")
                await bot.until(lambda: "after" in bot.texts())
            async with MatrixBot(user, tmp_path, rooms=[room]) as bot:
                await bot.ready()
                assert bot.texts() == []

    asyncio.run(go())
