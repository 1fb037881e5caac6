"""Dice expressions: reading them, rolling them, and saying how they were read.

    2d6   d20   1D20+4   1d20 + 5 for atk   4d6kh3 (or 4d6k3)   4d6dl1   3d6!   d%   2d6 + d8 - 1  # comment

Kinds of fault are refused whole, with what stands in the way quoted; nothing is trimmed. One counter caps
every die drawn, exploding ones too. Not for what a service prints of a roll: see `dialects`.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Literal, Protocol

from msgspec import Struct

from calledshot.errors import UsageError

EXPRESSION_LENGTH = 200
"""Characters of an expression with its comment; a longer one is a paste, not a roll."""
DICE_LIMIT = 1000
"""Dice drawn by one expression, those that explode included: a screenful, drawn in a blink."""
SIDES_LIMIT = 1_000_000
CONSTANT_LIMIT = 1_000_000_000
TERMS_LIMIT = 40
SHOWN_FACES = 60
"""Faces shown of one term; the others are counted."""
ACCEPTED = (
    "accepted is, for instance: 2d6, d20, 1d20+4, 4d6kh3 (keep the highest 3), 4d6dl1 (drop the lowest), "
    "3d6!, 2d6 # comment"
)

Keep = Literal["kh", "kl", "dh", "dl"]

_SPACE = re.compile(r"[ \t\xa0]*")
_DICE = re.compile(r"(\d{1,12})?[ \t\xa0]*[dDwW][ \t\xa0]*(\d{1,12}|%)", re.ASCII)
_NUMBER = re.compile(r"\d{1,12}", re.ASCII)
_KEEP = re.compile(r"(kh|kl|dh|dl|k)[ ]?(\d{1,12})?(?![A-Za-z])", re.ASCII | re.IGNORECASE)
_COMMENT = re.compile(r"#.*|(?:[^\W\d_]|[(\"'“«\[])(?s:.*)")
_NOT_A_COMMENT = re.compile(
    r"(?:keep|drop|explod\w*|reroll\w*|adv|advantage|dis|disadvantage|times|x|min|max|k|kh|kl|dh|dl|d)\b",
    re.IGNORECASE,
)
_COMMAND = re.compile(
    r"(?:[!/.]?roll(?![A-Za-z])|[!/.]r(?=[ \t\xa0+\-\d]|[dDwW][\d%]))[ \t]*", re.IGNORECASE | re.ASCII
)


class Random(Protocol):
    """What draws the dice: `random.Random`, `secrets.SystemRandom`, or a test's own."""

    def randint(self, a: int, b: int, /) -> int: ...


class Term(Struct, frozen=True, kw_only=True):
    """`sign` times either `constant` (where `sides` is 0) or `count` dice of `sides`, with what is kept of
    them (`keep` and how many) and whether the highest face explodes."""

    sign: int = 1
    constant: int = 0
    count: int = 0
    sides: int = 0
    keep: Keep | None = None
    keep_count: int = 0
    explode: bool = False

    @property
    def kept(self) -> int:
        """How many dice count."""
        if self.keep is None:
            return self.count
        return self.keep_count if self.keep[0] == "k" else self.count - self.keep_count

    def __str__(self) -> str:
        if not self.sides:
            return str(self.constant)
        keep = f"{self.keep}{self.keep_count}" if self.keep else ""
        return f"{self.count}d{self.sides}{keep}{'!' if self.explode else ''}"


class Expression(Struct, frozen=True, kw_only=True):
    """A sum of terms, and the comment that came with it."""

    terms: tuple[Term, ...]
    comment: str = ""

    def __str__(self) -> str:
        words = "".join(f" {'+' if term.sign > 0 else '-'} {term}" for term in self.terms)
        return _without_plus(words)


def _without_plus(words: str) -> str:
    return words[3:] if words.startswith(" + ") else "-" + words[3:]


class Thrown(Struct, frozen=True, kw_only=True):
    """A term as it fell: every face in the order of the throw, and whether it counts."""

    term: Term
    faces: tuple[int, ...]
    counts: tuple[bool, ...]

    @property
    def value(self) -> int:
        if not self.term.sides:
            return self.term.sign * self.term.constant
        return self.term.sign * sum(face for face, yes in zip(self.faces, self.counts, strict=True) if yes)

    def __str__(self) -> str:
        if not self.term.sides:
            return str(self.term.constant)
        shown = [
            str(face) if yes else f"({face})"
            for face, yes in zip(self.faces[:SHOWN_FACES], self.counts[:SHOWN_FACES], strict=True)
        ]
        rest = len(self.faces) - SHOWN_FACES
        return f"{self.term} [{' '.join(shown)}{f' … {rest} more' if rest > 0 else ''}]"


class Outcome(Struct, frozen=True, kw_only=True):
    """An expression thrown."""

    expression: Expression
    thrown: tuple[Thrown, ...]

    @property
    def total(self) -> int:
        return sum(term.value for term in self.thrown)

    def __str__(self) -> str:
        words = "".join(f" {'+' if one.term.sign > 0 else '-'} {one}" for one in self.thrown)
        return f"{_without_plus(words)} = {self.total}"


