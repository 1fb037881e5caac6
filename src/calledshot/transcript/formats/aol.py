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
from calledshot.dice.roll import Roll
from calledshot.finding import Finding
from calledshot.transcript.clock import short_date, time_of_day
from calledshot.transcript.decode import Block
from calledshot.transcript.event import Event, Source
from calledshot.transcript.formats.base import (
    HOST,
    MESSAGE_LINES,
    PIECE,
    Batches,
    Context,
    Format,
    Head,
    Items,
    goes_on,
    host_event,
)
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
_STAMPED = re.compile(r"[\[(<]?\d{1,2}:\d\d", re.ASCII)
_HOST_LINE = re.compile(r"[ \t\xa0]*OnlineHost[ \t]*:(?=[ \t\xa0])")


def sniff(head: Head) -> float:
    """A line of OnlineHost's or a log header settles it; else most lines must begin name, colon, TAB."""
    lines = head.lines
    tabbed = sum(1 for line in lines if _tab_name(line) is not None)
    spaced = sum(1 for line in lines if _tab_name(line) is None and _spaced_name(line))
    if tabbed > 0.6 * (tabbed + spaced) and tabbed >= 0.25 * len(lines):
        return 0.95
    if any(_HOST_LINE.match(line) for line in lines):
        stamped = sum(_STAMPED.match(line) is not None for line in lines)
        return 0.9 if stamped <= MANY * len(lines) else 0.5
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


MANY = 0.25
"""With so many lines that begin with a time, the service's are not the only ones in the file."""
ROLL_LENGTH = 80
"""Lines of rolls up to this length are remembered."""
_BY_LINES = re.compile(r"(?:([^:\n]*):([\t \xa0]?)(.*)|.*)\n")
"""Every line of a text: what stands before its first colon, the blank behind that, and the rest."""


def read(blocks: Iterable[Block], ctx: Context) -> Items:
    """Events of a room or window. One message is held back, until no line can go on with it."""
    return Batches(_Lines(ctx).batches(blocks))


