"""Dice bots of Chinese tables: those of IRC and QQ, SealDice and its like; BCDice of Japan is in `bcdice`."""

from __future__ import annotations

import re
from collections.abc import Sequence

from calledshot.dice.ecosystems.bcdice import bcdice
from calledshot.dice.ecosystems.parts import (
    INT,
    Grammar,
    Thrown,
    expression,
    laid_out,
    made,
    numbers,
    single,
    summed,
)
from calledshot.dice.roll import Roll

_DICE = r"[\ddD+\- ]{1,120}"
_WHY = r"(?:由于\s?([^，,\n]{0,100}?)\s?[，,\s]\s?)?"
_NAME = r"(?:<([^<>\n]{1,64})>|([^<>\n]{1,64}?))"
_THROWS = re.compile(
    rf"{_WHY}{_NAME}\s{{0,4}}(?:投[擲掷]|[擲掷]骰|骰出了|[擲掷]出了)\s{{0,4}}([^\n:：=]{{0,80}}?)[:：]\s{{0,4}}({_DICE})=([^=\n]{{1,800}})"
    rf"(?:=({INT}))?",
    re.ASCII,
)
_SEAL = re.compile(rf"{_WHY}{_NAME}[擲掷]出了\s?([^\n]{{2,800}})", re.ASCII)
_SEAL_MANY = re.compile(rf"{_WHY}{_NAME}[擲掷]骰(\d{{1,3}})次[:：]\s?\n(.{{2,1800}})", re.ASCII | re.DOTALL)
_SEAL_ONE = re.compile(rf"({_DICE})((?:=[^=\n]{{1,600}}){{0,3}}?)=({INT})(?:\s[^\n]{{0,100}})?", re.ASCII)
_BRACKET = re.compile(r"(?:(-?\d{1,9}))?\[([^\[\]\n]{1,400})\]")
_TIMES = re.compile(
    rf"{_WHY}{_NAME}(?:骰出了|[擲掷]骰)\s?[:：]?\s?(\d{{1,3}})次\s?([\ddD+\- ]{{2,60}})[:：=]\s?"
    r"\{ ?([-\d, ]{1,400}) ?\}",
    re.ASCII,
)
_CHECK = re.compile(
    rf"{_WHY}{_NAME}(?:的\s?[“\"]?([^\n“”\":：]{{1,60}}?)[”\"]?\s?检定结果为|进行\s?([^\n:：]{{1,60}}?)\s?检定)\s?[:：]\s{{0,4}}"
    rf"(?:1?[dD]100)=(\d{{1,3}})/({INT})([^\n]{{0,200}})",
    re.ASCII,
)
_GROUP = re.compile(r"\(([-+\d, ]{1,800})\)", re.ASCII)
_PROSE = re.compile(
    rf"([^\n「」]{{0,80}}?)[擲掷]了\s?「({_DICE})」\s{{0,4}}[，,]\s{{0,4}}[擲掷]出\s?「"
    rf"([-+\d,，、 ]{{1,800}})」\s{{0,4}}[，,]\s{{0,4}}[總总][合和][為为]\s?「({INT})」[。.]?",
    re.ASCII,
)


def _comment(*words: str | None) -> str:
    return ", ".join(word.strip() for word in words if word and word.strip())


def throws(text: str) -> Roll | None:
    """`Wick 投擲 spotting: 1d20+7=(9)+7=16`, `Wick骰出了: 3D6=1+2+3=6`, one die also as `1d20=9`."""
    found = _THROWS.fullmatch(text.strip())
    if found is None:
        return None
    roller, comment = found[2] or found[3], _comment(found[1], found[4])
    groups = [numbers(group) for group in _GROUP.findall(found[6])]
    shown = [Thrown(faces) for faces in groups if faces is not None]
    last = found[7] or found[6].strip()
    if len(shown) < len(groups) or not re.fullmatch(INT, last, re.ASCII):
        return None
    written = found[5].strip()
    if not shown and found[7] is not None:
        values = summed(found[6].strip())
        return laid_out(roller, written, values, int(last), comment) if values is not None else None
    if not shown and single(written):
        shown = [Thrown((int(last),))]
    return made(roller, written, int(last), shown, comment=comment)


