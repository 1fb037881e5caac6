"""Spells, powers and magical items as they are played: begun, done, ruined (CN-316, CN-500 to CN-511).

In which slot one takes effect is `casting`'s, into the queue it comes by `deeds`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from calledshot.api import Event
from calledshot_combat_notes import (
    book,
    casting,
    deeds,
    playing,
    questions,
    slots,
    striking,
)
from calledshot_combat_notes.schema import Item, Spell
from calledshot_combat_notes.state import Attack, Casting, Deed, Fighter, Plan

if TYPE_CHECKING:
    from calledshot_combat_notes.fight import NotesFight


def begin(fight: NotesFight, fighter: Fighter, plan: Plan) -> None:
    """A plan that casts or prepares begins to: from Very Fast of this round on.

    CN-500, CN-506, CN-511.
    """
    round_ = fight.round
    assert round_ is not None
    if plan.move.action == "cast":
        name, time = deeds.spell_time(fight, fighter, plan)
        needed = casting.rounds(time, fight.settings) if time is not None else 1
        fighter.casting = Casting(
            spell=name,
            target=plan.move.target,
            plan=plan,
            first=fight.count,
            last=fight.count + needed - 1,
        )
        fighter.failed_spell = None
        if needed > 1:
            _take_out(fight, plan)
        if time is None:
            fight.encounter.cannot_check("the phase of a spell: its casting time is not known", fighter.name)
    elif plan.move.action == "psionic":
        _, rounds = deeds.power_time(fight, fighter, plan)
        if rounds is not None and rounds > 1:
            _take_out(fight, plan)
            fight.preparing[fighter.name] = (plan, fight.count + rounds - 1)


def _take_out(fight: NotesFight, plan: Plan) -> None:
    """It will not be done this round."""
    round_ = fight.round
    assert round_ is not None
    round_.queue = [deed for deed in round_.queue if deed.plan is not plan]


def go_on(fight: NotesFight) -> None:
    """What was begun in an earlier round and is finished in this one comes into the queue.

    CN-506, CN-511.
    """
    round_ = fight.round
    assert round_ is not None
    for fighter in fight.fighters.values():
        spell = fighter.casting
        new = round_.plans.get(fighter.name)
        if spell is not None and spell.first < fight.count and not spell.failed:
            if new is not None and new.move.action not in ("cast", "face"):
                given_up(fight, spell.plan)
            elif spell.last == fight.count:
                if new is not None:
                    round_.plans.pop(fighter.name)
                _finish(fight, fighter, spell.plan, "spell")
        prepared = fight.preparing.get(fighter.name)
        if prepared is not None:
            plan, last = prepared
            if new is not None and new.move.action not in ("psionic", "face"):
                del fight.preparing[fighter.name]
            elif last == fight.count:
                del fight.preparing[fighter.name]
                if new is not None:
                    round_.plans.pop(fighter.name)
                _finish(fight, fighter, plan, "psionic")


def _finish(fight: NotesFight, fighter: Fighter, plan: Plan, kind: str) -> None:
    round_ = fight.round
    assert round_ is not None
    made = deeds.build(fight, fighter, plan)
    for deed in made:
        if deed.kind == kind:
            round_.queue.append(deed)
    round_.plans.setdefault(fighter.name, plan)


def given_up(fight: NotesFight, plan: Plan) -> None:
    """A casting or preparation is broken off."""
    fighter = fight.fighters.get(plan.who)
    if fighter is not None and fighter.casting is not None and fighter.casting.plan is plan:
        fighter.casting = None
    if fight.preparing.get(plan.who, (None, 0))[0] is plan:
        del fight.preparing[plan.who]


def casts_at(fight: NotesFight, fighter: Fighter, attack: Attack) -> bool:
    """Whether somebody is casting when an attack strikes, by the places of both in the round.

    CN-500, CN-507.
    """
    spell, round_ = fighter.casting, fight.round
    if spell is None or spell.failed or round_ is None or round_.phase != "action":
        return False
    if spell.last > fight.count or not attack.place:
        return True
    effect = _effect_place(fight, spell)
    return effect is None or attack.place < effect


def _effect_place(fight: NotesFight, spell: Casting) -> tuple[int, ...] | None:
    deed = next((one for one in spell.plan.deeds if one.kind == "spell"), None)
    return playing.place(fight, deed) if deed is not None else None


# -- effects --------------------------------------------------------------------------------------


def cast(fight: NotesFight, deed: Deed) -> None:
    """A spell takes effect, if nothing has ruined it.

    CN-501, CN-508.
    """
    fighter = fight.fighters[deed.who]
    spell = fighter.casting
    if spell is None or spell.failed:
        deed.status = "cancelled"
        playing.advance(fight)
        return
    known = book.spell(spell.spell, fighter.sheet, book.rulebook(fight.campaign))
    fighter.casting, fighter.last_spell = None, spell
    fight.encounter.rule(
        "cast",
        "done",
        fighter.name,
        deed.move.target,
        clauses=tuple(dict.fromkeys(("CN-501", _row(fight, fighter, deed)))),
        spell=spell.spell,
        slot=slots.name(deed.slot),
        effect=known.effect if known is not None else None,
    )
    _effect(fight, fighter, deed, known)


def _row(fight: NotesFight, fighter: Fighter, deed: Deed) -> str:
    _, time = deeds.spell_time(fight, fighter, deed.plan)
    if time is None:
        return "CN-501"
    row = casting.row(time, fight.settings)
    if time[1] != "segments":
        return "CN-506"
    return {2: "CN-503", 3: "CN-504", 4: "CN-505", 5: "CN-506"}.get(row, "CN-503")


def _effect(fight: NotesFight, fighter: Fighter, deed: Deed, known: Spell | Item | None) -> None:
    """Dice of a spell or item that harms or heals; without any it is over."""
    if known is not None and known.damage is not None:
        attack = Attack(
            who=fighter.name,
            target=deed.move.target,
            kind="spell",
            deed=deed,
            outcome="hit",
            ours="hit",
            confirmed=True,
            place=playing.place(fight, deed),
            round=fight.count,
        )
        deed.attack = attack
        if fight.round is not None:
            fight.round.attacks.append(attack)
        fight.last_attack = attack
        if isinstance(known.damage, int):
            attack.dice_total = known.damage
            striking.settle(fight, attack)
            striking.check_over(fight, attack)
            return
        attack.damage_dice = known.damage
        fight.ask_dice(
            fighter.name, "damage", known.damage, target=deed.move.target, attack=attack, deed=deed
        )
        return
    if known is None or (known.damage is None and known.heals is None):
        fight.undiced[fighter.name] = deed
    if known is not None and known.heals is not None and not isinstance(known.heals, int):
        fight.ask_dice(
            fighter.name,
            "healing",
            known.heals,
            target=deed.move.target,
            deed=deed,
            details={"repairs": bool(known.repairs_critical)},
        )
        return
    if known is not None and isinstance(known.heals, int):
        heal(fight, fighter, deed.move.target or fighter.name, known.heals, bool(known.repairs_critical))
    playing.done(fight, deed)


def dice_told(fight: NotesFight, who: Sequence[str], event: Event) -> bool:
    """Dice of a spell or item of which nothing says that it has any: kept until the DM says what they do."""
    name = next((one for one in who if one in fight.undiced), None)
    if name is None or event.roll is None:
        return False
    deed = fight.undiced.pop(name)
    attack = Attack(
        who=name,
        target=deed.move.target,
        kind="spell",
        deed=deed,
        outcome="hit",
        confirmed=True,
        place=playing.place(fight, deed),
        round=fight.count,
        dice_total=event.roll.total,
        latest=event.seq,
    )
    if fight.round is not None:
        fight.round.attacks.append(attack)
    fight.last_attack = attack
    fight.encounter.note_roll(event, name, "damage", counted=True)
    return True


def heal(fight: NotesFight, fighter: Fighter, target: str, points: int, repairs: bool) -> None:
    """Points come back; an injury of a critical hit stays unless the magic is meant for it.

    CN-628.
    """
    patient = fight.join(target)
    before = patient.hp
    if before is not None:
        most = patient.sheet.hp_max
        patient.hp = before + points if most is None else max(before, min(most, before + points))
        if patient.hp > 0 and patient.down == "down":
            patient.down = None
    left = [one for one in patient.injuries if one.needs_repair_spell and not repairs]
    gone = len(patient.injuries) - len(left)
    patient.injuries = left
    clauses = ("CN-628",) if left or gone else ()
    fight.encounter.rule(
        "heal",
        "done",
        fighter.name,
        patient.name,
        clauses=clauses,
        points=points,
        before=before,
        hp=patient.hp,
        injuries=len(left),
        repaired=gone,
    )
    if left:
        questions.ask(
            fight,
            "healing",
            "CN-628",
            f"the injury of {patient.name} stays without magic meant for it; does this healing do?",
            patient.name,
            once=f"{patient.name} {len(left)}",
        )


def manifest(fight: NotesFight, deed: Deed) -> None:
    """A psionic power takes effect.

    CN-510, CN-511.
    """
    fighter = fight.fighters[deed.who]
    name, rounds = deeds.power_time(fight, fighter, deed.plan)
    known = book.power(name, fighter.sheet, book.rulebook(fight.campaign))
    fight.encounter.rule(
        "psionic",
        "done",
        fighter.name,
        deed.move.target,
        clauses=("CN-511",) if rounds else ("CN-510",),
        power=name,
        slot=slots.name(deed.slot),
        effect=known.effect if known is not None else None,
    )
    playing.done(fight, deed)


def use(fight: NotesFight, deed: Deed) -> None:
    """A magical item works.

    CN-316.
    """
    fighter = fight.fighters[deed.who]
    known = book.item(deed.move.instrument or "", fighter.sheet, book.rulebook(fight.campaign))
    fight.encounter.rule(
        "item",
        "done",
        fighter.name,
        deed.move.target,
        clauses=("CN-316",),
        default=True,
        item=deed.move.instrument,
        slot=slots.name(deed.slot),
        effect=known.effect if known is not None else None,
    )
    _effect(fight, fighter, deed, known)


# -- ruined ---------------------------------------------------------------------------------------


def spoil(fight: NotesFight, target: Fighter, attack: Attack | None) -> None:
    """Somebody who casts is hurt: the spell fails, if the damage comes before it in the order.

    CN-508; the setting is `spell.same_phase`.
    """
    spell = target.casting
    if spell is None and fight.setting("spell.same_phase") == "always_ruins":
        spell = _just_cast(fight, target, attack)
    if spell is None or spell.failed:
        return
    effect = _effect_place(fight, spell) if spell.last == fight.count else None
    how = str(fight.setting("spell.same_phase"))
    place = attack.place if attack is not None else ()
    if place and effect is not None and not casting.ruined(place, effect, how):
        return
    _fail(fight, target, spell, "damage")
    if attack is not None:
        attack.spoiled.append(target.name)


def _just_cast(fight: NotesFight, target: Fighter, attack: Attack | None) -> Casting | None:
    """The spell that somebody finished in the very phase in which he is struck."""
    spell = target.last_spell
    if spell is None or spell.last != fight.count or attack is None or not attack.place:
        return None
    effect = _effect_place(fight, spell)
    return spell if effect is not None and effect[0] == attack.place[0] else None


def _fail(fight: NotesFight, fighter: Fighter, spell: Casting, why: str) -> None:
    spell.failed = True
    fighter.casting = None
    fighter.failed_spell = True
    fighter.lost_spell = spell
    for deed in spell.plan.deeds:
        if deed.kind == "spell" and deed.open:
            deed.status = "cancelled"
    lost = str(fight.setting("spell.failed_is_lost")).casefold()
    fight.encounter.rule(
        "cast",
        "failed",
        fighter.name,
        spell.target,
        clauses=("CN-508",),
        default=lost != "ask",
        spell=spell.spell,
        why=why,
        lost={"true": True, "false": False}.get(lost),
    )
    if lost == "ask":
        questions.ask(
            fight,
            "spell",
            "CN-508",
            f"is the ruined spell {spell.spell} used up?",
            fighter.name,
            once=f"{fighter.name} {spell.spell} {fight.count}",
            default=True,
        )


def interrupted(fight: NotesFight, fighter: Fighter) -> None:
    """An interruption without damage, by the DM's word.

    CN-508.
    """
    spell = fighter.casting
    if spell is not None and not spell.failed:
        _fail(fight, fighter, spell, "interruption")


def restore(fight: NotesFight, target: Fighter, attack: Attack) -> None:
    """The blow that ruined a spell is taken back: the casting goes on."""
    if target.name not in attack.spoiled or target.lost_spell is None:
        return
    attack.spoiled.remove(target.name)
    spell, target.lost_spell = target.lost_spell, None
    spell.failed = False
    target.casting, target.failed_spell = spell, None
    for deed in spell.plan.deeds:
        if deed.kind == "spell" and deed.status == "cancelled":
            deed.status = "queued"