class _Lines:
    """Reads the lines of one log. The last message is held back, with the lines in `more`, from line `first`
    to `last`: said by `name` or, if that is None and `quick` is true, as the last of `made`."""

    def __init__(self, ctx: Context) -> None:
        self.ctx, self.room_of = ctx, _Room(ctx.head)
        self.after_name = "\t" if self.room_of.tabbed else BLANKS
        self.known: dict[str, str] = {}
        self.rolls: dict[str, Roll] = {}
        self.made: list[Event | Finding] = []
        self.seq = self.first = self.last = 0
        self.room: str | None = None
        self.name: str | None = None
        self.text = self.previous = ""
        self.more: list[str] = []
        self.gap = self.quick = False

    def batches(self, blocks: Iterable[Block]) -> Iterator[list[Event | Finding]]:
        for start, lines in blocks:
            for at in range(0, len(lines), PIECE):
                self.quickly(start, lines, at)
                batch, self.made = self.made, []
                if self.quick:
                    self.made.append(batch.pop())
                if batch:
                    yield batch
        self.flush()
        if self.made:
            yield self.made

    def quickly(self, start: int, lines: list[str], begin: int) -> None:
        """Read a piece of a block from the line `begin` on, here what those say who have spoken before."""
        piece = lines[begin : begin + PIECE]
        found: list[tuple[str, str, str]] = _BY_LINES.findall("\n".join(piece) + "\n")
        known, file, after_name, append = self.known, self.ctx.file, self.after_name, self.made.append
        seq, room, rolls = self.seq, self.room, self.rolls
        recent, open_ = -1, False  # the last line read here, and whether others may go on with it
        for number, (before, sep, words) in enumerate(found, start + begin):
            if before in known and (sep in after_name if sep else not words):
                speaker = known[before]
                if self.name is not None:
                    self.flush()
                    seq, room = self.seq, self.room
                recent = number - start
                text = words.strip(BLANKS)
                if speaker is not HOST:
                    append(
                        Event(
                            seq=seq, kind="say", speaker=speaker, room=room, text=text,
                            source=Source(file, number, number),
                        )
                    )  # fmt: skip
                    seq += 1
                    open_ = True
                    continue
                roll = rolls.get(text) or self.roll(text)
                if roll is not None:
                    append(
                        Event(
                            seq=seq, kind="roll", speaker=HOST, room=room, text=text, trust="server",
                            roll=roll, source=Source(file, number, number),
                        )
                    )  # fmt: skip
                    seq += 1
                    open_ = False
                    continue
                self.seq, self.name, self.text, self.first, self.last = seq, HOST, text, number, number
                self.previous, self.gap, self.quick, recent = lines[recent], False, False, -1
                continue
            if recent >= 0:
                self.previous, self.gap, self.quick, recent = lines[recent], False, open_, -1
            self.seq = seq
            self.line(lines, number - start, number)
            seq, room = self.seq, self.room
        self.seq = seq
        if recent >= 0:
            self.previous, self.gap, self.quick = lines[recent], False, open_

    def roll(self, text: str) -> Roll | None:
        """The roll of a line of the service's with which no line can go on. A log repeats them."""
        roll = aol_result(text)
        if roll is None or len(roll.faces) < roll.count:
            return None
        if len(text) < ROLL_LENGTH and len(self.rolls) < NAMES_LIMIT:
            self.rolls[text] = roll
        return roll

    def flush(self) -> None:
        """Nothing more goes on with the last message."""
        self.quick = False
        if self.name is None:
            return
        text = _joined(self.text, self.more)
        event = _event(self.seq, self.name, text, self.room, Source(self.ctx.file, self.first, self.last))
        self.seq, self.room, self.name, self.more = self.seq + 1, event.room, None, []
        self.made.append(event)

    def line(self, lines: list[str], at: int, number: int) -> None:
        """Read one line of a block."""
        line, ctx = lines[at], self.ctx
        if not line or line.isspace():
            self.gap = True
            return
        begun = self.room_of.start(line, self.previous, lines, at)
        if begun is not None:
            self.flush()
            raw, words = begun
            self.name, self.text = HOST if raw == HOST else ctx.speaker(raw), words.strip(BLANKS)
            self.first = self.last = number
            cut = line.find(":")
            usual = cut > 0 and line[cut + 1 : cut + 2] in self.after_name
            if usual and line[:cut].strip(BLANKS) == raw and len(self.known) < NAMES_LIMIT:
                self.known[line[:cut]] = self.name
        else:
            header = _header(line, ctx)
            moved = _moved(line, self.room_of.wrap.may_continue(self.previous, line))
            if header is None and moved is None and not is_rule(line) and self.goes_on(line, number):
                return
            self.flush()
            if moved is None and header is None:
                self.made.append(ctx.unread(line, number))
            else:
                self.note(line, number, moved, header)
        self.previous, self.gap = line, False

    def note(
        self, line: str, number: int, moved: tuple[Literal["join", "leave"], str] | None,
        header: tuple[str | None] | None,
    ) -> None:  # fmt: skip
        """A line of nobody's: who came or went, or the header of a log."""
        text, source = line.strip(BLANKS), Source(self.ctx.file, number, number)
        if moved is not None:
            kind, who = moved
            event = Event(
                seq=self.seq, kind=kind, speaker=self.ctx.speaker(who), room=self.room, text=text,
                trust="server", source=source,
            )  # fmt: skip
        else:
            at = None if header is None else header[0]
            event = Event(seq=self.seq, at=at, kind="system", text=text, trust="unknown", source=source)
        self.made.append(event)
        self.seq += 1

    def goes_on(self, line: str, number: int) -> bool:
        """Whether a line goes on with the last message; then it is part of it."""
        if not self.quick and self.name is None:
            return False
        if len(self.more) >= MESSAGE_LINES:
            return False
        if self.name is HOST and not goes_on(_joined(self.text, self.more), line.strip(BLANKS)):
            return False
        if self.gap and not self.room_of.wrap.may_continue(self.previous, line):
            return False
        if self.quick:
            event = self.made.pop()
            assert isinstance(event, Event) and event.source is not None
            self.seq, self.name, self.text = event.seq, event.speaker, event.text
            self.first, self.quick = event.source.line, False
        self.more.append(line.strip(BLANKS))
        self.last, self.previous, self.gap = number, line, False
        return True


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
