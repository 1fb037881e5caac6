"""Fighting Defensively, Blundering, Off Guard, Off Footed, Prone, Staggered: their checks (YM-320..377)."""

from __future__ import annotations

from fractions import Fraction

import pytest
from rung_words import FACTS, brought, check_ladder, defaults, facts, say, settings

from calledshot_yiffiemon import defence, footing, staggered
from calledshot_yiffiemon.consequences import Consequence
from calledshot_yiffiemon.facts import Facts
from calledshot_yiffiemon.ladders import LADDERS
from calledshot_yiffiemon.settings import LEVELS

BESET = "Ann gains 1 TB1 from Orc until Ann has spent 1 Init outside move actions"


def having(**levels: int) -> Facts:
    return facts(amount=11, ann={"levels": levels})


def lines(out: tuple[Consequence, ...]) -> list[str]:
    return [line for one in out if (line := say(one))]


# -- Fighting Defensively -----------------------------------------------------------------------------


def test_ym_352_the_first_level_at_will_and_no_other() -> None:
    assert lines(defence.take_up(having())) == ["Ann gains 1 FD"]
    assert lines(defence.take_up(having(FD=1))) == ["refused Ann: only the first level can be taken at will"]


@pytest.mark.parametrize(
    ("level", "waited", "expected"),
    [
        (0, 0, "refused Ann: does not fight defensively"),
        (1, 0, "Ann loses 1 FD"),
        (2, 0, "refused Ann: must wait 1 Init first"),
        (2, Fraction(9, 10), "refused Ann: must wait 1 Init first"),
        (2, 1, "check will of Ann at 0 for drop_defence"),
        (5, 3, "check will of Ann at 0 for drop_defence"),
    ],
)
def test_ym_354_355_dropping_it(level: int, waited: int, expected: str) -> None:
    assert lines(defence.drop(having(FD=level), Fraction(waited))) == [expected]


def test_the_will_check_by_level() -> None:
    check_ladder(
        "drop_defence",
        having(FD=2),
        (
            ("YM-356", "CF", ("Ann gains 1 FD",)),
            ("YM-357", "NF", ()),
            ("YM-358", "BS", ("Ann gains 1 BUF",)),
            ("YM-358", "NS", ("Ann loses 1 FD",)),
            ("YM-358", "SS", ("Ann loses 1 FD",)),
            ("YM-358", "CS", ("Ann loses 1 FD",)),
        ),
    )


def test_ym_358_how_many_levels_is_a_setting() -> None:
    given = facts(ann={"levels": {"FD": 4}}, settings={"fd.drop.NS": 0, "fd.drop.CS": 3})
    assert brought("drop_defence", "NS", given) == ()
    assert brought("drop_defence", "SS", given) == ("Ann loses 1 FD",)
    assert brought("drop_defence", "CS", given) == ("Ann loses 3 FD",)
    assert [defaults("drop_defence", level, given) for level in ("SS", "CS")] == [[True], [False]]


@pytest.mark.parametrize("level", LEVELS)
def test_ym_340_building_up_lifts_the_check_and_is_used_up(level: str) -> None:
    given = having(FD=3, BUF=1)
    assert brought("drop_defence", level, given) == ("Ann loses 1 FD", "Ann loses 1 BUF")
    assert defence.level_used(level, given) == (level if level in ("NS", "SS", "CS") else "NS")
    assert defence.level_used(level, having(FD=3)) == level


# -- Blundering, Off Guard, Off Footed -----------------------------------------------------------------


@pytest.mark.parametrize(
    ("condition", "clause"),
    [
        ("Blundering1", "YM-320"),
        ("Blundering2", "YM-324"),
        ("OffGuard1", "YM-362"),
        ("OffGuard2", "YM-366"),
    ],
)
def test_a_critical_success_on_an_attack_skill_check(condition: str, clause: str) -> None:
    given = having(**{condition: 2})
    (lost,) = LADDERS["every_skill_check"]("CS", given)
    assert (say(lost), lost.clauses) == (f"Ann loses 1 {condition}", (clause,))
    assert LADDERS["every_skill_check"]("SS", given) == ()
    assert LADDERS["every_skill_check"]("CS", having()) == ()


def test_it_takes_a_level_of_each() -> None:
    given = having(Blundering1=1, OffGuard2=3)
    assert brought("every_skill_check", "CS", given) == ("Ann loses 1 Blundering1", "Ann loses 1 OffGuard2")


@pytest.mark.parametrize(("theirs", "own", "difficulty"), [(25, 18, 7), (18, 25, -7), (None, 18, None)])
def test_ym_321_leaving_an_area_with_blundering_1(
    theirs: int | None, own: int, difficulty: int | None
) -> None:
    given = facts(ann={"OCV": own, "levels": {"Blundering1": 1}}, orc={"OCV": theirs})
    assert lines(footing.leaving(given)) == [f"check move of Ann vs Orc at {difficulty} for blunder_leave"]


def test_ym_325_with_blundering_2_an_attack_for_certain() -> None:
    assert lines(footing.leaving(having(Blundering2=1))) == ["attack by Orc on Ann"]
    assert footing.leaving(having()) == ()
    assert len(footing.leaving(having(Blundering1=1, Blundering2=1))) == 2


def test_its_move_check_by_level() -> None:
    check_ladder(
        "blunder_leave",
        having(Blundering1=2),
        (
            ("YM-322", "CF", (BESET, "attack by Orc on Ann at once")),
            ("YM-003", "NF", ()),
            ("YM-003", "BS", ()),
            ("YM-003", "NS", ()),
            ("YM-003", "SS", ()),
            ("YM-323", "CS", ("Ann loses 1 Blundering1",)),
        ),
    )


