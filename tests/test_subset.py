"""What a case may expect: subsets, exact lists of numbers, and the word for null."""

from __future__ import annotations

import pytest

from calledshot.subset import differences, matches, nearest

PRODUCED = {
    "kind": "initiative",
    "values": {"total": 170, "moves": [170, 70], "why": None},
    "clauses": ["A-1", "A-2"],
    "ok": True,
}


@pytest.mark.parametrize(
    "expected",
    [
        {},
        {"kind": "initiative"},
        {"values": {"moves": [170, 70]}},
        {"values": {"total": 170.0}},
        {"clauses": ["A-2"]},
        {"clauses": ["A-2", "A-1"]},
        {"values": {"why": "unknown"}},
        {"ok": True},
    ],
)
def test_a_part_matches(expected: dict[str, object]) -> None:
    assert matches(expected, PRODUCED)
    assert differences(expected, PRODUCED) == []


@pytest.mark.parametrize(
    "expected",
    [
        {"kind": "attack"},
        {"values": {"moves": [70, 170]}},
        {"values": {"moves": [170]}},
        {"values": {"moves": []}},
        {"values": {"total": "170"}},
        {"clauses": ["A-3"]},
        {"clauses": []},
        {"ok": 1},
        {"values": {"total": "unknown"}},
        {"values": {"why": 0}},
        {"missing": "unknown"},
    ],
)
def test_anything_else_does_not(expected: dict[str, object]) -> None:
    assert not matches(expected, PRODUCED)


def test_lists_of_tables_match_in_any_order_member_by_member() -> None:
    produced = [{"a": 1, "b": 2}, {"a": 3, "b": 4}]
    assert matches([{"a": 3}, {"b": 2}], produced)
    assert not matches([{"a": 1, "b": 4}], produced)


def test_differences_name_the_place() -> None:
    found = differences({"values": {"total": 160, "moves": [170, 70], "none": 1}}, PRODUCED)
    assert found == [("values.total", 160, 170, True), ("values.none", 1, None, False)]


def test_names_with_dots_are_found() -> None:
    assert differences({"St. John": {"stamina": 4}}, {"St. John": {"stamina": 5}}) == [
        ("St. John.stamina", 4, 5, True)
    ]


def test_the_nearest_is_the_one_with_fewest_differences() -> None:
    rulings = [{"kind": "attack", "who": "A", "roll": 3}, {"kind": "attack", "who": "B", "roll": 4}]
    assert nearest({"kind": "attack", "who": "B", "roll": 5}, rulings) is rulings[1]
    assert nearest({"kind": "cast", "who": "C"}, rulings) is None
