"""BCDice, the dice bot of Japanese tables: sums, checks, and dice of which each is for itself."""

from __future__ import annotations

import re
from collections.abc import Sequence

from calledshot.dice.ecosystems.parts import INT, Thrown, made, numbers, pool, single
from calledshot.dice.roll import Roll

_DICE = r"[\ddD+\- ]{2,120}"
_NAME = re.compile(r"(?:@|>>|＞)?([^\n:：()＞]{1,64}): ?(?=[^:：\n]{0,120}\()")
_NUMBERED = re.compile(r"#\d{1,3}")
_BCDICE = re.compile(
    rf"[^\n()＞]{{0,120}}\(({_DICE})(?:[<>=]{{1,2}}\d{{1,9}})?\) ?[＞→] ?([^\n＞→]{{1,800}})"
    rf"((?: ?[＞→] ?[^\n＞→]{{1,200}}){{0,6}})",
    re.ASCII,
)
_VALUE = re.compile(rf"({INT})(?:\[([\d,]{{1,800}})\])?((?:[-+]\d{{1,9}}){{0,20}})", re.ASCII)
_EACH = re.compile(
    r"[^\n()＞]{0,120}\((\d{1,4})[bB](\d{1,7})((?:[<>=]{1,2}\d{1,9})?)\) ?[＞→] ?([\d,]{1,800})"
    r"((?: ?[＞→] ?[^\n＞→]{1,200}){0,6})",
    re.ASCII,
)
_SYSTEMS = frozenset({"dicebot", "bcdice", "dice"})


def bcdice(text: str) -> Sequence[Roll] | None:
    """`(1D100<=70) ＞ 13 ＞ 成功`, `(2D6+3) ＞ 7[3,4]+3 ＞ 10`: for whoever asked, or for the name before it.
    `(3B6>=4) ＞ 1,4,5 ＞ 成功数2` counts successes; rolled several times, each has a number above it."""
    text = text.strip()
    name = _NAME.match(text)
    roller = name[1].strip() if name is not None else ""
    if name is not None and (name[1].endswith(" ") or roller.lower() in _SYSTEMS):
        roller = ""  # a game system's name
    lines = [line.strip() for line in text[name.end() if name is not None else 0 :].split("\n")]
    lines = [line for line in lines if line and _NUMBERED.fullmatch(line) is None]
    rolls = [_line(roller, line) for line in lines]
    found = [roll for roll in rolls if roll is not None]
    return found if found and len(found) == len(rolls) else None


def _line(roller: str, text: str) -> Roll | None:
    each = _EACH.fullmatch(text)
    if each is not None:
        faces = numbers(each[4])
        told = " ".join(_steps(each[5]))
        return (
            pool(roller, f"{each[1]}b{each[2]}{each[3]}", int(each[2]), faces, told, count=int(each[1]))
            if faces
            else None
        )
    found = _BCDICE.fullmatch(text)
    value = _VALUE.fullmatch(found[2].strip()) if found is not None else None
    if found is None or value is None:
        return None
    steps = _steps(found[3])
    total = next((int(step) for step in steps if re.fullmatch(INT, step, re.ASCII)), None)
    words = [step for step in steps if not re.fullmatch(INT, step, re.ASCII)]
    faces = numbers(value[2]) if value[2] else None
    alone = int(value[1])
    if faces is None and single(found[1]):
        faces = (alone,)
    if total is None:
        total = alone if not value[3] else None
    shown = [Thrown(faces)] if faces else []
    return made(roller, found[1], total, shown, comment=" ".join(words), natural=alone if value[2] else None)


def _steps(text: str) -> list[str]:
    return [step.strip() for step in re.split(r"[＞→]", text) if step.strip()]
