"""Several at once in a GM's words: those whom an opening calls over, groups by their members ("two goblins",
"the wolves"), and lists of names. Words only.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from calledshot.api import fold
from calledshot_yiffiemon import act_words

Names = Mapping[str, str]
Patterns = Mapping[str, re.Pattern[str]]

_BETWEEN = re.compile(r"([,;&:/]|\band\b|\s{2,}|\bvs?\b\.?)")
_FIRST = re.compile(
    r"(?:(?:and |but )?(?:then|finally|lastly|last|after (?:that|him|her|them))"
    r"|(?:the |turn |initiative |init ){0,2}order(?: is|:)?) (?=\S)",
    re.IGNORECASE,
)
"""What stands before one of those called over in their order."""
_CREATURE = re.compile(r"(?:the|an?) (?P<name>[a-z][\w'-]{1,20}(?: [a-z][\w'-]{1,20})?)", re.IGNORECASE)
"""A creature that has no name, among others who have."""
_KIND = re.compile(
    r"(?!(?:go|ready|set|you|we|all|everyone|everybody|roll|init|initiative|first|please|now|start|begin|begins|fight"
    r"|combat|thanks|good|luck|have|fun|ok|okay|turn|turns|declare|actions?|here|there|then|so|and)\b)"
    r"(?P<name>[a-z][\w'-]{2,20}(?: \d{1,2})?)"
)
"""The same without an article, as a bare word of the list."""
MOST_BACK = 200
"""Characters before a name in which others of the same list may stand."""


def called_over(text: str, names: Names, patterns: Patterns | None = None) -> tuple[str, ...]:
    """Those whom an opening names, groups by their members ("two goblins"); nobody where it names only one,
    who is then no roll call."""
    patterns = patterns or act_words.patterns_for(act_words.spellings(names))
    found: dict[int, list[str]] = {}
    strangers: dict[int, list[str]] = {}  # of whom the campaign has no sheet
    others = 0  # parts that are nobody's name
    at = 0
    for index, word in enumerate(_BETWEEN.split(text)):
        said = _FIRST.sub("", word.strip(" .!"), count=1)
        who = names.get(fold(said))
        if who is not None:
            found[at] = [who]
        elif index % 2 == 0 and said:
            stranger = act_words.STRANGER.fullmatch(said)
            if strangers or found:
                stranger = stranger or _CREATURE.fullmatch(said) or _KIND.fullmatch(said)
            if stranger is not None and not patterns["name"].search(word):
                strangers[at] = [stranger["name"]]
            else:
                others += 1
        at += len(word)
    for match in patterns["name"].finditer(text):
        who = names.get(fold(match["who"]))
        if who is not None:
            found.setdefault(match.start(), [who])
    for start, _, members in groups_in(text, names):
        found[start] = members
    if found or not others:
        found |= strangers
    called = tuple(dict.fromkeys(who for at in sorted(found) for who in found[at]))
    return called if len(called) > 1 else ()


def groups_in(text: str, names: Names) -> Iterator[tuple[int, int, list[str]]]:
    """Every group that a text names, "both goblins", "3 of the wolves": from, to, and its members."""
    groups: dict[str, list[str]] = {}
    for who in dict.fromkeys(names.values()):
        stem, _, number = who.rpartition(" ")
        if stem and number.isdecimal():
            groups.setdefault(stem.casefold(), []).append(who)
    for stem, members in groups.items():
        plural = re.compile(
            r"(?<!\w)(?:(?P<count>\d{1,2}|two|three|four|five|six|both|all)\s(?:of\s)?(?:the\s)?|the\s)?"
            rf"(?:{plurals(stem)})(?!\w)",
            re.IGNORECASE,
        )
        for match in plural.finditer(text):
            said = (match["count"] or "all").casefold()
            count = act_words.COUNTS.get(said) or (int(said) if said.isdecimal() else len(members))
            yield match.start(), match.end(), members[:count]


def plurals(word: str) -> str:
    """Patterns of what several of a kind may be called: orcs, witches, wolves, harpies, men."""
    found = [f"{word}s", f"{word}es"]
    for ending, several in (("fe", "ves"), ("f", "ves"), ("y", "ies"), ("man", "men"), ("mouse", "mice")):
        if word.endswith(ending):
            found.append(word.removesuffix(ending) + several)
    return "|".join(map(re.escape, found))


def listed_before(text: str, start: int, names: Names, patterns: Patterns) -> list[str]:
    """Those named in a list that ends before a name at `start`: "Ann, Bob and " for "Ann, Bob and Cid"."""
    found: list[str] = []
    joint = re.compile(r"\s{0,2}(?:,|&|,?\s{0,2}\band\b)\s{0,2}(?:the\s{1,2})?$", re.IGNORECASE)
    for _ in range(20):
        between = joint.search(text[max(0, start - MOST_BACK) : start])
        if between is None:
            break
        end = max(0, start - MOST_BACK) + between.start()
        before = [match for match in patterns["name"].finditer(text, 0, end) if match.end() == end]
        who = names.get(fold(before[-1]["who"])) if before else None
        if who is None:
            break
        found.insert(0, who)
        start = before[-1].start()
    return found
