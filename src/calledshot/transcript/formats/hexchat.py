"""Logs of XChat and HexChat: `Jul 03 20:15:01 <Wren> words`, a TAB or blanks behind the name, between
`**** BEGIN LOGGING AT` and `**** ENDING LOGGING AT` (in any language), from which the year comes.

Old themes mark what happens with `-->`, `<--` and `---`; in the new one a star stands before that and before
what people do, told apart by the client's very words. For the scrollback files see `hexchat_scrollback`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from datetime import date

from calledshot.transcript.decode import Block
from calledshot.transcript.formats.base import Context, Format, Head, Items
from calledshot.transcript.formats.irc_languages import hosted
from calledshot.transcript.formats.irc_lines import (
    BLANKS,
    NAMES_LIMIT,
    TIME,
    Heard,
    Quick,
    events,
    long_date,
    moment,
    month,
    noticed,
    said,
    told,
)
from calledshot.transcript.formats.irc_text import (
    Note,
    abroad,
    bare_nick,
    joining,
    known_note,
    leaving,
    nick_like,
    note,
    notice_of,
    starred,
    stripped,
)

HALF_YEAR = 6
EMPTY = "    "
"""The column for names with nobody in it; fewer blanks are left where a web page took a <name> for a tag."""
_SAID = rf"(?:((?:[^\W\d]{{3,9}}\.? [ 0-3]?[0-9] )?{TIME})(?: <([^>\n]++)>[\t ]|)|)(.*+)"
_STAMP = re.compile(
    r" ?[\[(]?(?:([^\W\d]{3,9})\.? {1,2}(\d{1,2}) |(\d{4}-\d\d-\d\d)[T ])?(\d\d:\d\d(?::\d\d)?)"
    r"(Z|[+-]\d\d:?\d\d)?[\])]?(?=[ \t])"
)
_COLUMN = re.compile(
    r"(<[^\s<>]{1,160}>|\*[^\s*]{1,80}\*|>[^\s<>]{1,80}<|-->|<--|---|\*{1,3}|[→⇒⟶←⇐⟵](?=\t))(?:[ \t](.*))?\Z"
)
_THEMED = re.compile(
    r"(?:\.:(?P<a>[^\s:]{1,80}):\.|\((?P<b>[^\s()]{1,80})\)|\[(?P<c>[^\s\[\]]{1,80})\]"
    r"|(?P<d>[~&@%+]?[^\W\d][^\s:<>()]{0,79}):?)(?:[ \t](.*))?\Z"
)
"""What somebody says in themes that put no <> around names."""
_LOGGING = re.compile(r"\*{4} (\S.{1,40}?) (\S{1,12} \S{1,12} {1,2}\d{1,2} \d\d:\d\d:\d\d \d{4})\Z", re.ASCII)
_PROOF = re.compile(r"[:：#]|\(.*\)")
"""What stands in every line of its about topics and people who go, in all languages."""
_DATED = re.compile(r" ?[\[(]?[^\W\d]{3,9}\.? {1,2}[0-9]{1,2} [0-9]")
_ENGLISH = re.compile(r"(?:BEGIN|ENDING|END) LOGGING")
_ANGLE = re.compile(r"<[^\s<>]{1,160}>")
_MARK = re.compile(r"(?:-->|<--|---)[ \t]")


class Theme:
    """How a log or a scrollback marks what happens, and who is known to speak in it."""

    def __init__(self, bodies: Iterable[str]) -> None:
        self.known: set[str] = set()
        self.arrows = False
        self.abroad = False  # the client speaks another language than English
        self.themed = False  # names stand in nothing, or in something else than <>
        for body in bodies:
            found = _COLUMN.match(body.lstrip(BLANKS))
            if found is not None and found[1][0] == "<" and found[1][-1] == ">":
                self.meet(found[1][1:-1])
            self.arrows |= _MARK.match(body.lstrip(BLANKS)) is not None
            words = (found[2] or "").lstrip(BLANKS) if found is not None and found[1] == "*" else ""
            self.abroad |= _of_host(words) and note(words).kind != "system"

    def meet(self, name: str) -> str:
        nick = bare_nick(name)
        if len(self.known) < NAMES_LIMIT:
            self.known.add(nick)
        return nick

    def body(self, rest: str, event: bool = False) -> Heard | None:
        """What stands behind the time; `event` is whether a colour says that it tells what happened."""
        line = rest.lstrip(BLANKS)
        found = _COLUMN.match(line)
        if found is None and self.themed and known_note(line) is None:
            spoken = _THEMED.match(line)
            if spoken is not None:
                name = next(filter(None, spoken.group("a", "b", "c", "d")))
                return said("say", self.meet(name), (spoken[5] or "").lstrip(BLANKS))
        if found is None:
            notice = notice_of(line.replace("\t", " ", 1))
            if notice is not None:
                return noticed(*notice)
            what = known_note(line)
            if what is None and (rest[:1] == "\t" or rest.startswith(EMPTY)):
                what = Note("system")
            return told(line, of=what) if line and what is not None else None
        column, text = found[1], (found[2] or "").lstrip(BLANKS)
        if column[0] == "<" and column[-1] == ">":
            return said("say", self.meet(column[1:-1]), text)
        if column in "→⇒⟶":
            return told(text, of=joining(text))
        if column in "←⇐⟵":
            return told(text, of=leaving(text))
        if column == "-->":
            return told(text, of=joining(text) if "now talking" not in text else None)
        if column == "<--":
            return told(text, of=leaving(text))
        if column in ("---", "***"):
            return told(text)
        if column[0] == ">":
            return Heard("whisper", "You", text, to=column[1:-1], open=True)
        if column != "*" and column != "**":
            return Heard("whisper", bare_nick(column[1:-1]), text, open=True)
        return self.star(text, event) if text else None

    def star(self, text: str, event: bool) -> Heard:
        what = None if self.arrows else starred(text, self.known)
        if what is None and not self.arrows:
            what = self.elsewhere(text)
        if what is None and event:
            what = note(text)
        if what is not None:
            if what.speaker is not None:
                self.meet(what.to or what.speaker)
            return told(text, of=what)
        name, _, words = text.partition(" ")
        return said("emote", bare_nick(name), words) if nick_like(name) else told(text, of=Note("system"))

    def elsewhere(self, text: str) -> Note | None:
        """What a line behind a star tells in another language, if that is what the client speaks."""
        if _of_host(text):
            what = note(text)
            self.abroad |= what.kind != "system"
            return what if self.abroad else None
        heard = abroad(text) if self.abroad else None
        unproved = heard is not None and heard.kind in ("topic", "leave") and not _PROOF.search(text)
        return None if unproved else heard


def _themed(stamps: Sequence[tuple[str, re.Match[str] | None]]) -> bool:
    """Whether no name stands in <>, of a log that its first lines show to be XChat's."""
    bodies = [line[found.end() :].lstrip(BLANKS) for line, found in stamps if found is not None]
    if any(_ANGLE.match(body) for body in bodies):
        return False
    if not any(found is None and line.startswith("**** ") and _LOGGING.match(line) for line, found in stamps):
        return False
    spoken = [
        body for body in bodies
        if _COLUMN.match(body) is None and _THEMED.match(body) and known_note(body) is None
    ]  # fmt: skip
    return len(spoken) > max(1, 0.2 * len(bodies))


