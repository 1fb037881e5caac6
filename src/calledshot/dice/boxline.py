"""How our own dice box prints a throw, and reading that back: one line, with everything that fell.

    Torv rolled 1d100: 57
    Torv rolled 1d100+5: 57 + 5 = 62 # to hit
    Torv rolled 4d6kh3: 6 (1) 4 4 = 14 [3f2a-7]

Faces that do not count stand in round brackets; several kinds of dice are parted by a comma. "[3f2a-7]" is
the throw's number after the first letters of the commitment (see `commit`). Drawing is not done here.
"""

from __future__ import annotations

import re
import unicodedata

from msgspec import Struct

from calledshot.dice.notation import EXPRESSION_LENGTH, Expression, Outcome, parse
from calledshot.dice.roll import Roll
from calledshot.errors import UsageError

NAME_LENGTH = 64
COMMENT_LENGTH, COMMENT_BYTES = 60, 120
RESULT_LENGTH = 600
REPEATED = "(again) "
"""Before a line that a feed says again since a cut hid what became of it."""
VOID = "void"
"""Printed for exploding dice without an end in sight: the throw counts as none."""

Faces = tuple[tuple[tuple[int, bool], ...], ...]

_TAG = re.compile(r" \[([0-9a-f]{4,64})-(\d{1,9})\]$", re.ASCII)
_DICE = re.compile(r"[0-9dkhl!+-]{2,200}", re.ASCII)
_RESULT = re.compile(r"([0-9() ,]{1,600}?)((?: [+-] \d{1,10}){0,40})(?: = (-?\d{1,12}))?", re.ASCII)
_FACE = re.compile(r"\d{1,9}|\(\d{1,9}\)", re.ASCII)


class Line(Struct, frozen=True, kw_only=True):
    """A throw as printed. `faces` holds one tuple for each kind of dice, each face with whether it counts.
    `roll` is None for a void one; `result` is what stands after the colon, without tag and comment."""

    roller: str
    expression: Expression
    faces: Faces
    roll: Roll | None
    result: str
    box: str | None = None
    number: int | None = None
    comment: str = ""
    repeated: bool = False


def printable(name: str) -> str:
    """A roller's name as a line may hold it: one line, single blanks, nothing that reads as the rest of the
    line. Names that differ may print alike."""
    shown = "".join(" " if char.isspace() else char for char in name if char.isspace() or _visible(char))
    shown = " ".join(shown.split())[:NAME_LENGTH].strip()
    shown = shown.replace(" rolled ", " rolled_")
    while shown.startswith(("((", REPEATED.strip())):
        shown = shown.removeprefix("((").removeprefix(REPEATED.strip()).strip()
    return shown if shown and not shown.endswith(" rolled") else (shown + "_").strip() or "somebody"


def _visible(char: str) -> bool:
    return unicodedata.category(char) not in ("Cc", "Cf", "Cs", "Co", "Zl", "Zp")


def written(
    roller: str, outcome: Outcome | None, expression: Expression, box: str | None = None, number: int = 0
) -> str:
    """The line for a throw; `outcome` is None for a void one."""
    tag = f" [{box}-{number}]" if box is not None else ""
    comment = _short(expression.comment)
    shown = result(outcome) if outcome is not None else VOID
    return f"{printable(roller)} rolled {short(expression)}: {shown}{tag}{f' # {comment}' if comment else ''}"


def short(expression: Expression) -> str:
    """An expression without blanks."""
    return str(expression).replace(" ", "")


def result(outcome: Outcome) -> str:
    """What stands after the colon."""
    groups, constants = [], ""
    for one in outcome.thrown:
        if one.term.sides:
            groups.append(
                " ".join(
                    str(face) if counts else f"({face})"
                    for face, counts in zip(one.faces, one.counts, strict=True)
                )
            )
        else:
            constants += f" {'+' if one.term.sign > 0 else '-'} {one.term.constant}"
    alone = not constants and len(groups) == 1 and groups[0].isdigit()
    return ", ".join(groups) + constants + ("" if alone else f" = {outcome.total}")


