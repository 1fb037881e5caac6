"""Advance, retreat, and changing weapons (PAR-MOV-1, PAR-MOV-2, PAR-MOV-6)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from calledshot.api import Moved
from calledshot_parthos import attacks, book, calling, initiative, playing, rounds

if TYPE_CHECKING:
    from calledshot_parthos.fight import ParthosFight

REACH = 50.0  # feet: PAR-MOV-1, PAR-MOV-2


def change_weapon(fight: ParthosFight, who: str, weapon: str | None) -> None:
    fighter = fight.fighters[who]
    arm = book.weapon(fight.campaign, fighter, weapon)
    if arm is not None:
        fighter.in_hand = [arm.name]


def advance(fight: ParthosFight, who: str, target: str | None, feet: float | None) -> None:
    """Advance (PAR-MOV-1): to hand-to-hand range, unless the PGM's feet say otherwise."""
    scene = fight.scene
    now: str | None = None
    if target is not None and target != who:
        far = scene.feet_to(who, target)
        step = min(feet, REACH) if feet is not None else REACH
        if far is not None and far - step > 0:
            scene.set_range(who, target, "missile", far - step)
        else:
            scene.set_range(who, target, "hth", 0.0 if far is not None else None)
        now = scene.range_to(who, target)
        if fight.setting("advance_leaves"):
            for other in scene.engaged_with(who):
                if other != target and scene.side_of(other) != scene.side_of(who):
                    scene.set_range(who, other, "missile")
    fight.encounter.rule("movement", "advanced", who, target, clauses=("PAR-MOV-1",), range=now)


def retreat(fight: ParthosFight, who: str, target: str | None, feet: float | None) -> None:
    """Retreat (PAR-MOV-2): out of hand-to-hand range of all who were engaged, or of the one named."""
    scene = fight.scene
    step = min(feet, REACH) if feet is not None else REACH
    leave = [target] if target is not None else scene.engaged_with(who) or fight.opponents(who)
    if target is None and fight.setting("retreat_from") == "ask" and len(scene.engaged_with(who)) > 1:
        fight.encounter.ask_pgm(f"{who} retreats: from whom?", who, clauses=("PAR-MOV-2",), default=True)
    for other in leave:
        far = scene.feet_to(who, other)
        scene.set_range(who, other, "missile", far + step if far is not None else None)
    fight.encounter.rule(
        "movement",
        "retreated",
        who,
        target,
        clauses=("PAR-MOV-2",),
        default=target is None and len(leave) > 1,
        range="missile",
    )


def _mover(fight: ParthosFight, act: Moved) -> str | None:
    """Who has moved, where the words do not say: whose declared move it is, else whose turn it is."""
    action = "advance" if act.how == "advanced" else "retreat"
    due = [
        who
        for who, planned in initiative.queue(fight)
        if planned.move.action == action and planned.status == "pending" and fight.able(who)
    ]
    if act.target is not None:
        due = [who for who in due if who != act.target]
    return due[0] if due and fight.current not in due else fight.current


def moved(fight: ParthosFight, act: Moved) -> None:
    """The PGM says that somebody has moved."""
    calling.in_round(fight)
    round_ = fight.round
    if round_ is None:
        return
    who = act.who or _mover(fight, act)
    if who is None or round_.phase == "closed" or who not in fight.fighters:
        return
    if round_.phase != "action" and round_.inits:
        rounds.begin_action(fight)
    action = "advance" if act.how == "advanced" else "retreat"
    came = round_.untold.get(who)
    if came is not None and came.move.action == action and act.target in (None, came.target):
        fight.current = who
        return  # it tells of the move just played
    planned = next((p for p in round_.plan(who).moves if p.move.action == action), None)
    if planned is not None and planned.open:
        fight.current = who
        if planned.target is None and act.target is not None:
            planned.target = act.target
        fight.encounter.judge("move", who, ours=action, theirs=action, agrees=True, words=act)
        playing.play(fight, who, planned)
        return
    if planned is not None and planned.status == "done":
        return
    target = act.target or (attacks.guess_target(fight, who) if act.how == "advanced" else None)
    if act.how == "advanced":
        if target is not None and fight.scene.range_to(who, target) == "hth":
            return
        advance(fight, who, target, None)
    else:
        retreat(fight, who, act.target, None)
