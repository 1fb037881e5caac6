"""Every ladder of the Combat page by its key: a level and the facts go in, what follows comes out.

Keys are what `Check.ladder` and `Standing.ladder` name. Nothing is rolled or remembered here.

Some events have no level and are functions of the chapters: `footing.leaving`, `footing.entered`,
`footing.falling`, `moving.stopped`, `staggered.gained`, `staggered.turn_ends`, `staggered.acting`,
`defence.take_up`, `defence.drop`, `guard.out_of_combat`, `pushing.into_wall`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from calledshot_yiffiemon import (
    assists,
    attack,
    charge,
    defence,
    dive,
    footing,
    guard,
    healing,
    moving,
    pushing,
    reaching,
    running,
    sliding,
    staggered,
)
from calledshot_yiffiemon.facts import Facts
from calledshot_yiffiemon.rungs import Outcome, Rungs, read

Ladder = Callable[[str, Facts], Outcome]


def _of(rungs: Rungs) -> Ladder:
    return lambda level, facts: read(rungs, level, facts)


LADDERS: Mapping[str, Ladder] = {
    # What every check of a kind brings, besides its own ladder: attack skill checks (an attack roll is one
    # for both sides), move checks, Con checks (footing.skill_check, off_footed_move, staggered.con_check);
    # the last two are read with the level as rolled
    "every_skill_check": footing.skill_check,
    "every_move_check": footing.off_footed_move,
    "every_con_check": staggered.con_check,
    # A failed move check in combat, of any kind (YM-840): read with the level as used
    "failed_move": moving.failed_move,
    # Attacks: the roll, and the target's check against a Deadly Hit
    "attack": _of(attack.RUNGS),
    "deadly_check": attack.deadly_check,
    # Assists: the roll; what a target in the area (or entering it) gets; spending a round
    "melee_assist": _of(assists.MELEE),
    "melee_assist_area": _of(assists.MELEE_AREA),
    "ranged_assist": _of(assists.RANGED),
    "ranged_assist_area": _of(assists.RANGED_AREA),
    "ranged_assist_spend": assists.spend,
    # Charge: the roll, the move check of a But Success, that of a Critical Failure
    "charge": _of(charge.RUNGS),
    "charge_move": _of(charge.MOVE),
    "charge_fall": _of(charge.FALL),
    # Cross Their Guard: the dodge check and its attack roll; at an archer's, the move and the skill check
    "cross_guard": _of(guard.MELEE),
    "cross_guard_attack": _of(guard.MELEE_ATTACK),
    "archer_guard": _of(guard.RANGED),
    "archer_guard_attack": _of(guard.RANGED_ATTACK),
    # Dive Attack: what it costs the actor whatever the roll (first, and once), the roll, its Con check
    "dive_start": dive.start,
    "dive": _of(dive.RUNGS),
    "dive_con": _of(dive.CON),
    # Moves
    "run": _of(running.RUNGS),
    "run_dex": _of(running.DEX),
    "terrain": moving.terrain,
    "spot": _of(moving.SPOT),
    "enter_area": _of(moving.ENTRY),
    "stay_in_combat": moving.stay,
    "stay_further": _of(moving.FURTHER),
    "guard_duty": moving.guard_duty,
    # Slide and Push: the roll, the move check of a But Success; terrain while sliding; the pivot; the check
    # of a target pushed too fast (which is its actor)
    "slide": _of(sliding.RUNGS),
    "slide_move": _of(sliding.MOVE),
    "slide_terrain": sliding.terrain,
    "slide_terrain_again": sliding.terrain_again,
    "push": _of(pushing.RUNGS),
    "push_move": _of(pushing.MOVE),
    "push_pivot": pushing.pivot,
    "push_fast": pushing.swept_along,
    # Healing; treating oneself: the Int check before it and the Will check it allows
    "heal": healing.heal,
    "self_heal_int": healing.self_heal_int,
    "self_heal_will": healing.self_heal_will,
    # Conditions
    "drop_defence": defence.drop_check,
    "blunder_leave": _of(footing.BLUNDER),
    "off_guard_enter": _of(footing.OFF_GUARD),
    "prone": footing.prone,
    "stagger_gain": staggered.gain_check,
    "stagger_turn": staggered.turn_check,
    "stagger_gate": staggered.gate,
    # A ranged threat distance
    "threat_distance": reaching.distance_check,
}
