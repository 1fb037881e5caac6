"""Attacks: what a to-hit roll needs, and what it did (PAR-HIT, PAR-CALL, PAR-FUM).

The PGM's word on it is `verdicts`; what a hit does is `damage`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from calledshot.api import Act, Event, Penalty
from calledshot_parthos import book
from calledshot_parthos.state import Attack, Planned, Request

if TYPE_CHECKING:
    from calledshot_parthos.fight import ParthosFight

ALWAYS_HITS, ALWAYS_MISSES = 1, 100  # PAR-HIT-2
STRUCK = frozenset({"hit", "critical"})
WORD = re.compile(r"[^\W\d_]{2}")


def guess_target(fight: ParthosFight, who: str) -> str | None:
    """The target of an attack that names none: the one opponent, the one the PGM has just named, or the one
    at hand-to-hand range."""
    others = fight.opponents(who)
    if len(others) == 1:
        return others[0]
    if fight.sent_at.get(who) in others:
        return fight.sent_at[who]
    named = [other for other in fight.named if other in others and other != who]
    if len(named) == 1:
        return named[0]
    plan = fight.round.plans.get(who) if fight.round is not None else None
    for planned in reversed(plan.moves if plan is not None else ()):
        if planned.status in ("illegal", "unavailable") and planned.target in others:
            return planned.target  # what the page would not allow, and the PGM plays on with
    if fight.aimed.get(who) in others:
        return fight.aimed[who]
    near = [other for other in fight.scene.engaged_with(who) if other in others]
    return near[0] if len(near) == 1 else None


def begin(fight: ParthosFight, who: str, target: str | None, planned: Planned | None) -> Attack:
    """An attack is called: make it ready and ask for the to-hit roll."""
    attack = make(fight, who, target, planned)
    fight.ask_dice(Request(who, "to_hit", attack=attack), target, clauses=_clauses(attack))
    return attack


def _clauses(attack: Attack) -> tuple[str, ...]:
    return ("PAR-HIT-1", "PAR-CALL-3") if attack.penalties else ("PAR-HIT-1",)


def make(fight: ParthosFight, who: str, target: str | None, planned: Planned | None) -> Attack:
    round_ = fight.round
    assert round_ is not None
    round_.acted = True
    if not fight.announcing:
        fight.current = who
    if target is not None:
        fight.join(target)
        round_.targeted.append((who, target))
        fight.aimed[who] = target
    fighter = fight.fighters[who]
    named = planned.move.instrument if planned is not None else None
    if planned is not None and planned.move.action == "unarmed":
        attack = Attack(who, target, planned, None)
        attack.kind = "unarmed"
    else:
        arm = book.weapon(fight.campaign, fighter, named) if named else _in_hand(fight, who, planned, target)
        attack = Attack(who, target, planned, arm.name if arm is not None else named)
        attack.bc = arm.bc if arm is not None else None
        attack.kind = _kind(fight, attack, arm, planned)
        if attack.kind == "missile" and planned is not None:
            attack.thrown = book.is_thrown(arm, planned.move.text)
        if arm is not None and attack.kind == "melee" and fighter.in_hand is not None and arm.carried:
            fighter.in_hand = [arm.name]
    attack.needed = _needed(fight, attack)
    round_.attacks.append(attack)
    if not fight.announcing:
        fight.last_attack = attack
    return attack


def _in_hand(fight: ParthosFight, who: str, planned: Planned | None, target: str | None) -> book.Arm | None:
    """The weapon meant where none is named: the one in hand that fits, else the only one that fits."""
    fighter = fight.fighters[who]
    arms = book.carried(fight.campaign, fighter)
    wanted = planned.move.action if planned is not None else "attack"
    if wanted == "attack" and target is not None:
        near = fight.scene.range_to(who, target)
        wanted = {"hth": "melee", "missile": "missile"}.get(near or "", "attack")
    fits = [a for a in arms if wanted == "attack" or a.kind in (wanted, "both", None)] or arms
    held = [a for a in fits if fighter.in_hand and a.name in fighter.in_hand]
    for group in (held, fits):
        if len(group) == 1:
            return group[0]
    return held[0] if held else None


def _kind(fight: ParthosFight, attack: Attack, arm: book.Arm | None, planned: Planned | None) -> str | None:
    if planned is not None and planned.move.action in ("melee", "missile"):
        return planned.move.action
    if arm is not None and arm.kind in ("melee", "missile"):
        return arm.kind
    near = fight.scene.range_to(attack.who, attack.target) if attack.target is not None else None
    if near == "hth":
        return "melee"
    if near == "missile" and arm is not None and arm.kind == "both":
        return "missile"
    return "melee" if arm is not None and arm.kind == "both" and near is None else None


def _needed(fight: ParthosFight, attack: Attack) -> int | None:
    """CA after flat penalties (PAR-HIT-1, PAR-CALL-3, PAR-MOV-5, PAR-MOV-10); None where any part of it is
    unknown."""
    fighter = fight.fighters[attack.who]
    attack.penalties = []
    attack.penalty_unknown = False
    stated = fight.penalties.pop(attack.who, None)
    shot = attack.planned.move.called_shot if attack.planned is not None else None
    victim = fight.fighters.get(attack.target) if attack.target is not None else None
    helpless = victim is not None and victim.condition not in (None, "able")
    if stated is not None:
        attack.penalties.append(("PGM", stated))
    elif shot is not None and not helpless:  # PAR-CALL-5
        points, _ = book.penalty_for_part(fight.campaign, shot.part)
        if points is None:
            points = shot.penalty
        if points is None:
            attack.penalty_unknown = True
            fight.encounter.ask_pgm(
                f"{attack.who} aims at {shot.part}: what is the CA penalty?",
                attack.who,
                clauses=("PAR-CALL-3",),
            )
        else:
            attack.penalties.append((shot.part, points))
    if attack.kind == "missile" and stated is None:
        _while_engaged(fight, attack)
    if attack.kind == "unarmed" and stated is None:
        _unarmed(fight, attack)
    if fighter.sheet.ca is None or attack.penalty_unknown:
        return None
    return fighter.sheet.ca + sum(points for _, points in attack.penalties)


def _while_engaged(fight: ParthosFight, attack: Attack) -> None:
    near = [
        other
        for other in fight.scene.engaged_with(attack.who)
        if other != attack.target
        and fight.able(other)
        and fight.scene.side_of(other) != fight.scene.side_of(attack.who)
    ]
    if not near:
        return
    points = book.rulebook(fight.campaign).missile_while_engaged
    _flat(fight, attack, "engaged", points, f"shoots while {near[0]} is on him", "PAR-MOV-5")


def _unarmed(fight: ParthosFight, attack: Attack) -> None:
    fighter = fight.fighters[attack.who]
    if book.has_skill(fighter, "Martial Arts"):
        return
    victim = fight.fighters.get(attack.target) if attack.target is not None else None
    if victim is None or victim.in_hand == [] or (victim.in_hand is None and not victim.known):
        return  # nothing shows that the opponent is armed
    if victim.in_hand is None:
        return
    points = book.rulebook(fight.campaign).unarmed_penalty
    _flat(fight, attack, "unarmed", points, "is unarmed against an armed opponent", "PAR-MOV-10")


def _flat(fight: ParthosFight, attack: Attack, label: str, points: int | None, why: str, clause: str) -> None:
    """A flat CA penalty of the campaign's; the PGM is asked for it where the campaign gives none."""
    if points is not None:
        attack.penalties.append((label, -abs(points)))
        return
    attack.penalty_unknown = True
    fight.encounter.ask_pgm(f"{attack.who} {why}: what is the CA penalty?", attack.who, clauses=(clause,))