def seal(text: str) -> Sequence[Roll] | None:
    """`由于侦查，<Wick>掷出了 d20+3=13[d20]+3=16`; several in a row stand below one another."""
    text = text.strip()
    many = _SEAL_MANY.fullmatch(text)
    if many is not None:
        lines = many[5].strip().split("\n")
        rolls = [_seal(many[2] or many[3], line, _comment(many[1])) for line in lines]
        found = [roll for roll in rolls if roll is not None]
        return found if len(found) == len(lines) == int(many[4]) else None
    one = _SEAL.fullmatch(text)
    roll = _seal(one[2] or one[3], one[4], _comment(one[1])) if one is not None else None
    return (roll,) if roll is not None else None


def _seal(roller: str, text: str, comment: str) -> Roll | None:
    found = _SEAL_ONE.fullmatch(text.strip())
    if found is None:
        return None
    total, shown = int(found[3]), []
    written = found[1].strip()
    for value, inside in _BRACKET.findall(found[2]):
        dice, equal, thrown = inside.rpartition("=")
        thrown = thrown if equal else ""
        if re.fullmatch(r"[dD]", written) and (sides := re.search(r"[dD](\d{1,7})", dice or inside)):
            written = f"1d{sides[1]}"
        faces = summed(thrown) if thrown else None
        shown.append(Thrown(faces) if faces is not None else Thrown((int(value),)) if value else None)
    read = expression(written)
    dice_terms = [term for term in read.terms if term.sides] if read is not None else []
    if read is None or not dice_terms:
        return None
    good = [one for one in shown if one is not None]
    counted = len(good) == len(dice_terms) and all(
        len(one.faces) == term.count for one, term in zip(good, dice_terms, strict=True)
    )
    single = len(read.terms) == 1 and dice_terms[0].count == 1
    dice_shown = good if counted else [Thrown((total,))] if single and not good else []
    return made(roller, written, total, dice_shown, comment=comment)


def times(text: str) -> Sequence[Roll] | None:
    """`Wick骰出了: 3次D6: { 3,5,6 }`."""
    found = _TIMES.fullmatch(text.strip())
    totals = numbers(found[6].strip()) if found is not None else None
    if found is None or totals is None or len(totals) != int(found[4]):
        return None
    alone = single(found[5])
    rolls = [
        made(
            found[2] or found[3], found[5].strip(), total, [Thrown((total,))] if alone else [],
            comment=_comment(found[1]),
        )
        for total in totals
    ]  # fmt: skip
    return [roll for roll in rolls if roll is not None] or None


def check(text: str) -> Roll | None:
    """`<Wick>的侦查60检定结果为: d100=23/60 困难成功`, `Wick进行侦查检定：` / `D100=23/60 成功`."""
    found = _CHECK.fullmatch(text.strip())
    if found is None:
        return None
    face = int(found[6])
    words = re.sub(r"\s?,?\s?\(\[[^\[\]]{0,60}\]\)\s?", " ", found[8]).strip(" ,，")
    what = _comment(found[1], found[4] or found[5])
    return made(
        found[2] or found[3], "1d100", face, [Thrown((face,))], comment=f"{what}: {face}/{found[7]} {words}"
    )


def prose(text: str) -> Roll | None:
    """`Wick 擲了「1 d 20 + 8」 ，擲出「2」，總合為「10」`."""
    found = _PROSE.fullmatch(text.strip())
    faces = numbers(found[3]) if found is not None else None
    if found is None or faces is None:
        return None
    return made(found[1].strip(), found[2].replace(" ", ""), int(found[4]), [Thrown(faces)])


GRAMMARS = (
    Grammar("throws", throws),
    Grammar("seal", seal),
    Grammar("times", times),
    Grammar("check", check),
    Grammar("prose", prose),
    Grammar("bcdice", bcdice),
)
