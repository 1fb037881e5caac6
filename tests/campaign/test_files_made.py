"""New campaigns, packets and checks: the text that is written loads again and says what it should."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any, ClassVar

import pytest

from calledshot.campaign import from_tables, load, packet, scaffold
from calledshot.campaign.check import warnings
from calledshot.moves.declaration import Declaration, Move, Spell
from calledshot.plugins.manager import find_ruleset
from calledshot.referee.encounter import EncounterRecord, RoundRecord

RULES = find_ruleset("parthos")


class Shown:
    """As much of an audit as a scaffold looks at."""

    pgm = ("Brannoch",)
    system = "standard"
    learned: ClassVar[dict[str, dict[str, dict[str, Any]]]] = {
        "Torvik77": {
            "speed": {"value": 55, "at_least": None, "at_most": None, "lines": [4]},
            "ca": {"value": None, "at_least": 62, "at_most": 69, "lines": [7, 9]},
            "stamina": {"value": 12, "at_least": None, "at_most": None, "lines": [11]},
        }
    }
    encounters = (EncounterRecord(fighters=["Lady ]\x1b[31m", "Torvik77"]),)


Shown.encounters[0].rounds.append(
    RoundRecord(
        number=1,
        declarations=[
            Declaration(
                combatant="Lady",
                moves=(
                    Move(action="cast", spell=Spell(name="Pain", list="Mysticism", level=1)),
                    Move(action="missile", instrument="dirk"),
                ),
            ),
            Declaration(
                combatant="Torvik77",
                moves=(
                    Move(
                        action="melee",
                        instrument="Dirk",
                        condition="x",
                        otherwise=(Move(action="power", instrument="Rage", pp=2),),
                    ),
                    Move(action="cast", spell=Spell(name="pain", pp=3)),
                ),
            ),
            Declaration(combatant="Lady", candidate=True, moves=(Move(action="melee", instrument="glance"),)),
        ],
    )
)


def write(folder: Path, files: dict[str, str]) -> Path:
    folder.mkdir(exist_ok=True)
    for name, text in files.items():
        (folder / name).write_text(text, encoding="utf-8")
    return folder


def test_a_new_campaign_loads_and_lists_every_setting(tmp_path: Path) -> None:
    files = scaffold.files("parlour", RULES)
    campaign = load(write(tmp_path, files))
    assert (campaign.name, campaign.ruleset, campaign.sheets) == ("parlour", "parthos", {})
    for name, setting in RULES.settings.items():
        assert f"# {name} = " in files["campaign.toml"]
        assert setting.meaning in files["campaign.toml"]


def test_its_commented_lines_are_right_too(tmp_path: Path) -> None:
    files = scaffold.files("parlour", RULES)
    opened = {
        name: "\n".join(line.removeprefix("# ") if " = " in line.partition("#")[2] and "#  " not in line and
                        not line.startswith("# A short") else line for line in text.split("\n"))
        for name, text in files.items()
    }  # fmt: skip
    campaign = load(write(tmp_path, opened))
    assert campaign.settings == {name: setting.default for name, setting in RULES.settings.items()}
    assert campaign.rulebook.weapons and campaign.rulebook.bell_curve


def test_from_a_log_it_holds_what_was_shown(tmp_path: Path) -> None:
    files = scaffold.files('"odd" name', RULES, Shown())
    assert "\x1b" not in "".join(files.values())
    campaign = load(write(tmp_path, files))
    assert (campaign.name, campaign.pgm, campaign.system) == ('"odd" name', ("Brannoch",), "standard")
    assert list(campaign.sheets) == ["Lady ]\x1b[31m", "Torvik77"]
    assert campaign.sheets["Torvik77"].speed == 55
    assert (campaign.sheets["Torvik77"].ca, campaign.sheets["Torvik77"].stamina) == (None, None)
    assert "# ca = ?  at least 62 and at most 69, seen on lines 7, 9" in files["characters.toml"]
    assert "# stamina stood at 12 last, seen on line 11" in files["characters.toml"]
    (pain,) = campaign.rulebook.spells
    assert (pain.name, pain.list, pain.level, pain.pp) == ("Pain", "Mysticism", 1, 3)
    assert [(weapon.name, weapon.kind) for weapon in campaign.rulebook.weapons] == [("dirk", "both")]
    assert [(power.name, power.pp) for power in campaign.rulebook.powers] == [("Rage", 2)]


TABLE: dict[str, Any] = {
    "ruleset": "parthos",
    "name": "The parlour",
    "pgm": ["Brannoch"],
    "plugins": ["critical_miss"],
    "settings": {"tie": "roll_off"},
    "names": {"Tor At Work": "Torvik77"},
    "characters": {
        "Torvik77": {"speed": 55, "skills": [], "weapons": [{"name": "axe", "in_hand": True}]},
        "Elsinore": {"speed": 62, "side": "cellar", "spell_lists": {"Mysticism": 2}},
    },
    "rulebook": {
        "weapons": [{"name": "axe", "bc": 8}],
        "bell_curve": {"BC8": {"8": [1, 100]}},
        "unarmed_penalty": -20,
    },
}


def test_a_packet_holds_the_own_sheet_and_only_the_others_names(tmp_path: Path) -> None:
    made = from_tables(TABLE)
    files = packet.files(made, RULES, "torvik 77")
    held = load(write(tmp_path, files))
    assert held.sheets["Torvik77"] == made.sheets["Torvik77"]
    assert tomllib.loads(files["characters.toml"])["Elsinore"] == {}
    assert "62" not in "".join(files.values()) and "cellar" not in "".join(files.values())
    assert (held.rulebook, held.names, held.pgm) == (made.rulebook, made.names, made.pgm)
    assert held.settings == made.settings
    assert held.plugins == () and "critical_miss" in files["campaign.toml"]


def test_a_group_of_eight_with_thirty_spells_fits_on_a_few_pages() -> None:
    folder = Path(__file__).parents[2] / "samples" / "group" / "campaign"
    campaign = load(folder)
    lines = sum(
        len(file.read_text(encoding="utf-8").splitlines()) for file in folder.iterdir() if file.is_file()
    )
    assert (len(campaign.sheets), len(campaign.rulebook.spells)) == (8, 30)
    assert lines < 3 * 50


@pytest.mark.parametrize(
    ("change", "warning"),
    [
        ({"pgm": []}, "campaign.toml: no pgm, so it is taken to be whoever calls the rounds"),
        ({"characters": {}}, "no characters: nobody's figures are known"),
        (
            {"names": {"tor vik77": "Elsinore"}},
            "Torvik77 and tor vik77 are one name to a service that folds case and spaces",
        ),
        ({"names": {"Work": "Torvik7"}}, "names.Work: no sheet of the name Torvik7; did you mean Torvik77?"),
    ],
)
def test_warnings_that_need_no_ruleset(change: dict[str, Any], warning: str) -> None:
    assert warning in warnings(from_tables(TABLE | change), RULES)
    assert warning not in warnings(from_tables(TABLE), RULES)


def test_a_file_that_is_not_read_is_said(tmp_path: Path) -> None:
    write(tmp_path, {"campaign.toml": "", "spell.csv": "name\n", "notes.txt": ""})
    found = warnings(load(tmp_path), RULES)
    assert "spell.csv is not read; did you mean spells.csv?" in found
    assert not any("notes" in warning for warning in found)
