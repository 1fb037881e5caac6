"""Figures of the DM's that are no points, and for whose side he says that he rolls."""

from __future__ import annotations

import pytest

from calledshot_combat_notes import claims, numbers_said


@pytest.mark.parametrize("said", ["2 is dead. end of R1", "2 drops", "3's down", "1 falls over"])
def test_a_number_with_a_fate_is_somebody(said: str) -> None:
    assert numbers_said.is_name(said, 1)


@pytest.mark.parametrize("said", ["2 to hob 1", "5, he is dead", "7 points, he drops", "12 drops him to 3"])
def test_a_number_that_does_something_is_none(said: str) -> None:
    assert not numbers_said.is_name(said, 1)


@pytest.mark.parametrize("said", ["only 4 over, no crit", "1 short", "2 over but not natural"])
def test_by_how_much_a_roll_made_it(said: str) -> None:
    assert numbers_said.is_margin(said, 1)


@pytest.mark.parametrize("said", ["8 short sword points", "7 over the head", "4 under the arm"])
def test_points_beside_such_a_word_stay_points(said: str) -> None:
    assert not numbers_said.is_margin(said, 1)


@pytest.mark.parametrize(
    ("said", "side"),
    [
        ("initiative: party", "party"),
        ("and mine", "opponents"),
        ("monsters", "opponents"),
        ("party init", "party"),
        ("baddies win. Hob 1 on Tam", None),
        ("5 v 6", None),
    ],
)
def test_whose_roll_the_dm_makes(said: str, side: str | None) -> None:
    assert claims.label(said, {}) == side
