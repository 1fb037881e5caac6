"""Threads of a forum, copied from its page or its page for printing: who wrote a post and when stands
above it, on a line (phpBB, ProBoards, SMF, vBulletin) or on several (RPoL, vBulletin).

A post is what somebody says. What the forum adds below it ("Last edited by …") is the forum's. Logs that were
posted in a forum are `forum_paste`'s.
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from datetime import date
from typing import NamedTuple

from calledshot.transcript.decode import Block
from calledshot.transcript.event import Event, Source
from calledshot.transcript.formats.base import Context, Format, Head, Items, as_member, numbered
from calledshot.transcript.formats.chat_dates import NUMBERS, Dates
from calledshot.transcript.formats.irc_lines import long_date

NAME_LENGTH = 60
AHEAD = 10
"""Lines that the longest heading has."""
POST_LINES = 2000
"""A post has no more lines: what follows is told in another event, as memory stays flat."""
EARLY = 8
"""Lines that may stand above the first heading: the thread's title."""
_N = rf"(?P<n>[^\s:»«\[\]|][^:»«\[\]|\n]{{0,{NAME_LENGTH - 1}}}?)"
_WHEN = r"(?P<d>[^»\[\]\n]{8,60}?)"
_LEAD = r"[\s•»-]{0,4}"
_BY = (
    re.compile(
        rf"{_LEAD}(?:Post ?by|Posted by|Written by|Message by):? {_N},? (?:»|on|at|[-–|,]) {_WHEN}\s*"
    ),
    re.compile(rf"{_LEAD}(?:Unread post )?by {_N} » {_WHEN}\s*"),
    re.compile(rf"{_LEAD}Author:\s{{1,4}}{_N} {{0,2}}\[ ?{_WHEN} ?\]\s*"),
)
_LABEL = re.compile(r"(?:Post subject|Title|Subject):.{0,300}", re.DOTALL)
_COUNT = re.compile(r"\s*[^\n]{1,80}, [\d,]{1,7} posts?\s*")
_DAY = re.compile(r"\s*(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun) (\d{1,2} [A-Z][a-z]{2} \d{4})\s*", re.ASCII)
_AT = re.compile(r"\s*at (\d\d:\d\d)\s*", re.ASCII)
_MESSAGE = re.compile(r"[\s•]*(?:msg )?#\d{1,6}\s*", re.ASCII)
_ABOUT = re.compile(
    r"\s*(?:Join Date|Location|Posts|Age|Registered|Reputation|Thanks|Gender|Real Name)\b.{0,120}"
)
_EDITED = re.compile(
    r"\s*(?:\[?Last edited (?:by|on|at)|This message was (?:last |lightly )?(?:edited|deleted)|Edited by)"
    r"\b.{0,200}"
)
_YEAR = re.compile(r"(?:19|20)\d\d|\d{1,2}[-/.]\d{1,2}[-/.]\d\d\b", re.ASCII)
_NUMBERS = re.compile(NUMBERS)


class _Heading(NamedTuple):
    """What stands above a post: how many lines, who, and the time as written."""

    lines: int
    name: str
    when: str


def _heading(lines: Sequence[str]) -> _Heading | None:
    """The heading that the first of these lines begins."""
    line = lines[0]
    if not line.strip() or len(line) > 200:
        return None
    above = len(lines) > 1 and _LABEL.fullmatch(line.strip()) is not None
    for pattern in _BY:
        found = pattern.fullmatch(lines[above])
        if found is not None and _is_time(found["d"]):
            below = len(lines) > 1 and not above and _LABEL.fullmatch(lines[1].strip()) is not None
            return _Heading(1 + above + below, found["n"].strip(), found["d"])
    if above:
        return None
    return _on_several(lines) or _above_number(lines)


def _on_several(lines: Sequence[str]) -> _Heading | None:
    """RPoL's: the name, how much he wrote, whatever he calls himself, the day, the time."""
    if len(lines) < 4 or len(lines[0].strip()) > NAME_LENGTH or _COUNT.fullmatch(lines[1]) is None:
        return None
    for at in range(2, min(len(lines) - 1, AHEAD - 1)):
        day, time = _DAY.fullmatch(lines[at]), _AT.fullmatch(lines[at + 1])
        if day is not None and time is not None:
            end = at + 2
            if end < len(lines) and _MESSAGE.fullmatch(lines[end]) is not None:
                end += 1
            return _Heading(end, lines[0].strip(), f"{day[1]} {time[1]}")
        if not lines[at].strip():
            return None
    return None


def _above_number(lines: Sequence[str]) -> _Heading | None:
    """vBulletin's: the time, the post's number, the name, and what the forum knows of him."""
    if len(lines) < 3:
        return None
    at = next((at for at, line in enumerate(lines[1:3], 1) if line.strip()), 0)
    if not at or _MESSAGE.fullmatch(lines[at]) is None or not _is_time(lines[0].strip()):
        return None
    name = next((at for at, line in enumerate(lines[at + 1 : at + 4], at + 1) if line.strip()), 0)
    if not name or len(lines[name].strip()) > NAME_LENGTH:
        return None
    end = name + 1
    blank = next((at for at, line in enumerate(lines[end:], end) if not line.strip()), end)
    about = any(_ABOUT.fullmatch(line) is not None for line in lines[end:blank])
    if about or blank == end + 1:
        end = blank
    while end < len(lines) and _ABOUT.fullmatch(lines[end]) is not None:
        end += 1
    return _Heading(end, lines[name].strip(), lines[0].strip())


