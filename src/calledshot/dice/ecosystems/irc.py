"""Dice bots of IRC: the generic dicebot, Chamelaeon's, Sopel; those of services are in `services`."""

from __future__ import annotations

import re
from collections.abc import Sequence

from calledshot.dice.ecosystems.chamelaeon import chamelaeon
from calledshot.dice.ecosystems.parts import INT, NICK, Grammar, Thrown, expression, made, sets, single
from calledshot.dice.roll import Roll

_DICEBOT = re.compile(rf"(--> )?({NICK}) rolls (?:an? )?(\S{{1,100}})(?: (.{{1,400}}))?", re.ASCII)
_SETS = re.compile(rf"{INT}(?:, {INT}){{0,99}}", re.ASCII)
_SOPEL = re.compile(
    rf"(?:\[dice\] )?(?:({NICK}): )?(?:\[dice\] )?(?:You roll )?([^:=]{{2,120}}): (.{{1,1200}}) = ({INT})",
    re.ASCII,
)
_GROUP = re.compile(r"\(([^()]{1,400})\)")
_PILE = re.compile(r"(\d{1,4})x(\d{1,7})|(\d{1,7})", re.ASCII)


def dicebot(text: str) -> Sequence[Roll] | None:
    """`--> Wick rolls a d20+3 for the gate and gets 12.`; several sets are several rolls, `rolls 2#d6 and
    gets 2, 6.`"""
    head, gets, tail = text.strip().rpartition(" and gets ")
    results = tail.removesuffix(".")
    found = _DICEBOT.fullmatch(head) if gets else None
    if found is None or _SETS.fullmatch(results) is None:
        return None
    each = [int(one) for one in results.split(", ")]
    many, one = sets(found[3])
    if len(each) != many or expression(one) is None:
        return None
    alone = single(one)
    rolls = [
        made(found[2], one, value, [Thrown((value,))] if alone else [], comment=found[4] or "")
        for value in each
    ]
    return [roll for roll in rolls if roll is not None] or None


def dicebot_strict(text: str) -> Sequence[Roll] | None:
    """The same with its arrow, without which it is a story that anybody may tell."""
    return dicebot(text) if text.lstrip().startswith("--> ") else None


def sopel(text: str) -> Roll | None:
    """`[dice] 2d6v1+8: (5[+2])+8 = 13`, older ones `Wick: You roll 2d6: (5+2) = 7`; more
    than ten dice are piled, `(10x1[+1x1])`, and sorted."""
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
            return made(found[1] or "", found[2], total)
        kept, _, dropped = group.partition("[+")
        faces, off = _piles(kept), _piles(dropped.removesuffix("]")) if dropped else ()
        if faces is None or off is None:
            return None
        shown.append(Thrown(faces, off))
    return made(found[1] or "", found[2], total, shown)


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
    return sopel(text) if "[dice] " in text[:80] and "[" not in text.partition("[dice] ")[0] else None


GRAMMARS = (
    Grammar("chamelaeon", chamelaeon),
    Grammar("dicebot-arrow", dicebot_strict),
    Grammar("dicebot", dicebot, plain=True),
    Grammar("sopel", sopel_strict),
    Grammar("sopel-old", sopel, plain=True),
)
