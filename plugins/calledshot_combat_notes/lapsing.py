"""Knockdown dice that a table does not roll (CN-710): once other dice come, or the target is out of it,
nobody waits for them, and a roll that comes late still counts.

What a knockdown does is `felling`'s.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from calledshot_combat_notes import striking
from calledshot_combat_notes.state import Attack, Request

if TYPE_CHECKING:
    from calledshot_combat_notes.fight import NotesFight

OPTIONAL = "knockdown"


def go_on(fight: NotesFight) -> bool:
    """The table has gone on without the knockdown dice it owed; true if there were any."""
    owed = [one for one in fight.requests if one.what == OPTIONAL and _dealt(one.attack)]
    for request in owed:
        _skip(fight, request)
    return bool(owed)


def spared(fight: NotesFight, attack: Attack) -> None:
    """The target is out of the fight: whether he falls is no question any more."""
    for request in [one for one in fight.requests if one.what == OPTIONAL and one.attack is attack]:
        _skip(fight, request)


def late(fight: NotesFight, who: str, dice: tuple[int, int]) -> Request | None:
    """The knockdown of somebody's last blow, if these are the dice it wanted."""
    from calledshot_combat_notes.dice import parts

    for request in reversed(fight.skipped):
        attack = request.attack
        newest = attack is not None and not any(
            one.who == attack.who and one.natural is not None for one in _after(fight, attack)
        )
        if request.who == who and newest and request.dice is not None and parts(request.dice) == dice:
            fight.skipped.remove(request)
            return request
    return None


def _after(fight: NotesFight, attack: Attack) -> list[Attack]:
    made = fight.round.attacks if fight.round is not None else []
    return made[made.index(attack) + 1 :] if attack in made else []


def _dealt(attack: Attack | None) -> bool:
    return attack is not None and attack.dealt


def _skip(fight: NotesFight, request: Request) -> None:
    fight.requests = [one for one in fight.requests if one is not request]
    fight.skipped.append(request)
    if request.attack is not None:
        striking.check_over(fight, request.attack)
