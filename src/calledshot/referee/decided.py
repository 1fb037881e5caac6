"""What a referee has decided so far, to be read off by those who run one.

Look-ups in the encounter only; deciding is `referee`.
"""

from __future__ import annotations

from typing import Any

from calledshot.finding import Finding
from calledshot.referee.encounter import Encounter, EncounterRecord, RollRecord
from calledshot.referee.ruling import PgmRuling, Ruling
from calledshot.transcript.event import Event


class Decided:
    """The record of an encounter, from outside."""

    encounter: Encounter

    @property
    def rulings(self) -> list[Ruling]:
        return self.encounter.rulings

    @property
    def findings(self) -> list[Finding]:
        return self.encounter.findings

    @property
    def retracted(self) -> list[Finding]:
        """What was found and taken back."""
        return self.encounter.retracted

    @property
    def pgm_rulings(self) -> list[PgmRuling]:
        return self.encounter.pgm_rulings

    @property
    def rolls(self) -> list[RollRecord]:
        return self.encounter.rolls

    @property
    def encounters(self) -> list[EncounterRecord]:
        return self.encounter.records

    @property
    def learned(self) -> dict[str, dict[str, dict[str, Any]]]:
        return self.encounter.learned.document()

    @property
    def unchecked(self) -> list[str]:
        return self.encounter.unchecked

    @property
    def lines(self) -> dict[int, Event]:
        return self.encounter.lines