def _is_time(text: str) -> bool:
    """Whether a text is a day of a year with a time, and nothing else."""
    if len(text) > 60 or ":" not in text or _YEAR.search(text) is None or not any(map(str.isdigit, text)):
        return False
    when = long_date(text)
    words = [word for word in re.split(r"[\s,.]+", text) if word.isalpha()]
    return when is not None and bool(when[1]) and len(words) <= 6


def _headings(lines: Sequence[str]) -> Iterator[tuple[int, _Heading]]:
    at = 0
    while at < len(lines):
        found = _heading(lines[at : at + AHEAD])
        if found is not None:
            yield at, found
        at += found.lines if found is not None else 1


def sniff(head: Head) -> float:
    """Whether posts have headings: two, or one near the beginning."""
    found = list(_headings(head.all_lines[:600]))
    above = [line for line in head.all_lines[: found[0][0]] if line.strip()] if found else []
    if not found:  # or the beginning of one
        return 0.4 if any(_COUNT.fullmatch(line) is not None for line in head.lines[1:AHEAD]) else 0.0
    if len(above) > EARLY:
        return 0.0
    return 0.98 if len(found) > 1 else 0.8


def read(blocks: Iterable[Block], ctx: Context) -> Items:
    """One event a post; what the forum says of it is an event of its own."""
    whens = [heading.when for _, heading in _headings(ctx.head.all_lines)]
    numeric = [found[0] for when in whens if (found := _NUMBERS.search(when)) is not None]
    halves = any(re.search(r"\d ?[AaPp]\.?[Mm]", when) for when in whens)
    dates = Dates(numeric, ctx, american=halves)
    seq = 0
    post: _Post | None = None
    for number, line, heading in _parted(numbered(blocks)):
        if heading is not None:
            if post is not None:
                for event in post.events(seq, ctx):
                    yield event
                    seq += 1
            post = _Post(heading, number, dates, ctx)
        elif post is None:
            if line.strip():
                yield ctx.unread(line, number)
        else:
            post.add(line, number)
            if len(post.lines) >= POST_LINES:
                for event in post.events(seq, ctx):
                    yield event
                    seq += 1
                post.lines, post.first = [], number + 1
    if post is not None:
        yield from post.events(seq, ctx)


def _parted(lines: Iterable[tuple[int, str]]) -> Iterator[tuple[int, str, _Heading | None]]:
    """The lines with their numbers, those of a heading as one; its number is the first line's."""
    ahead: deque[tuple[int, str]] = deque()

    def taken() -> tuple[int, str, _Heading | None]:
        heading = _heading([line for _, line in ahead])
        number, line = ahead[0]
        for _ in range(heading.lines if heading is not None else 1):
            ahead.popleft()
        return number, line, heading

    for one in lines:
        ahead.append(one)
        if len(ahead) >= AHEAD:
            yield taken()
    while ahead:
        yield taken()


class _Post:
    """A post that is being read."""

    def __init__(self, heading: _Heading, number: int, dates: Dates, ctx: Context) -> None:
        self.name = as_member(heading.name)
        self.first = number
        self.last = number + heading.lines - 1
        self.lines: list[tuple[int, str]] = []
        when = long_date(heading.when)
        numeric = _NUMBERS.search(heading.when)
        day: date | None = when[0] if when is not None else None
        if numeric is not None:
            day = dates.read(numeric[0]) or day
        self.at = ctx.calendar.moment(day, when[1]) if day is not None and when is not None else None

    def add(self, line: str, number: int) -> None:
        self.lines.append((number, line))

    def events(self, seq: int, ctx: Context) -> Iterator[Event]:
        """What he wrote, and below it what the forum says of that."""
        told: list[tuple[int, str]] = []
        lines = self.lines
        while lines and (not lines[-1][1].strip() or _EDITED.fullmatch(lines[-1][1]) is not None):
            number, line = lines.pop()
            if line.strip():
                told.append((number, line))
        text = "\n".join(line.rstrip() for _, line in lines).strip("\n")
        last = lines[-1][0] if lines else self.last
        yield Event(
            seq=seq, at=self.at, kind="say", speaker=ctx.speaker(self.name), text=text.strip(),
            source=Source(ctx.file, self.first, max(last, self.first)),
        )  # fmt: skip
        for extra, (number, line) in enumerate(reversed(told), 1):
            yield Event(
                seq=seq + extra, at=None, kind="system", text=line.strip(), trust="server",
                source=Source(ctx.file, number, number),
            )  # fmt: skip


FORMAT = Format(
    name="forum-thread",
    title="thread of a forum",
    evidence="description",
    extensions=(".txt",),
    sniff=sniff,
    read=read,
)
