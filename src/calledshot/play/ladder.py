"""Checks whose outcome is a level: how far the roll stays below (or beyond) the line decides the rung.

Which levels there are and what each does is a ruleset's or a campaign's; a level may also be posted by the
game master as it stands.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from msgspec import Struct

Amount = int | float


class Result(Struct, frozen=True, kw_only=True):
    """A check's level and amount (distance from the line, never negative; None where not told)."""

    level: str
    amount: Amount | None = None
    margin: Amount | None = None


class Ladder:
    """Rungs of a check, best first: a level is reached where the margin is at least its minimum. The last
    level has none: whatever misses all others."""

    def __init__(self, minimums: Mapping[str, Amount], lowest: str) -> None:
        self.rungs = sorted(minimums.items(), key=lambda rung: -rung[1])
        self.lowest = lowest

    @property
    def levels(self) -> tuple[str, ...]:
        """From the worst to the best."""
        return (self.lowest, *(level for level, _ in reversed(self.rungs)))

    def read(self, margin: Amount) -> Result:
        """The level of a margin (line minus roll, for roll under); the amount is its size."""
        for level, least in self.rungs:
            if margin >= least:
                return Result(level=level, amount=abs(margin), margin=margin)
        return Result(level=self.lowest, amount=abs(margin), margin=margin)


def margin(line: Amount, roll: Amount, *, difficulty: Amount = 0, modifiers: Iterable[Amount] = ()) -> Amount:
    """How far a roll-under stays below its line: difficulty and penalties (positive) make it smaller."""
    return line - difficulty - (roll + sum(modifiers))
