"""Commands that people give dice bots, and the command that an answer without a name belongs to.

A command has a sign before it (`!roll 2d6`, `.r d20`, `Dicer: dice 3d6`); dice with no more than a comment
behind them (`2d6+3 to hit`), or in brackets among other words (`I leap (1d20+3)`), are one too for bots that
take those, where none with a sign fits."""

from __future__ import annotations

import re
from collections.abc import Sequence

from msgspec import UNSET, Struct
from msgspec.structs import replace

from calledshot.dice.dialects import aol_command, faults
from calledshot.dice.ecosystems.parts import Thrown, made, same, single
from calledshot.dice.notation import EXPRESSION_LENGTH, parse
from calledshot.dice.roll import Roll
from calledshot.errors import UsageError

_COMMAND = re.compile(
    r"(?:[^\s:,]{1,30}[:,] )?(?:[!./@&~;%+$-]{1,2}[A-Za-z]{0,12}?|(?:roll|dice|throw)(?=\s))"
    r"\s{0,4}(?=[-+\d#~ xX]{0,12}[dD](?:\d|%))",
    re.ASCII,
)
_SPOKEN = re.compile(r"[^\s:,]{1,30} (?:roll|dice|throw)\s{1,4}(?=[-+\d#~ xX]{0,12}[dD](?:\d|%))", re.ASCII)
_MARK = re.compile(r"(?:[^\s:,]{1,30}[:,] )?([!./@&~;%+$-]{1,2})\w", re.ASCII)
_DICE = re.compile(r"(?:[sS]|[xX]?\d{1,3}[ #]|\d{1,2}[xX] )?(?=\d{0,4}[dD]\d)", re.ASCII)
_ADDRESS = re.compile(r"@?[^\s:,]{1,30}[:,] (?=\d{0,4}[dD]\d)", re.ASCII)
_INLINE = re.compile(
    r"[\[(]{1,2}([^\[\]()\n\d]{0,60}?)(\d{0,4}[dD](?:\d{1,7}|%)[^\[\]()\n]{0,60}?)[\])]{1,2}", re.ASCII
)
_SETS = re.compile(r"\d{1,3}[ ]?[#~][ ]?(?=\d{0,4}[dD]\d)|[xX]?\d{1,3} (?=\d{0,4}[dD]\d)", re.ASCII)
_TARGET = re.compile(r"(?<=\d)\s?(?:[<>]=?|==?|[tT])\s?\d{1,9}(?!\w)", re.ASCII)
_KEEPING = re.compile(
    r"(\d{0,4})[dD](\d{1,7})((?: ?[-+] ?\d{1,9}){0,5}),? "
    r"(?:(?:with )?((?:dis)?adv(?:antage)?|dis)\b|(drop|keep) (?:the )?(highest|lowest)(?: (\d{1,3}))?\b)",
    re.ASCII | re.IGNORECASE,
)
_APART = re.compile(r"(?<=d\d) +(?=[kd][hl]\d{0,3}(?:\s|\Z))|(?<=d\d\d) +(?=[kd][hl]\d{0,3}(?:\s|\Z))")
_PERCENT = re.compile(r"(?:[A-Za-z]{0,8} ?)?(?:CCB?|ccb?|1?[dD]100)\s?<=\s?\d{1,4}\b", re.ASCII)
_POOL = re.compile(r"(\d{1,3})[bB](\d{1,5})(?:[<>]=?\d{1,5})?(?:\s|$)", re.ASCII)


class Asked(Struct, frozen=True):
    """What somebody asked a bot for. `sign` is what his command begins with, empty for bare dice."""

    who: str
    expression: str
    comment: str = ""
    sign: str = ""


