"""Findings: faults and notes as values, each with the clause it rests on and the place it is about.

Not for rulings (what the fight did): see `referee.ruling`. Nothing here knows a ruleset.
"""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

Severity = Literal["error", "warning", "info"]


class Span(Struct, frozen=True, kw_only=True):
    """Where in the input. Lines and columns count from 1; columns are code points of the message's own
    text (of the line, in a move file); `end_column` is the column after the last character."""

    file: str | None = None
    line: int | None = None
    column: int | None = None
    end_line: int | None = None
    end_column: int | None = None


class Fix(Struct, frozen=True):
    """What to write instead of the marked span."""

    message: str
    replacement: str


class Finding(Struct, frozen=True, kw_only=True):
    """One fault or note. `code` is the clause id; `seq` the event; `default_ruling` is true where the
    rule text is silent and our setting decided."""

    code: str
    severity: Severity
    message: str
    combatant: str | None = None
    round: int | None = None
    seq: int | None = None
    source: Span | None = None
    fix: Fix | None = None
    default_ruling: bool = False
