"""Slide and Push (YM-901..934)."""

from __future__ import annotations

from fractions import Fraction

import pytest
from rung_words import FACTS, brought, check_ladder, defaults, facts, say, settings

from calledshot_yiffiemon import pushing, sliding
from calledshot_yiffiemon.facts import Unknown
from calledshot_yiffiemon.settings import LEVELS

BOTH = "later of both next turns"
DURING = "until the action of Ann is over"


def test_a_slide_by_level() -> None:
    check_ladder(
        "slide",
        facts(amount=8),
        (
            ("YM-905", "CF", ("Ann moves no more", "attack by Orc on Ann")),
            ("YM-906", "NF", ("Ann moves no more",)),
            ("YM-907", "BS", ("check move of Ann vs Orc at -10 for slide_move",)),
            ("YM-911 YM-003", "NS", ()),
            (
                "YM-912",
                "SS",
                (f"-13 on attack of anyone vs Orc until {BOTH}", f"+5 on attack of Orc until {BOTH}"),
            ),
            (
                "YM-913",
                "CS",
                (f"-11 on attack of anyone vs Orc until {BOTH}", f"+11 on attack of Orc until {BOTH}"),
            ),
        ),
    )


def test_its_move_check_by_level() -> None:
    check_ladder(
        "slide_move",
        facts(amount=3),
        (
            ("YM-908", "CF", ("attack by Orc on Ann",)),
            ("YM-909", "NF", ("Ann no moves",)),
            ("YM-003", "BS", ()),
            ("YM-003", "NS", ()),
            ("YM-910", "SS", ("read again -8",)),
            (
                "YM-911",
                "CS",
                (
                    f"-3 on attack of anyone vs Orc {DURING}",
                    f"+3 on any of Orc {DURING}",
                    "read again -8",
                ),
            ),
        ),
    )


def test_a_push_by_level() -> None:
    far = "later of (Orc leaves area of Ann; Ann leaves combat)"
    check_ladder(
        "push",
        FACTS,
        (
            ("YM-926", "CF", ("Ann moves no more", "attack by Orc on Ann")),
            ("YM-927", "NF", ("Ann moves no more",)),
            ("YM-928", "BS", ("check move of Ann vs Orc at -10 for push_move",)),
            ("YM-932 YM-003", "NS", ()),
            (
                "YM-933",
                "SS",
                (
                    "+5 on attack of Orc until Orc next attack",
                    f"-5 on attack of anyone vs Orc until {BOTH}",
                    "cross_guard by Ann on Orc alone",
                ),
            ),
            (
                "YM-934",
                "CS",
                (
                    "+5 on attack of Orc until Orc next attack",
                    f"-5 on attack of anyone vs Orc until {far}",
                    "cross_guard by Ann on Orc alone",
                ),
            ),
        ),
    )


def test_the_pushs_move_check_by_level() -> None:
    check_ladder(
        "push_move",
        facts(amount=10),
        (
            ("YM-929", "CF", ("attack by Orc on Ann",)),
            ("YM-930", "NF", (f"-10 on attack of anyone vs Ann until {BOTH}", "Ann no moves")),
            ("YM-003", "BS", ()),
            ("YM-003", "NS", ()),
            ("YM-931", "SS", ("read again -15",)),
            (
                "YM-932",
                "CS",
                (
                    f"-10 on attack of anyone vs Orc {DURING}",
                    f"+10 on any of Orc {DURING}",
                    "read again -15",
                ),
            ),
        ),
    )


def test_ym_930_by_the_literal_page_the_failure_protects_him() -> None:
    given = facts(amount=4, settings=settings(push__nf_sign="literal"))
    assert brought("push_move", "NF", given)[0] == f"+4 on attack of anyone vs Ann until {BOTH}"
    assert defaults("push_move", "NF", given) == [False, True]
    assert defaults("push_move", "NF", FACTS) == [True, True]


def test_ym_909_930_without_the_broken_sentence() -> None:
    given = facts(amount=4, settings=settings(restrict__no_move_after=False))
    assert brought("slide_move", "NF", given) == ()
    assert brought("push_move", "NF", given) == (f"-4 on attack of anyone vs Ann until {BOTH}",)


