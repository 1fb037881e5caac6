"""What of that which nobody has told the room the game master's own words have told it.

Only his words and what was unsaid are looked at: a result that he has not spoken of is still to be said, a
call that he has made himself is not. What is done with it is for `table`.
"""

from __future__ import annotations

from collections.abc import Sequence, Set
from typing import Any

from calledshot.live.drafts import INITIATIVE, TURN, Spoken
from calledshot.live.secrecy import REQUEST
from calledshot.referee import acts as said
from calledshot.referee.acts import Act
from calledshot.referee.ruling import Ruling

Unsaid = Ruling | Spoken
CALLS = (said.Call, said.Count, said.Told)
COURSE = (said.RoundCall, said.RoundEnd, said.FightStart, said.FightEnd)
FIGURES = (said.Points, said.Pool)
OFFERED = "offered"
"""The outcome of a ruling that lets somebody (`by`) do something, if he will: it is a question to him."""
NO_FIGURE = frozenset({"hit", "critical", "done"})
"""Verdicts that leave open how many points it was."""
QUESTIONS = {"clarify": CALLS, "initiative": (said.RoundCall,), "declaration": (said.RoundCall,)}
"""What else than asking for it asks for it."""


class Words:
    """Words of the game master's: the acts in them, and whom each is about. `people`: every combatant;
    `ruled`: whom the record says that words without a name ruled on."""

    def __init__(self, acts: Sequence[Act], people: Set[str], ruled: Set[str]) -> None:
        self._acts = acts
        self._about = [
            frozenset(_texts(act)) & people or (ruled if act.tells else frozenset()) for act in acts
        ]

    def untold(self, unsaid: Sequence[Unsaid]) -> list[Unsaid]:
        """What is left to say after these words."""
        told = [one for one in unsaid if self._tell(one, unsaid)]
        return [one for one in unsaid if one not in told and not _goes_with(one, told)]

    def _tell(self, one: Unsaid, unsaid: Sequence[Unsaid]) -> bool:
        if isinstance(one, Spoken):
            return any(act.tells for act in self._acts)
        if one.kind == REQUEST:
            what = str(one.values.get("what"))
            asked = any(act.asks_for == what for act in self._concerning(one))
            return asked or self._any(one, said.Ask, *QUESTIONS.get(what, ()))
        if one.kind == TURN or one.outcome == "called":
            return self._any(one, said.Ask, *CALLS)
        if one.outcome == OFFERED:
            offered = {str(name) for name in one.values.get("by") or ()} | {one.combatant}
            return any(about & offered for about in self._about)
        if one.kind == "fight":
            return any(isinstance(act, COURSE) and not isinstance(act, said.RoundEnd) for act in self._acts)
        if one.kind in ("round", "propose"):
            return any(isinstance(act, COURSE) for act in self._acts)
        if one.kind == INITIATIVE or one.values.get("order"):
            return any(isinstance(act, (said.Order, said.Ask, *CALLS)) or act.tells for act in self._acts)
        return self._result(one, unsaid)

    def _any(self, one: Ruling, *kinds: type[Act]) -> bool:
        return any(isinstance(act, kinds) for act in self._concerning(one))

    def _concerning(self, one: Ruling) -> list[Act]:
        """The acts about those whom a ruling is about, and those that are about nobody by name."""
        pairs = zip(self._acts, self._about, strict=True)
        return [act for act, about in pairs if not about or about & {one.combatant, one.target}]

    def _result(self, one: Ruling, unsaid: Sequence[Unsaid]) -> bool:
        """Points are told by a number, and what comes after them not by it alone."""
        acts = [act for act in self._concerning(one) if act.tells]
        if _has_points(one):
            return any(not _leaves_points(act) for act in acts)
        before = unsaid[: unsaid.index(one)]
        after_points = any(_has_points(other) and other.seq == one.seq for other in before)
        return any(not (after_points and isinstance(act, FIGURES)) for act in acts)


def _texts(act: Act) -> list[str]:
    """Whatever an act holds as a text besides the words themselves: the names in it are among that."""
    found: list[str] = []
    for field in act.__struct_fields__:
        value: Any = getattr(act, field)
        if isinstance(value, tuple):
            found += [one for one in value if isinstance(one, str)]
            found += [one[0] for one in value if isinstance(one, tuple)]
        elif isinstance(value, str) and field != "text":
            found.append(value)
    return found


def _has_points(one: Unsaid) -> bool:
    return isinstance(one, Ruling) and one.values.get("points") is not None


def _leaves_points(act: Act) -> bool:
    if isinstance(act, said.Verdict):
        return act.outcome in NO_FIGURE
    return isinstance(act, said.Stated | said.Moved)


def _goes_with(one: Unsaid, told: Sequence[Unsaid]) -> bool:
    """Whether it goes without saying once the dice it led to are asked for: a hit, once the damage is."""
    if not isinstance(one, Ruling) or one.kind == REQUEST or _has_points(one):
        return False
    return any(
        isinstance(other, Ruling)
        and other.kind == REQUEST
        and (other.seq, other.combatant) == (one.seq, one.combatant)
        for other in told
    )
