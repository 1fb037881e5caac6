"""A clause without a case does not count as implemented."""

from __future__ import annotations

from pathlib import Path

import pytest

from calledshot.cases import find
from calledshot.clauses import CORE
from calledshot.plugins.manager import find_ruleset, plugins

FOLDER = Path(__file__).parent.parent / "fixtures" / "cases"
SHOWN = {clause for case in find([FOLDER]) for clause in case.clauses}
RULESETS = [name for plugin in plugins() for name in plugin.rulesets]
CLAUSES = [*CORE, *(clause for name in RULESETS for clause in find_ruleset(name).clauses)]


def test_rulesets_are_installed() -> None:
    assert {"parthos", "combat_notes", "yiffiemon"} <= set(RULESETS)


@pytest.mark.parametrize("clause", CLAUSES)
def test_a_case_shows_the_clause(clause: str) -> None:
    assert clause in SHOWN, f"no case in {FOLDER} lists {clause}"


def test_cases_list_only_clauses_that_exist() -> None:
    assert sorted(SHOWN - set(CLAUSES)) == []
