"""Who speaks in a log of "NAME: text" lines, and whether a line goes on where the last one broke off.

"foo: bar" is a message by foo, or the second half of a message that was wrapped before "foo". What tells
them apart: whether foo ever speaks where no line could have been wrapped, and whether the line before was
full. Both are judged on the head of the file and, past it, on a few hundred lines ahead; no more is held.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

NAME_LENGTH = 32
"""The longest speaker's name before a colon; AOL allows 16 characters, other services a few more."""
STRICT_LENGTH = 20
LOOK_AHEAD = 400
"""Lines looked ahead to see whether an unknown name speaks again."""
CREDIT = 10
"""Lines of look-ahead that every doubtful line adds."""
NAMES_LIMIT = 20_000
"""Names remembered; a room has dozens of people, a hostile file has millions."""
WIDEST_WRAP = 140
"""Mail and web pages wrap at 60 to 132 columns; a file with longer lines was not wrapped."""
FULL_LINE = 60
"""Nothing wraps at less than this."""
SLACK = 8
"""Columns by which the widest line seen may fall short of the width it was wrapped at."""
BLANKS = " \t\xa0"


def plausible_name(name: str) -> bool:
    """Whether this can be a screen name: letters, digits and single blanks, or one word with `_-.@'`."""
    if not 1 <= len(name) <= NAME_LENGTH or not (name[0].isalnum()):
        return False
    if name.replace(" ", "").isalnum():
        return len(name) <= STRICT_LENGTH and "  " not in name and name.count(" ") <= 3
    bare = name
    for mark in "_-.@'":
        bare = bare.replace(mark, "")
    return bare.isalnum()


def is_rule(line: str) -> bool:
    """A separator of punctuation only ("-----", "=== ==="), which is nobody's text."""
    bare = line.replace(" ", "").replace("\t", "")
    return len(bare) >= 4 and len(marks := set(bare)) <= 2 and not any(char.isalnum() for char in marks)


def colon_name(line: str) -> tuple[str, str] | None:
    """The name before the first colon and what follows the colon, None where no name could stand there."""
    cut = line.find(":")
    if cut < 1 or cut > NAME_LENGTH + 16:
        return None
    name = line[:cut].strip(BLANKS)
    return (name, line[cut + 1 :]) if 0 < len(name) <= NAME_LENGTH else None


class Wrap:
    """Whether the lines of a file were wrapped, and at which width, from its head.

    `width` is None where no line can have been: there are longer ones than mail or a web page leaves.
    `proven` is true where a line begins with no name, which hardly anything but wrapping makes."""

    def __init__(self, lines: Iterable[str]) -> None:
        longest, broken, before = 0, 0, 0
        for line in lines:
            if not line.strip():
                continue
            length = _width(line)
            if before and not is_rule(line) and colon_name(line) is None:
                broken = max(broken, before)
            longest = max(longest, length)
            before = length
        self.proven = FULL_LINE - SLACK <= broken <= WIDEST_WRAP
        self.width: int | None = None
        if longest <= WIDEST_WRAP and (not self.proven or longest <= broken + 2 * SLACK):
            self.width = max(longest, FULL_LINE)
        elif self.proven:
            self.width = broken

    def may_continue(self, previous: str, line: str) -> bool:
        """Whether `line` can be what was wrapped off `previous`: its first word would not have fitted."""
        if self.width is None or not previous:
            return False
        word = line.strip(BLANKS).split(" ", 1)[0]
        return _width(previous) + 1 + len(word) > self.width - (SLACK if self.proven else 0)


def _width(line: str) -> int:
    return len(line) + 7 if "\t" in line else len(line)


class Roster:
    """The names that speak, from the head of a file: `known` folded names."""

    def __init__(self, lines: Sequence[str], wrap: Wrap) -> None:
        free: Counter[str] = Counter()
        seen: Counter[str] = Counter()
        before = ""
        for line in lines:
            if not line.strip():
                continue
            found = colon_name(line)
            if found is not None and found[1][:1] in ("", " ", "\t", "\xa0"):
                name = fold(found[0])
                seen[name] += 1
                if not wrap.may_continue(before, line):
                    free[name] += 1
            before = line
        self.known = {name for name in seen if free[name] and (seen[name] > 1 or plausible_name(name))}
        self.often = {name for name in seen if free[name] >= 3 and plausible_name(name)}

    def add(self, name: str) -> None:
        """A name that is known to be somebody's from another source, such as a roll."""
        if len(self.known) < NAMES_LIMIT:
            self.known.add(fold(name))


class LookAhead:
    """Looks down the lines for a name, within a credit that grows with the lines read: a file in which
    every line needs a look must not cost more than a few looks a line."""

    def __init__(self, wrap: Wrap) -> None:
        self._wrap = wrap
        self._credit = 50 * LOOK_AHEAD

    def speaks_again(self, name: str, lines: Sequence[str], start: int) -> bool:
        """Whether a name begins another line within LOOK_AHEAD lines, where no wrap could put it."""
        self._credit += CREDIT
        if self._credit < LOOK_AHEAD:
            return False
        self._credit -= min(LOOK_AHEAD, len(lines) - start)
        return _speaks_again(name, lines, start, self._wrap)


def _speaks_again(name: str, lines: Sequence[str], start: int, wrap: Wrap) -> bool:
    before = lines[start]
    for line in lines[start + 1 : start + 1 + LOOK_AHEAD]:
        if not line.strip():
            continue
        found = colon_name(line)
        if found is not None and found[0] == name and not wrap.may_continue(before, line):
            return True
        before = line
    return False


def fold(name: str) -> str:
    """A screen name as AIM compares it: without case and blanks. A letter that merely looks like one of ASCII
    stays what it is (the long s, the sign of Kelvin, ligatures)."""
    bare = "".join(name.split())
    if bare.isascii():
        return bare.lower()
    folded = ((char, char.casefold()) for char in bare)
    return "".join(low if char.isascii() or not low.isascii() else char for char, low in folded)
