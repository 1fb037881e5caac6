"""Trusted bots: whom to trust, and the command that an answer without a name belongs to."""

from __future__ import annotations

from typing import Any

import pytest

from calledshot.transcript.bots import Bots
from calledshot.transcript.event import Event


def event(speaker: str, text: str, **more: Any) -> Event:
    return Event(**{"kind": "say", "speaker": speaker, "text": text} | more)


def heard(events: list[Event], *names: str) -> list[Event]:
    bots = Bots(names)
    return [bots.heard(one) for one in events]


def test_a_named_bots_lines_are_rolls_and_others_are_not() -> None:
    line = "rolls 2d6+1 for Wick and gets a natural 7 for a result of 8."
    named, other = heard([event("Dicer", line, kind="emote"), event("Pike", line, kind="emote")], "dicer")
    assert (named.kind, named.trust) == ("roll", "bot")
    assert named.roll is not None and (named.roll.roller, named.speaker) == ("Wick", "Dicer")
    assert (other.kind, other.trust, other.roll) == ("emote", "member", None)


def test_without_a_campaign_a_bot_is_what_the_service_calls_one() -> None:
    line = "@Wick  :game_die:\n**Result**: 1d20 (10) + 5\n**Total**: 15"
    vouched, hook, member = heard(
        [
            event("Avrae", line, trust="bot"),
            event("Avrae", line, trust="unknown"),
            event("Avrae", line),
        ]
    )
    assert vouched.kind == "roll" and vouched.roll is not None and vouched.roll.total == 15
    assert hook.kind == member.kind == "say"


def test_where_the_campaign_names_bots_no_other_counts() -> None:
    line = "Wick rolled 1d20: 12"
    stranger, ours = heard([event("Stranger", line, trust="bot"), event("Dicer", line)], "Dicer")
    assert stranger.kind == "say" and ours.kind == "roll"


def test_a_member_with_the_name_of_a_bot_is_none() -> None:
    line = "Wick rolled 1d20: 12"
    real, false = heard([event("Dicer", line, trust="bot"), event("Dicer", line)], "Dicer")
    assert real.kind == "roll" and false.kind == "say"


@pytest.mark.parametrize(
    ("command", "answer", "expression", "faces", "comment"),
    [
        (".roll 2d6v1+8", "[dice] 2d6v1+8: (5[+2])+8 = 13", "2d6dl1+8", (5,), None),
        (".roll 2d6 # for luck", "[dice] 2d6: (5+2) = 7", "2d6", (5, 2), "for luck"),
        ("@dice 2d6", "Wick: 3 and 5", "2d6", (3, 5), None),
        ("Dicer: dice 3d6", "Wick: 1, 2, and 3", "3d6", (1, 2, 3), None),
        ("!roll 2d6+3", "8+3 = 11\n\n2d6: 3 5", "2d6+3", (3, 5), None),
        ("//roll", "You rolled 2 6-sided dice...\nand got a 2 and a 6.", "2d6", (2, 6), None),
        ("//roll-dice1-sides20", "<@12345> rolled 1 20-sided die: 9", "1d20", (9,), None),
        ("!r 1d20+1", "1d20 (11) + 1 = `12`", "1d20+1", (11,), None),
    ],
)
def test_an_answer_goes_with_its_command(
    command: str, answer: str, expression: str, faces: tuple[int, ...], comment: str | None
) -> None:
    *_, said = heard([event("Pike", "ready"), event("Wick", command), event("Dicer", answer)], "Dicer")
    assert said.kind == "roll" and said.roll is not None
    assert (said.roll.roller, said.roll.expression, said.roll.faces) == ("Wick", expression, faces)
    assert (said.roll.comment or None) == comment or comment is None


ANSWER = event("Dicer", "[dice] 1d20: (4) = 4")


def test_two_commands_are_answered_in_turn() -> None:
    events = [event("Wick", ".roll 1d20"), event("Pike", ".roll d20"), ANSWER, ANSWER, ANSWER]
    rollers = [one.roll.roller if one.roll else None for one in heard(events, "Dicer")[2:]]
    assert rollers == ["Wick", "Pike", None]


def test_without_a_command_nobody_is_guessed() -> None:
    (said,) = heard([ANSWER], "Dicer")
    assert (said.kind, said.trust, said.roll) == ("say", "bot", None)
    *_, other = heard([event("Wick", ".roll 2d20"), ANSWER], "Dicer")
    assert other.roll is None
    *_, talk = heard([event("Wick", "@calc 40+2"), event("Dicer", "Wick: 42")], "Dicer")
    assert talk.roll is None


@pytest.mark.parametrize(("between", "found"), [(4, True), (5, False)])
def test_the_command_is_among_the_last_five_lines(between: int, found: bool) -> None:
    talk = [event("Pike", "hm")] * between
    *_, said = heard([event("Wick", ".roll 1d20"), *talk, ANSWER], "Dicer")
    assert (said.roll is not None) is found


@pytest.mark.parametrize(
    ("asked", "told", "found"),
    [
        ("2004-05-01T20:00:05", "2004-05-01T20:00:15", True),
        ("2004-05-01T20:00:05", "2004-05-01T20:00:16", False),
        ("2004-05-01T20:00:00", "2004-05-01T20:01:00", True),  # times without seconds
        ("2004-05-01T20:00:00", "2004-05-01T20:02:00", False),
    ],
)
def test_the_answer_comes_within_ten_seconds(asked: str, told: str, found: bool) -> None:
    answer = event("Dicer", "[dice] 1d20: (4) = 4", at=told)
    *_, said = heard([event("Wick", ".roll 1d20", at=asked), answer], "Dicer")
    assert (said.roll is not None) is found


def test_rooms_are_kept_apart() -> None:
    command = event("Wick", ".roll 1d20", room="#one")
    one, other = (event("Dicer", "[dice] 1d20: (4) = 4", room=room) for room in ("#one", "#two"))
    said = heard([command, other, one], "Dicer")
    assert said[1].roll is None and said[2].roll is not None


@pytest.mark.parametrize(
    ("speaker", "roller"),
    [("wick", "wick"), ("@wick:test.example", "@wick:test.example"), ("pike", "@wick")],
)
def test_a_mention_is_spelt_as_its_owners_lines(speaker: str, roller: str) -> None:
    answer = event("Dicer", "@wick:\nDice: 3d4\nResult: 8 (1 + 3 + 4)")
    *_, said = heard([event(speaker, "!roll 3d4"), answer], "Dicer")
    assert said.roll is not None and said.roll.roller == roller
