"""What `campaign check` warns of, each with the campaign that has it and the one that has not."""

from __future__ import annotations

from typing import Any

import pytest

from calledshot.campaign import from_tables
from calledshot_parthos.campaign_checks import check

WHOLE = {"2": [1, 50], "1": [51, 100]}
FIGURES = {"speed": 50, "ca": 50, "stamina_max": 30}


def warnings(rulebook: dict[str, Any], **sheet: Any) -> list[str]:
    characters = {"Torvik77": FIGURES | sheet}
    return check(from_tables({"ruleset": "parthos", "characters": characters, "rulebook": rulebook}))


def test_a_sound_campaign_has_none() -> None:
    rulebook = {
        "bell_curve": {"BC4": WHOLE},
        "weapons": [{"name": "dagger", "bc": 4, "kind": "both"}],
        "spells": [{"name": "Pain", "list": "Mysticism", "level": 1, "pp": 3}],
        "powers": [{"name": "Rage", "class": "Warrior", "level": 2, "pp": 1}],
        "levels": {"2": 100, "3": 250},
    }
    sheet = {
        "class": "Warrior", "level": 2, "xp": 120, "bc_max": "BC4", "spell_lists": {"Mysticism": 1},
        "powers": ["Rage"],
        "weapons": [{"name": "dagger"}],
    }  # fmt: skip
    assert warnings(rulebook, **sheet) == []


@pytest.mark.parametrize(
    ("row", "warning"),
    [
        ({"2": [1, 50], "1": [52, 100]}, "bell_curve.BC4: a roll of 51 gives no points"),
        ({"2": [2, 50], "1": [51, 100]}, "bell_curve.BC4: a roll of 1 gives no points"),
        ({"2": [1, 50], "1": [51, 90]}, "bell_curve.BC4: rolls 91–100 give no points"),
        ({"2": [1, 50], "1": [50, 100]}, "bell_curve.BC4: a roll of 50 gives points twice (once 1)"),
        ({"2": [1, 60], "1": [51, 100]}, "bell_curve.BC4: rolls 51–60 give points twice (once 1)"),
        ({"2": [50, 1], "1": [51, 100]}, "bell_curve.BC4: the range 50–1 runs backwards"),
        (
            {"1": [1, 50], "2": [51, 100]},
            "bell_curve.BC4: low rolls are best in Parthos, and here a higher roll gives more",
        ),
        ({"2": [1, 50], "1": [51, 101]}, "bell_curve.BC4: a d100 shows 1 to 100, and the row goes beyond"),
    ],
)
def test_gaps_and_overlaps_of_the_chart(row: dict[str, list[int]], warning: str) -> None:
    assert warnings({"bell_curve": {"BC4": row}}) == [warning]


def test_weapons() -> None:
    rulebook = {
        "bell_curve": {"BC4": WHOLE, "BC6": WHOLE},
        "weapons": [
            {"name": "dirk", "bc": 6, "kind": "both"},
            {"name": "whip"},
            {"name": "maul", "bc": 14, "kind": "melee"},
        ],
    }
    assert warnings(rulebook, bc_max=4, weapons=[{"name": "dirk"}, {"name": "flail"}]) == [
        "weapon whip: no BC, so its damage will be asked for",
        "weapon whip: no kind (melee, missile or both), so range is not checked for it",
        "weapon maul: the chart has no row BC14",
        "Torvik77: dirk is BC6, above the maximum of BC4",
        "Torvik77: the rulebook has no weapon flail, and the sheet lacks bc or kind for it",
    ]


def test_the_heaviest_allowed_is_no_warning() -> None:
    rulebook = {"weapons": [{"name": "dirk", "bc": "BC6", "kind": "both"}]}
    assert warnings(rulebook, bc_max=6, weapons=[{"name": "dirk"}]) == []


def test_spells_and_lists() -> None:
    rulebook = {
        "spells": [
            {"name": "Pain", "list": "Mysticism", "level": 1},
            {"name": "pain", "list": "Mysticism", "level": 1, "pp": 3},
            {"name": "Mend", "list": "Healing", "level": 1, "pp": "variable"},
        ]
    }
    assert warnings(rulebook, spell_lists=["Mysticism", "Sorcery"]) == [
        "spell Pain: no pp, so that is not checked",
        "spell pain: given twice on the Mysticism list",
        "Torvik77: no spell of the rulebook is on the list Sorcery",
        "Torvik77: spell lists without levels go up to the own level, and the sheet has no level",
        "the spell list Healing is on nobody's sheet",
    ]


def test_powers() -> None:
    rulebook = {"powers": [{"name": "Rage", "class": "Warrior", "level": 3, "pp": 1}]}
    sheet: dict[str, Any] = {"class": "Mystic", "level": 2, "powers": ["Rage", "Calm"]}
    assert warnings(rulebook, **sheet) == [
        "Torvik77: Rage is a power of the Warrior class, not of the Mystic",
        "Torvik77: Rage needs level 3, and the sheet says 2",
        "Torvik77: the rulebook has no power Calm",
    ]


def test_figures() -> None:
    assert warnings({}, speed=-1, stamina=31, pp=5, pp_max=4) == [
        "Torvik77: stamina 31 is above stamina_max 30",
        "Torvik77: pp 5 is above pp_max 4",
        "Torvik77: speed below 0",
    ]
    bare = from_tables({"ruleset": "parthos", "characters": {"Goblin": {"count": 3, "ca": 40}}})
    assert check(bare) == ["Goblin 1: no speed, no stamina: unknown, and learned from the log where it shows"]


def test_experience() -> None:
    assert warnings({"levels": {"2": 100, "3": 100}}) == [
        "levels: level 3 begins at 100 XP, level 2 at 100: the table must rise"
    ]
    levels = {"levels": {"2": 100, "3": 250}}
    assert warnings(levels, level=2, xp=249) == []
    assert warnings(levels, level=2, xp=250) == [
        "Torvik77: 250 XP are those of level 3, and the sheet says 2"
    ]
    assert warnings(levels, level=3, xp=100) == []
