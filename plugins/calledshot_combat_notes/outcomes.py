"""What a worked example's `expect` may name, read off the fight that was played.

Every figure is one of the fight's rulings or of its state; what did not come up is None.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from calledshot.api import Entry, Finding, Ruling
from calledshot_combat_notes import (
    attacks,
    casting,
    criticals,
    deeds,
    dice,
    fighters,
    forms,
    initiative,
    knockdown,
    movement,
    opportunity,
    plans,
    slots,
    spans,
    striking,
    threat,
    wounds,
)
from calledshot_combat_notes.state import DM, Attack, Fighter, Plan

if TYPE_CHECKING:
    from calledshot_combat_notes.fight import NotesFight
    from calledshot_combat_notes.givens import Cast

LAST_OF_ALL = "after Very Slow and any END slots, before step 5"
"""CN-205, in words."""
UNTOLD = "CN-200"
"""What the opponents do: an example tells what it is about, and the rest is not asked."""
GAPS = ("CN-710",)
"""Questions about figures that an example leaves out because it is not about them."""


def asked_of(fight: NotesFight, who: str, entry: Entry) -> bool:
    """Whether the fight has asked this one for these dice."""
    return any(
        _may(fight, request.who, who) and _fits(entry, request.dice)
        for request in fight.requests
        if request.what != "initiative"
    )


def _may(fight: NotesFight, asked: str, who: str) -> bool:
    return asked == who or (fight.is_pgm(who) and (asked == DM or fight.is_npc(asked)))


def _fits(entry: Entry, wanted: str | None) -> bool:
    if wanted is None:
        return (entry.count, entry.sides) != dice.TO_HIT
    return (entry.count, entry.sides) == dice.parts(wanted)


def results(
    fight: NotesFight, cast: Cast, rulings: Sequence[Ruling], findings: Sequence[Finding]
) -> dict[str, Any]:
    """Everything by its name."""
    first = next(iter(cast.sheets))
    fighter = fight.fighters.get(first)
    found: dict[str, Any] = {}
    found |= _initiative(fight, rulings)
    found |= _verdict(fight, first, rulings, findings)
    found |= _acts(fight, fighter, rulings)
    found |= _opportunities(fight, first, rulings)
    found |= _blows(fight, first, rulings)
    found |= _saves(rulings)
    found |= _state(fight, fighter, cast.roles)
    found |= _figures(fight, cast, fighter)
    found["asks"] = _asks(rulings)
    found["rulings"] = _rows(rulings)
    found["kd_die"] = found.get("knockdown_die")
    found["requests"] = [[one.who, one.what, _full(one.dice)] for one in fight.requests]
    found["requested"] = [
        [one.combatant or DM, one.values.get("what"), _full(one.values.get("dice"))]
        for one in _of(rulings, "request")
    ]
    failed = _of(rulings, "cast", "failed")
    found["disrupted"] = [one.combatant for one in failed]
    found["blows"] = _all_blows(fight)
    found["spell_lost"] = failed[-1].values.get("lost") if failed else None
    found["scale"] = fight.scale
    found["round"] = fight.number
    return found


def _rows(rulings: Sequence[Ruling]) -> list[list[Any]]:
    """Every declaration: whose, legal or illegal, and why."""
    rows: list[list[Any]] = []
    for one in rulings:
        if one.kind == "refused" and one.outcome == "illegal":
            rows.append([one.combatant, "illegal", _with_clauses(one)])
        elif one.kind == "action" and one.outcome in ("declared", "replaced"):
            rows.append([one.combatant, "legal", _within(one)])
    return rows


def _with_clauses(refused: Ruling) -> str:
    return f"{refused.values.get('why') or ''} ({', '.join(refused.clauses)})"


def _within(declared: Ruling) -> str:
    cost, most = declared.values.get("cost"), declared.values.get("allowance")
    return "" if cost is None else f"cost {cost}" if most is None else f"cost {cost} <= {most}"


def _full(die: Any) -> str | None:
    """ "d8" as "1d8"."""
    return None if die is None else f"1{die}" if str(die).startswith("d") else str(die)


def _of(rulings: Sequence[Ruling], kind: str, *outcomes: str) -> list[Ruling]:
    return [one for one in rulings if one.kind == kind and (not outcomes or one.outcome in outcomes)]


def _last(rulings: Sequence[Ruling], kind: str, *outcomes: str) -> Ruling | None:
    return next(iter(reversed(_of(rulings, kind, *outcomes))), None)


def _asks(rulings: Sequence[Ruling]) -> list[str]:
    """Questions to the DM, each with its clauses; those about figures that the example leaves out only where
    there are no others."""
    all_ = [
        (f"{one.values.get('question', '')} ({', '.join(forms.clauses(one.clauses))})", one.clauses)
        for one in _of(rulings, "ask")
    ]
    all_ = [one for one in all_ if UNTOLD not in one[1]]
    telling = [text for text, clauses in all_ if not set(clauses) & set(GAPS)]
    return telling or [text for text, _ in all_]


def _initiative(fight: NotesFight, rulings: Sequence[Ruling]) -> dict[str, Any]:
    round_ = fight.round
    order = _last(rulings, "order", "set")
    queue = (
        [[deed.who, deed.label, slots.name(deed.slot)] for deed in round_.queue] if round_ is not None else []
    )
    drawn = _last(rulings, "order", "declaring")
    return {
        "winner": round_.winner if round_ is not None else None,
        "shift": dict(round_.shifts) if round_ is not None else {},
        "rolls": dict(round_.deciding) if round_ is not None else {},
        "roller": round_.roller if round_ is not None else None,
        "held": [one.combatant for one in _of(rulings, "initiative", "held")],
        "critical_events": fight.critical_events,
        "ties": round_.ties if round_ is not None else 0,
        "order": queue or (order.values["order"] if order is not None else []),
        "declaration_order": list(round_.order) if round_ is not None else [],
        "declaring": drawn.values["names"] if drawn is not None else [],
        "seed": round_.seed if round_ is not None else None,
        "replayed": (initiative.declaration_order(round_.order, round_.seed) if round_ is not None else []),
        "phases": list(slots.PHASES),
        "step": {"declare": 2, "initiative": 3, "action": 4, "closed": 5}.get(fight.phase or "closed"),
    }


def _verdict(
    fight: NotesFight, first: str, rulings: Sequence[Ruling], findings: Sequence[Finding]
) -> dict[str, Any]:
    """Legal or not and why; and what the round made of it."""
    refused = _last(rulings, "refused", "illegal")
    plan = _plan(fight, first)
    failed = _last(rulings, "cast", "failed")
    replaced = _last(rulings, "action", "replaced")
    cancelled = _last(rulings, "action", "cancelled")
    told = None
    if refused is not None:
        ruling, told = "illegal", _with_clauses(refused)
    elif failed is not None:
        ruling = "spell fails"
    elif replaced is not None or cancelled is not None:
        ruling = LAST_OF_ALL
    elif plan is not None and plan.move.action not in deeds.KNOWN:
        ruling, told = "question", "CN-001: outside the notes"
    else:
        ruling = "legal"
    return {
        "ruling": ruling,
        "legal": refused is None,
        "reason": told if told is not None else _sum(fight, first, plan),
        "cancelled": _doing(cancelled) if cancelled is not None else None,
        "clauses": list(refused.clauses) if refused is not None else [],
        "codes": list(dict.fromkeys(one.code for one in findings)),
    }


def _doing(ruling: Ruling) -> str:
    action, target = ruling.values.get("action"), ruling.target
    doing = f"{action} {target}" if target is not None else str(action)
    return str(ruling.values.get("move") or doing)


def _sum(fight: NotesFight, first: str, plan: Plan | None) -> str:
    """ "cost 3+3=6 <= 6" of a path that is allowed."""
    fighter = fight.fighters.get(first)
    if plan is None or fighter is None or plan.cost is None:
        return ""
    walk, most = deeds.walked(fight, fighter, plan), deeds.limit(fight, fighter, plan)
    if walk is None:
        return ""
    words = movement.cost_words(walk.orthogonal, walk.diagonal, str(fight.setting("move.diagonal_rounding")))
    return words if most is None else f"{words} <= {most}"


def _plan(fight: NotesFight, who: str) -> Plan | None:
    round_ = fight.round
    if round_ is None:
        return None
    return round_.plans.get(who) or round_.refused.get(who)


def _acts(fight: NotesFight, fighter: Fighter | None, rulings: Sequence[Ruling]) -> dict[str, Any]:
    """Slots of the first combatant's plan, and what it costs."""
    if fighter is None:
        return {"slots": []}
    plan = _plan(fight, fighter.name)
    if plan is None:
        return {"slots": [], "slot": None, "cost": None, "class": None, "shots": None}
    told = plans.slot_words(plan)
    acts = [deed for deed in plan.deeds if deed.kind != "move"] or plan.deeds
    weapon = deeds.weapon_of(fight, fighter, plan)
    return {
        "slots": told,
        "slot": slots.name(acts[0].slot) if acts else None,
        "move_slots": [slot for label, slot in told if str(label).startswith("move")],
        "attack_slots": [slots.name(deed.slot) for deed in plan.deeds if deed.kind == "attack"],
        "attacks": sum(deed.kind == "attack" for deed in plan.deeds),
        "shots": (deeds.count(fight, fighter, plan, weapon) if plan.move.action == "missile" else None),
        "cost": plan.cost,
        "class": plan.kind,
        "action": plan.move.action,
        "delay": deeds.delay(fight, fighter, plan, weapon),
        "magic": slots.magic(weapon.plus if weapon is not None else None),
        "limit": deeds.limit(fight, fighter, plan),
        "target": plan.move.target,
        "effect_round": _effect_round(fight, fighter, plan),
    }


