"""The loop over the lines of an IRC log, one event a line: joined, dated, numbered and accounted for; and
dates as such logs write them in words.

How a line is read is the format's own; what IRC lines say is `irc_text`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from datetime import date
from functools import lru_cache
from typing import NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from calledshot.transcript.clock import time_of_day
from calledshot.transcript.decode import Block
from calledshot.transcript.event import Event, Kind, Source, Trust
from calledshot.transcript.formats.base import MESSAGE_LINES, Context, Head, Items
from calledshot.transcript.formats.irc_text import Note, bare_nick, note, stripped, trust_of

BLANKS = " \t\xa0"
NAMES_LIMIT = 20_000
FULL_LINE = 70
"""A line of at least so many characters may have been wrapped by mail or a web page."""


TIME = r"[0-2][0-9]:[0-5][0-9](?::[0-5][0-9])?"
"""The time of day in a `Quick` pattern whose `moment` is `Calendar.running`."""
NAME = r"[^\x00-\x20<>\x7f-\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]{1,80}+"
"""A nick in a `Quick` pattern, up to the bracket behind it: no blanks, codes or brackets."""
_CODES = "\x02\x03\x04\x0f\x11\x16\x1b\x1d\x1e\x1f"


class Heard(Struct, gc=False):
    """What one line says. `time` is as written; `day` the date the line itself gives; `at` a whole moment
    already in ISO 8601; `room` the room from here on; `open` whether a wrapped rest may follow below;
    `others` who else comes or goes by the same line; `yearless` the month and the day, where the log leaves
    out the year."""

    kind: Kind
    speaker: str | None
    text: str
    time: str = ""
    day: date | None = None
    at: str | None = None
    to: str | None = None
    trust: Trust = "member"
    room: str | None = None
    open: bool = False
    others: tuple[str, ...] = ()
    yearless: tuple[int, int] | None = None


def said(kind: Kind, speaker: str, text: str, time: str = "", day: date | None = None) -> Heard:
    """A message of a member's, which may have been wrapped."""
    return Heard(kind, speaker, text, time, day, open=True)


def told(text: str, time: str = "", day: date | None = None, of: Note | None = None) -> Heard:
    """A line of the client's or the service's own, with what it tells."""
    what = of or note(text)
    return Heard(what.kind, what.speaker, text, time, day, None, what.to, "server", what.room)


def noticed(name: str, text: str, time: str = "", day: date | None = None) -> Heard:
    """A notice."""
    return Heard("notice", name, text, time, day, trust=trust_of(name), open=True)


class Quick(NamedTuple):
    """The usual line, for speed: `pattern` gives the stamp, the name and the words of what somebody says in
    the room, or where the fourth and fifth group match, does; all other lines go to the format's `parse`.
    `moment` gives (at, clock) of the stamp."""

    pattern: re.Pattern[str]
    moment: Callable[[str], tuple[str | None, str | None]]


