"""The registry of clauses and the settings: complete, tied to each other, and not there for show."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from calledshot.clauses import CORE
from calledshot_parthos.clauses import CLAUSES
from calledshot_parthos.settings import SETTINGS

ROOT = Path(__file__).parents[2]
CODE = "".join(
    file.read_text(encoding="utf-8")
    for folder in ("src", "plugins")
    for file in sorted((ROOT / folder).rglob("*.py"))
    if file.name != "settings.py"
)

INVENTORY = {
    "RND": 6, "STD": 6, "IM": 7, "SYN": 9, "MOV": 12, "CAST": 8, "POW": 2, "ITEM": 1, "HEAL": 1, "INIT": 9,
    "HIT": 2, "DMG": 4, "FUM": 1, "CALL": 5, "HOLD": 5, "BLD": 8, "BC": 4,
}  # fmt: skip
"""How many clauses each chapter of the inventory has."""


def test_every_clause_of_the_inventory_is_there() -> None:
    assert Counter(id.split("-")[1] for id in CLAUSES) == INVENTORY
    for chapter, count in INVENTORY.items():
        assert all(f"PAR-{chapter}-{number}" in CLAUSES for number in range(1, count + 1))


@pytest.mark.parametrize("clause", CLAUSES.values(), ids=list(CLAUSES))
def test_a_clause_says_what_it_is(clause) -> None:  # type: ignore[no-untyped-def]
    assert clause.title and clause.section and clause.example
    assert clause.text.endswith(".") and len(clause.text) < 250
    assert not clause.default_ruling or clause.settings, "a default ruling is a named setting"
    assert all(name in SETTINGS for name in clause.settings)


@pytest.mark.parametrize("setting", SETTINGS.values(), ids=list(SETTINGS))
def test_a_setting_belongs_to_clauses_and_is_read(setting) -> None:  # type: ignore[no-untyped-def]
    assert setting.clauses and all(id in CLAUSES or id in CORE for id in setting.clauses)
    assert setting.meaning.endswith(".")
    assert not setting.choices or setting.default in setting.choices
    assert f'"{setting.name}"' in CODE, "nothing looks at this setting"
