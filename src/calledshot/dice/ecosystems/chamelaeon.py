"""Chamelaeon's dicebot of IRC, which acts a roll for somebody: sums, and the pools of several games.

Dice whose successes are counted are told with their faces, the count of successes in the comment. A roll of
which the bot shows no dice ("which is a failure" alone) is not read.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from msgspec.structs import replace

from calledshot.dice.ecosystems.parts import (
    FATE_SIDES,
    INT,
    NICK,
    Thrown,
    expression,
    fate,
    kept,
    made,
    numbers,
    pool,
)
from calledshot.dice.ecosystems.parts import sets as sets_of
from calledshot.dice.roll import Roll

_FOR = re.compile(
    rf"rolls (?:(\d{{1,3}}) )?(\S{{1,60}})((?: [^\s:]{{1,20}}){{0,4}}?) for ({NICK}) and gets (.{{1,1200}})"
)
_STANDARD = re.compile(r"(\d{0,4})[dD](\d{1,7})([bv]\d{0,2})?((?:[-+]\d{1,9}){0,20})([bv]\d{0,2})?", re.ASCII)
_APOCALYPSE = re.compile(r"[dD]A((?:[-+]\d{1,9}){0,20})", re.ASCII)
_NATURAL = re.compile(
    rf"(?:a )?natural (\( ?[-\d ]{{1,400}}\)|{INT})"
    rf"(?:(?: for a result of| and a modified) (\( ?[-\d ]{{1,400}}\)|{INT}))?"
    r"(?: \[([^\n]{1,200})\])?(?:[ .,!;:].{0,1000})?",
    re.ASCII,
)
_POOL = re.compile(r"(\d{1,4})([kts])(\d{1,4})([a-z]{0,3})((?:[-+]\d{1,9}){0,20})([a-z]{0,3})", re.ASCII)
_DICE = re.compile(
    rf"\[([\d, ]{{1,800}})\](?: for a total of ({INT})|, which)( ?[^\[\n]{{0,300}})"
    r"(?: ?\[([^\n]{1,200})\])?\.?",
    re.ASCII,
)
_KEPT = re.compile(r"\( ?([-\d ]{1,400})\) for totals of \( ?([-\d ]{1,400})\)(?: \[([^\n]{1,200})\])?\.?")
_FUDGE = re.compile(r"(\d{1,4})[dD][fF]((?:[-+]\d{1,9}){0,20})", re.ASCII)
_FELL = re.compile(
    rf"\[?([-+oO\d, ]{{1,400}}?)\]?(?: \(({INT})\))? for (?:a result|results) of "
    r"\(? ?([-\d ]{1,400}?) ?\)?(?: \(([^()\n]{1,60})\))?(?: \[([^\n]{1,200})\])?\.?",
    re.ASCII,
)
SIDES = {"k": 10, "t": 10, "s": 6}
"""The dice of each kind of pool: roll and keep, successes of d10, successes of d6."""


def chamelaeon(text: str) -> Sequence[Roll] | None:
    """`rolls 2d6+1 for Wick and gets a natural 7 for a result of 8.`; the bot is the one who acts. Several
    groups are several rolls, `rolls 2 d6+1 for Wick and gets a natural ( 3 5 ) for a result of ( 4 6 )`."""
    found = _FOR.fullmatch(text.strip())
    if found is None:
        return None
    many, one = sets_of(found[2])
    groups = int(found[1]) if found[1] else many
    roller, rest = found[4], found[5]
    if groups < 1:
        return None
    apocalypse = _APOCALYPSE.fullmatch(one)
    if apocalypse is not None:
        one = f"2d6{apocalypse[1]}"
    standard = _STANDARD.fullmatch(one)
    if standard is not None or expression(one) is not None:
        return _standard(roller, standard, one, rest, groups)
    pooled = _POOL.fullmatch(one)
    if pooled is not None:
        difficulty = found[3].strip()
        return _pooled(roller, pooled, one + difficulty, rest, groups)
    fudge = _FUDGE.fullmatch(one)
    return _fudge(roller, fudge, one, rest, groups) if fudge is not None else None


def _list(text: str | None) -> tuple[int, ...]:
    return (numbers(text.strip("( )")) or ()) if text else ()


def _standard(
    roller: str, dice: re.Match[str] | None, written: str, rest: str, groups: int
) -> Sequence[Roll] | None:
    found = _NATURAL.fullmatch(rest)
    natural = _list(found[1]) if found is not None else ()
    results = _list(found[2]) if found is not None and found[2] else natural
    if found is None or len(natural) != groups or len(results) != groups:
        return None
    alone = False
    if dice is not None:
        grows = "v" in ((dice[3] or "") + (dice[5] or ""))  # the bot's other letter throws low dice again
        written = f"{dice[1] or 1}d{dice[2]}{'!' if grows else ''}{dice[4]}"
        alone = dice[1] in ("", "1") and not dice[3] and not dice[5]
    rolls = [
        made(
            roller, written, result, [Thrown((thrown,))] if alone else [], comment=found[3] or "",
            natural=thrown,
        )
        for thrown, result in zip(natural, results, strict=True)
    ]  # fmt: skip
    return [roll for roll in rolls if roll is not None] or None


def _pooled(roller: str, dice: re.Match[str], written: str, rest: str, groups: int) -> Sequence[Roll] | None:
    kind, count, modifier = dice[2], int(dice[1]), sum(map(int, re.findall(r"[-+]\d+", dice[5])))
    found = _DICE.fullmatch(rest)
    if found is None:
        grouped = _KEPT.fullmatch(rest) if kind == "k" else None
        naturals, totals = (_list(grouped[1]), _list(grouped[2])) if grouped is not None else ((), ())
        if grouped is None or len(naturals) != groups or len(totals) != groups:
            return None
        return [
            replace(
                pool(
                    roller,
                    written,
                    10,
                    (),
                    grouped[3] or "",
                    count=int(dice[3]),
                    modifier=modifier,
                    total=total,
                ),
                natural=natural,
            )
            for natural, total in zip(naturals, totals, strict=True)
        ]
    faces = numbers(found[1].strip()) or ()
    if not faces:
        return None
    if kind == "k":
        if found[2] is None:
            return None
        keeps = int(dice[3])
        dropped: tuple[int, ...] = ()
        if len(faces) == count > keeps:
            faces, dropped = kept(faces, "kh", keeps)
        return [
            pool(
                roller, written, 10, faces, found[4] or "", count=keeps, dropped=dropped, modifier=modifier,
                total=int(found[2]),
            )
        ]  # fmt: skip
    words = f"{found[2]} {found[3].strip()}" if found[2] is not None else found[3].strip().removeprefix("is ")
    grows = kind == "s" and "e" in dice[4] + dice[6]
    return [
        pool(roller, written, SIDES[kind], faces, words.rstrip(" ."), count=len(faces) if grows else count)
    ]


def _fudge(roller: str, dice: re.Match[str], written: str, rest: str, groups: int) -> Sequence[Roll] | None:
    found = _FELL.fullmatch(rest)
    totals = _list(found[3]) if found is not None else ()
    if found is None or len(totals) != groups:
        return None
    count, modifier = int(dice[1]), sum(map(int, re.findall(r"[-+]\d+", dice[2])))
    faces = fate(found[1]) if groups == 1 else None
    if faces is not None and len(faces) == 1 < count:
        faces = None  # only what they come to
    words = ", ".join(word for word in (found[4], found[5]) if word)
    written = written.lower()
    return [
        pool(
            roller, written, FATE_SIDES, faces or (), words, count=count, modifier=modifier, total=total,
        )
        for total in totals
    ]  # fmt: skip
