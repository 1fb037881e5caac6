"""Weapons: range, what is in hand, how heavy, how many are left; and parrying (PAR-MOV-4 … PAR-MOV-12)."""

from __future__ import annotations

from collections.abc import Iterator

from calledshot.api import Finding, Fix, Move, Severity
from calledshot_parthos import book
from calledshot_parthos.book import Arm
from calledshot_parthos.legality.standing import Standing

ARMED = ("attack", "melee", "missile")


def in_range(move: Move, now: Standing) -> Iterator[Finding]:
    """PAR-MOV-4, PAR-MOV-5, PAR-MOV-10: a warning when declared (they may close or draw back), an error
    when called. Unknown range charges nothing."""
    if move.action not in (*ARMED, "unarmed"):
        return
    severity: Severity = "error" if now.called else "warning"
    target = now.target(move)
    near = now.range(move)
    arm = now.arm(move) if move.action != "unarmed" else None
    use = now.use(move)
    if move.action == "missile" and arm is not None and arm.kind == "melee":
        yield now.fault("PAR-MOV-5", severity, move, f"the {arm.name} is no missile weapon")
    if near is None or target is None:
        return
    with_what = (
        f"the {arm.name}" if arm is not None else "a melee weapon" if use == "melee" else "a missile weapon"
    )
    tail = "not available" if now.called else f"as things stand; not available unless {_hope(near)}"
    if move.action == "unarmed" and near == "missile":
        yield now.fault(
            "PAR-MOV-10",
            severity,
            move,
            f"{target} is at missile range, unarmed combat needs hand to hand: {tail}",
        )
    elif use == "melee" and near == "missile":
        yield now.fault(
            "PAR-MOV-4",
            severity,
            move,
            f"{target} is at missile range, {with_what} needs hand to hand: {tail}",
        )
    elif use == "missile" and near == "hth":
        yield now.fault(
            "PAR-MOV-5",
            severity,
            move,
            f"{target} is hand to hand with {now.name}, too close for {with_what}: {tail}",
        )


def _hope(near: str) -> str:
    return "they close" if near == "missile" else "they draw apart"


def at_hand(move: Move, now: Standing) -> Iterator[Finding]:
    """PAR-MOV-8: the weapon is carried, and in hand where getting it there would be a move (PAR-MOV-6)."""
    if move.action not in (*ARMED, "change_weapon") or move.instrument is None:
        return
    arm = now.arm(move)
    if arm is None or arm.carried is None:
        return
    if not arm.carried:
        mine = ", ".join(own.name for own in now.actor.sheet.weapons or ()) or "no weapon"
        yield now.fault(
            "PAR-MOV-8", "error", move, f"{now.name} does not carry the {arm.name} (carries: {mine})"
        )
        return
    if (
        move.action == "change_weapon"
        or now.use(move) != "melee"
        or not now.in_hand
        or arm.name in now.in_hand
    ):
        return
    held = [own.name for own in now.arms(held=True) if own.kind in ("melee", "both")]
    everywhere = now.setting("change_at_range", "free") == "move"
    if not held or not (now.hand_to_hand(move) or everywhere):
        return
    star = "*" if move.optional else ""
    yield now.fault(
        "PAR-MOV-8",
        "error",
        move,
        f"the {arm.name} is not in hand: {now.name} holds the {' and the '.join(held)}",
        default_ruling=now.hand_to_hand(move) is not True,
    )
    yield now.fault(
        "PAR-MOV-6",
        "error",
        move,
        f"changing the {held[0]} for the {arm.name} hand to hand is a move of its own, before the attack",
        fix=Fix("declare the change first", f"{star}Change to {arm.name}, *{move.text.lstrip('*')}"),
        default_ruling=now.hand_to_hand(move) is not True,
    )


def not_too_heavy(move: Move, now: Standing) -> Iterator[Finding]:
    """PAR-MOV-11: the weapon's BC is within the combatant's maximum."""
    if move.action not in (*ARMED, "change_weapon"):
        return
    arm = now.arm(move)
    most = bc_maximum(now)
    if arm is not None and arm.bc is not None and most is not None and arm.bc > most:
        yield now.fault(
            "PAR-MOV-11",
            "error",
            move,
            f"the {arm.name} is BC{arm.bc}, above {now.name}'s maximum of BC{most}",
        )


def bc_maximum(now: Standing) -> int | None:
    """The sheet's BC maximum, else that of the class, where the rulebook gives one."""
    sheet = now.actor.sheet
    own = book.number(sheet.bc_max)
    if own is not None or sheet.class_ is None:
        return own
    for name, entry in book.rulebook(now.campaign).classes.items():
        if book.fold(name) == book.fold(sheet.class_) and isinstance(entry, dict):
            return book.number(entry.get("bc_max"))
    return None


def still_there(move: Move, now: Standing) -> Iterator[Finding]:
    """PAR-MOV-12: the last one thrown is gone until picked up."""
    if move.action not in (*ARMED, "change_weapon"):
        return
    arm = now.arm(move)
    if arm is None or not arm.carried:
        return
    left = now.left.get(arm.name, arm.count)
    if left is not None and left <= 0:
        yield now.fault("PAR-MOV-12", "error", move, f"no {arm.name} left: {_gone(arm)}", default_ruling=True)


def _gone(arm: Arm) -> str:
    many = arm.count is not None and arm.count > 1
    return (
        f"all {arm.count} were thrown and lie where they fell"
        if many
        else "it was thrown and lies where it fell"
    )


def parry(move: Move, now: Standing) -> Iterator[Finding]:
    """PAR-MOV-9: parrying as a move of its own needs the skill."""
    if move.action == "parry" and book.has_skill(now.actor, "Parry") is False:
        yield now.fault(
            "PAR-MOV-9",
            "error",
            move,
            f"{now.name} does not have the Parry skill; ordinary parries are part of every defence",
        )
