"""Raising the BC maximum: PAR-BC-1 to PAR-BC-4, with the page's own sums."""

from __future__ import annotations

from typing import Any

import pytest

from calledshot.campaign import Campaign, from_tables
from calledshot.errors import UsageError
from calledshot.plugins.ruleset import Training
from calledshot_parthos import training

ROW = {"1": [1, 100]}
LEVELS = {"2": 100, "3": 250, "4": 500}


def campaign(**sheet: Any) -> Campaign:
    return from_tables(
        {
            "ruleset": "parthos",
            "characters": {"Torvik77": sheet},
            "rulebook": {"bell_curve": {"BC4": ROW, "BC6": ROW, "BC8": ROW, "BC10": ROW}, "levels": LEVELS},
        }
    )


def train(
    bc: str | None = None, date: str = "2004-07-10", past: tuple[str, ...] = (), **sheet: Any
) -> Training:
    entries = [
        {"date": day, "name": "Torvik77", "kind": "bc_max", "from": 4, "to": 6, "xp": 150} for day in past
    ]
    options = {} if bc is None else {"bc": bc}
    return training.train(campaign(**sheet), "Torvik77", options, entries, date)


def codes(made: Training) -> list[str]:
    return [finding.code for finding in made.findings]


@pytest.mark.parametrize(("current", "new", "price"), [(4, 6, 150), (6, 8, 200)])
def test_the_pages_own_sums(current: int, new: int, price: int) -> None:
    made = train(bc_max=current, xp=900, level=4)
    assert made.entry is not None
    assert (made.entry["from"], made.entry["to"], made.entry["xp"]) == (current, new, price)
    assert f"{900 - price} XP left" in made.lines[0]


def test_what_may_remain() -> None:
    # Level 4 may fall to the XP of level 3 (250), not to those of level 2.
    assert train(bc_max=4, xp=400, level=4).entry is not None
    assert codes(train(bc_max=4, xp=399, level=4)) == ["PAR-BC-2"]
    assert train(bc_max=4, xp=399, level=3).entry is not None


def test_low_levels_cannot_fall_two() -> None:
    assert train(bc_max=4, xp=150, level=2).entry is not None
    assert codes(train(bc_max=4, xp=149, level=2)) == ["PAR-BC-1"]


def test_the_level_stays() -> None:
    assert any("stays level 4" in line for line in train(bc_max=4, xp=500, level=4).lines)
    assert not any("stays" in line for line in train(bc_max=4, xp=900, level=4).lines)


def test_one_step_a_week() -> None:
    assert codes(train(date="2004-07-09", past=("2004-07-03",), bc_max=6, xp=900, level=4)) == ["PAR-BC-3"]
    assert train(date="2004-07-10", past=("2004-07-03",), bc_max=6, xp=900, level=4).entry is not None


def test_a_step_is_the_next_on_the_chart() -> None:
    assert codes(train("8", bc_max=4, xp=900, level=4)) == ["PAR-BC-3"]
    assert codes(train("4", bc_max=4, xp=900, level=4)) == ["PAR-BC-3"]
    assert train("BC6", bc_max="BC4", xp=900, level=4).entry is not None


def test_all_grounds_at_once() -> None:
    assert codes(train("8", date="2004-07-04", past=("2004-07-03",), bc_max=4, xp=10, level=4)) == [
        "PAR-BC-3", "PAR-BC-3", "PAR-BC-1",
    ]  # fmt: skip


def test_unknown_xp_is_not_charged() -> None:
    made = train(bc_max=4)
    assert made.entry is not None
    assert "was not checked" in made.lines[1]


@pytest.mark.parametrize(
    ("bc", "date", "sheet"),
    [("six", "2004-07-10", {"bc_max": 4}), (None, "July 3", {"bc_max": 4}), ("6", "2004-07-10", {}),
     (None, "2004-07-10", {"bc_max": 10})],
)  # fmt: skip
def test_what_cannot_be_understood_says_so(bc: str | None, date: str, sheet: dict[str, Any]) -> None:
    with pytest.raises(UsageError):
        train(bc, date, **sheet)


def test_training_counts_until_the_sheet_has_it() -> None:
    entry = {"date": "2004-07-03", "name": "Torvik77", "kind": "bc_max", "from": 4, "to": 6, "xp": 150}
    before = campaign(bc_max=4, xp=400).sheets["Torvik77"]
    trained = training.remember(before, [entry])
    assert (trained.bc_max, trained.xp) == (6, 250)
    written = campaign(bc_max="BC6", xp=250).sheets["Torvik77"]
    assert training.remember(written, [entry]) == written
