"""Dive Attack: the flight it needs, what the fall does to both, and the Con check of a near miss.

The fall damage itself (`Facts.fall`) is the rulebook's table or the GM's answer; the attack that follows is a
Normal Attack (`attack`).
"""

from __future__ import annotations

from fractions import Fraction

from calledshot_yiffiemon.consequences import (
    AskGm,
    Attack,
    Check,
    Consequence,
    Hurt,
    NoMoves,
    Opportunity,
    State,
)
from calledshot_yiffiemon.facts import Facts, Unknown, amount, figure, known
from calledshot_yiffiemon.moments import action_over
from calledshot_yiffiemon.rungs import Outcome, Rungs, modifier, nothing, own_skill, reread

STEEPEST = 60
"""YM-770: degrees from straight down."""


def has_dived(flying: bool | None, angle: float | None) -> bool | None:
    """YM-770: whether the turn before was a flight steep enough; None where that is not known."""
    if flying is False:
        return False
    if angle is not None and angle > STEEPEST:
        return False
    return None if flying is None or angle is None else True


def metres(moves: Fraction | None, MR: Fraction | None) -> Fraction | None:
    """YM-771: the height of the fall: the last movement times the movement rate."""
    return None if moves is None or MR is None else moves * MR


def start(level: str, facts: Facts) -> Outcome:
    """YM-771: the actor takes the fall's damage less his attack skill, whatever the roll; to be read once,
    before the roll's own rung."""
    clauses = ("YM-771",)
    if facts.fall is None:
        question = "What damage does the fall do?"
        return (AskGm(question=question, key="fall", fact=("", "fall"), clauses=clauses),)
    return (
        known(
            clauses,
            lambda: Hurt(who=facts.actor, terms=(_fall(facts), -own_skill(facts)), clauses=clauses),
        ),
    )


def knocked_out(facts: Facts) -> Outcome:
    """YM-772: the target takes the fall and the Flying Power Bonus (never below 0), the actor is knocked
    unconscious."""
    return (
        *_failing(facts, "YM-772"),
        State(who=facts.actor, flag="unconscious", clauses=("YM-772",)),
    )


def ploughs_in(facts: Facts) -> Outcome:
    """YM-773: the target takes that and is staggered by the life points it is worth."""
    return _failing(facts, "YM-773", staggers=True)


def near_miss(facts: Facts) -> Outcome:
    """YM-774: a Con check decides."""
    return (
        Check(
            kind="con",
            who=facts.actor,
            ladder="dive_con",
            against=facts.target,
            facts={"fall": facts.fall},
            clauses=("YM-774",),
        ),
    )


def strikes(facts: Facts) -> Outcome:
    """YM-779: the damage, and a Normal Attack."""
    return (_hurt(facts, "YM-779"), _attack(facts, "YM-779"), *_pinned(facts, "YM-779"))


def strikes_hard(facts: Facts, clause: str) -> Outcome:
    """YM-780, YM-781: as YM-779, with Staggered 2 and an Attack of Opportunity."""
    return (
        Opportunity(by=(facts.actor,), against=facts.against, passes_on=False, clauses=(clause,)),
        _hurt(facts, clause, default=clause == "YM-781", staggers=True),
        _attack(facts, clause),
        *_pinned(facts, clause),
    )


RUNGS: Rungs = {
    "CF": knocked_out,
    "NF": ploughs_in,
    "BS": near_miss,
    "NS": strikes,
    "SS": lambda facts: strikes_hard(facts, "YM-780"),
    "CS": lambda facts: strikes_hard(facts, "YM-781"),
}


def struck_back(facts: Facts) -> Outcome:
    """YM-775: the damage; the target may strike, once the dive is over."""
    return (
        _hurt(facts, "YM-775"),
        Opportunity(by=(facts.against,), against=facts.actor, after=True, clauses=("YM-775",)),
    )


def alone_may_strike(facts: Facts) -> Outcome:
    """YM-776: the damage; only the actor may make an Attack of Opportunity on the target. The page skips But
    and Normal Success, which are read the same."""
    return (
        _hurt(facts, "YM-776"),
        Opportunity(by=(facts.actor,), against=facts.against, passes_on=False, clauses=("YM-776",)),
        *_pinned(facts, "YM-776"),
    )


def gap(facts: Facts) -> Outcome:
    """YM-774, YM-776: the rungs that the page skips."""
    return (
        _hurt(facts, "YM-774", "YM-776", default=True),
        *alone_may_strike(facts)[1:],
    )


def pulls_out_well(facts: Facts) -> Outcome:
    """YM-778: the amount eases attacks on the target and burdens its checks while the dive goes on, the
    attack that the new reading of the roll may bring included."""
    clauses = ("YM-778",)
    until = action_over(facts.actor)
    target = facts.against
    return (
        modifier(clauses, lambda: -amount(facts), until, check="attack", against=target, source=facts.actor),
        modifier(clauses, lambda: amount(facts), until, of=target, source=facts.actor),
        reread(facts, *clauses),
    )


CON: Rungs = {
    "CF": struck_back,
    "NF": alone_may_strike,
    "BS": gap,
    "NS": gap,
    "SS": lambda facts: (reread(facts, "YM-777"),),
    "CS": pulls_out_well,
}
"""The Con check of a But Success (YM-774)."""


def _fall(facts: Facts) -> int:
    if facts.fall is None:
        raise Unknown("", "fall")
    return facts.fall


def _hurt(facts: Facts, *clauses: str, default: bool = False, staggers: bool = False) -> Consequence:
    """F + FPB, the bonus counted as at least 0."""
    return known(
        clauses,
        lambda: Hurt(
            who=facts.against,
            by=facts.actor,
            terms=(_fall(facts), max(figure(facts, facts.actor, "FPB"), 0)),
            staggers=staggers,
            clauses=clauses,
            default=default,
        ),
    )


def _failing(facts: Facts, clause: str, *, staggers: bool = False) -> Outcome:
    """What a failed dive does to its target."""
    default = facts.by_default("dive.failures")
    if facts.setting("dive.failures") == "miss":
        return nothing(clause, words="a miss", default=default)
    return (_hurt(facts, clause, default=default, staggers=staggers),)


def _attack(facts: Facts, clause: str) -> Consequence:
    return Attack(who=facts.actor, target=facts.against, clauses=(clause,))


def _pinned(facts: Facts, clause: str) -> Outcome:
    """YM-776, YM-779: the broken sentence: no move actions until 1 Init after the end of the next turn."""
    if not facts.setting("restrict.no_move_after"):
        return ()
    default = facts.by_default("restrict.no_move_after")
    return (NoMoves(who=facts.actor, clauses=(clause,), default=default),)
