"""Distances, flanking, and the record of threat (YM-201 …, YM-360, YM-361, YM-390 …, YM-408)."""

from __future__ import annotations

from fractions import Fraction

import pytest

from calledshot_yiffiemon import moments, threat
from calledshot_yiffiemon.schema import Sheet, Weapon

SWORD = Weapon(name="sword", kind="melee", Reach=0.75, Guard=0.25)
BOW = Weapon(name="bow", kind="ranged", Short=10, Med=30, Long=60, Extreme=100)


def test_threat_and_guard_distances() -> None:
    sheet = Sheet(Move=2.5, Fathom=1.5)
    assert threat.threat_distance(sheet, SWORD) == Fraction("4.75")
    assert threat.guard_distance(sheet, SWORD) == 1
    assert threat.guard_distance(sheet, BOW) == 4
    assert threat.threat_distance(sheet, BOW, "Long") == 60
    assert threat.threat_distance(sheet, BOW) is None
    assert threat.threat_distance(Sheet(Fathom=1.5), SWORD) is None
    assert threat.guard_distance(Sheet(Move=2.5), SWORD) is None
    assert threat.guard_distance(Sheet(Fathom=1.5, NWI=2), None) == Fraction("0.75")


def at(x: int, y: int) -> tuple[Fraction, Fraction]:
    return Fraction(x), Fraction(y)


def test_flankers_stand_120_degrees_apart_or_more() -> None:
    ring = {"east": at(1, 0), "west": at(-1, 0), "north": at(0, 1)}
    assert threat.flankers(at(0, 0), ring) == ["east", "west"]
    assert threat.flanked(["east", "west"]) == 1
    assert threat.flankers(at(0, 0), {"east": at(1, 0), "north": at(0, 1)}) == []
    assert threat.flanked([]) == threat.flanked(["east"]) == 0


@pytest.mark.parametrize(
    ("kind", "defending", "setting", "barred"),
    [
        ("TB2", 1, "penalties", True),
        ("HB", 1, "penalties", True),
        ("CAB", 1, "penalties", False),
        ("HB", 1, "tb2", False),
        ("TB2", 0, "penalties", False),
    ],
)
def test_what_fighting_defensively_forbids(kind: str, defending: int, setting: str, barred: bool) -> None:
    assert threat.forbidden(kind, defending, setting) is barred


def test_the_pool_bounds_a_new_dealing_out() -> None:
    wanted = {("Orc", "TB2"): 2, ("Bo", "CAB"): 1}
    assert threat.over_pool(wanted, 3) is False
    assert threat.over_pool(wanted, 2) is True
    assert threat.over_pool(wanted, None) is None
    assert threat.may_add(3, 5, 2) and not threat.may_add(3, 5, 3) and not threat.may_add(5, 3, 1)


def test_levels_are_counted_by_attacker_and_by_kind() -> None:
    record = threat.Threats()
    record.give("Orc", "Ann", "TB2", 2, pooled=True)
    record.give("Elf", "Ann", "TB1", 1, moments.turn("Elf"))
    record.give("Elf", "Ann", "CAB", 1)
    assert record.total("Ann") == 3
    assert record.by("Ann", "Elf") == 1 and record.penalty_by("Ann", "Elf") == 0
    assert record.attackers("Ann") == ["Orc", "Elf"]
    assert record.dealt("Orc") == {("Ann", "TB2"): 2} and record.dealt("Elf") == {}
    assert record.happened(moments.turn("Elf")) == [("Ann", "TB1", "Elf")]
    assert record.table("Ann") == {"TB2 Orc": 2, "CAB Elf": 1}


def test_a_pool_is_dealt_anew_and_levels_are_taken_off() -> None:
    record = threat.Threats()
    record.give("Orc", "Ann", "TB2", 3, pooled=True)
    record.redeal("Orc", {("Bo", "HB"): 2, ("Ann", "TB2"): 0})
    assert record.table("Ann") == {} and record.table("Bo") == {"HB Orc": 2}
    assert record.take("Bo", "HB", None, 1) == 1
    assert record.take("Bo", "HB", "Orc", None) == 1
    assert record.take("Bo", "HB", "Orc", None) == 0


def test_which_value_counts_goes_by_what_the_attacker_does() -> None:
    assert threat.sampled("wait", 2, 3) == 2
    assert threat.sampled("melee_assist", 2, 3) == 2
    assert threat.sampled("attack", 2, 3) == 3


def test_who_may_take_an_opportunity() -> None:
    assert threat.eligible(True, True, False) is True
    assert threat.eligible(True, False, False) is False
    assert threat.eligible(True, False, True) is True
    assert threat.eligible(False, True, True) is False
    assert threat.eligible(True, None, False) is None
    assert threat.passed_on(["Bo", "Cid", "Ann"], ["Ann"]) == ["Bo", "Cid"]
