"""The text of an AOL chat room or instant message window: `NAME:`, a TAB, the words; no times.

Read from the shapes that programs of the time wrote and from reposts, where the TAB became blanks and
mail or a web page wrapped the lines. The service speaks as OnlineHost; a member's text that looks like it
stays the member's. Times in log headers are events of their own and never spread to the lines.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Literal

from calledshot.dice.dialects import aol_result
from calledshot.finding import Finding
from calledshot.transcript.clock import short_date, time_of_day
from calledshot.transcript.decode import Block
from calledshot.transcript.event import Event, Source
from calledshot.transcript.formats.base import HOST, MESSAGE_LINES, Context, Format, Head, goes_on, host_event
from calledshot.transcript.roster import (
    BLANKS,
    NAME_LENGTH,
    NAMES_LIMIT,
    LookAhead,
    Roster,
    Wrap,
    colon_name,
    fold,
    is_rule,
    plausible_name,
)

_LOG_HEADER = re.compile(
    r"[ \t]*(?P<moment>[\d/]{6,10},? {1,4}[\d:]{4,8}(?: ?[AaPp][Mm])? +)?"
    r'(?:Opening|Closing) "(?P<log>[^"]{0,200})"'
    r"(?P<recording> for recording)?[^\"]{0,60}",
    re.ASCII,
)
_MOVED = re.compile(r"[ \t\xa0]*(\S[^:\n]{0,40}) has (entered|left) the room\.[ \t\xa0]*")
_WINDOW = re.compile(r"Instant Message (?:with|from|to):? [^:\n]{1,40}(?:\d:\d\d[^\n]{0,20})?")
_DATE = re.compile(r"(?<![\d/])\d{1,2}/\d{1,2}/(?:\d{4}|\d\d)(?![\d/])", re.ASCII)
_TIME = re.compile(r"(?<![\d:])\d{1,2}:\d\d(?::\d\d)?(?: ?[AaPp][Mm])?(?![\d:])", re.ASCII)
_HOST_LINE = re.compile(r"[ \t\xa0]*OnlineHost[ \t]*:(?=[ \t\xa0])")


def sniff(head: Head) -> float:
    """A line of OnlineHost's or a log header settles it; else most lines must begin name, colon, TAB."""
    lines = head.lines
    tabbed = sum(1 for line in lines if _tab_name(line) is not None)
    spaced = sum(1 for line in lines if _tab_name(line) is None and _spaced_name(line))
    if tabbed > 0.6 * (tabbed + spaced) and tabbed >= 0.25 * len(lines):
        return 0.95
    if any(_HOST_LINE.match(line) for line in lines):
        return 0.9
    if lines and _LOG_HEADER.fullmatch(lines[0]):
        return 0.8
    return 0.6 * tabbed / len(lines) if lines else 0.0


def _tab_name(line: str) -> str | None:
    """The name before the first colon and TAB, if one can stand there."""
    cut = line.find(":\t")
    if cut < 1 or cut > NAME_LENGTH + 16:
        return None
    name = line[:cut].strip(BLANKS)
    return name if 0 < len(name) <= NAME_LENGTH else None


def _spaced_name(line: str) -> bool:
    """Whether a line begins with a name, a colon and a blank that is no TAB."""
    found = colon_name(line)
    return found is not None and found[1][:1] in (" ", "\xa0") and plausible_name(found[0])


class _Room:
    """Decides, off the fast path, whose line a line is."""

    def __init__(self, head: Head) -> None:
        lines = head.all_lines
        self.wrap = Wrap(lines)
        self.ahead = LookAhead(self.wrap)
        self.roster = Roster(lines, self.wrap)
        self.by_tab: set[str] = set()
        tabs = spaces = 0
        self.host_tabbed = False
        self.served: set[str] = set()
        for line in lines:
            name = _tab_name(line)
            if name is not None:
                tabs += 1
                self.by_tab.add(fold(name))
                self.host_tabbed |= name == HOST
                if name == HOST:
                    self._serve(line[line.find(":\t") + 2 :])
                continue
            found = colon_name(line)
            if found is not None and found[1][:1] in (" ", "\xa0"):
                spaces += plausible_name(found[0])
                if found[0] == HOST:
                    self._serve(found[1])
        self.tabbed = tabs > 0 and tabs >= 0.6 * (tabs + spaces)

    def _serve(self, text: str) -> None:
        """Who rolled, by a line of the service's, is somebody."""
        roll = aol_result(text.strip(BLANKS))
        if roll is not None:
            self.served.add(fold(roll.roller))

    def start(self, line: str, previous: str, lines: list[str], index: int) -> tuple[str, str] | None:
        """The (name, text) of a line that begins a message, None if it goes on with the last one."""
        name = _tab_name(line)
        found = colon_name(line)
        if name is not None and (plausible_name(name) or found is None or fold(found[0]) not in self.by_tab):
            if len(self.by_tab) < NAMES_LIMIT:
                self.by_tab.add(fold(name))
            return name, line[line.find(":\t") + 2 :]
        if found is None:
            return None
        name, rest = found
        folded = fold(name)
        broken = self.wrap.may_continue(previous, line)
        if name == HOST:
            return None if broken and self.host_tabbed else (name, rest)
        known = folded in (self.by_tab if self.tabbed else self.roster.known) or folded in self.served
        if rest[:1] not in ("", *BLANKS):
            return (name, rest) if known and not broken and rest[:2] != "//" else None
        if self.tabbed:
            spoken = known or folded in self.roster.often
            return (name, rest) if spoken and not broken else None
        if known:
            return name, rest
        if not plausible_name(name):
            return None
        doubtful = broken and (self.wrap.proven or name.islower())
        if doubtful and not self.ahead.speaks_again(name, lines, index):
            return None
        self.roster.add(name)
        return name, rest


