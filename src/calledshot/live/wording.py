"""The helper's own words, out of words.toml, and the cleaning of everything it says.

Not for rulings, which the ruleset words, nor for commands and their help (referee/commands.toml).
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping
from functools import cache
from importlib.resources import files
from typing import Any

LONGEST = 1_500
"""Characters of one line of ours; feeds split what their service takes no more than a part of."""


@cache
def _words() -> Mapping[str, Mapping[str, str]]:
    text = files("calledshot.live").joinpath("words.toml").read_text(encoding="utf-8")
    found: Mapping[str, Mapping[str, str]] = tomllib.loads(text)
    return found


def words(key: str, **fields: Any) -> str:
    """The words of a key ("draft.none") with its fields filled in; what the fields hold is not looked at
    again."""
    table, _, name = key.partition(".")
    return _words()[table][name].format(**fields)


def waited(what: str, named: Mapping[str, str]) -> str:
    """What somebody owes, in words: "to_hit" → "your roll to hit". `named`: what a ruleset calls it."""
    return _words()["waits"].get(what) or f"your {named.get(what, what.replace('_', ' '))}"


def clean(text: str) -> str:
    """Text that can be said as one line: no control characters, no line ends, no runs of blanks that come
    of them, not endless."""
    plain = "".join(char if char.isprintable() else " " for char in text[: 2 * LONGEST])
    plain = plain.strip()
    return plain if len(plain) <= LONGEST else plain[: LONGEST - 1].rstrip() + "…"


def listed(parts: Iterable[str]) -> str:
    """ "a, b and c" """
    *most, last = list(parts) or [""]
    return f"{', '.join(most)} and {last}" if most else last


def short(text: str, most: int) -> str:
    """At most so many characters of it."""
    return text if len(text) <= most else text[: most - 1].rstrip() + "…"
