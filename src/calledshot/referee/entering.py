"""What a game master enters by hand: a roll for somebody, a figure put right, more of a kind.

Parts of `desk`, which says when; nothing here reads a command's words.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from calledshot.campaign import Campaign
from calledshot.clauses import CORE
from calledshot.dice.roll import Roll

if TYPE_CHECKING:
    from calledshot.plugins.ruleset import Fight
    from calledshot.referee.commands import Command
    from calledshot.referee.desk import Desk
    from calledshot.referee.referee import Referee

__all__ = ["CORE", "FIGURES", "figure", "numbered", "roll", "sheet_of"]

FIGURES = frozenset({"set", "add", "spend"})
_ROLL = re.compile(
    r"(?:(?:to hit|hit|damage|dmg|init(?:iative)?|save|attack)\s{0,3}(?:roll)?[:=,]?\s{1,3})?"
    r"(?:i |he |she |they )?(?:rolled|rolls|roll)?\s{0,3}(?:an? )?"
    r"(?:(?P<count>\d{0,2})[dD](?P<sides>\d{1,4})\s{0,3}[:=]?\s{0,3})?"
    r"(?P<faces>\d{1,6}(?:[ ,+]{1,3}\d{1,6}){0,29})[.!]?",
    re.IGNORECASE,
)


def roll(words: str, who: str, referee: Referee) -> Roll | None:
    """The roll that words tell ("57", "1d20: 13", "rolled 2d6: 3 4"): of the dice last asked of him where
    the words name none. None where they are no roll."""
    found = _ROLL.fullmatch(words.strip())
    if found is None:
        return None
    faces = tuple(int(face) for face in re.findall(r"\d{1,6}", found["faces"]))
    count, sides = int(found["count"] or 1) if found["sides"] else len(faces), found["sides"]
    if sides is None:
        asked = _asked(who, referee)
        if asked is None:
            return None
        of, sides = asked
        if len(faces) == 1 and of <= faces[0] <= of * int(sides) and of > 1:
            count, faces = of, ()  # he gives what they come to
    total = sum(faces) if faces else int(found["faces"])
    return Roll(
        roller=who, count=count, sides=int(sides), faces=faces, total=total,
        expression=f"{count}d{int(sides)}",
    )  # fmt: skip


def is_number(words: str) -> bool:
    """Whether words are a bare figure, and so no move."""
    return re.fullmatch(r"\s{0,9}\d{1,6}\s{0,9}[.!]?\s{0,9}", words) is not None


def _asked(who: str, referee: Referee) -> tuple[int, str] | None:
    """How many dice of how many sides somebody owes first, else those that were last asked of him, else the
    only die there is."""
    owed = [what for name, what in referee.fight.asked if name == who]
    asked = [
        one
        for one in reversed(referee.rulings[-200:])
        if one.kind == "request" and one.combatant == who and one.values.get("dice")
    ]
    first = [one for what in owed for one in asked if one.values.get("what") == what]
    for ruling in (*first, *asked):
        found = re.search(r"(\d{0,2})d(\d{1,4})", str(ruling.values["dice"]))
        if found is not None:
            return int(found[1] or 1), found[2]
    dice = referee.ruleset.dice
    return (1, str(next(iter(dice)))) if len(dice) == 1 else None


def figure(desk: Desk, fight: Fight, command: Command, by: str) -> None:
    """`set`, `add`, `spend`: a figure put right, with who and why in the record (PGM-3)."""
    encounter = desk.referee.encounter
    who, name, amount = command.who[0], command.what or "", command.amount or 0
    figures = fight.state().get(who, {})
    known = _named(name, figures)
    before = fight.figure(who, known)
    value = amount
    if command.verb != "set":
        if before is None:
            encounter.find("PGM-3", f"{who}'s {name} is not known: say `set {who} {name} NUMBER`")
            return
        value = before + amount if command.verb == "add" else before - amount
    if not fight.adjust(who, known, value):
        encounter.find("PGM-3", f"{who} has no {name} that can be set{_perhaps(name, figures)}")
        return
    was = f"{before} → " if before is not None else ""
    when = f" as of round {command.round}" if command.round is not None else ""
    why = f", because {command.reason}" if command.reason else ""
    name = known.replace("_", " ") if known in figures else name
    encounter.find("PGM-3", f"{by} sets {who}'s {name}: {was}{value}{when}{why}", who)


def _perhaps(said: str, figures: Mapping[str, Any]) -> str:
    """The figure that may have been meant."""
    from rapidfuzz import process
    from rapidfuzz.distance import OSA

    near = process.extractOne(
        said.casefold()[:40], list(figures), scorer=OSA.normalized_similarity, score_cutoff=0.6
    )
    return f" (did you mean {near[0].replace('_', ' ')}?)" if near else ""


def _named(said: str, figures: Mapping[str, Any]) -> str:
    """The figure that was meant: by its key, with blanks for underscores, or by a beginning that fits one."""
    wanted = "_".join(said.casefold().split())
    keys = {key.casefold(): key for key in figures}
    if wanted in keys:
        return keys[wanted]
    fits = [key for lowered, key in keys.items() if lowered.startswith(wanted)]
    fits = [key for key in fits if not (key.endswith("_max") and key[:-4] in fits)]
    return fits[0] if len(fits) == 1 else said


def sheet_of(said: str, sheets: Iterable[str]) -> str | None:
    """The sheet that "goblins" or "goblin" means; None where no sheet is called so."""
    wanted = said.casefold()
    for name in sheets:
        lowered = name.casefold()
        if wanted in (lowered, lowered + "s", lowered + "es") or lowered.rstrip(" 0123456789") in (
            wanted,
            wanted[:-1],
        ):
            return name
    return None


def numbered(name: str, count: int, fight: Fight, campaign: Campaign) -> list[str]:
    """So many new names of a kind, after those that are there already: "Goblin 4", "Goblin 5"."""
    stem = name.rstrip(" 0123456789") or name
    stem = stem[:-1] if stem.endswith("s") and stem not in campaign.sheets else stem
    stem = stem[:1].upper() + stem[1:]
    names: list[str] = []
    number = 0
    while len(names) < count:
        number += 1
        one = f"{stem} {number}"
        if not fight.fights(one):
            names.append(one)
    return names
