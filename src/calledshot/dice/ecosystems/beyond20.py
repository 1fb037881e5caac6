"""Beyond20, which brings the rolls of character sheets into Discord: each in a field of one message, its
total in emoji above the dice. Of two rolls of which one counts (advantage) the other's die is told as
dropped."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from msgspec.structs import replace

from calledshot.dice.ecosystems.parts import Grammar, Thrown, expression, made
from calledshot.dice.roll import Roll

_DICE = re.compile(
    r"(?:\|\|)?\s?(?::game_die:|\U0001f3b2)\s{1,2}([^\n|]{2,200}?)\s{1,2}(?::arrow_right:|\u27a1\ufe0f?)"
    r"\s{1,2}([^\n|]{1,800}?)\s?(?:\|\|)?"
)
_NAMED = re.compile(r"(?:\*\*)?([^\n*:|]{1,60}?) ?:(?:\*\*)? (.{1,200})")
_GROUP = re.compile(r"\(([-+~ \d]{1,400})\)")
_STRUCK = re.compile(r"~~[-+ ]{0,4}(\d{1,9})~~")
_REROLLED = re.compile(r"(?<=\d)(?:min\d{1,6}|r[<>=]{1,2}\d{1,6})", re.ASCII)
_DIGITS = {
    ":zero:": "0", ":one:": "1", ":two:": "2", ":three:": "3", ":four:": "4", ":five:": "5", ":six:": "6",
    ":seven:": "7", ":eight:": "8", ":nine:": "9", ":keycap_ten:": "10", "\U0001f51f": "10",
    ":no_entry:": "-", "\u26d4": "-",
}  # fmt: skip
_EMOJI = re.compile("|".join(map(re.escape, _DIGITS)) + r"|(\d)\ufe0f?\u20e3")
_TITLE_LENGTH = 64


class _Field(NamedTuple):
    roll: Roll
    struck: bool
    label: str


def beyond20(text: str) -> Sequence[Roll] | None:
    """`Wick` / `Rapier (+5)` / `:one::nine:` / `||:game_die: 1d20 + 5 :arrow_right: (14) + 5||` / `**Damage
    :** :eight:` / `||:game_die: 1d8 + 3 :arrow_right: (5) + 3||`."""
    lines = [line.strip() for line in text.strip().split("\n")]
    found: list[_Field] = []
    first = len(lines)
    for at, line in enumerate(lines):
        dice = _DICE.fullmatch(line)
        if dice is None:
            continue
        above = lines[at - 1] if at else ""
        first = min(first, at - 1)
        named = _NAMED.fullmatch(above)
        label = named[1].strip() if named is not None and not above.startswith(":") else ""
        told = named[2] if named is not None and label else above
        roll = _roll(dice[1], dice[2], label)
        if roll is None:
            return None
        shown = _number(told)
        if shown is not None:
            roll = replace(roll, total=shown)
        if not label.startswith("Total "):
            found.append(_Field(roll, told.startswith("~~"), label))
    if not found or not any(not one.struck for one in found):
        return None
    head = [line for line in lines[: max(first, 0)] if line]
    roller = head[0][:_TITLE_LENGTH] if len(head) > 1 else ""
    title = head[1] if len(head) > 1 else head[0] if head else ""
    rolls = []
    for one in found:
        if one.struck:
            continue
        comment = ": ".join(word for word in (title, one.label) if word)
        others = [
            other.roll.faces[0]
            for other in found
            if other.struck and other.roll.expression == one.roll.expression and len(other.roll.faces) == 1
        ]
        roll = replace(one.roll, roller=roller, comment=comment) if comment else one.roll
        rolls.append(replace(roll, dropped=tuple(others)) if others else roll)
    return rolls


def _number(told: str) -> int | None:
    """A total in emoji."""
    digits = "".join(one[1] or _DIGITS[one[0]] for one in _EMOJI.finditer(told[:200]))
    return int(digits) if re.fullmatch(r"-?\d{1,9}", digits) else None


def _roll(formula: str, parts: str, label: str) -> Roll | None:
    written = "".join(_REROLLED.sub("", formula).split())
    read = expression(written)
    if read is None:
        return None
    shown = []
    for group in _GROUP.findall(parts):
        off = tuple(int(face) for face in _STRUCK.findall(group))
        left = tuple(int(face) for face in re.findall(r"\d{1,9}", _STRUCK.sub("", group)))
        shown.append(Thrown(left, off))
    if len(shown) != sum(1 for term in read.terms if term.sides):
        return None
    dice = [term for term in read.terms if term.sides]
    flat = sum(term.sign * term.constant for term in read.terms if not term.sides)
    total = flat + sum(term.sign * sum(one.faces) for term, one in zip(dice, shown, strict=True))
    roll = made("", written, total, shown, comment=label)
    return replace(roll, expression="".join(formula.split()).lower()) if roll is not None else None


GRAMMARS = (Grammar("beyond20", beyond20),)
