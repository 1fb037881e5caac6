"""The default rulings of YiffieMon: each place where the Combat page is silent, broken or says two things.

A campaign changes them under `[settings]`, where the dots of a name are tables (`difficulty.orientation` or
`[settings.difficulty]`). Values only; what each one does is in the chapter of its clauses.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from calledshot.api import Setting

LEVELS = ("CF", "NF", "BS", "NS", "SS", "CS")
"""The names of the success levels, worst first: Critical and Normal Failure, But, Normal, Severe and
Critical Success."""

AS_NORMAL_ATTACK = "normal_attack"
"""The value of a speed that is not set by itself: as many Inits as a Normal Attack."""

SHORTEST = 0.05
"""Inits; a Normal Attack that took none could be made without end."""

Range = tuple[float, float]


def _ids(short: str) -> tuple[str, ...]:
    return tuple(f"YM-{number}" for number in short.split())


def _setting(
    name: str,
    default: str | float | bool,
    meaning: str,
    clauses: str,
    choices: str = "",
    numbers: Range | None = None,
) -> Setting:
    """`clauses` are their numbers; `choices` the words that may stand there."""
    return Setting(
        name=name,
        default=default,
        meaning=meaning,
        choices=tuple(choices.split()),
        clauses=_ids(clauses),
        numbers=numbers,
    )


def _speed(action: str, words: str, clauses: str) -> Setting:
    meaning = f"Inits that {words} takes, by default as many as a Normal Attack."
    return _setting(
        f"speed.{action}", AS_NORMAL_ATTACK, meaning, f"104 {clauses}", AS_NORMAL_ATTACK, numbers=(0, 100)
    )


SETTINGS: Mapping[str, Setting] = {
    setting.name: setting
    for setting in (
        # Checks
        _setting(
            "difficulty.orientation",
            "repaired",
            "A difficulty made of two combat values is the opponent's minus one's own, or as the page says.",
            "363 517 832 843 907 928",
            "repaired literal",
        ),
        _setting(
            "sign.rewards",
            "repaired",
            "What a success gives is taken off rolls, or added where the page says add.",
            "216 725 742 758 847 848",
            "repaired literal",
        ),
        _setting(
            "mirror.failures.NF",
            "NS",
            "What an attacker's Normal Failure is to the defender.",
            "406",
            "CF NF BS NS SS CS",
        ),
        _setting(
            "mirror.failures.CF",
            "CS",
            "What an attacker's Critical Failure is to the defender.",
            "406",
            "CF NF BS NS SS CS",
        ),
        # Turns and timing
        _setting(
            "turn.tie",
            "start_order",
            "Equal clocks: the order of the start of combat decides, or they act at once.",
            "105",
            "start_order simultaneous",
        ),
        _setting(
            "roll.when",
            "resolution",
            "A pending action is rolled when it resolves (an earlier roll is kept till then), or at once.",
            "108",
            "resolution declaration",
        ),
        _setting(
            "aoo.timing",
            "queued",
            "Attacks of Opportunity wait for their target's next turn unless their clause says at once,"
            " or all are immediate.",
            "107 322 364",
            "queued immediate",
        ),
        _setting(
            "aoo.hit_from",
            "BS",
            "The level from which an Attack of Opportunity hits and so stops a move.",
            "364 367",
            "BS NS",
        ),
        _setting(
            "speed.normal_attack",
            1.0,
            "Inits that a Normal Attack takes.",
            "104 728 920",
            numbers=(SHORTEST, 100),
        ),
        _speed("melee_assist", "a Melee Assist", ""),
        _speed("ranged_assist", "a Ranged Assist", ""),
        _speed("charge", "a Charge", ""),
        _speed("dive", "a Dive Attack", ""),
        _speed("heal", "treating somebody", "303 342"),
        _speed("threat_distance", "setting or changing a ranged threat distance", "211"),
        _speed("wait", "a Wait of no stated length", ""),
        # Threat
        _setting(
            "ranged.per_ammo",
            "both",
            "One piece of ammunition gives a level to attacker and defender, or to one of them.",
            "206 625",
            "both one",
        ),
        _setting(
            "ranged.threat_kind",
            "by_option",
            "The level a Ranged Assist gives is Threaten By 2 with option a and Combat Assist By with"
            " option b, or always Threaten By 2.",
            "206 626 627",
            "by_option always_tb2",
        ),
        _setting(
            "threat_distance.but",
            "nf",
            "A But Success on a threat distance counts as a Normal Failure, or as a Normal Success.",
            "211",
            "nf ns",
        ),
        # Bleeding and healing
        _setting(
            "healing.critical_removes_all",
            False,
            "A Critical Success on a Healing check removes all levels besides what it gives.",
            "307",
        ),
        _setting(
            "bleed1.formula",
            "divide",
            "Bleeding 1 is the turn's length divided by 1 + ConB, or the length plus ConB.",
            "313",
            "divide add",
        ),
        _setting(
            "bleed.fraction",
            "carry",
            "Broken Inits and points of bleeding are kept for the next turn, rounded up, or dropped.",
            "313 314 315",
            "carry ceil floor",
        ),
        _setting(
            "fatigue.when",
            "turn_end",
            "Fatigue Bleeding hurts once at the end of each own turn, or once for each Init of it.",
            "346 348 350",
            "turn_end per_init",
        ),
        _setting(
            "fatigue.dice",
            "written",
            "The dice of Fatigue Bleeding 1 and 3 are as written, or change places so that stage 3 is worst.",
            "346 350",
            "written reversed",
        ),
        # Conditions
        _setting(
            "off_footed.map",
            "repaired",
            "Off Footed makes every move check but Critical worse, or shifts it as the page has it.",
            "333 335",
            "repaired literal",
        ),
        _setting(
            "fd.forbids",
            "penalties",
            "Fighting Defensively forbids Threaten By 2 and Hampered By, or only Threaten By 2.",
            "201 353",
            "penalties tb2",
        ),
        _setting(
            "fd.drop.NS",
            1,
            "Levels of Fighting Defensively lost on a Normal Success of the Will check.",
            "358",
            numbers=(0, 99),
        ),
        _setting(
            "fd.drop.SS",
            1,
            "Levels of Fighting Defensively lost on a Severe Success of the Will check.",
            "358",
            numbers=(0, 99),
        ),
        _setting(
            "fd.drop.CS",
            1,
            "Levels of Fighting Defensively lost on a Critical Success of the Will check.",
            "358",
            numbers=(0, 99),
        ),
        _setting(
            "staggered.gate",
            "always",
            "Every staggered creature needs a Con check to act, or only after a Critical Failure of one.",
            "375",
            "always after_critical_failure",
        ),
        _setting(
            "staggered.loss",
            1.0,
            "Inits that pass when a staggered creature fails that check and loses its action.",
            "375",
            numbers=(0, 100),
        ),
        _setting(
            "stopped2.per",
            "turn",
            "Waiting takes one level of Stopped 2 for each turn not spent waiting, or for each Init waited.",
            "385",
            "turn init",
        ),
        # Attacks
        _setting(
            "shield_hit.no_shield",
            "double_ac",
            "A Shield Hit on somebody without a shield: the armour counts twice, or it is a plain Hit.",
            "504",
            "double_ac plain_hit",
        ),
        _setting(
            "severe.strb",
            "clamp_bonus",
            "In a Severe Hit a negative StrB counts as 0, or the total is not let fall below 0.",
            "511",
            "clamp_bonus clamp_total",
        ),
        # Assists
        _setting(
            "assist.normal",
            "both",
            "A Normal Success takes attackers' own and the assister's skill off, or the assister's only.",
            "606",
            "both actor_only",
        ),
        _setting(
            "assist.option_b",
            "bonus",
            "Option b of an assist helps the one it is given to, or hinders him.",
            "607",
            "bonus penalty",
        ),
        # Charge, Cross Their Guard, Dive
        _setting(
            "charge.but_gap",
            "attack",
            "The move check of a Charge's But Success, at But or Normal Success: the attack with Power"
            " Bonus, or nothing.",
            "706",
            "attack nothing",
        ),
        _setting(
            "guard.out_of_combat",
            "ask",
            "Crossing the guard of somebody out of combat: the PGM is asked, or one simply moves inside.",
            "727",
            "ask free",
        ),
        _setting(
            "guard.ranged_fail",
            "inside",
            "Who fails the move check at an archer's guard comes inside all the same, or stays outside.",
            "752",
            "inside outside",
        ),
        _setting(
            "dive.failures",
            "literal",
            "A failed Dive Attack still hurts its target, as the page has it, or misses.",
            "772 773 774",
            "literal miss",
        ),
        _setting(
            "restrict.no_move_after",
            True,
            "The broken sentence bars the actor from move actions until 1 Init after his next turn's end.",
            "776 779 780 781 909 930",
        ),
        # Moves
        _setting(
            "stop.voluntary_counts",
            False,
            "Ending a move by one's own choice gives the conditions of being stopped too.",
            "802 830",
        ),
        _setting(
            "stop.both",
            True,
            "Being stopped in a Normal Move gives Stopped 1 besides Stopped 2.",
            "802 830",
        ),
        _setting(
            "enter_area.roll",
            "always",
            "Entering an enemy's threat area needs its attack roll always, in a Run only, or never.",
            "820",
            "always run_only off",
        ),
        _setting(
            "advanced_move.resolve",
            "now",
            "Slide and Push resolve at once, as moves do, or at the actor's next turn.",
            "106 901 920",
            "now next_turn",
        ),
        _setting(
            "combat_move.ladder",
            "shared",
            "But to Critical Success of the check to stay in combat also serve the first check, or only the"
            " further ones.",
            "842 845 846 847 848",
            "shared further_only",
        ),
        _setting(
            "push.nf_sign",
            "repaired",
            "A pusher's failed move check helps attacks on him, or hinders them as the page has it.",
            "930",
            "repaired literal",
        ),
    )
}
"""Every setting, by chapter."""

AMBIGUITIES: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        f"Amb-{number:02}": _ids(clauses)
        for number, clauses in enumerate(
            (
                "363 517 832 843 907 928",
                "216 725 742 758 847 848",
                "105",
                "107 322 364",
                "206 625",
                "211",
                "307",
                "310 311 312",
                "313",
                "313 314 315",
                "333 335",
                "346 348 350",
                "201 353",
                "358",
                "375",
                "406",
                "504",
                "511",
                "606",
                "607",
                "609 781",
                "630",
                "706",
                "727",
                "729",
                "752",
                "772 773 774",
                "776 779 780 781 909 930",
                "802 830",
                "930",
                "104",
                "841",
                "108",
                "820",
                "106 901 920",
                "385",
                "206 626 627",
                "842 843 844 845 846 847 848",
                "364 367",
            ),
            start=1,
        )
    }
)
"""Each question the page leaves, by its id in `docs/yiffiemon-compliance.md`, with its clauses. A ruling of
one of them is a default ruling."""


def asked_in(clause: str) -> tuple[str, ...]:
    """The questions behind a clause's default rulings: ("Amb-09", "Amb-10") for YM-313."""
    return tuple(id for id, clauses in AMBIGUITIES.items() if clause in clauses)


def speed(settings: Mapping[str, Any], action: str) -> float:
    """YM-104, YM-728: the Inits that an action takes whose speed the page does not give. `action` is the
    part of its setting after the dot."""
    own = settings.get(f"speed.{action}", AS_NORMAL_ATTACK)
    if isinstance(own, int | float):
        return float(own)
    return float(settings.get("speed.normal_attack", SETTINGS["speed.normal_attack"].default))
