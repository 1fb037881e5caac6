"""Where everybody stands: sides, ranges between pairs, feet where the PGM has said feet. Unknown is None.

Used by the legality checks alone in a lint (an empty scene) and by the fight, which keeps it true.
"""

from __future__ import annotations

from typing import Literal

Range = Literal["hth", "missile"]


class Scene:
    """Who is in the fight, on which side, and how far from whom (PAR-MOV, Terms)."""

    def __init__(self, names: tuple[str, ...] = (), system: str = "standard", in_fight: bool = False) -> None:
        self.names: list[str] = list(names)
        self.sides: dict[str, str] = {}
        self.system = system
        self.in_fight = in_fight
        self.ranges: dict[frozenset[str], Range] = {}
        self.feet: dict[frozenset[str], float] = {}

    def side_of(self, name: str) -> str:
        """The side somebody is on; whoever has none is a side of his own."""
        return self.sides.get(name, name)

    def befriend(self, one: str, other: str) -> None:
        """Two whose sides nobody has said, and who help each other, are on one side."""
        if one not in self.sides and other not in self.sides:
            self.sides[one] = self.sides[other] = one

    def opponents_of(self, name: str) -> list[str]:
        """Everybody known on another side, in the order they came in."""
        return [other for other in self.names if other != name and self.side_of(other) != self.side_of(name)]

    def range_to(self, one: str, other: str) -> Range | None:
        return self.ranges.get(frozenset((one, other)))

    def feet_to(self, one: str, other: str) -> float | None:
        return self.feet.get(frozenset((one, other)))

    def engaged_with(self, name: str) -> list[str]:
        """All known to be at hand-to-hand range, friend or foe."""
        return [other for other in self.names if other != name and self.range_to(name, other) == "hth"]

    def set_range(self, one: str, other: str, range: Range, feet: float | None = None) -> None:
        pair = frozenset((one, other))
        self.ranges[pair] = range
        if feet is None:
            self.feet.pop(pair, None)
        else:
            self.feet[pair] = feet

    def copy(self) -> Scene:
        twin = Scene(tuple(self.names), self.system, self.in_fight)
        twin.sides, twin.ranges, twin.feet = dict(self.sides), dict(self.ranges), dict(self.feet)
        return twin
