"""Cross Their Guard, melee and ranged (YM-720..760)."""

from __future__ import annotations

import pytest
from rung_words import FACTS, brought, check_ladder, defaults, facts, settings

from calledshot.api import Effect, Until, first, later
from calledshot_yiffiemon import guard, moments
from calledshot_yiffiemon.consequences import Apply
from calledshot_yiffiemon.ladders import LADDERS

INSIDE = "Ann inside guard of Orc"
TILL_OUT = "until Ann leaves guard of Orc"


def test_crossing_a_melee_guard_by_level() -> None:
    check_ladder(
        "cross_guard",
        facts(amount=9, threaten_target=("Bob",)),
        (
            ("YM-732", "CF", ("attack by Orc on Ann",)),
            ("YM-733", "NF", ()),
            ("YM-734", "BS", (INSIDE, "check attack of Ann vs Orc at -10 for cross_guard_attack")),
            ("YM-740", "NS", (INSIDE,)),
            ("YM-741", "SS", (INSIDE, f"-15 on any of Ann vs Orc {TILL_OUT}")),
            (
                "YM-742",
                "CS",
                (
                    INSIDE,
                    f"-15 on any of Ann vs Orc {TILL_OUT}",
                    "attack/push by Ann/Bob on Orc alone",
                ),
            ),
        ),
    )


def test_the_attack_roll_of_a_but_success_by_level() -> None:
    check_ladder(
        "cross_guard_attack",
        facts(amount=15),
        (
            (
                "YM-735",
                "CF",
                (
                    "+9 on any of Ann until first of (Ann leaves area of Orc;"
                    " Ann makes a success on an attack skill check)",
                    "attack by Orc on Ann",
                ),
            ),
            ("YM-736", "NF", ("attack by Orc on Ann",)),
            ("YM-003", "BS", ()),
            ("YM-003", "NS", ()),
            ("YM-737", "SS", (f"+15 on any of Orc vs Ann {TILL_OUT}",)),
            (
                "YM-738",
                "CS",
                (f"+15 on any of Orc vs Ann {TILL_OUT}", f"-15 on any of Ann vs Orc {TILL_OUT}"),
            ),
        ),
    )


def test_crossing_an_archers_guard_by_level() -> None:
    check_ladder(
        "archer_guard",
        facts(amount=20, threaten_target=("Bob",)),
        (
            ("YM-752", "CF", (INSIDE,)),
            ("YM-752", "NF", (INSIDE,)),
            ("YM-753", "BS", (INSIDE, "check attack skill of Ann vs Orc at -5 for archer_guard_attack")),
            ("YM-757", "NS", (INSIDE,)),
            ("YM-758", "SS", (INSIDE, f"-26 on any of Ann {TILL_OUT}")),
            (
                "YM-759 YM-760",
                "CS",
                (
                    INSIDE,
                    f"+20 on any of Orc {TILL_OUT}",
                    f"-20 on any of Ann vs Orc {TILL_OUT}",
                    "attack/push by Ann/Bob on Orc alone",
                ),
            ),
        ),
    )


def test_ym_760_is_the_critical_successs_alone() -> None:
    named = [level for level in ("CF", "NF", "BS", "NS", "SS", "CS") if "YM-760" in _named(level)]
    assert named == ["CS"]


def _named(level: str) -> set[str]:
    return {clause for one in LADDERS["archer_guard"](level, FACTS) for clause in one.clauses}


def test_the_skill_check_of_a_but_success_by_level() -> None:
    check_ladder(
        "archer_guard_attack",
        facts(amount=6),
        (
            ("YM-754", "CF", ()),
            ("YM-754", "NF", ()),
            ("YM-754", "BS", ()),
            ("YM-754", "NS", ()),
            (
                "YM-755",
                "SS",
                (f"+6 on any of Orc vs Ann {TILL_OUT}", f"-6 on any of Ann vs Orc {TILL_OUT}"),
            ),
            ("YM-756", "CS", (f"+6 on any of Orc {TILL_OUT}", f"-6 on any of Ann vs Orc {TILL_OUT}")),
        ),
    )


def test_ym_755_756_758_759_go_by_the_name_of_crossing() -> None:
    found = [
        one.effect.name
        for ladder, level in (
            ("archer_guard_attack", "SS"),
            ("archer_guard_attack", "CS"),
            ("archer_guard", "SS"),
            ("archer_guard", "CS"),
        )
        for one in LADDERS[ladder](level, FACTS)
        if isinstance(one, Apply)
    ]
    assert found == ["Crossed by Ann"] * 7


