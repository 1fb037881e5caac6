"""The AIM feed over real sockets, with the real hub and journal: what is heard and said."""

from __future__ import annotations

import pytest
from toc import TocClient
from toc_play import BOT, ROOM, WORDS, playing, run

from calledshot.live.aim import voice
from calledshot.live.hub import Settled
from calledshot.live.journal import SqlJournal
from calledshot.live.messages import Outgoing

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
