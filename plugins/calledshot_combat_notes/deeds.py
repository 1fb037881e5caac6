"""What a declaration falls into: movement in half-move increments, attacks one a phase, a spell, a power, or
one other act, each with its slot (CN-216, CN-310 to CN-353, CN-440, CN-501, CN-510).

Built once the initiative is known. Nothing is played here.
"""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any

from calledshot.api import Finding
from calledshot_combat_notes import book, casting, fighters, legality, movement, slots
from calledshot_combat_notes.schema import Weapon
from calledshot_combat_notes.state import Deed, Fighter, Kind, Plan

if TYPE_CHECKING:
    from calledshot_combat_notes.fight import NotesFight

ATTACKS = ("attack", "missile", "unarmed", "charge")
MOVES = ("move", "run", "sprint", "withdraw", "overrun")
ONE_ACT = ("parry", "cover", "guard", "escape", "face", "ready", "wait")
KNOWN = frozenset((*ATTACKS, *MOVES, *ONE_ACT, "cast", "psionic", "item", "backpack"))
"""Actions of the catalogue; any other is a question (CN-300)."""
CLAUSES = {
    ("attack", "no-move"): "CN-312",
    ("attack", "half"): "CN-321",
    ("missile", "no-move"): "CN-313",
    ("missile", "half"): "CN-325",
    ("unarmed", "no-move"): "CN-315",
    ("unarmed", "half"): "CN-324",
    ("guard", "no-move"): "CN-319",
    ("guard", "half"): "CN-322",
    ("charge", "half"): "CN-323",
    ("charge", "full"): "CN-332",
    ("withdraw", "half"): "CN-326",
    ("move", "full"): "CN-333",
    ("move", "half"): "CN-320",
    ("run", "full"): "CN-334",
    ("sprint", "full"): "CN-335",
    ("parry", "no-move"): "CN-314",
    ("item", "no-move"): "CN-316",
    ("cast", "no-move"): "CN-317",
    ("cover", "no-move"): "CN-318",
    ("backpack", "full"): "CN-533",
    ("escape", "no-move"): "CN-037",
    ("overrun", "full"): "CN-420",
    ("overrun", "half"): "CN-420",
    ("face", "no-move"): "CN-031",
}
FREE = ("face",)
UNKNOWN_AT = 2
"""Where an act stands in the queue whose slot nobody knows: with those of man-sized creatures."""


def settle(fight: NotesFight, fighter: Fighter, plan: Plan) -> None:
    """The class and the cost of a declaration, from its words and the sheet."""
    move, points = plan.move, allowance(fight, fighter)
    path = walked(fight, fighter, plan)
    plan.cost = (
        None if path is None else movement.walk_cost(path, str(fight.setting("move.diagonal_rounding")))
    )
    plan.kind = movement.effective_class(move, plan.cost, points)
    facing = move.details.get("facing")
    plan.turn = str(facing) if facing is not None else None


def allowance(fight: NotesFight, fighter: Fighter) -> Fraction | None:
    """Movement points of a round at this scale.

    CN-010, CN-011.
    """
    return movement.allowance(
        fighter.sheet.movement, fight.scale, str(fight.setting("move.missile_scale_rounding"))
    )


def walked(fight: NotesFight, fighter: Fighter, plan: Plan) -> movement.Walk | None:
    """The squares of a declaration's path; None where it tells none, or none that can be walked."""
    start = fight.scene.places.get(fighter.name)
    legs = movement.legs_of(plan.move, start, fight.scene.places)
    if not legs:
        return None
    walk = movement.walk(
        movement.steps(legs),
        start,
        fight.scene.places,
        points=allowance(fight, fighter),
        rounding=str(fight.setting("move.diagonal_rounding")),
        near=movement.near(plan.move, weapon_of(fight, fighter, plan), fighter.sheet.reach),
    )
    return walk if walk.squares or walk.complete else None


def follow(fight: NotesFight, fighter: Fighter, deed: Deed) -> None:
    """The squares of a stretch of movement toward somebody who has moved since it was declared: from here to
    where he stands now, as far as the movement reaches.

    CN-350.
    """
    plan = deed.plan
    legs = movement.legs_of(plan.move, fight.scene.places.get(fighter.name), fight.scene.places)
    if not any(leg.get("toward") and leg.get("count") is None and not leg.get("over") for leg in legs):
        return
    walk = walked(fight, fighter, plan)
    points = movement.limit(plan.kind, plan.move.action, allowance(fight, fighter), fight.settings)
    if walk is None or not walk.complete or points is None:
        return
    rounding = str(fight.setting("move.diagonal_rounding"))
    stretches = [one for one in plan.deeds if one.kind == "move"]
    each = points / len(stretches)
    deed.squares = walk.squares[: movement.reach(walk, each, rounding)]
    if deed.number == 1 and len(stretches) > 1:
        stretches[1].squares = walk.squares[len(deed.squares) :]


