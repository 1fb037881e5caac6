"""Who stands where: declared by the campaign, or moved by play.

Only what was said is known: an unknown place stays None, and no distance is made up from it.
"""

from __future__ import annotations

from collections.abc import Sequence

from calledshot.play.plane import Number, Point, distance, number, point, squares, within


class Scene:
    """Places, facings and stated distances of those present. `on_grid`: a diagonal neighbour is one square
    away; else distances are straight."""

    def __init__(self, *, on_grid: bool) -> None:
        self.on_grid = on_grid
        self.places: dict[str, Point] = {}
        self.facings: dict[str, str] = {}
        self._told: dict[frozenset[str], Number] = {}  # distances stated where places are unknown

    def place(self, who: str, at: Sequence[Number] | None) -> None:
        """`who` stands there now, or nobody knows where (None); distances stated before are void."""
        self._forget(who)
        if at is None:
            self.places.pop(who, None)
        else:
            self.places[who] = point(at)

    def tell(self, one: str, other: str, apart: Number) -> None:
        """A distance in words; it stands until one of the two moves."""
        self._told[frozenset((one, other))] = apart

    def moved(self, who: str) -> None:
        """`who` went somewhere nobody knows."""
        self.place(who, None)

    def _forget(self, who: str) -> None:
        for pair in [pair for pair in self._told if who in pair]:
            del self._told[pair]

    def apart(self, one: str, other: str) -> Number | None:
        """The distance: squares on a grid, else the exact square root where there is one, else a float."""
        told = self._told.get(frozenset((one, other)))
        if told is not None:
            return told
        a, b = self.places.get(one), self.places.get(other)
        if a is None or b is None:
            return None
        if self.on_grid:
            return squares(a, b)
        return distance(a, b)

    def within(self, one: str, other: str, reach: Number | None) -> bool | None:
        """Whether they are at most `reach` apart, exactly; None where that is not known."""
        if reach is None:
            return None
        told = self._told.get(frozenset((one, other)))
        if told is not None:
            return number(told) <= number(reach)
        a, b = self.places.get(one), self.places.get(other)
        if a is None or b is None:
            return None
        return squares(a, b) <= number(reach) if self.on_grid else within(a, b, reach)


def crossings(
    path: Sequence[Point], start: Point, centre: Point, reach: Number, *, on_grid: bool
) -> tuple[list[int], list[int]]:
    """The indices of the steps of a path that enter an area round `centre`, and of those that leave it."""

    def inside(at: Point) -> bool:
        return squares(at, centre) <= number(reach) if on_grid else within(at, centre, reach)

    entered, left = [], []
    before = inside(start)
    for index, at in enumerate(path):
        now = inside(at)
        if now and not before:
            entered.append(index)
        elif before and not now:
            left.append(index)
        before = now
    return entered, left
