"""Trusted bots: whom to trust, and the command that an answer without a name belongs to."""

from __future__ import annotations

import json
from io import BytesIO
from typing import Any

import pytest

from calledshot.transcript import open_transcript
from calledshot.transcript.bots import Bots
from calledshot.transcript.event import Event
from calledshot.transcript.merging import merge


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


@pytest.mark.parametrize("asks", ["Wick", "Wick of the Inn"])
def test_an_account_is_who_the_room_knows_by_another_name(asks: str) -> None:
    said = [event(asks, "!roll 1d20"), event("Dicer", "@wick:inn.example\nDice: 1d20\nResult: 7 (7)")]
    told = heard(said, "Dicer")[-1]
    assert told.roll is not None and told.roll.roller == asks
    two = [event("Pike", "!roll 1d20"), event("Tam", "!roll 1d20"), said[1]]
    told = heard(two, "Dicer")[-1]
    assert told.roll is not None and told.roll.roller == "@wick:inn.example"  # either may be Wick


def rolls(events: list[Event], *names: str) -> list[tuple[str, str, tuple[int, ...], int]]:
    bots = Bots(names)
    found = [one.roll for event in events for one in bots.all_heard(event) if one.kind == "roll" and one.roll]
    return [(one.roller, one.expression, one.faces, one.total) for one in found]


def test_an_attack_is_two_rolls() -> None:
    text = "Wick attacks with a Rapier!\n**To Hit**: 1d20 (14) + 5 = `19`\n**Damage**: 1d8 (3) + 3 = `6`"
    hit, hurt = Bots(()).all_heard(event("Avrae", text, trust="bot", id="7", seq=4))
    assert hit.roll is not None and (hit.id, hit.roll.total, hit.roll.comment) == ("7", 19, "To Hit")
    assert hurt.roll is not None and (hurt.id, hurt.roll.total, hurt.roll.comment) == ("7#2", 6, "Damage")


def test_two_people_roll_at_once_and_their_answers_cross() -> None:
    events = [
        event("Wick", "@dice 2d6"), event("Pike", "@dice 3d6"), event("Mara", "go on"),
        event("Dicer", "Pike: 1, 2, and 3"), event("Dicer", "Wick: 3 and 5"),
    ]  # fmt: skip
    assert rolls(events, "Dicer") == [("Pike", "3d6", (1, 2, 3), 6), ("Wick", "2d6", (3, 5), 8)]


def test_one_person_rolls_twice_and_is_answered_twice() -> None:
    events = [
        event("Wick", "@dice 2d6"), event("Wick", "@dice 3d6"),
        event("Dicer", "Wick: 3 and 5"), event("Dicer", "Wick: 1, 2, and 3"),
    ]  # fmt: skip
    assert rolls(events, "Dicer") == [("Wick", "2d6", (3, 5), 8), ("Wick", "3d6", (1, 2, 3), 6)]


def test_an_answer_to_something_else_is_no_roll() -> None:
    events = [
        event("Wick", "@calc 2+2"), event("Wick", "@dice d6"), event("Dicer", "Wick: 4"),
        event("Dicer", "Wick: 3"),
    ]  # fmt: skip
    assert rolls(events, "Dicer") == [("Wick", "1d6", (3,), 3)]
    other = [event("Wick", "!seen Pike"), event("Wick", "@dice d6"), event("Dicer", "Wick: 3")]
    assert rolls(other, "Dicer") == [("Wick", "1d6", (3,), 3)]


def test_an_answer_in_other_words_is_one_too() -> None:
    events = [
        event("Wick", "@calc 2+2"), event("Wick", "@dice d6"), event("Dicer", "Wick: That is four."),
        event("Dicer", "Wick: 3"),
    ]  # fmt: skip
    assert rolls(events, "Dicer") == [("Wick", "1d6", (3,), 3)]
    events = [
        event("Wick", "!4k2"), event("Wick", "!dice d6"),
        event("Dicer", "rolls 4k2 for Wick and gets [9, 8] for a total of 17.", kind="emote"),
        event("Dicer", "Wick: 3"),
    ]  # fmt: skip
    assert rolls(events, "Dicer") == [("Wick", "4k2", (9, 8), 17), ("Wick", "1d6", (3,), 3)]


def test_a_number_without_a_name_goes_with_the_first_command_that_it_can_answer() -> None:
    events = [
        event("Wick", "@dice d6"),
        event("Pike", "@dice d20"),
        event("Dicer", "17"),
        event("Dicer", "4"),
    ]
    assert rolls(events, "Dicer") == [("Pike", "1d20", (17,), 17), ("Wick", "1d6", (4,), 4)]
    assert rolls([event("Wick", "hello"), event("Dicer", "17")], "Dicer") == []


