"""What a number of the PGM's is about, where his words leave it open: a die, a count, points, what is left.

Of several meanings the one that fits what we have ourselves is taken; nothing is charged for a number that
can be none of them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from calledshot_parthos import book, initiative
from calledshot_parthos.state import Attack

if TYPE_CHECKING:
    from calledshot_parthos.fight import ParthosFight

Meaning = Literal["points", "face", "count", "left", "nothing"]
NO_CHART = 60
"""Points of one blow that are believed without a chart to tell; campaigns' charts stay far below."""
SAID = ("point", "pts", "dam", "dmg", "dam.", "hp", "stamina", "doubled", "halved")


def meaning(fight: ParthosFight, attack: Attack | None, amount: int, words: str, who: str | None) -> Meaning:
    """What a number given as points most likely is. Words that say points are believed, within reason."""
    if attack is not None and amount in (attack.our_points, attack.points):
        return "points"
    plain = any(said in words.casefold() for said in SAID)
    if attack is not None and not plain:
        if amount == attack.roll and not attack.dice:
            return "face"
        if attack.dice and amount == attack.dice[-1] and amount != (attack.each or [None])[-1]:
            return "face"
    if not plain and (who is None or attack is None) and _is_count(fight, amount):
        return "count"
    target = fight.fighters.get(attack.target) if attack is not None and attack.target is not None else None
    if not plain and attack is not None and attack.dealt and target is not None and target.stamina == amount:
        return "left"
    most = _most(fight, attack) if attack is not None else NO_CHART if not plain else amount
    return "points" if amount <= most else "nothing"


def _is_count(fight: ParthosFight, amount: int) -> bool:
    return any(planned.at == amount for who, planned in initiative.queue(fight) if fight.able(who))


def _most(fight: ParthosFight, attack: Attack) -> int:
    """The most that a blow can have done: the row's maximum for each die and one more, Strength, doubled."""
    row = book.row_maximum(fight.campaign, attack.bc)
    if row is None:
        return NO_CHART
    strength = book.strength_bonus(fight.fighters[attack.who]) or 0
    return 2 * (row * (len(attack.dice) + 2) + max(strength, 0))


def whose(fight: ParthosFight, who: str | None, value: int) -> str | None:
    """Whose stamina a number is, where the one the words name (or nobody) does not fit and just one of those
    the last blow concerns does."""
    named = fight.fighters.get(who) if who is not None else None
    if named is not None and named.stamina in (None, value):
        return who
    attack = fight.last_attack
    near = [attack.target, attack.who] if attack is not None else []
    fits = [
        name
        for name in dict.fromkeys([fight.last_changed, *near])
        if name is not None
        and name != who
        and name in fight.fighters
        and fight.fighters[name].stamina == value
    ]
    return fits[0] if len(fits) == 1 else who
