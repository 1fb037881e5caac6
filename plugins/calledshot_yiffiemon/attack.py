"""Attack rolls and the Normal Attack: difficulty, what a roll is to the defender, and what each level does.

Not for actions that lead to an attack (charge, dive) nor for when an attack is resolved.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

from calledshot_yiffiemon.consequences import AskGm, Choose, Consequence, Hurt, State
from calledshot_yiffiemon.facts import Facts, Figures, Unknown, ask, figure, known
from calledshot_yiffiemon.moments import both_turns, turn
from calledshot_yiffiemon.rungs import (
    Outcome,
    Rungs,
    both_ways,
    check,
    difference,
    modifier,
    nothing,
    opportunity,
    opposed,
    own_skill,
    succeeds,
)

MIRROR = {"CS": "CF", "SS": "NF", "NS": "NF", "BS": "BS"}
"""YM-406: what the attacker's level is to the defender; failures are a setting."""

HIT_DIE = {"natural": 6, "unarmed": 3, "weapon": 6}
"""YM-506, YM-507, YM-508: the die of a Hit."""

SEVERE_DIE = {"natural": 10, "unarmed": 6, "weapon": 10}
"""YM-511, YM-512, YM-513: the die of a Severe Hit."""

DEADLY_DIE = 10
DEADLY_DICE = 2
"""YM-519: the die of a Deadly Hit, and the fewest of them."""

Case = Literal["natural", "unarmed", "weapon"]


def difficulty(facts: Facts) -> int | None:
    """YM-402: an attack roll is as hard as the target's DCV less the attacker's OCV."""
    return difference(facts.other.DCV, facts.own.OCV)


def mirror(level: str, facts: Facts) -> tuple[str, bool]:
    """YM-406: the level of an attack roll as the defender's attack skill check, and whether by our
    default ruling (the page does not say what failures are)."""
    if level in MIRROR:
        return MIRROR[level], False
    name = f"mirror.failures.{level}"
    return str(facts.setting(name)), facts.by_default(name)


def mirror_amount(amount: int, modifiers: int = 0, *, success: bool = False) -> int:
    """YM-404, YM-405: the defender's amount is the attacker's, changed by what modifies his own attack
    rolls (a penalty above 0 makes a failure worse and a success smaller), never below 0."""
    return max(0, amount - modifiers if success else amount + modifiers)


def case_of(attacker: Figures) -> Case:
    """YM-505, YM-514: which damage counts: a weapon's, that of natural weapons (NWI of 0 or more), or that
    of bare hands. Who has natural weapons strikes with them if he holds nothing."""
    if attacker.armed or (attacker.armed is None and attacker.WSB is not None):
        return "weapon"
    return "natural" if attacker.NWI is not None and attacker.NWI >= 0 else "unarmed"


