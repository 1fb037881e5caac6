"""Too much for six seconds: bandaging oneself and casting in one round (PAR-RND-6)."""

from __future__ import annotations

from collections.abc import Iterator

from calledshot.api import Finding, Move, Span
from calledshot_parthos.legality.standing import Standing

OWN = frozenset({"self", "myself", "me"})


def too_much(moves: tuple[Move, ...], now: Standing) -> Iterator[Finding]:
    """A declaration that asks the PGM whether there is time for all of it."""
    bandage = next((move for move in moves if _bandages_himself(move, now)), None)
    if bandage is None or not any(now.is_cast(move) for move in moves if move is not bandage):
        return
    yield Finding(
        code="PAR-RND-6",
        severity="warning",
        message="bandaging oneself and casting may not fit the six seconds of a round: the PGM is asked",
        combatant=now.name,
        source=Span(column=bandage.column, end_column=bandage.end_column),
    )


def _bandages_himself(move: Move, now: Standing) -> bool:
    if move.action != "heal" or now.is_cast(move):
        return False
    return move.target is None or move.target in OWN or move.target == now.name
