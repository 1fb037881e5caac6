"""Dice bots of Chinese and Japanese tables: those of IRC and QQ, and BCDice."""

from __future__ import annotations

import re

from calledshot.dice.ecosystems.parts import INT, Grammar, Thrown, made, numbers
from calledshot.dice.roll import Roll

_DICE = r"[\ddD+\- ]{2,120}"
_THROWS = re.compile(
    rf"([^\n]{{1,64}}?)\s{{0,4}}投[擲掷]\s{{0,4}}([^\n:：=]{{0,80}})[:：]\s{{0,4}}({_DICE})=([^=\n]{{1,800}})"
    rf"(?:=({INT}))?",
    re.ASCII,
)
_GROUP = re.compile(r"\(([-+\d, ]{1,800})\)", re.ASCII)
_PROSE = re.compile(
    rf"([^\n「」]{{0,80}}?)[擲掷]了\s?「({_DICE})」\s{{0,4}}[，,]\s{{0,4}}[擲掷]出\s?「"
    rf"([-+\d,，、 ]{{1,800}})」\s{{0,4}}[，,]\s{{0,4}}[總总][合和][為为]\s?「({INT})」[。.]?",
    re.ASCII,
)
_BCDICE = re.compile(
    rf"[^\n()＞]{{0,120}}\(({_DICE})(?:[<>=]{{1,2}}\d{{1,9}})?\) ＞ ([^\n＞]{{1,800}})"
    rf"((?: ＞ [^\n＞]{{1,200}}){{0,6}})",
    re.ASCII,
)
_VALUE = re.compile(rf"({INT})(?:\[([\d,]{{1,800}})\])?((?:[-+]\d{{1,9}}){{0,20}})", re.ASCII)


def throws(text: str) -> Roll | None:
    """`Wick 投擲 spotting: 1d20+7=(9)+7=16`, one die also as `1d20=9`."""
    found = _THROWS.fullmatch(text.strip())
    if found is None:
        return None
    groups = [numbers(group) for group in _GROUP.findall(found[4])]
    shown = [Thrown(faces) for faces in groups if faces is not None]
    last = found[5] or found[4].strip()
    if len(shown) < len(groups) or not re.fullmatch(INT, last, re.ASCII):
        return None
    if not shown and re.fullmatch(r"1?[dD]\d{1,7}", found[3].strip(), re.ASCII):
        shown = [Thrown((int(last),))]
    return made(found[1], found[3], int(last), shown, comment=found[2])


def prose(text: str) -> Roll | None:
    """`Wick 擲了「1 d 20 + 8」 ，擲出「2」，總合為「10」`."""
    found = _PROSE.fullmatch(text.strip())
    faces = numbers(found[3]) if found is not None else None
    if found is None or faces is None:
        return None
    return made(found[1].strip(), found[2].replace(" ", ""), int(found[4]), [Thrown(faces)])


def bcdice(text: str) -> Roll | None:
    """`(1D100<=70) ＞ 13 ＞ 成功`, `(2D6+3) ＞ 7[3,4]+3 ＞ 10`: for whoever asked."""
    found = _BCDICE.fullmatch(text.strip())
    value = _VALUE.fullmatch(found[2].strip()) if found is not None else None
    if found is None or value is None:
        return None
    steps = [step.strip() for step in found[3].split("＞") if step.strip()]
    total = next((int(step) for step in steps if re.fullmatch(INT, step, re.ASCII)), None)
    words = [step for step in steps if not re.fullmatch(INT, step, re.ASCII)]
    faces = numbers(value[2]) if value[2] else None
    alone = int(value[1])
    if faces is None and re.fullmatch(r"1?[dD]\d{1,7}", found[1].strip(), re.ASCII):
        faces = (alone,)
    if total is None:
        total = alone if not value[3] else None
    shown = [Thrown(faces)] if faces else []
    return made("", found[1], total, shown, comment=" ".join(words), natural=alone if value[2] else None)


GRAMMARS = (Grammar("throws", throws), Grammar("prose", prose), Grammar("bcdice", bcdice))
