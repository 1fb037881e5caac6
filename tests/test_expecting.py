"""What a worked example expects, laid beside results: every rule of the comparison, both ways."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from calledshot.expecting import Forms, explains, plain, says, unmet


def paths(expected: dict[str, Any], results: dict[str, Any], **options: Any) -> list[str]:
    return [path for path, *_ in unmet(expected, plain(results), **options)]


@pytest.mark.parametrize(
    ("expected", "results"),
    [
        ({"hp": 1}, {"hp": 1.0}),
        ({"hp": 0.75}, {"hp": Fraction(3, 4)}),
        ({"state": {"Bo": {"hp": 3}}}, {"state": {"Bo": {"hp": 3, "prone": False}, "Orc": {}}}),
        ({"formula": "1D10+3"}, {"formula": "1d10 + 3"}),
        ({"slots": [["move", "F"], ["attack", "A"]]}, {"slots": [["move", "F"], ["attack", "A"]]}),
        ({"effects": [{"value": -6}]}, {"effects": [{"value": -6, "until": "later"}]}),
        ({"level": 4}, {"level": {"": 4, "Bo": 4, "Orc": 0}}),
        ({"level": {"Orc": 0}}, {"level": {"": 4, "Bo": 4, "Orc": 0}}),
        ({"damage": [1, 2]}, {"damage": {"": [1, 2], "Bo": 2}}),
        ({"winner": None}, {"winner": None}),
        ({"winner": "unknown"}, {"winner": None}),
        ({"effects": [{"against": None}]}, {"effects": [{"value": 1}]}),
        ({"hp": 3, "note": "never looked at"}, {"hp": 3}),
        ({"hp": 3, "state": {"note": "nor here"}}, {"hp": 3, "state": {}}),
        ({"asks": ["what of the bolt (XY-7)"]}, {"asks": ["another (XY-1)", "Where does it land? (XY-7)"]}),
        ({"asks": []}, {"asks": []}),
        ({"asks": {"a": ["bolt (XY-7)"]}}, {"asks": {"a": ["where to? (XY-7)"], "b": []}}),
        ({"ruling": {"b": "spell fails"}}, {"ruling": {"a": "legal", "b": "the spell fails"}}),
        ({"ruling": "spell fails"}, {"ruling": ["legal", "the spell fails"]}),
        ({"rulings": [["b", "legal", ""]]}, {"rulings": [["a", "illegal", "x"], ["b", "legal", "y"]]}),
        (
            {"rulings": [["a", "illegal", "weapon too large"]]},
            {"rulings": [["a", "illegal", "too large: L"]]},
        ),
        ({"1": 2}, {1: 2}),
        ({"init": 170}, {"init": {"Bo": 170}}),
        ({"init": {"Bo": 170}}, {"init": {"Bo": 170}}),
        ({"moves": [170, 70]}, {"moves": {"Bo": [170, 70]}}),
        ({"state": {"hp": 3}}, {"state": {"Bo": {"hp": 3}}}),
    ],
)
def test_what_matches(expected: dict[str, Any], results: dict[str, Any]) -> None:
    assert paths(expected, results) == []


@pytest.mark.parametrize(
    ("expected", "results", "where"),
    [
        ({"hp": 1}, {"hp": 2}, "hp"),
        ({"hit": True}, {"hit": 1}, "hit"),
        ({"init": 170}, {"init": {"Bo": 170, "Orc": 170}}, "init"),
        ({"state": {"Orc": {"hp": 3}}}, {"state": {"Bo": {"hp": 3}}}, "state.Orc"),
        ({"asks": {"a": ["bolt (XY-7)"]}}, {"asks": {"a": [], "b": ["where to? (XY-7)"]}}, "asks.a"),
        ({"state": {}}, {"state": 3}, "state"),
        ({"hp": 1}, {}, "hp"),
        ({"winner": None}, {}, "winner"),
        ({"winner": None}, {"winner": "Bo"}, "winner"),
        ({"state": {"Bo": {"hp": 3}}}, {"state": {"Bo": {"hp": 4}}}, "state.Bo.hp"),
        ({"state": {"Bo": {"hp": 3}}}, {"state": {"Bo": {}}}, "state.Bo.hp"),
        ({"state": {"Bo": {"hp": 3}}}, {"state": [3]}, "state"),
        ({"slots": [["move", "F"]]}, {"slots": [["move", "F"], ["attack", "A"]]}, "slots"),
        ({"slots": [["a", 1], ["b", 2]]}, {"slots": [["b", 2], ["a", 1]]}, "slots[0]"),
        ({"slots": [["attack goblin", "F"]]}, {"slots": [["attack orc", "F"]]}, "slots[0]"),
        ({"effects": [{"value": -6}]}, {"effects": [{"value": 6}]}, "effects[0].value"),
        ({"asks": ["what of the bolt (XY-7)"]}, {"asks": ["what of the bolt (XY-8)"]}, "asks"),
        ({"asks": []}, {"asks": ["anything"]}, "asks"),
        ({"ruling": "legal"}, {"ruling": "illegal"}, "ruling"),
        ({"ruling": "legal"}, {"ruling": None}, "ruling"),
        ({"rulings": [["a", "legal", ""]]}, {"rulings": [["a", "illegal", ""]]}, "rulings[0]"),
        ({"rulings": [["a", "illegal", "too large"]]}, {"rulings": [["a", "illegal", "no"]]}, "rulings[0]"),
        (
            {"rulings": [["b", "legal", ""], ["a", "legal", ""]]},
            {"rulings": [["a", "legal", ""], ["b", "legal", ""]]},
            "rulings[1]",
        ),
    ],
)  # fmt: skip
def test_what_does_not_match(expected: dict[str, Any], results: dict[str, Any], where: str) -> None:
    assert where in paths(expected, results)


@pytest.mark.parametrize(
    ("expected", "found", "same"),
    [
        ("until her next turn", "ends with the next turn", True),
        ("normal attack with modifier -31, damage +2", "a normal attack, modifier -31 and damage 2", True),
        ("normal attack with modifier -31, damage +2", "a normal attack, modifier 31 and damage 2", False),
        ("normal attack with modifier -31, damage +2", "a normal attack, modifier -31 and damage 3", False),
        ("XY-607", "until he assists anew (XY-607)", True),
        ("XY-607", "until he assists anew (XY-608)", False),
        ("anything at all (XY-607)", "quite other words (XY-607)", True),
        ("after very slow, before step 5", "in the slots of step 5", False),
        ("", "whatever", True),
        ("attacks", "Attacking", True),
    ],
)
def test_free_words(expected: str, found: str, same: bool) -> None:
    assert says(expected, found) is same


def test_a_name_in_free_words_must_be_there() -> None:
    assert paths({"until": "Orc next turn"}, {"until": "Bo's next turn"}) == []
    assert paths({"until": "Orc next turn"}, {"until": "Bo's next turn"}, names=["Bo", "Orc"]) == ["until"]
    assert paths({"until": "Orc next turn"}, {"until": "the next turn of Orc"}, names=["Bo", "Orc"]) == []


@pytest.mark.parametrize(
    ("expected", "found", "same"),
    [
        ("cost 2+4.5=6.5 -> 7 > 6", "costs 6.5, so 7 of 6", True),
        ("cost 2+4.5=6.5 -> 7 > 6", "too far", False),
        ("not a permitted action", "while held this action is not permitted", True),
        ("weapon too large", "", False),
        ("", "", True),
    ],
)
def test_reasons(expected: str, found: str, same: bool) -> None:
    assert explains(expected, found) is same


def test_lists_in_any_order_where_the_stage_says_so() -> None:
    expected = {"offers": ["Orc", "Ogre"]}
    assert paths(expected, {"offers": ["Ogre", "Orc"]}) == ["offers"]
    assert paths(expected, {"offers": ["Ogre", "Orc"]}, unordered=["offers"]) == []
    assert paths(expected, {"offers": ["Ogre", "Ogre"]}, unordered=["offers"]) == ["offers"]
    assert paths(expected, {"offers": {"Orc", "Ogre"}}, unordered=["offers"]) == []


def test_prose_keys_of_a_stage() -> None:
    assert paths({"second": "ends the first"}, {"second": "the first one ends"}) == ["second"]
    assert paths({"second": "ends the first"}, {"second": "the first one ends"}, prose=["second"]) == []


@pytest.mark.parametrize(("slots", "met"), [("attack", True), ("shot", True), ("walk", False)])
def test_a_result_in_several_forms(slots: str, met: bool) -> None:
    found = {"slots": Forms(([["attack", "A"]], [["shot", "A"]]))}
    assert (paths({"slots": [[slots, "A"]]}, found) == []) is met
    assert (paths({"slots": [[slots, "A"]]}, {"slots": {"a": found["slots"]}}) == []) is met