def _effect_round(fight: NotesFight, fighter: Fighter, plan: Plan) -> int | None:
    """The round in which a spell or power takes effect, in the DM's count.

    CN-506, CN-511.
    """
    rounds: int | None = 1
    if plan.move.action == "cast":
        _, time = deeds.spell_time(fight, fighter, plan)
        rounds = casting.rounds(time, fight.settings) if time is not None else None
    elif plan.move.action == "psionic":
        _, rounds = deeds.power_time(fight, fighter, plan)
    if rounds is None or fight.number is None:
        return None
    return fight.number + max(1, rounds) - 1


def _opportunities(fight: NotesFight, first: str, rulings: Sequence[Ruling]) -> dict[str, Any]:
    offered = _of(rulings, "opportunity", "offered")
    caps = {
        name: opportunity.cap(one.sheet.class_group, one.sheet.levels) for name, one in fight.fighters.items()
    }
    used = fight.round.used.used if fight.round is not None else {}
    return {
        "aoo_offers": list(dict.fromkeys(one.combatant for one in offered)),
        "aoo_clauses": list(
            dict.fromkeys(str(one.values.get("cause")) for one in offered if one.values.get("cause"))
        ),
        "aoo_caps": {name: cap for name, cap in caps.items() if cap is not None},
        "aoo_used": {name: used.get((name,), 0) for name in fight.fighters},
        "aoo_left": {
            name: None if cap is None else max(0, cap - used.get((name,), 0)) for name, cap in caps.items()
        },
        "cap": caps.get(first),
        "offers": len(offered),
    }


