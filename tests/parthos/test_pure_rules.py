"""The small decisions: hit or miss, condition by stamina, save needed."""

import pytest

from calledshot_parthos import bleeding
from calledshot_parthos.attacks import decide
from calledshot_parthos.fighter import Fighter
from calledshot_parthos.harm import condition_at
from calledshot_parthos.schema import Sheet


@pytest.mark.parametrize(
    ("roll", "needed", "outcome"),
    [
        (38, 38, "hit"),
        (39, 38, "miss"),
        (2, 1, "miss"),
        (1, -20, "critical"),
        (100, 140, "fumble"),
        (1, None, "critical"),
        (100, None, "fumble"),
        (50, None, None),
    ],
)
def test_to_hit(roll: int, needed: int | None, outcome: str | None) -> None:
    assert decide(roll, needed) == outcome


def test_an_equal_roll_misses_where_the_campaign_says_so() -> None:
    assert decide(38, 38, equal=False) == "miss"


@pytest.mark.parametrize(
    ("stamina", "condition"),
    [
        (1, "able"),
        (0, "unconscious"),
        (-9, "unconscious"),
        (-10, "light_bleeding"),
        (-14, "light_bleeding"),
        (-15, "heavy_bleeding"),
        (-19, "heavy_bleeding"),
        (-20, "brink"),
        (-60, "brink"),
    ],
)
def test_condition_by_stamina(stamina: int, condition: str) -> None:
    assert condition_at(stamina) == condition


def test_the_save_gets_ten_harder_each_round() -> None:
    fighter = Fighter("Maelis", Sheet(endurance=55))
    assert bleeding.needed(fighter) == 55
    fighter.brink_rounds = 2
    assert bleeding.needed(fighter) == 35
    assert bleeding.needed(Fighter("Somebody")) is None
