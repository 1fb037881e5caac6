"""Dice bots of Matrix: tenebrous-dicebot, maubot's dice, and one that is named after nobody.

Of a pool of which not all dice are shown ("and 3 more") nothing is told.
"""

from __future__ import annotations

import re

from calledshot.dice.ecosystems.parts import INT, Grammar, Thrown, expression, made, numbers, pool, single
from calledshot.dice.roll import Roll

_HEAD = r"(?:(@?\S{1,255}?):?\s{1,9})?"
_RESULT = r"\s{0,9}\*{0,2}Result(?:\*{2}:|:\*{2}|:) {0,4}"
_TENEBROUS = re.compile(
    rf"{_HEAD}\*{{0,2}}Dice(?:\*{{2}}:|:\*{{2}}|:) {{0,4}}([^\n]{{2,200}})\n{_RESULT}"
    rf"({INT}) {{0,4}}\(([-+\d ]{{1,1200}})\)",
    re.ASCII,
)
_POOL = re.compile(
    rf"{_HEAD}\*{{0,2}}Pool(?:\*{{2}}:|:\*{{2}}|:) {{0,4}}(\d{{1,4}}) (?:die|dice) \(([^()\n]{{1,100}})\)\n"
    rf"{_RESULT}"
    r"([^()\n]{1,60}(?: \([a-z]{1,20}!\))?) \(([\d, ]{1,800})\)",
    re.ASCII,
)
_PERCENT = re.compile(
    rf"{_HEAD}\*{{0,2}}Roll(?:\*{{2}}:|:\*{{2}}|:) {{0,4}}target: (\d{{1,4}})(?:, with ([a-z ]{{1,40}}))?\n"
    rf"{_RESULT}"
    r"(?:rolled )?(\d{1,3}) against \d{1,4}: ([^\n]{1,100})",
    re.ASCII,
)
_QUOTE = re.compile(r"> <(@[^<>\s]{1,255})>")
_DICE_LINE = re.compile(r"(\d{0,4}d\d{1,7}): ([\d ]{1,1200})", re.ASCII)
_STATED = re.compile(rf"(?:([-+*/(). \d]{{1,400}}) = )?({INT})", re.ASCII)
_SIGNED = re.compile(r"([-+]?) ?(\d{1,9})", re.ASCII)
_TOTALLED = re.compile(
    rf"@?(\S{{1,255}}) rolled (\d{{0,4}}d\d{{1,7}}(?: ?[-+] ?\d{{1,9}})?)"
    rf"(?: \(([-+\d ]{{1,1200}})\))? (?:and got|for a total of) ({INT})(?: - (.{{1,400}}))?",
    re.ASCII,
)


def tenebrous(text: str) -> Roll | None:
    """`@wick:` / `Dice: 3d4` / `Result: 8 (1 + 3 + 4)`."""
    found = _TENEBROUS.fullmatch(text.strip())
    shown = numbers(found[4]) if found is not None else None
    if found is None or shown is None:
        return None
    read = expression(found[2])
    dice = [term for term in read.terms if term.sides] if read is not None else []
    if len(dice) == 1 and read is not None and len(shown) == dice[0].count + len(read.terms) - 1:
        shown = shown[: dice[0].count]  # the flat numbers stand behind the faces
    return made((found[1] or "").rstrip(":"), found[2], int(found[3]), [Thrown(shown)])


def tenebrous_pool(text: str) -> Roll | None:
    """`@wick:` / `Pool: 8 dice (ten-again, exceptional on 5 successes)` / `Result: 3 successes (10, 9, 2)`:
    the dice that came of others are among them."""
    found = _POOL.fullmatch(text.strip())
    faces = numbers(found[5]) if found is not None else None
    if found is None or faces is None:
        return None
    grows = "again" in found[3] and "no roll-again" not in found[3]
    written = f"{found[2]}d10{'!' if grows else 'r' if found[3].startswith('rote') else ''}"
    loose = grows or written.endswith("r")
    return pool(
        (found[1] or "").rstrip(":"), written, 10, faces, f"{found[4]} ({found[3]})",
        count=None if loose else int(found[2]),
    )  # fmt: skip


def tenebrous_percent(text: str) -> Roll | None:
    """`@wick:` / `Roll: target: 50, with no modifiers` / `Result: 23 against 50: success!`. With bonus or
    penalty dice the others are not shown."""
    found = _PERCENT.fullmatch(text.strip())
    if found is None:
        return None
    total, plain = int(found[4]), found[3] in (None, "no modifiers")
    words = f"{found[5]} (target {found[2]}{'' if plain else f', {found[3]}'})"
    shown = [Thrown((total,))] if plain else []
    return made((found[1] or "").rstrip(":"), "1d100", total, shown, comment=words)


def maubot(text: str) -> Roll | None:
    """`8+3 = 11`, an empty line, `2d6: 3 5`: what is left when each of the dice's sums is put in."""
    lines = text.strip().split("\n")
    roller = ""
    while lines and (lines[0].startswith(">") or not lines[0].strip()):
        quoted = _QUOTE.match(lines.pop(0))
        roller = quoted[1] if quoted is not None else roller
    stated = _STATED.fullmatch(lines[0].strip()) if lines else None
    dice = [_DICE_LINE.fullmatch(line.strip()) for line in lines[1:] if line.strip()]
    if stated is None or not dice or len(dice) > 40:
        return None
    shown, written, sums = [], [], []
    for one in dice:
        faces = numbers(one[2]) if one is not None else None
        if one is None or faces is None:
            return None
        shown.append(Thrown(faces))
        written.append(one[1])
        sums.append(sum(faces))
    total = int(stated[2])
    flat = _flat(stated[1] or stated[2], sums)
    if flat is None:
        return made(roller, "*".join(written), total, shown)
    added = f"{flat:+d}" if flat else ""
    return made(roller, "+".join(written) + added, total, shown)


def _flat(statement: str, sums: list[int]) -> int | None:
    """The flat numbers of a sum beside those of its dice; None where it is no plain sum."""
    signed = _SIGNED.findall(statement)
    if _SIGNED.sub("", statement).strip() or any(not sign for sign, _ in signed[1:]):
        return None
    values = [-int(digits) if sign == "-" else int(digits) for sign, digits in signed]
    for place, dice in enumerate(sums):
        values.pop(values.index(dice) if dice in values else min(place, len(values) - 1)) if values else None
    return sum(values)


def totalled(text: str) -> Roll | None:
    """`@wick rolled 3d4 (3 + 3 + 2) for a total of 8 - initiative`, `@wick rolled 1d20 and got 2`."""
    found = _TOTALLED.fullmatch(text.strip())
    if found is None:
        return None
    faces = numbers(found[3]) if found[3] else None
    total = int(found[4])
    if faces is None and single(found[2]):
        faces = (total,)
    return made(found[1], found[2], total, [Thrown(faces)] if faces else (), comment=found[5] or "")


def totalled_strict(text: str) -> Roll | None:
    """The same with the sign of a mention, without which it is what people say."""
    return totalled(text) if text.lstrip().startswith("@") else None


GRAMMARS = (
    Grammar("tenebrous", tenebrous),
    Grammar("tenebrous-pool", tenebrous_pool),
    Grammar("tenebrous-percent", tenebrous_percent),
    Grammar("totalled", totalled_strict),
    Grammar("totalled-bare", totalled, plain=True),
    Grammar("maubot", maubot),
)
