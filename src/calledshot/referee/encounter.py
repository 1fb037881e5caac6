"""The record of a fight while it runs: its rounds, what was declared, ruled, found and rolled, and the
one place through which a ruleset rules, finds and asks.

No rule is decided here, and nothing is read from or written to the outside.
"""

from __future__ import annotations

from typing import Any

from msgspec import Struct, field

from calledshot.finding import Finding
from calledshot.moves.declaration import Declaration
from calledshot.referee.ruling import PgmRuling, Ruling


class RoundRecord(Struct, kw_only=True):
    """One round as it went. `number` is the fight's own count; `state` NAME → figures after the last
    thing that happened in it; `lines` the first and last input line, where known."""

    number: int
    system: str | None = None
    closed: bool = False
    first_line: int | None = None
    last_line: int | None = None
    declarations: list[Declaration] = field(default_factory=list)
    rulings: list[Ruling] = field(default_factory=list)
    findings: list[Finding] = field(default_factory=list)
    pgm_rulings: list[PgmRuling] = field(default_factory=list)
    state: dict[str, dict[str, Any]] = field(default_factory=dict)


class RollRecord(Struct, kw_only=True):
    """A roll and what it was used for: `use` is the request it answered (initiative, to_hit, damage …),
    None while unattached; `counted` is false for one that was ignored or forged."""

    seq: int
    roller: str
    combatant: str | None
    expression: str
    faces: tuple[int, ...]
    total: int
    round: int | None = None
    use: str | None = None
    counted: bool = False


class EncounterRecord(Struct, kw_only=True):
    """One fight: who was in it, its terms, how it ended, and its rounds."""

    fighters: list[str] = field(default_factory=list)
    system: str | None = None
    terms: str | None = None
    outcome: str | None = None  # won, yielded, ended; None while it runs
    winner: str | None = None
    rounds: list[RoundRecord] = field(default_factory=list)
