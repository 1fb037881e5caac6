"""What a change of stamina brings: conditions, disrupted casts, lost moves (PAR-BLD, PAR-CAST-7)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from calledshot_parthos import initiative, rounds
from calledshot_parthos.fighter import Fighter
from calledshot_parthos.state import Attack, Planned, Status

if TYPE_CHECKING:
    from calledshot_parthos.fight import ParthosFight

UNCONSCIOUS, LIGHT, HEAVY, BRINK = 0, -10, -15, -20  # PAR-BLD-1 … 4: the best stamina of each condition
BLEEDING = frozenset({"light_bleeding", "heavy_bleeding", "brink"})
CLAUSE = {
    "able": "PAR-BLD-1",
    "unconscious": "PAR-BLD-1",
    "light_bleeding": "PAR-BLD-2",
    "heavy_bleeding": "PAR-BLD-3",
    "brink": "PAR-BLD-4",
    "dead": "PAR-BLD-4",
}


def condition_at(stamina: int) -> str:
    """The condition that a stamina gives (PAR-BLD-1 … PAR-BLD-4)."""
    if stamina > UNCONSCIOUS:
        return "able"
    if stamina > LIGHT:
        return "unconscious"
    if stamina > HEAVY:
        return "light_bleeding"
    return "heavy_bleeding" if stamina > BRINK else "brink"


def after_damage(fight: ParthosFight, victim: Fighter, attack: Attack | None) -> None:
    """Damage has been done: a new condition, casts disrupted, stabilisation ended (PAR-BLD-8)."""
    bleeds_again = victim.stabilised and bool(fight.setting("damage_ends_stabilisation"))
    if bleeds_again:
        victim.stabilised = False
    _disrupt(fight, victim, attack)
    if not update(fight, victim, attack) and bleeds_again and victim.condition is not None:
        fight.encounter.rule(
            "condition",
            victim.condition,
            victim.name,
            clauses=("PAR-BLD-8", CLAUSE[victim.condition]),
            default=True,
            stamina=victim.stamina,
            why="no longer stable",
        )


def update(
    fight: ParthosFight, fighter: Fighter, attack: Attack | None = None, why: str | None = None
) -> bool:
    """Bring the condition in line with the stamina; says so if it changed, and answers whether it did."""
    if fighter.stamina is None or fighter.condition == "dead":
        return False
    old = fighter.condition or "able"
    new = condition_at(fighter.stamina)
    if new == old:
        return False
    enter(fight, fighter, new, attack, why)
    return True


def enter(
    fight: ParthosFight, fighter: Fighter, new: str, attack: Attack | None = None, why: str | None = None
) -> None:
    """Somebody comes into another condition."""
    old = fighter.condition or "able"
    fighter.condition = new
    if new == "brink" and old != "brink":
        fighter.brink_rounds = 0
    if new in ("able", "unconscious", "dead"):
        fighter.stabilised = False
    outcome = "conscious" if new == "able" else new
    fight.encounter.rule(
        "condition", outcome, fighter.name, clauses=(CLAUSE[new],), stamina=fighter.stamina, why=why
    )
    if new == "able":
        return
    round_ = fight.round
    if round_ is not None and old == "able":
        round_.events.append(("falls", fighter.name))
    if old == "able":
        loses_moves(fight, fighter.name, new.replace("_", " "), attack)
    rounds.check_over(fight)


def loses_moves(fight: ParthosFight, who: str, why: str, attack: Attack | None = None) -> None:
    """The unconscious and the dead lose what they had still to do (PAR-INIT-9)."""
    round_ = fight.round
    if round_ is None:
        return
    plan = round_.plans.get(who)
    for planned in plan.moves if plan is not None else ():
        if planned.open and attack is not None and attack.planned is not None:
            planned.at_once = initiative.simultaneous(fight, (attack.who, attack.planned), (who, planned))
    fight.requests = [
        request
        for request in fight.requests
        if request.who != who
        or request.what == "save"
        or (
            request.attack is not None
            and request.attack.planned is not None
            and request.attack.planned.at_once
        )
    ]
    for index, planned in enumerate(plan.moves if plan is not None else ()):
        if planned.open and not planned.at_once:
            _mark(attack, planned)
            planned.status, planned.why = "lost", why
            if not planned.candidate:
                fight.encounter.rule(
                    "move",
                    "lost",
                    who,
                    planned.target,
                    clauses=("PAR-INIT-9",),
                    at=planned.at,
                    index=index,
                    action=planned.move.action,
                    why=why,
                )


def _mark(attack: Attack | None, planned: Planned) -> None:
    if attack is not None:
        status: Status = planned.status
        attack.undone.append((planned, status, planned.why))


def _disrupt(fight: ParthosFight, victim: Fighter, attack: Attack | None) -> None:
    """Injured before the cast's place in the order: disrupted, spell lost, PP kept (PAR-CAST-7)."""
    round_ = fight.round
    if round_ is None or round_.phase == "closed":
        return
    plan = round_.plans.get(victim.name)
    for index, planned in enumerate(plan.moves if plan is not None else ()):
        if planned.open and planned.move.action == "cast" and not planned.candidate:
            _mark(attack, planned)
            planned.status, planned.why = "lost", "disrupted"
            spell = planned.move.spell
            fight.encounter.rule(
                "cast",
                "disrupted",
                victim.name,
                planned.target,
                clauses=("PAR-CAST-7",),
                pp=victim.pp,
                points=None,
                stamina=victim.stamina,
                spell=spell.name if spell is not None else None,
                at=planned.at,
                index=index,
            )


def restore(fight: ParthosFight, victim: Fighter, attack: Attack) -> None:
    """Give back what a blow had cost that the PGM does not grant."""
    for planned, status, why in attack.undone:
        planned.status, planned.why = status, why
    attack.undone.clear()
    if victim.stamina is None:
        return
    new = condition_at(victim.stamina)
    if new != (victim.condition or "able"):
        victim.condition = new
        fight.encounter.rule(
            "condition",
            "conscious" if new == "able" else new,
            victim.name,
            clauses=("PGM-1",),
            stamina=victim.stamina,
            why="the blow is taken back",
        )
    if fight.over == "won" and not fight.over_by_pgm and new == "able":
        fight.over = None
        record = fight.encounter.record
        if record is not None:
            record.outcome = record.winner = None
