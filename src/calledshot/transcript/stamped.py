"""Copies from a messenger's window in which who speaks and when stand on a line above the words, as Slack,
Teams and Google Chat give them: "Ann  8:01 PM". Gives each message as "[time] <name> words", under the number
of its first line.

For what has no format of its own; names without times are `unwrap`'s.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from calledshot.transcript.decode import Block
from calledshot.transcript.formats.base import GENERIC, MESSAGE_LINES
from calledshot.transcript.formats.generic_shapes import before, heading
from calledshot.transcript.roster import plausible_name
from calledshot.transcript.unwrap import Unwrap

LEAST = 3
"""Messages from which on it is a window's copy."""
SHARE = 0.1
"""Of the lines so many are such headings, or more."""
LONGEST = 80
WORDS = 3
"""Words in a name, where no mark parts it from the time."""

_WHEN = (
    r"(?:(?:today|yesterday|(?:mon|tues|wednes|thurs|fri|satur|sun)day),? (?:at )?)?"
    r"(?P<when>(?:[a-z]{3,9} \d{1,2}(?:, \d{4})?,? (?:at )?|\d{1,4}[-/.]\d{1,2}(?:[-/.]\d{0,4})?,? )?"
    r"\d{1,2}:\d\d(?::\d\d)?(?:[ \u202f\xa0]?[ap]\.?m\.?)?)"
)
_BEHIND = re.compile(
    r"(?P<name>[^\W_][^\t:<>\[\]()|]{0,39}?)"
    r"(?P<part>, ?|\t|[ \t\xa0]{2,}|[ \xa0](?:[-–—•·][ \xa0])?|[ \xa0]?(?=[\[(]))"
    rf"[\[(]?{_WHEN}[\])]?",
    re.ASCII | re.IGNORECASE,
)
_BEFORE = re.compile(
    rf"[\[(]?{_WHEN}[\])]?,? +(?P<name>[^\W_][^\t:<>\[\]()|]{{0,39}})", re.ASCII | re.IGNORECASE
)
_PICTURE = re.compile(r":[\w~+-]{1,40}:\s+", re.ASCII)
_CLOCK = re.compile(r"\d{1,2}:\d\d(?::\d\d)?(?: ?[AaPp][Mm])?", re.ASCII)
_MERIDIAN = re.compile(r" ?[AaPp]\.?[Mm]\b")


class _Head(NamedTuple):
    """What a line above a message says: how it is made, the name and the time in brackets; `below` that the
    name stands on the line above it."""

    shape: str
    name: str
    when: str
    below: bool = False


class Stamped(Unwrap):
    """Such a copy undone."""

    format = GENERIC

    def __init__(self, shape: str) -> None:
        super().__init__("names and times stand above the words, as copied from a window", False, None)
        self._shape = shape
        self._last: _Head | None = None

    def lines(self, lines: Iterable[str]) -> list[str]:
        self._last = None
        return self._bare(list(lines))

    def blocks(self, blocks: Iterable[Block]) -> Iterator[Block]:
        self._last = None
        for start, lines in blocks:
            yield self._block(start, lines, self._bare(lines))

    def _bare(self, lines: list[str]) -> list[str]:
        """As many lines: each message in its first, nothing in those that it goes on over."""
        bare: list[str] = []
        words: list[str] = []
        first: int | None = None  # the line of the message's heading
        for at, line in enumerate(lines):
            bare.append("")
            above = lines[at - 1] if at else ""
            head = _head(line, above)
            if (
                head is not None
                and head.shape != self._shape
                and not (head.below and _PICTURE.match(line.strip()))
            ):
                head = None
            time = _time(line) if head is None and self._last is not None else None
            if head is None and time is None:
                if self._last is None:
                    bare[at] = line
                elif line.strip():
                    first = at if first is None else first
                    words.append(line.strip())
                    if len(words) >= MESSAGE_LINES:
                        self._say(bare, first, words)
                        first = None
                continue
            if head is not None and head.below and at:
                words, bare[at - 1] = words[:-1], ""
            self._say(bare, first, words)
            first = at
            if head is not None:
                first = at - 1 if head.below and at else at
                self._last = head
            elif self._last is not None and time:
                self._last = self._last._replace(when=_as_late(time, self._last.when))  # he says more
            else:
                bare[at], first = line, None  # a day
        self._say(bare, first, words)
        return bare

    def _say(self, bare: list[str], first: int | None, words: list[str]) -> None:
        if self._last is not None and first is not None:
            bare[first] = f"{self._last.when} <{self._last.name}> {' '.join(words)}".rstrip()
        words.clear()


def stamped(lines: Sequence[str]) -> Stamped | None:
    """How to undo a copy that begins with these lines, blank ones apart; None for what is none."""
    heads = [
        (at, head) for at, line in enumerate(lines) if (head := _head(line, lines[at - 1] if at else ""))
    ]
    shapes = Counter(head.shape for _, head in heads)
    if not shapes:
        return None
    shape, count = shapes.most_common(1)[0]
    at = [place for place, head in heads if head.shape == shape]
    names = Counter(head.name for _, head in heads if head.shape == shape)
    gap = 2 if shape == "below" else 1
    if (
        count < max(LEAST, SHARE * len(lines))
        or at[0] > gap
        or max(names.values()) < 2
        or sum(after - one <= gap for one, after in pairwise(at)) > 0.25 * count
    ):
        return None
    return Stamped(shape)


def _head(line: str, above: str) -> _Head | None:
    """What a line says, where it is a heading: "Ann  8:01 PM", "[8:01 PM] Ann", or a time below a name."""
    bare = line.strip()
    if not 4 <= len(bare) <= LONGEST or not any(map(str.isdigit, bare)):
        return None
    name = above.strip()
    pictured = _PICTURE.match(bare)
    found = _BEHIND.fullmatch(bare)
    sure = found is not None and "\t" in found["part"]
    time = None if sure else _time(bare[pictured.end() :] if pictured is not None else bare)
    if time:
        below = (pictured is not None or line[:1] in " \t") and plausible_name(name)
        return _Head("below", name, time, below=True) if below else None
    if found is not None:
        name, part = found["name"].strip(), found["part"]
        words = name.split(" ")
        loose = len(part) == 1 and part not in ",\t"
        if not plausible_name(name) or (loose and (len(words) > WORDS or not words[-1][0].isupper())):
            return None
        mark = part.strip() or ("  " if len(part) > 1 else " ")
        return _Head(f"{mark}{bare[-1]}" if bare[-1] in "])" else mark, name, _boxed(found["when"]))
    found = _BEFORE.fullmatch(bare)
    if found is not None and plausible_name(found["name"]):
        return _Head("before", found["name"], _boxed(found["when"]))
    return None


def _time(line: str) -> str | None:
    """The time in brackets of a line that is nothing else; empty where that is a day."""
    bare = line.strip()
    when = heading(bare) if len(bare) <= LONGEST else None
    if when is None:
        return None
    return _boxed(bare.strip("[]()")) if when[0] else ""


def _boxed(when: str) -> str:
    """A time in brackets that any reader understands."""
    if before(f"[{when}] x")[0]:
        return f"[{when}]"
    clock = _CLOCK.search(when.replace("\u202f", " ").replace("\xa0", " "))
    return f"[{clock[0]}]" if clock is not None else ""


def _as_late(time: str, before: str) -> str:
    """A time with the am or pm of the one before, where it has none."""
    half = _MERIDIAN.search(before)
    return f"{time[:-1]}{half[0]}]" if half is not None and _MERIDIAN.search(time) is None else time
