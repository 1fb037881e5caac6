"""Bounds on a CA that no sheet tells, from the PGM's hits and misses."""

from __future__ import annotations

from typing import TYPE_CHECKING

from calledshot_parthos.state import Attack

if TYPE_CHECKING:
    from calledshot_parthos.fight import ParthosFight


def line(fight: ParthosFight) -> int | None:
    source = fight.encounter.event.source
    return source.line if source is not None else None


def learned_outcome(fight: ParthosFight, attack: Attack) -> str | None:
    """What a roll must do by the bounds that earlier rulings have set on an unknown CA; None if open."""
    bound = fight.encounter.learned.get(attack.who, "ca")
    if bound is None or attack.roll is None or attack.penalty_unknown:
        return None
    ca = attack.roll - sum(points for _, points in attack.penalties)
    if bound.at_least is not None and ca <= bound.at_least:
        return "hit"
    return "miss" if bound.at_most is not None and ca > bound.at_most else None


def learn_ca(fight: ParthosFight, attack: Attack, word: str) -> None:
    """ "Hits" on 62 and "miss" on 70 bracket a CA nobody has told us; 1 and 100 teach nothing."""
    fighter = fight.fighters.get(attack.who)
    if (
        fighter is None
        or fighter.sheet.ca is not None
        or attack.roll in (None, 1, 100)
        or attack.penalty_unknown
    ):
        return
    assert attack.roll is not None
    ca = attack.roll - sum(points for _, points in attack.penalties)
    if word in ("hit", "critical"):
        fight.encounter.learned.at_least(attack.who, "ca", ca, line(fight))
    else:
        fight.encounter.learned.at_most(attack.who, "ca", ca - 1, line(fight))
