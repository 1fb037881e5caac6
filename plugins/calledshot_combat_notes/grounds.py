"""Which clauses and settings a ruling rests on, besides the clause it is about: one that a default decided
where the notes are silent says so.

Nothing is decided here.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from msgspec import Struct, field

from calledshot_combat_notes import deeds, movement, slots
from calledshot_combat_notes.state import Deed, Fighter, Plan

if TYPE_CHECKING:
    from calledshot_combat_notes.fight import NotesFight


class Grounds(Struct):
    """Clauses in the order in which they came in, and the settings that took part."""

    clauses: list[str] = field(default_factory=list)
    settings: list[str] = field(default_factory=list)

    def add(self, clauses: Iterable[str], *settings: str) -> None:
        self.clauses += [clause for clause in clauses if clause not in self.clauses]
        self.settings += settings


def by_default(fight: NotesFight, settings: Iterable[str]) -> bool:
    """Whether one of these settings stands as the notes' readers have it, not as a campaign chose."""
    known = fight.encounter.ruleset.settings
    return any(fight.setting(name) == known[name].default for name in settings)


def of_declaration(fight: NotesFight, fighter: Fighter, plan: Plan) -> Grounds:
    """What the class and cost of a declaration rest on.

    CN-010, CN-011, CN-120, CN-121, CN-326.
    """
    found = Grounds()
    found.add(("CN-205",) if plan.replaced else ())
    found.add(deeds.clauses_of(plan))
    walk = deeds.walked(fight, fighter, plan)
    if walk is not None and walk.squares:
        found.add(("CN-120",) if walk.orthogonal else ())
        if walk.diagonal:
            found.add(("CN-121",), "move.diagonal_rounding")
        if fight.scale == "missile":
            found.add(("CN-011",), "move.missile_scale_rounding")
    if plan.kind == "half" and plan.move.action in ("withdraw", "charge"):
        found.add((), "half.withdraw_total")
    return found


def of_slots(fight: NotesFight, fighter: Fighter, plan: Plan, made: list[Deed]) -> Grounds:
    """What the slots of a declaration rest on.

    CN-216, CN-223, CN-225, CN-226, CN-315, CN-316, CN-325, CN-350, CN-353, CN-410 to CN-412, CN-440, CN-441,
    CN-501, CN-530, CN-532.
    """
    found = Grounds()
    found.add(("CN-216",))
    found.add(("CN-205",) if plan.replaced else ())
    found.add(("CN-350",) if any(deed.kind == "move" for deed in made) else ())
    attacks = [deed for deed in made if deed.kind == "attack"]
    round_ = fight.round
    shift = round_.shifts.get(fighter.side, 0) if round_ is not None else 0
    if shift:
        found.add(("CN-225",) if shift < 0 else ("CN-226",), "init.shift_scope")
    if attacks:
        _of_attacks(fight, fighter, plan, attacks, shift, found)
    if any(deed.follows for deed in made):
        found.add(("CN-223",), "init.move_then_attack_same_phase")
    if any(slots.LAST_PHASE < deed.at < slots.REPLACED for deed in made):
        found.add(("CN-441",) if len(attacks) > 1 else (), "init.overflow")
    if any(deed.kind == "spell" for deed in made):
        _of_spell(fight, fighter, plan, found)
    if any(deed.kind == "psionic" for deed in made):
        found.add(("CN-510",) if made[0].at < slots.CLOSING else ("CN-511",))
    if any(deed.kind == "item" for deed in made):
        found.add(("CN-316",), "item.phase")
    return found


def _of_attacks(
    fight: NotesFight, fighter: Fighter, plan: Plan, attacks: list[Deed], shift: int, found: Grounds
) -> None:
    found.add(("CN-440", "CN-441") if len(attacks) > 1 else ())
    if plan.move.action == "unarmed":
        found.add((), "item.phase")
        return
    weapon = deeds.weapon_of(fight, fighter, plan)
    if weapon is None:
        return
    if weapon.plus is not None:
        faster = slots.magic(weapon.plus)
        clause = ("CN-410", "CN-411", "CN-412")[faster]
        found.add((clause,), *(("init.magic_applies_to",) if faster else ()))
    late = deeds.delay(fight, fighter, plan, weapon)
    if late:
        found.add(("CN-532",) if late > 1 else ("CN-530",))
    if shift < 0 and weapon.phase is not None and (attacks[0].slot or 0) < weapon.phase:
        found.add(("CN-353",), "init.weapon_floor_after_shift")
    halved = plan.move.action == "missile" and plan.kind == "half" and weapon.rof is not None
    if halved and weapon.rof is not None and movement.is_odd_half(weapon.rof):
        found.add(("CN-325",), "missile.half_rate")


def _of_spell(fight: NotesFight, fighter: Fighter, plan: Plan, found: Grounds) -> None:
    _, time = deeds.spell_time(fight, fighter, plan)
    found.add(("CN-500", "CN-501"))
    if time is None:
        return
    count, unit = time
    if unit != "segments":
        found.add(("CN-506",), "spell.round_unit")
    elif count == 0:
        found.add(("CN-503",), "spell.ct0")
    elif count >= 10:
        found.add(("CN-506",), "spell.ct10")
    else:
        found.add(("CN-503",) if count <= 3 else ("CN-504",) if count <= 6 else ("CN-505",))