def asked(who: str, text: str) -> Asked | None:
    """The dice a message asks a bot for; None where it asks for none. `Asked.expression` is empty where it is
    a command for something else. Of a roll made several times, what is rolled each time."""
    text = text.strip()
    if not text or len(text) > EXPRESSION_LENGTH:
        return None
    service = aol_command(text)
    if service is not None:
        return Asked(who, f"{service[0]}d{service[1]}", sign="//")
    address = _ADDRESS.match(text)
    if address is not None:
        text = text[address.end() :]
    mark = _MARK.match(text)
    sign = mark[1] if mark is not None else ""
    found = _COMMAND.match(text) or _SPOKEN.match(text)
    if found is not None:
        read = _dice(text[found.end() :])
        if read is not None:
            return Asked(who, *read, sign=sign or "!")
    if sign:
        return Asked(who, "", sign=sign)
    if _PERCENT.match(text) is not None:
        return Asked(who, "1d100")
    pooled = _POOL.match(text)
    if pooled is not None:
        return Asked(who, pooled[0].strip().lower())
    start = _DICE.match(text)
    read = _dice(text[start.end() :]) if start is not None else None
    if read is not None:
        return Asked(who, *read)
    within = _INLINE.search(text)
    read = _dice(within[2]) if within is not None else None
    return Asked(who, read[0], (within[1].strip() if within else "") or read[1]) if read is not None else None


def _dice(text: str) -> tuple[str, str] | None:
    """The expression and the comment of a command's words, None where they are no dice."""
    many = _SETS.match(text)
    words = text[many.end() :] if many is not None else text
    words = re.sub(r"(?<=\d)v(?=\d)", "dl", _TARGET.sub("", words, count=1))
    words = _APART.sub("", words)
    said = _KEEPING.match(words)
    if said is not None and (not said[4] or said[1] in ("", "1")):
        words = _kept(said) + words[said.end() :]
    try:
        read = parse(words)
    except UsageError:
        return None
    return str(read).replace(" ", ""), read.comment


def _kept(said: re.Match[str]) -> str:
    """Dice with what is kept of them, which a command says in words."""
    added = "".join(said[3].split())
    if said[4]:  # two dice instead of one
        return f"2d{said[2]}k{'h' if said[4].lower().startswith('adv') else 'l'}1{added}"
    way = ("d" if said[5].lower() == "drop" else "k") + ("h" if said[6].lower() == "highest" else "l")
    return f"{said[1]}d{said[2]}{way}{said[7] or 1}{added}"


def answered(roll: Roll, open_: Sequence[Asked]) -> tuple[Roll | None, Asked] | None:
    """The roll with what its command tells, and the command; None where no open command fits. Of those that
    fit the first is answered first, those with a sign before bare dice. Where a command for something else
    comes first, the answer is to that: the roll is None."""
    if not roll.expression:
        return _unasked(roll, open_)
    for command in sorted(open_, key=lambda one: not one.sign):
        if not command.expression or not same(command.expression, roll.expression):
            continue
        if roll.roller and roll.roller.lower() != command.who.lower():
            continue
        comment = roll.comment or command.comment or UNSET
        return replace(roll, roller=command.who, comment=comment), command
    # a game's own notation ("!8k4") is dice only to the bot that has answered it with the name
    own = next((one for one in open_ if one.who.lower() == roll.roller.lower() and not one.expression), None)
    return (roll, own) if own is not None else None


def _unasked(roll: Roll, open_: Sequence[Asked]) -> tuple[Roll | None, Asked] | None:
    """The same for an answer that does not say which dice they are."""
    mine = [one for one in open_ if one.sign and (not roll.roller or one.who.lower() == roll.roller.lower())]
    wholes = [(_whole(roll, one), one) for one in mine if one.expression]
    good = [(whole, one) for whole, one in wholes if whole is not None and not faults(whole)]
    if not good and roll.roller:  # dice that cannot be: his only command tells
        good = [(whole, one) for whole, one in wholes if whole is not None][:1]
    if not good:
        return None
    whole, command = good[0]
    for one in mine:
        if one is command:
            break
        if not one.expression and one.sign == command.sign and one.who.lower() == command.who.lower():
            return None, one
    return whole, command


def _whole(roll: Roll, command: Asked) -> Roll | None:
    comment = roll.comment or command.comment
    if len(roll.faces) == 1 and roll.total == roll.faces[0] and not single(command.expression):
        return made(command.who, command.expression, roll.total, comment=comment or "")  # all it comes to
    total = roll.total if roll.total != sum(roll.faces) else None
    return made(command.who, command.expression, total, [Thrown(roll.faces)], comment=comment or "")
