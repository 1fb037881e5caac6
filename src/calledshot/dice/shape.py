"""What stays the same in all the rolls that a bot prints, so that a member who types one like them is known.

Who rolled, which dice, what fell and what it was for are left out; where a line names no dice, too little is
left. Whether a line is a roll is not decided here: see `dialects`.
"""

from __future__ import annotations

import re

from calledshot.dice import ecosystems
from calledshot.dice.ecosystems.general_words import plain
from calledshot.dice.roll import Roll

LONGEST = 400
FEWEST = 3
"""Signs beside dice and numbers without which a line is like too many others."""

_DICE = re.compile(
    r"(?<![\w.])\d{0,4} ?[dD] ?(?:\d{1,7}|%)(?:k[hl]?\d{0,3}|d[hl]\d{0,3}|!)?(?: ?[-+] ?\d{1,9}(?!\w)){0,8}",
    re.ASCII,
)
_NAMED = re.compile(r"[dD](?:\d|%)", re.ASCII)
_NUMBERS = re.compile(r"(?<![\w.])\d{1,9}(?:(?: ?[,;+] ?| )\d{1,9}){0,60}(?!\w)", re.ASCII)
_ADDED = re.compile(r" ?[-+] ?#")


def shape(text: str, roll: Roll) -> str | None:
    """What a line that printed a roll has in common with others; None where that is too little."""
    if len(text) > LONGEST or not roll.roller:
        return None
    line = " ".join(plain(text).split())
    if isinstance(roll.comment, str) and len(roll.comment) > 1:
        line = line.replace(roll.comment, "\x02")
    line = re.sub(rf"@?(?<!\w){re.escape(roll.roller.strip('@:'))}(?!\w)", "\x01", line, flags=re.IGNORECASE)
    line, dice = _DICE.subn("\x03", line)
    line = _ADDED.sub("", _NUMBERS.sub("#", line))
    left = re.sub(r"[\x01-\x03#\s]", "", line)
    return line if dice and "\x01" in line and len(left) >= FEWEST else None


def names_dice(text: str) -> bool:
    """Whether dice are named in a line at all."""
    return _NAMED.search(text) is not None


def claimed(text: str) -> Roll | None:
    """The roll that a line would be if a bot had printed it."""
    if len(text) > LONGEST:
        return None
    return next(iter(ecosystems.fitting(text) or ecosystems.reported(text)), None)