@pytest.mark.parametrize("ladder", ["slide", "push"])
def test_ym_907_928_the_difficulty(ladder: str) -> None:
    literal = facts(settings=settings(difficulty__orientation="literal"))
    line = f"check move of Ann vs Orc at 10 for {ladder}_move"
    assert brought(ladder, "BS", literal) == (line,)
    unknown = facts(orc={"DCV": None})
    assert brought(ladder, "BS", unknown) == (f"check move of Ann vs Orc at None for {ladder}_move",)


def test_ym_902_taunt_comes_off_the_roll() -> None:
    assert sliding.roll_modifier(FACTS) == -4
    with pytest.raises(Unknown):
        sliding.roll_modifier(facts(ann={"taunt": None}))


@pytest.mark.parametrize(
    ("level", "expected"),
    [
        ("CF", ("ask terrain Ann",)),
        ("NF", ("ask terrain Ann",)),
        ("BS", ("check terrain of Ann vs Orc at 7 for slide_terrain_again mod -5",)),
        ("NS", ()),
        ("SS", ()),
        ("CS", ()),
    ],
)
def test_ym_904_a_but_success_on_terrain_checks_again(level: str, expected: tuple[str, ...]) -> None:
    assert brought("slide_terrain", level, facts(difficulty=7)) == expected


@pytest.mark.parametrize("level", LEVELS)
def test_ym_904_failing_that_ends_the_slide(level: str) -> None:
    expected = ("Ann moves no more",) if level in ("CF", "NF") else ()
    assert brought("slide_terrain_again", level, FACTS) == expected


@pytest.mark.parametrize(
    ("moves", "rate", "attack", "inits"),
    [(2, 4, 1, Fraction(1)), (6, 4, 1, Fraction(3, 2)), (4, 4, 1, Fraction(1)), (1, 4, 0, Fraction(1, 4))],
)
def test_ym_920_the_longer_time(moves: int, rate: int, attack: int, inits: Fraction) -> None:
    assert pushing.speed(Fraction(moves), Fraction(rate), Fraction(attack)) == inits


def test_ym_922_923_line_and_pivot() -> None:
    assert pushing.base_line(FACTS) == 15
    assert pushing.base_line(facts(ann={"Str": 10})) == -15
    assert pushing.base_line(facts(orc={"Str": None})) is None
    assert pushing.pivot_difficulty(FACTS) == -10
    assert [pushing.pivots(level) for level in LEVELS] == [False, False, True, True, True, True]
    assert all(brought("push_pivot", level, FACTS) == () for level in LEVELS)


@pytest.mark.parametrize(
    ("moves", "inits", "rate", "fast"),
    [
        (4, Fraction(1), 3, True),
        (3, Fraction(1), 3, False),
        (4, Fraction(3, 2), 3, False),
        (9, Fraction(0), 3, False),
    ],
)
def test_ym_924_faster_than_its_rate(moves: int, inits: Fraction, rate: int, fast: bool) -> None:
    assert pushing.too_fast(Fraction(moves), inits, Fraction(rate)) is fast


@pytest.mark.parametrize("level", LEVELS)
def test_ym_924_a_target_swept_along(level: str) -> None:
    swept = facts(actor="Orc", target="Ann", amount=6)
    expected = (
        (
            "+6 on move of Orc until the action of Ann is over",
            "+6 on attack of Orc until Orc next attack",
            f"-6 on attack of anyone vs Orc until {BOTH}",
        )
        if level in ("CF", "NF")
        else ()
    )
    assert brought("push_fast", level, swept) == expected


def test_ym_925_into_a_wall() -> None:
    assert [say(one) for one in pushing.into_wall(FACTS)] == ["attack by Ann on Orc alone with power"]


def test_ym_901_unknown_skills_are_asked() -> None:
    assert brought("slide", "SS", facts(ann={"move_skill": None})) == ("ask Ann move_skill",) * 2
    assert brought("push", "SS", facts(ann={"move_skill": None})) == (
        "ask Ann move_skill",
        "ask Ann move_skill",
        "cross_guard by Ann on Orc alone",
    )
