"""What a log shows of figures nobody has told us: bounds with the lines they rest on.

Not for figures on a sheet: those are known, and a log that disagrees with them is a PGM-1.
"""

from __future__ import annotations

from typing import Any

from msgspec import Struct, field


class Bound(Struct):
    """A figure between bounds, both inclusive; `value` where it was stated or follows exactly."""

    at_least: int | None = None
    at_most: int | None = None
    value: int | None = None
    lines: list[int] = field(default_factory=list)

    def fits(self, value: int) -> bool:
        return (
            (self.at_least is None or value >= self.at_least)
            and (self.at_most is None or value <= self.at_most)
            and (self.value is None or value == self.value)
        )


class Learned:
    """Bounds by combatant and field. Every method answers whether the new fact fits the earlier ones."""

    def __init__(self) -> None:
        self._known: dict[str, dict[str, Bound]] = {}

    def _bound(self, who: str, field_: str, line: int | None) -> Bound:
        bound = self._known.setdefault(who, {}).setdefault(field_, Bound())
        if line is not None and line not in bound.lines:
            bound.lines.append(line)
        return bound

    def at_least(self, who: str, field_: str, value: int, line: int | None) -> bool:
        bound = self._bound(who, field_, line)
        fits = (bound.at_most is None or value <= bound.at_most) and (
            bound.value is None or value <= bound.value
        )
        if bound.at_least is None or value > bound.at_least:
            bound.at_least = value
        return fits

    def at_most(self, who: str, field_: str, value: int, line: int | None) -> bool:
        bound = self._bound(who, field_, line)
        fits = (bound.at_least is None or value >= bound.at_least) and (
            bound.value is None or value >= bound.value
        )
        if bound.at_most is None or value < bound.at_most:
            bound.at_most = value
        return fits

    def is_(self, who: str, field_: str, value: int, line: int | None, *, moves_on: bool = False) -> bool:
        """The figure was stated. `moves_on`: it changes in play, so an earlier value is no contradiction."""
        bound = self._bound(who, field_, line)
        fits = moves_on or bound.fits(value)
        bound.value = value
        return fits

    def get(self, who: str, field_: str) -> Bound | None:
        return self._known.get(who, {}).get(field_)

    def rename(self, old: str, new: str) -> None:
        if old in self._known:
            self._known[new] = self._known.pop(old)

    def document(self) -> dict[str, dict[str, dict[str, Any]]]:
        """NAME → FIELD → {at_least, at_most, value, lines}, names and fields in the order learned."""
        return {
            who: {name: _figures(bound) for name, bound in fields.items()}
            for who, fields in self._known.items()
        }


def _figures(bound: Bound) -> dict[str, Any]:
    low, high = bound.at_least, bound.at_most
    crossed = low is not None and high is not None and low > high
    if crossed:
        low = high = None  # the log contradicts itself: nothing is known after all
    return {
        "at_least": low,
        "at_most": high,
        "value": bound.value,
        "lines": list(bound.lines),
        **({"contradiction": True} if crossed else {}),
    }
