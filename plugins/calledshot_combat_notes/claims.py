"""Which roll of the DM's is for which side, where he throws both, and who he says is first (CN-220, CN-221).

The procedure of a round is `rounds`'.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from calledshot_combat_notes.state import OPPONENTS, PARTY

PARTY_WORDS = frozenset(
    [
        "party",
        "players",
        "pcs",
        "heroes",
        "team",
        "us",
        "good guys",
        "your side",
        "your team",
        "our side",
        "you",
        "you guys",
        "you two",
        "you three",
        "you four",
        "you lot",
        "you all",
        "all of you",
        "y'all",
    ]
)
OPPONENT_WORDS = frozenset(
    [
        "opponents",
        "opponent",
        "opposition",
        "enemy",
        "enemies",
        "monsters",
        "monster",
        "foes",
        "bad guys",
        "baddies",
        "they",
        "them",
        "mine",
        "my guys",
        "my side",
        "my team",
        "dm",
        "npcs",
        "villains",
        "other side",
    ]
)
_NUMBER = re.compile(r"(?<![\w.,])\d{1,2}(?![\w]|[.,]\d)")
NEAR = 24
"""Characters between a side and its number."""


def side_of(words: str, sides: Mapping[str, str]) -> str | None:
    """The side that some words mean; `sides` has that of everybody present, by the forms of the names."""
    said = " ".join(words.casefold().replace("’", "'").split()).removeprefix("the ").removeprefix("and ")
    if said in PARTY_WORDS:
        return PARTY
    if said in OPPONENT_WORDS:
        return OPPONENTS
    return sides.get(said) or sides.get(said.removesuffix("s"))


def told(text: str, rolls: Sequence[int], sides: Mapping[str, str]) -> dict[str, int]:
    """Which of two rolls a message gives to which side: "party 7, the ettin 4", "3 for you"."""
    found: dict[str, int] = {}
    forms = sorted((*PARTY_WORDS, *OPPONENT_WORDS, *sides), key=len, reverse=True)
    folded = text.casefold().replace("’", "'")
    for number in _NUMBER.finditer(folded):
        roll = int(number[0])
        if roll not in rolls:
            continue
        before = folded[max(0, number.start() - NEAR) : number.start()]
        after = folded[number.end() : number.end() + NEAR]
        side = _ending(before, forms, sides) or _beginning(after, forms, sides)
        if side is not None:
            found.setdefault(side, roll)
    return found


_LINK = re.compile(
    r"(?:'s|s'|'ve)?[\s:=-]{0,3}(?:(?:has|have|had|got|get|gets|rolled|rolls?|with|at|on|is|are|a|an)[\s:]{1,2}){0,3}$"
)
_FOR = re.compile(r"[\s:=-]{0,3}(?:is |goes |was )?(?:for|to|on)\s(?:the |your )?")


def _ending(before: str, forms: Sequence[str], sides: Mapping[str, str]) -> str | None:
    """The side whose words stand right before a number."""
    link = _LINK.search(before)
    start = before[: link.start()].rstrip() if link is not None else before.rstrip()
    for form in forms:
        if start.endswith(form) and not start[: -len(form)][-1:].isalnum():
            return side_of(form, sides)
    return None


def _beginning(after: str, forms: Sequence[str], sides: Mapping[str, str]) -> str | None:
    """The side for which a number is said to be."""
    link = _FOR.match(after)
    if link is None:
        return None
    rest = after[link.end() :]
    for form in forms:
        if rest.startswith(form) and not rest[len(form) : len(form) + 1].isalnum():
            return side_of(form, sides)
    return None


_LABEL = re.compile(
    r"(?:^|[.!,;:]\s{0,3})(?:(?:ok|okay|so|now|and|then|first|next|rolling)[, ]{1,3}){0,2}"
    r"(?:(?:for )?(?:the )?(?:init|initiative)(?: roll)?\s{0,2}[:,-]?\s{0,2}(?:for |of )?)?(?:for )?(?:the )?"
    r"(?P<side>[a-z' ]{2,12}?)(?:'s|s')?(?: (?:init|initiative))?(?: roll)?\s{0,2}[:.!…-]{0,4}\s{0,2}$"
)
LONGEST_LABEL = 60
"""Characters of a line that says for which side the next roll is."""


def label(text: str, sides: Mapping[str, str]) -> str | None:
    """The side for which the next roll is, where a line ends with it: "initiative: party", "and mine"."""
    folded = text.casefold().replace("’", "'").strip()
    found = _LABEL.search(folded) if len(folded) <= LONGEST_LABEL else None
    return side_of(found["side"], sides) if found is not None else None
