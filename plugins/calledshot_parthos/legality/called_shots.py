"""Called shots: with what, and without what (PAR-CALL-1, PAR-CALL-2). What they cost is the fight's."""

from __future__ import annotations

from collections.abc import Iterator

from calledshot.api import Finding, Move, Reading
from calledshot_parthos import book
from calledshot_parthos.legality.standing import Standing

WITH_WEAPON = ("attack", "melee", "missile")
NAMES = {
    "unarmed": "unarmed combat",
    "cast": "a spell",
    "power": "a power",
    "item": "an item",
    "heal": "healing",
    "parry": "a parry",
}


def weapon_only(move: Move, now: Standing) -> Iterator[Finding]:
    """PAR-CALL-1."""
    if move.called_shot is None or move.action in WITH_WEAPON:
        return
    what = NAMES.get(move.action, "this move")
    yield now.fault(
        "PAR-CALL-1",
        "error",
        move,
        f"a called shot needs a melee or missile weapon; {what} cannot aim at the {move.called_shot.part}",
    )


def no_weapon_speed(move: Move, now: Standing, reading: Reading) -> Iterator[Finding]:
    """PAR-CALL-2: said where Weapon Speed is announced; the move itself simply gets none."""
    if move.called_shot is None or move.action not in WITH_WEAPON:
        return
    if any(book.fold(name) in book.WEAPON_SPEED for name in reading.modifiers):
        yield now.fault(
            "PAR-CALL-2",
            "warning",
            move,
            f"a called shot (the {move.called_shot.part}) gets no Weapon Speed, though WS is announced",
        )