def roll_of(roller: str, outcome: Outcome) -> Roll:
    """A throw as the referee takes it."""
    faces = tuple(tuple(zip(one.faces, one.counts, strict=True)) for one in outcome.thrown if one.term.sides)
    return _roll(printable(roller), outcome.expression, faces, outcome.total)


def read(text: str) -> Line | None:
    """The throw in a line of ours, None for any other text. Faces and totals are given as they stand."""
    text = text.strip(" \t\xa0")
    if " rolled " not in text:
        return None
    if text.startswith("((") and text.endswith("))"):
        text = text[2:-2]
    repeated = text.startswith(REPEATED)
    text = text.removeprefix(REPEATED) if repeated else text
    if text.startswith("((") and text.endswith("))"):
        text = text[2:-2]
    start = text.find(" rolled ", 1, NAME_LENGTH + 8)
    colon = text.find(": ", start + 8, start + 10 + EXPRESSION_LENGTH) if start > 0 else -1
    if colon < 0 or _DICE.fullmatch(text, start + 8, colon) is None:
        return None
    rest, hash, comment = text[colon + 2 :].partition(" # ")
    tag = _TAG.search(rest[-80:])
    shown = rest[: len(rest) - len(tag[0])] if tag is not None else rest
    if len(shown) > RESULT_LENGTH or (hash and not comment.strip()):
        return None
    try:
        expression = parse(text[start + 8 : colon])
    except UsageError:
        return None
    roller = text[:start]
    roll: Roll | None = None
    faces: Faces = ()
    if shown != VOID:
        fallen = _fallen(expression, shown)
        if fallen is None:
            return None
        faces, total = fallen
        roll = _roll(roller, expression, faces, total)
    return Line(
        roller=roller, expression=expression, faces=faces, roll=roll, result=shown, repeated=repeated,
        box=tag[1] if tag is not None else None, number=int(tag[2]) if tag is not None else None,
        comment=comment.strip(),
    )  # fmt: skip


def _fallen(expression: Expression, shown: str) -> tuple[Faces, int] | None:
    match = _RESULT.fullmatch(shown)
    dice = [term for term in expression.terms if term.sides]
    groups = match[1].split(", ") if match is not None else []
    if match is None or len(groups) != len(dice) or any(term.sign < 0 for term in dice):
        return None
    faces = []
    for group in groups:
        tokens = group.split(" ")
        if not all(_FACE.fullmatch(token) for token in tokens):
            return None
        faces.append(tuple((int(token.strip("()")), token[0] != "(") for token in tokens))
    constants = [int(one.replace(" ", "")) for one in re.findall(r"[+-] \d+", match[2])]
    if constants != [term.sign * term.constant for term in expression.terms if not term.sides]:
        return None
    if match[3] is not None:
        return tuple(faces), int(match[3])
    alone = not constants and len(faces) == 1 and len(faces[0]) == 1 and faces[0][0][1]
    return (tuple(faces), faces[0][0][0]) if alone else None


def _roll(roller: str, expression: Expression, faces: Faces, total: int) -> Roll:
    """Several kinds of dice have no common faces: then only the total is given."""
    dice = [term for term in expression.terms if term.sides]
    modifier = sum(term.sign * term.constant for term in expression.terms if not term.sides)
    counting = tuple(face for face, counts in faces[0] if counts)
    one = len(dice) == 1
    count = sum(
        term.kept if not term.explode else sum(1 for _, counts in group if counts)
        for term, group in zip(dice, faces, strict=True)
    )
    return Roll(
        roller=roller, count=count, sides=max(term.sides for term in dice), faces=counting if one else (),
        modifier=modifier, total=total, expression=short(expression),
    )  # fmt: skip


def _short(comment: str) -> str:
    """A comment as a line may hold it."""
    shown = "".join(" " if char.isspace() else char for char in comment if char.isspace() or _visible(char))
    shown = " ".join(shown.split())[:COMMENT_LENGTH]
    while len(shown.encode("utf-8", "replace")) > COMMENT_BYTES:
        shown = shown[:-1]
    return shown.strip()
