"""What the patterns of the DM's words are made of: names in a stretch of words, and whole sentences."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

from calledshot.api import Act

WHO = r"(?P<who>[^,:;()]{1,40}?)"


class Names:
    """The names of those present, found in a stretch of words."""

    def __init__(self, names: Mapping[str, str]) -> None:
        self.names = names

    def find(self, said: str | None) -> str | None:
        """The combatant behind words, an article before them or not."""
        if said is None:
            return None
        words = said.strip(" '\"*").casefold()
        found = self.names.get(words) or self.names.get(words.replace(" ", ""))
        if found is not None:
            return found
        first, _, rest = words.partition(" ")
        return (
            self.names.get(rest) or self.names.get(rest.replace(" ", ""))
            if first in ("the", "a", "an", "that", "and", "then", "poor", "his", "her", "its", "their")
            else None
        )


Maker = Callable[[re.Match[str], Names], "Act | None"]


def pattern(text: str) -> re.Pattern[str]:
    return re.compile(rf"\W{{0,4}}(?:{text})\W{{0,4}}", re.IGNORECASE)
