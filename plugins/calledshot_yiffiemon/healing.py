"""Healing Bleeding and Fatigue Bleeding: the Healing check's ladder, and the checks before treating oneself.

Bleeding and Fatigue Bleeding share one ladder; the clauses are those of the stage that is treated.
"""

from __future__ import annotations

from collections.abc import Mapping

from calledshot.api import replace
from calledshot_yiffiemon.conditions import FAMILIES, family
from calledshot_yiffiemon.consequences import (
    Check,
    Choose,
    Consequence,
    Lose,
    Opportunity,
    Refuse,
)
from calledshot_yiffiemon.facts import Facts, Figures, amount, figure, known
from calledshot_yiffiemon.moments import acts_otherwise, whole_action_without
from calledshot_yiffiemon.rungs import Outcome, modifier, nothing, succeeds

BLEEDING = "Bleeding"
STAGGERED = ("Staggered1", "Staggered2")

STAGE_CLAUSE: Mapping[str, str] = {"FB2": "YM-349", "FB3": "YM-351"}
"""The stages of Fatigue Bleeding whose section says all of it again."""

RUNG_CLAUSE: Mapping[str, str] = {"BS": "YM-304", "NS": "YM-305", "SS": "YM-306", "CS": "YM-307"}
"""The rungs of Bleeding; Fatigue Bleeding has one clause for the first three, and one for the last."""


def treated(facts: Facts) -> tuple[str, ...]:
    """What can be treated of the target: what was named, or each kind of bleeding that it has."""
    named = facts.choices.get("condition")
    if named is not None:
        return (named,)
    levels = _patient(facts).levels
    return tuple(one for stages in FAMILIES.values() for one in stages if levels.get(one, 0) > 0)


def heal(level: str, facts: Facts) -> Outcome:
    """YM-303, YM-342: a Healing check on the target, or on oneself where there is none."""
    conditions = treated(facts)
    if len(conditions) > 1:
        options = {one: _treat(level, facts, one) for one in conditions}
        return (Choose(who=facts.actor, about="condition", options=options, clauses=("YM-303", "YM-342")),)
    if not conditions:
        if level != "CS":
            return nothing("YM-303", "YM-342", words="nothing to heal")
        return _treat(level, facts, "Bleeding1")
    return _treat(level, facts, conditions[0])


def needs_int_check(facts: Facts, condition: str) -> bool:
    """YM-309, YM-344: before treating oneself: for Bleeding only if staggered, for Fatigue Bleeding
    always."""
    return family(condition) != BLEEDING or staggered(facts)


def treat(facts: Facts) -> Outcome:
    """YM-303, YM-309, YM-342, YM-344: the check that treating somebody begins with: Healing; of oneself an
    Int check where that is needed, which carries the penalties of Con checks if he is staggered."""
    conditions = treated(facts)
    himself = facts.target in (None, facts.actor)
    if himself and len(conditions) > 1:
        options = {one: treat(_naming(facts, one)) for one in conditions}
        return (Choose(who=facts.actor, about="condition", options=options, clauses=("YM-309", "YM-344")),)
    condition = conditions[0] if conditions else None
    handed = {"choices": {"condition": condition}} if len(conditions) == 1 else {}
    if himself and condition is not None and needs_int_check(facts, condition):
        return (
            Check(
                kind="int",
                who=facts.actor,
                ladder="self_heal_int",
                against=facts.actor,
                facts=handed,
                also="con" if staggered(facts) else None,
                clauses=(_self_clauses(condition)[0],),
            ),
        )
    return (
        Check(
            kind="healing",
            who=facts.actor,
            ladder="heal",
            against=facts.actor if himself else facts.target,
            facts=handed,
            clauses=("YM-303" if condition is None or family(condition) == BLEEDING else "YM-342",),
        ),
    )


def staggered(facts: Facts) -> bool:
    """Whether the actor is staggered at all."""
    return any(facts.own.levels.get(stage, 0) > 0 for stage in STAGGERED)


