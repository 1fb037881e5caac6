"""Attack rolls and the Normal Attack (YM-402..406, YM-501..520)."""

from __future__ import annotations

import pytest
from rung_words import FACTS, brought, check_ladder, defaults, facts, settings

from calledshot_yiffiemon import attack
from calledshot_yiffiemon.consequences import Hurt
from calledshot_yiffiemon.facts import Facts, Figures
from calledshot_yiffiemon.ladders import LADDERS
from calledshot_yiffiemon.settings import LEVELS

BOTH = "later of both next turns"


def hurt(level: str, given: Facts) -> Hurt:
    (found,) = [one for one in LADDERS["attack"](level, given) if isinstance(one, Hurt)]
    return found


def striker(**figures: object) -> Facts:
    return Facts(actor="Ann", target="Orc", figures={"Ann": Figures(**figures)}, amount=1)  # type: ignore[arg-type]


def test_a_normal_attack_by_level() -> None:
    check_ladder(
        "attack",
        FACTS,
        (
            ("YM-501", "CF", ("+9 on any of Ann until Ann next turn", "attack by Orc on Ann")),
            ("YM-501 YM-003", "NF", ()),
            ("YM-502 YM-503 YM-504", "BS", ("Orc chooses where:", "hurt Orc 1D6+2+1 armour 2")),
            ("YM-505 YM-508", "NS", ("hurt Orc 1D6+2+1 armour 1",)),
            ("YM-510 YM-513", "SS", ("hurt Orc 1D10+2+1+3 armour 1",)),
            (
                "YM-517 YM-518 YM-519",
                "CS",
                (
                    "check attack skill of Orc vs Ann at 5 for deadly_check",
                    f"-6 on attack of anyone vs Orc until {BOTH}",
                    f"+6 on attack of Orc until {BOTH}",
                    "hurt Orc 3D10+6 armour 1",
                ),
            ),
        ),
    )


def test_ym_402_difficulty_is_dcv_less_ocv_and_unknown_without_either() -> None:
    assert attack.difficulty(FACTS) == 20 - 30
    assert attack.difficulty(facts(orc={"DCV": 41})) == 11
    assert attack.difficulty(facts(orc={"DCV": None})) is None
    assert attack.difficulty(facts(ann={"OCV": None})) is None


@pytest.mark.parametrize(
    ("level", "defender", "default"),
    [
        ("CS", "CF", False),
        ("SS", "NF", False),
        ("NS", "NF", False),
        ("BS", "BS", False),
        ("NF", "NS", True),
        ("CF", "CS", True),
    ],
)
def test_ym_406_what_a_roll_is_to_the_defender(level: str, defender: str, default: bool) -> None:
    assert attack.mirror(level, FACTS) == (defender, default)


def test_ym_406_failures_are_a_setting() -> None:
    given = facts(settings={"mirror.failures.NF": "BS"})
    assert attack.mirror("NF", given) == ("BS", False)
    assert attack.mirror("CF", given) == ("CS", True)


def test_ym_404_405_the_defenders_amount() -> None:
    assert attack.mirror_amount(12) == 12
    assert attack.mirror_amount(12, -4) == 8
    assert attack.mirror_amount(3, -4) == 0


@pytest.mark.parametrize(
    ("figures", "case"),
    [
        ({"NWI": 0}, "natural"),
        ({"NWI": 2}, "natural"),
        ({"NWI": -1}, "unarmed"),
        ({}, "unarmed"),
        ({"WSB": 0}, "weapon"),
        ({"NWI": 2, "WSB": 1}, "weapon"),
        ({"NWI": 2, "WSB": 1, "armed": False}, "natural"),
        ({"WSB": 1, "armed": False}, "unarmed"),
        ({"armed": True}, "weapon"),
    ],
)
def test_ym_505_514_which_damage_counts(figures: dict[str, object], case: str) -> None:
    assert attack.case_of(Figures(**figures)) == case  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("clause", "level", "figures", "formula", "rolled", "points"),
    [
        ("YM-506", "NS", {"NWI": 2, "StrB": -1}, "1D6-1", 4, 3),
        ("YM-506", "NS", {"NWI": 0, "StrB": -4}, "1D6-4", 3, 0),
        ("YM-507", "NS", {"StrB": -3}, "1D3-2", 1, 0),
        ("YM-507", "NS", {"StrB": 3}, "1D3+1", 2, 3),
        ("YM-507", "NS", {"StrB": 1, "hand_to_hand": False}, "1D3", 2, 2),
        ("YM-509", "NS", {"StrB": 3, "hand_to_hand": True}, "1D3+3", 2, 5),
        ("YM-508", "NS", {"StrB": 2, "WSB": 3}, "1D6+2+3", 5, 10),
        ("YM-508", "NS", {"StrB": -9, "WSB": 1}, "1D6-9+1", 6, 0),
        ("YM-511", "SS", {"NWI": 0, "StrB": 3}, "1D10+3", 6, 9),
        ("YM-511", "SS", {"NWI": 0, "StrB": -3}, "1D10", 6, 6),
        ("YM-512", "SS", {"StrB": -1}, "1D6", 4, 4),
        ("YM-512", "SS", {"StrB": 2, "EL": 6}, "1D6+2", 4, 6),
        ("YM-512", "SS", {"StrB": 2, "EL": 6, "hand_to_hand": True}, "1D6+2+3", 4, 9),
        ("YM-512", "SS", {"StrB": 2, "EL": 5, "hand_to_hand": True}, "1D6+2+3", 4, 9),
        ("YM-513", "SS", {"StrB": 1, "WSB": 1, "EL": 3}, "1D10+1+1+2", 4, 8),
        ("YM-513", "SS", {"StrB": -2, "WSB": 1, "EL": 4}, "1D10+1+2", 4, 7),
        ("YM-519", "CS", {"StrB": 4, "WSB": 1, "EL": 11}, "5D10+12", 29, 41),
        ("YM-519", "CS", {"StrB": 0, "WSB": 2, "EL": 5}, "2D10+7", 13, 20),
        ("YM-519", "CS", {"StrB": 1, "WSB": 0, "EL": 0}, "2D10", 11, 11),
        ("YM-519", "CS", {"StrB": 2, "WSB": 0, "EL": 1}, "3D10+1", 11, 12),
        ("YM-519", "CS", {"StrB": -5, "NWI": 1, "EL": 3}, "2D10+3", 11, 14),
        ("YM-519", "CS", {"StrB": 3, "EL": 4, "hand_to_hand": True}, "4D10+4", 20, 24),
    ],
)
def test_damage(
    clause: str, level: str, figures: dict[str, object], formula: str, rolled: int, points: int
) -> None:
    found = hurt(level, striker(**figures))
    assert (found.formula, found.points(rolled)) == (formula, points)
    assert clause in found.clauses


