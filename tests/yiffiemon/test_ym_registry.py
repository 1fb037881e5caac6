"""Clauses, settings and ladder: complete, tied to each other, and as the rules say."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest

from calledshot.api import Campaign, margin
from calledshot_yiffiemon import book
from calledshot_yiffiemon.clauses import CLAUSES
from calledshot_yiffiemon.schema import Rulebook
from calledshot_yiffiemon.settings import AMBIGUITIES, SETTINGS, asked_in, speed

RANGES = (
    "1-5 101-110 201-207 210-216 220-221 "
    "300-315 320-325 330-336 340-358 360-367 370-377 380-385 390-395 "
    "401-411 500-520 601-609 620-634 "
    "701-714 720-742 750-760 770-781 "
    "801-814 820-823 830-834 840-848 901-913 920-934"
)
"""The ids of the inventory, chapter by chapter; 1-5 are its conventions."""

ASKED = {"001", "202", "371", "503", "727", "771", "773", "780", "781", "807"}
EXPLAINING = {"002", "003", "004", "005", "401", "500", "516", "520"}

UNSET = {"08", "21", "22", "25", "32"}
"""Questions with one sensible reading and so without a setting."""

NAMES = """
difficulty.orientation sign.rewards turn.tie aoo.timing ranged.per_ammo threat_distance.but
healing.critical_removes_all bleed1.formula bleed.fraction off_footed.map fatigue.when fatigue.dice fd.forbids
fd.drop.NS fd.drop.SS fd.drop.CS staggered.gate staggered.loss mirror.failures.NF mirror.failures.CF
shield_hit.no_shield severe.strb assist.normal assist.option_b charge.but_gap guard.out_of_combat
guard.ranged_fail dive.failures restrict.no_move_after stop.voluntary_counts stop.both push.nf_sign
speed.normal_attack speed.melee_assist speed.ranged_assist speed.charge speed.dive speed.heal
speed.threat_distance speed.wait roll.when enter_area.roll advanced_move.resolve stopped2.per
ranged.threat_kind combat_move.ladder aoo.hit_from
"""


def ids() -> list[str]:
    spans = [span.split("-") for span in RANGES.split()]
    return [f"YM-{number:03}" for low, high in spans for number in range(int(low), int(high) + 1)]


def test_every_clause_of_the_inventory_is_there_in_order() -> None:
    assert list(CLAUSES) == ids()
    assert len(CLAUSES) == 279 + 4, "279 clauses with YM-001, and four more conventions"


@pytest.mark.parametrize("clause", CLAUSES.values(), ids=list(CLAUSES))
def test_a_clause_says_what_it_is(clause: Any) -> None:
    number = clause.id.removeprefix("YM-")
    assert clause.title and clause.section and len(clause.title) <= 60
    assert clause.text.endswith(".") and 10 < len(clause.text) <= 250
    assert clause.example and clause.example not in (clause.text, clause.title)
    assert ("G" in clause.kind) == (number in ASKED)
    assert (clause.kind == "N") == (number in EXPLAINING)
    assert clause.default_ruling == (number == "001" or bool(asked_in(clause.id)))
    assert all(name in SETTINGS for name in clause.settings)


def test_no_two_clauses_have_one_text_by_mistake() -> None:
    by_words: dict[tuple[str, str], list[str]] = {}
    for clause in CLAUSES.values():
        by_words.setdefault((clause.title, clause.text), []).append(clause.id)
    repeated = [found for found in by_words.values() if len(found) > 1]
    assert repeated == []


def test_every_question_has_its_setting_and_clauses() -> None:
    assert [id.removeprefix("Amb-") for id in AMBIGUITIES] == [f"{number:02}" for number in range(1, 40)]
    for id, clauses in AMBIGUITIES.items():
        assert clauses and all(clause in CLAUSES for clause in clauses)
        tied = {name for name, setting in SETTINGS.items() if set(setting.clauses) & set(clauses)}
        assert bool(tied) or id.removeprefix("Amb-") in UNSET


def test_the_settings_are_those_of_the_inventory() -> None:
    assert sorted(SETTINGS) == sorted(NAMES.split())


@pytest.mark.parametrize("setting", SETTINGS.values(), ids=list(SETTINGS))
def test_a_setting_belongs_to_clauses(setting: Any) -> None:
    assert setting.clauses and all(id in CLAUSES for id in setting.clauses)
    assert setting.meaning.endswith(".")
    assert not setting.choices or setting.default in setting.choices
    assert setting.numbers is not None or setting.choices or isinstance(setting.default, bool)


def test_a_speed_not_set_is_that_of_a_normal_attack() -> None:
    assert speed({}, "normal_attack") == 1
    assert speed({}, "charge") == 1
    assert speed({"speed.normal_attack": 1.5}, "charge") == 1.5
    assert speed({"speed.normal_attack": 1.5, "speed.charge": 2}, "charge") == 2
    assert speed({"speed.normal_attack": 1.5, "speed.wait": "normal_attack"}, "wait") == 1.5


def campaign(**rulebook: Any) -> Campaign:
    return Campaign(ruleset="yiffiemon", rulebook=msgspec.convert(rulebook, Rulebook))


@pytest.mark.parametrize(
    ("roll", "level", "amount"),
    [
        # chance 60 with the target's DCV 20 and the actor's OCV 30: 60 - (20 - 30) = 70
        (10, "CS", 60),
        (11, "SS", 59),
        (40, "SS", 30),
        (41, "NS", 29),
        (60, "NS", 10),
        (61, "BS", 9),
        (70, "BS", 0),
        (71, "NF", 1),
        (110, "NF", 40),
        (111, "CF", 41),
    ],
)
def test_the_default_ladder(roll: int, level: str, amount: int) -> None:
    ladder, ours = book.ladder(campaign())
    result = ladder.read(margin(60, roll, difficulty=20 - 30))
    assert (result.level, result.amount, ours) == (level, amount, True)


@pytest.mark.parametrize(
    "written",
    [
        {"CS": 10, "SS": 6, "NS": 3, "BS": 0, "NF": -5},
        [
            {"level": "NS", "margin": 3},
            {"level": "CS", "margin": 10},
            {"level": "NF", "margin": -5},
            {"level": "SS", "margin": 6},
            {"level": "BS", "margin": 0},
        ],
    ],
)
def test_a_campaign_has_its_own_ladder(written: Any) -> None:
    ladder, ours = book.ladder(campaign(ladder=written, die=20))
    read = {margin: ladder.read(margin).level for margin in (10, 9, 6, 5, 3, 2, 0, -1, -5, -6)}
    assert list(read.values()) == ["CS", "SS", "SS", "NS", "NS", "BS", "BS", "NF", "NF", "CF"]
    assert not ours
    assert (book.die(campaign(ladder=written, die=20)), book.die(campaign())) == (20, 100)


def test_a_short_ladder_ends_one_level_below_its_lowest_rung() -> None:
    ladder, _ = book.ladder(campaign(ladder={"CS": 40, "BS": 0}))
    assert [ladder.read(margin).level for margin in (40, 39, 0, -1, -90)] == ["CS", "BS", "BS", "NF", "NF"]
    ladder, ours = book.ladder(campaign(ladder={"CF": -99}))
    assert ours, "a ladder of nothing but the worst is none"


def test_falls_and_life_points() -> None:
    rules = campaign(fall={"10": 3, "30": "3d6", "20": 7}, body_to_life=4)
    assert [book.fall_damage(rules, metres) for metres in (9, 10, 19.5, 20, 400)] == [0, 3, 3, 7, "3d6"]
    assert [book.life_points(rules, body) for body in (-2, 0, 3, 4, 14)] == [0, 0, 0, 1, 3]
    assert book.fall_damage(campaign(), 30) is None
    assert book.life_points(campaign(), 14) is None
    steps = campaign(body_to_life={"5": 1, "12": 3})
    assert [book.life_points(steps, body) for body in (4, 5, 11, 12)] == [0, 1, 1, 3]


def test_the_compliance_statement_answers_every_question() -> None:
    text = (Path(__file__).parents[2] / "docs" / "yiffiemon-compliance.md").read_text(encoding="utf-8")
    rows = {line.split("|")[1].strip(): line for line in text.splitlines() if line.startswith("| Amb-")}
    assert sorted(rows) == list(AMBIGUITIES)
    for id, clauses in AMBIGUITIES.items():
        assert tuple(part.strip() for part in rows[id].split("|")[2].split(",")) == clauses
    assert [name for name in SETTINGS if f"`{name}`" not in text] == []
    assert all(f"| {level}, " in text for level in ("CS", "SS", "NS", "BS", "NF", "CF"))
