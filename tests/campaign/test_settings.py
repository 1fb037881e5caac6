"""Settings whose names have dots in them, and settings that take words, numbers in a range, or both."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest

from calledshot.api import Encounter, Fight, Ruleset
from calledshot.campaign import from_tables, load, merge, scaffold
from calledshot.campaign import settings as read
from calledshot.clauses import Setting
from calledshot.errors import CampaignError

KNOWN = {
    setting.name: setting
    for setting in (
        Setting(name="march.rounding", default="path", meaning="m.", choices=("path", "square")),
        Setting(name="march.pace", default="ask", meaning="m.", choices=("ask",), numbers=(1, 10)),
        Setting(name="march.night.torch", default=True, meaning="m."),
        Setting(name="ford", default=3, meaning="m.", numbers=(0, 7)),
        Setting(name="lost", default="ask", meaning="m.", choices=("ask", "true", "false")),
        Setting(name="share", default=0.5, meaning="m."),
    )
}


class Marching(Ruleset):
    name = "marching"
    title = "Marching"
    settings = KNOWN

    def fight(self, encounter: Encounter) -> Fight:
        raise AssertionError("settings are read without a fight")


@pytest.mark.parametrize(
    "text",
    [
        '[settings]\n"march.rounding" = "square"\n"march.night.torch" = false\n',
        '[settings]\nmarch.rounding = "square"\nmarch.night.torch = false\n',
        '[settings.march]\nrounding = "square"\nnight = { torch = false }\n',
        '[settings.march]\nrounding = "square"\n[settings.march.night]\ntorch = false\n',
        '[settings]\n"march.night.torch" = false\n[settings.march]\nrounding = "square"\n',
    ],
)
def test_a_name_with_dots_in_every_way_toml_has(tmp_path: Path, text: str) -> None:
    (tmp_path / "campaign.toml").write_text(text, encoding="utf-8")
    assert load(tmp_path, ruleset=Marching()).settings == {
        "march.rounding": "square",
        "march.pace": "ask",
        "march.night.torch": False,
        "ford": 3,
        "lost": "ask",
        "share": 0.5,
    }


def test_every_mistake_in_a_table_has_its_line(tmp_path: Path) -> None:
    (tmp_path / "campaign.toml").write_text(
        '[settings]\nford = 9\n"march.rounding" = "path"\n[settings.march]\nrounding = "sqare"\npase = 2\n'
        'night.torch = "no"\n[settings.march.pace]\n',
        encoding="utf-8",
    )
    with pytest.raises(CampaignError) as caught:
        load(tmp_path, ruleset=Marching())
    assert caught.value.problems == (
        "campaign.toml:2: settings.ford: expected a whole number from 0 to 7, found 9",
        "campaign.toml:5: settings.march.rounding: the setting march.rounding is given twice",
        "campaign.toml:6: settings.march.pase: there is no setting 'march.pase'; did you mean march.pace?",
        "campaign.toml:7: settings.march.night.torch: expected true or false, found text 'no'",
        "campaign.toml:8: settings.march.pace: expected ask or a number from 1 to 10, found a table",
    )


@pytest.mark.parametrize(
    ("name", "value", "taken"),
    [
        ("march.pace", "ask", "ask"),
        ("march.pace", 2, 2),
        ("march.pace", 1.5, 1.5),
        ("ford", 0, 0),
        ("lost", True, "true"),
        ("lost", "false", "false"),
        ("share", 1, 1),
    ],
)
def test_what_a_setting_takes(name: str, value: Any, taken: Any) -> None:
    assert from_tables({"settings": {name: value}}, ruleset=Marching()).settings[name] == taken


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("march.pace", 11),
        ("march.pace", True),
        ("march.pace", float("nan")),
        ("march.rounding", True),
        ("march.rounding", 1),
        ("march.rounding", ["path"]),
        ("ford", True),
        ("ford", 2.5),
        ("ford", {}),
        ("lost", 1),
        ("share", "half"),
        ("march", 1),
    ],
)
def test_what_it_does_not_take(name: str, value: Any) -> None:
    with pytest.raises(CampaignError):
        from_tables({"settings": {name: value}}, ruleset=Marching())


def test_a_setting_laid_over_another_way_of_writing_it() -> None:
    under = {"settings": {"march": {"rounding": "square", "pace": 2}, "ford": 1}}
    over = {"settings": {"march.rounding": "path", "march": {"night": {"torch": False}}}}
    assert merge(under, over)["settings"] == {
        "march.rounding": "path",
        "march.pace": 2,
        "ford": 1,
        "march.night.torch": False,
    }


def test_settings_nested_without_end_are_a_mistake_and_no_crash(tmp_path: Path) -> None:
    deep = ".".join(["a"] * 3000)
    (tmp_path / "campaign.toml").write_text(f"[settings]\n{deep} = 1\n", encoding="utf-8")
    with pytest.raises(CampaignError, match="there is no setting"):
        load(tmp_path, ruleset=Marching())


def test_a_new_campaign_writes_them_so_that_each_can_be_uncommented() -> None:
    text = scaffold.campaign("The march", Marching(), None)
    assert '# march.rounding = "path"  # path | square\n' in text
    assert '# march.pace = "ask"  # ask | 1 to 10\n' in text
    assert "# ford = 3  # 0 to 7\n" in text
    settings = text[text.index("[settings]") :]
    lines = [line.removeprefix("# ") for line in settings.splitlines() if line.startswith(("# ", "["))]
    loaded = tomllib.loads("\n".join(line for line in lines if " = " in line or line == "[settings]"))
    assert read.flat(loaded["settings"]) == {name: one.default for name, one in KNOWN.items()}
