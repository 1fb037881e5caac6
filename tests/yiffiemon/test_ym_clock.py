"""Turn Order: who begins, whose clock is lowest, what counts as going on (YM-101 …, YM-801, YM-920)."""

from __future__ import annotations

from fractions import Fraction

import pytest

from calledshot.api import Clocks
from calledshot_yiffiemon import clock
from calledshot_yiffiemon.schema import Sheet


def test_the_fastest_begin_and_ties_go_by_player_perception_agl_dex() -> None:
    sheets = {
        "Slow": Sheet(MR=3, is_pc=True, perception=20),
        "Npc": Sheet(MR=6, is_pc=False, perception=20),
        "Keen": Sheet(MR=6, is_pc=True, perception=12),
        "Dull": Sheet(MR=6, is_pc=True, perception=9, Agl=15),
        "Deft": Sheet(MR=6, is_pc=True, perception=9, Agl=15, Dex=11),
        "Unknown": Sheet(),
    }
    found = clock.opening(sheets)
    assert found.order == ("Keen", "Deft", "Dull", "Npc", "Slow", "Unknown")
    assert found.tied == ()


def test_equals_stay_as_named_and_are_told() -> None:
    found = clock.opening({"B": Sheet(MR=4), "A": Sheet(MR=4), "C": Sheet(MR=5)})
    assert found.order == ("C", "B", "A")
    assert found.tied == (("B", "A"),)


@pytest.mark.parametrize(
    ("surprised", "others", "may"),
    [
        (False, [(False, 0)], True),
        (True, [(False, 0)], False),
        (True, [(False, 1)], True),
        (True, [(False, 1), (False, 0)], False),
        (True, [(True, 0)], True),
    ],
)
def test_the_surprised_wait_for_those_who_are_not(
    surprised: bool, others: list[tuple[bool, int]], may: bool
) -> None:
    assert clock.may_act(surprised, others) is may


def test_the_lowest_clock_acts_and_equals_in_the_order_of_the_start() -> None:
    clocks = Clocks()
    for name, at in (("Bo", 1), ("Ann", 1), ("Cid", 2)):
        clocks.enter(name, at)
    assert clock.next_up(clocks, ["Ann", "Bo", "Cid"]) == "Bo"
    assert clock.next_up(clocks, ["Cid", "Ann"]) == "Ann"
    assert clock.next_up(clocks, []) is None


@pytest.mark.parametrize(("at", "is_on"), [("1.9", False), ("2", True), ("2.99", True), ("3", False)])
def test_an_action_goes_on_until_its_owners_next_turn(at: str, is_on: bool) -> None:
    assert clock.is_current(Fraction(2), Fraction(3), Fraction(at)) is is_on
    assert clock.is_current(Fraction(2), None, Fraction(at)) is (Fraction(at) >= 2)


@pytest.mark.parametrize(("at", "is_on"), [("1.4", False), ("1.5", True), ("3", True), ("3.1", False)])
def test_an_opportunity_goes_on_until_it_is_resolved(at: str, is_on: bool) -> None:
    assert clock.is_current_opportunity(Fraction("1.5"), Fraction(3), Fraction(at)) is is_on


def test_moves_resolve_at_once_and_nothing_else_does() -> None:
    assert [clock.resolves_now(one) for one in ("move", "run", "slide", "push")] == [True] * 4
    assert not clock.resolves_now("attack") and not clock.resolves_now("charge")
    assert not clock.resolves_now("push", "next_turn") and clock.resolves_now("run", "next_turn")


def test_the_time_of_moves_and_pushes() -> None:
    assert clock.move_time(Fraction(6), Fraction(4)) == Fraction(3, 2)
    assert clock.move_time(Fraction(6), None) is None
    assert clock.push_time(Fraction(2), Fraction(4), Fraction(1)) == 1
    assert clock.push_time(Fraction(6), Fraction(4), Fraction(1)) == Fraction(3, 2)