@pytest.mark.parametrize(
    ("theirs", "own", "difficulty"), [(30, 22, 0), (22, 30, -8), (25, 25, 0), (None, 3, None)]
)
def test_ym_753_never_above_nothing(theirs: int | None, own: int, difficulty: int | None) -> None:
    given = facts(ann={"OCV": own}, orc={"OCV": theirs})
    assert guard.skill_difficulty(given) == difficulty


def test_ym_742_758_by_the_literal_page_the_reward_is_added() -> None:
    given = facts(amount=9, settings=settings(sign__rewards="literal"))
    assert brought("cross_guard", "CS", given)[1] == f"+15 on any of Ann vs Orc {TILL_OUT}"
    assert brought("archer_guard", "SS", given)[1] == f"+15 on any of Ann {TILL_OUT}"
    assert brought("cross_guard", "SS", given)[1] == f"-15 on any of Ann vs Orc {TILL_OUT}"
    assert defaults("cross_guard", "CS", given) == [False] * 3
    assert defaults("cross_guard", "CS", FACTS) == [False, True, False]


def test_ym_752_by_the_other_reading_a_failure_keeps_him_out() -> None:
    given = facts(settings=settings(guard__ranged_fail="outside"))
    assert brought("archer_guard", "CF", given) == brought("archer_guard", "NF", given) == ()
    assert brought("archer_guard", "NS", given) == (INSIDE,)
    assert defaults("archer_guard", "CF", FACTS) == [True]


def lasting(until: Until | tuple[str, ...] | None, value: int = 5, source: str = "Orc") -> Effect:
    return Effect(value=value, rolls_of="Ann", source=source, until=until)


def test_ym_722_730_penalties_till_he_leaves_combat_are_put_aside() -> None:
    leaves = moments.leaves_combat("Orc")
    assert guard.suspended(lasting(leaves), "Ann", ["Orc"])
    assert guard.suspended(lasting(later(moments.turn("Orc"), leaves)), "Ann", ["Orc"])
    assert guard.suspended(lasting(later(moments.turn("X"), first(leaves))), "Ann", ["Elf", "Orc"])
    assert not guard.suspended(lasting(leaves), "Ann", [])
    assert not guard.suspended(lasting(leaves), "Ann", ["Elf"])
    assert not guard.suspended(lasting(leaves), "Bob", ["Orc"])
    assert not guard.suspended(lasting(leaves, value=-5), "Ann", ["Orc"])
    assert not guard.suspended(lasting(moments.turn("Orc")), "Ann", ["Orc"])
    assert not guard.suspended(lasting(moments.leaves_combat("Ann")), "Ann", ["Orc"])
    assert not guard.suspended(lasting(None), "Ann", ["Orc"])


def test_ym_724_levels_on_one_whose_guard_is_crossed_are_free() -> None:
    assert guard.exempt("Orc", ["Orc", "Elf"])
    assert not guard.exempt("Bob", ["Orc", "Elf"])


def test_ym_725_the_crossings_bonus_for_that_target_alone() -> None:
    effects = [
        one.effect
        for level in ("SS", "CF")
        for one in LADDERS["cross_guard"](level, facts(amount=3))
        if isinstance(one, Apply)
    ]
    assert guard.crossing_bonus(effects, "Ann", "Orc") == 9
    assert guard.crossing_bonus(effects, "Ann", "Elf") == 0
    assert guard.crossing_bonus(effects, "Bob", "Orc") == 0
    better = [
        one.effect for one in LADDERS["cross_guard_attack"]("CS", facts(amount=15)) if isinstance(one, Apply)
    ]
    assert guard.crossing_bonus(better, "Ann", "Orc") == 15
    assert guard.crossing_bonus([], "Ann", "Orc") == 0


def test_ym_727_out_of_combat_is_asked_or_free() -> None:
    (asked,) = guard.out_of_combat(FACTS)
    assert (asked.clauses, asked.default) == (("YM-727",), True)
    (moved,) = guard.out_of_combat(facts(settings=settings(guard__out_of_combat="free")))
    assert (moved.clauses, moved.default) == (("YM-727",), False)


def test_ym_720_739_what_counts() -> None:
    assert guard.COUNTS_AS_ATTACK is False
    assert guard.may_check_skill(attacks=False, in_combat=True)
    assert not guard.may_check_skill(attacks=True, in_combat=True)
    assert not guard.may_check_skill(attacks=False, in_combat=False)


def test_ym_742_a_push_when_it_was_chosen() -> None:
    given = facts(choices={"opportunity": "push"})
    assert brought("cross_guard", "CS", given)[-1] == "push by Ann on Orc alone"
