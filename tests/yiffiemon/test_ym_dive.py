"""Dive Attack (YM-770..781)."""

from __future__ import annotations

from fractions import Fraction

import pytest
from rung_words import FACTS, brought, check_ladder, defaults, facts, settings

from calledshot_yiffiemon import dive
from calledshot_yiffiemon.settings import LEVELS

HURT = "hurt Orc 17"
ONLY_ANN = "attack by Ann on Orc alone"
STILL = "Ann no moves"


def test_a_dive_by_level() -> None:
    check_ladder(
        "dive",
        facts(fall=14),
        (
            ("YM-772", "CF", (HURT, "Ann unconscious=True")),
            ("YM-773", "NF", (f"{HURT} staggers",)),
            ("YM-774", "BS", ("check con of Ann vs Orc at 0 for dive_con",)),
            ("YM-779", "NS", (HURT, "Ann attacks Orc mod +0", STILL)),
            ("YM-780", "SS", (ONLY_ANN, f"{HURT} staggers", "Ann attacks Orc mod +0", STILL)),
            ("YM-781", "CS", (ONLY_ANN, f"{HURT} staggers", "Ann attacks Orc mod +0", STILL)),
        ),
    )


def test_its_con_check_by_level() -> None:
    during = "until the action of Ann is over"
    check_ladder(
        "dive_con",
        facts(fall=14, amount=5),
        (
            ("YM-775", "CF", (HURT, "attack by Orc on Ann after")),
            ("YM-776", "NF", (HURT, ONLY_ANN, STILL)),
            ("YM-774 YM-776", "BS", (HURT, ONLY_ANN, STILL)),
            ("YM-774 YM-776", "NS", (HURT, ONLY_ANN, STILL)),
            ("YM-777", "SS", ("read again -10",)),
            (
                "YM-778",
                "CS",
                (
                    f"-5 on attack of anyone vs Orc {during}",
                    f"+5 on any of Orc {during}",
                    "read again -10",
                ),
            ),
        ),
    )


@pytest.mark.parametrize(("bonus", "points"), [(3, 17), (0, 14), (-1, 14)])
def test_ym_772_a_negative_flying_bonus_counts_as_nothing(bonus: int, points: int) -> None:
    given = facts(fall=14, ann={"FPB": bonus})
    assert brought("dive", "CF", given)[0] == f"hurt Orc {points}"


@pytest.mark.parametrize(("fall", "skill", "points"), [(14, 6, 8), (6, 6, 0), (3, 6, 0), (0, 6, 0)])
def test_ym_771_the_fall_less_the_attack_skill(fall: int, skill: int, points: int) -> None:
    given = facts(fall=fall, ann={"attack_skill": skill})
    for level in LEVELS:
        assert brought("dive_start", level, given) == (f"hurt Ann {points}",)


def test_ym_771_the_fall_is_asked() -> None:
    assert brought("dive_start", "NS", FACTS) == ("ask fall",)
    assert brought("dive", "NS", FACTS)[0] == "ask fall"
    assert brought("dive_start", "NS", facts(fall=4, ann={"attack_skill": None})) == ("ask Ann attack_skill",)


def test_ym_771_metres() -> None:
    assert dive.metres(Fraction(3), Fraction(10)) == 30
    assert dive.metres(Fraction(5, 2), Fraction(3)) == Fraction(15, 2)
    assert dive.metres(None, Fraction(3)) is None
    assert dive.metres(Fraction(3), None) is None


@pytest.mark.parametrize(
    ("flying", "angle", "may"),
    [
        (True, 50, True),
        (True, 60, True),
        (True, 60.5, False),
        (True, 0, True),
        (False, 10, False),
        (True, None, None),
        (None, 10, None),
        (None, 70, False),
    ],
)
def test_ym_770_the_flight_before(flying: bool | None, angle: float | None, may: bool | None) -> None:
    assert dive.has_dived(flying, angle) is may


def test_ym_772_773_by_the_other_reading_a_failure_misses() -> None:
    given = facts(fall=14, settings=settings(dive__failures="miss"))
    assert brought("dive", "CF", given) == ("Ann unconscious=True",)
    assert brought("dive", "NF", given) == ()
    assert brought("dive", "NS", given)[0] == HURT
    assert defaults("dive", "NF", facts(fall=14)) == [True]


def test_ym_776_779_without_the_broken_sentence() -> None:
    given = facts(fall=14, settings=settings(restrict__no_move_after=False))
    assert brought("dive_con", "NF", given) == (HURT, ONLY_ANN)
    assert brought("dive", "NS", given) == (HURT, "Ann attacks Orc mod +0")
    assert defaults("dive", "NS", facts(fall=14)) == [False, False, True]


def test_ym_774_the_gap_is_our_reading() -> None:
    assert defaults("dive_con", "NS", facts(fall=14))[0] is True
    assert defaults("dive_con", "NF", facts(fall=14))[0] is False
