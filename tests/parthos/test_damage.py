"""Damage arithmetic (PAR-DMG-1 … PAR-DMG-4, PAR-HOLD-2), against sums done by hand from the page."""

from calledshot_parthos.damage import total


def points(rolls: list[int], each: list[int | None], strength: int | None = 0, **how: bool) -> int | None:
    how = {"critical": False, "halved": False, **how}
    return total(rolls, each, strength, **how).points


def test_dice_and_strength_are_added() -> None:
    assert points([40], [6], 2) == 8


def test_critical_damage_is_added_before_doubling() -> None:
    assert points([2, 40], [10, 6], 2, critical=True) == 36  # (10 + 6 + 2) × 2


def test_strength_may_be_left_out_of_the_doubling() -> None:
    assert points([2, 40], [10, 6], 2, critical=True, strength_doubled=False) == 34  # 16 × 2 + 2


def test_held_back_damage_is_halved_last_and_rounded_down() -> None:
    assert points([50], [5], 2, halved=True) == 3  # 7 / 2
    assert points([50], [5], 2, halved=True, critical=True) == 7  # 14 / 2


def test_a_first_roll_of_100_is_one_point_and_nothing_else() -> None:
    assert points([100], [1], 4, critical=True) == 1
    assert points([100], [1], 4, halved=True) == 1


def test_a_further_roll_of_100_adds_its_one_point() -> None:
    assert points([2, 100], [10, 1], 2) == 13


def test_an_unknown_part_makes_the_whole_unknown() -> None:
    assert points([2, 40], [10, None], 2) is None
    assert points([], [], 2) is None
