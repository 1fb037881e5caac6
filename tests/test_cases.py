"""Every rule case of the project is a test."""

from __future__ import annotations

from pathlib import Path

import pytest

from calledshot.cases import Case, find, run

FOLDER = Path(__file__).parent.parent / "fixtures" / "cases"
CASES = list(find([FOLDER]))


@pytest.mark.parametrize("case", CASES, ids=[f"{case.path.stem}: {case.id}" for case in CASES])
def test_case(case: Case) -> None:
    result = run(case)
    assert result.passed, "\n" + "\n".join(result.failures)


def test_no_two_cases_of_a_file_share_a_name() -> None:
    names = [(case.path, case.id) for case in CASES]
    assert len(names) == len(set(names))
