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

_MARK = "[\u200e\u200f\u061c]?"  # which way to read, between the numbers of right-to-left countries
_SEPARATOR = rf"{_MARK}[./-]{_MARK} ?"
NUMBERS = (
    rf"(?:\d{{1,4}}{_SEPARATOR}\d{{1,2}}{_SEPARATOR}\d{{1,4}}(?: ?г\.| BE|\.)?|"
    r"\d{4}[년年] ?\d{1,2}[월月] ?\d{1,2}[일日])"
)
"""A date in numbers, for the patterns of formats."""
_BEFORE = "上午|下午|午前|午後|오전|오후|凌晨|清晨|早上|中午|晚上|午夜|半夜"
_GAP = "[ \u00a0\u202f]?"
_AFTER = (
    rf"[AaPp]\.?{_GAP}[Mm]\.?|[πμ]\.?{_GAP}μ\.?|[صم]|[قب]\.?{_GAP}ظ\.?|SA|CH|PT?G|e p(?:ara|as)dites|"
    r"पूर्वाह्न|अपराह्न|[fe]m|[vn]m\.?|ч\."
)


def clock_pattern(seconds: str) -> str:
    """A time of day, for the patterns of formats; `seconds` is "?" where they may be left out, else ""."""
    return (
        rf"(?:(?:{_BEFORE}){_GAP})?\d{{1,2}}[:.]\d\d(?:[:.]\d\d){seconds}(?:{_GAP}(?:{_AFTER})(?![^\W\d]))?"
    )


CLOCK = clock_pattern("?")
BETWEEN = rf"[,،]?{_MARK} (?:(?!{_BEFORE})[^\W\d]{{1,4}}\.? )?"
"""What stands between a date and a time, for the patterns of formats: a comma, "um", "klo" …"""

_LIKE = re.compile(
    rf"(?:[^\W\d]{{2,14}}\.?,? )?"
    rf"(?:{NUMBERS}|[^\W\d]{{3,12}}\.? \d{{1,2}},? \d{{4}}|\d{{1,2}}\.? [^\W\d]{{3,12}}\.? \d{{4}})"
)
_SPLIT = re.compile(r"[./-] ?|[년年월月] ?")
_SHORT = re.compile(r"(\d{1,2})[- ]([^\W\d]{3,12}\.?)[- ](\d{2}|\d{4})")
_LATE = ("下午", "午後", "오후", "中午", "晚上")
_HALVES = {
    "": "", "ч": "", "am": "am", "pm": "pm", "πμ": "am", "μμ": "pm", "ص": "am", "م": "pm", "قظ": "am",
    "بظ": "pm", "sa": "am", "ch": "pm", "pg": "am", "ptg": "pm", "eparadites": "am", "epasdites": "pm",
    "पूर्वाह्न": "am", "अपराह्न": "pm", "fm": "am", "em": "pm", "vm": "am", "nm": "pm",
}  # fmt: skip
_DIGITS = {
    zero + digit: str(digit)
    for zero in (0x660, 0x6F0, 0x7C0, 0x966, 0x9E6, 0xA66, 0xAE6, 0xE50, 0x1040)
    for digit in range(10)
}
_UNSEEN = dict.fromkeys(map(ord, "\u200e\u200f\u061c"))
_THAI = range(2400, 2700)
_OTHER = range(100, 1900)
"""Years of calendars whose months are not ours."""
_ORDERS = ("dmy", "mdy", "ymd")


def clock_of(text: str) -> str | None:
    """ "8:30:15 p. m.", "下午8:30" → the time of day; None if it is none."""
    text = text.translate(_DIGITS).replace("\u202f", " ").replace("\xa0", " ").strip()
    before = re.match(_BEFORE, text)
    text = text[before.end() :].strip() if before is not None else text
    digits = re.match(r"[\d:.]*\d", text, re.ASCII)
    if digits is None:
        return None
    half = _HALVES.get(text[digits.end() :].replace(" ", "").replace(".", "").lower())
    if half is None:
        return None
    if before is not None:
        half = "pm" if before[0] in _LATE else "am"
    return time_of_day(digits[0].replace(".", ":") + (f" {half}" if half else ""))


def like_date(text: str) -> bool:
    """Whether a text is written as a date is, though there may be no such day."""
    return _LIKE.fullmatch(text.strip()) is not None


def american(times: Iterable[str | None]) -> bool:
    """Whether some end in AM or PM, as they do where the month is written before the day; "am" and "pm" in
    small letters are of countries where the day is first."""
    return any(time[-1:] == "M" for time in times if time)


class Dates:
    """Reads the dates of one file. `samples` are those of its head, in the order of the file; `american`
    says that the times look it (AM, PM)."""

    def __init__(self, samples: Iterable[str], ctx: Context | None, *, american: bool = False) -> None:
        numbers = [split for text in samples if (split := _numbers(text)) is not None]
        self._order, doubt = _order(numbers, american)
        if doubt and ctx is not None:
            shown = {"dmy": "day first", "mdy": "month first", "ymd": "year first"}[self._order]
            ctx.note(f"the dates can be read day first or month first: taken as {shown}")
        years = {max(split) for split in numbers}
        if ctx is not None and any(year in _THAI for year in years):
            ctx.note(f"the years are counted as in Thailand: {max(years)} is {max(years) - 543}")
        if ctx is not None and any(year in _OTHER for year in years):
            ctx.note("the dates are of a calendar with other months: only the times of day are kept")
        self._cache: dict[str, date | None] = {}

    def is_foreign(self, text: str) -> bool:
        """Whether it is a date of a calendar that is not read."""
        numbers = _numbers(text)
        return numbers is not None and max(numbers) in _OTHER

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
    text = text.translate(_DIGITS).translate(_UNSEEN).strip().removesuffix("г.").removesuffix("BE")
    parts = _SPLIT.split(text.strip().rstrip(".일日"))
    if len(parts) != 3 or not all(part.isascii() and part.isdigit() and len(part) <= 4 for part in parts):
        return None
    return int(parts[0]), int(parts[1]), int(parts[2])


def _date(numbers: tuple[int, int, int], order: str) -> date | None:
    named = dict(zip(order, numbers, strict=True))
    year = named["y"]
    if year < 100:
        year += 1900 if year >= 80 else 2000
    elif year in _OTHER:
        return None
    elif year in _THAI:
        year -= 543
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
