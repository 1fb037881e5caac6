"""May he do that? Every fault of a declaration under the rules, the sheet and the situation, as findings.

Pure: nothing given is changed. What nobody knows (no sheet, a key left out, no rulebook) is never charged.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator

from calledshot.api import Campaign, Finding, Move, Reading
from calledshot_parthos.fighter import Fighter
from calledshot_parthos.legality import (
    called_shots,
    casting,
    haste,
    holding_back,
    items,
    movement,
    powers,
    weapons,
)
from calledshot_parthos.legality.standing import ConditionOf, Standing
from calledshot_parthos.scene import Scene

__all__ = ["Standing", "check"]


def unlisted(move: Move, now: Standing) -> Iterator[Finding]:
    """PAR-SYN-5: an action that is on no list needs the PGM's leave."""
    if move.action == "other":
        yield now.fault(
            "PAR-SYN-5", "info", move, "not one of the moves on the list: the PGM has to allow it"
        )


CHECKS: tuple[Callable[[Move, Standing], Iterator[Finding]], ...] = (
    unlisted,
    movement.distance,
    weapons.at_hand,
    weapons.in_range,
    weapons.not_too_heavy,
    weapons.still_there,
    weapons.parry,
    casting.available,
    casting.points,
    casting.one_a_round,
    powers.available,
    powers.points,
    items.owned,
    items.means,
    items.helps,
    called_shots.weapon_only,
)
"""What every move is held against, in the order of the findings."""


def check(
    moves: tuple[Move, ...],
    reading: Reading,
    actor: Fighter,
    scene: Scene,
    campaign: Campaign,
    *,
    called: int | None = None,
    condition_of: ConditionOf | None = None,
    refused: Collection[int] = (),
) -> list[Finding]:
    """Everything wrong with a declaration, all grounds at once.

    `called=None`: every move as declared, as things stand now, the earlier moves of the same declaration
    taken as done. `called=k`: only move k, whose turn it is; a range that does not fit is then an error.
    `condition_of(name)` gives a patient's condition where the fight knows it; `refused` the earlier moves
    that were found illegal and so used nothing up.
    """
    now = Standing(actor, scene, campaign, called=called is not None, condition_of=condition_of)
    if called is not None:
        earlier = [move for k, move in enumerate(moves[:called]) if k not in refused and now.is_cast(move)]
        now.spell = now.spell_label(earlier[0]) if earlier else None
        return list(_move(moves[called], now, reading)) if called < len(moves) else []
    findings = [*holding_back.weapon_speed(reading, now), *haste.too_much(moves, now)]
    for move in moves:
        findings += _walk(move, now, reading)
    return findings


def _walk(move: Move, now: Standing, reading: Reading) -> list[Finding]:
    """A move with its other branch. Only one of the branches happens, so each starts from the same place."""
    other = now.copy() if move.otherwise else None
    findings = list(_move(move, now, reading))
    now.take(move, _cost(move, now))
    if other is not None:
        for branch in move.otherwise:
            findings += _walk(branch, other, reading)
        now.merge(other)
    return findings


def _move(move: Move, now: Standing, reading: Reading) -> Iterator[Finding]:
    for fault in CHECKS:
        yield from fault(move, now)
    yield from called_shots.no_weapon_speed(move, now, reading)


def _cost(move: Move, now: Standing) -> int | None:
    cost = casting.cost(move, now)
    return cost if cost is not None else powers.cost(move, now)
