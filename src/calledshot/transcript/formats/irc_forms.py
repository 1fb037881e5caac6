"""The grammar of an IRC log in parts: what stands in front of a line, what stands behind it, and which lines
only one writer writes. Bots, bouncers and web services differ in these alone.

Not here: what the service's lines tell (`irc_text`), and the loop over the lines (`irc_lines`).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from datetime import UTC, date, datetime
from functools import partial
from typing import NamedTuple

from calledshot.transcript.decode import Block
from calledshot.transcript.formats.base import Context, Head, Items
from calledshot.transcript.formats.irc_lines import (
    TIME,
    Heard,
    Quick,
    events,
    moment,
    month,
    noticed,
    said,
    told,
)
from calledshot.transcript.formats.irc_text import Note, bare_nick, person, stripped

HALF_A_YEAR = 183
_LAST_SECOND = 253_402_300_799
"""The end of the year 9999: no log is younger."""

_SAY = re.compile(r"<([ ~&@%+!]{0,6}[^\s<>]{1,200})>(?: (.*))?\Z")
_ACT = re.compile(r"\* ([^\s*]\S{0,199})(?: (.*))?\Z")
_NOTICE = re.compile(r"-([^\s:-][^\s:]{0,198}?)(?::[#&+!]\S{0,200})?-(?: (.*))?\Z")


def say(rest: str) -> Heard | None:
    """<Wren> words."""
    found = _SAY.match(rest)
    return None if found is None else said("say", bare_nick(found[1]), found[2] or "")


def act(rest: str) -> Heard | None:
    """* Wren acts."""
    found = _ACT.match(rest)
    return None if found is None else said("emote", bare_nick(found[1]), found[2] or "")


def notice(rest: str) -> Heard | None:
    """-Wren- words, or -Wren:#room- words."""
    found = _NOTICE.match(rest)
    return None if found is None else noticed(bare_nick(found[1]), found[2] or "")


def usual(rest: str) -> Heard | None:
    """What many log: <Wren> words, * Wren acts, -Wren- notices, and *** what the service tells."""
    first = rest[:1]
    if first == "<":
        return say(rest)
    if first == "*":
        return told(rest[4:]) if rest.startswith("*** ") else act(rest)
    return notice(rest) if first == "-" else None


def verb_note(name: str, verb: str, words: str) -> Note:
    """What somebody does by a verb of the protocol, `Wren KICK Tarn slow`, perhaps with the room before."""
    first, _, rest = words.partition(" ")
    if verb == "JOIN":
        return Note("join", name)
    if verb in ("PART", "QUIT"):
        return Note("leave", name)
    if verb == "KICK":
        thrown = rest.partition(" ")[0] if first[:1] in "#&+!" and rest else first
        return Note("leave", person(thrown)) if thrown else Note("system")
    if verb == "NICK" and first:
        return Note("nick", name, person(first.removeprefix(":")))
    return Note("topic", name) if verb == "TOPIC" else Note("system")


class Grammar(NamedTuple):
    """How one writer logs. `stamp` matches what stands in front of a line; of its groups, `t` (or `u`) is the
    time, `d` the date ("2004-07-03"), `z` the zone, `e` seconds since 1970, `day`, `mon` and perhaps `year`
    a date in words. `body` reads what stands behind; `mark` matches there what this writer alone writes,
    `never` what he never writes; without any mark the format scores `unsure`. `bare` reads lines without a
    stamp; `quick` is the usual line, for speed (see `Quick`)."""

    stamp: re.Pattern[str]
    body: Callable[[Context, str], Heard | None]
    mark: re.Pattern[str]
    never: re.Pattern[str] | None = None
    unsure: float = 0.45
    sure: float = 0.98
    bare: Callable[[Context, str], Heard | None] | None = None
    quick: str | None = None

    def parse(self, ctx: Context, raw: str) -> Heard | None:
        line = raw if raw.isprintable() else stripped(raw)
        found = self.stamp.match(line)
        if found is None:
            return self.bare(ctx, line) if self.bare is not None else None
        heard = self.body(ctx, line[found.end() :])
        if heard is not None:
            place(ctx, found.groupdict(), heard)
        return heard

    def sniff(self, head: Head) -> float:
        """The share of lines that fit, the higher for lines that only this writer writes."""
        ctx = Context(None, head, "")
        fit = marks = 0
        for raw in head.lines:
            line = stripped(raw)
            found = self.stamp.match(line)
            rest = line if found is None else line[found.end() :]
            if found is None and self.bare is None:
                continue
            if found is not None and self.never is not None and self.never.match(rest):
                return 0.0
            fit += self.parse(ctx, line) is not None
            marks += self.mark.match(rest) is not None
        share = fit / len(head.lines) if fit else 0.0
        return (self.sure if marks else self.unsure) * share

    def read(self, blocks: Iterable[Block], ctx: Context) -> Items:
        """The events in order."""
        if self.quick is None:
            return events(blocks, ctx, partial(self.parse, ctx))
        moment_of = None if self.quick is CLOCKED else _moments(ctx)
        quick = Quick(self.quick, moment=moment_of, even=self.quick is not DATED)
        return events(blocks, ctx, partial(self.parse, ctx), quick)


