"""The result of reading one message as a declaration: the moves, and every slip that was forgiven on the
way.

Slips are neutral facts with a place; a ruleset turns those it minds into findings.
"""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from calledshot.moves.declaration import Move

SlipKind = Literal[
    "corrected",  # a typo mended: said → read_as
    "abbreviated",  # "Myst 1", "lvl 1", "w/"
    "star_shape",  # a star in another shape, or in words
    "italics",  # two stars pair up round a move: which was meant?
    "ambiguous",  # a name that fits several: candidates
    "unknown",  # a spell, weapon or power that nothing known resembles: candidates are the nearest
    "modifier_words",  # an initiative modifier announced without parentheses
    "easy",  # "going easy" without saying what is held back
    "correction",  # "er, make that …": this message replaces an earlier one
    "shared_star",  # one star before two actions: the second needs its own
    "unread",  # words in a given move that no reading was found for
]
MarkKind = Literal["verb", "spell", "spec", "instrument", "target", "part", "pp", "feet", "star", "condition"]


class Slip(Struct, frozen=True, kw_only=True):
    """One forgiven or doubtful thing. `move` is the index into `Reading.moves`, None for the whole
    message; columns as in `Move`; `what` the kind of thing named (spell, list, weapon, combatant …)."""

    kind: SlipKind
    said: str = ""
    read_as: str = ""
    what: str = ""
    candidates: tuple[str, ...] = ()
    move: int | None = None
    column: int = 1
    end_column: int = 1


class Mark(Struct, frozen=True, kw_only=True):
    """Where a part of a move stands; `spec` is a spell's list and level. Columns as in `Move`."""

    kind: MarkKind
    move: int | None = None
    column: int = 1
    end_column: int = 1


class Reading(Struct, frozen=True, kw_only=True):
    """What one message says about moves. No moves, no modifiers and no hold-backs: it was talk.
    `candidate`: read from free prose. `ooc`: inside out-of-character brackets. `total`: an announced
    bracketed number ("(170)"). `replaces`: a correction of what the same player declared before. `strict`:
    written as the formatter would write it. `subject`: the combatant whom third-person prose names as the
    one who acts, None where it names nobody. `released`: what is no longer held back, by this message."""

    text: str = ""
    moves: tuple[Move, ...] = ()
    modifiers: tuple[str, ...] = ()
    hold_back: tuple[str, ...] = ()
    slips: tuple[Slip, ...] = ()
    candidate: bool = False
    ooc: bool = False
    strict: bool = False
    replaces: bool = False
    total: int | None = None
    subject: str | None = None
    released: tuple[str, ...] = ()
    marks: tuple[Mark, ...] = ()

    def mark(self, move: Move, kind: MarkKind) -> Mark | None:
        """The place of one part of `move`, which may stand inside another move's contingency."""
        inner = [(other.column, other.end_column) for other in move.otherwise]
        for mark in self.marks:
            if mark.kind != kind or not move.column <= mark.column < move.end_column:
                continue
            if not any(first <= mark.column < last for first, last in inner):
                return mark
        return None
