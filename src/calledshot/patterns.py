"""Patterns that are made when first wanted, so that reading one short message starts up cheaply."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any


class Phrase:
    """A pattern in letters of any case (or with other `flags`). Where a match must hold one of its `needles`
    (in small letters), most messages are done with without its being made."""

    __slots__ = ("_made", "flags", "needles", "text")

    def __init__(self, text: str, *needles: str, flags: int = re.IGNORECASE) -> None:
        self.text, self.needles, self.flags = text, needles, flags
        self._made: re.Pattern[str] | None = None

    @property
    def made(self) -> re.Pattern[str]:
        if self._made is None:
            self._made = re.compile(self.text, self.flags)
        return self._made

    def may_stand(self, low: str) -> bool:
        """Whether the pattern may be in a text of small letters."""
        return not self.needles or any(needle in low for needle in self.needles)

    def _idle(self, text: str) -> bool:
        """Whether it can be told without the pattern that nothing of the text fits it."""
        return self._made is None and bool(self.needles) and not self.may_stand(text.lower())

    def match(self, text: str, start: int = 0, end: int | None = None) -> re.Match[str] | None:
        return self.made.match(text, start, len(text) if end is None else end)

    def fullmatch(self, text: str, start: int = 0, end: int | None = None) -> re.Match[str] | None:
        return self.made.fullmatch(text, start, len(text) if end is None else end)

    def search(self, text: str, start: int = 0, end: int | None = None) -> re.Match[str] | None:
        if self._idle(text):
            return None
        return self.made.search(text, start, len(text) if end is None else end)

    def finditer(self, text: str, start: int = 0, end: int | None = None) -> Iterator[re.Match[str]]:
        if self._idle(text):
            return iter(())
        return self.made.finditer(text, start, len(text) if end is None else end)

    def sub(self, by: str | Callable[[re.Match[str]], str], text: str, count: int = 0) -> str:
        if self._idle(text):
            return text
        return self.made.sub(by, text, count)

    def split(self, text: str) -> list[str | Any]:
        return self.made.split(text)

    def findall(self, text: str) -> list[Any]:
        return self.made.findall(text)