_DATE = r"[0-9]{4}-[0-9]{2}-[0-9]{2}"
_SAID = r"(?:<([^>\n]++)> |)|)(.*+)"
CLOCKED = rf"(?:\[({TIME})\] {_SAID}"
"""The usual line, as [20:15] <Wren> words."""
DATED = rf"(?:\[({_DATE}[T ]{TIME}(?:\.[0-9]{{3}})?+(?:Z|[+-][0-9]{{4}})?+)\] {_SAID}"
"""As [2004-07-03T20:15:02+0200] <Wren> words."""
BARE_DATED = rf"(?:({_DATE}[T ]{TIME})  ?{_SAID}"
"""As 2004-07-03T20:15:02  <Wren> words."""
_SECOND = len("2004-07-03T20:15:02")


def _moments(ctx: Context) -> Callable[[str], tuple[str | None, str | None]]:
    """What gives (at, clock) of the stamp of a usual line with a date."""
    stamp_of = ctx.calendar.stamp

    def moment_of(stamp: str) -> tuple[str | None, str | None]:
        behind = stamp[_SECOND:]
        part = behind[:4] if behind[:1] == "." else ""
        at = moment(ctx, stamp[:10], stamp[11:_SECOND] + part, behind[len(part) :])
        return (at, None) if at is not None else stamp_of(stamp[11:_SECOND])

    return moment_of


def place(ctx: Context, groups: dict[str, str | None], heard: Heard) -> None:
    """Dates what was heard by what stands in front of it."""
    epoch, day, time = groups.get("e"), groups.get("d"), groups.get("t") or groups.get("u")
    if epoch is not None:
        heard.at = of_epoch(int(epoch))
        return
    heard.time = time or ""
    if day is not None:
        heard.at = moment(ctx, day, heard.time, groups.get("z") or "")
        heard.time = heard.time.partition(".")[0]
    elif groups.get("mon") is not None:
        heard.day = _named(ctx, groups)
        months = month(groups["mon"] or "")
        if heard.day is None and months is not None and groups["day"] is not None:
            heard.yearless = months, int(groups["day"])


def _named(ctx: Context, groups: dict[str, str | None]) -> date | None:
    """The date of a day and a month; the year is the log's own or, where it has none, the one of the date the
    file is known to be of."""
    number, word, year = groups["day"], groups["mon"], groups.get("year")
    months = month(word or "")
    known = ctx.calendar.day
    if number is None or months is None or (year is None and known is None):
        return None
    try:
        if year is not None:
            return date(int(year), months, int(number))
        assert known is not None
        made = date(known.year, months, int(number))
        if (known - made).days > HALF_A_YEAR:
            return date(known.year + 1, months, int(number))
        return date(known.year - 1, months, int(number)) if (made - known).days > HALF_A_YEAR else made
    except ValueError:
        return None


def of_epoch(seconds: int, milliseconds: int | None = None) -> str | None:
    """The moment of a time in seconds since 1970, in UTC; None for one that is no date."""
    if not 0 < seconds <= _LAST_SECOND:
        return None
    bare = datetime.fromtimestamp(seconds, UTC).strftime("%Y-%m-%dT%H:%M:%S")
    return bare.zfill(19) + ("" if milliseconds is None else f".{milliseconds:03d}") + "+00:00"