def _main(fight: NotesFight, first: str) -> Attack | None:
    """The attack that an example is about: the first combatant's, else the last one rolled."""
    rolled = [
        one for one in (fight.round.attacks if fight.round is not None else []) if one.natural is not None
    ]
    own = [one for one in rolled if one.who == first and one.kind != "spell"]
    return (own or rolled)[-1] if own or rolled else None


def _blows(fight: NotesFight, first: str, rulings: Sequence[Ruling]) -> dict[str, Any]:
    attack = _main(fight, first)
    confirm = _last(rulings, "fumble", "confirmed", "averted", "rolled")
    result = _last(rulings, "fumble", "resolved")
    down = _last(rulings, "knockdown")
    overrun = _last(rulings, "overrun", "made")
    located = _last(rulings, "critical", "located")
    graded = _last(rulings, "critical", "graded")
    damage = _last(rulings, "damage", "dealt")
    requests = {one.values.get("what"): one.values for one in _of(rulings, "request")}
    found: dict[str, Any] = {
        "confirm_total": confirm.values.get("total") if confirm is not None else None,
        "fumble": None if confirm is None else confirm.outcome == "confirmed",
        "fumble_result": result.values.get("result") if result is not None else None,
        "knockdown": None if down is None else down.outcome == "down",
        "knockdown_needed": down.values.get("needed") if down is not None else None,
        "knockdown_die": _plain(requests.get("knockdown", {}).get("dice")),
        "overrun": overrun is not None,
        "location": located.values.get("location") if located is not None else None,
        "severity_roll": graded.values.get("roll") if graded is not None else None,
        "location_dice": _with(requests.get("location")),
        "severity_dice": requests.get("severity", {}).get("dice"),
        "damage_dice": requests.get("damage", {}).get("dice"),
        "fumble_dice": requests.get("fumble_damage", {}).get("dice"),
        "displaced": bool(_of(rulings, "overrun", "displaced")),
        "damage": damage.values.get("points") if damage is not None else None,
        "armour": [one.outcome for one in _of(rulings, "armour")],
        "heals": [one.values for one in _of(rulings, "heal")],
        "discharged": bool(_of(rulings, "weapon", "discharged")),
        "needed": None,
        "total": None,
        "hit": None,
    }
    if overrun is not None:
        found["diff"] = overrun.values.get("difference")
    if attack is None:
        return found | _unrolled(fight, first)
    difference = wounds.difference(fight, attack)
    found |= {
        "needed": attack.needed,
        "total": attack.total,
        "natural": attack.natural,
        "margin": attack.margin,
        "ac_used": attack.ac,
        "hit": None if attack.outcome is None else attack.struck,
        "critical": attack.critical,
        "multiplier": attack.multiplier,
        "severity_class": attack.severity,
        "injury": _injury(attack),
        "damage": attack.points if damage is None or attack.points is not None else found["damage"],
    }
    found.setdefault("diff", difference)
    graded_by = criticals.severity(difference)
    if attack.critical and attack.death_saved is not True and graded_by is not None:
        found["severity_class"] = found["severity_class"] or graded_by[0]
        found["severity_dice"] = found["severity_dice"] or graded_by[1]
    waits = any(one.attack is attack and one.what == "fumble" for one in fight.requests)
    if found["fumble"] is None and not waits:
        found["fumble"] = False
    target = fight.fighters.get(attack.target or "")
    size = target.sheet.size if target is not None and attack.struck else None
    if found["knockdown"] is None and size is not None and knockdown.needed(size, fight.settings) is None:
        found["knockdown"] = False
    kinds = list(attack.weapon.types) if attack.weapon is not None else []
    found["pair"] = [
        criticals.WEAPON_TYPES.get(kinds[0]) if len(kinds) == 1 else None,
        target.sheet.target_type if target is not None else None,
    ]
    if found["knockdown_die"] is None and attack.struck:
        found["knockdown_die"] = _plain(striking.knockdown_die(fight.fighters[attack.who], attack))
    return found


