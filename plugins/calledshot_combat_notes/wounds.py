"""What an attack brings besides points: critical hits, fumbles, knockdowns, armour that suffers
(CN-600 to CN-628, CN-701 to CN-720).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from calledshot.api import Event
from calledshot_combat_notes import (
    attacks,
    book,
    criticals,
    fighters,
    fumbles,
    knockdown,
    moving,
    questions,
    striking,
)
from calledshot_combat_notes.state import Attack, Fighter, Injury, Request

if TYPE_CHECKING:
    from calledshot_combat_notes.fight import NotesFight


def difference(fight: NotesFight, attack: Attack) -> int | None:
    """By how many sizes the weapon is larger than the target; a body's own weapons are as large as it.

    CN-611.
    """
    target = fight.fighters.get(attack.target) if attack.target is not None else None
    weapon = attack.weapon
    size = weapon.size if weapon is not None else None
    if size is None and (weapon is None or weapon.natural):
        size = fight.fighters[attack.who].sheet.size
    return criticals.difference(size, target.sheet.size) if target is not None else None


# -- critical hits --------------------------------------------------------------------------------


def critical(fight: NotesFight, attack: Attack) -> None:
    """The save against an injury, and the armour.

    CN-602, CN-603, CN-624.
    """
    target = fight.fighters.get(attack.target) if attack.target is not None else None
    if target is None:
        return
    saves = target.sheet.saves
    fight.ask_dice(
        target.name,
        "save",
        attacks.DIE,
        clauses=("CN-602",),
        attack=attack,
        needed=saves.death if saves is not None else None,
        details={"against": "critical"},
    )
    armour(fight, target, attack)


def armour(fight: NotesFight, target: Fighter, attack: Attack) -> None:
    """Armour suffers from a critical hit; magical armour has a save.

    CN-624, CN-625, CN-626, CN-627; the setting is `crit.armour_damage`.
    """
    worn, how = target.sheet.armour, fight.setting("crit.armour_damage")
    if worn is None or how == "off":
        return
    if how == "ask":
        questions.ask(
            fight,
            "armour",
            "CN-624",
            f"is the armour of {target.name} damaged?",
            target.name,
            attack=attack,
        )
        return
    if not worn.magical:
        damage_armour(fight, target, ("CN-624", "CN-625"))
        return
    number = book.item_save(target.sheet, book.rulebook(fight.campaign))
    if number is None:
        questions.ask(
            fight,
            "item_save",
            "CN-626",
            f"item save of {target.name}'s armour against a crushing blow: which number?",
            target.name,
            attack=attack,
        )
        return
    ask_item_save(fight, target, attack, number)


def ask_item_save(fight: NotesFight, target: Fighter, attack: Attack | None, number: int) -> None:
    """The save of magical armour.

    CN-626, CN-627.
    """
    worn = target.sheet.armour
    fight.ask_dice(
        target.name,
        "item_save",
        attacks.DIE,
        clauses=("CN-626", "CN-627"),
        attack=attack,
        needed=number,
        modifier=criticals.item_save_bonus(worn.plus if worn is not None else None),
        details={"against": "crushing blow"},
    )


def damage_armour(fight: NotesFight, target: Fighter, clauses: tuple[str, ...]) -> None:
    """One degree less protection.

    CN-624.
    """
    target.degrade += 1
    fight.encounter.rule(
        "armour", "damaged", target.name, clauses=clauses, default=True, degrade=target.degrade
    )


def item_save_rolled(fight: NotesFight, request: Request, total: int, saved: bool | None) -> None:
    """Magical armour keeps its rating, or loses a degree.

    CN-626, CN-627.
    """
    target = fight.fighters[request.who]
    if saved:
        fight.encounter.rule(
            "armour", "kept", target.name, clauses=("CN-626", "CN-627"), degrade=target.degrade
        )
    elif saved is False:
        damage_armour(fight, target, ("CN-624", "CN-626"))


def death_save(fight: NotesFight, attack: Attack, saved: bool | None) -> None:
    """The save is made, or an injury follows: where, and how bad.

    CN-602, CN-610, CN-615, CN-617.
    """
    attack.death_saved = saved
    if saved is not False:
        return
    target = fight.fighters[attack.target or ""]
    dice, plus = criticals.LOCATION_DICE[attack.height]
    fight.ask_dice(
        attack.who,
        "location",
        dice,
        clauses=("CN-615", "CN-616"),
        target=target.name,
        attack=attack,
        modifier=plus,
    )
    graded = criticals.severity(difference(fight, attack))
    attack.severity = graded[0] if graded is not None else None
    _types(fight, attack, target)


def _ask_severity(fight: NotesFight, attack: Attack) -> None:
    """How bad it is, once it is known where.

    CN-617, CN-618, CN-619, CN-620, CN-621.
    """
    graded = criticals.severity(difference(fight, attack))
    if graded is None:
        fight.encounter.cannot_check("the severity of a critical hit: sizes not known", attack.who)
        injury(fight, attack)
        return
    fight.ask_dice(
        attack.who,
        "severity",
        graded[1],
        clauses=("CN-617", criticals.severity_clause(graded[0])),
        target=attack.target,
        attack=attack,
    )


def _types(fight: NotesFight, attack: Attack, target: Fighter) -> None:
    """Which kinds of weapon and target the injury is looked up for.

    CN-612, CN-613, CN-614.
    """
    types = attack.weapon.types if attack.weapon is not None else ()
    if len(types) != 1 and attack.kind != "unarmed":
        questions.ask(
            fight,
            "weapon_type",
            "CN-613",
            "weapon type: slashing, piercing or bludgeoning?",
            attack.who,
            attack=attack,
        )
    if target.sheet.target_type is None:
        questions.ask(
            fight,
            "target_type",
            "CN-614",
            f"target type of {target.name}: humanoid, animal or monster?",
            target.name,
            attack=attack,
        )


def location_rolled(fight: NotesFight, request: Request, event: Event) -> None:
    """Where it hits.

    CN-615, CN-616.
    """
    attack, roll = request.attack, event.roll
    assert attack is not None and roll is not None
    attack.location = roll.total - roll.modifier + request.modifier
    target = fight.fighters[attack.target or ""]
    part = book.part(attack.location, target.sheet.target_type, book.rulebook(fight.campaign))
    fight.encounter.rule(
        "critical",
        "located",
        attack.who,
        attack.target,
        clauses=("CN-615", "CN-616"),
        location=attack.location,
        height=attack.height,
        part=part,
    )
    _ask_severity(fight, attack)
    striking.check_over(fight, attack)


def severity_rolled(fight: NotesFight, request: Request, event: Event) -> None:
    """How bad it is.

    CN-617.
    """
    attack, roll = request.attack, event.roll
    assert attack is not None and roll is not None and attack.severity is not None
    attack.severity_roll = roll.total - roll.modifier
    fight.encounter.rule(
        "critical",
        "graded",
        attack.who,
        attack.target,
        clauses=("CN-617", criticals.severity_clause(attack.severity)),
        severity=attack.severity,
        roll=attack.severity_roll,
    )
    injury(fight, attack)
    striking.check_over(fight, attack)


def injury(fight: NotesFight, attack: Attack) -> None:
    """All selectors are in: the campaign's tables say what the injury is, or the DM.

    CN-600, CN-610, CN-622.
    """
    if any(one.attack is attack and one.what in ("location", "severity") for one in fight.requests):
        return
    if attack.injury is not None or attack.death_saved is not False:
        return
    target = fight.fighters[attack.target or ""]
    rulebook = book.rulebook(fight.campaign)
    kind = attack.weapon.types[0] if attack.weapon is not None and len(attack.weapon.types) == 1 else None
    part = None
    if attack.location is not None:
        part = book.part(attack.location, target.sheet.target_type, rulebook)
    attack.injury = Injury(location=attack.location, part=part, severity=attack.severity)
    row = None
    if attack.severity_roll is not None:
        row = book.injury(
            attack.severity_roll,
            weapon_type=kind,
            target_type=target.sheet.target_type,
            part=part,
            book=rulebook,
        )
    if row is not None:
        attack.injury.degree, attack.injury.effect = row.degree, row.text
        attack.injury.needs_repair_spell = row.needs_repair_spell is not False
        suffer(fight, target, attack)
        return
    selectors = [
        attack.severity or "severity unknown",
        f"severity roll {attack.severity_roll}" if attack.severity_roll is not None else None,
        criticals.WEAPON_TYPES.get(kind) if kind is not None else None,
        target.sheet.target_type,
        part or (f"location {attack.location}" if attack.location is not None else None),
    ]
    told = ", ".join(one for one in selectors if one is not None)
    questions.ask(
        fight,
        "injury",
        "CN-600",
        f"injury of {target.name} from the tables: {told}; which degree?",
        target.name,
        attack=attack,
    )


def suffer(fight: NotesFight, target: Fighter, attack: Attack) -> None:
    """The injury is known and stays.

    CN-600, CN-622, CN-628.
    """
    hurt = attack.injury
    assert hurt is not None
    if not any(one is hurt for one in target.injuries):
        target.injuries.append(hurt)
    fight.encounter.rule(
        "critical",
        "injury",
        attack.who,
        target.name,
        clauses=("CN-600", "CN-622", "CN-628"),
        location=hurt.location,
        part=hurt.part,
        severity=hurt.severity,
        degree=hurt.degree,
        effect=hurt.effect,
        needs_repair_spell=hurt.needs_repair_spell,
    )


# -- saves ----------------------------------------------------------------------------------------


def save_rolled(fight: NotesFight, request: Request, event: Event) -> None:
    """A saving throw: beside the number needed, and what hangs on it."""
    roll = event.roll
    assert roll is not None
    natural = roll.total - roll.modifier
    total = natural + request.modifier
    saved = attacks.saved(total, request.needed)
    request.details["total"] = total
    tell_save(fight, request, natural, total, saved)
    if saved is None:
        fight.encounter.cannot_check("a save: its number is not known", request.who)
        fight.unsettled.append(request)
        return
    save_settled(fight, request, saved)


def tell_save(
    fight: NotesFight, request: Request, natural: int | None, total: int | None, saved: bool | None
) -> None:
    """A save in the record."""
    clause = {
        "overrun": "CN-422",
        "critical": "CN-602",
        "knockdown": "CN-717",
        "crossbow": "CN-718",
        "crushing blow": "CN-626",
    }[request.details["against"]]
    outcome = "rolled" if saved is None else "saved" if saved else "failed"
    fight.encounter.rule(
        "save",
        outcome,
        request.who,
        clauses=(clause,),
        needs_pgm=saved is None,
        against=request.details["against"],
        roll=natural,
        modifier=request.modifier,
        total=total,
        needed=request.needed,
    )


def save_settled(fight: NotesFight, request: Request, saved: bool) -> None:
    """What a save decides."""
    against, attack = request.details["against"], request.attack
    if against == "overrun":
        moving.overrun_saved(fight, request, saved)
    elif against == "critical" and attack is not None:
        death_save(fight, attack, saved)
    elif against == "knockdown":
        knocked_down(fight, request, saved)
    elif against == "crossbow":
        crossbow(fight, request, saved)
    elif against == "crushing blow":
        item_save_rolled(fight, request, request.details.get("total") or 0, saved)
    if attack is not None:
        striking.check_over(fight, attack)


# -- knockdowns -----------------------------------------------------------------------------------


def ask_knockdown(fight: NotesFight, attack: Attack) -> None:
    """The knockdown die of a hit.

    CN-710, CN-711, CN-716, CN-719, CN-720.
    """
    target = fight.fighters.get(attack.target) if attack.target is not None else None
    if target is None or attack.kind == "spell":
        return
    size = target.sheet.size
    if size == "G" and knockdown.needed(size, fight.settings) is None:
        return
    fighter = fight.fighters[attack.who]
    die = striking.knockdown_die(fighter, attack)
    if die is None:
        name = attack.weapon.name if attack.weapon is not None else f"{fighter.name}, unarmed"
        questions.ask(
            fight,
            "kd_die",
            "CN-710",
            f"knockdown die of {name}: which die?",
            fighter.name,
            once=name,
            attack=attack,
        )
        return
    natural = attack.weapon is None or bool(attack.weapon.natural)
    larger = natural and fighter.sheet.size in ("L", "H", "G")
    fight.ask_dice(
        fighter.name,
        "knockdown",
        die,
        clauses=("CN-710", "CN-719", "CN-720") if larger else ("CN-710",),
        target=target.name,
        attack=attack,
    )


def knockdown_rolled(fight: NotesFight, request: Request, event: Event) -> None:
    """The roll against the size of the target.

    CN-711 to CN-718.
    """
    attack, roll = request.attack, event.roll
    assert attack is not None and roll is not None
    target = fight.fighters[attack.target or ""]
    size = target.sheet.size
    if size is None:
        fight.encounter.cannot_check("knockdown: the size of the target is not known", target.name)
        striking.check_over(fight, attack)
        return
    needed = knockdown.needed(size, fight.settings)
    total = roll.total
    down = knockdown.knocked_down(total, needed, str(fight.setting("knockdown.compare")))
    fight.encounter.rule(
        "knockdown",
        "down" if down else "stands",
        attack.who,
        target.name,
        clauses=("CN-711", knockdown.CLAUSES.get(size, "CN-716")),
        roll=total,
        needed=needed,
        dice=request.dice,
    )
    if down:
        _ask_knockdown_saves(fight, attack, target)
    striking.check_over(fight, attack)


def _ask_knockdown_saves(fight: NotesFight, attack: Attack, target: Fighter) -> None:
    """Prone or not, and whether a loaded crossbow goes off.

    CN-717, CN-718; the setting is `knockdown.xbow`.
    """
    saves = target.sheet.saves
    fight.ask_dice(
        target.name,
        "save",
        attacks.DIE,
        clauses=("CN-717",),
        attack=attack,
        needed=saves.death if saves is not None else None,
        details={"against": "knockdown"},
    )
    if fight.setting("knockdown.xbow") == "on_knockdown":
        _ask_crossbow(fight, attack, target)


def _ask_crossbow(fight: NotesFight, attack: Attack | None, target: Fighter) -> None:
    if not any(own.state == "loaded" and fighters.is_crossbow(own.name) for own in target.arms):
        return
    saves = target.sheet.saves
    fight.ask_dice(
        target.name,
        "save",
        attacks.DIE,
        clauses=("CN-718",),
        attack=attack,
        needed=saves.paralyzation if saves is not None else None,
        details={"against": "crossbow"},
    )


def knocked_down(fight: NotesFight, request: Request, saved: bool) -> None:
    """Prone, or still standing.

    CN-717.
    """
    target = fight.fighters[request.who]
    if not saved:
        striking.prone(fight, target, "CN-717")
        if fight.setting("knockdown.xbow") == "on_prone":
            _ask_crossbow(fight, request.attack, target)


def crossbow(fight: NotesFight, request: Request, saved: bool) -> None:
    """The crossbow goes off, or holds.

    CN-718.
    """
    if saved:
        return
    target = fight.fighters[request.who]
    for own in target.arms:
        if own.state == "loaded" and fighters.is_crossbow(own.name):
            own.state = "in_hand"
            fight.encounter.rule("weapon", "discharged", target.name, clauses=("CN-718",), weapon=own.name)
    questions.ask(fight, "bolt", "CN-718", "where does the bolt go?", target.name, attack=request.attack)


# -- fumbles --------------------------------------------------------------------------------------


def ask_fumble(fight: NotesFight, attack: Attack) -> None:
    """The second to-hit roll after a natural 1.

    CN-701; the setting is `fumble.who`.
    """
    fighter = fight.fighters[attack.who]
    is_pc = fighter.side == "party"
    if not fumbles.may_fumble(attack.natural or 0, is_pc, str(fight.setting("fumble.who"))):
        return
    fight.ask_dice(
        attack.who,
        "fumble",
        attacks.DIE,
        clauses=("CN-701",),
        target=attack.target,
        attack=attack,
        modifier=attack.modifier,
    )


def confirm_rolled(fight: NotesFight, request: Request, event: Event) -> None:
    """The second roll misses too, or it was only a miss.

    CN-701, CN-702.
    """
    attack, roll = request.attack, event.roll
    assert attack is not None and roll is not None
    natural = roll.total - roll.modifier
    total = natural + attack.modifier
    fumbled = fumbles.confirmed(total, attack.needed)
    fight.encounter.rule(
        "fumble",
        "rolled" if fumbled is None else "confirmed" if fumbled else "averted",
        attack.who,
        attack.target,
        clauses=("CN-701",),
        default=True,
        needs_pgm=fumbled is None,
        roll=natural,
        total=total,
        needed=attack.needed,
    )
    if fumbled:
        attack.outcome = "fumble"
        fumble(fight, attack)
    striking.check_over(fight, attack)


def fumble(fight: NotesFight, attack: Attack) -> None:
    """What comes of it: the campaign's chart, or the DM.

    CN-702.
    """
    dice = book.charts(book.rulebook(fight.campaign)).fumble
    if dice is not None:
        fight.ask_dice(attack.who, "fumble_result", dice, clauses=("CN-702",), attack=attack)
        return
    questions.ask(fight, "fumble", "CN-702", "fumble: what is the result?", attack.who, attack=attack)


def fumble_rolled(fight: NotesFight, request: Request, event: Event) -> None:
    """A roll on the campaign's chart."""
    attack, roll = request.attack, event.roll
    assert attack is not None and roll is not None
    row = book.fumble(roll.total, book.rulebook(fight.campaign))
    if row is None:
        questions.ask(fight, "fumble", "CN-702", "fumble: what is the result?", attack.who, attack=attack)
    else:
        fumbled(fight, attack, row.result, row.text, None)
    striking.check_over(fight, attack)


