"""A creature of the GM's that does the plain thing, in the words in which the helper says so for him.

What the GM says in his own words is read by the core; what the plain thing is, `prompting` knows.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from calledshot.api import Act, fold


class Deed(Act, frozen=True, kw_only=True, tag=True):
    """Who, and what he does: "waits", "moves 2 toward Ann"."""

    tells = False
    who: str
    does: str


def read(text: str, names: Mapping[str, str], patterns: Mapping[str, re.Pattern[str]]) -> Iterator[Act]:
    """ "((Ann takes 4 points. The orc moves 2 toward Ann.))" """
    match = patterns["deed"].match(text)
    who = names.get(fold(match["who"])) if match is not None else None
    if match is not None and who is not None:
        at = match.start("who")
        yield Deed(
            who=who,
            does=match["does"],
            text=text[at : match.end()],
            column=at + 1,
            end_column=match.end() + 1,
        )


def declaration(does: str) -> str:
    """What is told of him as he would declare it himself."""
    text = re.sub(r"^crosses (.+)'s guard$", r"cross their guard: \1", does)
    return re.sub(r"^(wait|move)s", r"\1", text)
