"""The AIM feed with what other TOC servers, and people in other circumstances, do."""

from __future__ import annotations

import pytest
from toc import TocClient
from toc_play import BOT, ROOM, WORDS, playing, run


def test_a_game_master_may_call_us_to_a_room_and_nobody_else() -> None:
    async def play() -> None:
        async with (
            playing(masters=("aim:mirabelle",)) as (play, _),
            TocClient(play.server.port, "Mira Belle", WORDS["Mira Belle"]) as mira,
        ):
            await mira.connect("The Cellar")
            play.server.invite(BOT, "The Cellar", "Torv")
            play.server.invite(BOT, "The Cellar", "Mira Belle")
            await play.there(2)
            await mira.say("The Cellar", "say in the cellar")
            await mira.wait_for("in the cellar", room="The Cellar", who=BOT)
            [asked] = [text for _, text in play.server.heard if text.startswith("toc_chat_accept")]
            assert asked == "toc_chat_accept 1"
            play.server.drop(BOT)  # and it is a room of ours from now on
            await play.there(4)
            assert {one.event.room for one in play.parrot.gaps()} == {ROOM, "The Cellar"}

    run(play())


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("ERROR:961:Torv", "a message of Torv was too long and is lost"),
        ("ERROR:962:Torv", "a message of Torv came too fast and is lost"),
    ],
)
def test_what_somebody_wrote_and_we_did_not_get_is_told(line: str, told: str) -> None:
    async def play() -> None:
        async with playing() as (play, _):
            play.server.raw(BOT, line)
            heard = await play.heard(told)
            assert (heard.event.kind, heard.bot, heard.event.room) == ("system", True, None)

    run(play())


def test_a_private_line_to_one_who_is_gone_is_told_of_without_its_words() -> None:
    async def play() -> None:
        async with playing() as (play, torv):
            await torv.whisper(BOT, "tell nobody your PP are six")
            heard = await play.heard("a private line to nobody was not delivered")
            assert heard.event.text.endswith("nobody is not signed on, and what we sent them is lost")
            await torv.whisper(BOT, "tell nobody your PP are five")
            await play.settled()
            reports = [one for one in play.parrot.events("system") if "not delivered" in one.event.text]
            assert len(reports) == 1
            assert not [one for one in reports if "PP" in one.event.text]

    run(play())


@pytest.mark.parametrize(
    "line",
    [
        "CHAT_IN:0:Torv:F:<HTML><BODY>lunge<BR>and parry</BODY></HTML>",
        "CHAT_IN:0:torv:F:lunge and parry",
        'CHAT_IN_ENC:0:Torv:F:A:en:<FONT FACE="x">lunge and parry</FONT>',
    ],
)
def test_other_ways_to_tell_what_was_said(line: str) -> None:
    async def play() -> None:
        async with playing() as (play, _):
            play.server.raw(BOT, line)
            heard = await play.heard("lunge and parry")
            assert (heard.account, heard.event.kind, heard.event.room) == ("aim:torv", "say", ROOM)

    run(play())
