"""Push: its time, line and direction, pivoting, what speed and walls do, and what each level brings.

The near-miss move check is the slide's (`sliding`), with one rung of its own.
"""

from __future__ import annotations

from fractions import Fraction

from calledshot.api import later
from calledshot_yiffiemon.consequences import Opportunity
from calledshot_yiffiemon.facts import Facts, amount
from calledshot_yiffiemon.moments import (
    Term,
    action_over,
    both_turns,
    leaves_area,
    leaves_combat,
    next_attack,
)
from calledshot_yiffiemon.rungs import (
    Outcome,
    Rungs,
    difference,
    modifier,
    nothing,
    own_moving,
    reread,
    succeeds,
)
from calledshot_yiffiemon.sliding import ends, ends_open, in_step, near_miss, out_of_step, struck_at

AWAY = 120
"""YM-921: degrees between the push and the line from the target to the actor, at least."""


def speed(moves: Fraction, rate: Fraction, normal_attack: Fraction) -> Fraction:
    """YM-920: the longer of the move's time and a Normal Attack's, in Inits."""
    return max(moves / rate, normal_attack)


def base_line(facts: Facts) -> int | None:
    """YM-922: the actor's strength less the target's."""
    return difference(facts.own.Str, facts.other.Str)


def pivot_difficulty(facts: Facts) -> int | None:
    """YM-923: the target's DCV less the actor's OCV."""
    return difference(facts.other.DCV, facts.own.OCV)


def pivots(level: str) -> bool:
    """YM-923: whether the move check turns him around the target; else the direction stays."""
    return succeeds(level)


def pivot(level: str, facts: Facts) -> Outcome:
    """YM-923: the move check that pivoting takes; the fight reads `pivots` for the direction."""
    return nothing("YM-923", words="pivots" if pivots(level) else "cannot pivot")


def too_fast(moves: Fraction, inits: Fraction, rate: Fraction) -> bool:
    """YM-924: whether the target is pushed faster than its movement rate."""
    return inits > 0 and moves / inits > rate


def swept_along(level: str, facts: Facts) -> Outcome:
    """YM-924: the move check of a target pushed too fast (its check: it is the actor here, the pusher the
    target): a failure's amount is put on its move checks of this push and on its next attack, and taken off
    attacks on it until the later next turn."""
    if succeeds(level):
        return nothing("YM-924")
    clauses = ("YM-924",)
    swept, pusher = facts.actor, facts.against
    return (
        modifier(clauses, lambda: amount(facts), action_over(pusher), of=swept, check="move", source=pusher),
        modifier(clauses, lambda: amount(facts), next_attack(swept), of=swept, check="attack", source=pusher),
        modifier(
            clauses,
            lambda: -amount(facts),
            both_turns(pusher, swept),
            check="attack",
            against=swept,
            source=pusher,
        ),
    )


def into_wall(facts: Facts) -> Outcome:
    """YM-925: against something that cannot move, the actor may strike with the Power Bonus."""
    return (
        Opportunity(
            by=(facts.actor,), against=facts.against, passes_on=False, power=True, clauses=("YM-925",)
        ),
    )


def sent_reeling(facts: Facts) -> Outcome:
    """YM-933: until the later next turn."""
    return _reeling(facts, "YM-933", both_turns(facts.actor, facts.against))


def sent_flying(facts: Facts) -> Outcome:
    """YM-934: until the target has left the actor's area and the actor has left combat."""
    until = later(leaves_area(facts.against, facts.actor), leaves_combat(facts.actor))
    return _reeling(facts, "YM-934", until)


RUNGS: Rungs = {
    "CF": lambda facts: ends_open(facts, "YM-926"),
    "NF": lambda facts: ends(facts, "YM-927"),
    "BS": lambda facts: near_miss(facts, "YM-928", "push_move"),
    "NS": lambda facts: nothing("YM-932", "YM-003", words="it works"),
    "SS": sent_reeling,
    "CS": sent_flying,
}


def overreaches(facts: Facts) -> Outcome:
    """YM-930: the failure amount eases attacks on him until the later next turn (the page adds it, which
    would protect him), and no move actions as in YM-909."""
    sign = 1 if facts.setting("push.nf_sign") == "literal" else -1
    return (
        modifier(
            ("YM-930",),
            lambda: sign * amount(facts),
            both_turns(facts.actor, facts.against),
            check="attack",
            against=facts.actor,
            source=facts.actor,
            default=facts.by_default("push.nf_sign"),
        ),
        *out_of_step(facts, "YM-930"),
    )


MOVE: Rungs = {
    "CF": lambda facts: struck_at(facts, "YM-929"),
    "NF": overreaches,
    "SS": lambda facts: (reread(facts, "YM-931"),),
    "CS": lambda facts: in_step(facts, "YM-932"),
}
"""The move check of a But Success (YM-928)."""


def _reeling(facts: Facts, clause: str, until: Term) -> Outcome:
    """Move skill on the target's next attack and off attacks on it; only the actor may cross its guard now,
    as an Action of Opportunity."""
    target, clauses = facts.against, (clause,)
    return (
        modifier(
            clauses,
            lambda: own_moving(facts),
            next_attack(target),
            of=target,
            check="attack",
            source=facts.actor,
        ),
        modifier(
            clauses,
            lambda: -own_moving(facts),
            until,
            check="attack",
            against=target,
            source=facts.actor,
        ),
        Opportunity(
            by=(facts.actor,), against=target, what=("cross_guard",), passes_on=False, clauses=clauses
        ),
    )
