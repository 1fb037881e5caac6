"""Fighting Defensively: taking it up, dropping it, the Will check that takes, and Building up The Fight.

What it forbids to deal out is `threat`.
"""

from __future__ import annotations

from fractions import Fraction

from calledshot_yiffiemon.checks import built_up
from calledshot_yiffiemon.consequences import Check, Consequence, Gain, Lose, Refuse
from calledshot_yiffiemon.facts import Facts
from calledshot_yiffiemon.rungs import Outcome, Rungs, nothing, read

WAIT_FIRST = Fraction(1)
"""YM-355: Inits to wait before the Will check."""


def take_up(facts: Facts) -> Outcome:
    """YM-352: the first level is taken at will, and no other."""
    if facts.own.levels.get("FD", 0) > 0:
        reason = "only the first level can be taken at will"
        return (Refuse(who=facts.actor, reason=reason, clauses=("YM-352",)),)
    return (Gain(who=facts.actor, condition="FD", clauses=("YM-352",)),)


def drop(facts: Facts, waited: Fraction) -> Outcome:
    """YM-354, YM-355: a single level is dropped at will; of more, one waits 1 Init and makes a Will check."""
    levels = facts.own.levels.get("FD", 0)
    if levels == 0:
        return (Refuse(who=facts.actor, reason="does not fight defensively", clauses=("YM-354",)),)
    if levels == 1:
        return (Lose(who=facts.actor, condition="FD", clauses=("YM-354",)),)
    if waited < WAIT_FIRST:
        return (Refuse(who=facts.actor, reason="must wait 1 Init first", clauses=("YM-355",)),)
    return (Check(kind="will", who=facts.actor, ladder="drop_defence", clauses=("YM-355",)),)


def dug_in(facts: Facts) -> Outcome:
    """YM-356: another level."""
    return (Gain(who=facts.actor, condition="FD", clauses=("YM-356",)),)


def builds_up(facts: Facts) -> Outcome:
    """YM-358: a level of Building up The Fight."""
    return (Gain(who=facts.actor, condition="BUF", clauses=("YM-358",)),)


def lets_go(facts: Facts, level: str) -> Outcome:
    """YM-358: the page does not say what a Normal Success and better do: by our default a level is lost."""
    name = f"fd.drop.{level}"
    default = facts.by_default(name)
    levels = int(facts.setting(name))
    if levels < 1:
        return nothing("YM-358", default=default)
    return (Lose(who=facts.actor, condition="FD", levels=levels, clauses=("YM-358",), default=default),)


RUNGS: Rungs = {
    "CF": dug_in,
    "NF": lambda facts: nothing("YM-357"),
    "BS": builds_up,
    "NS": lambda facts: lets_go(facts, "NS"),
    "SS": lambda facts: lets_go(facts, "SS"),
    "CS": lambda facts: lets_go(facts, "CS"),
}


def level_used(level: str, facts: Facts) -> str:
    """YM-340: with Building up The Fight, at least a Normal Success."""
    return built_up(level) if facts.own.levels.get("BUF", 0) > 0 else level


def drop_check(level: str, facts: Facts) -> Outcome:
    """YM-340, YM-356..358: the Will check to drop it; Building up The Fight lifts it and is used up by one
    level."""
    used = level_used(level, facts)
    out = read(RUNGS, used, facts)
    if facts.own.levels.get("BUF", 0) < 1:
        return out
    spent: Consequence = Lose(who=facts.actor, condition="BUF", clauses=("YM-340",))
    return (*out, spent)
