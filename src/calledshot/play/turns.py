"""Who acts when: a queue of acts ordered by a key, clocks of which the lowest acts next, and the contest of
sides. Keys, costs and what a tie means are the ruleset's."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from typing import Any, Generic, TypeVar

from msgspec import Struct

Act = TypeVar("Act")


class Queue(Generic[Act]):
    """Acts in order of their keys; of equal keys, the one that came first."""

    def __init__(self) -> None:
        self._acts: list[tuple[tuple[Any, ...], int, Act]] = []
        self._count = 0

    def __iter__(self) -> Iterator[Act]:
        return iter([act for _, _, act in sorted(self._acts, key=lambda one: one[:2])])

    def __len__(self) -> int:
        return len(self._acts)

    def add(self, key: tuple[Any, ...], act: Act) -> None:
        self._count += 1
        self._acts.append((key, self._count, act))

    def take(self) -> Act | None:
        """The next act, which leaves the queue; None where none is left."""
        if not self._acts:
            return None
        chosen = min(self._acts, key=lambda one: one[:2])
        self._acts.remove(chosen)
        return chosen[2]

    def drop(self, gone: Iterable[Act]) -> None:
        unwanted = list(gone)
        self._acts = [one for one in self._acts if one[2] not in unwanted]


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
