"""Ranged threat distance: what an attack skill check makes of it, a new one or a step from the one in force.

Lengths are the weapon's; melee distances are `threat`.
"""

from __future__ import annotations

from calledshot.api import first
from calledshot_yiffiemon.consequences import Consequence, Note, Reach
from calledshot_yiffiemon.facts import Facts, amount
from calledshot_yiffiemon.moments import distance_success, leaves_combat, skill_disaster, skill_severe
from calledshot_yiffiemon.rungs import Outcome, Rungs, modifier, own_skill, read

BANDS = ("Short", "Med", "Long", "Extreme")
"""The ranges of a weapon, nearest first."""


def step(band: str, by: int) -> str:
    """A range so many steps longer (shorter below 0), within the four there are."""
    at = BANDS.index(band) + by
    return BANDS[max(0, min(at, len(BANDS) - 1))]


def new_band(facts: Facts, plain: str, by: int) -> str:
    """The plain range of the level; a step from the one in force, where only the distance is to change."""
    if facts.changing and facts.band in BANDS:
        return step(facts.band, by)
    return plain


def falls_short(facts: Facts) -> Outcome:
    """YM-212: Med, or a step shorter; the failure amount burdens all checks of the skill until a success at
    this or at least a Severe Success with it."""
    weapon = facts.weapon or ""
    return (
        _reach(facts, new_band(facts, "Med", -1), "YM-212"),
        modifier(
            ("YM-212",),
            lambda: amount(facts),
            first(distance_success(facts.actor, weapon), skill_severe(facts.actor, weapon)),
            of=facts.actor,
            check=facts.weapon or "attack skill",
            source=facts.actor,
        ),
    )


def stays(facts: Facts) -> Outcome:
    """YM-213: Med, or unchanged."""
    return (_reach(facts, new_band(facts, "Med", 0), "YM-213"),)


def reaches_out(facts: Facts) -> Outcome:
    """YM-214: Long, or a step longer."""
    return (_reach(facts, new_band(facts, "Long", 1), "YM-214"),)


def reaches_far(facts: Facts) -> Outcome:
    """YM-215: at least Extreme; more is the GM's to grant."""
    return (_reach(facts, "Extreme", "YM-215"),)


def reaches_surely(facts: Facts) -> Outcome:
    """YM-216: Extreme, and his attack skill eases all checks of the skill (the page says add) until a
    Critical Failure with it or until he leaves combat."""
    weapon = facts.weapon or ""
    sign = 1 if facts.setting("sign.rewards") == "literal" else -1
    return (
        _reach(facts, "Extreme", "YM-216"),
        modifier(
            ("YM-216",),
            lambda: sign * own_skill(facts),
            first(skill_disaster(facts.actor, weapon), leaves_combat(facts.actor)),
            of=facts.actor,
            check=facts.weapon or "attack skill",
            source=facts.actor,
            default=facts.by_default("sign.rewards"),
        ),
    )


RUNGS: Rungs = {
    "CF": falls_short,
    "NF": stays,
    "NS": reaches_out,
    "SS": reaches_far,
    "CS": reaches_surely,
}


def distance_check(level: str, facts: Facts) -> Outcome:
    """YM-211: the page has no But Success: by our default a Normal Failure."""
    if level != "BS":
        return read(RUNGS, level, facts)
    used = "NS" if facts.setting("threat_distance.but") == "ns" else "NF"
    note: Consequence = Note(
        words=f"counts as {used}",
        clauses=("YM-211",),
        default=facts.by_default("threat_distance.but"),
    )
    return (*read(RUNGS, used, facts), note)


def _reach(facts: Facts, band: str, clause: str) -> Consequence:
    return Reach(who=facts.actor, band=band, clauses=(clause,))
