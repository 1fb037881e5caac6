"""Levels and time: bleeding sums, stages, Staggered by damage, what time takes away, the check's arithmetic
(YM-300..315, YM-330..350, YM-370..385)."""

from __future__ import annotations

from fractions import Fraction

import pytest

from calledshot_yiffiemon import checks, conditions
from calledshot_yiffiemon.settings import LEVELS

HALF = Fraction(1, 2)


# -- stages -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("clauses", "have", "gained", "changes", "ignored"),
    [
        (("YM-301",), {"Bleeding2": 1}, "Bleeding1", {}, True),
        (("YM-301",), {"Bleeding3": 4}, "Bleeding1", {}, True),
        ((), {"Bleeding2": 1}, "Bleeding2", {"Bleeding2": 1}, False),
        ((), {"Bleeding3": 0}, "Bleeding2", {"Bleeding2": 1}, False),
        (("YM-302",), {"Bleeding2": 5}, "Bleeding3", {"Bleeding2": -5, "Bleeding3": 1}, False),
        (("YM-302",), {"Bleeding1": 2}, "Bleeding2", {"Bleeding1": -2, "Bleeding2": 1}, False),
        (("YM-341",), {"FB2": 2}, "FB3", {"FB2": -2, "FB3": 1}, False),
        (("YM-341",), {"FB3": 1}, "FB2", {}, True),
        ((), {"Bleeding3": 2}, "FB1", {"FB1": 1}, False),
        ((), {"FB3": 2}, "Bleeding1", {"Bleeding1": 1}, False),
        ((), {"Blundering2": 2}, "Blundering1", {"Blundering1": 1}, False),
    ],
)
def test_gaining_a_stage(
    clauses: tuple[str, ...], have: dict[str, int], gained: str, changes: dict[str, int], ignored: bool
) -> None:
    came = conditions.gain(have, gained)
    assert (dict(came.changes), came.ignored, came.clauses) == (changes, ignored, clauses)


@pytest.mark.parametrize(
    ("level", "count", "gone"), [(5, 2, 2), (1, 3, 1), (4, None, 4), (0, None, 0), (3, -1, 0)]
)
def test_levels_never_fall_below_nothing(level: int, count: int | None, gone: int) -> None:
    assert conditions.lost(level, count) == gone


# -- bleeding -----------------------------------------------------------------------------------------


def test_ym_313_divided_and_carried() -> None:
    points, owed = conditions.slow_bleeding(Fraction(0), Fraction(1), 1, "divide", "carry")
    assert (points, owed) == (0, HALF)
    points, owed = conditions.slow_bleeding(owed, Fraction(1), 1, "divide", "carry")
    assert (points, owed) == (1, 0)
    points, owed = conditions.slow_bleeding(owed, Fraction(3, 2), 1, "divide", "carry")
    assert (points, owed) == (0, Fraction(3, 4))


@pytest.mark.parametrize(("bonus", "points"), [(-3, 6), (-1, 6), (0, 6), (1, 3), (2, 2), (5, 1)])
def test_ym_313_the_divisor_is_never_below_one(bonus: int, points: int) -> None:
    assert conditions.slow_bleeding(Fraction(0), Fraction(6), bonus, "divide", "carry") == (points, 0)


@pytest.mark.parametrize(
    ("fraction", "points", "owed"), [("carry", 0, HALF), ("ceil", 1, Fraction(0)), ("floor", 0, Fraction(0))]
)
def test_ym_313_broken_points(fraction: str, points: int, owed: Fraction) -> None:
    assert conditions.slow_bleeding(Fraction(0), Fraction(1), 1, "divide", fraction) == (points, owed)


@pytest.mark.parametrize(("bonus", "points"), [(2, 4), (0, 2), (-1, 1), (-5, 0)])
def test_ym_313_added_by_the_other_reading(bonus: int, points: int) -> None:
    assert conditions.slow_bleeding(Fraction(0), Fraction(2), bonus, "add", "carry") == (points, 0)


@pytest.mark.parametrize(
    ("owed", "length", "fraction", "whole", "kept"),
    [
        (Fraction(0), Fraction(2), "carry", 2, Fraction(0)),
        (Fraction(0), Fraction(3, 2), "carry", 1, HALF),
        (HALF, Fraction(3, 2), "carry", 2, Fraction(0)),
        (HALF, Fraction(1, 4), "carry", 0, Fraction(3, 4)),
        (HALF, Fraction(3, 2), "ceil", 2, Fraction(0)),
        (HALF, Fraction(3, 2), "floor", 1, Fraction(0)),
    ],
)
def test_ym_314_whole_inits(
    owed: Fraction, length: Fraction, fraction: str, whole: int, kept: Fraction
) -> None:
    assert conditions.whole_inits(owed, length, fraction) == (whole, kept)


@pytest.mark.parametrize(
    ("clause", "stage", "rolled", "inits", "bonus", "levels", "points"),
    [
        ("YM-314", "Bleeding2", 9, 2, 1, 3, 7),
        ("YM-314", "Bleeding2", 7, 2, 1, 3, 6),
        ("YM-314", "Bleeding2", 8, 2, 1, 3, 6),
        ("YM-314", "Bleeding2", 3, 1, -2, 1, 5),
        ("YM-315", "Bleeding3", 2, 1, -1, 2, 4),
        ("YM-315", "Bleeding3", 9, 1, 2, 3, 7),
        ("YM-315", "Bleeding3", 8, 1, 2, 3, 6),
        ("YM-315", "Bleeding3", 12, 2, 4, 1, 4),
    ],
)
def test_bleeding_by_dice(
    clause: str, stage: str, rolled: int, inits: int, bonus: int, levels: int, points: int
) -> None:
    assert conditions.bleeding(stage, rolled, inits, bonus, levels) == points
    assert conditions.BLEEDING_CLAUSE[stage] == clause


