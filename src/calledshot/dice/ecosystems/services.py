"""Dice of IRC services: Atheme's GameServ, Anope's DiceServ and RPGServ, which spreads most of its rolls over
several messages: who rolls in the first, the dice in one of those after it."""

from __future__ import annotations

import re
from collections.abc import Sequence

from calledshot.dice.ecosystems.parts import (
    FATE_SIDES,
    INT,
    NICK,
    Grammar,
    Thrown,
    made,
    numbers,
    pool,
    single,
)
from calledshot.dice.ecosystems.parts import sets as sets_of
from calledshot.dice.roll import Roll

_GAMESERV = re.compile(
    rf"({NICK}) rolled (\d{{0,4}}d\d{{1,7}})(\S{{0,12}}): ([-\d ]{{1,1200}}?) {{0,4}}"
    rf"<Total: ({INT})(?:\(([-+*/])(\d{{1,9}})\) = ({INT}))?>",
    re.ASCII,
)
_ADDED = re.compile(r"((?:[-+]\d{1,9})?).*", re.ASCII | re.DOTALL)
_CONTROL = re.compile(r"[\x02\x0f\x16\x1d\x1f]|\x03(?:\d{1,2}(?:,\d{1,2})?)?")
_DICESERV = re.compile(
    rf"<(?:Ex)?(?:[Rr]oll|[Cc]alc)(?: for ({NICK}))? \[([^\[\]\n]{{1,120}})\]: "
    rf"(?:\{{([^{{}}\n]{{1,800}})\}}[ =])?({INT}(?: {INT}){{0,99}})>(?: (.{{1,400}}))?",
    re.ASCII,
)
_THROWN = re.compile(r"\d{1,5}d(\d{1,5})=\(([\d ]{1,800})\)", re.ASCII)
_RPGSERV = re.compile(rf"({NICK}) Rolled (\d{{0,4}}d\d{{1,7}}) for ({INT}):(?: (.{{0,400}}))?", re.ASCII)
_FUDGED = re.compile(rf"({NICK}) Fudged (\d{{1,4}})(?:d?[fF])? dice for ({INT}):(?: (.{{0,400}}))?", re.ASCII)
_HEADING = re.compile(
    rf"({NICK}) Rolled (?:(\d{{1,4}}) dice(?: with a (difficulty of \d{{1,4}}))?"
    r"|against a (difficulty of \d{1,4})|a d(20)):(?: {1,2}(.{0,400}))?",
    re.ASCII,
)
_BELOW = re.compile(
    r"\|-- (?:(?:Dice )?Rolled: ?([\d ]{1,800})"
    rf"|roll of ({INT}) with a modifier of ({INT}) results in ({INT})) ?",
    re.ASCII,
)
BELOW = 4
"""Messages of the service's after the first among which the dice stand."""


def gameserv(text: str) -> Roll | None:
    """`Wick rolled 2d6: 3 5  <Total: 8>`, with a modifier `<Total: 8(+2) = 10>`; the name is bold."""
    found = _GAMESERV.fullmatch(_CONTROL.sub("", text).strip())
    faces = numbers(found[4]) if found is not None else None
    if found is None or faces is None:
        return None
    stated = int(found[5])
    if found[6] is None:  # a modifier of which the total knows nothing is left out of it
        return made(found[1], found[2] + _ADDED.sub(r"\1", found[3]), stated, [Thrown(faces)])
    by, total = int(found[7]), int(found[8])
    gives = {"+": stated + by, "-": stated - by, "*": stated * by, "/": int(stated / by) if by else stated}
    expected = gives[found[6]]
    if total == expected:  # else the line is kept as printed, and does not add up
        total = sum(faces) + expected - stated if stated == sum(faces) else expected
    plain = made(found[1], found[2], total, [Thrown(faces)])
    if plain is None:
        return None
    return Roll(
        roller=plain.roller, count=plain.count, sides=plain.sides, faces=plain.faces,
        modifier=expected - stated, total=total, expression=f"{found[2]}{found[6]}{by}",
    )  # fmt: skip


