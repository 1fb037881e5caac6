"""Items and healing, from the call to what they do (PAR-ITEM, PAR-HEAL, PAR-BLD-5 … PAR-BLD-7)."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from calledshot.api import Points
from calledshot_parthos import book, calling, harm, initiative, legality, playing, rounds
from calledshot_parthos.fighter import Fighter
from calledshot_parthos.state import Planned, Request

if TYPE_CHECKING:
    from calledshot_parthos.fight import ParthosFight

SWALLOWED = frozenset({"mundane_potion", "magical_potion", "herb"})  # PAR-HEAL-1
SURFACED = -9  # PAR-BLD-6: from here on somebody recovers as merely unconscious

DOWN = frozenset({"unconscious", "light_bleeding", "heavy_bleeding", "brink"})
OTHERS = re.compile(r"\b(?:him|her|them|his|their|the (?:bleeding|blood|wounds?))\b", re.IGNORECASE)
"""Words for a patient who is not the speaker."""
HEALED_LATELY = 4
"""Messages after a healing within which its points may still be spoken of."""


def item(fight: ParthosFight, who: str, planned: Planned) -> None:
    """An item is used (PAR-ITEM-1)."""
    fighter = fight.fighters[who]
    own = book.item(fight.campaign, fighter, planned.move.instrument)
    name = own.name if own is not None else planned.move.instrument
    if own is not None and own.charges is not None:
        fighter.left[own.name] = fighter.left.get(own.name, own.charges) - 1
    fight.encounter.rule(
        "item",
        "done",
        who,
        planned.target,
        clauses=("PAR-ITEM-1",),
        pp=fighter.pp,
        points=None,
        stamina=None,
        item=name,
        left=fighter.left.get(name) if name is not None else None,
    )
    heals = own.heals if own is not None else None
    if heals is None:
        heals = book.heals(fight.campaign, planned.move.instrument)
    if heals is not None and heals is not False:
        patient = planned.target or who
        kind = _kind(fight, fighter, planned) or "mundane_potion"
        heal_by(fight, who, patient, heals, kind, planned, "heal", ("PAR-ITEM-1",))
    elif own is None or own.kind not in ("potion", "herb"):
        fight.encounter.ask_pgm(
            f"{who} uses {name or 'an item'}: what comes of it?", who, clauses=("PAR-ITEM-1",)
        )


def _patient(fight: ParthosFight, who: str, planned: Planned) -> str:
    """Who is healed: who is named, else the healer, unless he is unhurt by all that is known and the one who
    bleeds is meant ("stop the bleeding", "bandage him")."""
    if planned.target is not None:
        return planned.target
    healer = fight.fighters[who]
    hurt = healer.stamina is not None and healer.stamina != healer.sheet.stamina_max
    down = [name for name, one in fight.fighters.items() if name != who and one.condition in DOWN]
    if hurt or len(down) != 1 or OTHERS.search(planned.move.text) is None:
        return who
    return down[0]


def heal_move(fight: ParthosFight, who: str, planned: Planned) -> None:
    """Heal injuries by skill, herb or potion (PAR-HEAL-1)."""
    patient = _patient(fight, who, planned)
    fighter = fight.fighters[who]
    own = book.item(fight.campaign, fighter, planned.move.instrument)
    heals: bool | int | str | None = own.heals if own is not None else None
    if own is not None and own.charges is not None:
        fighter.left[own.name] = fighter.left.get(own.name, own.charges) - 1
    kind = _kind(fight, fighter, planned) or "first_aid"
    heal_by(fight, who, patient, heals if heals is not None else True, kind, planned, "heal", ("PAR-HEAL-1",))


def _kind(fight: ParthosFight, fighter: Fighter, planned: Planned) -> str | None:
    """The kind of help a move gives (PAR-BLD-5)."""
    now = legality.Standing(
        fighter, fight.scene, fight.campaign, called=True, condition_of=fight.condition_of
    )
    return legality.items.kind_of_help(planned.move, now)


def heal_by(
    fight: ParthosFight,
    who: str,
    patient: str,
    heals: bool | int | str,
    kind: str,
    planned: Planned,
    ruling: str,
    clauses: tuple[str, ...],
) -> None:
    """Healing of a known number, by dice, or of a number the PGM must give."""
    victim = fight.join(patient)
    number = book.number(heals) if not isinstance(heals, bool) else None
    if kind in SWALLOWED and victim.condition not in (None, "able"):
        fight.healing, fight.draught = (who, patient, kind), number
        fight.encounter.ask_pgm(
            f"{patient} is unconscious and cannot swallow by himself: does {who} get it down?",
            who,
            clauses=("PAR-HEAL-1",),
            default=True,
        )
        return
    if number is not None:
        give(fight, victim, number, who, kind, clauses)
        return
    fight.healing = (who, patient, kind)
    if isinstance(heals, str):
        fight.ask_dice(
            Request(who, "healing", heals, planned=planned, patient=patient), patient, clauses=clauses
        )
        return
    fight.encounter.ask_pgm(f"{who} heals {patient}: how many points?", who, clauses=clauses)


def rolled(fight: ParthosFight, request: Request, total: int) -> None:
    healing = fight.healing
    kind = healing[2] if healing is not None else "magical_healing"
    victim = fight.join(request.patient or request.who)
    give(fight, victim, total, request.who, kind, ("PAR-HEAL-1",))


def give(
    fight: ParthosFight,
    patient: Fighter,
    points: int,
    by: str | None,
    kind: str,
    clauses: tuple[str, ...] = ("PAR-HEAL-1",),
) -> None:
    """Points of healing reach somebody (PAR-BLD-6): up to the maximum; the bleeding stop bleeding."""
    if by is not None and by != patient.name:
        fight.scene.befriend(by, patient.name)
    was = patient.condition or "able"
    before = patient.stamina
    if before is not None:
        most = patient.sheet.stamina_max
        patient.stamina = before + points if most is None else max(before, min(before + points, most))
    fight.last_changed = patient.name
    fight.healing = fight.draught = None
    fight.encounter.rule(
        "heal",
        "done",
        by,
        patient.name,
        clauses=(*clauses, "PAR-BLD-5", "PAR-BLD-6") if was != "able" else clauses,
        pp=None,
        points=points,
        stamina=patient.stamina,
        before=before,
        by=kind,
    )
    if was not in harm.BLEEDING:
        harm.update(fight, patient)
        return
    if patient.stamina is not None and patient.stamina >= SURFACED:
        harm.update(fight, patient)
        return
    if patient.stamina is not None:
        patient.condition = harm.condition_at(patient.stamina)
    fight.drop_requests(patient.name, "save")
    if not patient.stabilised:
        patient.stabilised = True
        fight.encounter.rule(
            "condition", "stabilised", patient.name, clauses=("PAR-BLD-6",), stamina=patient.stamina, why=None
        )


def healed_by_word(fight: ParthosFight, act: Points) -> None:
    """The PGM gives the points healed; a healing move still to come has then come."""
    just = _just_called(fight) if act.who is None else None
    if just is None:
        _comes_now(fight, act.who)
    pending = fight.healing
    who = act.who or just or (pending[1] if pending is not None else fight.last_changed)
    if who is None:
        return
    patient = fight.join(who)
    if pending is not None and act.who in (None, pending[0], pending[1]):
        patient = fight.join(pending[1])
        fight.requests = [r for r in fight.requests if r.what != "healing"]
        fight.encounter.judge("heal", patient.name, ours=None, theirs=act.amount, agrees=None, words=act)
        give(fight, patient, act.amount, pending[0], pending[2])
        return
    last = next(
        (r for r in reversed(fight.encounter.rulings[-12:]) if r.kind == "heal" and r.target == who), None
    )
    if last is not None and last.values.get("points") is not None:
        ours = last.values["points"]
        agrees = ours == act.amount
        effect = None if agrees else f"{abs(act.amount - ours)} stamina"
        fight.encounter.judge(
            "heal", who, ours=ours, theirs=act.amount, agrees=agrees, words=act, effect=effect
        )
        if not agrees and not fight.encounter.by_the_book and patient.stamina is not None:
            patient.stamina += act.amount - ours
            harm.update(fight, patient)
        return
    fight.encounter.judge("heal", who, ours=None, theirs=act.amount, agrees=None, words=act)
    give(fight, patient, act.amount, None, "magical_healing", ("PGM-3",))


def _just_called(fight: ParthosFight) -> str | None:
    """Whom the spell, draught or help reaches that this very message has called: "you cast Knit on yourself:
    6 back"."""
    here = fight.encounter.event.seq
    for ruling in reversed(fight.encounter.rulings[-8:]):
        if ruling.seq == here and ruling.kind == "cast" and ruling.outcome == "done":
            return ruling.target or ruling.combatant
    return None