def limit(fight: NotesFight, fighter: Fighter, plan: Plan) -> float | int | None:
    """Points that the declaration may walk."""
    points = movement.limit(plan.kind, plan.move.action, allowance(fight, fighter), fight.settings)
    if points is None:
        return None
    return int(points) if points.denominator == 1 else float(points)


def faults(fight: NotesFight, fighter: Fighter, plan: Plan) -> list[Finding]:
    """What speaks against a declaration, each reported."""
    from calledshot.api import replace

    found = legality.check(plan.move, fighter, fight.scene, fight.campaign, scale=fight.scale)
    return [fight.encounter.report(replace(one, combatant=plan.who)) for one in found]


def clauses_of(plan: Plan) -> tuple[str, ...]:
    """The clauses under which a declaration is allowed."""
    own = CLAUSES.get((plan.move.action, plan.kind))
    found = [own] if own is not None else []
    if plan.kind == "half":
        found.append("CN-320")
    elif plan.kind == "full":
        found.append("CN-330")
    elif plan.kind == "no-move":
        found.append("CN-310")
    return tuple(dict.fromkeys(found))


# -- into deeds -----------------------------------------------------------------------------------


class _Making:
    """The deeds of one plan as they are put together."""

    def __init__(self, fight: NotesFight, fighter: Fighter, plan: Plan) -> None:
        self.fight, self.fighter, self.plan = fight, fighter, plan
        round_ = fight.round
        assert round_ is not None
        self.shift = round_.shifts.get(fighter.side, 0)
        attacks_only = fight.setting("init.shift_scope") == "attacks"
        self.other_shift = 0 if attacks_only else self.shift
        self.base = slots.base(fighter.sheet.size)
        self.deeds: list[Deed] = []

    def add(self, kind: Kind, label: str, slot: int | None, **more: Any) -> Deed:
        deed = Deed(
            who=self.fighter.name,
            kind=kind,
            label=label,
            plan=self.plan,
            slot=slot,
            at=slot if slot is not None else self.base or UNKNOWN_AT,
            part=len(self.deeds),
            **more,
        )
        self.deeds.append(deed)
        return deed

    def based(self) -> int | None:
        """The base phase with the side's shift."""
        return None if self.base is None else max(1, self.base + self.other_shift)


def build(fight: NotesFight, fighter: Fighter, plan: Plan) -> list[Deed]:
    """The deeds of a plan in the order in which its owner does them."""
    making = _Making(fight, fighter, plan)
    action, order = plan.move.action, plan.move.details.get("order", "move_first")
    if action in MOVES:
        _movement(making, 2 if plan.kind == "full" else 1)
    elif action == "charge":
        last = _movement(making, 2 if plan.kind == "full" else 1)
        _attacks(making, after=last, most=1)
    elif action == "backpack":
        _backpack(making)
    elif plan.kind == "half" and order == "move_first":
        last = _movement(making, 1)
        _action(making, after=last)
    elif plan.kind == "half":
        first = _action(making, after=None)
        _afterwards(making, first)
    else:
        deed = _action(making, after=None)
        if deed is not None and _path(plan):
            deed.adjusts = True
            walk = walked(fight, fighter, plan)
            deed.squares = walk.squares if walk is not None else ()
    if plan.replaced:
        for deed in making.deeds:
            deed.slot = deed.at = slots.REPLACED
            if plan.move.target is not None and deed.kind != "move":
                deed.label = f"{deed.label} {plan.move.target}"
    plan.deeds = making.deeds
    return making.deeds


def _path(plan: Plan) -> bool:
    return bool(plan.move.details.get("path") or plan.move.details.get("then_path"))


