"""An attack from its to-hit roll to the damage: what is needed, what the roll comes to, what it does
(CN-312, CN-507, CN-601 to CN-605).

What a critical hit, a fumble or a knockdown brings besides is `wounds`'.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from calledshot.api import Event
from calledshot_combat_notes import (
    attacks,
    casting,
    criticals,
    deeds,
    ending,
    felling,
    fighters,
    fumbles,
    grounds,
    knockdown,
    lapsing,
    magic,
    mishaps,
    overrun,
    playing,
    reacting,
    threat,
    wounds,
)
from calledshot_combat_notes.schema import Weapon
from calledshot_combat_notes.state import Attack, Deed, Fighter, Request
from calledshot_combat_notes.vocabulary import shoots

if TYPE_CHECKING:
    from calledshot_combat_notes.fight import NotesFight


def strike(fight: NotesFight, deed: Deed) -> None:
    """A declared attack, now."""
    fighter = fight.fighters[deed.who]
    action = deed.move.action
    attack = Attack(
        who=fighter.name,
        target=_target(fight, fighter, deed),
        weapon=deeds.weapon_of(fight, fighter, deed.plan),
        kind="missile" if action == "missile" else "unarmed" if action == "unarmed" else "melee",
        deed=deed,
        height=str(deed.move.details.get("height") or "standard"),
    )
    deed.attack = attack
    begin(fight, attack)


def _target(fight: NotesFight, fighter: Fighter, deed: Deed) -> str | None:
    """Whom an attack is meant for: the one named, else the only opponent (of those he may mean) there is."""
    named, meant = deed.move.target, deed.plan.candidates
    if named is not None:
        return fight.join(named, side=fighters.other_side(fight, fighter)).name
    if meant:
        left = [name for name in meant if name not in fight.fighters or fighters.able(fight.fighters[name])]
        return fight.join(left[0], side=fighters.other_side(fight, fighter)).name if len(left) == 1 else None
    others = [
        one.name for one in fight.fighters.values() if fighters.hostile(fighter, one) and fighters.able(one)
    ]
    return others[0] if len(others) == 1 else None


def begin(fight: NotesFight, attack: Attack) -> None:
    """The figures of an attack, and its to-hit roll."""
    round_ = fight.round
    if round_ is not None:
        round_.attacks.append(attack)
    attack.round = fight.count
    cause = attack.deed
    if attack.opportunity is not None:
        cause = attack.opportunity.details.get("deed")
    if cause is not None:
        place = playing.place(fight, cause)
        early = attack.opportunity is not None
        attack.place = (*place[:-1], place[-1] - 1) if early else place
    fight.last_attack, fight.current = attack, attack.who
    figures(fight, attack)
    fight.ask_dice(
        attack.who,
        "to_hit",
        attacks.DIE,
        target=attack.target,
        clauses=_clauses(attack),
        attack=attack,
        deed=attack.deed,
        modifier=attack.modifier,
    )


def _clauses(attack: Attack) -> tuple[str, ...]:
    if attack.kind == "overrun":
        return ("CN-426",)
    if attack.opportunity is not None:
        return ("CN-100",)
    return ("CN-315",) if attack.kind == "unarmed" else ()


def figures(fight: NotesFight, attack: Attack) -> None:
    """What an attack needs and adds.

    CN-426, CN-507, CN-601.
    """
    fighter = fight.fighters[attack.who]
    target = fight.fighters.get(attack.target) if attack.target is not None else None
    attack.modifier = 0 if attack.kind == "overrun" else _modifier(fight, fighter, attack)
    attack.ac = armour_class(fight, target, attack) if target is not None else None
    attack.needed = attacks.needed(fighter.sheet.thac0, attack.ac)
    if attack.needed is None:
        fight.encounter.cannot_check("to hit: THAC0 or the armour class is not known", attack.who)


def armour_class(fight: NotesFight, target: Fighter, attack: Attack) -> int | None:
    """The armour class as it stands: with the degrees lost, without the Dexterity bonus while casting.

    CN-507, CN-624.
    """
    sheet = target.sheet
    if sheet.ac is None:
        return None
    ac = sheet.ac + target.degrade
    return casting.armour_class(ac, sheet.ac_dex_bonus, magic.casts_at(fight, target, attack))


def _modifier(fight: NotesFight, fighter: Fighter, attack: Attack) -> int:
    total = fighter.sheet.hit_modifier
    if attack.weapon is not None:
        total += attack.weapon.hit_bonus or 0
    charges = attack.deed is not None and attack.deed.move.action == "charge"
    if charges:
        said = fight.settings.get("charge_mods")
        total += int(said) if isinstance(said, int | float) else fight.charge_bonus
    return total


# -- the roll -------------------------------------------------------------------------------------


def rolled(fight: NotesFight, request: Request, event: Event) -> None:
    """A to-hit roll: hit, miss, or more.

    CN-601, CN-701.
    """
    attack, roll = request.attack, event.roll
    assert attack is not None and roll is not None
    attack.natural = roll.faces[0] if roll.faces else roll.total - roll.modifier
    known = attack.kind == "overrun" or fight.fighters[attack.who].known
    attack.total = attack.natural + attack.modifier if known else None  # what it adds is on no sheet
    _shot(fight, attack)
    fight.last_attack = attack
    attack.latest = event.seq
    hit = attacks.hits(attack.total, attack.needed) if attack.total is not None else None
    if attack.natural == fumbles.NATURAL:
        hit = False
    margin_on = str(fight.setting("crit.margin_on"))
    attack.critical = (
        criticals.is_critical(attack.natural, attack.total or 0, attack.needed, margin_on)
        if hit is not False and attack.kind != "overrun"
        else False
    )
    attack.ours = None if hit is None else "miss" if not hit else "critical" if attack.critical else "hit"
    attack.outcome = attack.ours
    tell(fight, attack)
    if attack.outcome is not None:
        follow(fight, attack)


def _shot(fight: NotesFight, attack: Attack) -> None:
    """A crossbow that has been shot is loaded no more, as CN-718 asks."""
    if attack.kind != "missile" or attack.weapon is None:
        return
    own = fighters.arm(fight.fighters[attack.who], attack.weapon.name)
    if own is not None and own.state == "loaded" and fighters.is_crossbow(own.name):
        own.state = "in_hand"


def tell(fight: NotesFight, attack: Attack) -> None:
    """What the roll came to."""
    clauses = [*_clauses(attack)]
    if attack.natural == fumbles.NATURAL:
        clauses.append("CN-701")
    elif (attack.natural or 0) >= criticals.NATURAL:
        clauses.append("CN-601")
    target = fight.fighters.get(attack.target) if attack.target is not None else None
    if target is not None and magic.casts_at(fight, target, attack):
        clauses.append("CN-507")
    fight.encounter.rule(
        "attack",
        attack.outcome or "rolled",
        attack.who,
        attack.target,
        clauses=tuple(clauses),
        needs_pgm=attack.outcome is None,
        default=_margin_matters(fight, attack),
        roll=attack.natural,
        modifier=attack.modifier,
        total=attack.total,
        needed=attack.needed,
        margin=attack.margin,
        ac=attack.ac,
        critical=attack.critical,
        weapon=attack.weapon.name if attack.weapon is not None else None,
        opportunity=attack.opportunity is not None,
        **_label(fight, attack),
    )


def _label(fight: NotesFight, attack: Attack) -> dict[str, str]:
    """What it is that was rolled, where that was not the last thing called."""
    if attack.opportunity is not None or attack.kind == "overrun":
        return {}
    if attack.deed is None:
        return {"label": "attack", "action": "missile" if attack.kind == "missile" else "attack"}
    if attack.deed is fight.shown:
        return {}
    return {"label": attack.deed.label, "action": attack.deed.move.action}


def _margin_matters(fight: NotesFight, attack: Attack) -> bool:
    """Whether a hit is critical, or is not, only by the reading of `crit.margin_on`.

    CN-601.
    """
    if attack.natural is None or attack.total is None or attack.kind == "overrun":
        return False
    readings = {
        criticals.is_critical(attack.natural, attack.total, attack.needed, how)
        for how in ("total", "natural")
    }
    return len(readings) > 1 and grounds.by_default(fight, ("crit.margin_on",))


def follow(fight: NotesFight, attack: Attack) -> None:
    """What a decided roll asks for next."""
    if attack.struck:
        _ask_damage(fight, attack)
        if attack.outcome == "critical":
            wounds.critical(fight, attack)
        if attack.kind != "overrun":
            felling.ask_knockdown(fight, attack)
        if attack.damage_dice is None and attack.fixed_points is not None:
            attack.dice_total = attack.fixed_points
            settle(fight, attack)
    elif attack.natural == fumbles.NATURAL:
        mishaps.ask_fumble(fight, attack)
    check_over(fight, attack)


def _ask_damage(fight: NotesFight, attack: Attack) -> None:
    """The damage dice: those of the weapon, of an overrun, or unknown ones.

    CN-425.
    """
    attack.damage_dice, attack.fixed_points = None, None
    clauses: tuple[str, ...] = ()
    if attack.kind == "overrun":
        attack.damage_dice, clauses = overrun.damage_dice(attack.difference or 1), ("CN-425",)
    elif attack.weapon is not None:
        damage = attack.weapon.damage
        if isinstance(damage, int):
            attack.fixed_points = damage
            return
        attack.damage_dice = damage
    fight.ask_dice(
        attack.who,
        "damage",
        attack.damage_dice,
        target=attack.target,
        clauses=clauses,
        attack=attack,
        deed=attack.deed,
    )


# -- damage ---------------------------------------------------------------------------------------


def damage_rolled(fight: NotesFight, request: Request, event: Event) -> None:
    """The dice of the damage."""
    attack, roll = request.attack, event.roll
    assert attack is not None and roll is not None
    attack.dice_total = roll.total - roll.modifier + _plus(request.dice)
    settle(fight, attack)
    check_over(fight, attack)


def _plus(dice: str | None) -> int:
    """What dice such as 2d4+1 add by themselves."""
    if dice is None or not ("+" in dice or "-" in dice):
        return 0
    sign = -1 if "-" in dice else 1
    return sign * int(dice.replace("-", "+").rpartition("+")[2])


def weapon_bonus(weapon: Weapon | None) -> int:
    """What belongs to the weapon itself: its bonus, else its plus."""
    if weapon is None:
        return 0
    return weapon.weapon_bonus if weapon.weapon_bonus is not None else weapon.plus or 0


def others(fighter: Fighter, attack: Attack) -> int:
    """Strength, expertise and spells; what is shot gains nothing by Strength.

    CN-605.
    """
    sheet = fighter.sheet
    shot = attack.kind == "missile" and attack.weapon is not None and shoots(attack.weapon.name)
    strength = 0 if shot else sheet.strength_dmg or 0
    return strength + (sheet.expertise_dmg or 0) + (sheet.spell_dmg or 0)


def points_of(fight: NotesFight, attack: Attack) -> int | None:
    """The points that the dice come to.

    CN-604, CN-605, CN-623.
    """
    if attack.dice_total is None:
        return None
    if attack.kind in ("overrun", "spell"):
        return attack.dice_total
    fighter = fight.fighters[attack.who]
    if not fighter.known:
        fight.encounter.cannot_check("damage: what is added to the dice is on no sheet", attack.who)
        return None
    attack.multiplier = 1
    if attack.outcome == "critical":
        difference = wounds.difference(fight, attack)
        multiple = criticals.multiplier(difference)
        if multiple is None:
            fight.encounter.cannot_check("triple damage: the sizes are not both known", attack.who)
        attack.multiplier = multiple or criticals.DOUBLE
    return criticals.damage(
        attack.dice_total, weapon_bonus(attack.weapon), attack.multiplier, others(fighter, attack)
    )


def sure(fight: NotesFight, attack: Attack) -> bool:
    """Whether all that makes the points is on the sheets: else they are played, and nobody is charged."""
    if attack.kind in ("overrun", "spell"):
        return True
    weapon = attack.weapon
    if attack.our_points is None or weapon is None:
        return False
    told = (weapon.damage, weapon.weapon_bonus, weapon.plus)
    if all(one is None for one in told):
        return False
    return attack.outcome != "critical" or wounds.difference(fight, attack) is not None


def settle(fight: NotesFight, attack: Attack) -> None:
    """The points, and what they do."""
    attack.our_points = attack.points = points_of(fight, attack)
    deal(fight, attack)


def deal(fight: NotesFight, attack: Attack) -> None:
    """The points reach the target."""
    attack.dealt = True
    attack.latest = fight.encounter.event.seq
    target = fight.fighters.get(attack.target) if attack.target is not None else None
    before = target.hp if target is not None else None
    after = before - attack.points if before is not None and attack.points is not None else None
    if target is not None and attack.points is not None:
        target.hp = after
    clauses: tuple[str, ...] = ()
    if attack.kind == "overrun":
        clauses = ("CN-425",)
    elif attack.outcome == "critical":
        clauses = ("CN-603", "CN-604", "CN-605", "CN-623")
    fight.encounter.rule(
        "damage",
        "dealt",
        attack.who,
        attack.target,
        clauses=clauses,
        points=attack.points,
        dice=attack.dice_total if attack.points == attack.our_points else None,
        bonus=weapon_bonus(attack.weapon) if attack.kind not in ("overrun", "spell") else 0,
        multiplier=attack.multiplier,
        others=others(fight.fighters[attack.who], attack) if attack.kind not in ("overrun", "spell") else 0,
        before=before,
        hp=after,
        weapon=attack.weapon.name if attack.weapon is not None else None,
    )
    if target is not None and attack.points:
        hurt(fight, target, attack)


def hurt(fight: NotesFight, target: Fighter, attack: Attack | None) -> None:
    """What damage brings besides: a spell lost, somebody down.

    CN-508.
    """
    magic.spoil(fight, target, attack)
    if target.hp is not None and target.hp <= 0 and target.down is None:
        target.down = "down"
        fight.encounter.rule(
            "condition",
            "down",
            target.name,
            clauses=("CN-001",),
            needs_pgm=True,
            default=True,
            hp=target.hp,
        )
        threat.recompute(fight)
        if attack is not None:
            lapsing.spared(fight, attack)
        ending.looks(fight)


def take_back(fight: NotesFight, attack: Attack) -> None:
    """Undo a blow that the DM does not grant."""
    if not attack.dealt:
        return
    attack.dealt = False
    target = fight.fighters.get(attack.target) if attack.target is not None else None
    if target is None or attack.points is None:
        return
    if target.hp is not None:
        target.hp += attack.points
    magic.restore(fight, target, attack)


def stands_again(attack: Attack, fight: NotesFight) -> None:
    """A blow was taken back or made less: its target is not down for it."""
    target = fight.fighters.get(attack.target) if attack.target is not None else None
    if target is not None and target.down == "down" and target.hp is not None and target.hp > 0:
        target.down = None
        ending.goes_on(fight)
        fight.encounter.rule("condition", "up", target.name, hp=target.hp)


def prone(fight: NotesFight, fighter: Fighter, clause: str) -> None:
    """Somebody is knocked off his feet.

    CN-422, CN-717.
    """
    fighter.prone = True
    fight.encounter.rule("condition", "prone", fighter.name, clauses=(clause,))


# -- over -----------------------------------------------------------------------------------------


def check_over(fight: NotesFight, attack: Attack) -> None:
    """Nothing more is owed for an attack: on to what comes next."""
    if attack.over or attack.outcome is None:
        return
    if any(one.attack is attack for one in fight.requests):
        return
    if attack.struck and not attack.dealt:
        return
    attack.over = True
    if attack.opportunity is not None:
        reacting.over(fight, attack)
    elif attack.deed is not None:
        playing.done(fight, attack.deed)


def drop(fight: NotesFight, attack: Attack) -> None:
    """An attack that will not be made."""
    attack.over = True
    fight.requests = [one for one in fight.requests if one.attack is not attack]
    if fight.round is not None and attack in fight.round.attacks and attack.natural is None:
        fight.round.attacks = [one for one in fight.round.attacks if one is not attack]


def knockdown_die(fighter: Fighter, attack: Attack) -> str | None:
    """The knockdown die of an attack.

    CN-710, CN-719, CN-720.
    """
    weapon = attack.weapon
    own = weapon.kd_die if weapon is not None else None
    natural = weapon is None or bool(weapon.natural)
    return knockdown.die(own or (fighter.sheet.kd_die if natural else None), fighter.sheet.size, natural)
