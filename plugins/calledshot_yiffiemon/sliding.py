"""Slide: taking a target along, and the near-miss move check that it shares with the push.

The paths of both are the fight's; here is what the checks bring.
"""

from __future__ import annotations

from calledshot_yiffiemon.consequences import AskGm, Check, Consequence, NoMoves, StopMove
from calledshot_yiffiemon.facts import Facts, amount, figure, known
from calledshot_yiffiemon.moments import action_over, both_turns
from calledshot_yiffiemon.rungs import (
    Outcome,
    Rungs,
    both_ways,
    check,
    difference,
    modifier,
    nothing,
    opportunity,
    own_moving,
    own_skill,
    reread,
    succeeds,
)


def roll_modifier(facts: Facts) -> int:
    """YM-902: the Taunt skill comes off the roll. Raises Unknown."""
    return -figure(facts, facts.actor, "taunt")


def move_difficulty(facts: Facts) -> int | None:
    """YM-907, YM-928: "against the actor's OCV minus the target's DCV" is a base line, the same as a
    difficulty of DCV less OCV; a literal campaign takes it as the difficulty."""
    if facts.setting("difficulty.orientation") == "literal":
        return difference(facts.own.OCV, facts.other.DCV)
    return difference(facts.other.DCV, facts.own.OCV)


def ends_open(facts: Facts, clause: str) -> Outcome:
    """YM-905, YM-926: the movement ends, and the target may strike."""
    return (
        StopMove(who=facts.actor, forced=False, clauses=(clause,)),
        opportunity(clause, by=facts.against, against=facts.actor),
    )


def ends(facts: Facts, clause: str) -> Outcome:
    """YM-906, YM-927: the movement ends."""
    return (StopMove(who=facts.actor, forced=False, clauses=(clause,)),)


def near_miss(facts: Facts, clause: str, ladder: str) -> Outcome:
    """YM-907, YM-928: a move check decides."""
    return (
        check(
            "move",
            facts.actor,
            ladder,
            clause,
            against=facts.target,
            difficulty=move_difficulty(facts),
            default=facts.by_default("difficulty.orientation"),
        ),
    )


def off_balance(facts: Facts) -> Outcome:
    """YM-912: move skill and amount ease attacks on the target, move skill hinders its own, until the later
    next turn."""
    until = both_turns(facts.actor, facts.against)
    clauses = ("YM-912",)
    return (
        modifier(
            clauses,
            lambda: -(own_moving(facts) + amount(facts)),
            until,
            check="attack",
            against=facts.target,
            source=facts.actor,
        ),
        modifier(
            clauses,
            lambda: own_moving(facts),
            until,
            of=facts.target,
            check="attack",
            source=facts.actor,
        ),
    )


def led_astray(facts: Facts) -> Outcome:
    """YM-913: move and attack skill, both ways."""
    until = both_turns(facts.actor, facts.against)
    return both_ways(("YM-913",), lambda: own_moving(facts) + own_skill(facts), facts, until)


RUNGS: Rungs = {
    "CF": lambda facts: ends_open(facts, "YM-905"),
    "NF": lambda facts: ends(facts, "YM-906"),
    "BS": lambda facts: near_miss(facts, "YM-907", "slide_move"),
    "NS": lambda facts: nothing("YM-911", "YM-003", words="it works"),
    "SS": off_balance,
    "CS": led_astray,
}


def struck_at(facts: Facts, clause: str) -> Outcome:
    """YM-908, YM-929: the target may strike."""
    return (opportunity(clause, by=facts.against, against=facts.actor),)


def out_of_step(facts: Facts, clause: str) -> Outcome:
    """YM-909, YM-930: the broken sentence: no move actions until 1 Init after the end of his next turn."""
    default = facts.by_default("restrict.no_move_after")
    if not facts.setting("restrict.no_move_after"):
        return nothing(clause, default=default)
    return (NoMoves(who=facts.actor, clauses=(clause,), default=default),)


def in_step(facts: Facts, clause: str) -> Outcome:
    """YM-911, YM-932: the amount eases attacks on the target and burdens its checks while the action goes on,
    what follows from the new reading of the roll included."""
    clauses = (clause,)
    until = action_over(facts.actor)
    return (
        modifier(
            clauses,
            lambda: -amount(facts),
            until,
            check="attack",
            against=facts.target,
            source=facts.actor,
        ),
        modifier(clauses, lambda: amount(facts), until, of=facts.target, source=facts.actor),
        reread(facts, *clauses),
    )


MOVE: Rungs = {
    "CF": lambda facts: struck_at(facts, "YM-908"),
    "NF": lambda facts: out_of_step(facts, "YM-909"),
    "SS": lambda facts: (reread(facts, "YM-910"),),
    "CS": lambda facts: in_step(facts, "YM-911"),
}
"""The move check of a But Success (YM-907)."""


def terrain(level: str, facts: Facts) -> Outcome:
    """YM-904: a But Success on a terrain check while sliding calls for another, with move skill off its
    roll; what a failed first one does is not on the page (YM-806)."""
    if level == "BS":
        return (known(("YM-904",), lambda: _again(facts)),)
    if succeeds(level):
        return nothing("YM-904", words="slides on")
    question = f"{facts.actor} fails a terrain check: what now?"
    return (AskGm(question=question, key=f"terrain {facts.actor}", who=facts.actor, clauses=("YM-806",)),)


def terrain_again(level: str, facts: Facts) -> Outcome:
    """YM-904: who fails it slides no farther."""
    if succeeds(level):
        return nothing("YM-904", words="slides on")
    return ends(facts, "YM-904")


def _again(facts: Facts) -> Consequence:
    return Check(
        kind="terrain",
        who=facts.actor,
        ladder="slide_terrain_again",
        against=facts.target,
        difficulty=facts.difficulty,
        mod=-own_moving(facts),
        clauses=("YM-904",),
    )