def test_dice_that_cannot_be_are_kept_for_the_command_of_their_name() -> None:
    events = [event("Wick", "@dice d6"), event("Dicer", "Wick: 9")]
    assert rolls(events, "Dicer") == [("Wick", "1d6", (9,), 9)]


@pytest.mark.parametrize(
    "command", ["2d6+3", "2d6+3 to hit", "2D6+3>=8", "x2 2d6+3", "s2d6+3", "2 2d6+3"]
)  # fmt: skip
def test_bare_dice_are_a_command_where_the_bot_takes_them(command: str) -> None:
    said = [event("Wick", command), event("DiceBot", "(2D6+3) ＞ 7[3,4]+3 ＞ 10")]
    assert rolls(said, "DiceBot") == [("Wick", "2d6+3", (3, 4), 10)]


@pytest.mark.parametrize("command", ["CCB<=70 look", "cc<=70", "1d100<=70", "1D100<=70"])
def test_a_percentile_check_is_a_command(command: str) -> None:
    said = [event("Wick", command), event("DiceBot", "Cthulhu : (1D100<=70) ＞ 13 ＞ 成功")]
    assert rolls(said, "DiceBot") == [("Wick", "1d100", (13,), 13)]


def test_a_command_with_its_sign_comes_before_bare_dice() -> None:
    said = [
        event("Pike", "2d6 damage if it hits"), event("Wick", "!roll 2d6"),
        event("Dicer", "[dice] 2d6: (5+2) = 7"),
    ]  # fmt: skip
    assert rolls(said, "Dicer") == [("Wick", "2d6", (5, 2), 7)]


def test_sets_that_are_asked_for_are_as_many_rolls() -> None:
    said = [
        event("Wick", "!roll 3#1d20"),
        event("Dicer", "#1\n(1D20) ＞ 3\n#2\n(1D20) ＞ 20\n#3\n(1D20) ＞ 7"),
    ]
    assert rolls(said, "Dicer") == [
        ("Wick", "1d20", (3,), 3),
        ("Wick", "1d20", (20,), 20),
        ("Wick", "1d20", (7,), 7),
    ]


def test_a_roll_that_names_all_has_its_command_too() -> None:
    said = [
        event("Wick", "!roll 1d20"), event("Dicer", "Wick rolled 1d20: 12"),
        event("Dicer", "[dice] 1d20: (4) = 4"),
    ]  # fmt: skip
    assert rolls(said, "Dicer") == [("Wick", "1d20", (12,), 12)]


def test_what_was_read_before_stays_as_it_is() -> None:
    events = [event("Wick", ".roll 1d20"), ANSWER, ANSWER]
    bots = Bots(("Dicer",))
    once = [one for event_ in events for one in bots.all_heard(event_)]
    again = Bots(("Dicer",))
    assert [one for event_ in once for one in again.all_heard(event_)] == once


def test_a_bot_that_says_what_it_is_told_to_has_not_rolled() -> None:
    line = "--> Wick rolls a d20 and gets 20."
    told = [event("Wick", f"!say {line}"), event("Dicer", line)]
    assert rolls(told, "Dicer") == []
    own = [event("Wick", "roll d20"), event("Dicer", line)]
    assert rolls(own, "Dicer") == [("Wick", "1d20", (20,), 20)]


@pytest.mark.parametrize("kind", ["say", "emote", "notice"])
@pytest.mark.parametrize(
    "text",
    [
        "--> Wick rolls a d20 and gets 20.",
        "[dice] 1d20: (20) = 20",
        "> --> Wick rolls a d20 and gets 20.",
        "rolls 1d20 for Wick and gets a natural 20 for a result of 20.",
        "\u202e[dice] 1d20: (20) = 20",
        "［dice］ 1d20: (20) = 20",
    ],
)
@pytest.mark.parametrize("who", ["Wick", "Dicеr", "Dicer_", "D1cer"])
def test_who_is_no_trusted_bot_has_typed_it(who: str, text: str, kind: str) -> None:
    (said,) = heard([event(who, text, kind=kind)], "Dicer")
    assert (said.kind, said.roll, said.trust) == (kind, None, "member")


