"""Reads where somebody goes out of free words: "3 e, 2 ne", "4 squares toward the ogre", "to (3, 5)".

The words only; walking a path is `plane`. Names are given by the caller.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import NamedTuple

from calledshot.patterns import Phrase
from calledshot.play.plane import Step

_WORDS = {
    "north": "n",
    "south": "s",
    "east": "e",
    "west": "w",
    "northeast": "ne",
    "northwest": "nw",
    "southeast": "se",
    "southwest": "sw",
    "n": "n",
    "s": "s",
    "e": "e",
    "w": "w",
    "ne": "ne",
    "nw": "nw",
    "se": "se",
    "sw": "sw",
}
_NUMBERS = {
    word: number
    for number, word in enumerate(
        (
            "zero",
            "one",
            "two",
            "three",
            "four",
            "five",
            "six",
            "seven",
            "eight",
            "nine",
            "ten",
            "eleven",
            "twelve",
        )
    )
} | {"half": 0.5, "1/2": 0.5}
_COUNT = r"(?P<count>\d{1,4}(?:\.\d{1,3})?|\.\d{1,3}|" + "|".join(_NUMBERS) + r")"
_UNIT = r"(?:squares?|sq|moves?|steps?|paces?|hexes|hex|m|metres?|meters?|spaces?)\b"
_DIRECTION = (
    r"(?P<direction>(?:north|south)[ -]?(?:east|west)|north|south|east|west|ne|nw|se|sw|n|s|e|w)"
    r"(?:wards?)?\b\.?"
)
_COUNTED = (*"0123456789", *_NUMBERS)
"""What a path with a count must hold."""
_LEG = Phrase(
    rf"(?<![\w./]){_COUNT}\s{{0,3}}(?:{_UNIT}\s{{0,3}})?(?:diagonal(?:ly)? )?"
    rf"(?:to (?:the )?|due )?{_DIRECTION}"
    r"(?!\w|(?<=w)/\s?[a-z])",  # "w/ spear" is with it
    *_COUNTED,
)
_TURNED = Phrase(
    rf"(?<!\w){_DIRECTION}\s{{0,3}}(?:for |by )?{_COUNT}(?![\w.])(?:\s{{0,3}}{_UNIT})?", *_COUNTED
)
_PLACE = Phrase(
    r"(?<!\w)(?:on |in|un)?to (?:square )?[(\[]\s{0,3}(?P<x>-?\d{1,5}(?:\.\d{1,9})?)\s{0,3}[,;]\s{0,3}"
    r"(?P<y>-?\d{1,5}(?:\.\d{1,9})?)\s{0,3}[)\]]",
    "to ",
)
_TOWARD = r"(?:towards?|twoards?|towrads?|towads?|towars?|twards?)"
"""With the slips of a hurried hand."""
_WHOM = Phrase(
    rf"(?<![\w.])(?:{_COUNT}\s{{0,3}}(?:{_UNIT}\s{{0,3}})?)?"
    r"(?P<how>(?:straight|directly) (?:" + _TOWARD + r"|at|to)|" + _TOWARD + r"|up to|next to|close to"
    r"|away from|back from|around|round|past)\s{1,3}(?:the |an? )?",
    *("tow", "two", "twa", "to", "at", "from", "round", "past"),
)
MOST_LEGS = 40
"""Legs of one path; enough for any maze, and a bound on hostile text."""


class Found(NamedTuple):
    """A path and where its words stand: `spans` are [start, end) offsets in the text, in order."""

    steps: tuple[Step, ...]
    spans: tuple[tuple[int, int], ...]


Finder = Callable[[str, int], tuple[str, int] | None]
"""Who is named at an offset of a text, and the offset after the name; `Lexicon.somebody` is one."""


def read_path(text: str, names: Mapping[str, str] | Finder = MappingProxyType({})) -> Found:
    """The legs told in `text`, in order. `names` finds somebody's name at a place, or maps every way to
    write somebody (lower case) to him; the longest that fits is taken."""
    legs: list[tuple[int, int, Step]] = []
    for found in _PLACE.finditer(text):
        legs.append((*found.span(), Step(to=(float(found["x"]), float(found["y"])))))
    for pattern in (_LEG, _TURNED):
        for found in pattern.finditer(text):
            step = Step(count=_count(found["count"]), direction=_direction(found["direction"]))
            legs.append((*found.span(), step))
    for found in _WHOM.finditer(text):
        somebody = names(text, found.end()) if callable(names) else _name(text, found.end(), names)
        if somebody is None:
            continue
        name, end = somebody
        how = found["how"].lower()
        count = _count(found["count"]) if found["count"] else None
        if how.startswith(("away", "back")):
            step = Step(count=count, away=name)
        elif how in ("around", "round"):
            step = Step(count=count, around=name)
        elif how == "past":
            continue  # through somebody's area: a direction has to be told with it
        else:
            step = Step(count=count, toward=name)
        legs.append((found.start(), end, step))
    legs.sort(key=lambda leg: (leg[0], -leg[1]))
    kept: list[tuple[int, int, Step]] = []
    for leg in legs:
        if len(kept) < MOST_LEGS and (not kept or leg[0] >= kept[-1][1]):
            kept.append(leg)
    return Found(tuple(step for _, _, step in kept), tuple((start, end) for start, end, _ in kept))


def read_direction(word: str) -> str | None:
    """ "north-east" → "ne"; None for any other word."""
    return _WORDS.get(re.sub(r"[ .-]|wards?$", "", word.strip().lower()))


def _direction(word: str) -> str:
    direction = read_direction(word)
    assert direction is not None  # the pattern lets nothing else through
    return direction


def _count(word: str) -> float:
    return float(_NUMBERS[word.lower()]) if word.lower() in _NUMBERS else float(word)


def _name(text: str, start: int, names: Mapping[str, str]) -> tuple[str, int] | None:
    rest = text[start : start + 80].lower()
    best = ""
    for name in names:
        ends = len(name) == len(rest) or not rest[len(name) : len(name) + 1].isalnum()
        if len(name) > len(best) and rest.startswith(name) and ends:
            best = name
    return (names[best], start + len(best)) if best else None


def write_path(steps: tuple[Step, ...]) -> str:
    """A path in its strict form, which `read_path` reads back."""
    return ", ".join(_write(step) for step in steps)


def _write(step: Step) -> str:
    count = "" if step.count is None else f"{step.count:g} "
    if step.direction is not None:
        return f"{count}{step.direction}"
    if step.to is not None:
        return f"to ({step.to[0]:g}, {step.to[1]:g})"
    for how, name in (("toward", step.toward), ("away from", step.away), ("around", step.around)):
        if name is not None:
            return f"{count}{how} {name}"
    return count.strip()