def parse(text: str) -> Expression:
    """Read an expression. Case and spaces are free, a count may be left out, what follows after a blank and
    is no dice is a comment. Raises UsageError for anything else, and beyond any of the limits."""
    if len(text) > EXPRESSION_LENGTH:
        raise UsageError(f"an expression of {len(text)} characters is too long; at most {EXPRESSION_LENGTH}")
    folded = text.translate({0x2212: "-", 0x2013: "-", 0xFF0B: "+", 0xFF0D: "-"}).strip()
    command = _COMMAND.match(folded)
    position = command.end() if command is not None else 0
    terms: list[Term] = []
    while True:
        position = _blank(folded, position)
        sign = 1
        if folded[position : position + 1] in ("+", "-"):
            sign = -1 if folded[position] == "-" else 1
            position = _blank(folded, position + 1)
        elif terms:
            break
        term, position = _term(folded, position, sign, text)
        terms.append(term)
        if len(terms) > TERMS_LIMIT:
            raise UsageError(f"{_quoted(text)}: more than {TERMS_LIMIT} terms")
    comment = _comment(folded, position, text)
    if not any(term.sides for term in terms):
        raise UsageError(f"there are no dice in {_quoted(text)}; {ACCEPTED}")
    drawn = sum(term.count for term in terms)
    if drawn > DICE_LIMIT:
        raise UsageError(f"{_quoted(text)}: {drawn} dice are too many; at most {DICE_LIMIT}")
    return Expression(terms=tuple(terms), comment=comment)


def _blank(text: str, position: int) -> int:
    match = _SPACE.match(text, position)
    return match.end() if match is not None else position


def _term(folded: str, position: int, sign: int, text: str) -> tuple[Term, int]:
    dice = _DICE.match(folded, position)
    if dice is None:
        number = _NUMBER.match(folded, position)
        if number is None or folded[number.end() : number.end() + 1].isalnum():
            raise _nonsense(folded, position, text)
        if int(number[0]) > CONSTANT_LIMIT:
            raise UsageError(f"{_quoted(text)}: {_quoted(number[0])} is too large; at most {CONSTANT_LIMIT}")
        return Term(sign=sign, constant=int(number[0])), number.end()
    count = int(dice[1]) if dice[1] else 1
    sides = 100 if dice[2] == "%" else int(dice[2])
    if count < 1 or sides < 1:
        raise UsageError(f"{_quoted(dice[0])}: there is no such roll; at least one die with one side")
    if count > DICE_LIMIT:
        raise UsageError(f"{_quoted(dice[0])}: too many dice; at most {DICE_LIMIT}")
    if sides > SIDES_LIMIT:
        raise UsageError(f"{_quoted(dice[0])}: too many sides; at most {SIDES_LIMIT}")
    position = dice.end()
    keep: Keep | None = None
    kept = 0
    explode = False
    while True:
        if folded[position : position + 1] == "!" and not explode:
            if sides == 1:
                raise UsageError(f"{_quoted(dice[0] + '!')}: a die of one side would never stop")
            explode, position = True, position + 1
            continue
        match = _KEEP.match(folded, position)
        if match is None or keep is not None:
            break
        name = match[1].lower()
        keep = "kh" if name == "k" else name  # type: ignore[assignment]
        kept = int(match[2]) if match[2] else 1
        if not 1 <= kept <= count or (name[0] == "d" and kept == count):
            raise UsageError(f"{_quoted(dice[0] + match[0])}: of {count} dice, that leaves no sense")
        position = match.end()
    if folded[position : position + 1].isalnum() or folded[position : position + 1] == "!":
        raise _nonsense(folded, position, text)
    return Term(sign=sign, count=count, sides=sides, keep=keep, keep_count=kept, explode=explode), position


def _comment(folded: str, position: int, text: str) -> str:
    rest = folded[position:]
    if not rest:
        return ""
    blank = folded[position - 1 : position] in (" ", "\t", "\xa0")
    if rest[0] != "#" and not (blank and _COMMENT.fullmatch(rest)):
        raise _nonsense(folded, position, text)
    if _NOT_A_COMMENT.match(rest):
        raise _nonsense(folded, position, text)
    return rest.lstrip("# \t").strip()


def _nonsense(folded: str, position: int, text: str) -> UsageError:
    bad = folded[position : position + 20]
    where = f" at {_quoted(bad)}" if bad and bad != text.strip() else ""
    return UsageError(f"cannot read {_quoted(text)} as dice{where}; {ACCEPTED}")


def _quoted(text: str) -> str:
    shown = text if len(text) <= 60 else text[:60] + "…"
    return '"' + "".join(char if char.isprintable() else f"\\x{ord(char):02x}" for char in shown) + '"'


def throw(expression: Expression, random: Random) -> Outcome:
    """Throw an expression with the dice of `random`. Raises UsageError where exploding dice go beyond
    DICE_LIMIT: the roll is refused whole, and no part of it counts."""
    left = DICE_LIMIT

    def draw(sides: int) -> int:
        nonlocal left
        left -= 1
        if left < 0:
            raise UsageError(f"{expression}: exploded past {DICE_LIMIT} dice; the roll is void")
        return random.randint(1, sides)

    return Outcome(expression=expression, thrown=tuple(_throw(term, draw) for term in expression.terms))


def _throw(term: Term, draw: Callable[[int], int]) -> Thrown:
    if not term.sides:
        return Thrown(term=term, faces=(), counts=())
    faces: list[int] = []
    groups: list[list[int]] = []
    for _ in range(term.count):
        group = [len(faces)]
        faces.append(draw(term.sides))
        while term.explode and faces[-1] == term.sides:
            group.append(len(faces))
            faces.append(draw(term.sides))
        groups.append(group)
    order = sorted(range(term.count), key=lambda die: sum(faces[at] for at in groups[die]))
    if term.keep in ("kh", "dl"):
        order.reverse()
    counts = [False] * len(faces)
    for die in order[: term.kept]:
        for at in groups[die]:
            counts[at] = True
    return Thrown(term=term, faces=tuple(faces), counts=tuple(counts))
