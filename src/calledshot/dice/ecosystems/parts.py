"""What the grammars of dice bots have in common: numbers, lists of faces, and a roll made of what was shown.

A Roll knows dice of one kind. Of several kinds the first is told with its faces, the rest is in the modifier
and the whole in the expression. A roller or an expression that a line does not tell is left empty. Of a pool
of which successes are counted the sum of its faces is the total; how many succeeded stands in the comment.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from msgspec import UNSET, Struct

from calledshot.dice.notation import Expression, Term, parse
from calledshot.dice.roll import Roll
from calledshot.errors import UsageError

LONGEST = 2000
"""Characters of the longest message in which a bot's roll is looked for."""
NICK = r"[^\s:,<>]{1,64}"
INT = r"-?\d{1,9}"

_NUMBER = re.compile(r"-?\d{1,9}", re.ASCII)
_LIST = re.compile(r"[-\d\s,、，+&]+(?:and[-\d\s]+)?", re.ASCII)
_DICE = re.compile(r"(\d{0,4})[ ]?[dD][ ]?(\d{1,7})", re.ASCII)
_SETS = re.compile(r"(\d{1,3})[ ]?[#~][ ]?(.+)", re.ASCII)
_SINGLE = re.compile(r"1?[dD](?:\d{1,7}|%)", re.ASCII)
_SIGNED = re.compile(r"([-+]?) ?(\d{1,9})", re.ASCII)
_FATE = {"+": 1, "-": -1, "0": 0, "o": 0, "O": 0, "b": 0, " ": 0, "1": 1, "-1": -1, "+1": 1, "−": -1}
FATE_SIDES = 3
"""A die of Fudge and Fate has as many: -1, 0 and 1, in an expression written dF."""
_DROP_LOWEST = re.compile(r"(?<=\d)v(?=\d)")


class Grammar(Struct, frozen=True):
    """How one kind of bot prints its rolls: the roll of a message or all of them, None where it reports
    none. `plain` forms look so much like people's talk that a member's line in that form is no imitation."""

    name: str
    read: Callable[[str], Roll | Sequence[Roll] | None]
    plain: bool = False

    def rolls(self, text: str) -> tuple[Roll, ...]:
        """The rolls of a message in their order."""
        found = self.read(text)
        return () if found is None else (found,) if isinstance(found, Roll) else tuple(found)


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


def sets(text: str) -> tuple[int, str]:
    """How often an expression is rolled, and what each time: 3 and "1d20" for "3#1d20"."""
    found = _SETS.fullmatch(text.strip())
    return (int(found[1]), found[2]) if found is not None else (1, text)


def single(text: str) -> bool:
    """Whether an expression is one die and nothing else: then the total is its face."""
    return _SINGLE.fullmatch(text.strip()) is not None


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
    if read is None:
        return _loosely(roller, written, total, shown, comment)
    written = str(read)
    dice = [term for term in read.terms if term.sides]
    flat = sum(term.sign * term.constant for term in read.terms if not term.sides)
    first = dice[0]
    if shown and len(shown) == len(dice) and first.sign > 0:
        faces, dropped = shown[0].faces, shown[0].dropped
        if first.keep and not dropped and not first.explode and len(faces) == first.count > first.kept:
            faces, dropped = kept(faces, first.keep, first.kept)
        rest = sum(
            term.sign * sum(counting(term, one)) for term, one in zip(dice[1:], shown[1:], strict=True)
        )
        count = len(faces) if first.explode else first.kept
        modifier = flat + rest
    else:
        if any(term.sign < 0 for term in dice):
            return _loosely(roller, written, total, shown, comment)
        faces, dropped, modifier = (), (), flat
        count, first = sum(term.kept for term in dice), max(dice, key=lambda term: term.sides)
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


def counting(term: Term, shown: Thrown) -> tuple[int, ...]:
    """The faces of a term that count, where those that do not are shown among them too."""
    if term.keep and not shown.dropped and not term.explode and len(shown.faces) == term.count > term.kept:
        return kept(shown.faces, term.keep, term.kept)[0]
    return shown.faces


def kept(faces: tuple[int, ...], keep: str, number: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """So many of the faces that stay, by `keep` (kh, kl, dh, dl), and those that do not, both in order."""
    order = sorted(range(len(faces)), key=faces.__getitem__, reverse=keep in ("kh", "dl"))
    stay = set(order[:number])
    return (
        tuple(face for at, face in enumerate(faces) if at in stay),
        tuple(face for at, face in enumerate(faces) if at not in stay),
    )


def pool(
    roller: str, written: str, sides: int, faces: tuple[int, ...], comment: str, *, count: int | None = None,
    dropped: tuple[int, ...] = (), modifier: int = 0, total: int | None = None,
) -> Roll:  # fmt: skip
    """Dice of a game's own notation ("7t2", "8k4"), which stands as printed."""
    return Roll(
        roller=roller.strip(), count=len(faces) if count is None else count, sides=sides, faces=faces,
        modifier=modifier, total=sum(faces) + modifier if total is None else total,
        expression="".join(written.split()), comment=comment.strip() or UNSET, dropped=dropped or UNSET,
    )  # fmt: skip


def unasked(roller: str, faces: Sequence[int], total: int, comment: str = "") -> Roll:
    """Faces of which nothing says what was rolled: the command tells."""
    return Roll(
        roller=roller, count=len(faces), sides=0, faces=tuple(faces), modifier=total - sum(faces),
        total=total, expression="", comment=comment or UNSET,
    )  # fmt: skip


def fate(text: str) -> tuple[int, ...] | None:
    """The faces of Fudge dice: "+, o, -, +" or "-1 0 1 1"; None where it is no list of those."""
    parts = text.replace(",", " ").split()
    if len(parts) == 1 and len(parts[0]) > 1 and parts[0] not in _FATE:
        parts = list(parts[0])
    faces = [_FATE.get(part) for part in parts]
    return tuple(face for face in faces if face is not None) if faces and None not in faces else None


def summed(text: str) -> tuple[int, ...] | None:
    """The numbers of a sum written out ("4+2+5-3"), with their signs; None where it is none."""
    signed = _SIGNED.findall(text)
    if not signed or _SIGNED.sub("", text).strip() or any(not sign for sign, _ in signed[1:]):
        return None
    return tuple(-int(digits) if sign == "-" else int(digits) for sign, digits in signed)


def laid_out(roller: str, written: str, values: Sequence[int], total: int, comment: str = "") -> Roll | None:
    """The roll of a sum written out number by number, its dice one by one, then what is added; None where
    there are other numbers than the expression asks for. One number is what they come to."""
    read = expression(written)
    if read is None:
        return None
    dice = [term for term in read.terms if term.sides]
    flats = [term.sign * term.constant for term in read.terms if not term.sides]
    thrown = len(values) - len(flats)
    single = len(dice) == 1 and dice[0].sign > 0
    if single and thrown == dice[0].count and list(values[thrown:]) == flats:
        return made(roller, written, total, [Thrown(tuple(values[:thrown]))], comment=comment)
    if list(values[len(dice) :]) == flats and len(values) >= len(dice):
        return made(roller, written, total, comment=comment)
    return None