def diceserv(text: str) -> Sequence[Roll] | None:
    """`<Roll for Wick [3d6+5]: 14> to hit`, of several sets `[3~3d6]: 9 14 11`, and with every die
    `<Exroll for Wick [4d6]: {4d6=(6 3 1 4)} 14>`."""
    found = _DICESERV.fullmatch(_CONTROL.sub("", text).strip())
    if found is None:
        return None
    many, one = sets_of(found[2].replace("%", "100") if found[2].strip() == "%" else found[2])
    one = "1d100" if one.strip() in ("%", "100") else one.replace("d%", "d100")
    totals = [int(total) for total in found[4].split(" ")]
    each = found[3].split(" | ") if found[3] else [""] * len(totals)
    if len(totals) != many or len(each) != many:
        return None
    rolls = []
    for total, thrown in zip(totals, each, strict=True):
        groups = [(int(sides), numbers(faces)) for sides, faces in _THROWN.findall(thrown)]
        shown = [Thrown(faces) for _, faces in groups if faces is not None]
        if not shown and single(one):
            shown = [Thrown((total,))]
        roll = made(found[1] or "", one, total, shown, comment=found[5] or "")
        if roll is None:
            return None
        rolls.append(roll)
    return rolls


def rpgserv(text: str) -> Roll | None:
    """`Wick Rolled 3d6 for 12: the gate`; the dice stand in a line of their own after it."""
    found = _RPGSERV.fullmatch(_CONTROL.sub("", text).strip())
    if found is None:
        return None
    shown = [Thrown((int(found[3]),))] if single(found[2]) else []
    return made(found[1], found[2], int(found[3]), shown, comment=found[4] or "")


def fudged(text: str) -> Roll | None:
    """`Wick Fudged 4 dice for -1: the gate`."""
    found = _FUDGED.fullmatch(_CONTROL.sub("", text).strip())
    if found is None:
        return None
    return pool(
        found[1], f"{found[2]}df", FATE_SIDES, (), found[4] or "", count=int(found[2]), total=int(found[3])
    )


class Spread:
    """Reads RPGServ's rolls of several messages: `Wick Rolled 4 dice with a difficulty of 6:  the gate`, then
    `|-- Dice Rolled: 8 3 10 1`; `Wick Rolled a d20: `, then `|-- roll of 14 with a modifier of 3 results in
    17`."""

    def __init__(self) -> None:
        self._first: re.Match[str] | None = None
        self._since = 0

    def read(self, text: str) -> Roll | None:
        """The roll that a message completes; None where it completes none."""
        text = _CONTROL.sub("", text).strip()
        first = _HEADING.fullmatch(text)
        if first is not None:
            self._first, self._since = first, 0
            return None
        self._since += 1
        below = _BELOW.fullmatch(text) if self._first is not None and self._since <= BELOW else None
        if below is None or self._first is None:
            return None
        head, self._first = self._first, None
        words = ", ".join(word.strip() for word in (head[3] or head[4], head[6]) if word and word.strip())
        if below[1] is None or head[5] is not None:
            if below[1] is not None or head[5] is None:
                return None
            written = f"1d20{int(below[3]):+d}" if int(below[3]) else "1d20"
            return made(head[1], written, int(below[4]), [Thrown((int(below[2]),))], comment=words)
        faces = numbers(below[1].strip())
        if faces is None:
            return None
        if head[2] is None:  # sixes are thrown again and added
            return pool(head[1], f"{len(faces)}d6!", 6, faces, words)
        return pool(head[1], f"{head[2]}d10", 10, faces, words, count=int(head[2]))


GRAMMARS = (
    Grammar("gameserv", gameserv),
    Grammar("diceserv", diceserv),
    Grammar("rpgserv", rpgserv),
    Grammar("rpgserv-fudge", fudged),
)
