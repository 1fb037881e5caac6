"""Times of day and dates as logs write them, and what follows when one of the two is missing.

A time without a date stays a time (`clock`); a date is taken only from the log or, said aloud, from the
file's name. Nothing here reads the machine's clock or a file's own date.
"""

from __future__ import annotations

import re
from datetime import date, datetime, timedelta, tzinfo

from calledshot.errors import UsageError

CACHE_SIZE = 4096
"""Times remembered as converted: a log repeats its times, and a day has few minutes."""
ROLLOVER_SECONDS = 10 * 3600
"""A time that falls by more than this is the next day; a smaller step back is a spliced log or a clock
that was set, and never a day."""
DAY = 86_400
MINUTE = 60
LATE_SECONDS = 120
"""A line written so late, just after midnight, is of the day before."""

HALF_DAY = DAY // 2

_TIME = re.compile(r"(\d{1,2}):(\d\d)(?::(\d\d))?(?:[ \u00a0\u202f]?([AaPp])\.?[ ]?[Mm]\.?)?", re.ASCII)
_FILE_DATE = re.compile(r"(?<!\d)((?:19|20)\d\d)[-_.]?(\d\d)[-_.]?(\d\d)(?!\d)", re.ASCII)


def time_of_day(text: str) -> str | None:
    """ "7:30:15 PM" → "19:30:15", "20:15" → "20:15" (no seconds are invented); None if it is no time."""
    match = _TIME.fullmatch(text.strip())
    if match is None:
        return None
    hour, minute = int(match[1]), int(match[2])
    if match[4] is not None:
        if hour > 12:
            return None
        hour = hour % 12 + (12 if match[4] in "Pp" else 0)
    if hour > 23 or minute > 59 or (match[3] is not None and int(match[3]) > 59):
        return None
    return f"{hour:02d}:{minute:02d}" + (f":{match[3]}" if match[3] else "")


def seconds(clock: str) -> int:
    """ "19:30:15" → seconds since midnight."""
    return int(clock[:2]) * 3600 + int(clock[3:5]) * 60 + (int(clock[6:8]) if len(clock) > 5 else 0)


class Face:
    """Whether a clock shows 24 hours, or only 12 with nothing that tells the halves of the day apart, from
    the times it has shown so far, in seconds of the day."""

    def __init__(self) -> None:
        self._whole = False  # an hour that only a clock of 24 hours has
        self.twelve = False
        """Whether it was seen to begin again at one o'clock."""

    def shown(self, time: int) -> None:
        self._whole = self._whole or not 3600 <= time < HALF_DAY + 3600

    def begins_again(self, last: int, now: int) -> bool:
        """Whether from one time to the next the hand has passed twelve and shows one again, on a clock that
        has shown no other hours than 1 to 12: an hour at the most has passed, and no day."""
        found = not self._whole and HALF_DAY <= last < HALF_DAY + 3600 <= now + HALF_DAY <= last + 3600
        self.twelve = self.twelve or found
        return found


def date_in_name(name: str) -> date | None:
    """The one date a file's name holds in the order year, month, day ("spar 2004-07-03.htm"), else None."""
    found = _FILE_DATE.findall(name[-200:])
    if len(found) != 1:
        return None
    try:
        return date(*map(int, found[0]))
    except ValueError:
        return None


def short_date(text: str) -> tuple[date, bool] | None:
    """ "7/3/04" → that day, month first, and whether day-first would have been a date too (a doubt)."""
    parts = text.split("/")
    if len(parts) != 3 or not all(part.isascii() and part.isdigit() and len(part) <= 4 for part in parts):
        return None
    first, second, year = map(int, parts)
    if year < 100:
        year += 1900 if year >= 80 else 2000
    try:
        if first > 12:
            return date(year, second, first), False
        return date(year, first, second), second <= 12 and first != second
    except ValueError:
        return None


