"""The loop over the lines of an IRC log, one event a line: joined, dated, numbered and accounted for; and
dates as such logs write them in words.

How a line is read is the format's own; what IRC lines say is `irc_text`.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import date
from functools import lru_cache
from typing import NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from calledshot.finding import Finding
from calledshot.transcript.clock import time_of_day
from calledshot.transcript.decode import Block
from calledshot.transcript.event import Event, Kind, Source, Trust
from calledshot.transcript.formats.base import MESSAGE_LINES, MIDNIGHT, Batches, Context, Head, Items, pieces
from calledshot.transcript.formats.irc_text import Note, bare_nick, note, stripped, trust_of

BLANKS = " \t\xa0"
NAMES_LIMIT = 20_000
FULL_LINE = 70
"""A line of at least so many characters may have been wrapped by mail or a web page …"""
WIDEST = 84
"""… and where a log has no longer lines than this, also one that has no room for the word below it."""
TIME = "<TIME>"
"""Stands in a `Quick` pattern for the time of day, with or without seconds as the log has it."""
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


def log_begins(line: str) -> Heard | None:
    """ircII's line, and that of all who come of it, where logging begins or ends: `IRC log started DATE`."""
    found = _LOG_BEGINS.match(line) if "IRC log " in line[:16] else None
    day = long_date(found[1]) if found is not None else None
    if found is None or day is None:
        return told(line, of=Note("system")) if found is not None else None
    return told(line, day[1], day[0], Note("system"))


def noticed(name: str, text: str, time: str = "", day: date | None = None) -> Heard:
    """A notice."""
    return Heard("notice", name, text, time, day, trust=trust_of(name), open=True)


class Quick(NamedTuple):
    """The usual lines, for speed; all others go to the format's `parse`, which reads these just the same: a
    name is read here only after `parse` has met it at the same place, so the patterns may be loose.

    `said` fits every line and finds its stamp, the name of who says something in the room, if somebody does,
    and his words. `others` finds in other lines the groups `doer` and `deed` of who does something, or of
    what the client tells (`told`) `who` it is of and, if he came and did not go, `came`. `moment` gives
    (at, clock) of a stamp; None where that is a time that `Calendar.running` takes. Longer stamps end in the
    time; not `even` are those behind whose times more may stand."""

    said: str
    others: re.Pattern[str] | None = None
    moment: Callable[[str], tuple[str | None, str | None]] | None = None
    even: bool = True


_SHORT, _SECONDS = r"[0-2][0-9]:[0-5][0-9]", r"[0-2][0-9]:[0-5][0-9]:[0-5][0-9]"
_LOG_BEGINS = re.compile(r"(?:\*{6} )?IRC log (?:started|ended) (.{10,40})\Z")
_TIME = re.compile(r"(?<![\d:])\d\d:\d\d(:\d\d)?(?![\d:])", re.ASCII)


@lru_cache(maxsize=64)
def _by_lines(pattern: str, short: bool) -> re.Pattern[str]:
    """Finds every line of a text, with the groups of those that fit."""
    return re.compile(pattern.replace(TIME, _SHORT if short else _SECONDS) + r"\n")


def _short(lines: Iterable[str]) -> bool:
    """Whether the first time in the lines has no seconds."""
    found = next((found for line in lines if (found := _TIME.search(line)) is not None), None)
    return found is not None and found[1] is None


def events(
    blocks: Iterable[Block], ctx: Context, parse: Callable[[str], Heard | None], quick: Quick | None = None
) -> Items:
    """The events of all lines. A line that `parse` does not know goes on with the message right above it if
    it is indented or that line was full; else it is unread. One message is held back."""
    return Batches(_Lines(ctx, parse).batches(blocks, quick))


_ABOVE = -1
"""As length of the line above: not yet counted."""


def _wrapped_at(lines: Sequence[str]) -> int:
    """The width at which a log was wrapped that begins with these lines; beyond all lines for one that was
    not, as far as that shows: several lines are nearly as long as the longest, which is not long."""
    longest = max(map(len, lines), default=0)
    near = sum(len(line) > longest - 8 for line in lines)
    return longest if FULL_LINE <= longest <= WIDEST and near > 1 else sys.maxsize


