"""The GM at the helm of a live fight: somebody's turn kept open, somebody passed over, a figure put right, a
newcomer, a declaration taken back.

Corrections are no rulings to disagree with: no difference is found here. What is proposed next is
`prompting`.
"""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from calledshot.api import fold, replace
from calledshot_yiffiemon import answering, conditions, offering, prompting, replies, turns
from calledshot_yiffiemon.facts import Figures
from calledshot_yiffiemon.schema import Sheet
from calledshot_yiffiemon.state import Combatant

if TYPE_CHECKING:
    from calledshot_yiffiemon.fight import YiffieMonFight

TAKEN = frozenset({"subdual", "damage", "bleed"})
"""Damage fields of a combatant."""
COUNTED = frozenset({"ammo", "pool"})
FLAGS = frozenset({"prone", "surprised", "flying", "in_combat", "unconscious", "dead", "gone"})
OUT = frozenset({"unconscious", "dead", "gone"})
ON_SHEET = frozenset(
    {"MR", "perception", "Agl", "Dex", "Int", "Will", "Con", "Str", "ConB", "StrB", "WSB", "EL", "NWI", "PB"}
    | {"FPB", "AC", "OCV", "DCV", "DT", "attack_skill", "move_skill", "dodge", "healing", "taunt"}
    | {"base_line", "threat_distance", "guard_distance"}
)
ALIASES = {
    "hp": "hpv",
    "hitpoints": "hpv",
    "hitpointvalue": "hpv",
    "arrows": "ammo",
    "bolts": "ammo",
    "ammunition": "ammo",
    "rounds": "ammo",
    "init": "clock",
    "inits": "clock",
    "initiative": "clock",
    "bleeding": "bleed",
    "movementrate": "MR",
    "armour": "AC",
    "armor": "AC",
    "damagetolerance": "DT",
}
"""Other names of figures, folded."""


# -- whose turn it is, or is not ------------------------------------------------------------------------


def holds(fight: YiffieMonFight, who: str, held: bool) -> None:
    """Somebody's turn stays open, at its place on the clock, until he is back; others go on meanwhile
    (YM-105). An action of his that was to be rolled for now waits with him (YM-108)."""
    table = fight.table
    if not held:
        table.held.discard(who)
        if table.started and not table.over:
            turns.starts_again(table)
            answering.catch_up(fight)
        return
    table.held.add(who)
    need = table.machine.need
    if need is None or need.who != who or table.current != who:
        return
    if need.kind == "declare":
        table.machine.answer(turns.FORCED)
    elif answering.unrolled(table, need):
        table.machine.postpone()
    answering.catch_up(fight)


def skips(fight: YiffieMonFight, who: str) -> bool:
    """What somebody owes now is lost: a roll, a choice, his word on an opportunity, or his turn, which passes
    as a Wait."""
    table = fight.table
    if not table.started or table.over:
        return False
    if fight.leave is not None and fight.leave.read.outcome.who == who:
        fight.leave = None
        return True
    need = table.machine.need
    if need is not None and need.who == who and need.kind != "opportunity":
        table.machine.answer(None)
    elif not offering.passes(table, who):
        return False
    elif need is not None and need.kind == "opportunity" and not prompting.offers_on(table, need):
        table.machine.answer(None)
    answering.catch_up(fight)
    return True


# -- declarations ---------------------------------------------------------------------------------------


def withdrawn(fight: YiffieMonFight, who: str) -> str | None:
    """What was declared ahead of a turn is free to be taken back; an action once begun takes its time and is
    resolved at its owner's next turn (YM-104, YM-108)."""
    mine = [one for one in fight.held if one[0] == who]
    if mine:
        fight.held = [one for one in fight.held if one not in mine]
        return None
    if fight.table.aimless.pop(who, None) is not None:
        return None
    one = fight.table.fighters.get(who)
    if one is not None and one.pending is not None:
        return "the action has begun, and is resolved at the next turn"
    return "nothing is declared that could be taken back"


# -- figures --------------------------------------------------------------------------------------------


def adjust(fight: YiffieMonFight, who: str, figure: str, value: int) -> bool:
    """A figure is put right; nothing is rolled for it, and no level comes or goes with it."""
    table = fight.table
    if who not in table.fighters and who not in fight.campaign.sheets:
        return False
    one = table.join(who)
    if not _put(fight, one, figure, value):
        return False
    table.last_hurt.pop(who, None)  # what the GM says of a pool next is not said of the last blow
    answering.catch_up(fight)
    return True


def _put(fight: YiffieMonFight, one: Combatant, figure: str, value: int) -> bool:
    table, who = fight.table, one.name
    condition = conditions.named(figure)
    name = _figure(figure)
    if (
        condition is not None
        and condition in conditions.WORDS
        and not condition.startswith(("TB", "CAB", "HB"))
    ):
        one.levels[condition] = max(0, value)
        one.peaks[condition] = max(0, value)
        one.gained.setdefault(condition, table.now)
    elif name == "hpv":
        if one.sheet.HPV is None:
            one.sheet = replace(one.sheet, HPV=value + one.damage)
        one.damage = (one.sheet.HPV or 0) - value
    elif name in TAKEN or name in COUNTED:
        setattr(one, name, max(0, value))
    elif name == "clock":
        table.clocks.spent[who] = Fraction(value)
        table.unsure.discard(who)
    elif name in FLAGS:
        setattr(one, name, bool(value))
        if name in OUT and value:
            table.out(who)
    elif name in ON_SHEET:
        one.sheet = replace(one.sheet, **{name: value})
        if name in Figures.__struct_fields__:
            table.told[who, name] = value
    else:
        return False
    replies.answered(fight, f"{name} {who}", value)
    return True


def _figure(said: str) -> str:
    folded = "".join(char for char in said.casefold() if char.isalnum())
    plain = {
        name.replace("_", "").casefold(): name
        for name in (*ON_SHEET, *TAKEN, *COUNTED, *FLAGS, "hpv", "clock")
    }
    return ALIASES.get(folded) or plain.get(folded, "")


# -- who is in it ---------------------------------------------------------------------------------------


def enters(fight: YiffieMonFight, who: str, like: str | None) -> str | None:
    """A newcomer, with another's sheet where that is said. In a fight that is on he begins at the time it has
    come to."""
    name = fight.encounter.names.known(who) or who.strip()
    if not name:
        return None
    sheet = _sheet_of(fight, like) if like is not None else None
    if sheet is not None and name not in fight.campaign.sheets:
        own = replace(sheet, name=None, count=None, position=None, clock=None)
        fight.campaign = replace(fight.campaign, sheets={**fight.campaign.sheets, name: own})
        fight.table.campaign = fight.campaign
    if like is not None:
        fight.brought.add(name)
    fight.entered[name] = None
    table = fight.table
    if table.started and not table.over:
        table.join(name)
        turns.starts_again(table)
        answering.catch_up(fight)
    return name


def _sheet_of(fight: YiffieMonFight, like: str) -> Sheet | None:
    """The sheet of a combatant, or of the first of a group: "Orc" is Orc 1's."""
    wanted = fold(like)
    for name, sheet in fight.campaign.sheets.items():
        if wanted in (fold(name), fold(name.rpartition(" ")[0]) or None):
            return sheet if isinstance(sheet, Sheet) else None
    return None