def read(blocks: Iterable[Block], ctx: Context) -> Iterator[Event | Finding]:
    """Events of a room or window. One message is held back, until no line can go on with it."""
    room_of = _Room(ctx.head)
    after_name = "\t" if room_of.tabbed else BLANKS
    known: dict[str, str] = {}
    known_get = known.get
    file, seq, room = ctx.file, 0, None
    name: str | None = None
    text = previous = ""
    more: list[str] = []
    first = last = 0
    gap = False
    for start, lines in blocks:
        number = start - 1
        for line in lines:
            number += 1
            cut = line.find(":")
            speaker = known_get(line[:cut])
            if speaker is not None and line[cut + 1 : cut + 2] in after_name:
                words = line[cut + 2 :]
            else:
                if not line or line.isspace():
                    gap = True
                    continue
                begun = room_of.start(line, previous, lines, number - start)
                if begun is None:
                    header = _header(line, ctx)
                    moved = _moved(line, room_of.wrap.may_continue(previous, line))
                    joins = header is None and moved is None and name is not None and not is_rule(line)
                    joins = joins and len(more) < MESSAGE_LINES
                    joins = joins and (name is not HOST or goes_on(_joined(text, more), line.strip(BLANKS)))
                    if joins and (not gap or room_of.wrap.may_continue(previous, line)):
                        more.append(line.strip(BLANKS))
                        last, previous, gap = number, line, False
                        continue
                    if name is not None:
                        event = _event(seq, name, _joined(text, more), room, Source(file, first, last))
                        seq, room, name, more = seq + 1, event.room, None, []
                        yield event
                    if moved is not None:
                        yield Event(seq=seq, kind=moved[0], speaker=ctx.speaker(moved[1]), room=room,
                                    text=line.strip(BLANKS), trust="server",
                                    source=Source(file, number, number))  # fmt: skip
                        seq += 1
                    elif header is None:
                        yield ctx.unread(line, number)
                    else:
                        yield Event(seq=seq, at=header[0], kind="system", text=line.strip(BLANKS),
                                    trust="unknown", source=Source(file, number, number))  # fmt: skip
                        seq += 1
                    previous = line
                    continue
                raw, words = begun
                speaker = HOST if raw == HOST else ctx.speaker(raw)
                usual = cut > 0 and line[cut + 1 : cut + 2] in after_name and line[:cut].strip(BLANKS) == raw
                if usual and len(known) < NAMES_LIMIT:
                    known[line[:cut]] = speaker
            if name is not None:
                if more:
                    text = _joined(text, more)
                    more = []
                if name is HOST:
                    event = _event(seq, name, text, room, Source(file, first, last))
                    room = event.room
                    yield event
                else:
                    yield Event(seq=seq, kind="say", speaker=name, room=room, text=text,
                                source=Source(file, first, last))  # fmt: skip
                seq += 1
            name, text = speaker, words.strip(BLANKS)
            first = last = number
            previous, gap = line, False
    if name is not None:
        yield _event(seq, name, _joined(text, more), room, Source(file, first, last))


def _moved(line: str, goes_on: bool) -> tuple[Literal["join", "leave"], str] | None:
    """Who came or went, where a window says so without the service's name and no line goes on there."""
    match = None if goes_on else _MOVED.fullmatch(line)
    if match is None or not plausible_name(match[1]):
        return None
    return ("join" if match[2] == "entered" else "leave"), match[1]


def _joined(text: str, more: list[str]) -> str:
    """A message and the lines that go on with it, a blank between them."""
    return " ".join([text, *more]).strip(BLANKS) if more else text


def _event(seq: int, name: str, text: str, room: str | None, source: Source) -> Event:
    if name is HOST:
        return host_event(text, seq=seq, source=source, room=room)
    return Event(seq=seq, kind="say", speaker=name, room=room, text=text, source=source)


def _header(line: str, ctx: Context) -> tuple[str | None] | None:
    """The moment of a log header in a 1-tuple (None inside where it has none), None if it is no header."""
    match = _LOG_HEADER.fullmatch(line)
    if match is None and _WINDOW.fullmatch(line.strip(BLANKS)):
        return (None,)
    if match is None or not (match["moment"] or match["recording"] or "log" in match["log"].lower()):
        return None
    found = _DATE.search(line)
    day = short_date(found[0]) if found else None
    times = _TIME.search(line)
    clock = time_of_day(times[0]) if times else None
    if day is None:
        return (None,)
    if day[1] and found:
        ctx.note(f"{found[0]} in the log header is read month first, as the AOL client writes it")
    return (ctx.calendar.moment(day[0], clock) if clock else day[0].isoformat(),)


FORMAT = Format(
    name="aol",
    title="AOL chat text",
    evidence="writer's source",
    extensions=(".txt", ".log", ".cht"),
    sniff=sniff,
    read=read,
)
