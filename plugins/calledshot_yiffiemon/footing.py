"""Losing one's footing or guard: Blundering, Off Guard, Off Footed and falling Prone, at the moments they
matter.

Which level an Off Footed creature's check counts as is `checks`; what time takes away, `conditions`.
"""

from __future__ import annotations

from calledshot_yiffiemon.checks import LOSE_ON_CRITICAL, lost_on
from calledshot_yiffiemon.consequences import Check, Consequence, Gain, Lose, Opportunity
from calledshot_yiffiemon.facts import Facts
from calledshot_yiffiemon.moments import init_without_move
from calledshot_yiffiemon.rungs import Outcome, Rungs, difference, nothing, opposed, reached, succeeds


def has(facts: Facts, condition: str) -> bool:
    """Whether the actor has the condition."""
    return facts.own.levels.get(condition, 0) > 0


def skill_check(level: str, facts: Facts) -> Outcome:
    """YM-320, YM-324, YM-362, YM-366: a Critical Success on any attack skill check, the defender's side of
    an attack roll too, takes a level of each of these."""
    return tuple(
        Lose(who=facts.actor, condition=condition, clauses=(clause,))
        for condition, clause in lost_on(level, facts.own.levels)
        if condition in LOSE_ON_CRITICAL
    )


def off_footed_move(level: str, facts: Facts) -> Outcome:
    """YM-336: a Critical Success on a move check, as rolled, takes a level of Off Footed."""
    if level != "CS" or not has(facts, "OffFooted"):
        return ()
    return (Lose(who=facts.actor, condition="OffFooted", clauses=("YM-336",)),)


# -- Leaving a threat area with Blundering ------------------------------------------------------------


def leaving(facts: Facts) -> Outcome:
    """YM-321, YM-325: the actor leaves the area of the target: with Blundering 1 a move check, as hard as the
    attacker's OCV less his own; with Blundering 2 an Attack of Opportunity for certain."""
    attacker = facts.against
    out: list[Consequence] = []
    if has(facts, "Blundering1"):
        out.append(
            Check(
                kind="move",
                who=facts.actor,
                ladder="blunder_leave",
                against=attacker,
                difficulty=difference(facts.other.OCV, facts.own.OCV),
                clauses=("YM-321",),
            )
        )
    if has(facts, "Blundering2"):
        out.append(Opportunity(by=(attacker,), against=facts.actor, clauses=("YM-325",)))
    return tuple(out)


def _beset(facts: Facts, clause: str, *, stops: bool = False) -> Outcome:
    attacker = facts.against
    return (
        Gain(
            who=facts.actor,
            condition="TB1",
            source=attacker,
            until=init_without_move(facts.actor),
            clauses=(clause,),
        ),
        Opportunity(
            by=(attacker,),
            against=facts.actor,
            immediate=True,
            stops_move=stops,
            clauses=(clause,),
            default=facts.by_default("aoo.timing"),
        ),
    )


BLUNDER: Rungs = {
    "CF": lambda facts: _beset(facts, "YM-322"),
    "CS": lambda facts: (Lose(who=facts.actor, condition="Blundering1", clauses=("YM-323",)),),
}
"""The move check of YM-321."""


# -- An attacker entering the area with Off Guard -----------------------------------------------------


def entered(facts: Facts) -> Outcome:
    """YM-363, YM-367: the target enters the actor's area: with Off Guard 1 a move check (the page has the
    difficulty the other way round), with Off Guard 2 an Attack of Opportunity that stops his move if it
    hits."""
    attacker = facts.against
    out: list[Consequence] = []
    if has(facts, "OffGuard1"):
        out.append(
            Check(
                kind="move",
                who=facts.actor,
                ladder="off_guard_enter",
                against=attacker,
                difficulty=opposed(facts, facts.other.OCV, facts.own.OCV),
                clauses=("YM-363",),
                default=facts.by_default("difficulty.orientation"),
            )
        )
    if has(facts, "OffGuard2"):
        out.append(Opportunity(by=(attacker,), against=facts.actor, stops_move=True, clauses=("YM-367",)))
    return tuple(out)


OFF_GUARD: Rungs = {
    "CF": lambda facts: _beset(facts, "YM-364", stops=True),
    "CS": lambda facts: (Lose(who=facts.actor, condition="OffGuard1", clauses=("YM-365",)),),
}
"""The move check of YM-363."""


def hits(level: str, facts: Facts) -> bool:
    """YM-364, YM-367: whether an opportunity's level is a hit that stops the move: from a Shield Hit on,
    by our default."""
    return reached(level, str(facts.setting("aoo.hit_from")))


# -- Prone --------------------------------------------------------------------------------------------


def falling(facts: Facts) -> Outcome:
    """YM-380: who falls prone makes an attack skill check."""
    return (Check(kind="attack skill", who=facts.actor, ladder="prone", clauses=("YM-380",)),)


def prone(level: str, facts: Facts) -> Outcome:
    """YM-380: failing it gives an Attack of Opportunity to somebody who threatens him."""
    if succeeds(level):
        return nothing("YM-380")
    if not facts.threateners:
        return nothing("YM-380", words="nobody threatens him")
    return (Opportunity(by=facts.threateners, against=facts.actor, passes_on=False, clauses=("YM-380",)),)
