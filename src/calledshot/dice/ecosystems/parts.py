"""What the grammars of dice bots have in common: numbers, lists of faces, and a roll made of what was shown.

A Roll knows dice of one kind. Of several kinds the first is told with its faces, the rest is in the modifier
and the whole in the expression. A roller or an expression that a line does not tell is left empty.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from msgspec import UNSET, Struct

from calledshot.dice.notation import Expression, parse
from calledshot.dice.roll import Roll
from calledshot.errors import UsageError

LONGEST = 2000
"""Characters of the longest message in which a bot's roll is looked for."""
NICK = r"[^\s:,<>]{1,64}"
INT = r"-?\d{1,9}"

_NUMBER = re.compile(r"-?\d{1,9}", re.ASCII)
_LIST = re.compile(r"[-\d\s,、，+&]+(?:and[-\d\s]+)?", re.ASCII)
_DICE = re.compile(r"(\d{0,4})[ ]?[dD][ ]?(\d{1,7})", re.ASCII)
_SETS = re.compile(r"(\d{1,3})#(.+)", re.ASCII)
_DROP_LOWEST = re.compile(r"(?<=\d)v(?=\d)")


class Grammar(Struct, frozen=True):
    """How one kind of bot prints a roll: the roll of a message, None where it reports none. `plain` forms
    look so much like people's talk that a member's line in that form is no imitation of a bot."""

    name: str
    read: Callable[[str], Roll | None]
    plain: bool = False


class Thrown(Struct, frozen=True):
    """Dice of one term as shown: the faces that count, and those that do not."""

    faces: tuple[int, ...]
    dropped: tuple[int, ...] = ()


def numbers(text: str) -> tuple[int, ...] | None:
    """The numbers of a list ("3 5", "4, 14", "3 and 5", "1, 2, and 3", "3 + 5"); None where it is none."""
    if _LIST.fullmatch(text) is None:
        return None
    found = tuple(int(one[0]) for one in _NUMBER.finditer(text))
    return found or None


def expression(text: str) -> Expression | None:
    """The expression a text is, with nothing behind it; None where it is none, or of another arithmetic."""
    try:
        read = parse(_DROP_LOWEST.sub("dl", text.strip()))
    except UsageError:
        return None
    return None if read.comment else read


def same(one: str, other: str) -> bool:
    """Whether two texts ask for the same dice."""
    first, second = expression(one), expression(other)
    if first is None or second is None:
        return "".join(one.split()).lower() == "".join(other.split()).lower()
    return str(first) == str(second)


def made(
    roller: str, written: str, total: int | None, shown: Sequence[Thrown] = (), *, comment: str = "",
    natural: int | None = None,
) -> Roll | None:  # fmt: skip
    """The roll of an expression as `written`, with the dice `shown` of each of its terms, if any were. None
    where no dice can be made out. What does not fit together is kept as printed: see `dialects.faults`."""
    read = expression(written)
    sets = 1
    if read is None and (many := _SETS.fullmatch(written.strip())) is not None:
        sets, read = int(many[1]), expression(many[2])
    if read is None:
        return _loosely(roller, written, total, shown, comment)
    if sets == 1:
        written = str(read)
    dice = [term for term in read.terms if term.sides]
    flat = sets * sum(term.sign * term.constant for term in read.terms if not term.sides)
    first = dice[0]
    if shown and len(shown) == len(dice) and first.sign > 0:
        faces, dropped = shown[0].faces, shown[0].dropped
        if first.keep and not dropped and not first.explode and len(faces) == sets * first.count > first.kept:
            faces, dropped = _kept(faces, first.keep, first.kept)
        rest = sum(term.sign * sum(one.faces) for term, one in zip(dice[1:], shown[1:], strict=True))
        grown = first.explode
        count = len(faces) if grown else sets * first.kept
        modifier = flat + rest
    else:
        if any(term.sign < 0 for term in dice):
            return None
        faces, dropped, modifier = (), (), flat
        count, first = sets * sum(term.kept for term in dice), max(dice, key=lambda term: term.sides)
    if total is None:
        if not faces:
            return None
        total = sum(faces) + modifier
    return Roll(
        roller=roller.strip(), count=count, sides=first.sides, faces=faces, modifier=modifier, total=total,
        expression="".join(written.lower().split()), comment=comment.strip() or UNSET,
        dropped=dropped or UNSET, natural=UNSET if natural is None or faces else natural,
    )  # fmt: skip


def _loosely(
    roller: str, written: str, total: int | None, shown: Sequence[Thrown], comment: str
) -> Roll | None:
    """Dice under an arithmetic of the bot's own: what they give is believed, the faces are told."""
    dice = _DICE.search(written)
    if dice is None or not shown or not shown[0].faces or total is None:
        return None
    faces, dropped = shown[0].faces, shown[0].dropped
    return Roll(
        roller=roller.strip(), count=len(faces), sides=int(dice[2]), faces=faces,
        modifier=total - sum(faces), total=total, expression="".join(written.split()),
        comment=comment.strip() or UNSET, dropped=dropped or UNSET,
    )  # fmt: skip


def _kept(faces: tuple[int, ...], keep: str, kept: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    order = sorted(range(len(faces)), key=faces.__getitem__, reverse=keep in ("kh", "dl"))
    stay = set(order[:kept])
    return (
        tuple(face for at, face in enumerate(faces) if at in stay),
        tuple(face for at, face in enumerate(faces) if at not in stay),
    )
