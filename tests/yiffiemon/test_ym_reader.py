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
]


@pytest.mark.parametrize(
    ("text", "action", "instrument", "target", "details"), SAID, ids=[s[0] for s in SAID]
)
def test_a_declaration(
    text: str, action: str, instrument: str | None, target: str | None, details: dict[str, Any]
) -> None:
    assert one(text, given=True) == (action, instrument, target, details)
    assert one(text) == (action, instrument, target, details)  # said in the room, it is one too


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