def _unrolled(fight: NotesFight, first: str) -> dict[str, Any]:
    """What a weapon and a target come to before anything is rolled."""
    fighter = fight.fighters.get(first)
    target = next((one for one in fight.fighters.values() if one.name != first), None)
    if fighter is None or target is None:
        return {}
    weapon = fighters.weapon(fight, fighter, None)
    size = target.sheet.size
    blow = Attack(who=first, target=target.name, weapon=weapon)
    difference = wounds.difference(fight, blow)
    graded = criticals.severity(difference)
    kinds = weapon.types if weapon is not None else ()
    return {
        "diff": difference,
        "severity_class": graded[0] if graded is not None else None,
        "severity_dice": graded[1] if graded is not None else None,
        "multiplier": criticals.multiplier(difference),
        "needed": attacks.needed(fighter.sheet.thac0, target.sheet.ac),
        "knockdown_needed": knockdown.needed(size, fight.settings) if size is not None else None,
        "knockdown_die": _plain(striking.knockdown_die(fighter, blow)),
        "pair": [
            criticals.WEAPON_TYPES.get(kinds[0]) if len(kinds) == 1 else None,
            target.sheet.target_type,
        ],
        "weapon_type": criticals.WEAPON_TYPES.get(kinds[0]) if len(kinds) == 1 else None,
        "target_type": target.sheet.target_type,
    }


