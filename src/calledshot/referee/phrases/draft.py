"""An act in the making, and what of the fight its words may lean on."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec import Struct

from calledshot.referee.phrases.book import Rule

SUFFERS = frozenset({"Points", "Pool", "Stated"})
"""Acts about somebody to whom something is done."""
ADDRESSED = frozenset(
    {
        "Distance",
        "Order",
        "Ask",
        "Verdict",
        "Call",
        "Moved",
        "MoveCount",
        "Waiver",
        "Penalty",
        "Yielded",
        "Retarget",
    }
)
"""Acts that may be spoken to somebody."""


class Situation(Struct, frozen=True):
    """What of the fight the words may lean on. `due`: the kinds of result asked for or not yet spoken to,
    `rolled`: only the latter. The other fields are those of `utterance.Context`."""

    me: str | None
    current: str | None
    target: str | None
    due: frozenset[str]
    phase: str | None
    rolled: frozenset[str] = frozenset()
    order: Mapping[str, tuple[int, ...]] | None = None
    left: Mapping[str, int] = {}
    dealt: int | None = None
    face: int | None = None

    def moves_at(self, who: str, count: int) -> bool | None:
        """Whether somebody has still to move at a count; None where that is not known."""
        return None if self.order is None else count in self.order.get(who, ())

    def admits(self, rule: Rule) -> bool:
        """Whether a rule's phrases can mean anything now."""
        if rule.due and not any(self.due.issuperset(due.split("+")) for due in rule.due):
            return False
        if rule.thrown and self.rolled.isdisjoint(rule.due):
            return False
        if rule.unless and self.rolled and self.rolled.issubset(rule.unless) and "save" not in self.due:
            return False
        return not rule.phase or (self.phase or "none") in rule.phase


class Draft:
    """An act in the making, read from tokens `start` to `end`.

    `free`: its words name nobody, so that a name called out may fill `who`. `captured`: they hold a name or
    pronoun all the same; `pronoun`: "he", whoever suffered in this sentence, never the one spoken to.
    `joined`: it begins after "and", so that the subject of the clause before is its own. `lone`: a name and
    nothing else. `bare_figure`: "at 75" and no more. `total`: it takes the place of the points before it.
    `to_you`: its target is whoever is spoken to; `by_you`: so is whose blow it was. `before`: it holds only
    if one of these acts comes next. `yields`: only where no other act of its kind is in the sentence.
    """

    __slots__ = (
        "act", "bare_figure", "before", "by_you", "captured", "end", "fields", "free", "joined", "lone",
        "pronoun", "sentence", "start", "to_you", "total", "yields",
    )  # fmt: skip

    def __init__(self, act: str, fields: dict[str, Any], start: int, end: int, sentence: int) -> None:
        self.act = act
        self.fields = fields
        self.start = start
        self.end = end
        self.sentence = sentence
        self.free = False
        self.captured = False
        self.pronoun = False
        self.joined = False
        self.lone = False
        self.bare_figure = False
        self.total = False
        self.by_you = False
        self.to_you = False
        self.yields = False
        self.before: tuple[str, ...] = ()

    @property
    def who(self) -> str | None:
        """Whoever acts or is meant, as far as it is known yet."""
        who: str | None = self.fields.get("who")
        return who

    def is_verdict(self, *outcomes: str) -> bool:
        return self.act == "Verdict" and self.fields.get("outcome") in outcomes
