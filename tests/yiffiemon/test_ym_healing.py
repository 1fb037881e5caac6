"""Healing Bleeding and Fatigue Bleeding (YM-303..312, YM-342..345, YM-349, YM-351)."""

from __future__ import annotations

import pytest
from rung_words import brought, check_ladder, defaults, facts, say, settings

from calledshot_yiffiemon import healing
from calledshot_yiffiemon.facts import Facts
from calledshot_yiffiemon.ladders import LADDERS
from calledshot_yiffiemon.settings import LEVELS


def patient(**levels: int) -> Facts:
    return facts(orc={"levels": levels})


def himself(target: str | None = "Ann", **levels: int) -> Facts:
    return facts(target=target, amount=7, ann={"levels": levels})


ACTS = "until Orc does something other than heal himself"
GIFT = (f"-8 on con of Orc {ACTS}", f"-8 on healing of anyone vs Orc {ACTS}", "heal by Ann on Orc alone")


def test_healing_bleeding_by_level() -> None:
    check_ladder(
        "heal",
        patient(Bleeding2=5),
        (
            ("YM-303", "CF", ()),
            ("YM-303", "NF", ()),
            ("YM-304", "BS", ("Orc loses 1 Bleeding2",)),
            ("YM-305", "NS", ("Orc loses 2 Bleeding2",)),
            ("YM-306", "SS", ("Orc loses all Bleeding2",)),
            ("YM-307 YM-308", "CS", GIFT),
        ),
    )


@pytest.mark.parametrize("stage", ["Bleeding1", "Bleeding2", "Bleeding3"])
def test_ym_303_any_stage_of_bleeding(stage: str) -> None:
    assert brought("heal", "SS", patient(**{stage: 1})) == (f"Orc loses all {stage}",)


def test_ym_308_names_the_second_action() -> None:
    assert [one.clauses for one in LADDERS["heal"]("CS", patient(Bleeding1=4))] == [
        ("YM-307",),
        ("YM-307",),
        ("YM-308",),
    ]


@pytest.mark.parametrize(
    ("stage", "rung", "critical"),
    [
        ("FB1", ("YM-342",), ("YM-343",)),
        ("FB2", ("YM-342", "YM-349"), ("YM-343", "YM-349")),
        ("FB3", ("YM-342", "YM-351"), ("YM-343", "YM-351")),
    ],
)
def test_healing_fatigue_bleeding_by_level(
    stage: str, rung: tuple[str, ...], critical: tuple[str, ...]
) -> None:
    given = patient(**{stage: 5})
    for level, lines in (
        ("CF", ()),
        ("NF", ()),
        ("BS", (f"Orc loses 1 {stage}",)),
        ("NS", (f"Orc loses 2 {stage}",)),
        ("SS", (f"Orc loses all {stage}",)),
    ):
        assert brought("heal", level, given) == lines
        assert LADDERS["heal"](level, given)[0].clauses == rung
    assert brought("heal", "CS", given) == GIFT
    assert LADDERS["heal"]("CS", given)[0].clauses == critical


@pytest.mark.parametrize(("bonus", "levels"), [(-2, 1), (0, 1), (1, 1), (2, 2), (4, 4)])
def test_ym_305_at_least_one_level(bonus: int, levels: int) -> None:
    given = facts(orc={"ConB": bonus, "levels": {"Bleeding1": 3}})
    assert brought("heal", "NS", given) == (f"Orc loses {levels} Bleeding1",)


def test_ym_305_an_unknown_bonus_is_asked() -> None:
    given = facts(orc={"ConB": None, "levels": {"Bleeding1": 3}})
    assert brought("heal", "NS", given) == ("ask Orc ConB",)
    assert brought("heal", "BS", given) == ("Orc loses 1 Bleeding1",)


def test_ym_307_levels_go_too_by_the_other_reading() -> None:
    given = facts(orc={"levels": {"Bleeding3": 2}}, settings=settings(healing__critical_removes_all=True))
    assert brought("heal", "CS", given) == (*GIFT[:2], "Orc loses all Bleeding3", GIFT[2])
    assert defaults("heal", "CS", patient(Bleeding3=2))[0] is True
    assert defaults("heal", "CS", given)[0] is False


def test_nothing_to_heal() -> None:
    for level in ("BS", "NS", "SS"):
        assert brought("heal", level, patient()) == ()
    assert brought("heal", "CS", patient()) == GIFT


