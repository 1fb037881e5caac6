"""Figures as a game master would write them down: the sum of a check, of damage, and until when something
lasts. Words only; what the figures are is settled in the rulings that hold them.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from calledshot_yiffiemon import checks

ON_ATTACK: Mapping[str, str] = {
    "CF": "Critical Failure",
    "NF": "miss",
    "BS": "Shield Hit",
    "NS": "Hit",
    "SS": "Severe Hit",
    "CS": "Deadly Hit",
}
"""What the levels of an attack roll are called."""
_TERM = re.compile(r"[+-]\s?\d+")
_OUTER = re.compile(r"(later of|first of) \((.*)\)")
_PHRASES: tuple[tuple[re.Pattern[str], str], ...] = (
    (re.compile(r"^both next turns$"), "the later of both next turns"),
    (re.compile(r"^(.+) next turn$"), r"\1's next turn"),
    (re.compile(r"^(.+) leaves area of (.+)$"), r"\1 leaves \2's area"),
    (re.compile(r"^(.+) leaves guard of (.+)$"), r"\1 leaves \2's guard"),
    (re.compile(r"^(.+) makes a new assist$"), r"\1 assists anew"),
    (re.compile(r"^(.+) makes a non-opportunity attack( in a later turn)?$"), r"\1 attacks\2"),
)


def signed(number: float) -> str:
    """ "− 7"."""
    return f"{'−' if number < 0 else '+'} {abs(number):g}"


def check(values: Mapping[str, Any]) -> str:
    """ "50 − 7 move skill = 43 of 62": the roll with its modifiers, and the chance it is held against."""
    roll, effective = values.get("roll"), values.get("effective")
    if roll is None:
        return "as the GM has it" if values.get("posted") else ""
    text = f"{roll}"
    for why, value in values.get("modifiers") or ():
        said = "" if str(why).startswith("YM-") else f" {why}"
        text += f" {signed(value)}{said}"
    if effective is not None and effective != roll:
        text += f" = {effective:g}"
    line = values.get("base_line")
    if line is not None:
        text += f" of {line - (values.get('difficulty') or 0):g}"
    return text


def level(values: Mapping[str, Any], blow: bool) -> str | None:
    """ "Hit by 11": the level by its name, and the amount."""
    told = values.get("level")
    if not isinstance(told, str):
        return None
    name = ON_ATTACK.get(told) if blow else checks.WORDS.get(told)
    amount = values.get("amount")
    return f"{name}" if amount is None else f"{name} by {amount:g}"


def damage(values: Mapping[str, Any]) -> str | None:
    """ "4 + 1 + 1 + 3 = 9, less 1 armour = 8": the dice and what is added, then the armour."""
    points, rolled = values.get("points"), values.get("rolled")
    if not isinstance(points, int):
        return None
    if not isinstance(rolled, int):
        return f"{points}"
    if values.get("formula") is None:
        return f"{points}" if points == rolled else f"{points} on a roll of {rolled}"
    terms = [int(term.replace(" ", "")) for term in _TERM.findall(str(values.get("formula") or ""))]
    total = rolled + sum(terms)
    text = " ".join([f"{rolled}", *(signed(term) for term in terms)])
    text += f" = {total}" if terms else ""
    armour = values.get("armour") or 0
    if armour:
        text += f", less {armour} armour = {max(0, total - armour)}"
        total = max(0, total - armour)
    return text if total == points else f"{text}, so {points}"


def pool(values: Mapping[str, Any], target: str | None) -> str | None:
    """ "Grumbel 30 − 8 = 22": the hit point value before and after."""
    after, points = values.get("hpv"), values.get("points")
    if after is None or target is None or values.get("pool") != "body" or not isinstance(points, int):
        return None
    return f"{target} {after + points:g} − {points} = {after:g}".replace("-", "−")


def until(text: Any) -> str | None:
    """A term as one would say it: "Orc's next turn, and on until Orc leaves Ann's area or Ann assists"."""
    if not isinstance(text, str) or not text:
        return None
    return _term(text)


def _term(text: str) -> str:
    text = text.strip()
    outer = _OUTER.fullmatch(text)
    if outer is None:
        for pattern, said in _PHRASES:
            if pattern.match(text):
                return pattern.sub(said, text)
        return text.removeprefix("later of ") if not text.startswith("later of both") else f"the {text}"
    parts = _flat(outer[1], outer[2])
    if outer[1] == "later of":
        return ", and on until ".join(_term(part) for part in parts)
    words = [_term(part) for part in parts]
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} or {words[-1]}"


def _flat(how: str, inside: str) -> list[str]:
    """The members of a term; those of the same kind within it are its own."""
    parts: list[str] = []
    depth, begin = 0, 0
    for at, char in enumerate(inside + ";"):
        if char == ";" and not depth:
            part = inside[begin:at].strip()
            outer = _OUTER.fullmatch(part)
            parts += _flat(how, outer[2]) if outer is not None and outer[1] == how else [part]
            begin = at + 1
        depth += (char == "(") - (char == ")")
    return [part for part in parts if part]