def test_ym_516_520_the_two_examples_of_the_page() -> None:
    assert hurt("SS", striker(StrB=3, NWI=0)).formula == "1D10+3"
    saryan = hurt("SS", striker(StrB=2, EL=6, hand_to_hand=True))
    assert (saryan.formula, saryan.dice, saryan.bonus) == ("1D6+2+3", "1D6", 5)
    vlad = hurt("CS", striker(StrB=4, EL=11, WSB=1))
    assert (vlad.formula, vlad.dice, vlad.bonus) == ("5D10+12", "5D10", 12)


def test_ym_503_a_shield_takes_the_damage() -> None:
    given = facts(orc={"shield": True})
    assert brought("attack", "BS", given) == (
        "Orc chooses where:",
        "hurt Orc 1D6+2+1 shield",
        "ask shield breaks Orc",
    )
    assert brought("attack", "NS", given) == ("hurt Orc 1D6+2+1 armour 1",)


def test_ym_503_504_a_shield_nobody_knows_of_is_asked() -> None:
    assert brought("attack", "BS", facts(orc={"shield": None})) == ("Orc chooses where:", "ask Orc shield")


def test_ym_504_armour_counts_once_by_another_setting() -> None:
    given = facts(settings=settings(shield_hit__no_shield="plain_hit"))
    assert brought("attack", "BS", given)[1] == "hurt Orc 1D6+2+1 armour 1"
    assert defaults("attack", "BS", given) == [False, False]
    assert defaults("attack", "BS", FACTS) == [False, True]


def test_ym_511_a_negative_bonus_by_the_other_reading() -> None:
    given = striker(NWI=0, StrB=-3)
    literal = Facts(
        actor="Ann",
        target="Orc",
        figures=given.figures,
        settings=settings(severe__strb="clamp_total"),
    )
    assert hurt("SS", literal).points(2) == 0
    assert hurt("SS", literal).points(6) == 3
    assert hurt("SS", given).points(2) == 2
    assert (hurt("SS", given).default, hurt("SS", literal).default) == (True, False)
    assert not hurt("SS", striker(NWI=0, StrB=1)).default


def test_ym_517_by_the_literal_page_the_better_fighter_checks_harder() -> None:
    given = facts(settings=settings(difficulty__orientation="literal"))
    assert brought("attack", "CS", given)[0] == "check attack skill of Orc vs Ann at -5 for deadly_check"
    assert defaults("attack", "CS", given)[0] is False
    assert defaults("attack", "CS", FACTS)[0] is True


def test_ym_517_without_the_figures_the_difficulty_is_unknown() -> None:
    given = facts(orc={"OCV": None})
    assert brought("attack", "CS", given)[0] == "check attack skill of Orc vs Ann at None for deadly_check"


@pytest.mark.parametrize("level", LEVELS)
def test_ym_517_who_fails_the_check_leaves_combat(level: str) -> None:
    expected = ("Ann in_combat=False",) if level in ("CF", "NF") else ()
    assert brought("deadly_check", level, FACTS) == expected


def test_power_bonus_is_the_last_term() -> None:
    given = facts(power=True)
    assert [hurt(level, given).formula for level in ("BS", "NS", "SS", "CS")] == [
        "1D6+2+1+2",
        "1D6+2+1+2",
        "1D10+2+1+3+2",
        "3D10+6+2",
    ]
    assert brought("attack", "NS", facts(power=True, ann={"PB": None})) == ("ask Ann PB",)


def test_unknown_figures_are_asked_and_the_rest_goes_on() -> None:
    assert brought("attack", "CF", facts(orc={"attack_skill": None})) == (
        "ask Orc attack_skill",
        "attack by Orc on Ann",
    )
    assert brought("attack", "NS", facts(ann={"StrB": None})) == ("ask Ann StrB",)
    assert brought("attack", "SS", facts(ann={"EL": None})) == ("ask Ann EL",)
    assert brought("attack", "CS", facts(ann={"attack_skill": None}))[1:] == (
        "ask Ann attack_skill",
        "ask Ann attack_skill",
        "hurt Orc 3D10+6 armour 1",
    )
