"""What the GM lets stand, and rolls he has made again (PGM-2, PGM-3, DICE-5): a refused declaration is done
after all; the last check is read anew with another roll. What the rules say of either is elsewhere.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from calledshot.api import Event, Reading, Waiver, replace
from calledshot_yiffiemon import answering, carry_out, offering, overruling, rolling
from calledshot_yiffiemon.table import Table

if TYPE_CHECKING:
    from calledshot_yiffiemon.fight import YiffieMonFight


def waiver(fight: YiffieMonFight, act: Waiver) -> None:
    """The GM waives or overrules."""
    if not fight.table.started:
        return
    if act.kind == "allow":
        _allow(fight, act)
    elif act.kind in ("reroll", "ignore"):
        _again(fight, act)


def _keeps(fight: YiffieMonFight, act: Waiver, who: str | None) -> None:
    """PGM-3: his words are kept, with their place."""
    said = act.text.strip()[:120]
    fight.encounter.find("PGM-3", f"the GM: “{said}”", who, span=(act.column, act.end_column))


# -- a refusal that does not stand -----------------------------------------------------------------


def notes_refusal(fight: YiffieMonFight, who: str, reading: Reading, event: Event, before: int) -> None:
    """Remember the declaration that was refused last: the GM may let it stand."""
    rulings = fight.encounter.rulings[before:]
    if any(one.kind == "refused" and one.combatant == who for one in rulings):
        fight.refused = (who, reading, event)


def _allow(fight: YiffieMonFight, act: Waiver) -> None:
    """PGM-2: what was refused is done."""
    if fight.refused is None or act.who not in (None, fight.refused[0]):
        return
    (who, reading, event), fight.refused = fight.refused, None
    table = fight.table
    fight.encounter.find(
        "PGM-2", f"the GM lets {who}'s declaration stand", who, span=(act.column, act.end_column)
    )
    _grants_what_he_takes(table, who, reading)
    table.let_stand = who
    try:
        if not answering.now(fight, who, reading, event):
            fight.held.append((who, reading, event))
    finally:
        table.let_stand = None


def _grants_what_he_takes(table: Table, who: str, reading: Reading) -> None:
    wanted = [move.target for move in reading.moves if move.action == "opportunity"]
    for target in wanted:
        if target is not None and offering.why_not(table, who, target) is not None:
            offering.given(table, who, target)


# -- a roll made again -----------------------------------------------------------------------------


def _again(fight: YiffieMonFight, act: Waiver) -> None:
    """The last check is to be rolled anew, where it was rolled at all and nothing else of it is asked."""
    last: carry_out.LastRead | None = fight.table.last_read
    if last is None or last.read.outcome.roll is None or act.who not in (None, last.read.outcome.who):
        return
    _keeps(fight, act, last.read.outcome.who)
    fight.leave = last


def rolled_again(fight: YiffieMonFight, who: str, event: Event, pgm: bool) -> bool:
    """DICE-5: a roll made again by the GM's leave counts in place of the first. Returns whether this is
    one."""
    last, table, roll = fight.leave, fight.table, event.roll
    if last is None or roll is None or f"{roll.count}d{roll.sides}" != rolling.dice(table):
        return False
    outcome = last.read.outcome
    if outcome.who != who and not (pgm and (fight.gm_rolls or outcome.who not in fight.spoken)):
        return False
    fight.leave = None
    if outcome.base_line is None or outcome.difficulty is None:
        return False
    fight.encounter.note_roll(event, outcome.who, outcome.kind, counted=True)
    fight.encounter.find(
        "DICE-5", "rolled again with the GM's leave: this roll counts", outcome.who, severity="info"
    )
    again = rolling.by_ladder(
        table, replace(outcome, roll=roll.total, effective=roll.total + outcome.modifier, posted=False)
    )
    overruling.rolled_anew(table, last, again)
    return True