def _all_blows(fight: NotesFight) -> list[dict[str, Any]]:
    """Every attack of the round that was rolled, in order."""
    return [
        {
            "who": one.who,
            "target": one.target,
            "roll": one.natural,
            "total": one.total,
            "needed": one.needed,
            "hit": None if one.outcome is None else one.struck,
            "critical": one.critical,
            "damage": one.points,
            "opportunity": one.opportunity is not None,
        }
        for one in (fight.round.attacks if fight.round is not None else [])
        if one.natural is not None
    ]


def _plain(die: Any) -> str | None:
    """ "1d8" is written d8."""
    return None if die is None else str(die).removeprefix("1") if str(die).startswith("1d") else str(die)


def _with(values: Mapping[str, Any] | None) -> str | None:
    """Dice with what is added to them: 1d6+4."""
    if values is None or values.get("dice") is None:
        return None
    plus = values.get("modifier") or 0
    return f"{values['dice']}+{plus}" if plus else str(values["dice"])


def _injury(attack: Attack) -> str | None:
    if attack.death_saved is not False or attack.injury is None:
        return None
    return attack.injury.degree or attack.injury.effect or "DM table"


def _saves(rulings: Sequence[Ruling]) -> dict[str, Any]:
    plain = [one for one in _of(rulings, "save") if one.values.get("against") != "crushing blow"]
    item = next((one for one in reversed(_of(rulings, "save")) if one not in plain), None)
    last = plain[-1] if plain else None
    saves = {str(one.values.get("against")): one.outcome == "saved" for one in plain}
    return {
        "save_total": last.values.get("total") if last is not None else None,
        "save_needed": last.values.get("needed") if last is not None else None,
        "saved": None if last is None or last.outcome == "rolled" else last.outcome == "saved",
        "saves": {forms.SAVES[against]: made for against, made in saves.items() if against in forms.SAVES}
        | saves,
        "item_save_total": item.values.get("total") if item is not None else None,
        "item_saved": None if item is None else item.outcome == "saved",
        "item_save_bonus": item.values.get("modifier") if item is not None else None,
    }


def _state(fight: NotesFight, fighter: Fighter | None, roles: Mapping[str, str]) -> dict[str, Any]:
    """Everybody's figures, and the first combatant's weapons by their names."""
    state: dict[str, Any] = fighters.figures(fight)
    for name, one in fight.fighters.items():
        for own in one.arms:
            state[name].setdefault(own.name, own.state)
    if fighter is not None:
        for own in fighter.arms:
            state.setdefault(own.name, own.state)
    return {"state": {role: state[name] for role, name in roles.items() if name in state} | state}


def _figures(fight: NotesFight, cast: Cast, fighter: Fighter | None) -> dict[str, Any]:
    """Figures for which nothing has to be played."""
    found: dict[str, Any] = {"square_ft": movement.square_feet(fight.scale)}
    statuses = {name: threat.status_of(fight, one) for name, one in fight.fighters.items()}
    near = {name: list(threat.threatened_by(fight, one)) for name, one in fight.fighters.items()}
    found["statuses"] = statuses
    found["threats"] = near
    if fighter is not None:
        points = deeds.allowance(fight, fighter)
        base = slots.base(fighter.sheet.size)
        found |= {
            "status": statuses[fighter.name],
            "threatened_by": near[fighter.name],
            "allowance": points,
            "half": points / 2 if points is not None else None,
            "base": slots.name(base),
            "position": fighters.figures(fight)[fighter.name].get("position"),
            "facing": fight.scene.facings.get(fighter.name),
            "half_fire": fighter.half_fire,
        }
    found |= spans.of(cast.given)
    return found
