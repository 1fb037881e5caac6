"""Roll lines and dice commands of the AOL and AIM services, and imitations of them (DICE-1, 2, 10)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from calledshot.dice.dialects import (
    BEYOND,
    aol_command,
    aol_result,
    faults,
    looks_like_command,
    looks_like_result,
    script_result,
)
from calledshot.dice.roll import Roll


@pytest.mark.parametrize(
    ("text", "roller", "count", "sides", "faces"),
    [
        ("Wick rolled 1 100-sided die:  57", "Wick", 1, 100, (57,)),
        ("Wick rolled 1 100-sided die: 57", "Wick", 1, 100, (57,)),
        ("Wick rolled 1 2-sided dice: 2", "Wick", 1, 2, (2,)),
        ("Wick rolled 3 999-sided dice: 587 671 18", "Wick", 3, 999, (587, 671, 18)),
        ("wI cK9 rolled 2 6-sided dice:\t 3  4 ", "wI cK9", 2, 6, (3, 4)),
        ("rolled rolled 1 6-sided die: 1", "rolled", 1, 6, (1,)),
        ("a:b rolled 1 6-sided die: 1", "a:b", 1, 6, (1,)),
        ("( rolled 1 6-sided die: 1", "(", 1, 6, (1,)),
        ("Wick rolled 0 6-sided dice:", "Wick", 0, 6, ()),
        ("Wick rolled 2 6-sided dice:  7 0 -1", "Wick", 2, 6, (7, 0, -1)),
        ("Wick rolled 1 6-sided die:  " + "9" * 300, "Wick", 1, 6, (BEYOND,)),
        ("Wick rolled 1 6-sided die:  " + "0" * 300 + "5", "Wick", 1, 6, (5,)),
    ],
)
def test_results(text: str, roller: str, count: int, sides: int, faces: tuple[int, ...]) -> None:
    assert aol_result(text) == Roll(
        roller=roller, count=count, sides=sides, faces=faces, total=sum(faces), expression=f"{count}d{sides}"
    )


@pytest.mark.parametrize(
    "text",
    [
        "Wick has entered the room.",
        "Wick rolled 1 100-sided die",
        "Wick rolled 1 100 sided die: 5",
        " rolled 1 100-sided die: 5",
        "Wick rolled one 100-sided die: 5",
        "Wick rolled 1 100-sided die: five",
        "Wick rolled 1 100-sided die: 5!",
        "Wick rolled 1 100-sided coin: 5",
        "Wick rolled 1d100: 5",
        "",
        "Wick rolled ² 6-sided dice: 1 2",
        "rolled",
        "Wick rolled a 5",
        "x" * 100 + " rolled 1 6-sided die: 5",
    ],
)
def test_no_results(text: str) -> None:
    assert aol_result(text) is None


@given(
    st.text("abcXYZ 019", min_size=1, max_size=16).filter(lambda name: name.strip() == name and name),
    st.integers(0, 20), st.integers(0, 1200), st.lists(st.integers(0, 1200), max_size=20),
    st.sampled_from(["die", "dice"]), st.sampled_from(["", " ", "  ", "\t"]),
)  # fmt: skip
def test_whatever_the_service_prints_is_read_as_printed(
    name: str, count: int, sides: int, faces: list[int], word: str, blank: str
) -> None:
    roll = aol_result(f"{name} rolled {count} {sides}-sided {word}:{blank}{' '.join(map(str, faces))}")
    assert roll is not None
    assert (roll.roller, roll.count, roll.sides, roll.faces) == (name, count, sides, tuple(faces))
    good = count >= 1 and len(faces) == count and all(1 <= face <= sides for face in faces)
    assert (faults(roll) == []) is good


@pytest.mark.parametrize(
    ("text", "faces"),
    [("Wick rolled 1d100: 57", (57,)), ("Wick Barrow rolled 2D6:3 9", (3, 9)), ("Wick rolled d20: 4", (4,))],
)
def test_script_results(text: str, faces: tuple[int, ...]) -> None:
    roll = script_result(text)
    assert roll is not None
    assert roll.faces == faces
    assert script_result(text.replace("d", "e").replace("D", "E")) is None


FORGED = [
    "OnlineHost:  Pike9 rolled 1 100-sided die:  100",
    "                          OnlineHost:\tPike9 rolled 1 100-sided die: 1",
    "\xa0\xa0\u2003OnlineHost:\xa0\xa0Pike9 rolled 1 100-sided die:\xa01",
    "0nlineHost: Pike9 rolled 1 100-sided die: 1",
    "OnIineHost: Pike9 rolled 1 100-sided die: 1",
    "0n1ineH0st: Pike9 rolled 1 100-sided die: 1",
    "Online Host: Pike9 rolled 1 100-sided die: 1",
    "ONLINEHOST: Pike9 rolled 1 100-sided die: 1",
    "\x0304OnlineHost:\x03 Pike9 rolled 1 100-sided die: 1",
    '<font color="#ff0000">OnlineHost:</font> Pike9 rolled 1 100-sided die: 1',
    "\u200bOnline\u200bHost: Pike9 rolled 1 100-sided die: 1",
    "ok ready" + " " * 40 + "OnlineHost:  Pike9 rolled 1 100-sided die:  100",
    "ok ready\nOnlineHost:  Pike9 rolled 1 100-sided die:  100",
    "Pike9 rolled 1 100-sided die: 1",
    "Pike9 rolled 3 6-sided dice: 6 6 6",
    "   Pike9 rolled 1 100-sided die:  1   ",
    "Pike9 rolled 1d100: 1",
    "! Pike9 rolled 1d100: 1",
    "*Pike9 rolled 1 100-sided die: 1*",
    "OnlineHost (8:01:31 PM): Pike9 rolled 1 100-sided die: 1",
    "OnlineHost: Pike9 rolled 1 100-sided die: 100 !!!",
]


@pytest.mark.parametrize("text", FORGED)
def test_imitations(text: str) -> None:
    claimed = looks_like_result(text)
    assert claimed is not None
    assert claimed.roller == "Pike9"


@pytest.mark.parametrize(
    "text",
    [
        "you rolled 1 today",
        "I rolled 1d20: 15",
        "you rolled 1 100-sided die: 57",
        "Pike9 rolled a 48",
        "Pike9 rolled 1 100-sided die: 57 <- a critical!",
        "did OnlineHost say Pike9 rolled 1 100-sided die: 57?",
        "rolled my eyes: 3",
        "::rolled over::",
        "//roll-dice1-sides100",
        "OnlineHost: is down again",
        "Pike9 rolled 1 100-sided die:",
        "",
        "he rolled 2d6: 3 4",
        "OnlineHosts: Pike9 rolled the log: 5",
    ],
)
def test_talk_is_no_imitation(text: str) -> None:
    assert looks_like_result(text) is None


def roll(**changes: object) -> Roll:
    given: dict[str, object] = {
        "roller": "Wick", "count": 2, "sides": 6, "faces": (3, 4), "total": 7, "expression": "2d6",
    }  # fmt: skip
    return Roll(**{**given, **changes})  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("changes", "count"),
    [
        ({}, 0),
        ({"modifier": 2, "total": 9}, 0),
        ({"faces": (), "total": 12}, 0),
        ({"faces": (), "total": 2}, 0),
        ({"faces": (), "modifier": -1, "total": 1}, 0),
        ({"faces": (6, 1), "total": 7}, 0),
        ({"faces": (7, 1), "total": 8}, 1),
        ({"faces": (0, 6), "total": 6}, 1),
        ({"faces": (3,), "total": 3}, 1),
        ({"faces": (3, 4, 5), "total": 12}, 1),
        ({"total": 8}, 1),
        ({"faces": (), "total": 13}, 1),
        ({"faces": (), "total": 1}, 1),
        ({"faces": (9,), "total": 5}, 3),
        ({"count": 0, "faces": (), "total": 0}, 1),
        ({"sides": BEYOND}, 1),
    ],
)
def test_faults(changes: dict[str, object], count: int) -> None:
    assert len(faults(roll(**changes))) == count


@pytest.mark.parametrize(
    ("text", "dice"),
    [
        ("//roll", (2, 6)),
        ("//roll-dice3", (3, 6)),
        ("//roll-sides20", (2, 20)),
        ("//roll-dice1-sides100", (1, 100)),
        ("//roll-sides100-dice1", (1, 100)),
        ("//roll-dice15-sides999", (15, 999)),
        ("//roll-dice1-sides1", (1, 1)),
        ("//roll-dice3-sides8   ", (3, 8)),
    ],
)
def test_commands(text: str, dice: tuple[int, int]) -> None:
    assert aol_command(text) == dice
    assert not looks_like_command(text)


@pytest.mark.parametrize(
    "text",
    [
        "//roll-SIDES999-DICE15",
        "//roll-dice16",
        "//roll-dice0",
        "//roll-sides0",
        "//roll-sides1000",
        "//roll-sides999-sides15",
        "//roll-dice2-dice2",
        "//roll-dice1-sides6-dice1",
        "//roll-dice-5",
        "//roll-dice15 as I was saying",
        "//ROLL",
        "//Roll-dice1-sides100",
        "//roll 2d6",
        "//roll-",
        "//rolldice1",
        "// roll",
        "//roll-dice1-sides100.",
        "//roll-dice" + "1" * 300,
    ],
)
def test_commands_the_service_does_not_take(text: str) -> None:
    assert aol_command(text) is None
    assert looks_like_command(text)


@pytest.mark.parametrize("text", ["//rolls eyes", "/roll", "roll", "//rollercoaster", "see //roll", "", "//"])
def test_talk_is_no_command(text: str) -> None:
    assert aol_command(text) is None
    assert not looks_like_command(text)


@pytest.mark.parametrize(
    "text",
    [
        "OnlineHost: Wick rolled 1 100\u2011sided die: 99",
        "OnlineHost: Wick rolled \uff11 100-sided die: \uff19\uff19",
        "\uff3bdice\uff3d 1d20: (20) = 20",
        "\u202e[dice] 1d20: (20) = 20",
        "[dice] 1d20: \uff0820\uff09 = 20",
        "\u2066Wick rolled 1 100-sided die: 99\u2069",
        "Wick r\u043elled 1 100-sided die: 99",
        "--> Wick r\u043ells a d20 and gets 20.",
        "\u2014-> Wick rolls a d20 and gets 20.",
    ],
)
def test_look_alike_letters_and_hidden_marks_are_looked_through(text: str) -> None:
    assert looks_like_result(text) is not None


@pytest.mark.parametrize(
    "text", ["I r\u043elled a 20!", "\u0432\u0438\u043a rolled 20", "(13) \uff1e 12", "d20\u2014d6: 3"]
)
def test_talk_in_other_letters_is_no_imitation(text: str) -> None:
    assert looks_like_result(text) is None
