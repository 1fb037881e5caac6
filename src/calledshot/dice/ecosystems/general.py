"""What dice bots that nobody has described say: read where all numbers of a message fit together.

    Wick rolled 2d6 and got 3, 5 for a total of 8      [Dice] Wick: 2d6+3 = 11 [3, 5]
    1d20 + 5 => (14) + 5 = 19                          Wick rolled 17 on a d20

The dice that the message names say how many faces there are and what they come to; the first way in which
its numbers are those faces, what is added, and their sum is the roll. Where one number is left over, or the
sum is another, nothing is read. Not for members' lines.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from calledshot.dice.ecosystems import general_words as words
from calledshot.dice.ecosystems.fitting import Number, Read, fit, thrown
from calledshot.dice.ecosystems.parts import (
    FATE_SIDES,
    Grammar,
    Thrown,
    expression,
    fate,
    made,
    pool,
)
from calledshot.dice.notation import Expression
from calledshot.dice.roll import Roll

NUMBERS = 120
"""The most numbers in a message that is looked at."""

_TERM = (
    r"(?:\d{0,4} ?[dD] ?(?:\d{1,7}|%)|\d{1,4}[wW]\d{1,7})"
    r"(?:(?:kh|kl|k|dl|dh|v|KH|KL|K|DL|DH)\d{0,3}|!(?=\s{0,2}[:=\[(+,)\x00-]|\s\d))?(?!\w)"
)
_ADDED = rf"(?: ?[-+] ?(?:{_TERM}|\d{{1,9}}(?!\w|\.\d)(?! ?[dDwW]\d))){{0,12}}"
_DICE = re.compile(rf"(?<![\w.])(?:(\d{{1,3}}) ?[#~x×] ?)?({_TERM}{_ADDED})", re.ASCII)
_FATE = re.compile(r"(?<![\w.])(\d{0,3})[dD][fF]((?: ?[-+] ?\d{1,6}(?!\w)){0,4})(?!\w)", re.ASCII)
_FATES = re.compile(r"[\[({]?((?: ?[-+−0oO][ ,|/]{0,2}){1,40})[\])}]?")
_FIRST_TERM = re.compile(_TERM, re.ASCII)
_SPACED = re.compile(r" [-+] ")
_GROUP = r" ?[\[({<] ?\d{1,9}(?:(?: ?[,+;] ?| )\d{1,9}){0,60} ?[\])}>]"
_WRITTEN_OUT = re.compile(
    rf"(?<![\w.]){_TERM}{_GROUP}(?: ?[-+] ?(?:{_TERM}{_GROUP}|\d{{1,9}}(?!\w|\.\d)(?! ?[dDwW]\d))){{1,12}}",
    re.ASCII,
)
_PART = re.compile(rf" ?([-+]?) ?(?:({_TERM})({_GROUP})|(\d{{1,9}}))", re.ASCII)
_APART = re.compile(r" ?[;|•] ?| // |, (?=[A-Z][A-Za-z ]{1,40}: ?\d{0,3}d\d)|, and (?=\d{0,3}d\d)")
"""Between the rolls of one line."""
_NUMBER = re.compile(r"(?<![\w.#])\d{1,9}(?![\w%])(?!\.\d)", re.ASCII)


def general(text: str) -> Sequence[Roll] | None:
    """The rolls of a message that names its dice."""
    text, quoted = words.unquoted(text)
    plain = words.plain(text)
    if len(plain) > words.LONGEST:
        return None
    who, start = words.who(plain)
    who = who or quoted
    lines = [line for line in plain[start:].split("\n") if line.strip()]
    good = list(_one(" ".join(lines), who) or ())
    parts = [part for line in lines for part in _APART.split(line) if part.strip()] if not good else []
    for pieces in (lines, parts) if len(parts) > 1 else ():
        each = [_one(piece, who) for piece in pieces]
        if not good and all(
            rolls or not _NUMBER.search(piece) for rolls, piece in zip(each, pieces, strict=True)
        ):
            good = [roll for rolls in each if rolls for roll in rolls]
    told = len(_numbers(_DICE.sub("\x00", plain[start:]))) > 1 and all(roll.faces for roll in good)
    told = told or not words.only_tells(plain)
    return good if good and told else None


def answer(text: str, written: str, comment: str = "") -> Roll | None:
    """The roll in a message of numbers and words of dice, as the answer to a command for `written` that said
    `comment`; its roller is empty where it names nobody."""
    plain = words.plain(words.unquoted(text)[0])
    read = expression(written)
    if read is None or len(plain) > words.LONGEST or words.only_tells(plain):
        return None
    who, start = words.who(plain)
    rest = " ".join(plain[start:].split())
    for dice in reversed(list(_DICE.finditer(rest))):
        if not _part_of(_notation(dice[2]), written):
            return None
        rest = f"{rest[: dice.start()]}\x00{rest[dice.end() :]}"
    if not words.of_dice_alone(rest, comment):
        return None
    found = fit(_numbers(rest), rest, read)
    return _made(who, written, read, found, comment) if found is not None else None


def _one(text: str, who: str) -> Sequence[Roll] | None:
    if _FATE.search(text) is not None:
        roll = _fudged(text, who)
        return (roll,) if roll is not None else None
    roll = _written_out(text, who) or _ranged(text, who)
    if roll is not None:
        return (roll,)
    without: Sequence[Roll] | None = None
    for tried, (written, many, rest, comment, name) in enumerate(_asked(text, who)):
        read = expression(written)
        if read is None:
            continue
        numbers = _numbers(rest)
        if not tried < len(numbers) <= NUMBERS:
            continue
        if len(numbers) == 1 and (
            numbers[0].sign == "+" or (name[-1:] in ("", ":") and not words.bare(rest, name))
        ):
            continue
        rolls = _several(name, written, read, many, numbers, rest, comment)
        if rolls and rolls[0].faces:
            return rolls
        without = without or rolls
    return without


def _asked(text: str, who: str) -> Iterator[tuple[str, int, str, str, str]]:
    """The dice that a message names, how often they are rolled, the message without them, what they are for,
    and who rolls. Twice where what seems to be added may be the first of the faces."""
    found = list(_DICE.finditer(text))
    if not found:
        worded = words.dice_in_words(text)
        if worded is None:
            return
        written, start, end = worded
        name, comment = words.for_whom(text, start, end, who)
        yield written, 1, f"{text[:start]}\x00{text[end:]}", comment, name
        return
    first = found[0]
    if any(not _within(one, first) for one in found[1:]):
        return
    if not who and not words.leads(text[: first.start()]):
        return
    name, comment = words.for_whom(text, first.start(), first.end(), who)
    spaced = list(_SPACED.finditer(first[2]))
    cuts = [len(first[2]), *(cut.start() for cut in spaced[:1])]
    for cut in cuts:
        rest, at = "", 0
        for one in found:
            stop = one.end() if one is not first or cut == len(one[2]) else one.start(2) + cut + 3
            rest, at = f"{rest}{text[at : one.start()]}\x00", stop
        written = first[2][:cut]
        yield (
            words.kept_in_words(_notation(written), text),
            int(first[1] or 1),
            rest + text[at:],
            comment,
            name,
        )


def _notation(written: str) -> str:
    return "".join(written.split()).replace("w", "d").replace("W", "d").lower()


def _within(one: re.Match[str], first: re.Match[str]) -> bool:
    """Whether dice named later are the first ones again, or a part of them."""
    return _part_of(_notation(one[2]), first[2])


def _part_of(dice: str, whole: str) -> bool:
    """Whether dice are others, or one term of them."""
    terms = [_notation(term[0]) for term in _FIRST_TERM.finditer(whole)]
    return dice == _notation(whole) or any(dice in (term, f"1{term}") or term == f"1{dice}" for term in terms)


def _numbers(text: str) -> list[Number]:
    """The numbers of a text but for those that count successes, or are a target or the ends of a range."""
    skipped = [*words.targets(text), *((one.start(1), one.end(1)) for one in words.COUNTED.finditer(text))]
    found = []
    for one in _NUMBER.finditer(text):
        if any(start <= one.start() < end for start, end in skipped):
            continue
        before = text[: one.start()].rstrip(" ")
        sign = before[-1:] if before[-1:] in ("+", "-", "−") else ""
        lone = sign in ("-", "−") and before[:-1].rstrip(" ")[-1:] in ("", "=", ":", "(", "[", ",", "\x00")
        value = int(one[0])
        found.append(
            Number(-value if sign in ("-", "−") else value, "" if lone else sign, one.start(), one.end())
        )
    return found


def _several(
    who: str, written: str, read: Expression, many: int, numbers: list[Number], rest: str, comment: str
) -> Sequence[Roll] | None:
    if many == 1:
        found = fit(numbers, rest, read)
        roll = _made(who, written, read, found, comment) if found is not None else None
        return (roll,) if roll is not None else None
    values = [number.value for number in numbers]
    if len(values) == many + 1 and values[-1] == sum(values[:-1]):
        values = values[:-1]
    dice = [term for term in read.terms if term.sides]
    count = dice[0].count if len(dice) == 1 else 0
    if len(values) == many:
        each: list[list[Number]] = [[number] for number in numbers[:many]]
    elif count > 1 and len(values) in (many * count, many * (count + 1)):
        size = len(values) // many
        each = [numbers[at : at + size] for at in range(0, len(values), size)]
    else:
        return None
    rolls = []
    for group in each:
        found = fit(group, rest, read)
        roll = _made(who, written, read, found, comment) if found is not None else None
        if roll is None:
            return None
        rolls.append(roll)
    return rolls


def _made(who: str, written: str, read: Expression, found: Read, comment: str) -> Roll | None:
    if found.more:
        written = f"{written}{found.more:+d}"
    total = found.total
    if total is None and not found.shown:
        return None
    return made(who, written, total, found.shown, comment=comment, natural=found.natural)


def _written_out(text: str, who: str) -> Roll | None:
    """A sum with its faces behind each of its dice: `1d20 (14) + 1d4 [2] + 5 = 21`."""
    found = _WRITTEN_OUT.search(text)
    if found is None or _DICE.search(text, found.end()) is not None:
        return None
    written, shown, flat = "", [], 0
    for part in _PART.finditer(found[0]):
        sign = part[1] or ("+" if written else "")
        if part[4]:
            written += f"{sign}{part[4]}"
            flat += int(sign + part[4])
            continue
        written += sign + _notation(part[2])
        shown.append(tuple(int(one[0]) for one in _NUMBER.finditer(part[3])))
    read = expression(written)
    before = _DICE.search(text[: found.start()])
    if read is None or (before is not None and _notation(before[2]) != written):
        return None
    dice = [term for term in read.terms if term.sides]
    if any(
        len(faces) not in (term.count, term.kept) and not term.explode
        for term, faces in zip(dice, shown, strict=True)
    ):
        return None
    fallen = [thrown(term, faces) for term, faces in zip(dice, shown, strict=True)]
    total = flat + sum(term.sign * sum(one.faces) for term, one in zip(dice, fallen, strict=True))
    others = [one.value for one in _numbers(text[found.end() :])]
    if before is None:
        others += [one.value for one in _numbers(text[: found.start()])]
    if others and any(value != total for value in others):
        return None
    name, comment = words.for_whom(text, found.start(), found.end(), who)
    return made(name, written, total, fallen, comment=comment)


def _ranged(text: str, who: str) -> Roll | None:
    """`Wick rolls 57 (1-100)`, `Wick rolled a 57 out of 100`: one die from one on."""
    found = words.ranged(text)
    if found is None or not who or not 1 <= found[0] <= found[1]:
        return None
    return made(who, f"1d{found[1]}", found[0], [Thrown((found[0],))])


def _fudged(text: str, who: str) -> Roll | None:
    """`Wick rolled 4dF+2: + - 0 + = 3`."""
    found = _FATE.search(text)
    if found is None or _FATE.search(text, found.end()) is not None:
        return None
    count, added = int(found[1] or 4), "".join(found[2].split())
    flat = sum(int(one) for one in re.findall(r"[-+]\d+", added))
    for fallen in _FATES.finditer(text, found.end()):
        faces = fate(fallen[1]) if len(fallen[1].replace(" ", "").replace(",", "")) >= count else None
        if faces is None or len(faces) != count:
            continue
        total = sum(faces) + flat
        others = _numbers(text[fallen.end() :])
        told = [one.value for one in others if not (one.sign and one.value == flat)]
        if any(value not in (total, sum(faces)) for value in told):
            return None
        name, comment = words.for_whom(text, found.start(), found.end(), who)
        return pool(
            name, f"{count}df{added}", FATE_SIDES, faces, comment, count=count, modifier=flat, total=total
        )
    return None


GRAMMARS = (Grammar("general", general, plain=True),)
