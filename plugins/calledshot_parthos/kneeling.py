"""Kneeling down beside somebody to help him is part of the help, no move of its own (PAR-SYN-5).

Not for what the help does: `succour` has that.
"""

from __future__ import annotations

import re

from msgspec.structs import replace

from calledshot.api import Reading

DOWN = re.compile(r"(?:kneels?|kneeling|crouch(?:es|ing)?|bends?|bending|stoops?|squats?)\b", re.IGNORECASE)
JOINED = re.compile(r"[\s,]*(?:(?:and|then|to|try|tries|i|i'll|quickly)[\s,]+){0,4}", re.IGNORECASE)
HELPS = frozenset({"heal", "item", "use"})


def joined(reading: Reading) -> Reading:
    """The declaration with every "kneel beside him and" taken up by the help after it."""
    for index in range(len(reading.moves) - 2, -1, -1):
        first, second = reading.moves[index : index + 2]
        between = reading.text[first.end_column - 1 : second.column - 1]
        if (
            first.action == "other"
            and second.action in HELPS
            and first.optional == second.optional
            and DOWN.match(first.text.lstrip("* "))
            and JOINED.fullmatch(between)
        ):
            reading = _without(reading, index)
    return reading


def _without(reading: Reading, index: int) -> Reading:
    first, second = reading.moves[index : index + 2]
    text = reading.text[first.column - 1 : second.end_column - 1]
    one = replace(second, target=second.target or first.target, column=first.column, text=text)

    def place(move: int | None) -> int | None:
        return move if move is None or move <= index else move - 1

    return replace(
        reading,
        moves=(*reading.moves[:index], one, *reading.moves[index + 2 :]),
        slips=tuple(replace(slip, move=place(slip.move)) for slip in reading.slips),
        marks=tuple(
            replace(mark, move=place(mark.move))
            for mark in reading.marks
            if mark.move != index or mark.kind == "target"
        ),
    )