def fumbled(fight: NotesFight, attack: Attack, result: str, words: str | None, ally: str | None) -> None:
    """A fumble's result: whom it hurts, which weapon is gone.

    CN-703, CN-704.
    """
    fighter = fight.fighters[attack.who]
    victim = fighter.name if result == "self-hurt" else ally if result == "hurt-ally" else None
    fight.encounter.rule(
        "fumble",
        "resolved",
        attack.who,
        victim,
        clauses=("CN-702", "CN-703"),
        result=result,
        effect=words,
        weapon=attack.weapon.name if attack.weapon is not None else None,
    )
    if result in ("weapon-broken", "weapon-dropped") and attack.weapon is not None:
        own = fighters.take_up(fighter, attack.weapon)
        own.state = "broken" if result == "weapon-broken" else "dropped"
    if result in fumbles.HURTS:
        if victim is None:
            questions.ask(
                fight, "fumble", "CN-703", "which ally does the fumble hurt?", attack.who, attack=attack
            )
            return
        fight.ask_dice(
            attack.who,
            "fumble_damage",
            fumbles.DAMAGE,
            clauses=("CN-704",),
            target=victim,
            attack=attack,
            details={"victim": victim},
        )


def fumble_damage(fight: NotesFight, request: Request, event: Event) -> None:
    """A d4 and nothing besides.

    CN-704.
    """
    roll = event.roll
    assert roll is not None
    victim = fight.join(request.details["victim"])
    points = roll.total - roll.modifier
    before = victim.hp
    victim.hp = before - points if before is not None else None
    fight.encounter.rule(
        "damage",
        "dealt",
        request.who,
        victim.name,
        clauses=("CN-704",),
        points=points,
        dice=points,
        bonus=0,
        multiplier=1,
        others=0,
        before=before,
        hp=victim.hp,
        weapon=None,
    )
    striking.hurt(fight, victim, None)
    if request.attack is not None:
        striking.check_over(fight, request.attack)


def critical_event(fight: NotesFight, request: Request, event: Event) -> None:
    """A roll on the campaign's chart of critical events.

    CN-227.
    """
    assert event.roll is not None
    row = book.critical_event(event.roll.total, book.rulebook(fight.campaign))
    fight.encounter.rule(
        "critical_event",
        "rolled",
        clauses=("CN-227",),
        needs_pgm=row is None,
        roll=event.roll.total,
        effect=row.text if row is not None else None,
    )
