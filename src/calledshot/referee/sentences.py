"""The text of a message: where its sentences begin and end, who is named right before a place in one, and
which characters no message holds.

Only places are found here; what a sentence says is read elsewhere.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

_STOPS = (".", "!", "?", ";", ":", "\n")
"""What parts the sentences of a message; a colon sets something before one ("Fast: the orc moves in")."""
_HE = re.compile(
    r"(?:\s{0,3}[.!:;,-]){0,3}\s{1,3}(?:and |then ){0,2}(?:it|he|she|they) (?=[a-z])", re.IGNORECASE
)
_MOST_WORDS = 4
"""Words of a name."""


def sentence_start(text: str, at: int) -> int:
    """Where the sentence that a place in a text belongs to begins."""
    return max(text.rfind(stop, 0, at) for stop in _STOPS) + 1


def sentence(text: str, at: int) -> str:
    """The sentence that a place in a text belongs to, without what a colon sets before it."""
    ends = [end for stop in _STOPS if (end := text.find(stop, at)) >= 0]
    return text[sentence_start(text, at) : min(ends, default=len(text))]


def named_before(text: str, at: int, names: Mapping[str, str]) -> str | None:
    """The combatant whose name ends right before a place in a text, in the same sentence."""
    start = sentence_start(text, at)
    words = text[max(start, at - 200) : at].casefold().split()
    for count in range(min(_MOST_WORDS, len(words)), 0, -1):
        who = names.get(" ".join(words[-count:]).strip("*(,-"))
        if who is not None:
            return who
    return None


def told_of_him(text: str, at: int) -> str | None:
    """What is told of one named before, "The orc's turn. He attacks Bram": the words behind the pronoun."""
    found = _HE.match(text, at)
    return sentence(text, found.end()) if found is not None else None


def said_after(text: str, at: int) -> str | None:
    """What a colon sets behind a place in a text, up to the sentence's end: "Kay, at 64: attack the orc"."""
    if text[at : at + 1] != ":":
        return None
    ends = [end for stop in (".", "!", "?", ";", "\n") if (end := text.find(stop, at)) >= 0]
    return text[at + 1 : min(ends, default=len(text))].strip()


def is_control(c: str) -> bool:
    """C0 and C1 controls but for the line end and tab, and the characters that turn the reading direction."""
    code = ord(c)
    return (
        (code < 32 and c not in "\n\t")
        or 127 <= code < 160
        or 0x202A <= code <= 0x202E
        or 0x2066 <= code <= 0x2069
    )
