"""Initiative: a d10 a side, the lowest wins; ties, rolls of 1 and 10; who declares and who rolls by lot.

Pure figures; asking for the dice is `rounds`'.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random

from calledshot.api import contest

DIE = "1d10"
"""CN-220."""
FASTEST, SLOWEST = 1, 10
"""CN-225, CN-226: the rolls that shift a side's phases."""


def winner(rolls: Mapping[str, int]) -> tuple[str | None, tuple[str, ...]]:
    """The side with the lowest roll, or the sides tied for it, who roll again.

    CN-221, CN-227, CN-228.
    """
    result = contest(rolls, low_wins=True)
    return result.winner, result.tied


def shift(roll: int) -> int:
    """By how many phases a side's deciding roll moves its acts: one earlier, none, one later.

    CN-224, CN-225, CN-226.
    """
    return -1 if roll == FASTEST else 1 if roll == SLOWEST else 0


def ranks(rolls: Mapping[str, int], winner: str | None) -> dict[str, int]:
    """The sides in the order in which they act within a phase: the winner 0, the rest by their rolls.

    CN-222.
    """
    order = sorted(rolls, key=lambda side: (side != winner, rolls[side]))
    return {side: rank for rank, side in enumerate(order)}


def seed(number: int | None, names: Sequence[str]) -> str:
    """What the lots of a round are drawn with: the round and the names, so that anybody can draw them
    again."""
    return f"round {number if number is not None else '?'}: {', '.join(names)}"


def declaration_order(names: Sequence[str], seed: str) -> list[str]:
    """The players in random order; the same seed gives the same order.

    CN-201.
    """
    order = sorted(names)
    Random(f"{seed}; declarations").shuffle(order)
    return order


def roller(names: Sequence[str], seed: str) -> str | None:
    """Which player rolls for the party, by lot; the same seed gives the same one.

    CN-202.
    """
    return Random(f"{seed}; initiative").choice(sorted(names)) if names else None
