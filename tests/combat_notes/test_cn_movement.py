"""What paths cost and which squares fall into which increment (CN-010, CN-011, CN-120, CN-121, CN-320 to
CN-350), and shots at the normal and at half the rate (CN-313, CN-325). By hand from the inventory."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from calledshot.api import Move, Step, point
from calledshot_combat_notes import movement


def walk(*legs: tuple[int, str], **known: Any) -> movement.Walk:
    return movement.walk([Step(count=count, direction=direction) for count, direction in legs], **known)


@pytest.mark.parametrize(
    ("points", "scale", "rounding", "expected"),
    [
        (12, "melee", "floor", Fraction(12)),
        (10, "missile", "floor", Fraction(3)),
        (9, "missile", "floor", Fraction(3)),
        (2, "missile", "floor", Fraction(0)),
        (10, "missile", "exact", Fraction(10, 3)),
        (None, "melee", "floor", None),
    ],
)
def test_allowance(points: int | None, scale: str, rounding: str, expected: Fraction | None) -> None:
    assert movement.allowance(points, scale, rounding) == expected


def test_feet_of_a_square() -> None:
    assert (movement.square_feet("melee"), movement.square_feet("missile")) == (5, 15)


@pytest.mark.parametrize(
    ("legs", "path", "square"),
    [
        ([(3, "e"), (2, "ne")], 6, 7),
        ([(2, "e"), (3, "ne")], 7, 8),
        ([(1, "sw")], 2, 2),
        ([(2, "sw")], 3, 4),
        ([(12, "n")], 12, 12),
        ([], 0, 0),
    ],
)
def test_cost_of_a_path(legs: list[tuple[int, str]], path: int, square: int) -> None:
    assert movement.walk_cost(walk(*legs)) == path
    assert movement.walk_cost(walk(*legs), "square") == square


@pytest.mark.parametrize(
    ("straight", "slant", "rounding", "words"),
    [
        (2, 3, "path", "cost 2 + 4.5 = 6.5, rounded up 7"),
        (3, 2, "path", "cost 3 + 3 = 6"),
        (0, 3, "path", "cost 4.5, rounded up 5"),
        (10, 0, "path", "cost 10"),
        (1, 3, "square", "cost 1 + 6 = 7"),
        (0, 1, "square", "cost 2"),
    ],
)
def test_the_sum_in_words(straight: int, slant: int, rounding: str, words: str) -> None:
    assert movement.cost_words(straight, slant, rounding) == words


@pytest.mark.parametrize(
    ("legs", "points", "first", "second"),
    [
        ([(12, "e")], 12, 6, 6),
        ([(7, "e")], 12, 6, 1),
        ([(6, "e")], 12, 6, 0),
        ([(9, "n")], 9, 4, 5),  # half of 9 is 4.5
        ([(8, "ne")], 12, 4, 4),  # four diagonals are 6, five 7.5 and so 8
        ([(1, "e"), (4, "ne")], 13, 4, 1),  # 1 + 3 diagonals are 5.5, that is 6; a fourth makes 7 > 6.5
        ([], 12, 0, 0),
    ],
)
def test_increments_of_a_full_move(legs: list[tuple[int, str]], points: int, first: int, second: int) -> None:
    halves = movement.increments(walk(*legs), Fraction(points))
    assert [len(half) for half in halves] == [first, second]
    assert (*halves[0], *halves[1]) == walk(*legs).squares


def test_increments_where_the_movement_is_not_known() -> None:
    assert [len(half) for half in movement.increments(walk((8, "e")), None)] == [4, 4]


def test_a_leg_without_a_count_goes_as_far_as_the_points() -> None:
    east = movement.walk([Step(direction="e")], points=Fraction(6))
    assert (len(east.squares), east.complete) == (6, True)
    slant = movement.walk([Step(count=2, direction="n"), Step(direction="ne")], points=Fraction(6))
    assert len(slant.squares) == 2 + 2  # 2 + 2 diagonals are 5, a third makes 6.5
    assert not movement.walk([Step(direction="e")]).complete


def test_toward_somebody_whose_place_is_known() -> None:
    places = {"Orc": point((4, 2))}
    there = movement.walk([Step(toward="Orc")], point((0, 0)), places)
    assert (there.orthogonal, there.diagonal, there.complete) == (1, 2, True)
    assert not movement.walk([Step(toward="Orc")], point((0, 0))).complete
    assert not movement.walk([Step(toward="Orc")], None, places).complete


def test_over_somebody_one_enters_his_square() -> None:
    legs = movement.steps([{"toward": "Orc", "over": True, "text": "over orc"}])
    over = movement.walk(legs, point((0, 0)), {"Orc": point((3, 0))})
    assert over.end == point((3, 0))


def test_a_path_is_measured_as_far_as_it_is_told() -> None:
    told = movement.measure([{"count": 13, "text": "13 squares"}])
    assert (told.squares, told.complete, told.cost()) == (13, True, 13)
    some = movement.measure([{"count": 3, "direction": "ne"}, {"toward": "Orc"}])
    assert (some.diagonal, some.complete, some.told) == (3, False, True)
    assert movement.measure([]) == movement.Measure()


@pytest.mark.parametrize(
    ("kind", "action", "settings", "expected"),
    [
        ("half", "attack", {}, 6),
        ("half", "withdraw", {}, 6),
        ("half", "withdraw", {"half.withdraw_total": "full"}, 12),
        ("half", "charge", {"half.withdraw_total": "full"}, 12),
        ("half", "attack", {"half.withdraw_total": "full"}, 6),
        ("full", "move", {}, 12),
        ("full", "charge", {}, 12),
        ("full", "run", {}, None),
        ("full", "run", {"run_multiple": 2}, 24),
        ("full", "sprint", {"sprint_multiple": 2.5}, 30),
        ("no-move", "attack", {}, None),
    ],
)
def test_how_far_a_class_allows(
    kind: str, action: str, settings: dict[str, Any], expected: int | None
) -> None:
    assert movement.limit(kind, action, Fraction(12), settings) == expected
    assert movement.limit(kind, action, None, settings) is None


@pytest.mark.parametrize(
    ("spent", "points", "expected"), [(6, 12, "half"), (7, 12, "full"), (None, 12, "full"), (3, None, "full")]
)
def test_a_plain_move_before_an_attack(spent: int | None, points: int | None, expected: str) -> None:
    move = Move(action="attack", details={"class": "full", "plain": True})
    assert movement.effective_class(move, spent, None if points is None else Fraction(points)) == expected
    said = Move(action="attack", details={"class": "full"})
    assert movement.effective_class(said, spent, None if points is None else Fraction(points)) == "full"


@pytest.mark.parametrize(
    ("rate", "setting", "expected"),
    [
        ((1, 1), "pattern", [1, 0, 1, 0]),
        ((2, 1), "pattern", [1, 1, 1, 1]),
        ((3, 1), "pattern", [1, 2, 1, 2]),
        ((1, 1), "floor", [0, 0, 0, 0]),
        ((3, 1), "floor", [1, 1, 1, 1]),
        ((3, 1), "ask", [None, None, None, None]),
        ((2, 1), "ask", [1, 1, 1, 1]),
    ],
)
def test_shots_with_a_half_move(rate: tuple[int, int], setting: str, expected: list[int | None]) -> None:
    assert [movement.half_shots(rate, nth, setting) for nth in range(1, 5)] == expected


@pytest.mark.parametrize(
    ("rate", "expected"), [((2, 1), [2, 2, 2]), ((3, 2), [1, 2, 1]), ((1, 2), [0, 1, 0])]
)
def test_shots_at_the_normal_rate(rate: tuple[int, int], expected: list[int]) -> None:
    assert [movement.shots(rate, nth) for nth in range(1, 4)] == expected
