"""Commands that people give dice bots, and the command that an answer without a name belongs to."""

from __future__ import annotations

import re
from collections.abc import Sequence

from msgspec import UNSET, Struct
from msgspec.structs import replace

from calledshot.dice.dialects import aol_command
from calledshot.dice.ecosystems.parts import Thrown, made, same
from calledshot.dice.notation import EXPRESSION_LENGTH, parse
from calledshot.dice.roll import Roll
from calledshot.errors import UsageError

_COMMAND = re.compile(
    r"(?:[^\s:,]{1,30}[:,] )?(?:[!./@&~;%+$-]{1,2}[A-Za-z]{0,12}|(?:roll|dice|throw)(?=\s))\s{0,4}(?=[\ddD#])"
    r"|[!./@&~;%+$-]{1,2}(?:rd|r)?(?=[\d]{0,4}[dD]\d)",
    re.ASCII,
)
_MARK = re.compile(r"(?:[^\s:,]{1,30}[:,] )?[!./@&~;%+$-]{1,2}\w", re.ASCII)


class Asked(Struct, frozen=True):
    """What somebody asked a bot for."""

    who: str
    expression: str
    comment: str = ""


def asked(who: str, text: str) -> Asked | None:
    """The dice a message asks a bot for; None where it asks for none. `Asked.expression` is empty where it is
    a command for something else."""
    text = text.strip()
    if not text or len(text) > EXPRESSION_LENGTH:
        return None
    service = aol_command(text)
    if service is not None:
        return Asked(who, f"{service[0]}d{service[1]}")
    found = _COMMAND.match(text)
    if found is not None:
        try:
            read = parse(re.sub(r"(?<=\d)v(?=\d)", "dl", text[found.end() :]))
        except UsageError:
            pass
        else:
            return Asked(who, str(read).replace(" ", ""), read.comment)
    return Asked(who, "") if _MARK.match(text) else None


def answered(roll: Roll, open_: Sequence[Asked]) -> tuple[Roll, Asked] | None:
    """The roll with what its command tells, and the command; None where no open command fits. Of those that
    fit the first is answered first."""
    if not roll.expression:
        mine = [one for one in open_ if one.who.lower() == roll.roller.lower()]
        if not mine or not mine[-1].expression:
            return None
        command = mine[-1]
        whole = made(command.who, command.expression, None, [Thrown(roll.faces)], comment=command.comment)
        return (whole, command) if whole is not None else None
    for command in open_:
        if command.expression and same(command.expression, roll.expression):
            comment = roll.comment or command.comment or UNSET
            return replace(roll, roller=command.who, comment=comment), command
    return None