def _movement(making: _Making, increments: int) -> int | None:
    """Movement in half-move increments from the base phase on; the slot of the last one.

    CN-350.
    """
    fight, fighter, plan = making.fight, making.fighter, making.plan
    walk = walked(fight, fighter, plan)
    parts: tuple[tuple[Any, ...], ...] = ((), ())
    if walk is not None:
        points = movement.limit("full", plan.move.action, allowance(fight, fighter), fight.settings)
        rounding = str(fight.setting("move.diagonal_rounding"))
        parts = movement.increments(walk, points, rounding) if increments == 2 else (walk.squares, ())
        if increments == 2 and walk.complete and not parts[1] and points is not None:
            increments = 1  # half the movement was enough
    at = slots.movement_slots(making.base, making.other_shift, increments)
    for k in range(increments):
        label = "move" if increments == 1 else f"move {('1st', '2nd')[k]} half"
        making.add("move", label, at[k] if at is not None else None, number=k + 1, squares=tuple(parts[k]))
    return at[-1] if at is not None else None


def _afterwards(making: _Making, first: Deed | None) -> None:
    """Act first, move then: the movement in the slot of the act, behind it; not before the base phase.

    CN-320, CN-350.
    """
    last = making.deeds[-1] if making.deeds else first
    based = making.based()
    slot = last.slot if last is not None else based
    if slot is not None and based is not None:
        slot = max(slot, based)
    walk = walked(making.fight, making.fighter, making.plan)
    making.add("move", "move", slot, squares=walk.squares if walk is not None else ())


def _action(making: _Making, after: int | None) -> Deed | None:
    """The act itself; the first of its deeds."""
    action = making.plan.move.action
    if action in ATTACKS:
        return _attacks(making, after=after)
    if action == "cast":
        return _spell(making)
    if action == "psionic":
        return _psionic(making)
    if action == "item":
        return _item(making)
    if action in ONE_ACT:
        slot = making.based()
        if slot is not None and after is not None:
            slot = max(slot, after)
        return making.add("act", action, slot, follows=after is not None and slot == after)
    return None


def delay(fight: NotesFight, fighter: Fighter, plan: Plan, weapon: Weapon | None) -> int:
    """Phases that getting the weapon to hand costs.

    CN-530, CN-532.
    """
    steps = plan.move.details.get("ready") or ()
    does = {str(step.get("do")) for step in steps}
    drawn = bool(does & {"draw", "ready"})
    own = fighters.arm(fighter, weapon.name) if weapon is not None else None
    if own is not None and own.state in fighters.HELD and "sheath" not in does:
        return 0
    if not drawn and own is not None and own.state == "sheathed":
        drawn = True  # it has to be drawn, whether he says so or not
    put_away = "sheath" in does or "stow" in does
    dropped = "drop" in does
    return slots.drawing_delay(drawn, put_away, dropped, int(fight.setting("weapon.drop_delay")))


def count(fight: NotesFight, fighter: Fighter, plan: Plan, weapon: Weapon | None) -> int | None:
    """How many attacks or shots a plan has; None where the DM has to say.

    CN-313, CN-325, CN-331, CN-440.
    """
    round_ = fight.round
    nth = round_.count if round_ is not None else 1
    action = plan.move.action
    if action == "charge":
        return 1
    if action == "missile":
        rate = weapon.rof if weapon is not None else None
        if rate is None:
            return 1
        if plan.kind == "half":
            return movement.half_shots(rate, fighter.half_fire + 1, str(fight.setting("missile.half_rate")))
        return movement.shots(rate, nth)
    rate = weapon.attacks if weapon is not None and action == "attack" else None
    if rate is not None:
        return max(1, movement.shots(rate, nth))
    return max(1, int(plan.move.details.get("times") or 1))


def _attacks(making: _Making, after: int | None, most: int | None = None) -> Deed | None:
    fight, fighter, plan = making.fight, making.fighter, making.plan
    weapon = weapon_of(fight, fighter, plan)
    unarmed = plan.move.action == "unarmed"
    phase = None if unarmed or weapon is None else weapon.phase
    waits = 0 if unarmed else delay(fight, fighter, plan, weapon)
    plus = weapon.plus if weapon is not None and not unarmed else None
    first = slots.attack_slot(
        making.base,
        phase,
        plus=plus,
        delay=waits,
        shift=making.shift,
        after=after,
        settings=fight.settings,
    )
    slowest = weapon.name if weapon is not None and (phase or 0) > (making.base or 0) else "size"
    plan.parts = [[slowest, max(making.base or 0, phase or 0)]]
    plan.parts += [["magic", -slots.magic(plus)], ["to hand", waits], ["initiative", making.shift]]
    known = unarmed or (weapon is not None and weapon.phase is not None)
    if not known:
        fight.encounter.cannot_check("the phase of the attack: the weapon's is not known", fighter.name)
    number = count(fight, fighter, plan, weapon)
    number = 1 if number is None else number
    number = number if most is None else min(number, most)
    at = slots.following(first, number) if first is not None else [None] * number
    made: list[Deed] = []
    for k, slot in enumerate(at):
        label = "attack" if number == 1 else f"attack {k + 1}"
        deed = making.add("attack", label, slot if known else None, number=k + 1, first=k == 0)
        deed.at = slot if slot is not None else UNKNOWN_AT
        deed.follows = after is not None and slot == after
        made.append(deed)
    return made[0] if made else None


