"""Rulings: what the fight did, as data with clause ids. A ruleset's voice makes words of them."""

from __future__ import annotations

from typing import Any

from msgspec import Struct


class Ruling(Struct, frozen=True, kw_only=True):
    """One thing decided or asked. `values` are the kind's own (docs/contract.md); unknown is None, never
    0. `seq` is the event that caused it."""

    kind: str
    round: int | None = None
    combatant: str | None = None
    target: str | None = None
    outcome: str
    values: dict[str, Any] = {}
    clauses: tuple[str, ...] = ()
    needs_pgm: bool = False
    default_ruling: bool = False
    seq: int | None = None
    text: str = ""


class PgmRuling(Struct, frozen=True, kw_only=True):
    """The game master's word on one thing beside ours. `agrees` is None where that cannot be known."""

    seq: int
    kind: str
    combatant: str | None = None
    round: int | None = None
    agrees: bool | None = None
    ours: Any = None
    theirs: Any = None
    effect: str | None = None
    text: str = ""
