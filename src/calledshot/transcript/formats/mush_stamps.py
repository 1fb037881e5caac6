"""The times that clients of MUSHes put before each line of a log, and the lines with which a log opens.

Whether lines bear times is told by a whole head: in a log without them a line may begin with a number.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from calledshot.transcript.clock import time_of_day
from calledshot.transcript.formats.base import Context
from calledshot.transcript.formats.chat_dates import Dates, american
from calledshot.transcript.formats.irc_lines import long_date

SHARE = 0.7
"""So many lines of a head bear a time where a client wrote it."""
_STAMP = re.compile(
    r"(?P<open>[\[(<])?(?:(?P<day>\d{4}[-/.]\d{1,2}[-/.]\d{1,2}|\d{1,2}[-/.]\d{1,2}[-/.](?:\d{4}|\d\d)|\d\d[-/]\d\d"
    r"|(?:[A-Z][a-z]{2},? )?[A-Z][a-z]{2,8} {1,2}\d{1,2}(?:,? \d{4})?)(?:T|,? {1,2}))?"
    r"(?P<time>\d{1,2}:\d\d(?::\d\d(?:[.,]\d{1,6})?)?(?: ?[AaPp][Mm])?)(?:Z|[+-]\d\d:?\d\d)?"
    r"(?P<close>(?(open)[\])>]))(?:(?: ?[-|>:])? |[-|>:]? ?\Z)",
    re.ASCII,
)
_CTIME = re.compile(
    r"\[(?:[A-Z][a-z]{2} )?([A-Z][a-z]{2} {1,2}\d{1,2}) (\d\d:\d\d:\d\d) (\d{4})\] ?", re.ASCII
)
_OPENS = frozenset("[(<0123456789")
_PAIRS = frozenset(["", "[]", "()", "<>"])
_LOG = re.compile(
    r"[^\w\s\"“<\[]{0,40} ?(?:\w{1,20} )?"
    r"(?:(?:log(?:ging)?|session|capture)(?: file)? (?:was |is )?(?:start|open|beg[iu]n|clos|end|stop)"
    r"|(?:begin|start|open|clos|end|stop)\w{0,5} (?:of )?(?:the )?(?:log|session|capture)\b).{0,120}",
    re.IGNORECASE,
)


class Stamp(NamedTuple):
    """A time as written, "" of one that no clock shows, and the day before it ("" where there is none)."""

    day: str
    time: str


def stamp_of(line: str) -> tuple[Stamp, str] | None:
    """The time before a line, and what follows it."""
    if line[:1] not in _OPENS and not line[:1].isupper():
        return None
    ends = _CTIME.match(line)
    if ends is not None:
        return Stamp(f"{ends[1]} {ends[3]}", ends[2]), line[ends.end() :]
    found = _STAMP.match(line)
    if found is None or (found["open"] or "") + found["close"] not in _PAIRS:
        return None
    time = re.sub(r"[.,]\d+", "", found["time"])
    if time_of_day(time) is None:
        bad = found["open"] and time.count(":") == 2
        return (Stamp("", ""), line[found.end() :]) if bad else None
    return Stamp(found["day"] or "", time), line[found.end() :]


def stamped(lines: Sequence[str]) -> bool:
    """Whether the lines of a head bear times."""
    plain = [line for line in lines if line.strip() and not opens_log(line)]
    return bool(plain) and sum(stamp_of(line) is not None for line in plain) >= SHARE * len(plain)


def unstamped(lines: Iterable[str]) -> list[str]:
    """The lines without their times."""
    return [found[1] if (found := stamp_of(line)) is not None else line for line in lines]


def opens_log(line: str) -> bool:
    """Whether the client says that its log opens or closes here: marked as no pose is, or with the date."""
    if len(line) > 200 or _LOG.fullmatch(line) is None:
        return False
    return not line[0].isalnum() or long_date(line) is not None


class Times:
    """Gives the lines of a log their times: `at` where the day is known, else the clock."""

    def __init__(self, lines: Sequence[str], ctx: Context) -> None:
        self._calendar = ctx.calendar
        days = [found[0].day for line in lines if (found := stamp_of(line)) is not None and found[0].day]
        halves = american(found[0].time for line in lines[:50] if (found := stamp_of(line)) is not None)
        self._dates = Dates([day for day in days if day[0].isdigit()][:2000], ctx, american=halves)

    def at(self, stamp: Stamp) -> tuple[str | None, str | None]:
        if not stamp.time:
            return None, None
        day = self._dates.read(stamp.day) if stamp.day else None
        if day is not None:
            self._calendar.set_day(day)
        return self._calendar.stamp(stamp.time)

    def log_line(self, line: str) -> str | None:
        """When the client says its log opens; the lines below are of that day."""
        when = long_date(line)
        if when is None:
            return None
        self._calendar.set_day(when[0])
        return self._calendar.moment(when[0], when[1]) if when[1] else None
