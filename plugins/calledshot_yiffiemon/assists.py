"""Melee Assist and Ranged Assist: what each level gives, how long it lasts, and whom it does not help.

Not for when an assist resolves, nor for the ammunition of threatening without an assist (YM-206).
"""

from __future__ import annotations

from calledshot.api import Effect, first, later
from calledshot_yiffiemon.consequences import (
    Choose,
    Consequence,
    Gain,
    Opportunity,
    Refuse,
    Spend,
    Standing,
)
from calledshot_yiffiemon.facts import Facts, amount, known
from calledshot_yiffiemon.moments import (
    Term,
    leaves_area,
    leaves_combat,
    new_assist,
    own_attack,
    own_attack_later,
    turn,
)
from calledshot_yiffiemon.rungs import Outcome, Rungs, modifier, nothing, own_skill

ASSIST = "assist"
"""The name of every modifier that an assist gives, by which YM-602 knows it."""

ASSISTS = frozenset({"melee_assist", "ranged_assist"})
"""The actions that are assists."""

COUNTS_AS_ATTACK = {"melee_assist": False, "ranged_assist": True}
"""YM-601, YM-620: whether the action is an attack."""

SIDES = ("attacker", "defender")
"""Those whom a spent round can bear on, in the order they are read."""


def ignored(effect: Effect, roller: str, action: str | None) -> bool:
    """YM-602, YM-622: nobody has the bonus of his own assist on an assist; on other attack rolls he has."""
    return effect.name == ASSIST and effect.source == roller and action in ASSISTS


# -- Melee Assist -------------------------------------------------------------------------------------


def opens_guard(facts: Facts) -> Outcome:
    """YM-604: one Attack of Opportunity on the actor, for whoever threatens him and takes it first."""
    return _for_threateners(facts, "YM-604")


def helps_for_a_turn(facts: Facts) -> Outcome:
    """YM-605: attacks on any target in the area are easier by the actor's skill until his next turn."""
    return (*_turn_help(facts), _newcomers(facts, "BS", turn(facts.actor), "YM-605"))


def helps_on(facts: Facts) -> Outcome:
    """YM-606: attackers take their own skill and the actor's off, with the long ending."""
    return (*_skill_help(facts), _newcomers(facts, "NS", _while_assisting(facts, "YM-606"), "YM-606"))


def helps_greatly(facts: Facts) -> Outcome:
    """YM-607, YM-608: for each target, attacks on it are easier or its own checks are, by skill and amount;
    and an Attack of Opportunity with the same bonus on one target in the area."""
    return _great_help(facts, "SS", ("YM-607", "YM-608"))


def helps_best(facts: Facts) -> Outcome:
    """YM-609: the text is that of a Severe Success."""
    return _great_help(facts, "CS", ("YM-609", "YM-609"))


MELEE: Rungs = {
    "CF": opens_guard,
    "BS": helps_for_a_turn,
    "NS": helps_on,
    "SS": helps_greatly,
    "CS": helps_best,
}

MELEE_AREA: Rungs = {
    "BS": lambda facts: _turn_help(facts),
    "NS": lambda facts: _skill_help(facts),
    "SS": lambda facts: _choices(facts, "YM-607"),
    "CS": lambda facts: _choices(facts, "YM-609"),
}
"""What a target gets that is in the area, or enters it later (`Facts.in_area`)."""


# -- Ranged Assist ------------------------------------------------------------------------------------


def opens_archer(facts: Facts) -> Outcome:
    """YM-624: as YM-604."""
    return _for_threateners(facts, "YM-624")


def rounds_to_spend(facts: Facts, level: str, clause: str) -> Outcome:
    """YM-625, YM-628, YM-631: from now on he may spend a round on any attack against somebody in his area.
    The page sets no end to that: it lasts while he keeps the assist up, as what it gives does."""
    return (
        Standing(
            who=facts.actor,
            on="attack",
            ladder="ranged_assist_spend",
            level=level,
            amount=facts.amount,
            action=facts.action,
            until=_while_assisting(facts, clause),
            clauses=(clause,),
        ),
    )


def ranged_best(facts: Facts) -> Outcome:
    """YM-634: as a Melee Assist's best, without ammunition."""
    return _great_help(facts, "CS", ("YM-634", "YM-634"), "ranged_assist_area")


