"""Holding back: who has what to hold back (PAR-HOLD-1). What it does is the fight's."""

from __future__ import annotations

from collections.abc import Iterator

from calledshot.api import Finding, Reading, Span
from calledshot_parthos import book
from calledshot_parthos.legality.standing import Standing


def has_weapon_speed(now: Standing) -> bool | None:
    """Whether the combatant has Weapon Speed; None where the sheet does not tell."""
    sheet = now.actor.sheet
    if sheet.weapon_speed is not None:
        return sheet.weapon_speed > 0
    return book.has_skill(now.actor, "Weapon Speed") or (None if sheet.skills is None else False)


def weapon_speed(reading: Reading, now: Standing) -> Iterator[Finding]:
    """PAR-HOLD-1: only who has Weapon Speed can hold it back."""
    if "weapon_speed" in reading.hold_back and has_weapon_speed(now) is False:
        yield Finding(
            code="PAR-HOLD-1",
            severity="warning",
            message=f"{now.name} has no Weapon Speed to hold back; plain Speed cannot be held",
            combatant=now.name,
            source=place(reading),
        )


def place(reading: Reading) -> Span:
    """Where the message speaks of holding back; the whole message if it does so in other words."""
    start = reading.text.casefold().find("hold")
    return Span(column=max(start, 0) + 1, end_column=len(reading.text) + 1)
