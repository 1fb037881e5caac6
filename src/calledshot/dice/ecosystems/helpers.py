"""Bots for everything that roll dice too (Limnoria and its dice plugin, Hubot, Lambdabot), and the plain ways
in which scripts of IRC say what somebody rolled."""

from __future__ import annotations

import re
from collections.abc import Sequence

from calledshot.dice.ecosystems.general_words import who
from calledshot.dice.ecosystems.parts import (
    INT,
    NICK,
    Grammar,
    Thrown,
    expression,
    laid_out,
    made,
    numbers,
    pool,
    single,
    summed,
    unasked,
)
from calledshot.dice.roll import Roll

_LISTED = rf"{INT}(?:(?:, |,? and ){INT}){{0,99}}"
_LIMNORIA = re.compile(rf"(?:({NICK}): )?({_LISTED})", re.ASCII)
_ROLLED = re.compile(
    rf"(?:@?({NICK})[:,]? )?I rolled (?:a ({INT})|({_LISTED}), (?:making|totalling) ({INT}))\.?", re.ASCII
)
_ARROW = re.compile(rf"(?:({NICK})[:,] )?(\S{{2,100}}) => ({INT})", re.ASCII)
_NICK_FIRST = re.compile(rf"(?:({NICK})[:,] )?(?=[\[(])")
_BRACKETED = re.compile(
    rf"\[(\d{{0,4}}d\d{{1,7}}(?:[-+]\d{{1,9}}|[-+]\d{{0,4}}d\d{{1,7}}){{0,10}})\] ({INT}(?:, {INT}){{0,99}})",
    re.ASCII,
)
_KEPT = re.compile(
    rf"\[(\d{{1,3}})k(\d{{1,3}})([-+]\d{{1,6}})?(, not exploding)?\] \(({INT})\) "
    r"([\d, ]{1,400}?)(?: \| ([\d, ]{1,400}))?",
    re.ASCII,
)
_ASKED = r"\d{0,4}[dD]\d{1,7}(?: ?[-+] ?\d{1,9}){0,5}"
_WRITTEN = re.compile(
    rf"(?:([^\n:=\[\]]{{1,60}}?) )?({_ASKED}): ([-+\d ]{{1,400}}) = ({INT})(?: \(([^()\n]{{1,60}})\))?",
    re.ASCII,
)
_SAYS = re.compile(
    rf"@?({NICK}) roll(?:s|ed) (?:an? )?({_ASKED})(?![A-Za-z!]| ?[-+*/] ?\d)([^\n:=\[(]{{0,100}}?)"
    r"(?: ?(?::|=>|->|=|,? and (?:got|gets|rolled)) ?(?:a )?[\[({]?| ?[\[({])"
    rf"({INT}(?:(?:, ?| \+ |\+| |,? and ){INT}){{0,99}})[\])}}]?"
    r"((?: ?[-+] ?\d{1,9}(?![\d ]? ?[A-Za-z])){0,5})(.{0,300})",
    re.ASCII,
)
_TOTAL = re.compile(
    r"[ ,;.]{0,3}[(\[]?(?:=|=>|->|(?:for )?(?:a )?[Tt]otal(?: (?:of|is))?:?|[Ss]um:?|totall?ing|making) ?"
    rf"({INT})[)\]]?[.!]?(?: (.{{1,200}}))?"
)
_EQUALS = re.compile(r"= ?-?\d")
_COUNTED = re.compile(r" - (.{1,200})")


def limnoria(text: str) -> Roll | None:
    """`Wick: 3 and 5`: faces and no word of the dice, which the command tells (and who, where no name is)."""
    found = _LIMNORIA.fullmatch(text.strip())
    faces = numbers(found[2]) if found is not None else None
    if found is None or faces is None:
        return None
    return unasked(found[1] or "", faces, sum(faces))


def hubot(text: str) -> Roll | None:
    """`Wick: I rolled 3, 5, and 1, making 9.`, `I rolled a 4.`"""
    found = _ROLLED.fullmatch(text.strip())
    faces = numbers(found[3] or found[2]) if found is not None else None
    if found is None or faces is None:
        return None
    return unasked(found[1] or "", faces, int(found[4]) if found[4] else sum(faces))


def lambdabot(text: str) -> Roll | None:
    """`Wick: 2d6+3 => 10`."""
    found = _ARROW.fullmatch(text.strip())
    return _summed(found[1] or "", found[2], int(found[3])) if found is not None else None


