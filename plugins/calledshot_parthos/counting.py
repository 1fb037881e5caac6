"""How many moves a round's d100 wins, and at which init each falls (PAR-INIT-1 … PAR-INIT-5).

Pure arithmetic on one combatant. Not for the order between combatants, nor for what a move may be.
"""

from __future__ import annotations

from collections.abc import Sequence

STEP = 100  # PAR-INIT-2: each further move falls this much lower


def ws_counts(system: str, ws_announced: bool, held: bool = False) -> bool:
    """Whether Weapon Speed is on this round (PAR-INIT-3, PAR-HOLD-1): by default in the IM system, only
    if announced in the standard one, never while held back."""
    return not held and (system == "im" or ws_announced)


def moves_for(
    roll: int,
    speed: int,
    ws: int | None,
    attacks: Sequence[bool],
    system: str,
    ws_announced: bool,
    *,
    held: bool = False,
    called: Sequence[bool] = (),
    flat: int = 0,
    extra: Sequence[int] = (),
    sum_decides: bool = False,
    unlisted: bool = False,
    returns: bool = False,
) -> list[int]:
    """The inits of the moves that exist, in the order declared.

    `attacks[k]`: the k-th declared move is an attack; `called[k]`: it is a called shot, which gets no
    Weapon Speed (PAR-CALL-2) but does not end it for later moves. `flat` is the sum of the modifiers that
    touch every move, `extra[k]` of those that touch the k-th alone. `unlisted`: go on after the declared
    moves with as many more as are won if each is an attack; so with nothing declared, all that the roll
    wins. Without it the list is never longer than `attacks`. `returns`: attacks after a move that is no
    attack get Weapon Speed again (a house's answer to PAR-INIT-4).
    """
    weapon_speed = (ws or 0) if ws_counts(system, ws_announced, held) else 0
    base = roll + speed + flat
    inits: list[int] = []
    still_fast = weapon_speed != 0  # PAR-INIT-4: lost for good after a move that is no attack
    only_fast = True  # every move so far was an attack with Weapon Speed
    k = 0
    while k < len(attacks) or unlisted:
        attack = attacks[k] if k < len(attacks) else True
        aimed = called[k] if k < len(called) else False
        fast = attack and not aimed and still_fast
        init = base + (extra[k] if k < len(extra) else 0) + (weapon_speed if fast else 0) - STEP * k
        exists = k == 0 or init > 0
        if not exists and not fast and only_fast and still_fast and not sum_decides:
            exists = base + weapon_speed - STEP * k > 0  # PAR-INIT-5
        if not exists:
            break
        inits.append(init)
        still_fast = still_fast and (attack or returns)
        only_fast = only_fast and fast
        k += 1
    return inits
