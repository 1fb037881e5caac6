"""The rolls inside Roll20's messages: the tooltip of an inline roll, and the dice of a roll that is shown."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from calledshot.dice.roll import Roll
from calledshot.transcript.formats.html_tags import Piece, classes, pieces, seen
from calledshot.transcript.formats.vtt_rolls import Dice, made, parsed

INLINE = "inlinerollresult"
TOOLTIP_LIMIT = 4000

_NUMBER = re.compile(r"-?\d{1,9}(?!\d)", re.ASCII)
_COUNTED = re.compile(r"[\d}](?:[<>]=?|=)\d", re.ASCII)
"""A number that dice are held against: what comes out is how many of them reach it."""
_LABEL = re.compile(r"\[[^\[\]]{0,200}\]")
_GROUP = re.compile(r"\(([^()]{0,2000})\)")


class Inline(NamedTuple):
    """A roll inside a message: its expression, total, the dice shown, and what a reader sees of it."""

    expression: str
    total: int
    dice: tuple[Dice, ...]
    text: str

    def roll(self, roller: str) -> Roll | None:
        return made(roller, self.expression, self.total, self.dice, counted=counts(self.expression))


def whole_number(text: str) -> int | None:
    """The number that a text begins with, None where there is none."""
    found = _NUMBER.match(text.strip())
    return int(found[0]) if found is not None else None


def counts(expression: str) -> bool:
    """Whether an expression counts successes: then its total is no sum of dice."""
    return _COUNTED.search(_LABEL.sub("", expression[:TOOLTIP_LIMIT])) is not None


def dice_record(
    faces: Sequence[tuple[int, int]], dropped: Sequence[tuple[int, int]] = ()
) -> tuple[Dice, ...]:
    """Dice by their sides, from pairs of sides and face, in the order in which they were thrown."""
    sides = dict.fromkeys(one for one, _ in faces)
    grouped = [(one, _of(one, faces), _of(one, dropped)) for one in sides]
    return tuple(Dice(len(all_of), one, all_of, 1, off) for one, all_of, off in grouped)


def _of(sides: int, faces: Sequence[tuple[int, int]]) -> tuple[int, ...]:
    return tuple(face for of, face in faces if of == sides)


def inline(attributes: Mapping[str, str], shown: str) -> Inline | None:
    """The roll of an inline result from its tooltip, None where it tells of no dice."""
    title = attributes.get("title") or attributes.get("original-title") or attributes.get("oldtitle") or ""
    if len(title) > TOOLTIP_LIMIT:
        return None
    total = whole_number(shown)
    parts = list(pieces(title))
    head, _, detail = seen(_standing(parts)).partition(" = ")
    expression = head.removeprefix("Rolling ").strip()
    if total is None or not expression:
        return None
    known = parsed(expression)
    dice: list[Dice] = []
    groups = [_faces(group) for group in _GROUP.findall(detail)]
    thrown = [_faces(group) for group in _GROUP.findall(seen(parts).partition(" = ")[2])]
    thrown = thrown if len(thrown) == len(groups) else groups
    if known is not None and len(groups) == len(known.dice):
        for one, faces, every in zip(known.dice, groups, thrown, strict=True):
            if faces:
                dice.append(Dice(len(faces), one.sides, faces, one.sign, _without(every, faces)))
    if known is not None and len(dice) < len(known.dice):
        dice = []
    return Inline(expression, total, tuple(dice), f"{expression} = {total}")


def _without(every: Sequence[int], counting: Sequence[int]) -> tuple[int, ...]:
    """The faces that were thrown and do not count."""
    left = list(every)
    for face in counting:
        if face in left:
            left.remove(face)
    return tuple(left)


def _standing(parts: Sequence[Piece]) -> list[Piece]:
    """The pieces of a tooltip without the dice that were dropped."""
    kept: list[Piece] = []
    dropped = False
    for piece in parts:
        if piece.kind == "open" and piece.name == "span":
            dropped = "dropped" in classes(piece.raw)
        elif piece.kind == "close" and piece.name == "span":
            dropped = False
        elif not dropped:
            kept.append(piece)
    return kept


def _faces(group: str) -> tuple[int, ...]:
    """The faces in a group such as "2+3+4", none where anything else is in it."""
    parts = [part.strip() for part in group.split("+") if part.strip()]
    faces = [whole_number(part) for part in parts if part.removeprefix("-").isdigit()]
    return tuple(face for face in faces if face is not None) if len(faces) == len(parts) else ()