def _summed(roller: str, written: str, total: int, comment: str = "") -> Roll | None:
    if expression(written) is None:
        return None
    alone = single(written)
    return made(roller, written, total, [Thrown((total,))] if alone else [], comment=comment)


def dicebot_plugin(text: str) -> Sequence[Roll] | None:
    """`Wick: [2d6+3] 10`, several sets `[1d20+7] 10, 27`, several rolls parted by semicolons, and roll and
    keep, `[4k2+1] (18) 10, 7 | 4, 2`."""
    text = text.strip()
    start = _NICK_FIRST.match(text)
    if start is None:
        return None
    roller = start[1] or ""
    rolls: list[Roll] = []
    for part in text[start.end() :].split("; "):
        found = _BRACKETED.fullmatch(part)
        keep = _KEPT.fullmatch(part) if found is None else None
        if found is not None:
            summed_up = [_summed(roller, found[1], int(total)) for total in found[2].split(", ")]
            rolls += [roll for roll in summed_up if roll is not None]
        elif keep is not None:
            faces, dropped = numbers(keep[6].strip()) or (), numbers(keep[7].strip()) if keep[7] else ()
            explodes = "" if keep[4] else "!"
            rolls.append(
                pool(
                    roller, f"{keep[1]}k{keep[2]}{explodes}{keep[3] or ''}", 10, faces, "",
                    count=int(keep[2]), dropped=dropped or (), modifier=int(keep[3] or 0), total=int(keep[5]),
                )
            )  # fmt: skip
        elif not part.startswith("("):
            return None
    return rolls or None


def written_out(text: str) -> Roll | None:
    """`4d6: 4+2+5+3 = 14`, `to spot it 1d20+3: 14+3 = 17`: to whoever asked."""
    found = _WRITTEN.fullmatch(text.strip())
    if found is not None and found[1] and who(f"{found[1]} ")[0]:
        return None
    values = summed(found[3].strip()) if found is not None else None
    if found is None or values is None:
        return None
    words = ", ".join(word for word in (found[1], found[5]) if word)
    return laid_out("", found[2], values, int(found[4]), words)


def says(text: str) -> Roll | None:
    """`Wick rolled 2d6+1: 3 5 = 9`, `Wick rolls 2d6: [3, 5] (total 8)`, `Wick rolls 4d10 diff 6: [8, 4, 1,
    6] - 2 successes`."""
    found = _SAYS.fullmatch(text.strip())
    faces = numbers(found[4]) if found is not None else None
    read = expression(found[2]) if found is not None else None
    if found is None or faces is None or read is None:
        return None
    counted = _COUNTED.fullmatch(found[6])
    totalled = _TOTAL.fullmatch(found[6]) if counted is None else None
    rest = found[6].strip()
    if counted is None and totalled is None and rest.strip(".!") and not rest.startswith(("(", "[", "#")):
        return None
    if counted is None and totalled is None and _EQUALS.search(rest) is not None:
        return None
    words = (counted[1] if counted else totalled[2] or "" if totalled else rest.strip("()[]#.! ")).strip()
    comment = " ".join(part for part in (found[3].strip(), words) if part)
    dice = [term for term in read.terms if term.sides]
    flat = sum(term.sign * term.constant for term in read.terms if not term.sides)
    if len(dice) != 1:
        return None
    if found[1].lower() in ("you", "i"):
        return None
    if len(faces) == dice[0].count and not (len(faces) == 1 and flat and totalled is None and not found[5]):
        total = int(totalled[1]) if totalled is not None else None
        return made(found[1], found[2], total, [Thrown(faces)], comment=comment)
    if len(faces) == 1 and totalled is None:
        return made(found[1], found[2], faces[0], comment=comment)
    total = int(totalled[1]) if totalled is not None else sum(faces) + flat
    return made(found[1], found[2], total, [Thrown(faces)], comment=comment)


GRAMMARS = (
    Grammar("supybot-dicebot", dicebot_plugin, plain=True),
    Grammar("hubot", hubot, plain=True),
    Grammar("lambdabot", lambdabot, plain=True),
    Grammar("written-out", written_out, plain=True),
    Grammar("says", says, plain=True),
    Grammar("limnoria", limnoria, plain=True),
)
