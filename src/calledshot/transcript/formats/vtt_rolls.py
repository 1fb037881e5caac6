"""The rolls that virtual tabletops record: what of an expression, its dice and its total a Roll can say.

A Roll knows dice of one kind. Of several kinds the first is told with its faces, the rest is in the modifier
and the whole in the expression. The total is without the dice that were dropped. Where a table counts the
successes of a pool, the total is what its dice sum to and the comment says how many succeeded.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from msgspec import UNSET

from calledshot.dice.dialects import number
from calledshot.dice.roll import Roll

LONGEST = 400
"""Characters of the longest expression that is looked into."""
PAIRED = 20

_TERM = re.compile(
    r"(?P<sign>[+-]?)\s{0,4}(?:(?P<count>\d{0,9})[dDgprGPR](?P<sides>\d{1,9}|%|[fF]\b)"
    r"(?:!{0,2}(?:k[hl]?|K)(?P<keep>\d{0,4}))?(?P<other>[A-Za-z!<>=\d.]{0,40})|(?P<flat>\d{1,9})(?![\dA-Za-z]))"
    r"\s{0,4}(?:\[[^\[\]]{0,80}\])?\s{0,4}",
    re.ASCII,
)


_COUNTS = re.compile(r"[dD]\d{1,7}[^-+\s]{0,20}?(?:[<>=]|c[sf])", re.ASCII)


class Dice(NamedTuple):
    """Dice of one term: `thrown` of `sides`, the faces that count (none where not shown), and those that do
    not."""

    thrown: int
    sides: int
    faces: tuple[int, ...] = ()
    sign: int = 1
    dropped: tuple[int, ...] = ()


class Expression(NamedTuple):
    """An expression of dice and flat numbers, added and subtracted."""

    dice: tuple[Dice, ...]
    modifier: int


def parsed(text: str) -> Expression | None:
    """The expression that a text is, None where it is none or does more than add and subtract."""
    text = text.strip()
    if not text or len(text) > LONGEST:
        return None
    dice: list[Dice] = []
    modifier = at = 0
    while at < len(text):
        found = _TERM.match(text, at)
        if found is None or (at and not found["sign"]):
            return None
        sign = -1 if found["sign"] == "-" else 1
        if found["flat"] is not None:
            modifier += sign * number(found["flat"])
        elif found["sides"] in ("f", "F"):
            return None
        else:
            sides = 100 if found["sides"] == "%" else number(found["sides"])
            count = number(found["count"] or "1")
            if sides == PAIRED and text[found.start("count") + len(found["count"])] in "gGrR":
                count = 1  # a pair of which one counts; other dice of these colours all count
            if found["keep"] is not None:
                count = min(count, number(found["keep"] or "1"))
            dice.append(Dice(count, sides, (), sign))
        at = found.end()
    return Expression(tuple(dice), modifier)


def made(
    roller: str, expression: str, total: int, shown: Sequence[Dice] = (), modifier: int | None = None, *,
    counted: bool = False,
) -> Roll | None:  # fmt: skip
    """The roll of a record: `shown` are the dice it shows, `modifier` what it adds if the record says so,
    `counted` whether its total is how many dice succeeded. None where neither record nor expression tells of
    any dice, and where dice are counted that it does not show."""
    known = parsed(expression)
    dice = [one for one in shown if one.faces and one.sides > 0]
    if dice:
        first = dice[0]
        same = [one for one in dice if one.sides == first.sides and one.sign == first.sign]
        faces = tuple(face for one in same for face in one.faces)
        dropped = tuple(face for one in same for face in one.dropped)
        if len(same) < len(dice) or len(dice) < len(shown) or first.sign < 0:
            modifier = total - sum(faces)
        elif modifier is None:
            plain = known is not None and [one.sign for one in known.dice] == [1] * len(dice)
            modifier = known.modifier if plain and known is not None else total - sum(faces)
        comment = ""
        summed = known is None or total == sum(faces) + known.modifier
        if counted or (not summed and _COUNTS.search(expression)):
            comment = f"{total} success{'' if total == 1 else 'es'}"
            modifier, total = 0, sum(faces)
        return Roll(
            roller=roller, count=len(faces), sides=first.sides, faces=faces, modifier=modifier, total=total,
            expression=expression, comment=comment or UNSET, dropped=dropped or UNSET,
        )  # fmt: skip
    if known is None or not known.dice or counted:
        return None
    added = [one for one in known.dice if one.sign > 0] or list(known.dice)
    return Roll(
        roller=roller,
        count=sum(one.thrown for one in added),
        sides=max(one.sides for one in added),
        faces=(),
        modifier=known.modifier,
        total=total,
        expression=expression,
    )
