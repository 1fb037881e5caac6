"""Which roll the DM gives to which side, and whom his words for a side mean."""

from __future__ import annotations

import pytest

from calledshot_combat_notes import claims

SIDES = {"ettin": "opponents", "the hag": "opponents", "kay": "party"}


@pytest.mark.parametrize(
    ("words", "side"),
    [
        ("party", "party"),
        ("You guys", "party"),
        ("the bad guys", "opponents"),
        ("mine", "opponents"),
        ("Ettin", "opponents"),
        ("ettins", "opponents"),
        ("nobody", None),
    ],
)
def test_a_side_in_words(words: str, side: str | None) -> None:
    assert claims.side_of(words, SIDES) == side


@pytest.mark.parametrize(
    ("text", "rolls", "told"),
    [
        ("Party 7, the ettin 4. The ettin has it", (7, 4), {"party": 7, "opponents": 4}),
        ("3 for you, 8 for the ettin", (3, 8), {"party": 3, "opponents": 8}),
        ("you got a 10, they rolled 2", (10, 2), {"party": 10, "opponents": 2}),
        ("the ettin has a 9", (9, 5), {"opponents": 9}),
        ("7 and 4", (7, 4), {}),
        ("party 12", (7, 4), {}),
        ("Kay is at 7", (7, 4), {"party": 7}),
    ],
)
def test_rolls_given_to_sides(text: str, rolls: tuple[int, ...], told: dict[str, int]) -> None:
    assert claims.told(text, rolls, SIDES) == told