def test_ym_363_an_attacker_enters_with_off_guard_1() -> None:
    given = facts(ann={"OCV": 20, "levels": {"OffGuard1": 1}}, orc={"OCV": 26})
    assert lines(footing.entered(given)) == ["check move of Ann vs Orc at 6 for off_guard_enter"]
    literal = facts(
        ann={"OCV": 20, "levels": {"OffGuard1": 1}},
        orc={"OCV": 26},
        settings=settings(difficulty__orientation="literal"),
    )
    assert lines(footing.entered(literal)) == ["check move of Ann vs Orc at -6 for off_guard_enter"]
    assert [one.default for one in (*footing.entered(given), *footing.entered(literal))] == [True, False]


def test_ym_367_with_off_guard_2_an_attack_that_stops() -> None:
    assert lines(footing.entered(having(OffGuard2=1))) == ["attack by Orc on Ann stops"]
    assert footing.entered(having()) == ()


def test_off_guards_move_check_by_level() -> None:
    check_ladder(
        "off_guard_enter",
        having(OffGuard1=2),
        (
            ("YM-364", "CF", (BESET, "attack by Orc on Ann at once stops")),
            ("YM-003", "NF", ()),
            ("YM-003", "BS", ()),
            ("YM-003", "NS", ()),
            ("YM-003", "SS", ()),
            ("YM-365", "CS", ("Ann loses 1 OffGuard1",)),
        ),
    )


@pytest.mark.parametrize("level", LEVELS)
def test_ym_364_367_which_levels_hit(level: str) -> None:
    assert footing.hits(level, FACTS) is (level in ("BS", "NS", "SS", "CS"))
    stricter = facts(settings=settings(aoo__hit_from="NS"))
    assert footing.hits(level, stricter) is (level in ("NS", "SS", "CS"))


@pytest.mark.parametrize("level", LEVELS)
def test_ym_336_off_footed_loses_a_level_on_a_critical_success(level: str) -> None:
    expected = ("Ann loses 1 OffFooted",) if level == "CS" else ()
    assert brought("every_move_check", level, having(OffFooted=2)) == expected
    assert brought("every_move_check", level, having()) == ()


# -- Prone ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("level", LEVELS)
def test_ym_380_falling_prone(level: str) -> None:
    given = facts(threateners=("Orc", "Elf"))
    expected = ("attack by Orc/Elf on Ann alone",) if level in ("CF", "NF") else ()
    assert brought("prone", level, given) == expected
    assert brought("prone", level, facts(threateners=())) == ()
    assert lines(footing.falling(given)) == ["check attack skill of Ann at 0 for prone"]


# -- Staggered -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("levels", [0, 1, 3])
def test_ym_371_a_con_check_for_each_level_gained(levels: int) -> None:
    assert lines(staggered.gained(FACTS, levels)) == ["check con of Ann at 0 for stagger_gain"] * levels


@pytest.mark.parametrize("level", LEVELS)
def test_ym_371_what_failing_it_does_is_asked(level: str) -> None:
    assert brought("stagger_gain", level, FACTS) == (("ask stagger Ann",) if level in ("CF", "NF") else ())


def test_ym_374_at_the_end_of_a_turn_with_staggered_2() -> None:
    assert lines(staggered.turn_ends(having(Staggered2=2))) == ["check con of Ann at 0 for stagger_turn"]
    assert len(staggered.turn_ends(having(Staggered2=1))) == 1
    assert staggered.turn_ends(having(Staggered1=2)) == ()
    assert all(brought("stagger_turn", level, having(Staggered2=2)) == () for level in LEVELS)


@pytest.mark.parametrize("level", LEVELS)
def test_ym_377_any_con_check(level: str) -> None:
    expected = ("Ann loses 1 Staggered2",) if level == "CS" else ()
    for count in (1, 2):
        assert brought("every_con_check", level, having(Staggered2=count)) == expected
    assert brought("every_con_check", level, having(Staggered1=2)) == ()


@pytest.mark.parametrize(
    ("levels", "setting", "failed", "needed"),
    [
        ({"Staggered1": 1}, "always", False, True),
        ({"Staggered2": 1}, "always", False, True),
        ({}, "always", True, False),
        ({"Staggered1": 1}, "after_critical_failure", False, False),
        ({"Staggered1": 1}, "after_critical_failure", True, True),
    ],
)
def test_ym_375_when_acting_takes_a_check(
    levels: dict[str, int], setting: str, failed: bool, needed: bool
) -> None:
    given = facts(ann={"levels": levels}, settings=settings(staggered__gate=setting))
    assert staggered.needs_gate(given, failed) is needed
    assert lines(staggered.acting(given)) == ["check con of Ann at 0 for stagger_gate"]


def test_the_gate_by_level() -> None:
    until = "until first of (Ann fails a Con check; Ann is no longer staggered)"
    check_ladder(
        "stagger_gate",
        having(Staggered1=1),
        (
            ("YM-375", "CF", ("Ann acts=False", "Ann waits 1")),
            ("YM-375", "NF", ("Ann acts=False", "Ann waits 1")),
            ("YM-375", "BS", ()),
            ("YM-375", "NS", ()),
            ("YM-375", "SS", ()),
            ("YM-376", "CS", (f"-11 on con of Ann {until}",)),
        ),
    )


def test_ym_375_the_time_lost_is_a_setting() -> None:
    given = facts(settings=settings(staggered__loss=0.5))
    assert brought("stagger_gate", "NF", given) == ("Ann acts=False", "Ann waits 1/2")
    assert defaults("stagger_gate", "NF", given) == [False, False]
    assert defaults("stagger_gate", "NF", FACTS) == [True, True]