@pytest.mark.parametrize(("stage", "sides"), [("Bleeding2", 6), ("Bleeding3", 10)])
def test_the_dice_of_bleeding(stage: str, sides: int) -> None:
    assert conditions.BLEEDING[stage][0] == sides


@pytest.mark.parametrize(
    ("clause", "stage", "rolled", "bonus", "levels", "points"),
    [
        ("YM-346", "FB1", 9, 1, 2, 10),
        ("YM-346", "FB1", 3, 1, 2, 4),
        ("YM-346", "FB1", 2, 1, 2, 4),
        ("YM-346", "FB1", 4, -2, 1, 7),
        ("YM-348", "FB2", 4, 5, 3, 5),
        ("YM-350", "FB3", 3, 4, 1, 2),
        ("YM-350", "FB3", 6, 1, 1, 6),
    ],
)
def test_fatigue_bleeding(clause: str, stage: str, rolled: int, bonus: int, levels: int, points: int) -> None:
    assert conditions.fatigue(stage, rolled, bonus, levels) == points
    assert conditions.FATIGUE_CLAUSE[stage] == clause


@pytest.mark.parametrize(
    ("stage", "dice", "die"),
    [
        ("FB1", "written", (10, 2)),
        ("FB2", "written", (10, 2)),
        ("FB3", "written", (6, 1)),
        ("FB1", "reversed", (6, 1)),
        ("FB2", "reversed", (10, 2)),
        ("FB3", "reversed", (10, 2)),
    ],
)
def test_the_dice_of_fatigue_bleeding(stage: str, dice: str, die: tuple[int, int]) -> None:
    assert conditions.fatigue_die(stage, dice) == die


# -- staggered ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("total", "tolerance", "levels"),
    [
        (5, 10, 0),
        (0, 10, 0),
        (-1, 10, 1),
        (-10, 10, 1),
        (-11, 10, 2),
        (-20, 10, 2),
        (-23, 10, 3),
        (-7, None, 1),
    ],
)
def test_ym_372_373_levels_by_damage(total: int, tolerance: int | None, levels: int) -> None:
    assert conditions.staggered(total, tolerance) == levels


def test_ym_370_the_base_line_of_a_con_check() -> None:
    assert checks.con_line(55, 3) == 52
    assert checks.con_line(55, 0) == 55
    assert checks.con_line(None, 3) is None


# -- time ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("level", "passed", "already", "gone"),
    [
        (3, Fraction(5, 2), 0, 2),
        (3, Fraction(99, 100), 0, 0),
        (3, Fraction(1), 0, 1),
        (3, Fraction(5, 2), 1, 1),
        (1, Fraction(4), 0, 1),
        (3, Fraction(2), 3, 0),
    ],
)
def test_ym_330_384_a_level_for_each_whole_init(
    level: int, passed: Fraction, already: int, gone: int
) -> None:
    assert conditions.by_time(level, passed, already) == gone


@pytest.mark.parametrize(
    ("before", "after", "per", "gone"),
    [
        (Fraction(0), Fraction(1), "turn", 1),
        (Fraction(0), Fraction(3), "turn", 1),
        (Fraction(0), HALF, "turn", 0),
        (HALF, Fraction(1), "turn", 1),
        (Fraction(1), Fraction(2), "turn", 0),
        (Fraction(0), Fraction(3), "init", 3),
        (HALF, Fraction(6, 5), "init", 1),
        (Fraction(1), Fraction(2), "init", 1),
    ],
)
def test_ym_385_waiting_after_a_turn_not_spent_waiting(
    before: Fraction, after: Fraction, per: str, gone: int
) -> None:
    assert conditions.by_waiting(before, after, per) == gone


# -- what a level is turned into ----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("clause", "level", "repaired", "literal"),
    [
        ("YM-332", "CF", "CF", "CF"),
        ("YM-333", "NF", "CF", "CS"),
        ("YM-333", "BS", "CF", "CS"),
        ("YM-334", "NS", "BS", "BS"),
        ("YM-335", "SS", "NS", "NF"),
        ("YM-336", "CS", "CS", "CS"),
    ],
)
def test_ym_331_off_footed(clause: str, level: str, repaired: str, literal: str) -> None:
    assert checks.off_footed(level, "repaired") == (repaired, ("YM-331", clause))
    assert checks.off_footed(level, "literal") == (literal, ("YM-331", clause))


@pytest.mark.parametrize(
    ("level", "lifted"),
    [("CF", "NS"), ("NF", "NS"), ("BS", "NS"), ("NS", "NS"), ("SS", "SS"), ("CS", "CS")],
)
def test_ym_340_building_up_the_fight(level: str, lifted: str) -> None:
    assert checks.built_up(level) == lifted


def test_an_attack_roll_is_an_attack_skill_check() -> None:
    assert set(checks.names("attack", "bow")) == {"attack", "attack skill", "bow"}
    assert "attack" not in checks.names("attack skill", None)
    assert [checks.succeeds(level) for level in LEVELS] == [False, False, True, True, True, True]
