"""Who acts when: clocks of which the lowest acts next, and the contest of sides. Costs and what a tie means
are the ruleset's."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction

from msgspec import Struct


class Clocks:
    """Time spent by each; whoever has spent least acts next, ties in the order they were entered."""

    def __init__(self) -> None:
        self.spent: dict[str, Fraction] = {}

    def enter(self, who: str, at: int | float | Fraction = 0) -> None:
        if who not in self.spent:
            self.spent[who] = Fraction(str(at)) if isinstance(at, float) else Fraction(at)

    def spend(self, who: str, time: Fraction) -> Fraction:
        self.spent[who] += time
        return self.spent[who]

    def next(self, able: Iterable[str] | None = None) -> str | None:
        """Who acts next of those able (all where not said); None where nobody is."""
        names = [who for who in self.spent if able is None or who in set(able)]
        return min(names, key=lambda who: self.spent[who], default=None)


class Contest(Struct, frozen=True, kw_only=True):
    """A contest of sides: the winner, or those tied for the win, who roll again."""

    winner: str | None = None
    tied: tuple[str, ...] = ()


def contest(rolls: Mapping[str, int], *, low_wins: bool) -> Contest:
    """Who wins these rolls. Raises ValueError for none at all."""
    best = min(rolls.values()) if low_wins else max(rolls.values())
    first = tuple(side for side, roll in rolls.items() if roll == best)
    return Contest(winner=first[0]) if len(first) == 1 else Contest(tied=first)
