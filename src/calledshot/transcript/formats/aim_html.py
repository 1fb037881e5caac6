"""Conversations saved by AIM 4, 5 and 6 as HTML: after the name, the time in a comment or a small SPAN. Rooms
and windows that AOL saved as HTML, and AIM's with time stamps off, have no times.

Tags are not nested and vary from line to line, so each message is found by its time mark alone: the name
is the text before it, a colon must follow it, and everything up to the next mark is the message, quoted
chat included. Without times, a message begins at the beginning of a line with a bold name and a colon; in a
log with times it does so only for a name that has spoken with one. Colours say nothing of who wrote. There
is no date in such a file.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from calledshot.finding import Finding
from calledshot.transcript.decode import Block
from calledshot.transcript.event import Event, Kind, Source
from calledshot.transcript.formats.base import (
    HOST,
    MESSAGE_LINES,
    Context,
    Format,
    Head,
    host_event,
    numbered,
)
from calledshot.transcript.markup import plain

NAME_LENGTH = 64

_TIME = r"\d{1,2}:\d\d(?::\d\d)?(?: ?[AaPp]\.?[Mm]\.?)?"
_MARK = re.compile(
    rf"<!-- ?\(({_TIME})\) ?-->|<SPAN STYLE=[\"']?font-size: ?xx-small;?[\"']?> ?\(({_TIME})\) ?</SPAN>",
    re.IGNORECASE | re.ASCII,
)
_TAGS = re.compile(r"(?:[ \t]*<[/A-Za-z][^<>]*>)*+[ \t]*+")
_SYSTEM = re.compile(
    rf"(?P<who>.{{1,{NAME_LENGTH}}}?)(?: \((?P<when>{_TIME})\))? "
    rf"(?P<what>signed on|signed off|went away|is away|returned|came back|is idle"
    rf"|is no longer idle|has entered the room|has left the room)(?: at (?P<time>{_TIME}))?\.?",
    re.ASCII,
)
_SERVICE = re.compile(
    r"Previous message was not (?:received|sent|delivered)\b.{0,150}"
    r"|You have been disconnected from the AOL Instant Message.{0,150}"
    rf"|.{{1,{NAME_LENGTH}}}? (?:is now directly connected|direct connection is closed|wants to directly"
    r" connect)\.?"
)
_SESSION = re.compile(rf"Session (?:concluded|closed|ended|started|begun?) at ({_TIME})\.?", re.ASCII)
_KINDS: dict[str, Kind] = {
    "signed on": "join", "signed off": "leave", "went away": "away", "is away": "away",
    "has entered the room": "join", "has left the room": "leave",
}  # fmt: skip
_INLINE = r"(?:</?(?:b|i|u|font|span|strong|em)(?=[\s>])[^<>]{0,300}>){0,6}"
_UNTIMED = re.compile(
    r"(?P<lead>(?:\s{0,8}</?(?!br\b)[a-z][^<>]{0,300}>){1,12})\s{0,4}"
    rf"(?P<name>[^\W_](?:[\w .@'-]{{0,{NAME_LENGTH}}}\w)?)(?P<before>{_INLINE})\s?:(?P<after>{_INLINE})",
    re.IGNORECASE,
)
_BREAK = re.compile(r"<br ?/?>", re.IGNORECASE)
_BOLD = re.compile(r"<(?:b|strong)(?=[\s>])", re.IGNORECASE)
_BOLD_ENDS = re.compile(r"</(?:b|strong)>", re.IGNORECASE)
_TITLE = re.compile(r"<title>", re.IGNORECASE)
_AUTO = "Auto response from "


def sniff(head: Head) -> float:
    """Any time mark of either shape; without one, most lines of words begin with a bold name and a colon."""
    if not any("<" in line for line in head.lines):
        return 0.0
    if any(map(_MARK.search, head.lines)):
        return 0.98
    lines = [line for line in head.lines if plain(line)]
    if not lines or not lines[0].lstrip().startswith("<"):
        return 0.0
    said = [name for line in lines for name, *_ in _starts(line, None)]
    begun = sum(next(_all_untimed(line), None) is not None for line in lines)
    share = begun / len(lines)
    if len(said) < 2 or share < 0.4:
        return 0.3 * share
    return 0.9 if HOST in said else 0.5 + 0.35 * share


class _Message:
    """A message being gathered."""

    def __init__(self, name: str, time: str | None, line: int) -> None:
        self.name, self.time, self.html = name, time, [""]
        self.first = self.last = line


def read(blocks: Iterable[Block], ctx: Context) -> Iterator[Event | Finding]:
    """The messages and the client's own lines; lines of markup alone are part of what is around them."""
    window = _Window(ctx)
    names: set[str] | None = {
        name for line in ctx.head.all_lines if _MARK.search(line) for name, *_ in _starts(line, set())
    }
    names = names or None
    for number, line in numbered(blocks):
        system = _system(line) if "<!--" not in line else None
        if system is not None:
            yield from window.close()
            yield window.client(system, number)
            continue
        cursor = 0
        for name, time, begin, end in _starts(line, names):
            yield from window.more(line[cursor:begin], number)
            yield from window.close()
            window.open = _Message(name, time, number)
            cursor = end
        yield from window.more(line[cursor:], number)
    yield from window.close()