def swallowed(fight: ParthosFight) -> bool:
    """The PGM lets an unconscious patient get a draught down; false where none is in question."""
    if fight.healing is None or fight.draught is None:
        return False
    who, patient, kind = fight.healing
    points, fight.draught = fight.draught, None
    give(fight, fight.join(patient), points, who, kind)
    return True


def awaited(fight: ParthosFight, patient: str, left: int) -> bool:
    """Whether the PGM, by reading somebody's stamina as more than it was, answers what a healing was asked
    about: that the draught went down, or how many points it gives."""
    if fight.healing is None or fight.healing[1] != patient:
        return False
    stamina = fight.fighters[patient].stamina
    if stamina is None or left <= stamina:
        return False
    if fight.draught == left - stamina:
        return swallowed(fight)
    healed_by_word(fight, Points(what="healing", amount=left - stamina, who=patient, text=fight.heard))
    return True


def _comes_now(fight: ParthosFight, patient: str | None) -> None:
    round_ = fight.round
    if round_ is not None and round_.phase in ("declare", "initiative") and round_.inits:
        rounds.begin_action(fight)
    if round_ is None or round_.phase != "action" or fight.healing is not None:
        return
    for who, planned in initiative.queue(fight):
        if planned.status != "pending" or not _heals(fight, planned) or not fight.able(who):
            continue
        if patient is None or patient in (planned.target or who, who):
            playing.play(fight, who, planned)
            return