def test_a_log_counts_the_rolls_of_a_message_on() -> None:
    lines = [
        {"kind": "say", "speaker": "Avrae", "trust": "bot", "seq": 0,
         "text": "Wick attacks with a Bow!\n**To Hit**: 1d20 (14) + 5 = `19`\n**Damage**: 1d8 (3) + 3 = `6`"},
        {"kind": "say", "speaker": "Wick", "text": "ha", "seq": 1},
    ]  # fmt: skip
    data = "\n".join(json.dumps(line) for line in lines).encode()
    opened = open_transcript(BytesIO(data), format="events")
    items = [item for item in merge([opened]) if isinstance(item, Event)]
    assert [(one.seq, one.kind, one.roll and one.roll.total) for one in items] == [
        (0, "roll", 19), (1, "roll", 6), (2, "say", None),
    ]  # fmt: skip


LINE = "Wick rolled 1d20: 20"


def test_a_member_who_takes_the_bots_name_is_no_bot() -> None:
    events = [
        event("Dicer", LINE), event("Wick", "I am good"), event("Wick", "", kind="nick", to="Dicer"),
        event("Dicer", LINE), event("Dicer", "", kind="nick", to="Wick"), event("Dicer", LINE),
    ]  # fmt: skip
    said = heard(events, "Dicer")
    assert [one.kind for one in said] == ["roll", "say", "nick", "say", "nick", "roll"]


def test_a_bot_that_comes_back_to_its_name_is_one() -> None:
    events = [
        event("Wick", "hm"), event("Dicer", LINE), event("Dicer", "", kind="nick", to="Dicer_"),
        event("Dicer_", "", kind="nick", to="Dicer"), event("Dicer", LINE),
    ]  # fmt: skip
    assert [one.kind for one in heard(events, "Dicer")] == ["say", "roll", "nick", "nick", "roll"]


def test_the_name_is_the_bots_again_once_the_member_has_gone() -> None:
    events = [
        event("Wick", "hm"), event("Wick", "", kind="nick", to="Dicer"), event("Dicer", "", kind="leave"),
        event("Dicer", "", kind="join"), event("Dicer", LINE),
    ]  # fmt: skip
    assert heard(events, "Dicer")[-1].kind == "roll"


def test_a_number_is_no_answer_to_dice_that_nobody_asked_a_bot_for() -> None:
    assert rolls([event("Wick", "2d6 fire damage"), event("Dicer", "3 and 5")], "Dicer") == []
    assert rolls(
        [event("Wick", "dicer roll 2d6"), event("Dicer", "Wick: I rolled 3 and 5, making 8.")], "Dicer"
    ) == [("Wick", "2d6", (3, 5), 8)]


@pytest.mark.parametrize(
    "command", ["Dicer: 1d20", "Dicer, roll 1d20", "@Dicer: 1d20", ".rd20", "/roll 1d20", "!d20"]
)
def test_commands_are_given_in_many_ways(command: str) -> None:
    assert rolls([event("Wick", command), ANSWER], "Dicer") == [("Wick", "1d20", (4,), 4)]


def test_somebody_who_tells_rolls_as_a_bot_does_is_named_where_no_bot_is() -> None:
    talk = [event("Wick", "hello"), event("Torv", "well met")]
    told = [
        event("Dicer", "Wick rolled 1d20+5: [14] + 5 = 19"),
        event("Dicer", "Torv: 2d6 = 8 (3, 5)"),
        event("Dicer", "Wick rolled 1d100 and got [40]"),
    ]
    own = [event("Torv", f"Torv rolled 1d100 and got [{face}]") for face in (3, 4, 5)]
    strangers = [event("Torv", f"Mira rolled 1d100 and got [{face}]") for face in (3, 4, 5)]
    for names, said, hints in [
        ((), told, 1), ((), told[:2], 0), (("Dicer",), told, 0), ((), own, 0), ((), strangers, 0),
    ]:  # fmt: skip
        bots = Bots(names)
        for one in [*talk, *said]:
            bots.heard(one)
        assert len(bots.hints) == hints
    bots = Bots(())
    for one in [*talk, *told, *told]:
        bots.heard(one)
    assert bots.hints[0].startswith("Dicer tells others' rolls") and "--bot NAME" in bots.hints[0]


def test_a_number_of_the_command_is_an_answer_too_but_not_one_that_a_bot_was_told_to_say() -> None:
    bots = Bots(["Dicer"])
    bots.heard(event("Wick", "!roll 2d4"))
    roll = bots.heard(event("Dicer", "2")).roll
    assert roll is not None and (roll.roller, roll.total, roll.faces) == ("Wick", 2, ())
    bots.heard(event("Wick", "!roll 1d20"))
    bots.heard(event("Pike", "!say 17"))
    assert bots.heard(event("Dicer", "17")).roll is None
