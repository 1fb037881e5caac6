"""Moves: what stopping brings, difficult terrain, coming into a threat area, and staying in combat.

Not paths and their cost (the scene's) nor the order of sub turns (the fight's).
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import floor

from calledshot_yiffiemon.consequences import (
    AskGm,
    Check,
    Consequence,
    Gain,
    Opportunity,
    PoolGrows,
    State,
    StopMove,
)
from calledshot_yiffiemon.facts import Facts, Unknown, ask, figure, known
from calledshot_yiffiemon.moments import turn
from calledshot_yiffiemon.rungs import (
    Outcome,
    Rungs,
    modifier,
    nothing,
    opportunity,
    opposed,
    own_moving,
    own_skill,
    read,
    succeeds,
)

STAY = "stay"
"""The name of a move check to stay in combat, in effects (YM-847)."""


# -- Stopping -----------------------------------------------------------------------------------------


def stopped(facts: Facts, *, forced: bool = True, expires: Fraction | None = None) -> Outcome:
    """YM-802, YM-830: who is made to stop gains Stopped 1; in a Normal Move Action also Blundering and
    Stopped 2. Ending a move of one's own will brings nothing unless the campaign says so."""
    if not forced and not facts.setting("stop.voluntary_counts"):
        return nothing("YM-802", words="stops", default=facts.by_default("stop.voluntary_counts"))
    who = facts.actor
    first = Gain(who=who, condition="Stopped1", expires=expires, clauses=("YM-802",))
    if not facts.normal_move:
        return (first,)
    default = facts.by_default("stop.both")
    more = (
        Gain(who=who, condition="Blundering1", clauses=("YM-830",), default=True),
        Gain(who=who, condition="Stopped2", clauses=("YM-830",), default=default),
    )
    return (first, *more) if facts.setting("stop.both") else more


# -- Terrain ------------------------------------------------------------------------------------------


def terrain_checks(difficulties: Sequence[int], rate: Fraction | int, done: int = 0) -> tuple[int, ...]:
    """YM-806: the difficulties of the terrain checks of a move: one for every MR Moves through difficult
    terrain, as hard as the easiest of them. `difficulties` are those of its difficult Moves in order, the
    first `done` of them (fewer than MR) from before."""
    size = max(1, floor(rate))
    ends = range(size, len(difficulties) + 1, size)
    return tuple(min(difficulties[end - size : end]) for end in ends if end > done)


def terrain(level: str, facts: Facts) -> Outcome:
    """YM-806: what a failed terrain check does is not on the page."""
    if succeeds(level):
        return nothing("YM-806", words="goes on")
    question = f"{facts.actor} fails a terrain check: what now?"
    return (AskGm(question=question, key=f"terrain {facts.actor}", who=facts.actor, clauses=("YM-806",)),)


def spot_difficulty(facts: Facts, lowest: int) -> int | None:
    """YM-832: a spot in the threat area of a creature in combat: the easiest terrain between the two, and the
    creature's DCV less his own (the page has it the other way round)."""
    between = opposed(facts, facts.other.DCV, facts.own.DCV)
    return None if between is None else lowest + between


def spot_all_may_strike(facts: Facts) -> Outcome:
    """YM-833: an Attack of Opportunity for the creature, who may pass it on."""
    return (opportunity("YM-833", by=facts.against, against=facts.actor),)


def spot_it_may_strike(facts: Facts) -> Outcome:
    """YM-834: an Attack of Opportunity for the creature alone."""
    return (Opportunity(by=(facts.against,), against=facts.actor, passes_on=False, clauses=("YM-834",)),)


SPOT: Rungs = {"CF": spot_all_may_strike, "NF": spot_it_may_strike}
"""The terrain check of YM-832."""


# -- Coming into a threat area ------------------------------------------------------------------------


def entry_needs_roll(facts: Facts, *, running: bool) -> bool:
    """YM-820: whether entering an enemy's threat area calls for the attack roll: the page's separator leaves
    open whether it belongs to running alone."""
    when = facts.setting("enter_area.roll")
    return bool(when == "always" or (when == "run_only" and running))


def entry_overawed(facts: Facts) -> Outcome:
    """YM-820: the creature's attack skill on all his checks until his next turn, and it may strike."""
    creature = facts.against
    return (
        modifier(
            ("YM-820",),
            lambda: figure(facts, creature, "attack_skill"),
            turn(facts.actor),
            of=facts.actor,
            source=creature,
            default=facts.by_default("enter_area.roll"),
        ),
        opportunity("YM-820", by=creature, against=facts.actor),
    )


def entry_open(facts: Facts) -> Outcome:
    """YM-821: the creature may strike."""
    return (opportunity("YM-821", by=facts.against, against=facts.actor),)


def entry_sure(facts: Facts) -> Outcome:
    """YM-822: his attack skill off his own attack skill checks until his next turn."""
    return (
        modifier(
            ("YM-822",),
            lambda: -own_skill(facts),
            turn(facts.actor),
            of=facts.actor,
            check="attack skill",
            source=facts.actor,
        ),
    )


def entry_masterly(facts: Facts) -> Outcome:
    """YM-823: attack and move skill."""
    return (
        modifier(
            ("YM-823",),
            lambda: -(own_skill(facts) + own_moving(facts)),
            turn(facts.actor),
            of=facts.actor,
            check="attack skill",
            source=facts.actor,
        ),
    )