def _of_host(text: str) -> bool:
    """Whether somebody's host stands behind his name, as clients write it, and no words of English."""
    return "@" in text and "(" in text and starred(text) is None and hosted(text) is not None


class _Log:
    """One log: its theme, and the year that its lines leave out."""

    def __init__(self, ctx: Context) -> None:
        self.ctx = ctx
        stamps = [(line, _STAMP.match(line)) for line in map(stripped, ctx.head.all_lines)]
        self.timeless = all(found is None for _, found in stamps) and any(
            line.startswith("**** ") and _LOGGING.match(line) for line, _ in stamps
        )
        self.theme = Theme(
            line[found.end() :] if found is not None else line
            for line, found in stamps
            if found is not None or self.timeless
        )
        self.theme.themed = not self.theme.known and _themed(stamps)
        self.year: int | None = None
        self.month = 0
        self.days: dict[tuple[str, str], str | None] = {}

    def parse(self, raw: str) -> Heard | None:
        line = stripped(raw)
        if line.startswith("**** "):
            return self.session(line)
        stamp = _STAMP.match(line)
        if stamp is None:
            bare = _MARK.match(line) if self.year is not None else None  # a theme's arrow, without a time
            column = bare or (self.timeless and (_COLUMN.match(line) or "-\t" in line))
            return self.theme.body(line) if column else None
        rest = line[stamp.end() :]
        heard = self.theme.body(rest[1:] if rest[:1] == " " else rest)
        if heard is None:
            return None
        if stamp[1] is None and stamp[3] is None:
            heard.time = stamp[4]
            return heard
        day = stamp[3] or self.day(stamp[1], stamp[2])
        if day is not None:
            heard.at = moment(self.ctx, day, stamp[4], stamp[5] or "")
        elif self.ctx.calendar.day is None:  # else the day is none at all, and the log's would be a guess
            heard.time = stamp[4]
            named = month(stamp[1]) if stamp[1] is not None else None
            heard.yearless = (named, int(stamp[2])) if named is not None else None
        return heard

    def at(self, stamp: str) -> tuple[str | None, str | None]:
        """(at, clock) of the usual stamp."""
        if len(stamp) <= 8:
            return self.ctx.calendar.stamp(stamp)
        word, number, time = stamp.split()
        day = self.day(word.rstrip("."), number)
        if day is not None:
            return moment(self.ctx, day, time), None
        return self.ctx.calendar.stamp(time) if self.ctx.calendar.day is None else (None, None)

    def day(self, name: str, number: str) -> str | None:
        """The day of a stamp, in the year of the log or the one it runs on into."""
        known = self.days.get((name, number), "")
        if known != "":
            return known
        found = month(name)
        if self.year is None and self.ctx.calendar.day is not None:
            self.year, self.ctx.calendar.used = self.ctx.calendar.day.year, True
        made = None
        if found is not None and self.year is not None:
            if found + HALF_YEAR <= self.month:
                self.year += 1
                self.forget()
            self.month = found
            try:
                made = date(self.year, found, int(number)).isoformat()
            except ValueError:
                made = None
        if len(self.days) > 400:
            self.forget()
        self.days[name, number] = made
        return made

    def forget(self) -> None:
        """Days are of another year from here on, or are too many."""
        self.days.clear()

    def session(self, line: str) -> Heard | None:
        found = _LOGGING.match(line)
        when = long_date(found[2]) if found is not None else None
        if found is None or when is None:
            return None
        self.year, self.month = when[0].year, when[0].month
        self.theme.abroad |= not _ENGLISH.match(found[1])
        self.forget()
        return told(line, when[1], when[0], Note("system"))


