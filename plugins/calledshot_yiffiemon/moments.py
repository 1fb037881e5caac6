"""What can end a modifier: the moments of a YiffieMon fight, all made here, and their words.

Chapters build the terms of effects from these (with `later` and `first` of the api); the fight lets them
happen. Nothing is decided here.
"""

from __future__ import annotations

from calledshot.api import Moment, Until, later

Term = Moment | Until


def turn(who: str) -> Moment:
    """The next turn of `who` begins."""
    return ("turn", who)


def both_turns(one: str, other: str) -> Until:
    """The later of both next turns."""
    return later(turn(one), turn(other))


def leaves_area(who: str, of: str) -> Moment:
    """`who` leaves the threat area of `of`."""
    return ("leaves_area", who, of)


def leaves_guard(who: str, of: str) -> Moment:
    """`who` is no longer within the guard distance of `of`."""
    return ("leaves_guard", who, of)


def leaves_combat(who: str) -> Moment:
    return ("leaves_combat", who)


def new_assist(who: str) -> Moment:
    """`who` makes another assist, melee or ranged."""
    return ("new_assist", who)


def own_attack(who: str) -> Moment:
    """`who` makes an attack that is no Action of Opportunity."""
    return ("own_attack", who)


def own_attack_later(who: str) -> Moment:
    """`who` makes such an attack in a later turn than the one in which this began."""
    return ("own_attack_later", who)


def next_attack(who: str) -> Moment:
    """`who` has made his next attack roll, of whatever kind."""
    return ("next_attack", who)


def skill_success(who: str) -> Moment:
    """`who` makes an attack skill check with at least a But Success."""
    return ("skill_success", who)


def skill_severe(who: str, weapon: str = "") -> Moment:
    """`who` makes a check of the skill with at least a Severe Success."""
    return ("skill_severe", who, weapon)


def skill_disaster(who: str, weapon: str = "") -> Moment:
    """`who` makes a check of the skill with a Critical Failure."""
    return ("skill_disaster", who, weapon)


def distance_success(who: str, weapon: str = "") -> Moment:
    """`who` makes a threat distance check with at least a Normal Success."""
    return ("distance_success", who, weapon)


def con_failed(who: str) -> Moment:
    return ("con_failed", who)


def steady(who: str) -> Moment:
    """`who` is no longer staggered."""
    return ("steady", who)


def acts_otherwise(who: str) -> Moment:
    """`who` takes an action without a Healing check on himself."""
    return ("acts_otherwise", who)


def whole_action_without(who: str, condition: str) -> Moment:
    """A full action of `who` passes without the condition (Bleeding, FatigueBleeding: any stage)."""
    return ("whole_action_without", who, condition)


def move_over(who: str) -> Moment:
    """The move action that `who` is making ends."""
    return ("move_over", who)


def action_over(who: str) -> Moment:
    """The action that `who` is making, all that follows within it included, is no longer going on."""
    return ("action_over", who)


def init_without_move(who: str) -> Moment:
    """`who` has spent one consecutive Init outside of move actions."""
    return ("init_without_move", who)


def opportunity_over(who: str, against: str) -> Moment:
    """The Action of Opportunity that `who` has taken is resolved (YM-110)."""
    return ("opportunity_over", who, against)


def gone(who: str) -> Moment:
    """`who` is dead or out of the fight: every term that waits for him is over (YM-004)."""
    return ("gone", who)


_WORDS = {
    "turn": "{0} next turn",
    "leaves_area": "{0} leaves area of {1}",
    "leaves_guard": "{0} leaves guard of {1}",
    "leaves_combat": "{0} leaves combat",
    "new_assist": "{0} makes a new assist",
    "own_attack": "{0} makes a non-opportunity attack",
    "own_attack_later": "{0} makes a non-opportunity attack in a later turn",
    "next_attack": "{0} next attack",
    "skill_success": "{0} makes a success on an attack skill check",
    "skill_severe": "a Severe+ success of {0}",
    "skill_disaster": "a Critical Failure of {0} with the skill",
    "distance_success": "a threat-distance success of {0}",
    "con_failed": "{0} fails a Con check",
    "steady": "{0} is no longer staggered",
    "acts_otherwise": "{0} does something other than heal himself",
    "whole_action_without": "a full action of {0} without {1}",
    "move_over": "the move of {0} ends",
    "action_over": "the action of {0} is over",
    "init_without_move": "{0} has spent 1 Init outside move actions",
    "opportunity_over": "the opportunity of {0} on {1} is resolved",
    "gone": "{0} is gone",
}


def words(until: Term | None) -> str:
    """A term in words: "Ann next turn", "later of both next turns"."""
    if until is None:
        return "the end of the fight"
    if isinstance(until, tuple):
        name, *people = until
        return _WORDS.get(name, name.replace("_", " ")).format(*people, "", "")
    if until.kind == "later" and len(until.of) == 2 and all(_is_turn(one) for one in until.of):
        return "later of both next turns"
    parts = [words(one) for one in until.of]
    if until.kind == "first":
        return "first of (" + "; ".join(parts) + ")" if len(parts) > 1 else parts[0]
    return "later of (" + "; ".join(parts) + ")"


def _is_turn(term: Term) -> bool:
    return isinstance(term, tuple) and term[0] == "turn"