def events(
    blocks: Iterable[Block], ctx: Context, parse: Callable[[str], Heard | None], quick: Quick | None = None
) -> Items:
    """The events of all lines. A line that `parse` does not know goes on with the message right above it if
    it is indented or that line was full; else it is unread. One message is held back."""
    seq = 0
    room: str | None = None
    held: Event | None = None
    joined: list[str] = []
    last = full = 0
    calendar, speaker_of, file = ctx.calendar, ctx.speaker, ctx.file
    usual = quick.pattern.match if quick is not None else _never
    moment_of = quick.moment if quick is not None else calendar.stamp
    names: dict[str, str] = {}
    stamped = ""
    at: str | None = None
    clock: str | None = None
    for start, lines in blocks:
        number = start - 1
        clean = not coded(lines)
        for line in lines:
            number += 1
            found = usual(line)
            if found is not None:
                stamp, raw, text = found.group(1, 2, 3)
                kind: Kind = "say"
                if raw is None:
                    kind, raw, text = "emote", found[4], found[5] or ""
                speaker = names.get(raw)
                if speaker is None:
                    speaker = speaker_of(bare_nick(raw))
                    if len(names) < NAMES_LIMIT:
                        names[raw] = speaker
                if held is not None:
                    yield _whole(held, joined, last) if joined else held
                if stamp != stamped:
                    at, clock = moment_of(stamp)
                    stamped = stamp
                held = Event(
                    seq=seq, at=at, kind=kind, speaker=speaker, room=room,
                    text=(text if clean else stripped(text)).strip(BLANKS),
                    source=Source(file, number, number), clock=clock,
                )  # fmt: skip
                seq += 1
                last = number
                full = len(line)
                continue
            heard = parse(line) if line else None
            if heard is None:
                bare = stripped(line).strip(BLANKS)
                if not bare or bare.isspace():
                    if bare != line.strip(BLANKS):  # nothing but colour codes is still a line
                        if held is not None:
                            yield _whole(held, joined, last)
                            held = None
                        yield ctx.unread(line, number)
                    full = 0
                    continue
                joins = held is not None and last == number - 1 and len(joined) < MESSAGE_LINES
                if joins and (full >= FULL_LINE or (full and line[0] in BLANKS)):
                    joined.append(bare)
                    last, full = number, max(len(line), full if line[0] in BLANKS else 0)
                    continue
                if held is not None:
                    yield _whole(held, joined, last)
                    held = None
                yield ctx.unread(line, number)
                full = 0
                continue
            if held is not None:
                yield _whole(held, joined, last)
            if heard.day is not None:
                calendar.set_day(heard.day)
            if heard.yearless is not None:
                ctx.told_day(number, heard.yearless)
            at, clock, stamped = heard.at, None, ""
            if at is None and heard.time:
                at, clock = calendar.stamp(heard.time)
            if heard.room is not None:
                room = heard.room
            text = heard.text
            if not text.isprintable():
                text = stripped(text)
            held = Event(
                seq=seq, at=at, kind=heard.kind,
                speaker=None if heard.speaker is None else speaker_of(heard.speaker),
                to=heard.to, room=room, text=text.strip(BLANKS), trust=heard.trust,
                source=Source(file, number, number), clock=clock,
            )  # fmt: skip
            seq += 1
            last = number
            full = len(line) if heard.open else 0
            for name in heard.others:
                yield held
                held = replace(held, seq=seq, speaker=speaker_of(name))
                seq += 1
    if held is not None:
        yield _whole(held, joined, last)


def coded(lines: list[str]) -> bool:
    """Whether any of the lines holds anything that `stripped` may take away."""
    text = "".join(lines)
    return any(code in text for code in _CODES)


def _never(line: str) -> None:
    """No line is the usual one."""


def _whole(event: Event, joined: list[str], last: int) -> Event:
    """The event with the lines that go on with it, which are used up."""
    if not joined:
        return event
    text = " ".join([event.text, *joined]).strip(BLANKS)
    joined.clear()
    assert event.source is not None
    return replace(event, text=text, source=Source(event.source.file, event.source.line, last))


def share(head: Head, fits: Callable[[str], bool]) -> float:
    """The share of the head's lines that fit."""
    lines = head.lines
    return sum(map(fits, lines)) / len(lines) if lines else 0.0


@lru_cache(maxsize=1024)
def _day(text: str) -> date | None:
    try:
        return date.fromisoformat(text)
    except ValueError:
        return None


@lru_cache(maxsize=16_384)
def _time(text: str) -> str | None:
    return time_of_day(text)


def moment(ctx: Context, day: str, clock: str, zone: str = "") -> str | None:
    """The moment of a line that gives date ("2004-07-03"), time (perhaps with a fraction) and perhaps a zone
    ("Z", "+0200", "+02:00"), None if it is none. Without a zone, the one the caller named holds."""
    when = _day(day)
    time, _, part = clock.partition(".")
    bare = _time(time)
    if when is None or bare is None:
        return None
    if not zone:
        made = f"{day}T{bare}" if not ctx.calendar.zoned else ctx.calendar.moment(when, bare)
        return f"{made[:19]}.{part}{made[19:]}" if part and len(bare) == 8 else made
    if zone in ("Z", "z"):
        zone = "+00:00"
    elif ":" not in zone:
        zone = f"{zone[:3]}:{zone[3:] or '00'}"
    if zone[1:] > "14:00" or zone[4:] > "59":
        return None
    return f"{day}T{bare}" + (f".{part}" if part and len(bare) == 8 else "") + zone


