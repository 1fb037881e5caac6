"""Dice bots of IRC: the generic dicebot, Chamelaeon's, Sopel, Limnoria's Games, Atheme's GameServ."""

from __future__ import annotations

import re

from calledshot.dice.ecosystems.parts import INT, NICK, Grammar, Thrown, made, numbers
from calledshot.dice.roll import Roll

_DICEBOT = re.compile(rf"(--> )?({NICK}) rolls (?:an? )?(\S{{1,100}})(?: (.{{1,400}}))?", re.ASCII)
_SETS = re.compile(rf"{INT}(?:, {INT}){{0,99}}", re.ASCII)
_FOR = re.compile(
    rf"rolls (\S{{1,100}}) for ({NICK}) and gets (?:a )?natural (\([-\d ]{{1,400}}\)|{INT})"
    rf"(?: for a result of (\([-\d ]{{1,400}}\)|{INT}))?(?:[ .,!;:].{{0,1000}})?",
    re.ASCII,
)
_SOPEL = re.compile(rf"(\[dice\] )?([^:=]{{2,120}}): (.{{1,1200}}) = ({INT})", re.ASCII)
_GROUP = re.compile(r"\(([^()]{1,400})\)")
_PILE = re.compile(r"(\d{1,4})x(\d{1,7})|(\d{1,7})", re.ASCII)
_LIMNORIA = re.compile(rf"({NICK}): ({INT}(?:(?:, |,? and ){INT}){{0,99}})", re.ASCII)
_GAMESERV = re.compile(
    rf"({NICK}) rolled (\d{{0,4}}d\d{{1,7}})(\S{{0,12}}): ([-\d ]{{1,1200}}?) {{0,4}}"
    rf"<Total: ({INT})(?:\(([-+*/])(\d{{1,9}})\) = ({INT}))?>",
    re.ASCII,
)
_CONTROL = re.compile(r"[\x02\x0f\x16\x1d\x1f]|\x03(?:\d{1,2}(?:,\d{1,2})?)?")


def dicebot(text: str) -> Roll | None:
    """`--> Wick rolls a d20+3 for the gate and gets 12.`; of several sets `rolls 2#d6 and gets 2, 6.`"""
    head, gets, tail = text.strip().rpartition(" and gets ")
    results = tail.removesuffix(".")
    found = _DICEBOT.fullmatch(head) if gets else None
    if found is None or _SETS.fullmatch(results) is None:
        return None
    each = [int(one) for one in results.split(", ")]
    sets, of, one = found[3].partition("#")
    if len(each) != (int(sets) if of and sets.isdecimal() and len(sets) < 4 else 1):
        return None
    single = re.fullmatch(r"1?[dD]\d{1,7}", one if of else found[3]) is not None
    shown = [Thrown(tuple(each))] if single else []
    return made(found[2], found[3], sum(each), shown, comment=found[4] or "")


def dicebot_strict(text: str) -> Roll | None:
    """The same with its arrow, without which it is a story that anybody may tell."""
    return dicebot(text) if text.lstrip().startswith("--> ") else None


def chamelaeon(text: str) -> Roll | None:
    """`rolls 2d6+1 for Wick and gets a natural 7 for a result of 8.`; the bot is the one who acts."""
    found = _FOR.fullmatch(text.strip())
    if found is None:
        return None
    natural = numbers(found[3].strip("( )"))
    results = numbers((found[4] or found[3]).strip("( )"))
    if natural is None or results is None:
        return None
    single = re.match(r"(?:\d{1,3}#)?1?[dD]\d", found[1]) is not None
    shown = [Thrown(natural)] if single else []
    return made(found[2], found[1], sum(results), shown, natural=sum(natural))


def sopel(text: str) -> Roll | None:
    """`[dice] 2d6v1+8: (5[+2])+8 = 13`; more than ten dice are piled, `(10x1[+1x1])`, and sorted."""
    found = _SOPEL.fullmatch(text.strip())
    if found is None or "d" not in found[2].lower():
        return None
    groups = _GROUP.findall(found[3])
    if not groups:
        return None
    total = int(found[4])
    shown = []
    for group in groups:
        if group == "...":
            return made("", found[2], total)
        kept, _, dropped = group.partition("[+")
        faces, off = _piles(kept), _piles(dropped.removesuffix("]")) if dropped else ()
        if faces is None or off is None:
            return None
        shown.append(Thrown(faces, off))
    return made("", found[2], total, shown)


def _piles(text: str) -> tuple[int, ...] | None:
    faces: list[int] = []
    for part in text.split("+"):
        pile = _PILE.fullmatch(part.strip())
        if pile is None:
            return None
        times, face = (int(pile[1]), int(pile[2])) if pile[1] else (1, int(pile[3]))
        if times > 1000 or len(faces) > 1000:
            return None
        faces += [face] * times
    return tuple(faces)


def sopel_strict(text: str) -> Roll | None:
    """The same with the prefix of its newer versions."""
    return sopel(text) if text.lstrip().startswith("[dice] ") else None


def limnoria(text: str) -> Roll | None:
    """`Wick: 3 and 5`: faces and no word of the dice, which the command tells."""
    found = _LIMNORIA.fullmatch(text.strip())
    faces = numbers(found[2]) if found is not None else None
    if found is None or faces is None:
        return None
    return Roll(
        roller=found[1], count=len(faces), sides=0, faces=faces, total=sum(faces), expression=""
    )  # fmt: skip


def gameserv(text: str) -> Roll | None:
    """`Wick rolled 2d6: 3 5  <Total: 8>`, with a modifier `<Total: 8(+2) = 10>`; the name is bold."""
    found = _GAMESERV.fullmatch(_CONTROL.sub("", text).strip())
    faces = numbers(found[4]) if found is not None else None
    if found is None or faces is None:
        return None
    stated = int(found[5])
    if found[6] is None:
        return made(found[1], found[2], stated, [Thrown(faces)])
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


GRAMMARS = (
    Grammar("chamelaeon", chamelaeon),
    Grammar("dicebot-arrow", dicebot_strict),
    Grammar("dicebot", dicebot, plain=True),
    Grammar("gameserv", gameserv),
    Grammar("sopel", sopel_strict),
    Grammar("sopel-old", sopel, plain=True),
    Grammar("limnoria", limnoria, plain=True),
)
