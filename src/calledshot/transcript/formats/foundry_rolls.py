"""The rolls of Foundry: the record of one as JSON, and the line of a text export that shows one."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from calledshot.dice.ecosystems.parts import kept
from calledshot.dice.roll import Roll
from calledshot.transcript.formats.json_text import items, text_of
from calledshot.transcript.formats.vtt_events import Told
from calledshot.transcript.formats.vtt_rolls import Dice, made, parsed

_DICE = re.compile(r"\d{0,6}[dD]\d", re.ASCII)
_TOTAL = re.compile(r"-?\d{1,9}", re.ASCII)
_RESULT = re.compile(r"(?=.*\d)(?:[\d\s+*/%(),.-]|floor|ceil|round|max|min|abs){1,400}", re.ASCII)
_SUM = re.compile(r"\s?([+-])\s?", re.ASCII)
_COUNTS = re.compile(
    r"d\d{1,7}[^\s+()-]{0,40}?(?:cs|cf|df|sf|ms|even|odd)(?![A-Za-z])", re.IGNORECASE | re.ASCII
)
"""Dice that are counted, not added."""
_GROUP = re.compile(
    r"(\d{0,3})[dD](\d{1,7})(?:([kd][hl]?)(\d{0,3}))? (-?\d{1,9}) (\d{1,9}(?: \d{1,9}){0,200})", re.ASCII
)
FACES_LIMIT = 10_000
LINE_LIMIT = 900
DEPTH = 20


def told(record: dict[str, Any], roller: str) -> Told:
    """A roll from its record."""
    total, formula = record.get("total"), text_of(record.get("formula"))
    if isinstance(total, str):
        try:
            total = float(total)
        except ValueError:
            total = None
    if isinstance(total, bool) or not isinstance(total, int | float) or not abs(total) < 10**9:
        return Told(None, formula)
    dice: list[Dice] = []
    for term in [*items(record, "terms"), *(items(record, "dice") if "terms" not in record else [])]:
        _dice(term, dice, DEPTH)
    roll = made(roller, formula, int(total), dice, counted=_COUNTS.search(formula) is not None)
    faces = " ".join(f"({'+'.join(map(str, one.faces))})" for one in dice if one.faces)
    return Told(roll, f"{formula} {faces} = {total:g}" if faces else f"{formula} = {total:g}")


def _dice(term: Any, found: list[Dice], depth: int) -> None:
    """The dice of a term, those in pools and brackets too."""
    if not isinstance(term, dict) or depth == 0:
        return
    pool, kept_of = items(term, "rolls"), items(term, "results")
    for at, inner in enumerate([*pool, *([term["roll"]] if isinstance(term.get("roll"), dict) else [])]):
        if at < len(pool) == len(kept_of) and isinstance(kept_of[at], dict) and not _stands(kept_of[at]):
            continue  # a roll of a pool that does not count
        if isinstance(inner, dict) and ("terms" in inner or "dice" in inner):
            for one in items(inner, "terms") or items(inner, "dice"):
                _dice(one, found, depth - 1)
    sides = term.get("faces")
    shown = items(term, "results") or items(term, "rolls")
    if type(sides) is not int or not shown or len(shown) > FACES_LIMIT:
        return
    thrown = [one for one in shown if isinstance(one, dict)]
    every: list[tuple[Any, bool]] = [(one.get("result", one.get("roll")), _stands(one)) for one in thrown]
    counting = [face for face, stands in every if stands]
    if counting and all(type(face) is int and abs(face) < 10**9 for face, _ in every):  # true is no face
        off = tuple(face for face, stands in every if not stands)
        found.append(Dice(len(counting), sides, tuple(counting), 1, off))


def _stands(die: dict[str, Any]) -> bool:
    return die.get("active") is not False and not die.get("discarded") and not die.get("rerolled")


def shown_roll(line: str, roller: str) -> Roll | None:
    """The roll in a line of a text export, such as "1d20 + 4 = 11 + 4 = 15"; of several dice thrown together
    it shows only the sum."""
    parts = line.strip().split(" = ") if len(line) < LINE_LIMIT else []
    if len(parts) < 3 or not _DICE.search(parts[0]) or not _TOTAL.fullmatch(parts[-1]):
        return None
    if not _RESULT.fullmatch(parts[-2]):
        return None
    formula, sums = " = ".join(parts[:-2]), _SUM.split(parts[-2].strip())[::2]
    known = parsed(formula)
    if _COUNTS.search(formula):
        return None
    dice: list[Dice] = []
    if known is not None and len(known.dice) == 1 and _DICE.match(formula) and "k" not in formula:
        one, thrown = known.dice[0], sums[0].strip()
        if one.thrown == 1 and _TOTAL.fullmatch(thrown):
            dice = [Dice(1, one.sides, (int(thrown),))]
    return made(roller, formula, int(parts[-1]), dice)


def shown_groups(lines: Sequence[str], roller: str) -> list[Told]:
    """The rolls in a message that lists dice thrown together, as "2d20kh 19 5 19": what they were, their sum,
    each of them. Of one such list a line that is a number alone tells the total, and what was added."""
    found = [(line, group) for line, group in ((line, _group(line)) for line in lines) if group is not None]
    totals = [line for line in lines if _TOTAL.fullmatch(line)]
    rolls: list[Told] = []
    for line, (formula, total, dice) in found:
        if len(found) == 1 == len(totals) and int(totals[0]) != total:
            added = int(totals[0]) - total
            whole = next(
                (one for one in lines if one.startswith(formula) and parsed(one)), f"{formula}{added:+d}"
            )
            rolls.append(Told(made(roller, whole, int(totals[0]), [dice]), line))
        else:
            rolls.append(Told(made(roller, formula, total, [dice]), line))
    return rolls


def _group(line: str) -> tuple[str, int, Dice] | None:
    """The formula, the sum and the dice of a list of dice that adds up."""
    match = _GROUP.fullmatch(line)
    if match is None:
        return None
    count, sides = int(match[1] or 1), int(match[2])
    faces = tuple(map(int, match[6].split()))
    off: tuple[int, ...] = ()
    if len(faces) != count or not all(1 <= face <= sides for face in faces):
        return None
    if match[3] is not None:
        keep = match[3] if len(match[3]) == 2 else f"{match[3]}{'h' if match[3] == 'k' else 'l'}"
        number = int(match[4] or 1)
        faces, off = kept(faces, keep, min(count, number) if keep[0] == "k" else max(0, count - number))
    if not faces or sum(faces) != int(match[5]):
        return None
    return line[: match.start(5)].strip(), int(match[5]), Dice(len(faces), sides, faces, 1, off)
