"""What the DM's and the players' words do in the notes' own terms; talk does nothing."""

from __future__ import annotations

import time
from typing import Any

import pytest

from calledshot_combat_notes import acts, sayings

NAMES = {"alda": "Alda", "kay": "Kay", "mira": "Mira", "ogre": "Ogre", "orc1": "Orc 1", "orc": "Orc 1"}


def one(text: str, *, pgm: bool = True) -> Any:
    found = sayings.read(text, NAMES, pgm=pgm)
    assert len(found) == 1, found
    return found[0]


@pytest.mark.parametrize(
    ("text", "slot"),
    [
        ("Fast:", 2),
        ("Very fast!", 1),
        ("the slow phase", 4),
        ("Very Slow phase", 5),
        ("vs:", 5),
        ("End slots", 6),
    ],
)
def test_phases(text: str, slot: int) -> None:
    act = one(text)
    assert isinstance(act, acts.PhaseCall)
    assert act.slot == slot


@pytest.mark.parametrize("text", ["a", "s", "fast horses ahead", "that was fast", "Alda is slow to answer"])
def test_phases_in_passing_are_no_calls(text: str) -> None:
    assert sayings.read(text, NAMES, pgm=True) == []


@pytest.mark.parametrize(
    ("text", "who", "by", "free"),
    [
        ("the ogre holds Kay", "Kay", "Ogre", False),
        ("Ogre grapples Kay!", "Kay", "Ogre", False),
        ("Kay is held by the ogre", "Kay", "Ogre", False),
        ("Kay breaks free", "Kay", None, True),
        ("the ogre lets go of Kay", "Kay", None, True),
    ],
)
def test_holds(text: str, who: str, by: str | None, free: bool) -> None:
    act = one(text)
    assert isinstance(act, acts.Held)
    assert (act.who, act.by, act.free) == (who, by, free)


@pytest.mark.parametrize(
    ("text", "pgm", "taken", "who", "against"),
    [
        ("Alda takes the opportunity on the orc", True, True, "Alda", "Orc 1"),
        ("I take my attack of opportunity", False, True, None, None),
        ("AoO on the orc", False, True, None, "Orc 1"),
        ("pass", False, False, None, None),
        ("Alda passes", True, False, "Alda", None),
        ("no AoO", True, False, None, None),
    ],
)
def test_opportunities(text: str, pgm: bool, taken: bool, who: str | None, against: str | None) -> None:
    act = one(text, pgm=pgm)
    assert isinstance(act, acts.Opportunity)
    assert (act.taken, act.who, act.against) == (taken, who, against)


@pytest.mark.parametrize(
    ("text", "topic", "who", "words"),
    [
        ("critical event: the lamp falls. Everybody ducks.", "critical_event", None, None),
        ("Fumble: drops his sword", "fumble", None, "drops his sword"),
        ("Kay's MV: 9", "encumbrance", "Kay", "9"),
        ("item save: 12", "item_save", None, "12"),
        ("morale: the orc runs", "closing", None, "the orc runs"),
    ],
)
def test_answers_by_topic(text: str, topic: str, who: str | None, words: str | None) -> None:
    act = one(text)
    assert isinstance(act, acts.Told)
    assert (act.topic, act.who) == (topic, who)
    assert words is None or act.words == words
    assert sayings.read(text, NAMES, pgm=False) == []


def test_places_several_in_a_line() -> None:
    found = sayings.read("Alda is at (0,3), Orc 1 at (-2, 4)", NAMES, pgm=True)
    assert [(act.who, act.at) for act in found if isinstance(act, acts.Placed)] == [
        ("Alda", (0, 3)),
        ("Orc 1", (-2, 4)),
    ]


def test_the_rest() -> None:
    assert one("missile scale").scale == "missile"
    assert one("Kay, roll for the party").who == "Kay"
    assert one("a high attack").height == "high"
    assert one("the party wins initiative").side == "party"
    assert one("the orc threatens Kay").on
    assert not one("the orc no longer threatens Kay").on
    assert one("Mira's casting is interrupted").who == "Mira"
    assert one("declaration order: Kay, Alda").names == ("Kay", "Alda")
    assert one("hidden: the ogre attacks Kay").words == "the ogre attacks Kay"
    assert one("Kay is prone").prone
    assert not one("Kay gets up").prone
    assert isinstance(one("I abandon my action", pgm=False), acts.Abandons)


@pytest.mark.parametrize(
    "text",
    [
        "nice shot!",
        "Kay hits",
        "the goblin holds Kay",
        "who passes the salt?",
        "brb, dinner",
        "Alda attacks the orc",
        "",
    ],
)
def test_talk_does_nothing(text: str) -> None:
    assert sayings.read(text, NAMES, pgm=True) == []


@pytest.mark.parametrize(
    "text",
    [
        "a " * 5000,
        "(" * 5000,
        "Alda is at (" * 500,
        "the " * 3000 + "holds",
        "x: " * 3000,
        "\ud800",
        "fumble:" * 900,
    ],
)
def test_odd_texts_are_quick(text: str) -> None:
    start = time.perf_counter()
    sayings.read(text, NAMES, pgm=True)
    assert time.perf_counter() - start < 0.5
