"""Of whom, and of which action, a GM tells a deed: the blow whose roll is asked, a new one, or one of several
creatures at once. What comes of a declaration is `answering`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from calledshot.api import Reading, Verdict, replace
from calledshot_yiffiemon import acts, roll_call

if TYPE_CHECKING:
    from calledshot_yiffiemon.fight import YiffieMonFight

Told = TypeVar("Told", acts.Result, Verdict)
MOST_TOLD = 400
"""Characters of a GM's line in which several are looked for."""


def announces(fight: YiffieMonFight, who: str, reading: Reading) -> bool:
    """Whether the GM names the action whose roll is asked, "the orc's bite on Ann": the one declared
    before, and a new one only where he tells no other of it before the room goes on."""
    need = fight.table.machine.need
    if need is None or need.kind != "check" or need.who != who:
        return False
    outcome = need.details.get("outcome")
    one = fight.table.fighters[who]
    doing = {one.turn.action, one.pending.move.action if one.pending is not None else None}
    return (outcome is None or outcome.roll is None) and all(
        move.action in doing and move.target in (None, need.target) for move in reading.moves
    )


def settles(fight: YiffieMonFight, who: str | None = None) -> None:
    """An action that the GM has named as its roll was asked is the creature's next one as well, where it is
    its turn to declare one, and the room goes on without another."""
    if fight.announced is None:
        return
    from calledshot_yiffiemon import answering

    need = fight.table.machine.need
    named = fight.announced
    if who == named[0] or named[0] in fight.spoken or need is None or need.who != named[0]:
        fight.announced = None
    elif need.kind == "declare":
        fight.announced = None
        answering.declared(fight, *named, by_gm=True)
        answering.catch_up(fight)


def all_of(fight: YiffieMonFight, who: str, text: str) -> list[str]:
    """Everybody of whom the GM tells a deed: "both ghouls attack Ann" tells it of all of them that stand."""
    able = {name: name for name in fight.table.able}
    for start, _, members in roll_call.groups_in(text[:MOST_TOLD], able):
        before = text[:start].rstrip(" *:-")
        if who in members and (not before or before[-1] in ".!?,;"):
            return members
    return [who]


def _left_waiting(fight: YiffieMonFight) -> bool:
    """Whether it is a creature's turn of which the GM has not told what it does yet."""
    need = fight.table.machine.need
    return need is not None and need.kind == "declare" and need.who not in fight.spoken


def of_early_roll(fight: YiffieMonFight, act: Told) -> Told:
    """A result that names nobody, told of a roll that came while the GM has left a creature's turn waiting:
    that of who rolled."""
    who = fight.stray
    if act.who is not None or not fight.off_roll or who is None or not _left_waiting(fight):
        return act
    return replace(act, who=who) if fight.table.fighters[who].pending is not None else act


def rolls_on(fight: YiffieMonFight, who: str) -> None:
    """A second roll of one whose action is still to be resolved, while the GM has left a creature's turn
    waiting: the room has gone on to him, and the creature comes up later."""
    from calledshot_yiffiemon import answering

    table = fight.table
    if who not in table.fighters or not table.early.get(who) or not _left_waiting(fight):
        return
    if table.fighters[who].pending is not None and who in fight.spoken:
        answering.turn_of(fight, who)
        answering.catch_up(fight)
