"""Critical hits as they are played: the save, where and how bad, the injury, the armour that suffers (CN-600
to CN-628). The numbers are `criticals'`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from calledshot.api import Event
from calledshot_combat_notes import (
    attacks,
    book,
    criticals,
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
