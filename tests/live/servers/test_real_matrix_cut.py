"""The line to a real homeserver is cut while people talk: all is heard and said once, in order."""

from __future__ import annotations

import asyncio
import random
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from irc import CutProxy
from matrix import Synapse
from matrix_bot import MatrixBot
from test_real_matrix_feed import people, room_of

from calledshot.live.messages import Outgoing

LINES = 30


@pytest.mark.parametrize("encrypted", [False, True], ids=["plain", "encrypted"])
def test_a_line_that_is_cut_while_they_talk(synapse: Synapse, tmp_path: Path, encrypted: bool) -> None:
    chance = random.Random(7)

    async def go() -> None:
        user = synapse.register("calledshot")
        proxy = CutProxy(urlsplit(synapse.url).port or 0)
        await proxy.start()
        async with people(synapse, "bran", "torvik") as (bran, torvik):
            room = await room_of(bran, torvik, encrypted=encrypted)
            await bran.invite(room, user.mxid)
            bot = MatrixBot(
                user, tmp_path, rooms=[room], encrypted=encrypted, url=f"http://127.0.0.1:{proxy.port}",
                retry_at_most=0.2,
            )  # fmt: skip
            for number in range(LINES):
                bot.answers[f"line {number}"] = [
                    Outgoing(text=f"(({number}))", room=room),
                    Outgoing(text=f"private {number}", to=torvik.mxid, secret=True),
                ]
            async with bot:
                for one in (bran, torvik):
                    await one.wait_members(room, user.mxid)
                chat = await torvik.direct(user.mxid, encrypted=encrypted)
                for number in range(LINES):
                    await bran.say(room, f"line {number}")
                    if chance.random() < 0.3:
                        await asyncio.sleep(chance.choice((0, 0.01, 0.05, 0.2)))
                        proxy.cut()
                await bran.wait_for(text=f"(({LINES - 1}))")
                await torvik.wait_for(text=f"private {LINES - 1}")
                await bot.until(lambda: not bot.journal.waiting())
                assert bot.texts("say") == [f"line {number}" for number in range(LINES)]
            assert proxy.connections > 3
            assert bran.texts(room, user.mxid) == [f"(({number}))" for number in range(LINES)]
            assert torvik.texts(chat, user.mxid) == [f"private {number}" for number in range(LINES)]
            assert not torvik.invited()
        await proxy.stop()

    asyncio.run(go())