def sniff(head: Head) -> float:
    """The lines about logging, or days without a year before the usual columns, settle it."""
    if not head.lines:
        return 0.0
    log = _Log(Context(None, head._replace(all_lines=head.lines), ""))
    fit = dated = named = heard = 0
    for raw in head.lines:
        line = stripped(raw)
        found = log.parse(line)
        if found is None:
            continue
        fit += 1
        heard += found.kind != "system"
        stamp = _STAMP.match(line)
        dated += stamp is not None and stamp[1] is not None and month(stamp[1]) is not None
        named += stamp is None and _LOGGING.match(line) is not None
    share = fit / len(head.lines)
    if not named and not heard:
        return 0.0
    if named or dated > 0.5 * fit:
        return (0.97 if named else 0.9) * share
    if log.theme.arrows:
        return 0.8 * share
    spaced = sum(len(cells) > 2 and " " in cells[1].strip() for cells in map(_cells, head.lines))
    return (0.45 if head.lines[0][:1] in "[(" or spaced > 0.05 * len(head.lines) else 0.6) * share


def _cells(line: str) -> list[str]:
    """What tabs part: no nick has a blank."""
    return line.split("\t", 2)


def read(blocks: Iterable[Block], ctx: Context) -> Items:
    """The events in order."""
    log = _Log(ctx)
    lines = ctx.head.all_lines
    yearless = (
        ctx.calendar.day is None and not any(map(_LOGGING.match, lines)) and any(map(_DATED.match, lines))
    )
    return events(blocks, ctx, log.parse, None if yearless else Quick(_SAID, moment=log.at))


FORMAT = Format(
    name="hexchat",
    title="XChat and HexChat",
    evidence="real sample",
    extensions=(".log", ".xchatlog", ".txt"),
    sniff=sniff,
    read=read,
)
