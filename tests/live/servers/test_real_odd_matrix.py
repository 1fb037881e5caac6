"""The Matrix feed on homeservers with other settings, and in rooms where it may not do what it wants."""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from irc import until
from matrix import Synapse, User, request, running
from matrix_bot import MatrixBot
from test_real_matrix_feed import people, room_of

from calledshot.live.matrix import feed
from calledshot.live.messages import Outgoing

SETTINGS = """
session_lifetime: 4s
encryption_enabled_by_default_for_room_type: invite
"""


@pytest.fixture(scope="module")
def brief() -> Iterator[Synapse]:
    """A homeserver that logs everybody out after seconds, and encrypts every room that is not public."""
    with running(more=SETTINGS) as server:
        yield server


class Person:
    """Somebody who logs in whenever he is logged out; without a client library."""

    def __init__(self, user: User) -> None:
        self.user, self.token = user, ""
        self._numbers = itertools.count()

    async def ask(self, method: str, path: str, body: dict[str, Any] | None = None) -> dict[str, Any]:
        for _ in range(2):
            try:
                return await asyncio.to_thread(
                    request, method, f"{self.user.url}/_matrix/client/v3/{path}", body, self.token
                )
            except OSError as error:
                if " 401 " not in str(error):
                    raise
            login = {"type": "m.login.password", "password": self.user.password,
                     "identifier": {"type": "m.id.user", "user": self.user.mxid}}  # fmt: skip
            place = f"{self.user.url}/_matrix/client/v3/login"
            self.token = (await asyncio.to_thread(request, "POST", place, login))["access_token"]
        raise AssertionError("logged out at once")

    async def say(self, room: str, text: str) -> None:
        path = f"rooms/{room}/send/m.room.message/{next(self._numbers)}"
        await self.ask("PUT", path, {"msgtype": "m.text", "body": text})

    async def open(self, *guests: str) -> str:
        """A new room that is not encrypted."""
        body = {"preset": "public_chat", "invite": list(guests)}
        return str((await self.ask("POST", "createRoom", body))["room_id"])

    async def said(self, room: str) -> list[str]:
        found = await self.ask("GET", f"rooms/{room}/messages?dir=b&limit=50")
        return [one["content"]["body"] for one in found["chunk"] if "body" in one["content"]][::-1]


def test_logged_out_every_few_seconds_it_hears_and_says_all(
    brief: Synapse, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(feed, "POLL", 1.0)  # the server answers what was asked before it logged us out

    async def go() -> None:
        bran, user = Person(brief.register("bran")), brief.register("calledshot")
        room = await bran.open(user.mxid)
        async with MatrixBot(user, tmp_path, rooms=[room]) as bot:
            await bot.ready()
            for text in ("one", "two"):
                bot.answers[text] = [Outgoing(text=f"(({text}))", room=room)]
                token = bot.feed._wire.token
                await bran.say(room, text)
                await bot.until(lambda text=text: text in bot.texts())
                await until(lambda token=token: bot.feed._wire.token not in (None, token), "a new login")
            await until(lambda: not bot.journal.waiting(), "all to be said")
            assert bot.texts("say") == ["one", "two"]
            assert bot.got("gap") == []
        assert [text for text in await bran.said(room) if text.startswith("((")] == [
            "((one))",
            "((two))",
        ]

    asyncio.run(go())


def test_where_every_private_chat_is_encrypted_and_we_do_not_the_game_master_is_told(
    brief: Synapse, tmp_path: Path
) -> None:
    async def go() -> None:
        bran, user = Person(brief.register("bran")), brief.register("calledshot")
        room = await bran.open(user.mxid)
        async with MatrixBot(user, tmp_path, rooms=[room]) as bot:
            await bot.ready()
            bot.answers["go"] = [Outgoing(text="SECRET", to=bran.user.mxid, secret=True)]
            await bran.say(room, "go")
            told = f"a private line to {bran.user.mxid} was not delivered: the server encrypts"
            await bot.until(lambda: any(told in text for text in bot.texts("system")))
            await bot.until(lambda: not bot.journal.waiting())
            assert len((await bran.ask("GET", "sync"))["rooms"]["invite"]) == 1

    asyncio.run(go())


def test_a_room_where_we_have_no_voice(synapse: Synapse, tmp_path: Path) -> None:
    async def go() -> None:
        user = synapse.register("calledshot")
        async with people(synapse, "bran") as (bran,):
            room = await room_of(bran)
            levels = f"rooms/{room}/state/m.room.power_levels"
            master = Person(bran.user)
            content = await master.ask("GET", levels)
            await master.ask("PUT", levels, content | {"events_default": 50})
            await bran.invite(room, user.mxid)
            async with MatrixBot(user, tmp_path, rooms=[room]) as bot:
                await bran.wait_members(room, user.mxid)
                bot.answers["go"] = [Outgoing(text=f"(({number}))", room=room) for number in range(3)]
                await bran.say(room, "go")
                await bot.until(lambda: f"I may not speak in {room}: M_FORBIDDEN" in bot.texts("system"))
                await master.ask("PUT", levels, content | {"events_default": 0})
                await bran.wait_for(text="((2))")
                assert bran.texts(room, user.mxid) == ["((0))", "((1))", "((2))"]

    asyncio.run(go())