RANGED: Rungs = {
    "CF": opens_archer,
    "BS": lambda facts: rounds_to_spend(facts, "BS", "YM-625"),
    "NS": lambda facts: rounds_to_spend(facts, "NS", "YM-628"),
    "SS": lambda facts: rounds_to_spend(facts, "SS", "YM-631"),
    "CS": ranged_best,
}

RANGED_AREA: Rungs = {"CS": lambda facts: _choices(facts, "YM-634")}
"""YM-634: what a target gets that is in the area, or enters it later."""

SPENDING: dict[str, tuple[str, dict[str, str]]] = {
    "BS": ("YM-625", {"attacker": "YM-626", "defender": "YM-627"}),
    "NS": ("YM-628", {"attacker": "YM-629", "defender": "YM-630"}),
    "SS": ("YM-631", {"attacker": "YM-632", "defender": "YM-633"}),
}
"""The clause of spending at each level, and of what it does to whom."""


def spend(level: str, facts: Facts) -> Outcome:
    """YM-625..633: a round is spent on an attack in the area, to bear on its attacker and its defender: each
    with option a (attacks on him are easier) or b (his own attack skill checks are). What was chosen for
    neither is asked; who is named alone is the only one."""
    if level not in SPENDING:
        return nothing("YM-003")
    clause, bearing = SPENDING[level]
    sides = [side for side in SIDES if getattr(facts, side) is not None]
    named = [side for side in sides if side in facts.choices] or sides
    one_each = facts.setting("ranged.per_ammo") == "one"
    rounds = len(named) if one_each else 1
    if facts.own.ammo is not None and facts.own.ammo < rounds:
        return (Refuse(who=facts.actor, reason="no ammunition", clauses=(clause,)),)
    spent = Spend(
        who=facts.actor,
        rounds=rounds,
        clauses=(clause,),
        default=len(sides) > 1 and facts.by_default("ranged.per_ammo"),
    )
    out: list[Consequence] = [spent]
    for side in named:
        out += _borne(level, facts, side, (clause, bearing[side]))
    return tuple(out)


def _borne(level: str, facts: Facts, side: str, clauses: tuple[str, ...]) -> Outcome:
    """YM-626, YM-627, YM-629, YM-630, YM-632, YM-633: what a round does to one of the two."""
    options = {option: _option(level, facts, side, option, clauses) for option in ("a", "b")}
    chosen = facts.choices.get(side)
    if chosen in options:
        return options[chosen]
    return (Choose(who=facts.actor, about=side, options=options, clauses=clauses),)


def _option(level: str, facts: Facts, side: str, option: str, clauses: tuple[str, ...]) -> Outcome:
    who = str(getattr(facts, side))
    until: Term = turn(who)
    if level != "BS":
        ends = first(leaves_area(who, facts.actor), new_assist(facts.actor), own_attack(facts.actor))
        until = later(turn(who), ends)
    kind = "TB2"
    if option == "b" and facts.setting("ranged.threat_kind") == "by_option":
        kind = "CAB"
    grows = level == "SS" and side == "attacker" and option == "a"  # YM-632; the defender's does not, YM-633
    return (
        Gain(
            who=who,
            condition=kind,
            source=facts.actor,
            until=until,
            clauses=clauses,
            default=facts.by_default("ranged.threat_kind"),
        ),
        modifier(
            clauses,
            lambda: -(own_skill(facts) + (amount(facts) if grows else 0)),
            until,
            of=who if option == "b" else None,
            check="attack skill" if option == "b" else "attack",
            against=who if option == "a" else None,
            source=facts.actor,
            name=ASSIST,
            group=f"ranged assist {facts.action}" if facts.action else None,
            default=clauses[-1] == "YM-630",
        ),
    )


# -- What both share ----------------------------------------------------------------------------------


def _for_threateners(facts: Facts, clause: str) -> Outcome:
    if not facts.threateners:
        return nothing(clause, words="nobody threatens him")
    return (Opportunity(by=facts.threateners, against=facts.actor, passes_on=False, clauses=(clause,)),)


