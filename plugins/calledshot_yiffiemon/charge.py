"""Charge: the run-up, what its attack roll gives, and the move check that a near miss calls for.

The attack that follows is a Normal Attack (`attack`).
"""

from __future__ import annotations

from fractions import Fraction

from calledshot.api import later
from calledshot_yiffiemon.consequences import Attack, Consequence, Gain, Opportunity, State
from calledshot_yiffiemon.facts import Facts, amount, known
from calledshot_yiffiemon.moments import both_turns, leaves_area, leaves_combat
from calledshot_yiffiemon.rungs import (
    Outcome,
    Rungs,
    both_ways,
    check,
    nothing,
    opportunity,
    own_moving,
    own_skill,
    reread,
)

COUNTS_AS_ATTACK = True
"""YM-701."""

RUN_UP = 2
"""YM-702: Moves straight towards the target in the turn before."""


def has_run_up(moved: bool, toward: str | None, moves: Fraction | None, target: str) -> bool | None:
    """YM-702: whether the turn before was spent on a move straight at the target, far enough; None where
    that is not known."""
    if not moved:
        return False
    if toward is not None and toward != target:
        return False
    if moves is not None and moves < RUN_UP:
        return False
    return None if toward is None or moves is None else True


def roll_modifier(facts: Facts) -> int:
    """YM-703: the move skill comes off the roll. Raises Unknown."""
    return -own_moving(facts)


def stumble(facts: Facts) -> Outcome:
    """YM-704: a move check, which may throw him down."""
    return (check("move", facts.actor, "charge_fall", "YM-704", against=facts.target),)


def fall(facts: Facts) -> Outcome:
    """YM-704, YM-705: he falls once the charge is over and the target strikes at him; that takes the place of
    the check of falling prone."""
    target = facts.against
    return (
        State(who=facts.actor, flag="prone", quiet=True, clauses=("YM-704", "YM-705")),
        Opportunity(by=(target,), against=facts.actor, after=True, clauses=("YM-704", "YM-705")),
    )


def near_miss(facts: Facts) -> Outcome:
    """YM-706: a move check decides."""
    return (check("move", facts.actor, "charge_move", "YM-706", against=facts.target),)


def ride_in(facts: Facts) -> Outcome:
    """YM-711: the attack, with move skill and amount off its roll and the Power Bonus to its damage."""
    return (_attack(facts, "YM-711"),)


def ride_over(facts: Facts) -> Outcome:
    """YM-712: move and attack skill ease attacks on the target and hinder its own until the later next turn;
    then the attack of YM-711."""
    until = both_turns(facts.actor, facts.against)
    return (
        *both_ways(("YM-712",), lambda: own_moving(facts) + own_skill(facts), facts, until),
        _attack(facts, "YM-712", "YM-711"),
    )


def ride_down(facts: Facts) -> Outcome:
    """YM-713, YM-714: the same with the amount, until the target has left the actor's area and the actor
    has left combat; then an attack with Power Bonus or a push, as an Attack of Opportunity."""
    target, actor = facts.against, facts.actor
    until = later(leaves_area(target, actor), leaves_combat(actor))

    def worth() -> int:
        return own_moving(facts) + own_skill(facts) + amount(facts)

    chosen = facts.choices.get("opportunity")
    what = (chosen,) if chosen in ("attack", "push") else ("attack", "push")
    return (
        *both_ways(("YM-713",), worth, facts, until),
        known(
            ("YM-714",),
            lambda: Opportunity(
                by=(actor,),
                against=target,
                what=what,
                passes_on=False,
                mod=-(own_moving(facts) + amount(facts)),
                power=True,
                clauses=("YM-714",),
            ),
        ),
    )


RUNGS: Rungs = {
    "CF": stumble,
    "NF": lambda facts: nothing("YM-003"),
    "BS": near_miss,
    "NS": ride_in,
    "SS": ride_over,
    "CS": ride_down,
}

FALL: Rungs = {"CF": fall}
"""The move check after a Critical Failure (YM-704)."""


def open_flank(facts: Facts) -> Outcome:
    """YM-707: the attack with Power Bonus, and the target strikes at him."""
    return (
        Attack(who=facts.actor, target=facts.against, power=True, clauses=("YM-707",)),
        opportunity("YM-707", by=facts.against, against=facts.actor),
    )


def brought_up(facts: Facts) -> Outcome:
    """YM-708: the attack with Power Bonus, and Stopped 1."""
    return (
        Gain(who=facts.actor, condition="Stopped1", clauses=("YM-708",)),
        Attack(who=facts.actor, target=facts.against, power=True, clauses=("YM-708",)),
    )


def between(facts: Facts) -> Outcome:
    """YM-706: the page skips But and Normal Success: by our default the attack with Power Bonus alone."""
    default = facts.by_default("charge.but_gap")
    if facts.setting("charge.but_gap") == "nothing":
        return nothing("YM-706", default=default)
    return (Attack(who=facts.actor, target=facts.against, power=True, clauses=("YM-706",), default=default),)


MOVE: Rungs = {
    "CF": open_flank,
    "NF": brought_up,
    "BS": between,
    "NS": between,
    "SS": lambda facts: (reread(facts, "YM-709"),),
    "CS": lambda facts: (reread(facts, "YM-710"),),
}
"""The move check of a But Success (YM-706)."""


def _attack(facts: Facts, *clauses: str) -> Consequence:
    return known(
        clauses,
        lambda: Attack(
            who=facts.actor,
            target=facts.against,
            mod=-(own_moving(facts) + amount(facts)),
            power=True,
            clauses=clauses,
        ),
    )