class Calendar:
    """Turns times of day into moments, in the order of the file: `stamp` gives (at, clock). Without a date
    `at` is None and `clock` is kept; with one, midnight is passed when the time falls far back. `used` and
    `midnights` say whether the date given was spread to times, not one that the log says itself, and how
    often a date rolled over."""

    def __init__(self, day: date | None, zone: str | None) -> None:
        self.day = day
        self.used = self._said = False
        self.midnights = 0
        self._zone = _zone(zone)
        self._last: int | None = None
        self.face = Face()
        self._rolled = False  # midnight has just passed by the clock alone
        self._before: datetime | None = None
        self._again = False  # the clock has been put back: an hour that comes twice is its second time
        self._cache: dict[str, str | None] = {}
        self.lead = ""
        """What stands before a time while no day passes ("2004-07-03T"); "" where times must be stamped."""
        self.now = ""
        """The last time, while there is a `lead`: whoever puts `lead` before later times himself sets it."""

    @property
    def zoned(self) -> bool:
        """Whether the caller named the zone of the log's times."""
        return self._zone is not None

    def set_day(self, day: date) -> None:
        """The log says the date itself."""
        self._said = True
        self._settle()
        if self._last is not None:
            self.face.shown(self._last)
        if day != self.day:
            self.day, self._last, self._rolled = day, None, False

    @property
    def local(self) -> bool:
        """Whether times are given as they are, without a zone."""
        return self._zone is None

    def running(self, clock: str) -> tuple[str | None, str | None]:
        """`stamp` for a time that is sure to be one ("20:15:32" or "20:15"), but for hours up to 29, fast
        while no day passes."""
        if self.lead and self.now <= clock < "24":
            self.now = clock
            return self.lead + clock, None
        return (None, clock) if self.day is None and clock < "24" else self.stamp(clock)

    def _settle(self) -> None:
        """Take over what `running` has passed."""
        if self.lead:
            self._last, self.lead = seconds(self.now), ""

    def stamp(self, time: str) -> tuple[str | None, str | None]:
        """(at, clock) of a time of day as written, (None, None) if it is none."""
        clock = self.clock(time)
        if clock is None:
            return None, None
        if self.lead and clock >= self.now:
            self.now = clock
            return self.lead + clock, None
        if self.day is None:
            return None, clock
        self._settle()
        now = seconds(clock)
        if self._last is not None:
            self.face.shown(self._last)
        if self._last is not None and now < self._last - ROLLOVER_SECONDS and not (
            time[-1:].isdigit() and self.face.begins_again(self._last, now)
        ):  # fmt: skip
            self.day += timedelta(days=1)
            self.midnights += 1
            self._rolled = True
        elif self._rolled and self._last is not None and now > self._last + DAY - LATE_SECONDS:
            return self.moment(self.day - timedelta(days=1), clock), None  # written late, of before midnight
        elif now >= LATE_SECONDS:
            self._rolled = False
        self._last, self.used = now, self.used or not self._said
        if self._zone is None and not self._rolled:
            self.lead, self.now = f"{self.day.isoformat()}T", clock
        return self.moment(self.day, clock), None

    def clock(self, time: str) -> str | None:
        """`time_of_day`, remembered."""
        cached = self._cache.get(time, "")
        if cached != "":
            return cached
        clock = time_of_day(time)
        if len(self._cache) >= CACHE_SIZE:
            self._cache.clear()
        self._cache[time] = clock
        return clock

    def moment(self, day: date, clock: str) -> str:
        """ISO 8601, with an offset if a zone was given."""
        if self._zone is None:
            return f"{day.isoformat()}T{clock}"
        local = datetime.fromisoformat(f"{day.isoformat()}T{clock}")
        if self._before is not None:
            back = (self._before - local).total_seconds()
            self._again = MINUTE < back <= 2 * 3600 or (self._again and -DAY < back <= MINUTE)
        self._before = local
        offset = local.replace(tzinfo=self._zone, fold=int(self._again)).strftime("%z")
        return f"{day.isoformat()}T{clock}{offset[:3]}:{offset[3:]}"


def _zone(name: str | None) -> tzinfo | None:
    if name is None:
        return None
    from zoneinfo import ZoneInfo

    try:
        return ZoneInfo(name)
    except (KeyError, ValueError, OSError):
        raise UsageError(f"--tz {name}: no such time zone; use a name such as {_meant(name)}") from None


def _meant(name: str) -> str:
    """The names that may be meant by one that is none."""
    from zoneinfo import available_timezones

    offset = re.fullmatch(r"(?:UTC|GMT)? ?([+-])(\d{1,2})(?::?00)?", name, re.ASCII | re.IGNORECASE)
    if offset is not None and int(offset[2]) <= 12:
        return (
            f"Etc/GMT{'-' if offset[1] == '+' else '+'}{int(offset[2])} (their signs are the other way about)"
        )
    word = name.lower().replace(" ", "_")
    near = sorted(
        one for one in available_timezones() if word in (one.lower(), one.lower().rpartition("/")[2])
    )
    return " or ".join(near[:3]) or "Europe/Berlin or UTC"
