"""What players say of dealing out threat and of an assist's choices: patterns of bounded repeats, and the
parts made of them. The rest of the grammar is `said_parts`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from calledshot.api import Lexicon, Phrase
from calledshot_yiffiemon.moves_said import THREATS

MAX_OPTIONS = 120
"""Characters after a spent round, or an assist, in which its options may stand."""
MAX_CHOICES = 400
"""Characters after a choice in which more of them may stand."""


class Part(NamedTuple):
    """A part of our own grammar: where it stands, and what it says; `action` where it is a move itself."""

    start: int
    end: int
    kind: str
    value: Any
    action: str | None = None


def words(table: dict[str, Any]) -> str:
    """The keys of a table as alternatives, the longest first."""
    return "|".join(
        re.escape(word).replace(r"\ ", r"\s{1,3}") for word in sorted(table, key=len, reverse=True)
    )


NUMBERS = {
    word: number
    for number, word in enumerate(
        ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
    )
}
COUNT = r"(?:\d{1,3}|" + "|".join(NUMBERS) + r")"
THE = r"(?:the\s{1,3})?"
NEEDLES = ("threat", "tb", "assist", "cab", "help", "hamper", "hb", "hinder")
"""Of which each word for dealing out threat has one."""
_LEVELS = Phrase(
    rf"\s{{0,3}}(?:[:=x]|by|with|at|for|to)?\s{{0,3}}(?P<levels>{COUNT})\b(?:\s{{1,3}}(?:levels?|lvls?)\b)?"
    r"(?!\s{0,3}(?:minutes?|mins?|seconds?|secs?|times|moves?|more)\b)"
)
_KIND = r"(?P<kind>(?:" + words(THREATS) + r")(?:s|ing)?)"
THREAT = Phrase(
    rf"(?<!melee )(?<!melee-)(?<!ranged )(?<!ranged-)\b{_KIND}\s{{1,3}}"
    rf"(?:(?:on|to|against|for)\s{{1,3}})?{THE}",
    *NEEDLES,
)
DEALT = Phrase(
    r"(?:\b(?:assign|put|give|deal|add|place|allocate|spend)s?\s{1,3}(?:out\s{1,3})?|(?<![^,;:&+(]\s)(?<![^\s,;:&+(]))"
    rf"(?P<levels>{COUNT})\s{{1,3}}"
    rf"(?:(?:levels?|lvls?|points?)\s{{1,3}})?(?:of\s{{1,3}})?{_KIND}\s{{1,3}}(?:levels?\s{{1,3}})?"
    rf"(?:on|to|for|against|at)\s{{1,3}}{THE}",
    *NEEDLES,
)
GIVE = Phrase(
    rf"\b(?:give|deal|assign)s?\s{{1,3}}{THE}",
    *NEEDLES,
)
_GIFT = Phrase(
    rf"\s{{1,3}}(?P<levels>{COUNT})\s{{1,3}}(?:(?:levels?|lvls?|points?)\s{{1,3}})?(?:of\s{{1,3}})?{_KIND}\b"
)
_JOINT = Phrase(r"\s{0,3}(?:,|;|&|\+|\band\b)\s{0,3}(?:and\s{1,3})?(?:the\s{1,3})?")
_MORE_DEALT = Phrase(
    rf"(?P<levels>{COUNT})\s{{1,3}}(?:(?:levels?|lvls?|points?)\s{{1,3}})?(?:of\s{{1,3}})?{_KIND}\s{{1,3}}"
    rf"(?:on|to|for|against|at)\s{{1,3}}{THE}"
)
_FOR = r"(?P<for>\s{1,3}(?:for|on|against|with)\s{1,3}(?:the\s{1,3})?)"
CHOICE = Phrase(
    r"\b(?:choose|choosing|option|pick|choice|take option)\s{0,3}:?\s{0,3}(?:option\s{1,3})?"
    rf"\(?(?P<option>[ab])\)?(?!\w){_FOR}?",
    "choose",
    "choosing",
    "option",
    "pick",
    "choice",
)
CHOICE_MORE = Phrase(
    rf"(?:,|;|\band\b)\s{{0,3}}(?:and\s{{1,3}})?(?:option\s{{1,3}})?\(?(?P<option>[ab])\)?(?!\w){_FOR}"
)
"""Further choices in the same breath: ", b for the troll"."""
ASSIST = Phrase(
    r"\b(?:melee|ranged)[ -]?assist\b",
    "assist",
)
CHOICE_BARE = Phrase(
    rf"[,:;(-]\s{{0,3}}(?:option\s{{1,3}})?(?P<option>[ab])\)?(?:{_FOR}|(?=\s{{0,3}}(?:[,.;)!]|$)))"
)
"""A choice right after an assist: "melee assist, a for the orc"."""
_NAMED = Phrase(r"\s{0,3}[,:;(-]\s{0,3}(?:and\s{1,3})?(?:(?:for|on)\s{1,3})?(?:the\s{1,3})?")
_OPTION = Phrase(r"\s{0,3}[:=-]?\s{0,3}(?:option\s{1,3})?(?P<option>[ab])\b")


def _levels(word: str) -> int:
    return NUMBERS[word.lower()] if word.lower() in NUMBERS else int(word)


def threatening(match: re.Match[str], text: str, lexicon: Lexicon, given: bool) -> Part | None:
    """A name that nobody knows, and a number that is not said, only where it is offered as a move."""
    if match["kind"].lower().startswith("help") and not given:
        return None
    somebody = lexicon.somebody(text, match.end())
    if somebody is None:
        named = _UNKNOWN.match(text, match.end()) if given else None
        if named is None:
            return None
        somebody = named["name"], named.end("name")
    name, end = somebody
    levels = _LEVELS.match(text, end)
    if levels is None and not (given and match["kind"].lower().startswith(ALONE)):
        return None
    return _threat(match, name, 1 if levels is None else _levels(levels["levels"]), levels or end)


def named(lexicon: Lexicon, given: bool) -> Callable[[str, int], tuple[str, int] | None]:
    """Who is named at an offset; in what is offered as a move also one of whom nobody has heard, where the
    word ends a part of it."""

    def find(text: str, start: int) -> tuple[str, int] | None:
        somebody = lexicon.somebody(text, start)
        if somebody is not None or not given:
            return somebody
        unknown = _STRANGER.match(text, start)
        return None if unknown is None else (unknown["name"], unknown.end("name"))

    return find


_STRANGER = Phrase(
    r"(?!(?:me|us|it|him|her|them|myself|here|there|now|everyone|everybody|anyone|somebody|the|a|an)\b)"
    r"(?P<name>[a-z][\w-]{1,30}(?:\s\d{1,2}(?!\s{0,2}[\w]))?)(?=\s{0,3}(?:$|[,.;!?)]|(?:and|then|with)\b))"
)
ALONE = ("threaten", "hamper", "hinder")
"""What may be said without a number, which then is one level; "assist Bo" may be an assist."""
_UNKNOWN = Phrase(r"(?P<name>[a-z][\w'-]{1,30})(?=\s{0,3}(?:[:=x]|by|with|at|for|to)?\s{0,3}\d)")


def dealing(match: re.Match[str], text: str, lexicon: Lexicon, given: bool) -> Part | None:
    somebody = lexicon.somebody(text, match.end())
    if somebody is None:
        return None
    return _threat(match, somebody[0], _levels(match["levels"]), somebody[1])


def giving(match: re.Match[str], text: str, lexicon: Lexicon, given: bool) -> Part | None:
    """ "Give Bo 1 Combat Assist"."""
    somebody = lexicon.somebody(text, match.end())
    dealt = _GIFT.match(text, somebody[1]) if somebody is not None else None
    if somebody is None or dealt is None:
        return None
    kind = _kind(dealt["kind"])
    value = {"kind": kind, "on": somebody[0], "levels": _levels(dealt["levels"])}
    return Part(match.start(), dealt.end(), "threat", value, "threaten")


def more_threat(text: str, part: Part, lexicon: Lexicon) -> Iterator[Part]:
    """What else is dealt in the same breath, without the word for it: "threaten the orc 1, the troll 1"."""
    end = part.end
    while True:
        joint = _JOINT.match(text, end)
        if joint is None:
            return
        counted = _MORE_DEALT.match(text, joint.end())
        somebody = lexicon.somebody(text, counted.end() if counted is not None else joint.end())
        if somebody is None:
            return
        name, end = somebody
        if counted is not None:
            value = {"kind": _kind(counted["kind"]), "on": name, "levels": _levels(counted["levels"])}
        else:
            levels = _LEVELS.match(text, end)
            if levels is None:
                return
            value = {"kind": part.value["kind"], "on": name, "levels": _levels(levels["levels"])}
            end = levels.end()
        yield Part(joint.end(), end, "threat", value, "threaten")


def named_choices(text: str, start: int, lexicon: Lexicon) -> Iterator[Part]:
    """Choices told name first: "melee assist: the orc a, Bo b"."""
    joint = _NAMED.search(text, start, start + MAX_OPTIONS)
    while joint is not None:
        somebody = lexicon.somebody(text, joint.end())
        option = _OPTION.match(text, somebody[1]) if somebody is not None else None
        if somebody is None or option is None:
            return
        yield Part(joint.end(), option.end(), "choice", (somebody[0], option["option"].lower()))
        joint = _NAMED.match(text, option.end())


def _kind(word: str) -> str:
    """The condition of threat that a word for it means, also where it is inflected."""
    said = " ".join(word.lower().split())
    return str(THREATS.get(said) or THREATS.get(said.removesuffix("s")) or THREATS[said.removesuffix("ing")])


def _threat(match: re.Match[str], name: str, levels: int, end: re.Match[str] | int) -> Part:
    stop = end if isinstance(end, int) else end.end()
    return Part(
        match.start(),
        stop,
        "threat",
        {"kind": _kind(match["kind"]), "on": name, "levels": levels},
        "threaten",
    )


def choosing(match: re.Match[str], text: str, lexicon: Lexicon, given: bool) -> Part | None:
    somebody = named(lexicon, given)(text, match.end()) if match["for"] else None
    name, end = somebody if somebody is not None else (None, match.end())
    return Part(match.start(), end, "choice", (name, match["option"].lower()))