_MONTHS = {
    1: "jan ene gen sty led янв tam ιαν 1月",
    2: "feb fév fev lut úno фев hel φεβ 2月",
    3: "mar mär mrz maa bře мар μαρ 3月",
    4: "apr avr abr kwi dub апр huh απρ 4月",
    5: "may mai maj mag mei maí кві май мая tou μαϊ 5月",
    6: "jun jui giu cze čer июн kes ιου 6月",
    7: "jul juil lug lip июл hei ιουλ 7月",
    8: "aug aoû ago sie srp авг elo αυγ 8月",
    9: "sep set wrz zář сен syy σεπ 9月",
    10: "oct okt ott out paź říj окт lok οκτ 10月",
    11: "nov lis ноя marr νοε 11月",
    12: "dec déc dez dic gru pro дек jou δεκ 12月",
}
_MONTH = {word: number for number, words in _MONTHS.items() for word in words.split()}
_TOKEN = re.compile(r"[^\s,]{1,40}")
_CJK = re.compile(r"(\d{4})\s?[年년]\s?(\d{1,2})\s?[月월]\s?(\d{1,2})\s?[日일]", re.ASCII)
_NUMBERS = re.compile(r"(\d{1,4})([-./])(\d{1,2})\2(\d{1,4})\.?", re.ASCII)
_DAYS = re.compile(r"\d{1,2}", re.ASCII)
_CLOCK = re.compile(r"\d{1,2}:\d\d(?::\d\d)?", re.ASCII)


def month(word: str) -> int | None:
    """The number of a month from its name or the beginning of it, in the languages clients speak."""
    low = word.casefold().rstrip(".")
    for size in (4, 3):
        if (found := _MONTH.get(low[:size])) is not None:
            return found
    return None


def long_date(text: str) -> tuple[date, str] | None:
    """The date and the time ("" if none) of words like "Sat Jul 03 20:15:32 2004", in any order and several
    languages; None where they give no date. "7/3/2004" is month first unless it cannot be."""
    text = text[:120]
    year = named = day = 0
    time = ""
    cjk = _CJK.search(text)
    if cjk is not None:
        year, named, day = int(cjk[1]), int(cjk[2]), int(cjk[3])
    tokens = _TOKEN.findall(text)
    for at, token in enumerate(tokens):
        clock = _CLOCK.match(token)
        bare = token.rstrip(".")
        if clock is not None and not time:
            after = tokens[at + 1].lower().replace(".", "") if at + 1 < len(tokens) else ""
            half = after if after in ("am", "pm") else token[clock.end() :]
            time = time_of_day(f"{clock[0]} {half}" if half.lower() in ("am", "pm") else clock[0]) or ""
        elif cjk is not None:
            continue
        elif bare.isascii() and bare.isdigit():
            if len(bare) == 4 and not year:
                year = int(bare)
            elif len(bare) <= 2 and not day:
                day = int(bare)
        elif (numbers := _NUMBERS.fullmatch(token)) is not None and not (year or named or day):
            year, named, day = _ordered(numbers)
        elif (found := month(bare)) is not None:
            named = found  # the last one: "mar 18 oct" is a Tuesday in October
        elif not day and bare[-2:] in ("st", "nd", "rd", "th") and _DAYS.fullmatch(bare[:-2]):
            day = int(bare[:-2])
    try:
        return date(year, named, day), time
    except ValueError:
        return None


def _ordered(numbers: re.Match[str]) -> tuple[int, int, int]:
    """Year, month and day of a date in numbers."""
    first, second, third = int(numbers[1]), int(numbers[3]), int(numbers[4])
    if len(numbers[1]) == 4:
        return first, second, third
    if third < 100:
        third += 1900 if third >= 80 else 2000
    if numbers[2] == "/" and first <= 12:
        return third, first, second
    return third, second, first