def test_bleeding_and_fatigue_at_once_is_chosen() -> None:
    given = patient(Bleeding1=2, FB1=3)
    assert brought("heal", "BS", given) == (
        "Ann chooses condition: Bleeding1: Orc loses 1 Bleeding1 | FB1: Orc loses 1 FB1",
    )
    named = facts(orc={"levels": {"Bleeding1": 2, "FB1": 3}}, choices={"condition": "FB1"})
    assert brought("heal", "BS", named) == ("Orc loses 1 FB1",)


def first(given: Facts) -> list[str]:
    return [say(one) for one in healing.treat(given)]


def test_ym_303_treating_another_begins_with_the_healing_check() -> None:
    assert first(patient(FB2=2)) == ["check healing of Ann vs Orc at 0 for heal"]
    assert first(patient()) == ["check healing of Ann vs Orc at 0 for heal"]


@pytest.mark.parametrize(
    ("levels", "line"),
    [
        ({"Bleeding2": 2}, "check healing of Ann vs Ann at 0 for heal"),
        (
            {"Bleeding2": 2, "Staggered1": 1},
            "check int of Ann vs Ann at 0 for self_heal_int also con",
        ),
        ({"Bleeding1": 2, "Staggered2": 1}, "check int of Ann vs Ann at 0 for self_heal_int also con"),
        ({"FB1": 2}, "check int of Ann vs Ann at 0 for self_heal_int"),
        ({"FB3": 2, "Staggered2": 1}, "check int of Ann vs Ann at 0 for self_heal_int also con"),
    ],
)
def test_ym_309_344_treating_oneself(levels: dict[str, int], line: str) -> None:
    assert first(himself(**levels)) == [line]
    assert first(himself(None, **levels)) == [line]


def test_ym_309_344_of_both_kinds_one_is_chosen_first() -> None:
    assert first(himself(Bleeding1=1, FB1=1)) == [
        "Ann chooses condition: Bleeding1: check healing of Ann vs Ann at 0 for heal"
        " | FB1: check int of Ann vs Ann at 0 for self_heal_int"
    ]


WITHOUT = "until a full action of Ann without {0} for={0}"


@pytest.mark.parametrize(
    ("levels", "kind"),
    [({"Bleeding2": 2, "Staggered1": 1}, "Bleeding"), ({"FB1": 2}, "FatigueBleeding")],
)
def test_the_int_check_by_level(levels: dict[str, int], kind: str) -> None:
    given = himself(**levels)
    will = "check will of Ann at 0 for self_heal_will optional"
    heal = "check healing of Ann vs Ann at 0 for heal"
    for level, lines in (
        ("CF", ("refused Ann: the Int check failed",)),
        ("NF", ("refused Ann: the Int check failed",)),
        ("BS", (will, heal)),
        ("NS", (will, heal)),
        ("SS", (will, f"{heal} mod -7")),
        ("CS", (f"-7 on int of Ann {WITHOUT.format(kind)}", will, f"{heal} mod -7")),
    ):
        assert brought("self_heal_int", level, given) == lines, level


@pytest.mark.parametrize(
    ("level", "bleeding", "fatigue"),
    [
        ("NF", {"YM-309"}, {"YM-344"}),
        ("NS", {"YM-309", "YM-310"}, {"YM-344", "YM-345"}),
        ("SS", {"YM-310", "YM-311"}, {"YM-345"}),
        ("CS", {"YM-310", "YM-312"}, {"YM-345"}),
    ],
)
def test_its_clauses(level: str, bleeding: set[str], fatigue: set[str]) -> None:
    for levels, clauses in (({"Bleeding2": 2, "Staggered1": 1}, bleeding), ({"FB1": 2}, fatigue)):
        out = LADDERS["self_heal_int"](level, himself(**levels))
        assert {clause for one in out for clause in one.clauses} == clauses


@pytest.mark.parametrize("level", LEVELS)
def test_ym_310_345_the_will_check(level: str) -> None:
    given = himself(FB2=2)
    expected = () if level in ("CF", "NF") else (f"-7 on int of Ann {WITHOUT.format('FatigueBleeding')}",)
    assert brought("self_heal_will", level, given) == expected


def test_ym_310_which_condition_bleeding_means_is_our_reading() -> None:
    assert defaults("self_heal_will", "NS", himself(Bleeding1=1)) == [True]
    assert defaults("self_heal_will", "NS", himself(FB1=1)) == [False]