def _turn_help(facts: Facts) -> Outcome:
    return tuple(
        modifier(
            ("YM-605",),
            lambda: -own_skill(facts),
            turn(facts.actor),
            check="attack",
            against=target,
            source=facts.actor,
            name=ASSIST,
            details={"area": facts.actor},
        )
        for target in facts.in_area
    )


def _skill_help(facts: Facts) -> Outcome:
    both = facts.setting("assist.normal") == "both"
    return tuple(
        modifier(
            ("YM-606",),
            lambda: -own_skill(facts),
            later(turn(target), first(leaves_area(target, facts.actor), _while_assisting(facts, "YM-606"))),
            check="attack",
            against=target,
            source=facts.actor,
            name=ASSIST,
            default=facts.by_default("assist.normal"),
            details={"plus": "attack_skill"} if both else None,
        )
        for target in facts.in_area
    )


def _while_assisting(facts: Facts, clause: str) -> Term:
    """How long the actor keeps it up: a new assist, an attack that is no opportunity, and leaving combat
    end it; at YM-606 and YM-634 no attack within the same turn."""
    attack = own_attack_later if clause in ("YM-606", "YM-634") else own_attack
    return first(new_assist(facts.actor), attack(facts.actor), leaves_combat(facts.actor))


def _great_help(
    facts: Facts, level: str, clauses: tuple[str, str], area: str = "melee_assist_area"
) -> Outcome:
    given, chance = clauses
    return (
        *_choices(facts, given),
        _newcomers(facts, level, _while_assisting(facts, given), given, area),
        *_chance(facts, chance),
    )


def _choices(facts: Facts, clause: str) -> Outcome:
    """YM-607: for each target in the area the chosen option, or the choice."""
    out: list[Consequence] = []
    for target in facts.in_area:
        options = {option: (_chosen(facts, target, option, clause),) for option in ("a", "b")}
        chosen = facts.choices.get(target)
        if chosen in options:
            out += options[chosen]
        else:
            out.append(Choose(who=facts.actor, about=target, options=options, clauses=(clause,)))
    return tuple(out)


def _chosen(facts: Facts, target: str, option: str, clause: str) -> Consequence:
    hinders = option == "b" and facts.setting("assist.option_b") == "penalty"
    worth = 1 if hinders else -1
    return modifier(
        (clause,),
        lambda: worth * (own_skill(facts) + amount(facts)),
        later(turn(target), first(leaves_area(target, facts.actor), _while_assisting(facts, clause))),
        of=target if option == "b" else None,
        check="attack skill" if option == "b" else "attack",
        against=target if option == "a" else None,
        source=facts.actor,
        name=ASSIST,
        group=_group(facts, target),
        default=clause == "YM-609" or (option == "b" and facts.by_default("assist.option_b")),
    )


def _chance(facts: Facts, clause: str) -> Outcome:
    """YM-608: an Attack of Opportunity on one target in the area, with the bonus."""

    def on(target: str) -> Consequence:
        return known(
            (clause,),
            lambda: Opportunity(
                by=(facts.actor,),
                against=target,
                passes_on=False,
                mod=-(own_skill(facts) + amount(facts)),
                group=_group(facts, target),
                clauses=(clause,),
            ),
        )

    chosen = facts.choices.get("opportunity")
    if chosen in facts.in_area:
        return (on(str(chosen)),)
    likely = [target for target in facts.in_area if facts.choices.get(target) != "b"]  # b is for an ally
    if len(likely) <= 1:
        return tuple(on(target) for target in likely or facts.in_area[:1])
    options = {target: (on(target),) for target in likely}
    return (Choose(who=facts.actor, about="opportunity", options=options, clauses=(clause,)),)


def _group(facts: Facts, target: str) -> str | None:
    """The bonus of one assist for one target, which an attack has once however it comes by it."""
    return f"assist {facts.action} {target}" if facts.action else None


def _newcomers(
    facts: Facts, level: str, until: Term, clause: str, ladder: str = "melee_assist_area"
) -> Consequence:
    """Who enters the area later gets the same."""
    return Standing(
        who=facts.actor,
        on="enter",
        ladder=ladder,
        level=level,
        amount=facts.amount,
        action=facts.action,
        until=until,
        clauses=(clause,),
    )