def penalty(fight: ParthosFight, act: Penalty) -> None:
    """The PGM's own number for a penalty wins (PAR-CALL-3, PAR-CALL-4)."""
    waiting = next((r.who for r in fight.requests if r.what == "to_hit"), None)
    who = act.who or (fight.current if fight.owes(fight.current or "") else waiting) or fight.current
    if who is None or fight.round is None or fight.heard.rstrip(" )").endswith("?"):
        return
    attack = next(
        (r.attack for r in fight.requests if r.who == who and r.what == "to_hit" and r.attack), None
    )
    here, amount = fight.encounter.event.seq, act.amount
    if act.what is not None and fight.penalty_said is not None and fight.penalty_said[:2] == (here, who):
        amount += fight.penalty_said[2]  # "-50 for the throat and -20 for the dark" (PAR-CALL-4)
    fight.penalty_said = (here, who, amount)
    fight.penalties[who] = amount
    if attack is not None:
        before = attack.needed
        attack.needed = _needed(fight, attack)
        agrees = True if before == attack.needed else None
        fight.encounter.judge("penalty", who, ours=before, theirs=amount, agrees=agrees, words=act)


def to_hit(fight: ParthosFight, attack: Attack, event: Event) -> None:
    """A to-hit roll (PAR-HIT-1, PAR-HIT-2)."""
    assert event.roll is not None
    fight.encounter.note_roll(event, attack.who, "to_hit", counted=True)
    fight.last_attack, fight.current = attack, attack.who
    attack.roll, attack.event = event.roll.total, event
    shows_range(fight, attack)
    attack.ours = attack.outcome = decide(attack.roll, attack.needed, equal=bool(fight.setting("equal_hits")))
    if attack.thrown:
        _thrown(fight, attack)
    if attack.outcome is None:
        fight.encounter.cannot_check("whether attacks hit: CA is not known", attack.who)
        return
    rule_attack(fight, attack)
    follow(fight, attack)


