"""The example house rule: its transcript cases, and that it stays small and within the public API."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from calledshot.cases import find, run

ROOT = Path(__file__).parents[2]
CASES = list(find([ROOT / "fixtures" / "cases" / "house"]))


@pytest.mark.parametrize("case", CASES, ids=[case.id for case in CASES])
def test_its_cases(case: object) -> None:
    result = run(case)  # type: ignore[arg-type]
    assert result.passed, "\n".join(result.failures)


def test_it_imports_only_the_api_and_is_short() -> None:
    text = (ROOT / "plugins" / "calledshot_critical_miss" / "__init__.py").read_text(encoding="utf-8")
    imported = {node.module for node in ast.walk(ast.parse(text)) if isinstance(node, ast.ImportFrom)}
    assert imported == {"__future__", "calledshot.api"}
    assert len([line for line in text.splitlines() if line.strip()]) <= 30
