"""Pools and dropped dice in the records of virtual tabletops."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec import UNSET

from calledshot.dice.dialects import faults
from calledshot.transcript.formats.ccfolia_json import thrown
from calledshot.transcript.formats.foundry_rolls import told


def die(result: int, **more: Any) -> dict[str, Any]:
    return {"result": result, "active": True} | more


def record(formula: str, total: float, sides: int, results: list[dict[str, Any]]) -> dict[str, Any]:
    return {
        "formula": formula,
        "total": total,
        "terms": [{"class": "Die", "faces": sides, "results": results}],
    }


POOL = [die(6, success=True, count=1), die(2, success=False, count=0), die(5, success=True, count=1)]


@pytest.mark.parametrize(
    ("written", "faces", "dropped", "total", "comment"),
    [
        (record("3d6cs>=5", 2, 6, POOL), (6, 2, 5), UNSET, 13, "2 successes"),
        (record("3d6>4", 2, 6, POOL), (6, 2, 5), UNSET, 13, "2 successes"),
        (record("1d6cs>=5", 1, 6, [die(6, success=True, count=1)]), (6,), UNSET, 6, "1 success"),
        (record("3d6", 13, 6, [die(6), die(2), die(5)]), (6, 2, 5), UNSET, 13, UNSET),
        (record("3d6kh2", 11, 6, [die(6), die(2, active=False), die(5)]), (6, 5), (2,), 11, UNSET),
        (record("4df", -1, 3, [die(-1), die(0), die(1), die(-1)]), (-1, 0, 1, -1), UNSET, -1, UNSET),
    ],
)  # fmt: skip
def test_what_a_record_tells(
    written: dict[str, Any], faces: tuple[int, ...], dropped: object, total: int, comment: object
) -> None:
    roll = told(written, "Wick").roll
    assert roll is not None and not faults(roll)
    assert (roll.faces, roll.dropped, roll.total, roll.comment) == (faces, dropped, total, comment)


def test_a_total_that_does_not_add_up_is_no_count_of_successes() -> None:
    roll = told(record("3d6", 2, 6, [die(6), die(2), die(5)]), "Wick").roll
    assert roll is not None and faults(roll)


def test_a_pool_of_ccfolias() -> None:
    roll = thrown("3B6>=4 (3B6>=4) ＞ 1,4,5 ＞ 成功数2", "Wick")
    assert roll is not None and not faults(roll)
    assert (roll.roller, roll.faces, roll.total, roll.comment) == ("Wick", (1, 4, 5), 10, "成功数2")
    assert thrown("3B6>=4 ＞ nothing", "Wick") is None
