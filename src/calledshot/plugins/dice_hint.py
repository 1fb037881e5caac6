"""Whether a log that names no ruleset may be of another one than the default, by the dice rolled in it.

Only a hint in words: nothing is read again, and what was rolled stays judged as it was.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import TYPE_CHECKING

from calledshot.plugins.manager import all_rulesets

if TYPE_CHECKING:
    from calledshot.plugins.ruleset import Ruleset

SHARE = 4
"""A few dice are play; one roll in so many is a game of other rules."""


def another_meant(ruleset: Ruleset, sides: Iterable[int]) -> str | None:
    """The hint for rolls of dice with these sides, None where they are this ruleset's, or it does not say."""
    rolled = Counter(sides)
    foreign = {one: count for one, count in rolled.items() if ruleset.dice and one not in ruleset.dice}
    if not foreign or sum(foreign.values()) * SHARE < rolled.total():
        return None
    dice = [f"d{one}" for one in sorted(foreign)]
    said = dice[0] if len(dice) == 1 else f"{', '.join(dice[:-1])} and {dice[-1]}"
    fitting = [one.name for one in all_rulesets() if one.dice and rolled.keys() <= one.dice]
    names = f" (here: {', '.join(fitting)})" if fitting else ""
    return (
        f"read under {ruleset.title}, the default, which never asks for {said}: perhaps another ruleset is"
        f" meant; --ruleset NAME, or the campaign, says which{names}"
    )
