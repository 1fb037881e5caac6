"""Ranged threat distance (YM-211..216), and the words of terms."""

from __future__ import annotations

import pytest
from rung_words import brought, check_ladder, defaults, facts, settings

from calledshot_yiffiemon import moments, reaching
from calledshot_yiffiemon.clauses import CLAUSES
from calledshot_yiffiemon.consequences import Reach
from calledshot_yiffiemon.facts import Facts
from calledshot_yiffiemon.ladders import LADDERS
from calledshot_yiffiemon.settings import LEVELS

BURDEN = "on bow of Ann until first of (a threat-distance success of Ann; a Severe+ success of Ann)"
EASE = "on bow of Ann until first of (a Critical Failure of Ann with the skill; Ann leaves combat)"


def test_a_new_threat_distance_by_level() -> None:
    check_ladder(
        "threat_distance",
        facts(weapon="bow", amount=5),
        (
            ("YM-212", "CF", ("Ann reaches Med", f"+5 {BURDEN}")),
            ("YM-213", "NF", ("Ann reaches Med",)),
            ("YM-211 YM-213", "BS", ("Ann reaches Med",)),
            ("YM-214", "NS", ("Ann reaches Long",)),
            ("YM-215", "SS", ("Ann reaches Extreme",)),
            ("YM-216", "CS", ("Ann reaches Extreme", f"-6 {EASE}")),
        ),
    )


def band(level: str, given: Facts) -> str:
    (found,) = [one.band for one in LADDERS["threat_distance"](level, given) if isinstance(one, Reach)]
    return found


@pytest.mark.parametrize(
    ("level", "now", "after"),
    [
        ("CF", "Extreme", "Long"),
        ("CF", "Long", "Med"),
        ("CF", "Med", "Short"),
        ("CF", "Short", "Short"),
        ("NF", "Extreme", "Extreme"),
        ("NF", "Short", "Short"),
        ("BS", "Long", "Long"),
        ("NS", "Short", "Med"),
        ("NS", "Long", "Extreme"),
        ("NS", "Extreme", "Extreme"),
        ("SS", "Short", "Extreme"),
        ("CS", "Short", "Extreme"),
    ],
)
def test_changing_the_distance_only_is_a_step(level: str, now: str, after: str) -> None:
    given = facts(weapon="bow", band=now, changing=True)
    assert band(level, given) == after


@pytest.mark.parametrize(("level", "plain"), [("CF", "Med"), ("NF", "Med"), ("NS", "Long")])
def test_a_new_direction_or_none_before_is_no_step(level: str, plain: str) -> None:
    assert band(level, facts(weapon="bow", band="Extreme", changing=False)) == plain
    assert band(level, facts(weapon="bow", band=None, changing=True)) == plain


def test_ym_211_a_but_success_by_the_other_reading() -> None:
    given = facts(weapon="bow", settings=settings(threat_distance__but="ns"))
    assert brought("threat_distance", "BS", given) == ("Ann reaches Long",)
    assert defaults("threat_distance", "BS", given) == [False, False]
    assert defaults("threat_distance", "BS", facts(weapon="bow")) == [False, True]


def test_ym_216_by_the_literal_page_the_skill_is_added() -> None:
    given = facts(weapon="bow", settings=settings(sign__rewards="literal"))
    assert brought("threat_distance", "CS", given) == ("Ann reaches Extreme", f"+6 {EASE}")


def test_steps_stay_within_the_four_ranges() -> None:
    assert [reaching.step("Short", by) for by in (-2, 0, 1, 3, 9)] == [
        "Short", "Short", "Med", "Extreme", "Extreme",
    ]  # fmt: skip


def test_the_words_of_terms() -> None:
    assert moments.words(moments.turn("Ann")) == "Ann next turn"
    assert moments.words(moments.both_turns("Ann", "Orc")) == "later of both next turns"
    assert moments.words(moments.leaves_guard("Ann", "Orc")) == "Ann leaves guard of Orc"


@pytest.mark.parametrize("ladder", sorted(LADDERS))
def test_every_consequence_names_clauses_of_the_registry(ladder: str) -> None:
    given = facts(in_area=("Orc", "Elf"), threateners=("Orc",), attacker="Orc", defender="Elf", fall=9)
    for level in LEVELS:
        for one in LADDERS[ladder](level, given):
            assert one.clauses and set(one.clauses) <= set(CLAUSES), (level, one)


@pytest.mark.parametrize("ladder", sorted(LADDERS))
def test_no_ladder_fails_where_nothing_is_known(ladder: str) -> None:
    for given in (Facts(actor="Ann"), Facts(actor="Ann", target="Orc", in_area=("Orc",), attacker="Orc")):
        for level in LEVELS:
            assert isinstance(LADDERS[ladder](level, given), tuple)