def weapon_of(fight: NotesFight, fighter: Fighter, plan: Plan) -> Weapon | None:
    """The weapon of a plan: the one named, the one drawn for it, else the one in hand."""
    if plan.move.action == "unarmed":
        return None
    name = plan.move.instrument
    if name is None:
        drawn = [
            step.get("what")
            for step in plan.move.details.get("ready") or ()
            if step.get("do") in ("draw", "ready") and step.get("what")
        ]
        name = str(drawn[-1]) if drawn else None
    return fighters.weapon(fight, fighter, name, shooting=plan.move.action == "missile")


def spell_time(fight: NotesFight, fighter: Fighter, plan: Plan) -> tuple[str, casting.Time | None]:
    """A spell's name and casting time, as said, or as the sheet or rulebook has it.

    CN-501.
    """
    spell = plan.move.spell
    name = spell.name if spell is not None else plan.move.instrument or "spell"
    said = plan.move.details.get("casting_time")
    if said is not None:
        return name, _time(said)
    known = book.spell(name, fighter.sheet, book.rulebook(fight.campaign))
    return name, known.casting_time if known is not None else None


def _time(said: Any) -> casting.Time | None:
    from calledshot_combat_notes import values

    if isinstance(said, list | tuple) and len(said) == 2:
        return int(said[0]), str(said[1])
    return values.time(said) if isinstance(said, int | str) else None


def _spell(making: _Making) -> Deed | None:
    fight, fighter, plan = making.fight, making.fighter, making.plan
    _, time = spell_time(fight, fighter, plan)
    slot = None
    if time is not None:
        slot = casting.slot(time, making.other_shift, fight.settings)
        said = f"casting time {time[0]}" if time[1] == "segments" else f"{time[0]} {time[1]}"
        plan.parts = [[said, casting.slot(time, 0, fight.settings)], ["initiative", making.other_shift]]
    deed = making.add("spell", "spell", slot)
    deed.at = slot if slot is not None else slots.LAST_PHASE
    return deed


def power_time(fight: NotesFight, fighter: Fighter, plan: Plan) -> tuple[str, int | None]:
    """A power's name and its rounds of preparation, as said or as written down.

    CN-510, CN-511.
    """
    name = str(plan.move.details.get("power") or plan.move.instrument or "power")
    said = plan.move.details.get("prep")
    time = _time(said) if said is not None else None
    if time is None:
        known = book.power(name, fighter.sheet, book.rulebook(fight.campaign))
        time = known.prep if known is not None else None
    return name, casting.psionic_rounds(time, fight.settings) if time is not None else None


def _psionic(making: _Making) -> Deed | None:
    _, rounds = power_time(making.fight, making.fighter, making.plan)
    slot = None if rounds is None else casting.psionic_slot(rounds, making.base, making.other_shift)
    deed = making.add("psionic", "psionic", slot)
    deed.at = slot if slot is not None else making.based() or UNKNOWN_AT
    return deed


def _item(making: _Making) -> Deed | None:
    """A magical item works in the base phase, or as a spell of its casting time does.

    CN-316; the setting is `item.phase`.
    """
    fight, fighter, plan = making.fight, making.fighter, making.plan
    known = book.item(plan.move.instrument or "", fighter.sheet, book.rulebook(fight.campaign))
    said = plan.move.details.get("casting_time")
    time = _time(said) if said is not None else known.casting_time if known is not None else None
    if time is not None:
        return making.add("item", "item", casting.slot(time, making.other_shift, fight.settings))
    how = fight.setting("item.phase")
    fast = max(1, slots.PHASES.index("F") + 1 + making.other_shift)
    slot = fast if how == "fast" else None if how == "ask" else making.based()
    return making.add("item", "item", slot)


def _backpack(making: _Making) -> None:
    """Something out of the backpack takes a full move.

    CN-533.
    """
    at = slots.movement_slots(making.base, making.other_shift, movement.INCREMENTS)
    for k in range(movement.INCREMENTS):
        label = f"backpack {('1st', '2nd')[k]} half"
        making.add("act", label, at[k] if at is not None else None, number=k + 1)
