"""Quotes of other posts in a forum's markup: whose words they are, and which lines only repeat them.

A quote that names nobody is the box into which a log was put; so is one with nothing outside of it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from calledshot.transcript.formats.bbcode import plain

LONGEST = 200
"""Lines of the longest quote; a tag that is closed nowhere near has opened none."""
_TAG = re.compile(r"\[(?:quote([=: ][^\[\]\r\n]{1,300})?|(/)quote)\]", re.IGNORECASE)
_NAMED = re.compile(
    r"(?:^|[ =])(?:author|name|user|username)=[\"']?([^\"'\]=]{1,60}?)[\"']?(?: \w{1,20}=|\Z)"
)
_REST = re.compile(r"[\"']?(?:;\d|,? (?:post|member|date|id|link)\b|\" |:[0-9a-z]{6,10}\Z).*", re.DOTALL)


class Line(NamedTuple):
    """A line as it counts: `text` what is said in it, "" where it only repeats; `quote` what it repeats."""

    number: int
    text: str
    quote: str | None = None


class _Part(NamedTuple):
    number: int
    whole: str
    outside: str
    inside: str


def who(tag: str) -> str:
    """Whose words a quote's tag says they are: `="Osk";12`, `=Osk, post: 1`, ` author=Osk link=x`."""
    named = _NAMED.search(tag)
    if named is not None:
        return named[1].strip()
    return _REST.sub("", tag[1:].strip().strip("\"'").strip()).strip("\"' ")[:60]


def boxed(lines: Sequence[str]) -> bool:
    """Whether nothing stands outside of named quotes: then they hold the log itself."""
    quotes = Quotes()
    found = [line for raw in enumerate(lines) for line in quotes.read(*raw)] + list(quotes.rest())
    return not any(line.text.strip() for line in found)


class Quotes:
    """The lines of a paste one after another; those of an open quote are held until it closes."""

    def __init__(self) -> None:
        self._held: list[_Part] = []
        self._depth = 0
        self._who: str | None = None

    @property
    def held(self) -> bool:
        """Whether lines are held back."""
        return bool(self._held)

    def read(self, number: int, line: str) -> Iterator[Line]:
        """The lines that are settled by this one."""
        if self._who is None and "[" not in line:
            yield Line(number, line)
            return
        part, closed = self._part(number, line)
        if part is None:
            yield Line(number, line)
            return
        self._held.append(part)
        if closed:
            yield from self._settled()
        elif len(self._held) > LONGEST:
            yield from self.rest()

    def _part(self, number: int, line: str) -> tuple[_Part | None, bool]:
        """What of a line stands outside and inside of named quotes, None where none touches it; and whether
        all are closed behind it."""
        outside: list[str] = []
        inside: list[str] = []
        touched, at = self._who is not None, 0
        for tag in _TAG.finditer(line):
            (inside if self._who is not None else outside).append(line[at : tag.start()])
            at = tag.end()
            if self._who is not None:
                self._depth += -1 if tag[2] else 1
                if self._depth == 0:
                    self._who = None
                    inside.append(" ")
            elif tag[1] and who(tag[1]):
                self._who, self._depth, touched = who(tag[1]), 1, True
                inside.append(f"{self._who} wrote: ")
        (inside if self._who is not None else outside).append(line[at:])
        if not touched:
            return None, True
        return _Part(number, line, "".join(outside), "".join(inside)), self._who is None

    def _settled(self) -> Iterator[Line]:
        for part in self._held:
            said = plain(part.outside).strip()
            yield Line(part.number, part.outside if said else "", None if said else part.inside.strip())
        self._held = []

    def rest(self) -> Iterable[Line]:
        """What is held where no quote was closed: lines like others."""
        found = [Line(part.number, part.whole) for part in self._held]
        self._held, self._who, self._depth = [], None, 0
        return found