def decide(roll: int, needed: int | None, *, equal: bool = True) -> str | None:
    """hit, critical, miss or fumble; None where the CA is not known and the die alone does not decide."""
    if roll == ALWAYS_HITS:
        return "critical"
    if roll == ALWAYS_MISSES:
        return "fumble"
    if needed is None:
        return None
    return "hit" if roll < needed or (equal and roll == needed) else "miss"


def rule_attack(fight: ParthosFight, attack: Attack) -> None:
    clauses: tuple[str, ...] = ("PAR-HIT-2",) if attack.outcome in ("critical", "fumble") else ("PAR-HIT-1",)
    if attack.planned is not None and attack.planned.move.called_shot is not None:
        clauses = (*clauses, "PAR-CALL-3")
    fight.encounter.rule(
        "attack",
        attack.outcome or "",
        attack.who,
        attack.target,
        clauses=clauses,
        default=clauses[0] == "PAR-HIT-1",
        roll=attack.roll,
        needed=attack.needed,
        weapon=attack.weapon,
        penalties=[[label, points] for label, points in attack.penalties],
    )


def follow(fight: ParthosFight, attack: Attack) -> None:
    """What a decided roll calls for: damage dice, or a roll on the table of critical misses."""
    if attack.struck:
        if attack.target is not None and fight.round is not None:
            fight.round.events.append(("hit", attack.target))
        fight.ask_dice(
            Request(attack.who, "damage", attack=attack),
            attack.target,
            clauses=("PAR-DMG-1", "PAR-DMG-4") if attack.outcome == "critical" else ("PAR-DMG-1",),
        )
        return
    if attack.planned is not None:
        attack.planned.status = "done"
    if attack.outcome == "fumble":
        fight.ask_dice(Request(attack.who, "fumble", attack=attack), clauses=("PAR-FUM-1",))


def fumbled(fight: ParthosFight, request: Request, event: Event) -> None:
    """The roll on the table of critical misses (PAR-FUM-1)."""
    assert event.roll is not None
    fight.encounter.note_roll(event, request.who, "fumble", counted=True)
    effect = book.critical_miss(fight.campaign, event.roll.total)
    ruling = fight.encounter.rule(
        "fumble",
        "rolled",
        request.who,
        clauses=("PAR-FUM-1",),
        roll=event.roll.total,
        effect=effect,
        needs_pgm=effect is None,
    )
    if ruling.values.get("effect") is None:  # a house rule may have put one in
        fight.encounter.ask_pgm(
            f"{request.who} rolled {event.roll.total} on the table of critical misses: what happens?",
            request.who,
            clauses=("PAR-FUM-1",),
        )
        fight.fumbled = request.who


def mishap(fight: ParthosFight, text: str, acts: Sequence[Act]) -> None:
    """The PGM tells what comes of a critical miss, in the words before what else he says: kept (PGM-3)."""
    who = fight.fumbled
    if not acts and len(text.split()) < 2:
        return  # "ouch"
    fight.fumbled = None
    said = text[: min((act.column for act in acts), default=len(text) + 1) - 1]
    if who is None or WORD.search(said) is None or "?" in said:
        return
    words = said.strip(" .,;:!()")
    start = said.index(words[0]) + 1
    fight.encounter.find(
        "PGM-3", f"the PGM, of {who}'s critical miss: “{words[:120]}”", who, span=(start, start + len(words))
    )


def shows_range(fight: ParthosFight, attack: Attack) -> None:
    """A blow that is rolled for shows the range, where nobody has verdicts.said it."""
    if attack.target is None or fight.scene.range_to(attack.who, attack.target) is not None:
        return
    if attack.kind in ("melee", "unarmed"):
        fight.scene.set_range(attack.who, attack.target, "hth")
    elif attack.kind == "missile":
        fight.scene.set_range(attack.who, attack.target, "missile")


def _thrown(fight: ParthosFight, attack: Attack) -> None:
    """A thrown weapon is gone (PAR-MOV-12)."""
    fighter = fight.fighters[attack.who]
    arm = book.weapon(fight.campaign, fighter, attack.weapon)
    if arm is None or not arm.carried or fight.setting("thrown_weapon") == "back":
        return
    left = book.remaining(fighter, arm)
    fighter.left[arm.name] = max((left if left is not None else 1) - 1, 0)
