"""Cross Their Guard: who needs it, what it puts aside, and its ladders at a melee guard and at an archer's.

Distances are `Facts`' and the scene's; nothing is moved here.
"""

from __future__ import annotations

from collections.abc import Iterable

from calledshot.api import Effect, Until, first
from calledshot_yiffiemon.consequences import AskGm, Consequence, Note, Opportunity, Place
from calledshot_yiffiemon.facts import Facts, amount, figure
from calledshot_yiffiemon.moments import Term, leaves_area, leaves_combat, leaves_guard, skill_success
from calledshot_yiffiemon.rungs import (
    Outcome,
    Rungs,
    check,
    difference,
    modifier,
    nothing,
    opportunity,
    own_skill,
)

COUNTS_AS_ATTACK = False
"""YM-720."""

CROSSING = "crossing"
"""The name of what a melee crossing gives, which an assist inside the guard counts on (YM-725)."""


def suspended(effect: Effect, roller: str, insides: Iterable[str]) -> bool:
    """YM-722, YM-730: inside somebody's guard his penalties that last till he leaves combat do not
    count. `insides`: whose guards the roller is in."""
    return (
        effect.value > 0
        and effect.rolls_of in (None, roller)
        and effect.source in set(insides)
        and _waits_for_leaving(effect.until, effect.source)
    )


def crossing_bonus(effects: Iterable[Effect], actor: str, target: str) -> int:
    """YM-725: what the crossing takes off an assist's roll, for this target alone (0 or more)."""
    return sum(
        -int(one.value)
        for one in effects
        if one.name in (CROSSING, crossed(actor))
        and one.rolls_of == actor
        and one.against == target
        and one.value < 0
    )


def exempt(target: str, inside: Iterable[str]) -> bool:
    """YM-724: levels put on one whose guard he is in do not count against his pool."""
    return target in set(inside)


def out_of_combat(facts: Facts) -> Outcome:
    """YM-727: the page has nothing for a hostile target out of combat: asked, or by the campaign's word he
    moves in without a check."""
    if facts.setting("guard.out_of_combat") == "free":
        return (_inside(facts, "YM-727"),)
    question = f"{facts.against} is not in combat: does {facts.actor} come inside the guard?"
    return (AskGm(question=question, key=f"cross {facts.against}", clauses=("YM-727",), default=True),)


# -- Melee Guard --------------------------------------------------------------------------------------


def caught(facts: Facts) -> Outcome:
    """YM-732: he stays outside, and the target may strike."""
    return (
        opportunity("YM-732", by=facts.against, against=facts.actor),
        Note(words="stays outside", clauses=("YM-732",)),
    )


def attack_difficulty(facts: Facts) -> int | None:
    """YM-734: an attack roll like any (YM-402)."""
    return difference(facts.other.DCV, facts.own.OCV)


def squeezes_in(facts: Facts) -> Outcome:
    """YM-734: inside, and an attack roll."""
    return (
        _inside(facts, "YM-734"),
        check(
            "attack",
            facts.actor,
            "cross_guard_attack",
            "YM-734",
            against=facts.target,
            difficulty=attack_difficulty(facts),
        ),
    )


def slips_in(facts: Facts) -> Outcome:
    """YM-741: inside; attack skill and amount ease his checks against the target while he is there."""
    return (
        _inside(facts, "YM-741"),
        modifier(
            ("YM-741",),
            lambda: -(own_skill(facts) + amount(facts)),
            leaves_guard(facts.actor, facts.against),
            of=facts.actor,
            against=facts.target,
            source=facts.actor,
            name=CROSSING,
        ),
    )


def breaks_in(facts: Facts) -> Outcome:
    """YM-742: the same (the page says add), and an attack or a push as an Attack of Opportunity, or one by
    anybody else who threatens the target."""
    sign = 1 if facts.setting("sign.rewards") == "literal" else -1
    return (
        _inside(facts, "YM-742"),
        modifier(
            ("YM-742",),
            lambda: sign * (own_skill(facts) + amount(facts)),
            leaves_guard(facts.actor, facts.against),
            of=facts.actor,
            against=facts.target,
            source=facts.actor,
            name=CROSSING,
            default=facts.by_default("sign.rewards"),
        ),
        _follow_up(facts, "YM-742"),
    )


MELEE: Rungs = {
    "CF": caught,
    "NF": lambda facts: nothing("YM-733", words="stays outside"),
    "BS": squeezes_in,
    "NS": lambda facts: (_inside(facts, "YM-740"),),
    "SS": slips_in,
    "CS": breaks_in,
}


def laid_open(facts: Facts) -> Outcome:
    """YM-735: the target's attack skill burdens all his checks until he leaves its area or succeeds at an
    attack skill check (which YM-739 lets him make in any turn), and the target may strike."""
    target = facts.against
    return (
        modifier(
            ("YM-735",),
            lambda: figure(facts, target, "attack_skill"),
            first(leaves_area(facts.actor, target), skill_success(facts.actor)),
            of=facts.actor,
            source=target,
        ),
        opportunity("YM-735", by=target, against=facts.actor),
    )


def hinders(facts: Facts) -> Outcome:
    """YM-737: the amount burdens the target's checks against him while he is inside."""
    return (_on_target(facts, "YM-737", facts.actor),)