def half_up(value: int) -> int:
    """Half, rounded up."""
    return -(-value // 2)


def hit_terms(facts: Facts) -> tuple[int, ...]:
    """YM-506, YM-507, YM-508, YM-509: what is added to the die of a Hit. Raises Unknown."""
    who = facts.actor
    strength = figure(facts, who, "StrB")
    case = case_of(facts.own)
    if case == "natural":
        return (strength,)
    if case == "weapon":
        return strength, figure(facts, who, "WSB")
    return (strength if facts.own.hand_to_hand else strength // 2,)


def severe_terms(facts: Facts) -> tuple[int, ...]:
    """YM-511, YM-512, YM-513, YM-515: what is added to the die of a Severe Hit. Raises Unknown."""
    who = facts.actor
    strength = figure(facts, who, "StrB")
    case = case_of(facts.own)
    if case == "weapon":
        return max(strength, 0), figure(facts, who, "WSB"), half_up(figure(facts, who, "EL"))
    if facts.setting("severe.strb") == "clamp_bonus":
        strength = max(strength, 0)
    if case == "unarmed" and facts.own.hand_to_hand:
        return strength, half_up(figure(facts, who, "EL"))
    return (strength,)


def deadly_dice(strength: int) -> int:
    """YM-519: how many dice a Deadly Hit rolls: two, or StrB and one more."""
    return max(DEADLY_DICE, strength + 1)


def deadly_terms(facts: Facts) -> tuple[int, ...]:
    """YM-519: WSB (of a weapon only) and the whole EL, in one sum as the page's example has it."""
    weapon = figure(facts, facts.actor, "WSB") if case_of(facts.own) == "weapon" else 0
    return (weapon + figure(facts, facts.actor, "EL"),)


def miss(facts: Facts) -> Outcome:
    """YM-501: a Normal Failure misses; the page gives it nothing."""
    return nothing("YM-501", "YM-003", words="a miss")


def critical_failure(facts: Facts) -> Outcome:
    """YM-501: the target's attack skill burdens all checks of the attacker until his next turn, and the
    target may strike."""
    target = facts.against
    return (
        modifier(
            ("YM-501",),
            lambda: figure(facts, target, "attack_skill"),
            turn(facts.actor),
            of=facts.actor,
            source=target,
        ),
        opportunity("YM-501", by=target, against=facts.actor),
    )


def shield_hit(facts: Facts) -> Outcome:
    """YM-502, YM-503, YM-504: the defender chooses where; a shield takes the damage of a Hit, without one
    the armour counts once more."""
    target = facts.against
    clauses = ("YM-502", "YM-503")
    where = Choose(who=target, about="where", clauses=clauses)
    if facts.other.shield is None:
        blow = _unknown_blow(facts, f"1D{HIT_DIE[case_of(facts.own)]}", clauses)
        return where, ask(clauses, Unknown(target, "shield"), blow)
    if facts.other.shield:
        blocked = AskGm(
            question=f"What does the shield of {target} suffer?",
            key=f"shield breaks {target}",
            who=target,
            clauses=("YM-503",),
        )
        return where, _hit(facts, *clauses, "YM-505", armour=0, pool="shield"), blocked
    twice = facts.setting("shield_hit.no_shield") == "double_ac"
    default = facts.by_default("shield_hit.no_shield")
    return where, _hit(facts, "YM-502", "YM-504", armour=2 if twice else 1, default=default)


def hit(facts: Facts) -> Outcome:
    """YM-505, YM-506, YM-507, YM-508: 1D6 + StrB with natural weapons, 1D3 + half of it with bare hands,
    1D6 + StrB + WSB with a weapon."""
    clause = {"natural": "YM-506", "unarmed": "YM-507", "weapon": "YM-508"}[case_of(facts.own)]
    if facts.own.hand_to_hand and clause == "YM-507":
        return (_hit(facts, "YM-505", clause, "YM-509"),)
    return (_hit(facts, "YM-505", clause),)


def severe_hit(facts: Facts) -> Outcome:
    """YM-510, YM-511, YM-512, YM-513: a larger die, a negative StrB counted as 0, half EL where it counts."""
    case = case_of(facts.own)
    clauses = ("YM-510", {"natural": "YM-511", "unarmed": "YM-512", "weapon": "YM-513"}[case])
    weak = facts.own.StrB is not None and facts.own.StrB < 0
    return (
        _blow(
            facts,
            clauses,
            lambda: f"1D{SEVERE_DIE[case]}",
            lambda: severe_terms(facts),
            least=f"1D{SEVERE_DIE[case]}",
            default=weak and case != "weapon" and facts.by_default("severe.strb"),
        ),
    )


def deadly_hit(facts: Facts) -> Outcome:
    """YM-517, YM-518, YM-519: the target checks or leaves combat, everybody's attacks on it are easier and
    its own harder until the later next turn, and it takes many dice of damage."""
    target, actor = facts.against, facts.actor
    return (
        check(
            "attack skill",
            target,
            "deadly_check",
            "YM-517",
            against=actor,
            difficulty=opposed(facts, facts.own.OCV, facts.other.OCV),
            default=facts.by_default("difficulty.orientation"),
        ),
        *both_ways(("YM-518",), lambda: own_skill(facts), facts, both_turns(actor, target)),
        _blow(
            facts,
            ("YM-519",),
            lambda: f"{deadly_dice(figure(facts, actor, 'StrB'))}D{DEADLY_DIE}",
            lambda: deadly_terms(facts),
            least=f"{DEADLY_DICE}D{DEADLY_DIE}",
        ),
    )


RUNGS: Rungs = {
    "CF": critical_failure,
    "NF": miss,
    "BS": shield_hit,
    "NS": hit,
    "SS": severe_hit,
    "CS": deadly_hit,
}


def deadly_check(level: str, facts: Facts) -> Outcome:
    """YM-517: who fails the check of a Deadly Hit leaves combat."""
    if succeeds(level):
        return nothing("YM-517", words="stays in combat")
    return (State(who=facts.actor, flag="in_combat", value=False, clauses=("YM-517",)),)


def _hit(
    facts: Facts, *clauses: str, armour: int = 1, pool: str = "body", default: bool = False
) -> Consequence:
    die = HIT_DIE[case_of(facts.own)]
    dice = f"1D{die}"
    return _blow(facts, clauses, lambda: dice, lambda: hit_terms(facts), armour, pool, default, least=dice)


def _unknown_blow(facts: Facts, dice: str, clauses: tuple[str, ...], pool: str = "body") -> Hurt:
    """A blow of which nobody knows what is added to the dice."""
    return Hurt(who=facts.against, by=facts.actor, dice=dice, pool=pool, clauses=clauses)


def _blow(
    facts: Facts,
    clauses: tuple[str, ...],
    dice: Callable[[], str],
    terms: Callable[[], tuple[int, ...]],
    armour: int = 1,
    pool: str = "body",
    default: bool = False,
    *,
    least: str,
) -> Consequence:
    """Damage of a blow (of `least` dice, if nothing more is known), the Power Bonus with it where the outer
    action gives one."""

    def make() -> Consequence:
        extra = (figure(facts, facts.actor, "PB"),) if facts.power else ()
        return Hurt(
            who=facts.against,
            by=facts.actor,
            dice=dice(),
            terms=terms() + extra,
            armour=armour,
            pool=pool,
            clauses=clauses,
            default=default,
        )

    return known(clauses, make, _unknown_blow(facts, least, clauses, pool))
