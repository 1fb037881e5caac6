"""Moves: stopping, running, terrain, coming into an area, staying in combat (YM-802..848)."""

from __future__ import annotations

from fractions import Fraction

import pytest
from rung_words import FACTS, brought, check_ladder, defaults, facts, say, settings

from calledshot_yiffiemon import moving
from calledshot_yiffiemon.consequences import Consequence
from calledshot_yiffiemon.ladders import LADDERS
from calledshot_yiffiemon.settings import LEVELS


def lines(out: tuple[Consequence, ...]) -> tuple[str, ...]:
    return tuple(line for one in out if (line := say(one)))


def test_a_run_by_level() -> None:
    check_ladder(
        "run",
        facts(amount=18),
        (
            ("YM-808", "CF", ("check dex of Ann at 0 for run_dex mod +18",)),
            ("YM-807", "NF", ()),
            ("YM-807", "BS", ("ask run Ann",)),
            ("YM-807", "NS", ("ask run Ann",)),
            ("YM-807", "SS", ("ask run Ann",)),
            ("YM-807", "CS", ("ask run Ann",)),
        ),
    )


def test_the_dex_check_of_a_run_by_level() -> None:
    check_ladder(
        "run_dex",
        facts(threateners=("Orc",)),
        (
            ("YM-809", "CF", ("Ann prone=True",)),
            ("YM-810 YM-802", "NF", ("Ann is stopped", "attack by Orc on Ann alone")),
            ("YM-811 YM-802", "BS", ("Ann is stopped",)),
            ("YM-812 YM-802", "NS", ("Ann is stopped for 1",)),
            ("YM-813 YM-802", "SS", ("Ann is stopped for 1/2",)),
            ("YM-814 YM-802", "CS", ("Ann is stopped for 1/5",)),
        ),
    )


def test_ym_810_814_without_threateners_or_movement_rate() -> None:
    assert brought("run_dex", "NF", facts(threateners=())) == ("Ann is stopped",)
    assert brought("run_dex", "CS", facts(ann={"MR": None})) == ("ask Ann MR",)
    assert brought("run", "CF", facts(amount=None)) == ("check dex of Ann at None for run_dex",)


def test_ym_802_830_what_stopping_brings() -> None:
    assert lines(moving.stopped(FACTS)) == (
        "Ann gains 1 Stopped1",
        "Ann gains 1 Blundering1",
        "Ann gains 1 Stopped2",
    )
    assert lines(moving.stopped(facts(normal_move=False))) == ("Ann gains 1 Stopped1",)
    assert lines(moving.stopped(FACTS, expires=Fraction(1, 2)))[0] == "Ann gains 1 Stopped1 for 1/2"
    assert lines(moving.stopped(FACTS, forced=False)) == ()


def test_ym_802_830_by_other_settings() -> None:
    one = facts(settings=settings(stop__both=False))
    assert lines(moving.stopped(one)) == ("Ann gains 1 Blundering1", "Ann gains 1 Stopped2")
    willing = facts(settings=settings(stop__voluntary_counts=True))
    assert len(lines(moving.stopped(willing, forced=False))) == 3


@pytest.mark.parametrize(
    ("difficulties", "rate", "done", "checks"),
    [
        ([3] * 7, 3, 0, (3, 3)),
        ([5, 2, 9, 4, 8, 6, 1], 3, 0, (2, 4)),
        ([3, 3], 3, 0, ()),
        ([3, 3, 1], 3, 2, (1,)),
        ([7, 6, 5, 4], 3, 2, (5,)),
        ([4] * 5, Fraction(5, 2), 0, (4, 4)),
        ([], 3, 0, ()),
        ([9, 8], Fraction(1, 2), 0, (9, 8)),
    ],
)
def test_ym_806_a_check_every_mr_difficult_moves(
    difficulties: list[int], rate: Fraction | int, done: int, checks: tuple[int, ...]
) -> None:
    assert moving.terrain_checks(difficulties, rate, done) == checks


@pytest.mark.parametrize("level", LEVELS)
def test_ym_806_a_failed_terrain_check_is_the_gms(level: str) -> None:
    assert brought("terrain", level, FACTS) == (("ask terrain Ann",) if level in ("CF", "NF") else ())


def test_coming_into_an_area_by_level() -> None:
    check_ladder(
        "enter_area",
        FACTS,
        (
            ("YM-820", "CF", ("+9 on any of Ann until Ann next turn", "attack by Orc on Ann")),
            ("YM-821", "NF", ("attack by Orc on Ann",)),
            ("YM-003", "BS", ()),
            ("YM-003", "NS", ()),
            ("YM-822", "SS", ("-6 on attack skill of Ann until Ann next turn",)),
            ("YM-823", "CS", ("-11 on attack skill of Ann until Ann next turn",)),
        ),
    )


@pytest.mark.parametrize(
    ("setting", "running", "needed"),
    [
        ("always", False, True),
        ("always", True, True),
        ("run_only", False, False),
        ("run_only", True, True),
        ("off", True, False),
    ],
)
def test_ym_820_when_it_is_rolled(setting: str, running: bool, needed: bool) -> None:
    given = facts(settings=settings(enter_area__roll=setting))
    assert moving.entry_needs_roll(given, running=running) is needed


