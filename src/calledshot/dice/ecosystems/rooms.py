"""Rolls of rooms with dice of their own: Yahoo's by CheetaChat, Gaia's forum, Evennia, Ares, F-Chat's bot."""

from __future__ import annotations

import re

from calledshot.dice.ecosystems.parts import INT, NICK, Grammar, Thrown, made, numbers
from calledshot.dice.roll import Roll

_YAHOO = re.compile(
    r"(?:>>> )?([^\n>]{1,64}?) rolls (\d{1,4}) (\d{1,7})-sided (?:die|dice): {0,2}>([\d, ]{1,1200})", re.ASCII
)
_GAIA = re.compile(
    rf"\[([^\[\]\n]{{1,64}})\] rolled (\d{{1,4}}) (\d{{1,7}})-sided (?:die|dice):\s{{1,4}}([\d, ]{{1,1200}})"
    rf"\s{{1,4}}Total: ({INT})(?: \(\d{{1,9}}-\d{{1,12}}\))?",
    re.ASCII,
)
_EVENNIA = re.compile(
    rf"([^\n]{{1,64}}?) (?:rolls?|roll) (\d{{0,4}} ?[dD] ?\d{{1,7}}(?: ?[-+] ?\d{{1,9}})?)\.?"
    rf"(?: \([^()\n]{{1,60}}\))?\s{{1,4}}Roll\(s\): ([-\d, and]{{1,1200}})\. Total result is ({INT})\."
    rf"(?: {{0,4}}(This is [^\n]{{1,80}}))?(?: \([^()\n]{{1,60}}\))?",
    re.ASCII,
)
_ARES = re.compile(
    r"(?:<[^<>\n]{1,30}> )?([^\n:<>]{1,64}?) rolls (\d{0,4}d\d{1,7}): ([\d ]{1,400})\.?", re.ASCII
)
_FS3 = re.compile(
    rf"<FS3> ({NICK}(?: {NICK}){{0,3}}) rolls ([^:()\n]{{1,80}}): ([^()\n]{{1,60}}?) \(([\d ]{{1,400}})\)",
    re.ASCII,
)
FS3_SIDES = 8
_FCHAT = re.compile(
    rf"Rolled (\S{{1,80}}) \{{([-\d, +]{{1,1200}})\}} = (?:\[b\])?({INT})(?:\[/b\])?", re.ASCII
)


def yahoo(text: str) -> Roll | None:
    """`>>> Wick rolls 6 10-sided dice: >10, 2, 7, 9, 2, 5`."""
    found = _YAHOO.fullmatch(text.strip())
    faces = numbers(found[4]) if found is not None else None
    if found is None or faces is None:
        return None
    return made(found[1], f"{found[2]}d{found[3]}", None, [Thrown(faces)])


def gaia(text: str) -> Roll | None:
    """`[Wick] rolled 4 20-sided dice:` / `4, 14, 4, 2` / `Total: 24 (4-80)`."""
    found = _GAIA.fullmatch(text.strip())
    faces = numbers(found[4]) if found is not None else None
    if found is None or faces is None:
        return None
    return made(found[1], f"{found[2]}d{found[3]}", int(found[5]), [Thrown(faces)])


def evennia(text: str) -> Roll | None:
    """`Wick rolls 1d20 + 2.` and, in one with it, `Roll(s): 4. Total result is 6.`; "You roll" is paired."""
    found = _EVENNIA.fullmatch(text.strip())
    faces = numbers(found[3]) if found is not None else None
    if found is None or faces is None:
        return None
    roller = "" if found[1] == "You" else found[1]
    return made(roller, found[2], int(found[4]), [Thrown(faces)], comment=(found[5] or "").rstrip("."))


def ares(text: str) -> Roll | None:
    """`Wick rolls 3d6: 4 2 6.`, and a roll of an ability, `<FS3> Wick rolls Fencing: Success (8 7 3)`, whose
    dice are told and whose success stands in the comment."""
    found = _ARES.fullmatch(text.strip())
    faces = numbers(found[3]) if found is not None else None
    if found is not None and faces is not None:
        return made(found[1], found[2], None, [Thrown(faces)])
    found = _FS3.fullmatch(text.strip())
    faces = numbers(found[4]) if found is not None else None
    if found is None or faces is None:
        return None
    return Roll(
        roller=found[1], count=len(faces), sides=FS3_SIDES, faces=faces, total=sum(faces),
        expression=f"{len(faces)}d{FS3_SIDES}", comment=f"{found[2]}: {found[3]}",
    )  # fmt: skip


def fchat_bot(text: str) -> Roll | None:
    """`Rolled 2d6 {3, 5} = [b]8[/b]`, to whoever asked."""
    found = _FCHAT.fullmatch(text.strip())
    faces = numbers(found[2]) if found is not None else None
    if found is None or faces is None:
        return None
    return made("", found[1], int(found[3]), [Thrown(faces)])


GRAMMARS = (
    Grammar("yahoo", yahoo),
    Grammar("gaia", gaia),
    Grammar("evennia", evennia),
    Grammar("ares", ares, plain=True),
    Grammar("fchat-bot", fchat_bot),
)
