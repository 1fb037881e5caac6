"""Messages copied out of the windows of messengers that set name and time on a line of their own above the
words: Teams, Slack, QIP, ICQ, WeChat and others.

Not for windows that have a reader of their own (Discord, Telegram, MSN), nor where the words stand on the
same line. Of "today" and "yesterday" only the time of day is kept.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from itertools import pairwise
from typing import NamedTuple

from calledshot.transcript.decode import Block
from calledshot.transcript.formats.base import Context, Format, Head, Items, as_member
from calledshot.transcript.formats.chat_dates import CLOCK, NUMBERS, Dates, american, clock_of
from calledshot.transcript.formats.im_lines import Said, events, told

NAME_LENGTH = 60
NAME_WORDS = 4
LINE_LENGTH = 140
ABOVE = 3
"""Lines among which the first head is."""
SHORT = 8
"""So few lines may have only one head."""
REPEATED = 6
"""From so many heads on, somebody speaks twice."""
SHARE = 0.15
"""Fewer heads than this among the lines are no conversation …"""
MOST = 0.6
"""… nor are more than this, with no words below them."""
_MONTHS = (
    r"(?:[^\W\d]{2,10},? )?(?:[^\W\d]{3,10}\.? \d{1,2}(?:st|nd|rd|th)?(?:,? \d{4})?"
    r"|\d{1,2}\.? (?:de )?[^\W\d]{3,10}\.?(?: (?:de )?\d{4})?)"
)
_DATE = rf"(?:{NUMBERS}|{_MONTHS})"
_NEAR = r"(?:[^\W\d]{3,12})"
_MOMENT = (
    rf"(?:(?:(?P<day>{_DATE})(?:,|T|,? at|,? um)? ?|(?P<near>{_NEAR}),? (?:at |um |à )?)?(?P<time>{CLOCK})"
    rf"|(?P<time2>{CLOCK}),? (?P<day2>{NUMBERS}))"
)
_WHOLE = rf"(?P<day>{NUMBERS})(?:,|T)? (?P<time>{CLOCK})"
_NAME = rf"(?P<name>[^\s\[\](){{}}<>:|—–-](?:[^\n\[\]:]{{0,{NAME_LENGTH - 2}}}[^\s,:;—–•|-])?)"
_SHAPES = tuple(
    re.compile(pattern)
    for pattern in (
        rf"{_NAME} ?(?:\({_MOMENT}\)|\[{_MOMENT.replace('(?P<', '(?P<x')}\]) ?:?\s*",
        rf"\[{_MOMENT}\] {_NAME}:?\s*",
        rf"{_NAME}(?:\t|[ \xa0]{{2,}}){_MOMENT}\s*",
        rf"{_NAME} {_WHOLE}:?\s*",
        rf"{_WHOLE} {_NAME}:?\s*",
    )
)
_FIRST = _SHAPES[1]
"""Behind a time in brackets other logs have words."""
_STAMPED = re.compile(rf"\[{_MOMENT}\]")
_STATUS = re.compile(rf":[\w~+-]{{1,40}}:[ \t\xa0]+{CLOCK}")
"""Behind a picture on a line of its own, whose name stands on the line above: that is for `stamped`."""
_TIMED = re.compile(rf"\[?({CLOCK})\]?\s*")
_RULE = re.compile(rf"[-–—_=* ]*(?P<day>{_DATE})[-–—_=* ]*")
_SENTENCE = re.compile(r"[.!?…][\"”)]?\Z|[.!?,;] |\b(?:is|are|was|ist|est)\b")


class _Head:
    """A line that names somebody and a time, and nothing else."""

    def __init__(self, match: re.Match[str]) -> None:
        found = match.groupdict()
        self.name: str = found["name"].strip()
        self.time: str = next(value for key in _TIMES if (value := found.get(key)))
        self.day: str | None = next((value for key in _DAYS if (value := found.get(key))), None)
        self.dated = self.day is not None or bool(found.get("near") or found.get("xnear"))


_LOG = re.compile(r"\b(?:log|logging|session) (?:opened|closed|started|start|began|ended|close|end)\b", re.I)
"""What tells when a log begins or ends: nobody's name."""
LEVELS = frozenset({"INFO", "WARN", "WARNING", "ERROR", "DEBUG", "TRACE", "FATAL", "CRITICAL", "NOTICE"})
_HALVES = frozenset({"am", "pm", "uhr", "h", "utc", "gmt"})
_TIMES = ("time", "time2", "xtime", "xtime2")
_DAYS = ("day", "day2", "xday", "xday2")