def test_ym_832_a_spot_in_a_threat_area() -> None:
    given = facts(ann={"DCV": 20}, orc={"DCV": 24})
    assert moving.spot_difficulty(given, 3) == 7
    literal = facts(ann={"DCV": 20}, orc={"DCV": 24}, settings=settings(difficulty__orientation="literal"))
    assert moving.spot_difficulty(literal, 3) == -1
    assert moving.spot_difficulty(facts(orc={"DCV": None}), 3) is None


def test_its_terrain_check_by_level() -> None:
    check_ladder(
        "spot",
        FACTS,
        (
            ("YM-833", "CF", ("attack by Orc on Ann",)),
            ("YM-834", "NF", ("attack by Orc on Ann alone",)),
            ("YM-003", "BS", ()),
            ("YM-003", "NS", ()),
            ("YM-003", "SS", ()),
            ("YM-003", "CS", ()),
        ),
    )


@pytest.mark.parametrize("level", LEVELS)
def test_ym_840_a_failed_move_check_in_combat(level: str) -> None:
    expected = ("check attack skill of Ann at 5 for stay_in_combat",) if level in ("CF", "NF") else ()
    assert brought("failed_move", level, facts(difficulty=5)) == expected
    assert brought("failed_move", level, facts(difficulty=5, ann={"in_combat": False})) == ()


def test_staying_in_combat_by_level() -> None:
    further = "check attack skill of Ann at 5 for stay_further"
    check_ladder(
        "stay_in_combat",
        facts(difficulty=5, moves_beyond=Fraction(5, 2)),
        (
            ("YM-841", "CF", ("Ann in_combat=False", "Ann gains 1 OffGuard1")),
            ("YM-842", "NF", (further, further)),
            ("YM-845", "BS", ("Ann assigns=checked",)),
            ("YM-846", "NS", ("Ann assigns=free",)),
            ("YM-847", "SS", ("-6 on stay of Ann until Ann next turn",)),
            ("YM-848", "CS", ("-6 on stay of Ann until Ann next turn", "Ann pool +6")),
        ),
    )


def test_the_further_checks_by_level() -> None:
    check_ladder(
        "stay_further",
        FACTS,
        (
            ("YM-843", "CF", ("Ann in_combat=False", "Ann guard_duty=True")),
            ("YM-844", "NF", ("Ann in_combat=False",)),
            ("YM-845", "BS", ("Ann assigns=checked",)),
            ("YM-846", "NS", ("Ann assigns=free",)),
            ("YM-847", "SS", ("-6 on stay of Ann until Ann next turn",)),
            ("YM-848", "CS", ("-6 on stay of Ann until Ann next turn", "Ann pool +6")),
        ),
    )


@pytest.mark.parametrize(
    ("beyond", "count"), [(Fraction(0), 0), (Fraction(9, 10), 0), (Fraction(1), 1), (Fraction(39, 10), 3)]
)
def test_ym_842_whole_moves_beyond(beyond: Fraction, count: int) -> None:
    assert len(brought("stay_in_combat", "NF", facts(moves_beyond=beyond))) == count


def test_ym_842_how_far_is_asked() -> None:
    assert brought("stay_in_combat", "NF", facts(moves_beyond=None)) == ("ask moves_beyond",)


def test_ym_845_848_the_first_check_by_the_other_reading() -> None:
    given = facts(settings=settings(combat_move__ladder="further_only"))
    for level in ("BS", "NS", "SS", "CS"):
        assert brought("stay_in_combat", level, given) == ()
        assert brought("stay_further", level, given) == brought("stay_further", level, FACTS)
    assert brought("stay_in_combat", "CF", given) == ("Ann in_combat=False", "Ann gains 1 OffGuard1")


def test_ym_847_by_the_literal_page_it_is_added() -> None:
    given = facts(settings=settings(sign__rewards="literal"))
    assert brought("stay_further", "SS", given) == ("+6 on stay of Ann until Ann next turn",)
    assert defaults("stay_further", "SS", FACTS) == [True]


def test_ym_843_on_guard_duty() -> None:
    given = facts(ann={"OCV": 20}, orc={"OCV": 26})
    assert moving.guard_duty_difficulty(given) == 6
    literal = facts(ann={"OCV": 20}, orc={"OCV": 26}, settings=settings(difficulty__orientation="literal"))
    assert moving.guard_duty_difficulty(literal) == -6
    for level in LEVELS:
        expected = ("Ann is stopped",) if level in ("CF", "NF") else ()
        assert brought("guard_duty", level, FACTS) == expected


@pytest.mark.parametrize(
    ("how", "check", "may"),
    [
        ("checked", None, False),
        ("checked", "NF", False),
        ("checked", "BS", True),
        ("free", None, True),
        (None, None, True),
    ],
)
def test_ym_845_846_dealing_out_while_moving(how: str | None, check: str | None, may: bool) -> None:
    assert moving.may_assign(how, check) is may


def test_what_is_no_failure_brings_nothing() -> None:
    assert LADDERS["failed_move"]("BS", FACTS) == ()
