"""Of whom, and of which action, a GM tells a deed: the blow whose roll is asked, a new one, or one of several
creatures at once. What comes of a declaration is `answering`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, TypeVar

from calledshot.api import Event, Move, Reading, Verdict, replace
from calledshot_yiffiemon import acts, roll_call

if TYPE_CHECKING:
    from calledshot_yiffiemon.fight import YiffieMonFight

Told = TypeVar("Told", acts.Result, Verdict)
_NEXT_OF_KIND = re.compile(
    r"[,;.]?\s(?:and |while |but )?the (?P<which>second|third|fourth|other)(?: one)? "
    r"(?P<deed>[a-z]{2,20}s\b[^,;.!?]{0,100})",
    re.IGNORECASE,
)
"""What another of the same kind does, told in the same breath."""
_NUMBERS = {"second": "2", "third": "3", "fourth": "4"}
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
    """Whether it is a creature's turn of which the GM has not told what it does yet, or has left out a check
    beside what it does."""
    from calledshot_yiffiemon import answering

    need = fight.table.machine.need
    if need is None or need.who in fight.spoken:
        return False
    beside = answering.left_out(need) or "run" in need.details.get("names", ())
    return need.kind == "declare" or (need.kind == "check" and beside)


def of_another(fight: YiffieMonFight, who: str) -> bool:
    """Whether the last roll was one that nothing had asked for, of somebody else than `who`."""
    return fight.off_roll and fight.stray not in (None, who)


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


def siblings(fight: YiffieMonFight, who: str, text: str) -> Iterator[tuple[str, Reading]]:
    """What others of his kind do: "the first ghoul attacks Ann, the second attacks Bob"."""
    stem, _, number = who.rpartition(" ")
    if not stem or not number.isdecimal():
        return
    said = fight.encounter.ruleset
    lexicon = said.lexicon(fight.encounter.campaign, tuple(fight.table.fighters))
    for match in _NEXT_OF_KIND.finditer(text[:MOST_TOLD]):
        which = match["which"].lower()
        others = [one for one in fight.table.able if one != who and one.startswith(f"{stem} ")]
        named = others if which == "other" else [one for one in others if one == f"{stem} {_NUMBERS[which]}"]
        reading = said.read(match["deed"], lexicon, given=True)
        if len(named) == 1 and reading.moves and all(move.action != "other" for move in reading.moves):
            yield named[0], reading


def acts_again(fight: YiffieMonFight, who: str, event: Event) -> bool:
    """ "I do it again": the action that is over, or the one that is to be resolved before his next."""
    from calledshot_yiffiemon import answering

    one = fight.table.fighters.get(who)
    if one is None:
        return False
    last = one.last if fight.awaits(who) else one.turn
    if last is None or last.action not in answering.PUT_OFF:
        return False
    text = event.text.strip()[:200]
    move = Move(action=last.action, target=last.target, text=text, column=1, end_column=len(text) + 1)
    answering.declared(fight, who, Reading(text=event.text, moves=(move,)), event)
    answering.catch_up(fight)
    return True
