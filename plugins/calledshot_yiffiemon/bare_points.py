"""A number that a GM's message begins with, right after the dice of a blow of which only he knows what is
added to them: "5, and down it goes". Any other number is none of its business.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from calledshot.api import Act, Fight, Points

_BARE = re.compile(
    r"\W{0,3}(?P<points>\d{1,3})(?:\s{0,2}[,!;]\s{0,2}|[.]\s{1,2}|[.!]?\s{0,3}$)(?:(?:the|and|then)\s){0,2}"
)
"""The number, and what stands before the next word."""
_CALLED = re.compile(r"\s{0,2}(?:[,:;.!?']|$)")
"""What follows a name that is called, and does nothing: "5, Ann, your attack"."""


def read(text: str, name: re.Pattern[str], fight: Fight) -> Iterator[Act]:
    """The points of that blow; with somebody's name behind it the number is a clock: "5, Ann"."""
    match = _BARE.match(text)
    table = getattr(fight, "table", None)
    if match is None or table is None or table.unvalued is None:
        return
    called = name.match(text, match.end())
    if called is not None and _CALLED.match(text, called.end()):
        return
    yield Points(
        amount=int(match["points"]),
        what="damage",
        who=table.unvalued,
        text=match.group(),
        column=match.start() + 1,
        end_column=match.end() + 1,
    )
