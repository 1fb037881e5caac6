"""What a level is turned into, base lines, and what a Critical Success takes (YM-001, YM-320 …, YM-331 …)."""

from __future__ import annotations

import pytest

from calledshot_yiffiemon import checks
from calledshot_yiffiemon.schema import Sheet, Weapon


@pytest.mark.parametrize(
    ("level", "repaired", "literal", "clause"),
    [
        ("CF", "CF", "CF", "YM-332"),
        ("NF", "CF", "CS", "YM-333"),
        ("BS", "CF", "CS", "YM-333"),
        ("NS", "BS", "BS", "YM-334"),
        ("SS", "NS", "NF", "YM-335"),
        ("CS", "CS", "CS", "YM-336"),
    ],
)
def test_off_footed(level: str, repaired: str, literal: str, clause: str) -> None:
    assert checks.off_footed(level, "repaired") == (repaired, ("YM-331", clause))
    assert checks.off_footed(level, "literal")[0] == literal


def test_building_up_lifts_a_check_to_a_normal_success() -> None:
    assert [checks.built_up(one) for one in ("CF", "NF", "BS", "NS", "SS", "CS")] == [
        *("NS", "NS", "NS", "NS"),
        *("SS", "CS"),
    ]


def test_base_lines_come_from_the_weapon_the_sheet_and_the_attributes() -> None:
    sheet = Sheet(base_line=50, Con=45, Will=30, base_lines={"move": 40})
    assert checks.base_line("attack", sheet, None) == 50
    assert checks.base_line("attack skill", sheet, Weapon(base_line=55)) == 55
    assert checks.base_line("move", sheet, None) == checks.base_line("stay", sheet, None) == 40
    assert checks.base_line("con", sheet, None) == 45
    assert checks.base_line("con", Sheet(Con=45, Con_base_line=60), None) == 60
    assert checks.base_line("will", sheet, None) == 30
    assert checks.base_line("dodge", sheet, None) is None


def test_staggered_comes_off_con() -> None:
    assert checks.con_line(55, 3) == 52 and checks.con_line(None, 3) is None


def test_a_critical_success_takes_a_level_of_each() -> None:
    levels = {"Blundering1": 2, "OffGuard2": 1, "OffGuard1": 0, "Stopped1": 1}
    assert checks.lost_on("CS", levels) == [("Blundering1", "YM-320"), ("OffGuard2", "YM-366")]
    assert checks.lost_on("SS", levels) == []


def test_attributes_are_no_skill_checks() -> None:
    assert checks.is_skill("attack") and checks.is_skill("move") and checks.is_skill("healing")
    assert not checks.is_skill("con") and not checks.is_skill("will")


def test_a_check_goes_by_all_its_names() -> None:
    assert checks.names("attack", "bow") == ("attack", "attack skill", "bow")
    assert checks.names("attack skill", None) == ("attack skill",)
    assert checks.names("stay", None) == ("stay", "move")
    assert checks.normal("Attack_Skill") == "attack skill" and checks.normal("Constitution") == "con"
