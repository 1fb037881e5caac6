"""Staggered: the Con checks that gaining it, a turn's end and acting call for, and what they bring.

How many levels damage gives is `conditions`; the base line of a Con check is `checks`.
"""

from __future__ import annotations

from fractions import Fraction

from calledshot.api import first
from calledshot_yiffiemon.consequences import AskGm, Check, Lose, State, Wait
from calledshot_yiffiemon.facts import Facts, amount
from calledshot_yiffiemon.moments import con_failed, steady
from calledshot_yiffiemon.rungs import Outcome, modifier, nothing, succeeds

STAGGERED = ("Staggered1", "Staggered2")


def is_staggered(facts: Facts) -> bool:
    """Whether the actor has a level of either stage."""
    return any(facts.own.levels.get(stage, 0) > 0 for stage in STAGGERED)


def gained(facts: Facts, levels: int) -> Outcome:
    """YM-371: a Con check for each level of Staggered gained."""
    return (_check(facts, "stagger_gain", "YM-371"),) * max(0, levels)


def gain_check(level: str, facts: Facts) -> Outcome:
    """YM-371: what failing that check does is not on the page."""
    if succeeds(level):
        return nothing("YM-371")
    question = f"{facts.actor} fails the Con check of a Staggered level: what now?"
    return (AskGm(question=question, key=f"stagger {facts.actor}", who=facts.actor, clauses=("YM-371",)),)


def turn_ends(facts: Facts) -> Outcome:
    """YM-374: with Staggered 2, a Con check at the end of each of one's turns."""
    if facts.own.levels.get("Staggered2", 0) < 1:
        return ()
    return (_check(facts, "stagger_turn", "YM-374"),)


def con_check(level: str, facts: Facts) -> Outcome:
    """YM-377: a Critical Success on any Con check takes a level of Staggered 2."""
    if level != "CS" or facts.own.levels.get("Staggered2", 0) < 1:
        return ()
    return (Lose(who=facts.actor, condition="Staggered2", clauses=("YM-377",)),)


def needs_gate(facts: Facts, had_critical_failure: bool) -> bool:
    """YM-375: whether acting takes a Con check: by our default for everybody staggered; else only after a
    Critical Failure on one, under whose heading the sentence stands."""
    if not is_staggered(facts):
        return False
    return bool(facts.setting("staggered.gate") == "always" or had_critical_failure)


def acting(facts: Facts) -> Outcome:
    """YM-375: the Con check before any action."""
    return (_check(facts, "stagger_gate", "YM-375", facts.by_default("staggered.gate")),)


def gate(level: str, facts: Facts) -> Outcome:
    """YM-375, YM-376: failing it the action is lost, and time with it; a Critical Success takes its amount
    off Con checks until one fails or he is steady."""
    default = facts.by_default("staggered.loss")
    if not succeeds(level):
        lost = Fraction(str(facts.setting("staggered.loss")))
        return (
            State(who=facts.actor, flag="acts", value=False, clauses=("YM-375",), default=default),
            Wait(who=facts.actor, inits=lost, clauses=("YM-375",), default=default),
        )
    if level != "CS":
        return nothing("YM-375", words="may act")
    return (
        modifier(
            ("YM-376",),
            lambda: -amount(facts),
            first(con_failed(facts.actor), steady(facts.actor)),
            of=facts.actor,
            check="con",
            source=facts.actor,
        ),
    )


def turn_check(level: str, facts: Facts) -> Outcome:
    """YM-374: what that check does by itself is not on the page, besides YM-377."""
    return nothing("YM-374")


def _check(facts: Facts, ladder: str, clause: str, default: bool = False) -> Check:
    return Check(kind="con", who=facts.actor, ladder=ladder, clauses=(clause,), default=default)
