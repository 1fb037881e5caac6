"""What players type, and the strict form of it; expected by the grammar of the inventory, section 6."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from calledshot.api import Campaign, Lexicon, Reading
from calledshot_yiffiemon import reader, writing
from calledshot_yiffiemon.schema import Rulebook, Sheet, Weapon
from calledshot_yiffiemon.vocabulary import lexicon

ANN = Sheet(weapons=[Weapon(name="bastard sword"), Weapon(name="long bow", kind="ranged")])
CAMPAIGN = Campaign(
    rulebook=Rulebook(),
    sheets={"Ann": ANN, "Bo": Sheet(), "Orc": Sheet(), "Troll": Sheet(), "Ar: cher": Sheet()},
)
WORDS: Lexicon = lexicon(CAMPAIGN)


def read(text: str, **how: bool) -> Reading:
    return reader.read_declaration(text, WORDS, **how)


def one(text: str, **how: bool) -> tuple[Any, ...]:
    (move,) = read(text, **how).moves
    return move.action, move.instrument, move.target, move.details


def e(count: float, direction: str) -> dict[str, Any]:
    return {"count": count, "direction": direction}


SAID: list[tuple[str, str, str | None, str | None, dict[str, Any]]] = [
    ("attack troll with bastard sword", "attack", "bastard sword", "Troll", {}),
    ("I swing my sword at the Troll!", "attack", "bastard sword", "Troll", {}),
    ("melee assist", "melee_assist", None, None, {}),
    ("melee assist, choose b for Orc", "melee_assist", None, None, {"choose": {"Orc": "b"}}),
    (
        "melee assist, choose a for Orc, b for the troll",
        "melee_assist",
        None,
        None,
        {"choose": {"Orc": "a", "Troll": "b"}},
    ),
    ("ranged assist with bow", "ranged_assist", "long bow", None, {}),
    (
        "spend arrow on Orc's attack: attacker a, defender b",
        "spend",
        None,
        "Orc",
        {"spend": {"attacker": "a", "defender": "b"}},
    ),
    ("charge troll", "charge", None, "Troll", {}),
    ("cross their guard: troll", "cross_guard", None, "Troll", {}),
    ("cross the Troll's guard", "cross_guard", None, "Troll", {}),
    ("slip inside ar: cher's guard", "cross_guard", None, "Ar: cher", {}),
    ("dive attack on troll", "dive", None, "Troll", {}),
    ("move 6 toward troll", "move", None, "Troll", {"path": [{"count": 6, "toward": "Troll"}]}),
    ("move 3 n, 2 ne", "move", None, None, {"path": [e(3, "n"), e(2, "ne")]}),
    ("move 3 n then see", "move", None, None, {"path": [e(3, "n")], "later": "then see"}),
    ("run 8 n", "run", None, None, {"path": [e(8, "n")], "run": True}),
    (
        "slide troll 3 w, I go 2 sw",
        "slide",
        None,
        "Troll",
        {"path": [e(3, "w")], "other_path": [e(2, "sw")]},
    ),
    ("push troll 2 n", "push", None, "Troll", {"path": [e(2, "n")]}),
    ("push the orc 2 e and follow", "push", None, "Orc", {"path": [e(2, "e")], "follows": True}),
    ("wait 1", "wait", None, None, {"wait": 1}),
    ("I wait half an init", "wait", None, None, {"wait": 0.5}),
    ("fight defensively", "fight_defensively", None, None, {}),
    ("stop fighting defensively", "stop_defending", None, None, {}),
    (
        "threaten troll 2, assist Bo 1",
        "threaten",
        None,
        None,
        {
            "allocate": [
                {"kind": "TB2", "on": "Troll", "levels": 2},
                {"kind": "CAB", "on": "Bo", "levels": 1},
            ]
        },
    ),
    ("hamper Orc 1", "threaten", None, None, {"allocate": [{"kind": "HB", "on": "Orc", "levels": 1}]}),
    ("set bow range long", "threat_distance", "long bow", None, {"band": "long"}),
    ("set my bow's threat distance to shorter", "threat_distance", "long bow", None, {"band": "shorter"}),
    ("aim bow north", "threat_distance", "long bow", None, {"direction": "n"}),
    ("heal Bo", "heal", None, "Bo", {}),
    ("heal myself", "heal", None, None, {"himself": True}),
    ("take the opportunity on troll", "opportunity", None, "Troll", {}),
    ("attack skill check", "check", None, None, {"check": "attack_skill"}),
    ("move 3", "move", None, None, {"path": [{"count": 3}]}),
    ("move toward troll 6", "move", None, "Troll", {"path": [{"count": 6, "toward": "Troll"}]}),
    ("approach the orc", "move", None, "Orc", {"path": [{"toward": "Orc"}]}),
    ("back away from the orc", "move", None, None, {"path": [{"away": "Orc"}]}),
    ("push troll 2", "push", None, "Troll", {"path": [{"count": 2}]}),
    ("push the troll into the wall 2 n", "push", None, "Troll", {"path": [e(2, "n")], "wall": True}),
    ("pivot around orc and push it 2 e", "push", None, "Orc", {"path": [e(2, "e")], "pivot": True}),
    ("slide orc 2 n and follow", "slide", None, "Orc", {"path": [e(2, "n")], "other_path": [e(2, "n")]}),
    ("aim bow at troll", "threat_distance", "long bow", None, {"direction": "toward Troll"}),
    ("cross the guard of the orc", "cross_guard", None, "Orc", {}),
    ("hold 1 init", "wait", None, None, {"wait": 1}),
    ("melee assist: Orc a, Bo b", "melee_assist", None, None, {"choose": {"Orc": "a", "Bo": "b"}}),
    ("spend an arrow on the orc's attack", "spend", None, "Orc", {"spend": {}}),
    ("attack of opportunity on the orc", "opportunity", None, "Orc", {}),
    ("push troll 2 e as my AoO", "opportunity", None, "Troll", {"path": [e(2, "e")], "what": "push"}),
    (
        "threaten orc 1, troll 2",
        "threaten",
        None,
        None,
        {
            "allocate": [
                {"kind": "TB2", "on": "Orc", "levels": 1},
                {"kind": "TB2", "on": "Troll", "levels": 2},
            ]
        },
    ),
    (
        "put 1 hamper on troll, 1 CAB on Bo",
        "threaten",
        None,
        None,
        {
            "allocate": [
                {"kind": "HB", "on": "Troll", "levels": 1},
                {"kind": "CAB", "on": "Bo", "levels": 1},
            ]
        },
    ),
]
GIVEN: list[tuple[str, str, str | None, str | None, dict[str, Any]]] = [
    ("chrage the troll", "charge", None, "Troll", {}),
    ("puhs troll 2 n", "push", None, "Troll", {"path": [e(2, "n")]}),
    ("fight defensivly", "fight_defensively", None, None, {}),
    ("move 6 twoard troll", "move", None, "Troll", {"path": [{"count": 6, "toward": "Troll"}]}),
    ("cross orcs gaurd", "cross_guard", None, "Orc", {}),
    ("cross sentinel's guard", "cross_guard", None, "sentinel", {}),
    ("threaten troll", "threaten", None, None, {"allocate": [{"kind": "TB2", "on": "Troll", "levels": 1}]}),
    ("melee assist (a)", "melee_assist", None, None, {"choose": {"": "a"}}),
    ("take the opportunity on troll: push", "opportunity", None, "Troll", {"what": "push"}),
    ("*swings at the orc*", "attack", None, "Orc", {}),
    ("wait .5", "wait", None, None, {"wait": 0.5}),
    ("wait 1/2", "wait", None, None, {"wait": 0.5}),
    ("spend an arrow, attacker a, on Bo's attack", "spend", None, "Bo", {"spend": {"attacker": "a"}}),
    ("move 3 n; rest later", "move", None, None, {"path": [e(3, "n")], "later": "rest later"}),
]
"""What is one only where a move is waited for, or is written in a hurry."""
TOLD: list[tuple[str, str, str, str | None, dict[str, Any]]] = [
    ("the orc charges Bo", "Orc", "charge", "Bo", {}),
    ("The troll shoves Ann 2 north", "Troll", "push", "Ann", {"path": [e(2, "n")]}),
    ("Orc fights defensively", "Orc", "fight_defensively", None, {}),
    ("The orc waits 1 init", "Orc", "wait", None, {"wait": 1}),
    (
        "The troll threatens Ann 2",
        "Troll",
        "threaten",
        None,
        {"allocate": [{"kind": "TB2", "on": "Ann", "levels": 2}]},
    ),
    ("The orc slips inside Ann's guard", "Orc", "cross_guard", "Ann", {}),
    ("Orc makes a will check", "Orc", "check", None, {"check": "will"}),
]
"""What a game master tells of somebody: who, and what he does."""


@pytest.mark.parametrize(
    ("text", "action", "instrument", "target", "details"), SAID, ids=[s[0] for s in SAID]
)
def test_a_declaration(
    text: str, action: str, instrument: str | None, target: str | None, details: dict[str, Any]
) -> None:
    assert one(text, given=True) == (action, instrument, target, details)
    assert one(text) == (action, instrument, target, details)  # said in the room, it is one too


@pytest.mark.parametrize(
    ("text", "action", "instrument", "target", "details"), GIVEN, ids=[s[0] for s in GIVEN]
)
def test_what_is_offered_as_a_declaration(
    text: str, action: str, instrument: str | None, target: str | None, details: dict[str, Any]
) -> None:
    assert one(text, given=True) == (action, instrument, target, details)


@pytest.mark.parametrize(("text", "who", "action", "target", "details"), TOLD, ids=[s[0] for s in TOLD])
def test_what_is_told_of_somebody(
    text: str, who: str, action: str, target: str | None, details: dict[str, Any]
) -> None:
    reading = read(text)
    (move,) = reading.moves
    assert (reading.subject, move.action, move.target, move.details) == (who, action, target, details)
    assert reading.candidate and text[move.column - 1 : move.end_column - 1] == move.text


def test_words_left_over_are_not_lost() -> None:
    assert [slip.said for slip in read("threaten orc 1, purple monkeys", given=True).slips] == [
        "purple monkeys"
    ]
    assert read("I want to threaten the orc 1, please", given=True).slips == ()


def test_passing_is_an_answer() -> None:
    assert one("pass", given=True) == ("pass", None, None, {})
    assert read("pass").moves == ()  # in a room, unasked, it may be anything


def test_several_moves_of_one_message() -> None:
    moves = read("I move in 4 moves toward the troll, then attack it").moves
    assert [(move.action, move.target) for move in moves] == [("move", "Troll"), ("attack", "Troll")]
    moves = read("wait 1, attack skill check", given=True).moves
    assert [move.action for move in moves] == ["wait", "check"]


@pytest.mark.parametrize(
    "text",
    [
        "lol nice hit",
        "should we attack the troll?",
        "you should threaten the orc 2",
        "did she cross the troll's guard?",
        "I move that we take a break",
        "the orc was charging 3 people yesterday",
        "wait 5 mins",
        "wait for init",
        "wait for the GM",
        "charge your phone",
        "my dodge check failed",
        "that attack skill check was awful",
        "the troll threatens 3 villages",
        "the orc looks at Ann hungrily",
        "I threaten to quit",
        "help Bo 2",
        "aim high",
        "set a long table",
    ],
)
def test_talk_is_no_declaration(text: str) -> None:
    assert [move for move in read(text).moves if not read(text).candidate] == []


@pytest.mark.parametrize("text", [row[0] for row in SAID])
def test_columns_stand_in_the_text(text: str) -> None:
    padded = f"  {text}"
    for move in read(padded, given=True).moves:
        assert padded[move.column - 1 : move.end_column - 1] == move.text
        assert move.text.strip() == move.text


@pytest.mark.parametrize("text", [row[0] for row in SAID])
def test_the_strict_form_reads_back(text: str) -> None:
    first = read(text, given=True)
    written = writing.declaration(first.moves)
    second = read(written, given=True)
    bare = [(m.action, m.instrument, m.target, m.details) for m in first.moves]
    assert [(m.action, m.instrument, m.target, m.details) for m in second.moves] == bare
    assert writing.declaration(second.moves) == written


@given(st.text(max_size=200))
def test_no_text_breaks_the_reading(text: str) -> None:
    for move in read(text, given=True).moves:
        assert 1 <= move.column <= move.end_column <= len(text) + 1


@pytest.mark.parametrize(
    "piece", ["threaten orc ", "cross ", "choose a for ", "wait 1 ", "aim x ", "spend arrow on ", "a "]
)
def test_hostile_text_stays_cheap(piece: str) -> None:
    read(piece * (100_000 // len(piece)), given=True)
