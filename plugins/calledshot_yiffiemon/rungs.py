"""How a ladder is read, and short ways to write what rungs bring about. No rule of the game stands here."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from calledshot.api import Effect
from calledshot_yiffiemon.checks import reached, succeeds
from calledshot_yiffiemon.consequences import Apply, Check, Consequence, Note, Opportunity, Reread
from calledshot_yiffiemon.facts import Facts, amount, figure, known
from calledshot_yiffiemon.moments import Term

__all__ = ["reached", "succeeds"]  # for the chapters, beside what is made here

Outcome = tuple[Consequence, ...]
Rungs = Mapping[str, Callable[[Facts], Outcome]]
"""A ladder: what each level brings. A level that is missing brings nothing (YM-003)."""


def read(rungs: Rungs, level: str, facts: Facts) -> Outcome:
    """YM-002, YM-003: the rung of the level alone."""
    rung = rungs.get(level)
    return nothing("YM-003") if rung is None else rung(facts)


def nothing(*clauses: str, words: str = "nothing more", default: bool = False) -> Outcome:
    """A rung that brings nothing."""
    return (Note(words=words, clauses=clauses, default=default),)


def modifier(
    clauses: tuple[str, ...],
    value: Callable[[], int],
    until: Term | None,
    *,
    of: str | None = None,
    check: str | None = None,
    against: str | None = None,
    source: str | None = None,
    name: str = "",
    group: str | None = None,
    default: bool = False,
    details: Mapping[str, str] | None = None,
) -> Consequence:
    """A modifier (below 0 a bonus, as low is good), or the question for the figure that `value` lacks."""

    def make() -> Consequence:
        effect = Effect(
            value=value(),
            rolls_of=of,
            check=check,
            against=against,
            until=until,
            source=source,
            name=name,
            group=group,
            clauses=clauses,
            details=dict(details or {}),
        )
        return Apply(effect=effect, clauses=clauses, default=default)

    return known(clauses, make)


def both_ways(
    clauses: tuple[str, ...],
    value: Callable[[], int],
    facts: Facts,
    until: Term,
) -> Outcome:
    """The value taken off all attack rolls on the target and put on the target's own."""
    target = facts.against
    return (
        modifier(clauses, lambda: -value(), until, check="attack", against=target, source=facts.actor),
        modifier(clauses, value, until, of=target, check="attack", source=facts.actor),
    )


def opportunity(*clauses: str, by: str, against: str) -> Opportunity:
    """An Attack of Opportunity for one, who may pass it on (YM-409)."""
    return Opportunity(by=(by,), against=against, clauses=clauses)


def own_skill(facts: Facts) -> int:
    """The actor's attack skill. Raises Unknown."""
    return figure(facts, facts.actor, "attack_skill")


def own_moving(facts: Facts) -> int:
    """The actor's move skill. Raises Unknown."""
    return figure(facts, facts.actor, "move_skill")


def reread(facts: Facts, *clauses: str) -> Consequence:
    """Move skill and the amount come off the roll of the action, which is read again."""
    return known(clauses, lambda: Reread(mod=-(own_moving(facts) + amount(facts)), clauses=clauses))


def check(
    kind: str,
    who: str,
    ladder: str,
    *clauses: str,
    against: str | None = None,
    difficulty: int | None = 0,
    default: bool = False,
) -> Check:
    """A further check without modifiers of its own."""
    return Check(
        kind=kind,
        who=who,
        ladder=ladder,
        against=against,
        difficulty=difficulty,
        clauses=clauses,
        default=default,
    )


def difference(more: int | None, less: int | None) -> int | None:
    """A difficulty made of two combat values; None where one is not known."""
    return None if more is None or less is None else more - less


def opposed(facts: Facts, theirs: int | None, own: int | None) -> int | None:
    """A difficulty that the page writes as one's own value minus the opponent's: read the other way round,
    for else the better fighter fails more, unless the campaign is literal (difficulty.orientation)."""
    if facts.setting("difficulty.orientation") == "literal":
        return difference(own, theirs)
    return difference(theirs, own)
