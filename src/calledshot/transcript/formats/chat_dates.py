"""Dates and times as phones and browsers print them in their owner's country: which number is the day.

The order is read off the dates of a whole head, never off one; where nothing tells, it is assumed and said.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from datetime import date
from itertools import pairwise

from calledshot.transcript.clock import time_of_day
from calledshot.transcript.formats.base import Context
from calledshot.transcript.formats.irc_lines import long_date, month

NUMBERS = r"\d{1,4}[./-] ?\d{1,2}[./-] ?\d{1,4}"
"""A date in numbers, for the patterns of formats."""
CLOCK = (
    r"(?:(?:上午|下午|午前|午後|오전|오후)[ \u00a0\u202f]?)?\d{1,2}[:.]\d\d(?:[:.]\d\d)?"
    r"(?:[ \u00a0\u202f]?[AaPp]\.?[ \u00a0\u202f]?[Mm]\.?)?"
)
"""A time of day, for the patterns of formats."""

_SPLIT = re.compile(r"[./-] ?")
_SHORT = re.compile(r"(\d{1,2})[- ]([^\W\d]{3,12}\.?)[- ](\d{2}|\d{4})")
_EARLY = ("上午", "午前", "오전")
_LATE = ("下午", "午後", "오후")
_ORDERS = ("dmy", "mdy", "ymd")


def clock_of(text: str) -> str | None:
    """ "8:30:15 p. m.", "下午8:30" → the time of day; None if it is none."""
    text = text.replace("\u202f", " ").replace("\xa0", " ").strip()
    half = text[:2] if text[:2] in (*_EARLY, *_LATE) else ""
    text = text[len(half) :].strip()
    digits = re.match(r"[\d:.]*\d", text, re.ASCII)
    if digits is None:
        return None
    mark = text[digits.end() :].replace(" ", "").replace(".", "").lower()
    if half:
        mark = "am" if half in _EARLY else "pm"
    if mark not in ("", "am", "pm"):
        return None
    return time_of_day(digits[0].replace(".", ":") + (f" {mark}" if mark else ""))


class Dates:
    """Reads the dates of one file. `samples` are those of its head, in the order of the file; `american`
    says that the times look it (AM, PM)."""

    def __init__(self, samples: Iterable[str], ctx: Context | None, *, american: bool = False) -> None:
        numbers = [split for text in samples if (split := _numbers(text)) is not None]
        self._order, doubt = _order(numbers, american)
        if doubt and ctx is not None:
            shown = {"dmy": "day first", "mdy": "month first", "ymd": "year first"}[self._order]
            ctx.note(f"the dates can be read day first or month first: taken as {shown}")
        self._cache: dict[str, date | None] = {}

    def read(self, text: str) -> date | None:
        """The day, None if it is none."""
        if text in self._cache:
            return self._cache[text]
        numbers = _numbers(text)
        if numbers is not None:
            found = _date(numbers, self._order)
            if found is None:
                found = next((day for order in _ORDERS if (day := _date(numbers, order))), None)
        else:
            found = _named(text)
        if len(self._cache) < 10_000:
            self._cache[text] = found
        return found


def _named(text: str) -> date | None:
    """ "14-Jan-23", "Fri, Apr 16, 2021": a date with the month's name."""
    short = _SHORT.fullmatch(text.strip())
    if short is not None and (number := month(short[2])) is not None:
        return _date((int(short[1]), number, int(short[3])), "dmy")
    words = long_date(text)
    return words[0] if words is not None else None


def _numbers(text: str) -> tuple[int, int, int] | None:
    parts = _SPLIT.split(text.strip().rstrip("."))
    if len(parts) != 3 or not all(part.isascii() and part.isdigit() and len(part) <= 4 for part in parts):
        return None
    return int(parts[0]), int(parts[1]), int(parts[2])


def _date(numbers: tuple[int, int, int], order: str) -> date | None:
    named = dict(zip(order, numbers, strict=True))
    year = named["y"]
    if year < 100:
        year += 1900 if year >= 80 else 2000
    try:
        return date(year, named["m"], named["d"])
    except ValueError:
        return None


def _order(all_numbers: Sequence[tuple[int, int, int]], american: bool) -> tuple[str, bool]:
    """The order that fits, and whether another does as well."""
    if not all_numbers:
        return ("mdy" if american else "dmy"), False
    if all(numbers[0] > 31 for numbers in all_numbers):
        return "ymd", False
    judged = []
    for order in ("mdy", "dmy") if american else ("dmy", "mdy"):
        days = [_date(numbers, order) for numbers in all_numbers]
        known = [day for day in days if day is not None]
        back = sum(1 for a, b in pairwise(known) if b < a)
        span = (max(known) - min(known)).days if known else 0
        judged.append((len(days) - len(known), back, span, order, known))
    first, second = judged
    if first[4] == second[4]:
        return first[3], False  # every day is also its month
    if first[:2] != second[:2]:
        return min(judged, key=lambda one: one[:2])[3], first[0] == second[0] == 0
    if first[2] > 10 * (second[2] + 1):  # one evening after another, not one a month
        return second[3], True
    return first[3], True
