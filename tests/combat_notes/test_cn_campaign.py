"""Sheets and rulebooks: every way to write a figure, every mistake at once, and what is unlikely."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import msgspec
import pytest

from calledshot.campaign import from_tables, load, scaffold
from calledshot.campaign.faults import faults
from calledshot.errors import CampaignError
from calledshot_combat_notes import CombatNotes, book
from calledshot_combat_notes.campaign_checks import check
from calledshot_combat_notes.schema import Rulebook, Sheet

RULES = CombatNotes()


def sheet(**keys: Any) -> Sheet:
    return msgspec.convert(keys, Sheet)


def warnings(sheets: dict[str, Any], **rulebook: Any) -> list[str]:
    return check(from_tables({"characters": sheets, "rulebook": rulebook}, ruleset=RULES))


@pytest.mark.parametrize(
    ("written", "letter"),
    [("t", "T"), ("Small", "S"), ("man-sized", "M"), ("Man", "M"), ("man sized", "M"), ("medium", "M"),
     ("L", "L"), ("HUGE", "H"), ("gargantuan", "G")],
)  # fmt: skip
def test_sizes(written: str, letter: str) -> None:
    assert sheet(size=written).size == letter


@pytest.mark.parametrize(
    ("written", "number"),
    [("VF", 1), ("very fast", 1), ("Very-Fast", 1), ("f", 2), ("Average", 3), ("slow", 4), ("S", 4),
     ("very_slow", 5), (5, 5)],
)  # fmt: skip
def test_phases(written: str | int, number: int) -> None:
    (arm,) = sheet(weapons=[{"name": "blade", "phase": written}]).arms
    assert arm.phase == number


@pytest.mark.parametrize(
    ("written", "letters"),
    [("S", ("S",)), ("piercing", ("P",)), ("S/P", ("S", "P")), (["slashing", "b"], ("S", "B"))],
)
def test_weapon_types(written: str | list[str], letters: tuple[str, ...]) -> None:
    (arm,) = sheet(weapons=[{"name": "blade", "type": written}]).arms
    assert arm.types == letters


@pytest.mark.parametrize(
    ("keys", "levels"),
    [({"level": 7}, 7), ({"hd": "4+1"}, 4), ({"hd": 5}, 5), ({"level_or_hd": "12"}, 12), ({"hd": "1-1"}, 1),
     ({}, None)],
)  # fmt: skip
def test_levels_and_hit_dice(keys: dict[str, Any], levels: int | None) -> None:
    assert sheet(**keys).levels == levels


def test_times_of_spells_and_powers() -> None:
    caster = sheet(
        spells={"Web": 2, "Repair Injury": "1 round", "Sleep": {"casting_time": 1, "range": "30 yards"}},
        powers={"Mind Thrust": 0, "Body Equilibrium": "2 rounds"},
    )
    found = [book.spell(name, caster, Rulebook()) for name in ("web", "repair injury", "SLEEP")]
    assert [one and one.casting_time for one in found] == [(2, "segments"), (1, "rounds"), (1, "segments")]
    thrust, balance = (book.power(name, caster, Rulebook()) for name in ("Mind Thrust", "Body Equilibrium"))
    assert thrust is not None and thrust.prep == (0, "rounds")
    assert balance is not None and balance.prep == (2, "rounds")


def test_what_is_left_out_is_unknown() -> None:
    blank = sheet()
    assert (blank.size, blank.levels, blank.movement, blank.target_type, blank.arms) == (None,) * 4 + ((),)
    assert sheet(MV=9).movement == 9 and sheet(mv=12, MV=9).movement == 12
    assert sheet(hit_mod=1, hit_mods={"ring": 2}).hit_modifier == 3


def test_the_sheet_goes_before_the_rulebook() -> None:
    rulebook = msgspec.convert(
        {"weapons": [{"name": "long sword", "size": "M", "type": "S", "phase": "A", "damage": "d8"}]},
        Rulebook,
    )
    own = sheet(weapons=["Longsword +2", {"name": "long sword", "phase": "F", "state": "sheathed"}])
    magic, plain = book.arms(own, rulebook)
    assert (magic.plus, magic.phase, magic.size, magic.damage) == (2, 3, "M", "d8")
    assert (plain.plus, plain.phase, plain.state) == (None, 2, "sheathed")
    bow = book.arm("bow", own, rulebook)
    listed = book.arm("sword", None, rulebook)
    assert bow is None and listed is not None and listed.name == "long sword"


def test_charts_are_read_by_the_roll() -> None:
    rulebook = msgspec.convert(
        {
            "critical_locations": [
                {"roll": "1-4", "part": "legs", "target_type": "humanoid"},
                {"roll": "1-4", "part": "paws", "target_type": "animal"},
            ],
            "critical_injuries": [
                {"roll": "1-6", "degree": "struck"},
                {"roll": "5-6", "degree": "broken", "weapon_type": "B", "part": "Legs"},
            ],
            "fumbles": [{"roll": "1-3", "result": "weapon-dropped"}, {"roll": 4, "result": "self-hurt"}],
            "item_saves": {"Plate mail": 7},
        },
        Rulebook,
    )
    assert book.part(4, "humanoid", rulebook) == "legs" and book.part(4, "animal", rulebook) == "paws"
    assert book.part(4, None, rulebook) is None and book.part(5, "humanoid", rulebook) is None
    wanted = {"target_type": "humanoid", "part": "legs", "book": rulebook}
    for weapon, roll, degree in (("B", 5, "broken"), ("B", 4, "struck"), ("S", 5, "struck")):
        found = book.injury(roll, weapon_type=weapon, **wanted)
        assert found is not None and found.degree == degree
    assert book.injury(7, weapon_type="B", **wanted) is None
    dropped = book.fumble(3, rulebook)
    assert dropped is not None and dropped.result == "weapon-dropped" and book.fumble(5, rulebook) is None
    assert book.charts(rulebook).fumble == "d4" and book.charts(rulebook).critical_event is None
    worn = sheet(armour={"name": "plate mail", "plus": 1})
    assert worn.armour is not None and worn.armour.magical and book.item_save(worn, rulebook) == 7
    assert book.item_save(sheet(armour={"name": "plate mail", "item_save": 3}), rulebook) == 3


def test_every_mistake_at_once_in_words() -> None:
    found = {
        ".".join(str(key) for key in fault.path): fault.message
        for fault in faults(
            {
                "size": "enormous",
                "class_group": "wariror",
                "thaco": 20,
                "hd": "many",
                "weapons": [{"name": "axe", "phase": 9, "type": "X", "state": "sheated", "damage": "lots"}],
                "spells": {"Web": "soon"},
            },
            Sheet,
        )
    }
    assert found == {
        "size": "expected a size (T, S, M, L, H, G, or its name such as man-sized), found text 'enormous'",
        "class_group": 'expected one of "warrior", "monster", "other", found text \'wariror\'; '
        "did you mean warrior?",
        "thaco": "there is no key 'thaco' here; did you mean thac0?",
        "hd": "expected a whole number from 0 or Hit Dice such as \"4+1\", found text 'many'",
        "weapons.0.phase": "expected a phase (VF, F, A, S, VS, or its name such as very slow) or its number "
        "from 1 to 5, found 9",
        "weapons.0.type": 'expected a weapon type (S, P, B, its name, or several as "S/P") or a list (each '
        "a weapon type (S, P, B, its name, or several as \"S/P\")), found text 'X'",
        "weapons.0.state": 'expected one of "in_hand", "sheathed", "backpack", "loaded", "dropped", found '
        "text 'sheated'; did you mean sheathed?",
        "weapons.0.damage": "expected dice such as d8 or 2d4+1 or a whole number from 0, found text 'lots'",
        "spells.Web": 'expected a whole number from 0 or a time such as "2 rounds" or a table, found text '
        "'soon'",
    }


def test_settings_in_both_forms(tmp_path: Path) -> None:
    (tmp_path / "campaign.toml").write_text(
        'ruleset = "combat_notes"\n[settings]\n"move.diagonal_rounding" = "square"\n'
        "spell.failed_is_lost = true\n"
        'knockdown.gargantuan = 13\n[settings.init]\noverflow = "lost"\n',
        encoding="utf-8",
    )
    settings = load(tmp_path, ruleset=RULES).settings
    assert settings["move.diagonal_rounding"] == "square" and settings["init.overflow"] == "lost"
    assert settings["spell.failed_is_lost"] == "true" and settings["knockdown.gargantuan"] == 13
    assert settings["run_multiple"] == "ask" and settings["spell.ct0"] == 1


@pytest.mark.parametrize(
    ("name", "value"),
    [("spell.ct10", 6), ("facing.rear_squares", 8), ("run_multiple", "twice"), ("knockdown.gargantuan", "13"),
     ("threat.mutual", "true"), ("init.overflow", "next")],
)  # fmt: skip
def test_settings_that_are_none(name: str, value: Any) -> None:
    with pytest.raises(CampaignError):
        from_tables({"settings": {name: value}}, ruleset=RULES)


def test_a_new_campaign_loads_with_every_line_uncommented(tmp_path: Path) -> None:
    files = scaffold.files("The keep", RULES)
    head, _, settings = files["campaign.toml"].partition("[settings]\n")
    texts = {"campaign.toml": settings, "rulebook.toml": files["rulebook.toml"]}
    for name, text in texts.items():
        lines = [line.removeprefix("# ") for line in text.splitlines()]
        written = [line for line in lines if " = " in line.partition("  #")[0]]
        (tmp_path / name).write_text("\n".join(written) + "\n", encoding="utf-8")
    settings = (tmp_path / "campaign.toml").read_text(encoding="utf-8")
    (tmp_path / "campaign.toml").write_text(f"{head}[settings]\n{settings}", encoding="utf-8")
    tables = tomllib.loads((tmp_path / "rulebook.toml").read_text(encoding="utf-8"))
    assert set(tables) == {field.encode_name for field in msgspec.structs.fields(Rulebook)}
    campaign = load(tmp_path, ruleset=RULES)
    assert campaign.settings == {name: setting.default for name, setting in RULES.settings.items()}
    assert check(campaign) == [], "the examples of a new rulebook are complete"


WHOLE = {
    "size": "M", "mv": 12, "thac0": 18, "ac": 5, "hp": 20, "class_group": "warrior", "level": 3,
    "saves": {"paralyzation": 13, "death": 13}, "target_type": "humanoid",
    "weapons": [{"name": "mace", "size": "M", "type": "B", "phase": "A", "kd_die": "d8", "damage": "d6+1"}],
}  # fmt: skip


def test_a_whole_campaign_has_no_warnings() -> None:
    assert warnings({"Kay": {"side": "party", **WHOLE}, "Orc": {"side": "opponents", **WHOLE}}) == []


@pytest.mark.parametrize(
    ("changed", "warning"),
    [
        ({"size": None}, "Kay: no size: asked about, or that rule left alone"),
        ({"level": None}, "Kay: no level, so attacks of opportunity are not counted for it"),
        ({"saves": {"death": 13}},
         "Kay: the saves against paralyzation and death are not both given, so they are asked"),
        ({"saves": {"death": 1, "paralyzation": 13}},
         "Kay: saves.death 1 is no number that a d20 is asked for"),
        ({"hp_max": 10}, "Kay: hp 20 is above hp_max 10"),
        ({"ac_dex_bonus": -2}, "Kay: ac_dex_bonus -2 is a penalty, which casting does not take away"),
        ({"MV": 9}, "Kay: mv 12 and MV 9: the first is used"),
        ({"hd": "3+1"}, "Kay: level and hd are all given: level is used"),
        ({"target_type": "undead"},
         "Kay: target_type 'undead' is not humanoid, animal or monster, so the DM is asked "
         "which"),
        ({"status": "threatened"}, "Kay: threatened, and nobody's threatens names it"),
        ({"threatens": ["Ork"]}, "Kay: threatens Ork, and there is no sheet of that name"),
        ({"side": "opponents"}, "everybody is on the side opponents: nobody is there to fight"),
        ({"position": [3, 4]}, "Orc and Kay stand in one square, [3, 4]"),
        ({"weapons": ["stick"]},
         "Kay: stick has no phase, no size, no type, no kd_die, no damage, on the sheet or in "
         "the rulebook"),
        ({"spells": {"Web": {}}}, "Kay: the spell Web has no casting_time"),
        ({"powers": {"Thrust": {}}}, "Kay: the power Thrust has no prep"),
        ({"armour": {"plus": 1}}, "Kay: magical armour without item_save, so the number is asked for"),
        ({"armour": {"plus": 1, "magical": False}}, "Kay: armour with a plus that is not magical"),
    ],
)  # fmt: skip
def test_one_thing_amiss_is_one_warning(changed: dict[str, Any], warning: str) -> None:
    kay = {key: one for key, one in {"side": "party", **WHOLE, **changed}.items() if one is not None}
    orc = {"side": "opponents", "position": [3, 4], **WHOLE}
    assert warnings({"Orc": orc, "Kay": kay}) == [warning]


@pytest.mark.parametrize(
    ("rulebook", "warning"),
    [
        ({"fumbles": [{"roll": "1-2", "result": "other"}, {"roll": 4, "result": "other"}]},
         "fumbles: a roll of 3 has no row"),
        ({"fumbles": [{"roll": "1-2", "result": "other"}, {"roll": 2, "result": "other"}]},
         "fumbles: a roll of 2 has 2 rows"),
        ({"fumbles": [{"roll": "1-5", "result": "other"}], "fumble_dice": "d4"},
         "fumbles: no roll shows more than 4, and the chart goes beyond"),
        ({"critical_events": [{"roll": "a few", "text": "x"}]},
         "critical_events: 'a few' is no roll; write 4 or \"4-7\""),
        ({"critical_injuries": [{"roll": "4-2", "degree": "struck"}]},
         "critical_injuries: the range 4-2 runs backwards"),
        ({"critical_locations": [{"roll": "1-9", "part": "all of it"}]},
         "critical_locations: a roll of 10 has no row"),
        ({"spells": [{"name": "Web"}]}, "spell Web: no casting_time"),
        ({"powers": [{"name": "Thrust"}]}, "power Thrust: no prep"),
    ],
)  # fmt: skip
def test_one_thing_amiss_in_the_rulebook(rulebook: dict[str, Any], warning: str) -> None:
    assert warnings({}, **rulebook) == [warning]


def test_a_group_is_warned_about_once() -> None:
    found = warnings({"Goblin": {"side": "opponents", "count": 3}})
    assert len([one for one in found if "no size" in one]) == 1


def test_what_a_file_can_hold_never_makes_the_lookups_fail() -> None:
    for name in ("", " ", "+", "the", "++9", "\u0130\u00df", "a" * 5000, "sword +1 +2"):
        own = sheet(weapons=["", "+3", name], spells={name: 1}, items=[name])
        assert len(book.arms(own, Rulebook())) == 3
        book.arm(name, own, Rulebook())
        book.spell(name, own, Rulebook())
        book.item(name, own, Rulebook())


def test_the_manual_is_a_campaign_without_a_mistake(tmp_path: Path) -> None:
    manual = (Path(__file__).parents[2] / "docs" / "combat-notes.md").read_text(encoding="utf-8")
    for part in manual.partition("\n## In the room")[0].split("\n## ")[1:]:
        name, block = part.partition("\n")[0], part.split("```toml\n")[1].split("```")[0]
        (tmp_path / name).write_text(block, encoding="utf-8")
    campaign = load(tmp_path, ruleset=RULES)
    assert list(campaign.sheets) == ["Alda", "Mira", "Orc 1", "Orc 2", "Orc 3", "Ogre"]
    assert campaign.settings["crit.armour_damage"] == "ask" and campaign.settings["aoo.unarmed"] == "vs_armed"
    sword, two_handed, _ = book.arms(campaign.sheets["Alda"], campaign.rulebook)
    assert (sword.plus, sword.phase, sword.attacks) == (1, 3, (3, 2)) and two_handed.phase == 4
    assert book.spell("sleep", campaign.sheets["Mira"], campaign.rulebook) is not None


def test_lists_as_tables_of_cells(tmp_path: Path) -> None:
    (tmp_path / "campaign.toml").write_text('ruleset = "combat_notes"\n', encoding="utf-8")
    (tmp_path / "weapons.csv").write_text(
        "name,size,type,phase,damage,rof,missile,plus\nlong sword,M,S,average,d8,,,\n"
        "bow,m,P,2,d6,3/2,yes,1\n",
        encoding="utf-8",
    )
    (tmp_path / "critical_injuries.csv").write_text(
        "roll,degree,needs_repair_spell\n1-4,struck,\n5,broken,true\n", encoding="utf-8"
    )
    rulebook = load(tmp_path, ruleset=RULES).rulebook
    sword, bow = rulebook.weapons
    assert (sword.phase, sword.missile, bow.phase, bow.rof, bow.missile, bow.plus) == (
        3,
        None,
        2,
        (3, 2),
        True,
        1,
    )
    assert [row.roll for row in rulebook.critical_injuries] == ["1-4", 5]