class _Shape(NamedTuple):
    """What the heads of a file are like: where the time stands, and whether a date does."""

    pattern: re.Pattern[str]
    dated: bool = False

    def head(self, line: str) -> _Head | None:
        """The head that a line is."""
        match = self.pattern.fullmatch(line) if len(line) <= LINE_LENGTH else None
        if match is None or not any(map(str.isalpha, match["name"])):
            return None
        head = _Head(match)
        fits = clock_of(head.time) is not None and (head.dated or not self.dated)
        fits = fits and head.name.replace(".", "").lower() not in _HALVES and not _LOG.search(head.name)
        return head if fits and _SENTENCE.search(head.name) is None else None


def _shape(lines: Sequence[str]) -> _Shape | None:
    """The shape of the first head, which stands on the first line but for a rule or a remark."""
    for line in lines:
        for pattern in _SHAPES:
            head = _Shape(pattern).head(line.strip())
            if head is not None:
                return _Shape(pattern, head.day is not None)
    return None


def sniff(head: Head) -> float:
    """A head first, words below it, and heads of the same shape among the lines."""
    shape = _shape(head.lines[:ABOVE])
    if shape is None:
        return 0.0
    found = [shape.head(line.strip()) for line in head.lines]
    heads = [one for one in found if one is not None]
    count, lines = len(heads), len(found)
    bare = sum(one is not None and after is not None for one, after in pairwise(found))
    names = {one.name for one in heads}
    timed = sum(_STAMPED.match(line) is not None for line in head.lines)
    if shape.pattern is _FIRST and not (timed == count and all(map(_plain, names))):
        return 0.0
    if count == 1 and lines < SHORT and found[0] is not None:
        return 0.3
    if count < 2 or not SHARE * lines <= count <= MOST * lines + 1 or 4 * bare > count:
        return 0.0
    if (count >= REPEATED and len(names) > 0.75 * count) or any(name.upper() in LEVELS for name in names):
        return 0.0
    if (found[0] is None and len(names) == count) or len(names) == 1:
        return 0.2  # a list of what is when; one voice alone
    if shape.pattern is not _FIRST:
        return 0.0 if any(map(_STATUS.match, head.lines)) else 0.92
    return 0.8


def _plain(name: str) -> bool:
    """Whether nothing but a name can stand so behind a time."""
    return (name[0].isalnum() or ord(name[0]) > 0x2190) and name.count(" ") < NAME_WORDS


def read(blocks: Iterable[Block], ctx: Context) -> Items:
    """One event a head with the words below it."""
    shape = _shape(ctx.head.lines[:ABOVE]) or _Shape(_SHAPES[0])
    heads = [one for line in ctx.head.all_lines if (one := shape.head(line.strip())) is not None]
    days = [one.day for one in heads if one.day]
    dates = Dates(days, ctx, american=american(one.time for one in heads))
    return events(blocks, ctx, _parser(shape, dates, ctx))


def _parser(shape: _Shape, dates: Dates, ctx: Context) -> Callable[[str], Said | None]:
    speaker: str | None = None
    half = ""  # of the day, which a window leaves out where the same person goes on

    def parse(line: str) -> Said | None:
        nonlocal speaker, half
        bare = line.strip()
        head = shape.head(bare)
        if head is not None:
            speaker, half = (
                as_member(head.name),
                head.time[head.time.rfind(" ") :] if " " in head.time else "",
            )
            return _stamped(Said("say", speaker, ""), head.time, head.day)
        again = _TIMED.fullmatch(bare)
        if again is not None and speaker is not None and clock_of(again[1]) is not None:
            time = again[1] if again[1][-1:].isalpha() else again[1] + half
            return _stamped(Said("say", speaker, ""), time, None)
        rule = _RULE.fullmatch(bare) if len(bare) <= LINE_LENGTH else None
        day = dates.read(rule["day"]) if rule is not None and bare[:1] in "-–—_=*" else None
        if day is None:
            return None
        said = told("system", None, bare, closed=True)
        said.day = day
        return said

    def _stamped(said: Said, time: str, written: str | None) -> Said:
        clock = clock_of(time) or ""
        day = dates.read(written) if written else None
        if day is not None:
            said.at = ctx.calendar.moment(day, clock)
        else:
            said.clock = clock
        return said

    return parse


FORMAT = Format(
    name="window-paste",
    title="windows with name and time above the words (Teams, Slack, QIP, ICQ, WeChat; copied)",
    evidence="description",
    extensions=(".txt",),
    sniff=sniff,
    read=read,
)