def explained(fight: ParthosFight, who: str, planned: Planned, patient: str, left: int) -> bool:
    """Play the help now due where the PGM reads its patient's stamina as more than it was: the difference is
    what it heals."""
    due = calling.first(fight)
    stamina = fight.fighters[patient].stamina
    if due is None or due[1] is not planned or planned.status != "pending" or planned.move.action == "cast":
        return False
    if not _heals(fight, planned) or patient != (planned.target or who) or stamina is None or left <= stamina:
        return False
    playing.play(fight, who, planned)
    if fight.healing is None:
        return False
    points = Points(what="healing", amount=left - stamina, who=patient, text=fight.heard)
    healed_by_word(fight, points)
    return True


def agrees(fight: ParthosFight, act: Points) -> bool:
    """Whether points without more words are those of the healing just done: "6, Rook at -2"."""
    last = next(
        (one for one in reversed(fight.encounter.rulings[-6:]) if one.kind in ("heal", "damage")), None
    )
    if (
        last is None
        or last.kind != "heal"
        or last.outcome != "done"
        or last.values.get("points") != act.amount
    ):
        return False
    now = fight.encounter.event.seq
    if act.who not in (None, last.target) or last.seq is None or last.seq < now - HEALED_LATELY:
        return False
    healed_by_word(fight, act)
    return True


def comes_due(fight: ParthosFight, act: Points) -> bool:
    """Points that are those of the help now due: the message names who gives or gets it. True if so."""
    round_ = fight.round
    if round_ is None or fight.healing is not None:
        return False
    due = calling.first(fight)
    if due is None or due[1].status != "pending" or not _heals(fight, due[1]):
        return False
    who, planned = due
    patient = planned.target or who
    named = {*fight.named, *([act.who] if act.who is not None else [])}
    if not named & {who, patient} or act.who not in (None, who, patient):
        return False
    if round_.phase != "action":
        rounds.begin_action(fight)
    playing.play(fight, who, planned)
    if fight.healing is None:
        return False
    healed_by_word(fight, act)
    return True


def _heals(fight: ParthosFight, planned: Planned) -> bool:
    move = planned.move
    if move.action == "heal":
        return True
    name = move.spell.name if move.spell is not None else move.instrument
    return move.action in ("cast", "item") and book.heals(fight.campaign, name) not in (None, False)
