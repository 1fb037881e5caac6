"""What `campaign check` warns of in a YiffieMon campaign, and how the mistakes of a sheet are said."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from calledshot.api import Campaign
from calledshot.campaign.faults import faults
from calledshot_yiffiemon import book
from calledshot_yiffiemon.campaign_checks import check
from calledshot_yiffiemon.gather import EXAMPLES
from calledshot_yiffiemon.schema import Rulebook, Sheet

SPEAR = {"name": "spear", "kind": "melee", "WSB": 1, "Reach": 1.5, "Guard": 0.8}
BOW = {"name": "bow", "kind": "ranged", "WSB": 0, "Short": 10, "Med": 30, "Long": 60, "Extreme": 100}
FIGURES = {
    "is_pc": True, "MR": 5, "OCV": 20, "DCV": 18, "attack_skill": 6, "base_line": 60, "StrB": 0, "AC": 1,
}  # fmt: skip


def campaign(sheets: dict[str, Any], rulebook: dict[str, Any] | None = None) -> Campaign:
    return Campaign(
        ruleset="yiffiemon",
        sheets=msgspec.convert(sheets, dict[str, Sheet]),
        rulebook=msgspec.convert(rulebook or {}, Rulebook),
    )


def warnings(rulebook: dict[str, Any], **sheet: Any) -> list[str]:
    return check(campaign({"Maren": FIGURES | sheet}, rulebook))


def test_a_sound_campaign_has_none() -> None:
    rulebook = {
        "die": 100,
        "ladder": {"CS": 60, "SS": 30, "NS": 10, "BS": 0, "NF": -40},
        "weapons": [SPEAR, BOW],
        "fall": {"10": 2, "20": "2d6"},
        "body_to_life": {"4": 1, "8": 2},
        "terrain": {"mud": {"difficulty": 5}, "cliff": {"wall": True}},
        "positions": {"Maren": [0, 0]},
    }
    sheet = {
        "weapons": [{"name": "Spear"}, {"name": "bow", "ammo": 12}],
        "Bleeding1": 2, "pool": 3,
        "HPV": 5, "subdual": 28, "DT": 10, "Staggered1": 3,
    }  # fmt: skip
    assert warnings(rulebook, **sheet) == []


@pytest.mark.parametrize(
    ("rulebook", "warning"),
    [
        ({"die": 20}, ["die: 20 sides, and no ladder: our default one is made for 100"]),
        (
            {"ladder": {"CS": 30, "SS": 30, "NS": 10, "BS": 0, "NF": -40}},
            ["ladder: CS from 30 is no harder than SS from 30"],
        ),
        ({"ladder": {"CS": 60, "SS": 30, "BS": 0, "NF": -40}}, ["ladder: no NS, so no roll earns it"]),
        (
            {"ladder": {"CS": 60, "SS": 30, "NS": 10, "BS": 0, "NF": -40, "CF": -99}},
            ["ladder: CF needs no margin: it is what misses all others"],
        ),
        (
            {"ladder": {"CS": 60, "SS": 30, "NS": 10, "BS": 0, "NF": -40}, "die": 20},
            ["ladder: a margin of 60 for CS, and the die has 20 sides"],
        ),
        (
            {"fall": {"ten": 3, "20": 9, "30": 8, "40": "lots"}},
            [
                "fall.ten: not a number of metres, so nothing is read from it",
                "fall: 30 metres give 8, fewer than 20 give",
                "fall.40: 'lots' is neither points nor dice such as 3d6",
            ],
        ),
        ({"positions": {"Nobody": [1, 1]}}, ["positions: Nobody has no sheet"]),
        ({"terrain": {"mud": {}}}, ["terrain mud: no difficulty, so it is asked for"]),
    ],
)
def test_the_rulebook(rulebook: dict[str, Any], warning: list[str]) -> None:
    assert warnings(rulebook) == warning


def test_weapons() -> None:
    rulebook = {"weapons": [SPEAR, {"name": "spear", "kind": "melee", "WSB": 1}, {"name": "whip"}]}
    carried = [{"name": "sling", "kind": "ranged", "WSB": 0, "Short": 20, "Med": 20, "Long": 30}]
    assert warnings(rulebook, weapons=carried) == [
        "weapon spear: given twice",
        "weapon spear: no Reach or no Guard, so its distances are asked for",
        "weapon whip: no kind (melee or ranged)",
        "weapon whip: no WSB, so its damage is asked for",
        "Maren: sling: no Extreme range",
        "Maren: sling: Med 20 is not beyond Short 20",
        "Maren: no ammo for sling, so it is not counted",
    ]


@pytest.mark.parametrize(
    ("sheet", "warning"),
    [
        ({"Fathom": -1, "EL": -2}, "Maren: EL, Fathom below 0"),
        ({"DT": 0}, "Maren: DT 0, and the steps of Staggered 1 need one above 0"),
        ({"Con": 50, "Con_base_line": 55}, "Maren: Con 50 and Con_base_line 55: the second is used"),
        (
            {"hand_to_hand": True, "NWI": 0},
            "Maren: hand-to-hand skill and an NWI of 0: natural weapons come first",
        ),
        (
            {"Bleeding1": 1, "Bleeding3": 2},
            "Maren: Bleeding 1 and 3 at once, and only the highest stage can be there",
        ),
        (
            {"FatigueBleeding1": 1, "FB2": 2},
            "Maren: Fatigue Bleeding 1 and 2 at once, and only the highest stage can be there",
        ),
        ({"FD": 1, "conditions": {"FD": 2}}, "Maren: FD is 2 under conditions and 1 beside it"),
        (
            {"HPV": 5, "subdual": 26, "DT": 10, "Staggered1": 2},
            "Maren: Staggered1 2, and HPV, subdual and DT make it 3",
        ),
        (
            {"pool": 2, "allocation": {"Maren": {"CAB": 3}}},
            "Maren: 3 levels assigned from a pool of 2",
        ),
        (
            {"FD": 1, "allocation": {"Maren": {"HB": 1}}},
            "Maren: Fighting Defensively, and penalties assigned",
        ),
        ({"TB": {"Warg": {"2": 1}}}, "Maren: TB names Warg, who has no sheet"),
    ],
)
def test_one_sheet(sheet: dict[str, Any], warning: str) -> None:
    assert warnings({}, **sheet) == [warning]


def test_what_a_sheet_lacks() -> None:
    assert check(campaign({"Maren": {"MR": 5, "attack_skill": 6}})) == [
        "Maren: no OCV, no DCV, no base_line, no StrB, no AC: unknown, and asked for when needed"
    ]


def test_two_sheets() -> None:
    warg = FIGURES | {"is_pc": False, "TB": {"Maren": {"1": 1, "2": 1}}}
    maren = FIGURES | {"is_pc": False, "allocation": {"warg": {"TB2": 2}}}
    assert check(campaign({"Maren": maren, "Warg": warg})) == [
        "nobody has is_pc = true, so ties at the start do not favour player characters",
        "Maren: 2 of TB2 on warg, whose own sheet says 1",
    ]


def test_a_weapon_is_filled_in_from_the_rulebook() -> None:
    rules = campaign({"Maren": {"weapons": [{"name": "SPEAR", "WSB": 3}]}}, {"weapons": [SPEAR]})
    (spear,) = book.weapons(rules, rules.sheets["Maren"])
    assert (spear.WSB, spear.Reach, spear.kind) == (3, 1.5, "melee")


def test_conditions_of_both_places_count() -> None:
    sheet = msgspec.convert({"FD": 2, "FatigueBleeding2": 1, "conditions": {"Stopped1": 3, "BUF": 0}}, Sheet)
    assert book.conditions(sheet) == {"Stopped1": 3, "FB2": 1, "FD": 2}


def test_places_of_sheet_and_rulebook() -> None:
    places = {"Maren": [1, 1], "Warg": [6, 2]}
    rules = campaign({"Maren": {"position": [0, 2.5]}}, {"positions": places})
    assert book.positions(rules) == {"Maren": (0, 2.5), "Warg": (6, 2)}


@pytest.mark.parametrize(
    ("sheet", "messages"),
    [
        ({"MR": 4, "NWI": -1, "TD": "Long", "TB": {"Orc": {"1": 0, "2": 2, "3": 0}}}, []),
        (
            {"subduel": 1, "perception": "high", "FD": -1, "conditions": {"Stagered1": 1}},
            [
                "there is no key 'subduel' here; did you mean subdual?",
                "expected a whole number, found text 'high'",
                "expected a whole number from 0 to 999, found -1",
                "there is no key 'Stagered1' here; did you mean Staggered1?",
            ],
        ),
    ],
)
def test_every_mistake_of_a_sheet_is_said(sheet: dict[str, Any], messages: list[str]) -> None:
    assert [fault.message for fault in faults(sheet, Sheet)] == messages


def test_every_part_of_a_rulebook_has_an_example_that_loads() -> None:
    import tomllib

    assert list(EXAMPLES) == list(Rulebook.__struct_fields__)
    rules = msgspec.convert(tomllib.loads("\n".join(EXAMPLES.values())), Rulebook)
    assert check(Campaign(rulebook=rules)) == []