ENTRY: Rungs = {"CF": entry_overawed, "NF": entry_open, "SS": entry_sure, "CS": entry_masterly}
"""The attack roll of YM-820."""


# -- Staying in combat --------------------------------------------------------------------------------


def failed_move(level: str, facts: Facts) -> Outcome:
    """YM-840: in combat every failed move check calls for an attack skill check at its difficulty."""
    if succeeds(level) or not facts.own.in_combat:
        return ()
    return (
        Check(
            kind="attack skill",
            who=facts.actor,
            ladder="stay_in_combat",
            difficulty=facts.difficulty,
            facts={"moves_beyond": facts.moves_beyond},
            clauses=("YM-840",),
        ),
    )


def loses_guard(facts: Facts) -> Outcome:
    """YM-841: he leaves combat and is Off Guard (the page gives no stage: the first)."""
    return (
        State(who=facts.actor, flag="in_combat", value=False, clauses=("YM-841",)),
        Gain(who=facts.actor, condition="OffGuard1", clauses=("YM-841",), default=True),
    )


def checks_on(facts: Facts) -> Outcome:
    """YM-842: an attack skill check for each whole Move beyond the one that failed."""
    if facts.moves_beyond is None:
        return (ask(("YM-842",), Unknown("", "moves_beyond")),)
    count = floor(facts.moves_beyond)
    if count < 1:
        return nothing("YM-842", words="no whole Move beyond")
    further = Check(
        kind="attack skill",
        who=facts.actor,
        ladder="stay_further",
        difficulty=facts.difficulty,
        clauses=("YM-842",),
    )
    return (further,) * count


def on_guard_duty(facts: Facts) -> Outcome:
    """YM-843: he leaves combat, and whoever enters his area makes him check his move or stop."""
    return (
        State(who=facts.actor, flag="in_combat", value=False, clauses=("YM-843",)),
        State(who=facts.actor, flag="guard_duty", clauses=("YM-843",)),
    )


def out_of_combat(facts: Facts) -> Outcome:
    """YM-844: he leaves combat."""
    return (State(who=facts.actor, flag="in_combat", value=False, clauses=("YM-844",)),)


def assigns_by_check(facts: Facts) -> Outcome:
    """YM-845: a penalty needs an attack roll, a bonus an attack skill check."""
    return (State(who=facts.actor, flag="assigns", value="checked", clauses=("YM-845",)),)


def assigns_freely(facts: Facts) -> Outcome:
    """YM-846: bonuses and penalties to any creature that passes through his area."""
    return (State(who=facts.actor, flag="assigns", value="free", clauses=("YM-846",)),)


def moves_on_surely(facts: Facts, clause: str) -> Consequence:
    """YM-847: his attack skill helps further move checks to stay in combat this turn (the page says add)."""
    sign = 1 if facts.setting("sign.rewards") == "literal" else -1
    return modifier(
        (clause,),
        lambda: sign * own_skill(facts),
        turn(facts.actor),
        of=facts.actor,
        check=STAY,
        source=facts.actor,
        default=facts.by_default("sign.rewards"),
    )


def moves_on_masterly(facts: Facts) -> Outcome:
    """YM-848: and it is added to his Threaten By pool for the rest of the move."""
    return (
        moves_on_surely(facts, "YM-848"),
        known(
            ("YM-848",),
            lambda: PoolGrows(who=facts.actor, by=own_skill(facts), clauses=("YM-848",)),
        ),
    )


_EITHER: Rungs = {
    "BS": assigns_by_check,
    "NS": assigns_freely,
    "SS": lambda facts: (moves_on_surely(facts, "YM-847"),),
    "CS": moves_on_masterly,
}
_FIRST: Rungs = {"CF": loses_guard, "NF": checks_on}

FURTHER: Rungs = {"CF": on_guard_duty, "NF": out_of_combat, **_EITHER}
"""YM-843..848: the checks for each further Move."""


def stay(level: str, facts: Facts) -> Outcome:
    """YM-841, YM-842: the first check; its successes are those of the further ones, unless the campaign
    keeps them for those."""
    if level in _FIRST:
        return read(_FIRST, level, facts)
    default = facts.by_default("combat_move.ladder")
    if facts.setting("combat_move.ladder") == "further_only":
        return nothing("YM-842", words="stays in combat", default=default)
    return read(_EITHER, level, facts)


def guard_duty_difficulty(facts: Facts) -> int | None:
    """YM-843: the move check of somebody on guard duty when a creature enters his area."""
    return opposed(facts, facts.other.OCV, facts.own.OCV)


def guard_duty(level: str, facts: Facts) -> Outcome:
    """YM-843: who fails it stops moving."""
    if succeeds(level):
        return nothing("YM-843", words="goes on")
    return (StopMove(who=facts.actor, clauses=("YM-843", "YM-802")),)


def may_assign(how: str | None, check: str | None) -> bool:
    """YM-845, YM-846: whether somebody who moved may deal out a condition of threat: freely, or by the level
    of the attack roll (penalty) or attack skill check (bonus) made for it."""
    return how != "checked" or (check is not None and succeeds(check))
