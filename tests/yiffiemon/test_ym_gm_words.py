"""What a GM's words come to, message by message: the acts that the room's flow is made of. What they change
is tested by the cases in fixtures."""

from __future__ import annotations

import pytest

from calledshot_yiffiemon import acts

NAMES = {
    "ysolde": "Ysolde",
    "bram": "Bram",
    "thetroll": "Troll",
    "troll": "Troll",
    "oldbull": "Old Bull",
    "wolf1": "Wolf 1",
    "wolf2": "Wolf 2",
    "wolf3": "Wolf 3",
}


def told(text: str) -> list[str]:
    """The acts of a GM's message, each as its name and what it holds."""
    found = []
    for act in acts.read(text, NAMES, None, pgm=True):  # type: ignore[arg-type]
        skipped = ("text", "column", "end_column")
        held = [getattr(act, key) for key in act.__struct_fields__ if key not in skipped]
        found.append(" ".join([type(act).__name__, *(str(one) for one in held if one not in (None, "", ()))]))
    return found


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("Ysolde: Severe Success by 12", ["Result SS 12 Ysolde"]),
        ("Severe Success, Ysolde, by 12!", ["Result SS 12 Ysolde"]),
        ("That's a severe success by 12", ["Result SS 12"]),
        ("ouch, Critical Failure Ysolde", ["Result CF Ysolde"]),
        ("Normal Success by 14 for Ysolde.", ["Result NS 14 Ysolde"]),
        ("Old Bull's attack: SS 12", ["Result SS 12 Old Bull attack"]),
        ("Ysolde's attack skill check is a But Success", ["Result BS Ysolde attack skill"]),
        ("the troll makes its Con check, normal success", ["Result NS Troll con"]),
        ("Deadly Hit by 61!", ["Result CS 61"]),
    ],
)
def test_a_level_is_told(text: str, wanted: list[str]) -> None:
    assert told(text) == wanted


def test_who_is_named_after_a_level_and_does_something_did_not_roll_it() -> None:
    assert told("Normal Success, the troll takes it badly")[0] == "Result NS"


@pytest.mark.parametrize(
    "text", ["ns", "lol cs is a fun game", "Ysolde's move check fails", "what a failure of a plan?"]
)
def test_chatter_tells_no_level_and_calls_no_turn(text: str) -> None:
    assert not [one for one in told(text) if one.startswith("Turn")]
    assert not [one for one in told(text) if one.startswith(("Result CS", "Result NS"))]


@pytest.mark.parametrize(
    ("text", "who"),
    [
        ("Bram's turn", "Bram"),
        ("Bram, you're up", "Bram"),
        ("Bram's up", "Bram"),
        ("next is Old Bull's turn", "Old Bull"),
    ],
)
def test_a_turn_is_called(text: str, who: str) -> None:
    assert told(text) == [f"Turn {who}"]


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("Ysolde gets two levels of Bleeding 1", ["Levels Ysolde Bleeding1 2 False"]),
        ("Bram loses all Bleeding 2", ["Levels Bram Bleeding2 False"]),
        ("Bram loses a level of Stopped 1", ["Levels Bram Stopped1 -1 False"]),
        ("Ysolde is off guard", ["Levels Ysolde OffGuard1 1 True"]),
        ("Ysolde is now bleeding 2 (3 levels)", ["Levels Ysolde Bleeding2 3 True"]),
        ("Bram has 2 levels of Fatigue Bleeding 3", ["Levels Bram FB3 2 True"]),
        ("Ysolde gains 2 levels of Threaten By 2 from the troll", ["Levels Ysolde TB2 2 Troll False"]),
    ],
)
def test_levels_are_told(text: str, wanted: list[str]) -> None:
    assert told(text) == wanted


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("Ysolde and Bram are surprised", ["Flag Ysolde surprised True", "Flag Bram surprised True"]),
        (
            "Ysolde, Bram and the troll fall prone",
            ["Flag Ysolde prone True", "Flag Bram prone True", "Flag Troll prone True"],
        ),
        ("nobody is surprised", []),
        ("Bram gets up", ["Flag Bram prone False"]),
        ("Wolf 2 flees", ["Flag Wolf 2 gone True"]),
        ("The wolves run away", [f"Flag Wolf {number} gone True" for number in (1, 2, 3)]),
        ("two wolves are dead", ["Flag Wolf 1 dead True", "Flag Wolf 2 dead True"]),
    ],
)
def test_states_are_told(text: str, wanted: list[str]) -> None:
    assert told(text) == wanted


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("Combat! Ysolde, the troll and two wolves", ["Opens ('Ysolde', 'Troll', 'Wolf 1', 'Wolf 2')"]),
        ("The fight begins: Old Bull vs Bram", ["Opens ('Old Bull', 'Bram')"]),
        ("The fight begins!", ["Opens"]),
        ("Combat's over", []),
        ("combat is over", []),
        ("is combat over?", []),
    ],
)
def test_combat_opens(text: str, wanted: list[str]) -> None:
    assert told(text) == wanted


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("Ysolde has -10 on her next attack", ["Modifier Ysolde -10 attack"]),
        ("Bram is at +5 on all checks until his next turn", ["Modifier Bram 5 turn"]),
        ("the troll has +4 on attack rolls against Bram", ["Modifier Troll 4 attack Bram"]),
        ("Bram gets a free attack on the troll", ["Grants Bram Troll"]),
        ("The troll takes its AoO on Ysolde", ["Takes Troll Ysolde False"]),
        ("The troll passes", ["Takes Troll True"]),
        ("Ysolde takes 12 subdual damage", ["Hurts Ysolde 12 subdual"]),
        ("Ysolde's Threaten By pool rises to 5", ["Figure Ysolde pool 5.0"]),
        ("Wolf 2 is forced to move 3 Moves", ["Forced Wolf 2 3.0"]),
    ],
)
def test_other_words(text: str, wanted: list[str]) -> None:
    assert told(text) == wanted


def test_strangers_stand_in_a_roll_call_that_is_nothing_else() -> None:
    assert told("Combat! Ysolde, the Ogre and two wolves") == ["Opens ('Ysolde', 'Ogre', 'Wolf 1', 'Wolf 2')"]
    assert told("Combat! Fox, Hound") == ["Opens ('Fox', 'Hound')"]
    assert told("Combat begins, Fox and Hound") == ["Opens ('Fox', 'Hound')"]
    assert told("Combat! Let's go, everyone") == ["Opens"]
