"""Charge (YM-701..714)."""

from __future__ import annotations

from fractions import Fraction

import pytest
from rung_words import FACTS, brought, check_ladder, defaults, facts, settings

from calledshot_yiffiemon import charge
from calledshot_yiffiemon.facts import Unknown
from calledshot_yiffiemon.ladders import LADDERS
from calledshot_yiffiemon.settings import LEVELS

BOTH = "later of both next turns"
FAR = "later of (Orc leaves area of Ann; Ann leaves combat)"


def test_a_charge_by_level() -> None:
    check_ladder(
        "charge",
        facts(amount=23),
        (
            ("YM-704", "CF", ("check move of Ann vs Orc at 0 for charge_fall",)),
            ("YM-003", "NF", ()),
            ("YM-706", "BS", ("check move of Ann vs Orc at 0 for charge_move",)),
            ("YM-711", "NS", ("Ann attacks Orc mod -28 with power",)),
            (
                "YM-712 YM-711",
                "SS",
                (
                    f"-11 on attack of anyone vs Orc until {BOTH}",
                    f"+11 on attack of Orc until {BOTH}",
                    "Ann attacks Orc mod -28 with power",
                ),
            ),
            (
                "YM-713 YM-714",
                "CS",
                (
                    f"-34 on attack of anyone vs Orc until {FAR}",
                    f"+34 on attack of Orc until {FAR}",
                    "attack/push by Ann on Orc alone with power mod -28",
                ),
            ),
        ),
    )


def test_the_move_check_of_a_near_miss_by_level() -> None:
    check_ladder(
        "charge_move",
        facts(amount=12),
        (
            ("YM-707", "CF", ("Ann attacks Orc mod +0 with power", "attack by Orc on Ann")),
            ("YM-708", "NF", ("Ann gains 1 Stopped1", "Ann attacks Orc mod +0 with power")),
            ("YM-706", "BS", ("Ann attacks Orc mod +0 with power",)),
            ("YM-706", "NS", ("Ann attacks Orc mod +0 with power",)),
            ("YM-709", "SS", ("read again -17",)),
            ("YM-710", "CS", ("read again -17",)),
        ),
    )


def test_ym_706_the_gap_by_the_other_reading() -> None:
    given = facts(settings=settings(charge__but_gap="nothing"))
    for level in ("BS", "NS"):
        assert brought("charge_move", level, given) == ()
        assert defaults("charge_move", level, FACTS) == [True]
    assert brought("charge_move", "NF", given)[1] == "Ann attacks Orc mod +0 with power"


@pytest.mark.parametrize("level", LEVELS)
def test_ym_704_705_he_falls_on_a_critical_failure_alone(level: str) -> None:
    expected = ("Ann prone=True quiet", "attack by Orc on Ann after") if level == "CF" else ()
    assert brought("charge_fall", level, FACTS) == expected


def test_ym_705_names_why_there_is_no_check_of_falling() -> None:
    assert [one.clauses for one in LADDERS["charge_fall"]("CF", FACTS)] == [("YM-704", "YM-705")] * 2


@pytest.mark.parametrize(
    ("moved", "toward", "moves", "may"),
    [
        (True, "Orc", Fraction(2), True),
        (True, "Orc", Fraction(3), True),
        (True, "Orc", Fraction(199, 100), False),
        (True, "Orc", Fraction(1), False),
        (True, "Elf", Fraction(9), False),
        (False, "Orc", Fraction(9), False),
        (True, None, Fraction(3), None),
        (True, "Orc", None, None),
        (True, None, Fraction(1), False),
    ],
)
def test_ym_702_the_run_up(moved: bool, toward: str | None, moves: Fraction | None, may: bool | None) -> None:
    assert charge.has_run_up(moved, toward, moves, "Orc") is may


def test_ym_703_the_move_skill_comes_off_the_roll() -> None:
    assert charge.roll_modifier(FACTS) == -5
    with pytest.raises(Unknown):
        charge.roll_modifier(facts(ann={"move_skill": None}))


def test_ym_701_it_counts_as_an_attack() -> None:
    assert charge.COUNTS_AS_ATTACK is True


@pytest.mark.parametrize("what", ["attack", "push"])
def test_ym_714_what_was_chosen(what: str) -> None:
    given = facts(amount=30, choices={"opportunity": what})
    assert brought("charge", "CS", given) == (
        f"-41 on attack of anyone vs Orc until {FAR}",
        f"+41 on attack of Orc until {FAR}",
        f"{what} by Ann on Orc alone with power mod -35",
    )
    assert LADDERS["charge"]("CS", given)[-1].clauses == ("YM-714",)


def test_ym_711_unknown_amount() -> None:
    assert brought("charge", "NS", facts(amount=None)) == ("ask amount",)
    assert brought("charge", "SS", facts(amount=None))[-1] == "ask amount"
    assert brought("charge_move", "SS", facts(ann={"move_skill": None})) == ("ask Ann move_skill",)
