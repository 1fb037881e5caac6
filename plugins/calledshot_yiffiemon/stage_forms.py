"""Results of a worked example in the several forms in which it may write them.

Only shapes: the figures are `stage_results`', and no rule is here.
"""

from __future__ import annotations

import re
from typing import Any

from calledshot.api import Forms

_TERM = re.compile(r"[+-]\d{1,4}")


LEVELS = {
    "CF": "Critical Failure",
    "NF": "Normal Failure",
    "BS": "But Success",
    "NS": "Normal Success",
    "SS": "Severe Success",
    "CS": "Critical Success",
}
"""Levels by their whole names."""


def level(short: Any) -> Any:
    """A level in short and by its whole name."""
    return Forms((short, LEVELS[short])) if short in LEVELS else short


def formula(text: Any, weapon: int, skill: int) -> Any:
    """A formula of damage: with its terms apart, as one sum, with a 0 where the page has a term that comes to
    nothing; `weapon` and `skill` are what its one sum is made of (YM-519)."""
    if not isinstance(text, str):
        return text
    terms = _TERM.findall(text)
    dice = text[: text.index(terms[0])] if terms else text
    shown = {text: None, dice + _sum(terms): None, f"{dice}+0" if not terms else text: None}
    for place in range(len(terms) + 1):
        shown["".join((dice, *terms[:place], "+0", *terms[place:]))] = None
    if len(terms) == 1 and int(terms[0]) == weapon + skill:
        shown[f"{dice}{weapon:+d}{skill:+d}"] = None
        shown[f"{dice}{skill:+d}{weapon:+d}"] = None
    return Forms(shown)


def _sum(terms: list[str]) -> str:
    total = sum(map(int, terms))
    return f"{total:+d}" if total else ""
