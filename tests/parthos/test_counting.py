"""PAR-INIT-1 … PAR-INIT-5 on the page's own examples and their boundaries."""

from __future__ import annotations

import pytest

from calledshot_parthos.counting import moves_for

ATTACK, OTHER = True, False


@pytest.mark.parametrize(
    ("roll", "speed", "expected"),
    [
        (90, 80, [170, 70]),
        (20, 80, [100]),  # exactly 100: the second would fall at 0
        (21, 80, [101, 1]),
        (20, 180, [200, 100]),  # exactly 200: two
        (35, 180, [215, 115, 15]),
        (1, 0, [1]),
        (1, -30, [-29]),  # move 0 always exists
    ],
)
def test_the_roll_alone(roll: int, speed: int, expected: list[int]) -> None:
    assert moves_for(roll, speed, None, (), "standard", False, unlisted=True) == expected


def test_example_2_three_attacks() -> None:
    assert moves_for(60, 80, 75, [ATTACK] * 3, "im", False) == [215, 115, 15]
    assert moves_for(60, 80, 75, [ATTACK] * 3, "standard", True) == [215, 115, 15]
    assert moves_for(60, 80, 75, [ATTACK] * 3, "standard", False) == [140, 40]


def test_example_3_attack_then_cast() -> None:
    assert moves_for(60, 80, 75, [ATTACK, OTHER], "im", False) == [215, 40]
    assert moves_for(60, 80, 75, [ATTACK, OTHER, ATTACK], "im", False) == [215, 40]


def test_the_cast_exists_though_its_own_sum_does_not() -> None:
    assert moves_for(10, 80, 75, [ATTACK, OTHER], "im", False) == [165, -10]
    assert moves_for(10, 80, 75, [ATTACK, OTHER], "im", False, sum_decides=True) == [165]
    assert moves_for(20, 80, 75, [ATTACK, OTHER], "im", False) == [175, 0]
    assert moves_for(21, 80, 75, [ATTACK, OTHER], "im", False) == [176, 1]
    # 1 + 80 + 10 = 91: Weapon Speed itself does not reach a second move
    assert moves_for(1, 80, 10, [ATTACK, OTHER], "im", False) == [91]
    # the second move that is no attack does not follow an attack directly
    assert moves_for(60, 80, 75, [ATTACK, OTHER, OTHER], "im", False) == [215, 40]


def test_a_cast_first_gives_weapon_speed_up() -> None:
    assert moves_for(60, 80, 75, [OTHER, ATTACK], "im", False) == [140, 40]
    assert moves_for(10, 80, 75, [OTHER, ATTACK], "im", False) == [90]


def test_held_back_and_called_shots() -> None:
    assert moves_for(60, 80, 75, [ATTACK] * 3, "im", False, held=True) == [140, 40]
    assert moves_for(60, 80, 75, [ATTACK, ATTACK], "im", False, called=[True, False]) == [140, 115]


def test_other_modifiers() -> None:
    assert moves_for(60, 80, None, [OTHER, OTHER], "standard", False, flat=15) == [155, 55]
    assert moves_for(60, 80, None, [OTHER, ATTACK], "standard", False, extra=[20, 0]) == [160, 40]


def test_unlisted_moves_are_counted_as_attacks() -> None:
    assert moves_for(60, 80, 75, [ATTACK], "im", False, unlisted=True) == [215, 115, 15]
    assert moves_for(60, 80, 75, [ATTACK, OTHER], "im", False, unlisted=True) == [215, 40]