def has_the_better(facts: Facts) -> Outcome:
    """YM-738: and the same amount eases his against it."""
    return (
        _on_target(facts, "YM-738", facts.actor),
        _on_own(facts, "YM-738", CROSSING),
    )


MELEE_ATTACK: Rungs = {
    "CF": laid_open,
    "NF": lambda facts: (opportunity("YM-736", by=facts.against, against=facts.actor),),
    "SS": hinders,
    "CS": has_the_better,
}
"""The attack roll of a But Success (YM-734)."""


def may_check_skill(attacks: bool, in_combat: bool) -> bool:
    """YM-739: on a turn spent on anything but an attack, who is still in combat may make an attack skill
    check."""
    return in_combat and not attacks


# -- Ranged Guard -------------------------------------------------------------------------------------


def crossed(actor: str) -> str:
    """The name of what crossing an archer's guard gives."""
    return f"Crossed by {actor}"


def comes_in_anyway(facts: Facts) -> Outcome:
    """YM-752: a failure, and inside all the same."""
    default = facts.by_default("guard.ranged_fail")
    if facts.setting("guard.ranged_fail") == "outside":
        return nothing("YM-752", words="stays outside", default=default)
    return (_inside(facts, "YM-752", default=default),)


def skill_difficulty(facts: Facts) -> int | None:
    """YM-753: the target's OCV less his own, or 0 if that is less."""
    plain = difference(facts.other.OCV, facts.own.OCV)
    return None if plain is None else min(plain, 0)


def comes_in_checked(facts: Facts) -> Outcome:
    """YM-753: inside, and an attack skill check."""
    return (
        _inside(facts, "YM-753"),
        check(
            "attack skill",
            facts.actor,
            "archer_guard_attack",
            "YM-753",
            against=facts.target,
            difficulty=skill_difficulty(facts),
        ),
    )


def comes_in_well(facts: Facts) -> Outcome:
    """YM-758: inside; attack skill and amount ease all his checks (the page calls it a penalty)."""
    sign = 1 if facts.setting("sign.rewards") == "literal" else -1
    return (
        _inside(facts, "YM-758"),
        modifier(
            ("YM-758",),
            lambda: sign * (own_skill(facts) + amount(facts)),
            leaves_guard(facts.actor, facts.against),
            of=facts.actor,
            source=facts.actor,
            name=crossed(facts.actor),
            default=facts.by_default("sign.rewards"),
        ),
    )


def comes_in_best(facts: Facts) -> Outcome:
    """YM-759, YM-760: inside; the amount burdens all the target's checks and eases his against it; then as
    YM-742."""
    return (
        _inside(facts, "YM-759"),
        _on_target(facts, "YM-759", None, crossed(facts.actor)),
        _on_own(facts, "YM-759", crossed(facts.actor)),
        _follow_up(facts, "YM-760"),
    )


RANGED: Rungs = {
    "CF": comes_in_anyway,
    "NF": comes_in_anyway,
    "BS": comes_in_checked,
    "NS": lambda facts: (_inside(facts, "YM-757"),),
    "SS": comes_in_well,
    "CS": comes_in_best,
}


def only_in(facts: Facts) -> Outcome:
    """YM-754: he is inside, and that is all."""
    return nothing("YM-754", words="inside, nothing more")


RANGED_ATTACK: Rungs = {
    "CF": only_in,
    "NF": only_in,
    "BS": only_in,
    "NS": only_in,
    "SS": lambda facts: (
        _on_target(facts, "YM-755", facts.actor, crossed(facts.actor)),
        _on_own(facts, "YM-755", crossed(facts.actor)),
    ),
    "CS": lambda facts: (
        _on_target(facts, "YM-756", None, crossed(facts.actor)),
        _on_own(facts, "YM-756", crossed(facts.actor)),
    ),
}
"""The attack skill check of a But Success (YM-753)."""


def _inside(facts: Facts, clause: str, *, default: bool = False) -> Consequence:
    return Place(who=facts.actor, target=facts.against, clauses=(clause,), default=default)


def _on_target(facts: Facts, clause: str, against: str | None, name: str = "") -> Consequence:
    """The amount on the target's checks, against the actor or against anybody."""
    return modifier(
        (clause,),
        lambda: amount(facts),
        leaves_guard(facts.actor, facts.against),
        of=facts.target,
        against=against,
        source=facts.actor,
        name=name,
    )


def _on_own(facts: Facts, clause: str, name: str) -> Consequence:
    """The amount off the actor's checks against the target."""
    return modifier(
        (clause,),
        lambda: -amount(facts),
        leaves_guard(facts.actor, facts.against),
        of=facts.actor,
        against=facts.target,
        source=facts.actor,
        name=name,
    )


def _follow_up(facts: Facts, clause: str) -> Consequence:
    """YM-742, YM-760: one opportunity: the actor's, to attack or to push, or that of another who threatens
    the target."""
    chosen = facts.choices.get("opportunity")
    what = (chosen,) if chosen in ("attack", "push") else ("attack", "push")
    return Opportunity(
        by=(facts.actor, *facts.threaten_target),
        against=facts.against,
        what=what,
        passes_on=False,
        clauses=(clause,),
    )


def _waits_for_leaving(until: Term | None, who: str | None) -> bool:
    """Whether somebody's leaving combat is among what ends it."""
    if isinstance(until, Until):
        return any(_waits_for_leaving(one, who) for one in until.of)
    return until is not None and until == leaves_combat(who or "")
