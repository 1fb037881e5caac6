"""Dice of a whole log that fell as fair dice seldom do (DICE-9), told once at its end. The numbers, for all
rollers and however usual, are for `dice check`.
"""

from __future__ import annotations

import math
from collections import Counter

from calledshot.dice.fairness import check
from calledshot.dice.roll import Roll
from calledshot.finding import Finding
from calledshot.referee.encounter import Encounter
from calledshot.transcript.event import Event

FEWEST = 20
"""Dice of one size from which on an audit looks at them."""
SELDOM = 0.01
"""The p-value, corrected for the number of tests, below which they are told of."""
GLANCE = 2.5
"""Standard deviations from which on a closer look is worth its time."""


class Luck:
    """What each one rolled."""

    def __init__(self) -> None:
        self._rolls: list[Roll] = []
        self._last: dict[str, Event] = {}

    def see(self, event: Event) -> None:
        """An event of the log."""
        if event.roll is not None and event.trust in ("server", "bot"):
            self._rolls.append(event.roll)
            self._last["".join(event.roll.roller.split()).casefold()] = event

    def told(self, encounter: Encounter) -> list[Finding]:
        """A finding for each roller and size of dice that fell so."""
        if len(self._rolls) < 2 or not self._worth_a_look():
            return []
        found = []
        for one in check(self._rolls).rollers:
            odd = [test for test in one.tests if test.adjusted < SELDOM]
            if odd and one.dice >= FEWEST:
                least = min(odd, key=lambda test: test.adjusted)
                p, adjusted = f"{least.p:.2g}", f"{least.adjusted:.2g}"
                message = (
                    f"{one.roller}'s {one.dice}d{one.sides} average {one.mean:.2f} (fair dice"
                    f" {one.expected_mean:g}): p = {p}, for all tests together {adjusted}."
                    " Chance does this too; see calledshot dice check"
                )
                who = encounter.names.known(one.roller) or one.roller
                last = self._last["".join(one.roller.split()).casefold()]
                found.append(encounter.find("DICE-9", message, who, event=last))
        return found

    def _worth_a_look(self) -> bool:
        """Whether anybody's dice are far off at a glance."""
        thrown: dict[tuple[str, int], Counter[int]] = {}
        for roll in self._rolls:
            if roll.faces and 2 <= roll.sides <= 10_000:
                key = ("".join(roll.roller.split()).casefold(), roll.sides)
                thrown.setdefault(key, Counter()).update(roll.faces)
        return any(_far(sides, counts) for (_, sides), counts in thrown.items() if counts.total() >= FEWEST)


def _far(sides: int, counts: Counter[int]) -> bool:
    dice = counts.total()
    total = sum(face * count for face, count in counts.items())
    off = abs(total - dice * (sides + 1) / 2) / math.sqrt(dice * (sides * sides - 1) / 12)
    uneven = sum(count * count for count in counts.values()) * sides / dice - dice - (sides - 1)
    return off > GLANCE or uneven / math.sqrt(2 * (sides - 1)) > GLANCE