class _Lines:
    """Reads the lines of one log, block by block. The last of `made` is held back: the lines in `joined` go
    on with it, up to line `last`; `full` is the length of the line above, 0 if nothing goes on with it."""

    def __init__(self, ctx: Context, parse: Callable[[str], Heard | None]) -> None:
        self.ctx, self.parse = ctx, parse
        self.short = _short(ctx.head.lines)
        self.seq = self.last = self.full = 0
        self.width = _wrapped_at(ctx.head.lines)
        self.room: str | None = None
        self.made: list[Event | Finding] = []
        self.joined: list[str] = []
        self.names: dict[str, str] = {}  # who speaks, by his name with the marks of his standing
        self.doers: dict[str, str] = {}
        self.people: dict[str, str] = {}  # who comes and goes

    def batches(self, blocks: Iterable[Block], quick: Quick | None) -> Iterator[list[Event | Finding]]:
        following = 0
        for piece in pieces(blocks):
            if piece.start != following:
                self.full = 0
            following = piece.start + len(piece.lines)
            if quick is not None:
                self.quickly(piece, quick)
            else:
                for number, line in enumerate(piece.lines, piece.start):
                    self.line(line, number)
            if len(self.made) > 1:
                batch = self.made
                self.made = [batch.pop()]
                yield batch
        if self.made:
            self.settle()
            yield self.made

    def settle(self) -> None:
        """Nothing more goes on with the last message."""
        if self.joined:
            event = self.made[-1]
            assert isinstance(event, Event) and event.source is not None
            text = " ".join([event.text, *filter(None, self.joined)]).strip(BLANKS)
            source = Source(event.source.file, event.source.line, self.last)
            self.made[-1] = replace(event, text=text, source=source)
            self.joined.clear()

    def quickly(self, piece: Block, quick: Quick) -> None:
        """Read lines, the usual ones here."""
        start, lines = piece
        text = "\n".join(lines) + "\n"
        found: list[tuple[str, str, str]] = _by_lines(quick.said, self.short).findall(text)
        assert len(found) == len(lines), "a Quick pattern goes beyond the end of its line"
        clean = not coded(text)
        calendar, file = self.ctx.calendar, self.ctx.file
        moment_of = quick.moment or calendar.running
        others = None if quick.others is None else quick.others.match
        names, joined, append = self.names, self.joined, self.made.append
        seq, room, full = self.seq, self.room, self.full
        stamped = ""  # the stamp before
        # While no day passes, a time is put behind `lead`: of stamps from `now` to `limit`, which are all of
        # one length. `lead` is "" where that is not known, and `ahead` where the calendar is to be told.
        ahead = quick.moment is None
        lead, now = (calendar.lead, calendar.now) if ahead else ("", "")
        limit = MIDNIGHT if lead else ""
        dateless = ahead and calendar.day is None
        even = quick.even
        iso = False  # whether a stamp is the moment, but for a blank
        at: str | None = None
        clock: str | None = None
        for number, (stamp, name, words) in enumerate(found, start):
            if name in names:
                if joined:
                    self.settle()
                if stamp != stamped:
                    stamped = stamp
                    if now <= stamp < limit:
                        at, now = stamp.replace(" ", "T", 1) if iso else lead + stamp[-8:], stamp
                    else:
                        if lead and ahead:
                            calendar.now = now
                        at, clock = moment_of(stamp)
                        lead, now, limit = "", stamp, ""
                        if ahead:
                            lead, limit = calendar.lead, MIDNIGHT if calendar.lead else ""
                        elif at is not None and even and len(stamp) > 8 and at.endswith(stamp[-8:]):
                            lead, limit = at[:-8], stamp[:-8] + MIDNIGHT
                            iso = at == stamp.replace(" ", "T", 1)
                append(
                    Event(
                        seq=seq, at=at, kind="say", speaker=names[name], room=room,
                        text=(words if clean else stripped(words)).strip(BLANKS),
                        source=Source(file, number, number), clock=clock,
                    )
                )  # fmt: skip
                seq += 1
                full = _ABOVE
                continue
            line = lines[number - start]
            other = others(line) if others is not None and stamp and not name else None
            if other is not None:
                known = self.known(other)
                if known is not None and (stamp == stamped or now <= stamp < limit or dateless):
                    if joined:
                        self.settle()
                    if stamp != stamped:
                        stamped = now = stamp
                        at, clock = (lead + stamp[-8:], None) if limit else moment_of(stamp)
                    kind, speaker, words = known
                    append(
                        Event(
                            seq=seq, at=at, kind=kind, speaker=speaker, room=room,
                            text=(words if clean else stripped(words)).strip(BLANKS),
                            trust="member" if kind == "emote" else "server",
                            source=Source(file, number, number), clock=clock,
                        )
                    )  # fmt: skip
                    seq += 1
                    full = _ABOVE if kind == "emote" else 0
                    continue
            if lead and ahead:
                calendar.now = now
            self.seq = seq
            self.full = full if full >= 0 or number == start else len(lines[number - start - 1])
            self.line(line, number)
            seq, room, full, stamped, clock = self.seq, self.room, self.full, "", None
            if ahead:
                lead, now, dateless = calendar.lead, calendar.now, calendar.day is None
                limit = MIDNIGHT if lead else ""
            if stamp:
                self.meet(number, name, other)
        if lead and ahead:
            calendar.now = now
        self.seq = seq
        self.full = full if full >= 0 else len(lines[-1])

    def known(self, other: re.Match[str]) -> tuple[Kind, str, str] | None:
        """Kind, speaker and words of a line of `others`, None if he has not been met."""
        doer = other["doer"]
        if doer is not None:
            speaker = self.doers.get(doer)
            return None if speaker is None else ("emote", speaker, other["deed"] or "")
        speaker = self.people.get(other["who"])
        return None if speaker is None else ("join" if other["came"] else "leave", speaker, other["told"])

    def meet(self, number: int, name: str, other: re.Match[str] | None) -> None:
        """Remember whom `line` has just read in a line, at the place where a pattern found somebody."""
        event = self.made[-1] if self.made else None
        if not isinstance(event, Event) or event.speaker is None or len(self.names) >= NAMES_LIMIT:
            return
        if event.source is None or event.source.line != number:  # the line went on with a message
            return
        if name and event.kind == "say":
            self.names[name] = self.doers[bare_nick(name)] = event.speaker
        elif other is not None and event.kind in ("join", "leave") and len(self.people) < NAMES_LIMIT:
            who = other["who"] or ""
            if event.speaker == self.ctx.speaker(bare_nick(who)):
                self.people[who] = event.speaker

    def line(self, line: str, number: int) -> None:
        """Read one line."""
        heard = (self.parse(line) or log_begins(line)) if line else None
        if heard is None:
            self.unknown(line, number)
            return
        ctx, calendar = self.ctx, self.ctx.calendar
        self.settle()
        if heard.day is not None:
            calendar.set_day(heard.day)
        if heard.yearless is not None:
            ctx.told_day(number, heard.yearless)
        at, clock = heard.at, None
        if at is None and heard.time:
            at, clock = calendar.stamp(heard.time)
        if heard.room is not None:
            self.room = heard.room
        text = heard.text
        if not text.isprintable():
            text = stripped(text)
        self.made.append(
            Event(
                seq=self.seq, at=at, kind=heard.kind,
                speaker=None if heard.speaker is None else ctx.speaker(heard.speaker),
                to=heard.to, room=self.room, text=text.strip(BLANKS), trust=heard.trust,
                source=Source(ctx.file, number, number), clock=clock,
            )
        )  # fmt: skip
        self.seq += 1
        for name in heard.others:
            self.made.append(replace(self.made[-1], seq=self.seq, speaker=ctx.speaker(name)))
            self.seq += 1
        self.full = len(line) if heard.open else 0

    def goes_on(self, bare: str, full: int, indented: bool) -> bool:
        """Whether a line can be the rest of the one above, which is so long."""
        if not bare or bare.isspace():  # colour codes alone
            return bool(full and indented)
        return full >= FULL_LINE or bool(full and (indented or full + len(bare.split()[0]) >= self.width))

    def unknown(self, line: str, number: int) -> None:
        """A line that begins no event."""
        bare = stripped(line).strip(BLANKS)
        full, indented = self.full, line[:1] in BLANKS
        self.full = 0
        if (not bare or bare.isspace()) and bare == line.strip(BLANKS):
            return
        if self.goes_on(bare, full, indented) and len(self.joined) < MESSAGE_LINES:
            self.joined.append(bare)
            self.last, self.full = number, max(len(line), full if indented else 0)
            return
        self.settle()  # nothing but colour codes is still a line
        self.made.append(self.ctx.unread(line, number))


