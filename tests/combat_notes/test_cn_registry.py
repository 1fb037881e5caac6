"""The registry of clauses and the settings: complete, tied to each other, and not there for show."""

from __future__ import annotations

from pathlib import Path

import pytest

from calledshot.clauses import CORE
from calledshot_combat_notes.clauses import CLAUSES
from calledshot_combat_notes.settings import AMBIGUITIES, SETTINGS, asked_in

ROOT = Path(__file__).parents[2]
CODE = "".join(
    file.read_text(encoding="utf-8")
    for file in sorted((ROOT / "plugins" / "calledshot_combat_notes").rglob("*.py"))
    if file.name != "settings.py"
)
STATEMENT = (ROOT / "docs" / "combat-notes-compliance.md").read_text(encoding="utf-8")

INVENTORY = (
    "1 10-11 20-22 30-37",
    "100-105 110-112 120-121",
    "200-205 210-216 220-228",
    "300 310-326 330-335 350-353",
    "400 410-412 420-426 440-441",
    "500-501 503-508 510-511 530-533",
    "600-605 610-629",
    "700-704 710-720",
)
"""The clause numbers of the inventory, a line a chapter."""

BUILT = {
    "run_multiple": '{action}_multiple"',
    "sprint_multiple": '{action}_multiple"',
    "parry_effect": '{action}_effect"',
    "cover_effect": '{action}_effect"',
    "guard_effect": '{action}_effect"',
}
"""How a chapter may name a setting that goes with an action."""

ASKED = "1 37 200 204 227 314 315 318 319 322 324 334 335 400 600 622 626 628 702"
EXPLAINED = "610 629 700"


def ids(spans: str) -> list[str]:
    """ "200-202 210" → CN-200, CN-201, CN-202, CN-210."""
    found = []
    for span in spans.split():
        first, _, last = span.partition("-")
        found += [f"CN-{number:03}" for number in range(int(first), int(last or first) + 1)]
    return found


def test_every_clause_of_the_inventory_is_there_and_no_other() -> None:
    assert list(CLAUSES) == [id for chapter in INVENTORY for id in ids(chapter)]
    assert len(CLAUSES) == 144


def test_what_the_dm_is_asked_and_what_only_explains() -> None:
    assert [id for id, clause in CLAUSES.items() if clause.kind == "G"] == ids(ASKED)
    assert [id for id, clause in CLAUSES.items() if clause.kind == "N"] == ids(EXPLAINED)
    assert sum(clause.kind in ("A", "A/G") for clause in CLAUSES.values()) == 122


@pytest.mark.parametrize("clause", CLAUSES.values(), ids=list(CLAUSES))
def test_a_clause_says_what_it_is(clause) -> None:  # type: ignore[no-untyped-def]
    assert clause.title and clause.section and clause.example
    assert clause.text.endswith(".") and len(clause.text) < 250
    assert clause.default_ruling == bool(asked_in(clause.id)), (
        "a default ruling answers a question, and so marked"
    )
    assert not clause.default_ruling or clause.settings or asked_in(clause.id) == ("Amb-29",)
    assert all(name in SETTINGS for name in clause.settings)


def test_no_two_clauses_share_their_words() -> None:
    for part in ("title", "text", "example"):
        said = [getattr(clause, part) for clause in CLAUSES.values()]
        assert len(set(said)) == len(said), part


@pytest.mark.parametrize("setting", SETTINGS.values(), ids=list(SETTINGS))
def test_a_setting_belongs_to_clauses_and_is_read(setting) -> None:  # type: ignore[no-untyped-def]
    assert setting.clauses and all(id in CLAUSES or id in CORE for id in setting.clauses)
    assert setting.meaning.endswith(".")
    assert not setting.choices or setting.default in setting.choices
    named = f'"{setting.name}"' in CODE or BUILT.get(setting.name, "\0") in CODE
    assert named, "nothing looks at this setting"


def test_every_question_is_answered_in_the_statement() -> None:
    assert list(AMBIGUITIES) == [f"Amb-{number:02}" for number in range(1, 34)]
    for id, clauses in AMBIGUITIES.items():
        row = next(line for line in STATEMENT.splitlines() if line.startswith(f"| {id} "))
        assert all(clause in row for clause in clauses), id
        assert all(clause in CLAUSES for clause in clauses), id


def test_every_setting_and_every_question_to_the_dm_is_in_the_statement() -> None:
    for name in SETTINGS:
        assert f"`{name}`" in STATEMENT, name
    for id in ids(ASKED):
        assert f"| {id} " in STATEMENT, id