def self_heal_int(level: str, facts: Facts) -> Outcome:
    """YM-309..312, YM-344, YM-345: the Int check before treating oneself: failing it there is no Healing
    check; any success allows a Will check for later attempts; Severe takes the amount off the Healing roll,
    and Critical off later Int checks too."""
    condition = _own_condition(facts)
    gate, will, severe, critical = _self_clauses(condition)
    if not succeeds(level):
        return (Refuse(who=facts.actor, reason="the Int check failed", clauses=(gate,)),)
    out: list[Consequence] = []
    if level == "CS":
        out.append(_easier(facts, condition, critical))
    out.append(
        Check(
            kind="will",
            who=facts.actor,
            ladder="self_heal_will",
            optional=True,
            facts={"choices": {"condition": condition}},
            clauses=(will,),
            default=family(condition) == BLEEDING,
        )
    )
    eased = level in ("SS", "CS")
    clause = {"SS": severe, "CS": critical}.get(level, gate)

    def healing_check() -> Consequence:
        return Check(
            kind="healing",
            who=facts.actor,
            ladder="heal",
            against=facts.actor,
            mod=-amount(facts) if eased else 0,
            facts={"choices": {"condition": condition}},
            clauses=(clause,),
        )

    out.append(known((clause,), healing_check))
    return tuple(out)


def self_heal_will(level: str, facts: Facts) -> Outcome:
    """YM-310, YM-345: a successful Will check's amount comes off later Int checks for the same purpose until
    a full action without the condition."""
    condition = _own_condition(facts)
    clause = _self_clauses(condition)[1]
    if not succeeds(level):
        return nothing(clause)
    return (_easier(facts, condition, clause),)


def _treat(level: str, facts: Facts, condition: str) -> Outcome:
    who = facts.target or facts.actor
    clauses = _clauses(level, condition)
    if level == "BS":
        return (Lose(who=who, condition=condition, levels=1, clauses=clauses),)
    if level == "NS":
        return (
            known(
                clauses,
                lambda: Lose(
                    who=who, condition=condition, levels=max(figure(facts, who, "ConB"), 1), clauses=clauses
                ),
            ),
        )
    if level == "SS":
        return (Lose(who=who, condition=condition, levels=None, clauses=clauses),)
    if level == "CS":
        return _master_hand(facts, condition, clauses)
    return nothing(*clauses, words="no change")


def _master_hand(facts: Facts, condition: str, clauses: tuple[str, ...]) -> Outcome:
    """YM-307, YM-308, YM-343: the healer's skill eases the target's Con checks and Healing checks on it until
    it acts otherwise; and the healer may heal again as an Action of Opportunity."""
    who = facts.target or facts.actor
    until = acts_otherwise(who)
    default = facts.by_default("healing.critical_removes_all")
    out = [
        modifier(
            clauses,
            lambda: -figure(facts, facts.actor, "healing"),
            until,
            of=who,
            check="con",
            source=facts.actor,
            default=default,
        ),
        modifier(
            clauses,
            lambda: -figure(facts, facts.actor, "healing"),
            until,
            check="healing",
            against=who,
            source=facts.actor,
            default=default,
        ),
    ]
    if facts.setting("healing.critical_removes_all"):
        out.append(Lose(who=who, condition=condition, levels=None, clauses=clauses))
    again = "YM-308" if family(condition) == BLEEDING else clauses[-1]
    out.append(Opportunity(by=(facts.actor,), against=who, what=("heal",), passes_on=False, clauses=(again,)))
    return tuple(out)


def _easier(facts: Facts, condition: str, clause: str) -> Consequence:
    kind = family(condition) or condition
    return modifier(
        (clause,),
        lambda: -amount(facts),
        whole_action_without(facts.actor, kind),
        of=facts.actor,
        check="int",
        source=facts.actor,
        default=kind == BLEEDING,
        details={"for": kind},
    )


def _clauses(level: str, condition: str) -> tuple[str, ...]:
    if family(condition) == BLEEDING:
        return (RUNG_CLAUSE.get(level, "YM-303"),)
    rung = "YM-343" if level == "CS" else "YM-342"
    again = STAGE_CLAUSE.get(condition)
    return (rung,) if again is None else (rung, again)


def _self_clauses(condition: str) -> tuple[str, str, str, str]:
    """The clauses of the Int check, of the Will check, and of a Severe and a Critical Success."""
    if family(condition) == BLEEDING:
        return "YM-309", "YM-310", "YM-311", "YM-312"
    return "YM-344", "YM-345", "YM-345", "YM-345"


def _naming(facts: Facts, condition: str) -> Facts:
    return replace(facts, choices={**facts.choices, "condition": condition})


def _own_condition(facts: Facts) -> str:
    """What he treats himself for; the first that he has, where none was named."""
    return next(iter(treated(facts)), "Bleeding1")


def _patient(facts: Facts) -> Figures:
    return facts.other if facts.target else facts.own
