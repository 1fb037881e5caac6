"""Figures in the DM's words that are no points: one of a kind by its number ("2 is dead"), and what a roll
came to ("hit, 18, only 4 over").

Only words are looked at here; what points do is `table`'s.
"""

from __future__ import annotations

import re

from calledshot_combat_notes.state import Attack

_NAMED = re.compile(
    r"#?\d{1,2}(?:'s|\s{1,3}(?:is|was|drops?|falls?|dies|died|goes|collapses|crumples|runs|flees|slumps"
    r"|and\s\d{1,2}\s(?:are|fall|drop|die)))\s{1,3}(?:now |also |already |finally )?"
    r"(?:dead|down|out|gone|dying|done|finished|toast|history|prone|unconscious|away|off|over|slain|killed)\b"
    r"|#?\d{1,2}\s{1,3}(?:drops|falls|dies|died|collapses|crumples|flees|slumps)"
    r"(?=\s{0,3}(?:[,.;!)]|$)|\s(?:too|as well|down|over|dead|flat)\b)",
    re.IGNORECASE,
)
"""A number and how the one of that number fares."""
_MARGIN = re.compile(
    r"(?:[a-z]{1,8}\s){0,2}\d{1,2}\s{1,3}(?:over|above|too (?:low|few|short)|better than|shy|short|under)"
    r"(?=\s{0,3}(?:[,.;:!)]|$)|\s(?:of|but|so|and|not|what)\b)",
    re.IGNORECASE,
)
"""By how much a roll made it, or did not."""
_OF_A_ROLL = re.compile(
    r"\b(?:crit(?:ical)?|over|natural|nat|margin|needed?|beats?|beaten|exactly|just|barely|by \d{1,2})\b",
    re.IGNORECASE,
)
"""Words that speak of a roll and of what it had to reach."""


def is_name(heard: str, column: int) -> bool:
    """Whether the figure at a place (columns from 1) is somebody's number and no amount."""
    at = max(0, column - 1)
    return _NAMED.match(heard, at) is not None


def is_margin(heard: str, column: int) -> bool:
    """Whether the figure at a place says by how much a roll made it: "only 4 over"."""
    return _MARGIN.match(heard, max(0, column - 1)) is not None


def of_roll(heard: str, blow: Attack, amount: int) -> bool:
    """Whether a figure repeats the roll of a blow whose damage is still to be rolled."""
    return (
        blow.struck
        and not blow.dealt
        and amount in (blow.total, blow.natural)
        and _OF_A_ROLL.search(heard) is not None
    )