class _Window:
    """Where reading stands: the message being gathered, the next number, the room if it is one."""

    def __init__(self, ctx: Context) -> None:
        self.ctx = ctx
        self.seq = 0
        self.room: str | None = None
        self.open: _Message | None = None

    def more(self, html: str, number: int) -> Iterator[Event | Finding]:
        """Markup that belongs to the open message; without one, a title, or words of nobody's."""
        text = plain(html)
        if self.open is not None and len(self.open.html) > MESSAGE_LINES:
            yield from self.close()
        if self.open is not None:
            self.open.html.append(html)
            if text:
                self.open.last = number
        elif text and _TITLE.search(html[:500]):
            yield Event(seq=self.seq, kind="system", text=text, trust="unknown", source=self.source(number))
            self.seq += 1
        elif text:
            yield self.ctx.unread(text, number)

    def close(self) -> Iterator[Event]:
        """The open message, as an event."""
        if self.open is not None:
            event = _event(self.open, self.seq, self.room, self.ctx)
            self.seq, self.room, self.open = self.seq + 1, event.room, None
            yield event

    def client(self, system: tuple[Kind, str | None, str | None, str], number: int) -> Event:
        """What the client noted on a line of its own."""
        kind, who, time, text = system
        at, clock = self.ctx.calendar.stamp(time) if time else (None, None)
        self.seq += 1
        return Event(
            seq=self.seq - 1, at=at, clock=clock, kind=kind, speaker=self.ctx.speaker(who) if who else None,
            room=self.room, text=text, trust="server", source=self.source(number),
        )  # fmt: skip

    def source(self, number: int) -> Source:
        return Source(self.ctx.file, number, number)


def _starts(line: str, names: set[str] | None) -> Iterator[tuple[str, str | None, int, int]]:
    """Where messages begin in a line: name, time, where the name begins, where the text begins. `names` are
    those that speak with times; None where nobody does."""
    floor = 0
    if names is None:
        yield from _all_untimed(line)
        return
    for mark in _MARK.finditer(line):
        begin = max(line.rfind(">", floor, mark.start()) + 1, floor)
        name = plain(line[begin : mark.start()])
        tags = _TAGS.match(line, mark.end())
        colon = tags.end() if tags is not None else mark.end()
        if not name or len(name) > NAME_LENGTH + len(_AUTO) or line[colon : colon + 1] != ":":
            continue
        floor = colon + 1
        yield name, mark[1] or mark[2], begin, floor
    if not floor and (match := _untimed(line, 0)) is not None and match["name"] in names:
        yield match["name"], None, match.start("name"), match.end()


def _all_untimed(line: str) -> Iterator[tuple[str, None, int, int]]:
    """The messages without times that begin in a line, or behind a line's end within it."""
    place = 0
    while True:
        match = _untimed(line, place)
        if match is not None:
            yield match["name"], None, match.start("name"), match.end()
        broken = _BREAK.search(line, match.end() if match is not None else place)
        if broken is None:
            return
        place = broken.end()


def _untimed(line: str, place: int) -> re.Match[str] | None:
    """A message that begins here with a bold name and a colon, and no time."""
    match = _UNTIMED.match(line, place)
    if match is None or not _BOLD.search(match["lead"]):
        return None
    return match if _BOLD_ENDS.search(match["before"] + match["after"]) else None


def _event(message: _Message, seq: int, room: str | None, ctx: Context) -> Event:
    text = plain("\n".join(message.html))
    at, clock = ctx.calendar.stamp(message.time) if message.time is not None else (None, None)
    source = Source(ctx.file, message.first, message.last)
    if message.name == HOST:
        return host_event(text, seq=seq, source=source, room=room, at=at, clock=clock)
    if message.name.startswith(_AUTO):
        speaker = ctx.speaker(message.name[len(_AUTO) :])
        return Event(seq=seq, at=at, clock=clock, kind="away", speaker=speaker, room=room, text=text,
                     source=source)  # fmt: skip
    return Event(
        seq=seq, at=at, clock=clock, kind="say", speaker=ctx.speaker(message.name), room=room, text=text,
        source=source,
    )  # fmt: skip


def system_line(text: str) -> tuple[Kind, str | None, str | None] | None:
    """(kind, who, time) of a line that the client itself wrote into a window, None for any other."""
    if len(text) > 200:
        return None
    session = _SESSION.fullmatch(text)
    if session is not None:
        return "system", None, session[1]
    if _SERVICE.fullmatch(text):
        return "system", None, None
    match = _SYSTEM.fullmatch(text)
    if match is None:
        return None
    time = match["time"] or match["when"]
    if time is None and not match["what"].endswith("the room"):
        return None
    return _KINDS.get(match["what"], "system"), match["who"], time


def _system(line: str) -> tuple[Kind, str | None, str | None, str] | None:
    if line.lstrip()[:1] != "<":
        found = system_line(line.strip()) if " at " in line else None
        return None if found is None or found[2] is None else (*found, line.strip())
    text = plain(line)
    found = system_line(text) if text else None
    if found is not None:
        return (*found, text)
    return ("system", None, None, text) if text and line.lstrip()[:4].upper() == "<HR>" else None


FORMAT = Format(
    name="aim-html",
    title="AIM conversation (HTML)",
    evidence="real sample",
    extensions=(".htm", ".html"),
    window=True,
    sniff=sniff,
    read=read,
)