def coded(text: str) -> bool:
    """Whether the text holds anything that `stripped` may take away."""
    return any(code in text for code in _CODES)


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
    1: "jan ene gen sty led янв tam ιαν 1月 oca січ sij ian ян jaan sau",
    2: "feb fév fev lut úno фев hel φεβ 2月 şub лют vel veeb vas",
    3: "mar mär mrz maa bře мар μαρ 3月 mrt márc бер ožu kov",
    4: "apr avr abr kwi dub апр huh απρ 4月 nis ápr bal",
    5: "may mai maj mag mei maí кві май мая tou μαϊ 5月 máj kvě тра svi μάι geg",
    6: "jun jui giu cze čer июн kes ιου 6月 haz jún чер čen iun юни ιούν juun bir",
    7: "jul juil lug lip июл hei ιουλ 7月 tem júl čec iul юли ιούλ juul lie",
    8: "aug aoû ago sie srp авг elo αυγ 8月 ağu сер avg αύγ kol rgp",
    9: "sep set wrz zář сен syy σεπ 9月 eyl szep сеп вер ruj rgs",
    10: "oct okt ott out paź říj окт lok οκτ 10月 eki жов spa",
    11: "nov lis ноя marr νοε 11月 kas лист ное νοέ stu lap",
    12: "dec déc dez dic gru pro дек jou δεκ 12月 ara гру des dets",
}
_MONTH = {word: number for number, words in _MONTHS.items() for word in words.split()}
_TOKEN = re.compile(r"[^\s,]{1,40}")
_CJK = re.compile(r"(\d{4})\s?[年년]\s?(\d{1,2})\s?[月월]\s?(\d{1,2})\s?[日일]", re.ASCII)
_NUMBERS = re.compile(r"(\d{1,4})([-./])(\d{1,2})\2(\d{1,4})\.?", re.ASCII)
_DAYS = re.compile(r"\d{1,2}", re.ASCII)
_CLOCK = re.compile(r"\d{1,2}:\d\d(?::\d\d)?", re.ASCII)
_DOTTED = re.compile(r"\d{1,2}\.\d\d\.\d\d", re.ASCII)
_EASTERN = re.compile(r"(\d{1,2}) ?[時时點点시] ?(\d{2}) ?[分분](?: ?(\d{2}) ?[秒초])?", re.ASCII)


def month(word: str) -> int | None:
    """The number of a month from its name or the beginning of it, in the languages clients speak."""
    low = word.casefold().rstrip(".").replace("월", "月")
    for size in (4, 3):
        if (found := _MONTH.get(low[:size])) is not None:
            return found
    return None


def long_date(text: str) -> tuple[date, str] | None:
    """The date and the time ("" if none) of words like "Sat Jul 03 20:15:32 2004", in any order and several
    languages; None where they give no date. "7/3/2004" is month first unless it cannot be."""
    text = _EASTERN.sub(lambda found: ":".join(part for part in found.groups() if part), text[:120])
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
        elif year and named and not time and _DOTTED.fullmatch(token):
            time = time_of_day(token.replace(".", ":")) or ""
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
