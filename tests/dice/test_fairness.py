"""DICE-9: exact and simulated p-values, Holm's correction, what is left out."""

from __future__ import annotations

from collections import Counter
from itertools import product
from math import comb
from random import Random

import pytest

from calledshot.dice.fairness import SAMPLES, Measure, check, holm, piles, sums
from calledshot.dice.roll import Roll


def roll(sides: int, *faces: int, roller: str = "Wick", **more: object) -> Roll:
    given: dict[str, object] = {
        "roller": roller, "count": len(faces), "sides": sides, "faces": faces, "total": sum(faces),
        "expression": f"{len(faces)}d{sides}",
    }  # fmt: skip
    return Roll(**(given | more))  # type: ignore[arg-type]


@pytest.mark.parametrize(("dice", "sides"), [(1, 2), (3, 6), (4, 4), (5, 3), (2, 20)])
def test_every_way_is_counted(dice: int, sides: int) -> None:
    thrown = list(product(range(1, sides + 1), repeat=dice))
    assert {value: count for value, count in sums(dice, sides).items() if count} == Counter(map(sum, thrown))
    squares = Counter(sum(count * count for count in Counter(one).values()) for one in thrown)
    assert piles(dice, sides) == squares


def test_ten_coins_all_heads() -> None:
    (one,) = check([roll(2, *[2] * 10)]).rollers
    faces, total = one.tests
    assert faces.p == total.p == pytest.approx(2 / 2**10)
    assert faces.samples is None and total.samples is None
    assert faces.adjusted == pytest.approx(4 / 2**10)


def test_nine_heads_of_ten() -> None:
    (one,) = check([roll(2, *[2] * 9, 1)]).rollers
    assert one.tests[0].p == pytest.approx(2 * (comb(10, 0) + comb(10, 1)) / 2**10)
    assert one.mean == 1.9 and one.expected_mean == 1.5


def test_even_dice_are_not_odd() -> None:
    (one,) = check([roll(6, *[1, 2, 3, 4, 5, 6] * 2)]).rollers
    assert [test.p for test in one.tests] == [1.0, 1.0]


def test_many_dice_are_simulated_and_the_same_each_time() -> None:
    random = Random(7)
    fair = [roll(100, random.randint(1, 100)) for _ in range(200)]
    loaded = [roll(100, random.randint(60, 100), roller="Pike") for _ in range(200)]
    first, again = check(fair + loaded), check(fair + loaded)
    assert first == again and first.number_of_tests == 4
    pike, wick = first.rollers
    assert pike.roller == "Pike" and all(test.samples == SAMPLES for test in pike.tests)
    assert all(test.p == 1 / (SAMPLES + 1) for test in pike.tests)
    assert all(test.p > 0.01 for test in wick.tests)


def test_simulation_agrees_with_the_exact_odds(monkeypatch: pytest.MonkeyPatch) -> None:
    random = Random(11)
    faces = [random.randint(1, 6) for _ in range(20)]
    exact = check([roll(6, *faces)]).rollers[0].tests
    monkeypatch.setattr("calledshot.dice.fairness.EXACT_DICE", 0)
    monkeypatch.setattr("calledshot.dice.fairness.EXACT_SUM_WORK", 0)
    thrown = check([roll(6, *faces)]).rollers[0].tests
    for one, other in zip(exact, thrown, strict=True):
        assert one.samples is None and other.samples == SAMPLES
        assert other.p == pytest.approx(one.p, abs=0.02)


def test_p_values_of_fair_dice_are_not_too_small() -> None:
    random, small = Random(5), 0
    for _ in range(400):
        (one,) = check([roll(6, *(random.randint(1, 6) for _ in range(12)))]).rollers
        small += one.tests[1].p <= 0.05
    assert small <= 34  # of 400 at most 20 are expected, three deviations above


def test_holm() -> None:
    tests = [Measure(test="sum", p=p) for p in (0.04, 0.01, 0.03, 0.5)]
    holm(tests)
    assert [round(test.adjusted, 9) for test in tests] == [0.09, 0.04, 0.09, 0.5]
    many = [Measure(test="sum", p=0.4), Measure(test="sum", p=0.9)]
    holm(many)
    assert [test.adjusted for test in many] == [0.8, 0.9]


def test_few_dice_are_shown_and_not_tested() -> None:
    found = check([roll(6, 6, 6)])
    assert found.number_of_tests == 0 and found.rollers[0].tests == [] and found.rollers[0].counts == {6: 2}


def test_what_cannot_be_counted_is_said() -> None:
    found = check([
        roll(6, 7),
        roll(6, count=2, total=7),
        roll(6, 6, 6, expression="2d6!"),
        roll(6, 5, expression="2d6kh1"),
        roll(6, 5, expression="2d6kh1", dropped=(2,)),
        roll(6, 5, expression="1d6ro1"),
        roll(1, 1),
    ])  # fmt: skip
    assert found.left_out == {
        "dice of that size": 1, "dropped dice not shown": 1, "exploding dice": 1, "impossible": 1,
        "only a total shown": 1, "rerolled dice": 1,
    }  # fmt: skip
    assert found.rollers[0].counts == {2: 1, 5: 1}, "a dropped die was thrown too"


def test_a_name_in_other_capitals_is_the_same_roller() -> None:
    found = check([roll(6, 1, roller="Swift Boy"), roll(6, 2, roller="swiftboy"), roll(20, 2)])
    assert [(one.roller, one.sides, one.dice) for one in found.rollers] == [
        ("Swift Boy", 6, 2), ("Wick", 20, 1),
    ]  # fmt: skip


def test_dice_that_bots_throw_again_are_not_counted() -> None:
    found = check([
        roll(20, 14, expression="2d20kh1ro1", dropped=(1, 9)),
        roll(6, 6, 2, 4, 1, expression="3d6x6"),
        roll(6, 6, 2, 4, 1, expression="3d6ie6"),
        roll(6, 6, 2, 4, 1, expression="3d6e"),
        roll(10, 8, 4, 7, expression="3d10>=7"),
    ])  # fmt: skip
    assert found.left_out == {"exploding dice": 3, "rerolled dice": 1}
    assert found.rollers[0].counts == {4: 1, 7: 1, 8: 1}
