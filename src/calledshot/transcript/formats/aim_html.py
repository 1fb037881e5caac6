"""Conversations saved by AIM 4, 5 and 6 as HTML: after the name, the time in a comment or a small SPAN.

Tags are not nested and vary from line to line, so each message is found by its time mark alone: the name
is the text before it, a colon must follow it, and everything up to the next mark is the message, quoted
chat included. Colours say nothing of who wrote. There is no date in such a file.
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
    rf"(?P<who>.{{1,{NAME_LENGTH}}}?) (?P<what>signed on|signed off|went away|is away|returned|came back|"
    rf"is idle|is no longer idle|has entered the room|has left the room)(?: at (?P<time>{_TIME}))?\.?",
    re.ASCII,
)
_SESSION = re.compile(rf"Session (?:concluded|closed|ended|started|begun?) at ({_TIME})\.?", re.ASCII)
_KINDS: dict[str, Kind] = {
    "signed on": "join", "signed off": "leave", "went away": "away", "is away": "away",
    "has entered the room": "join", "has left the room": "leave",
}  # fmt: skip
_TITLE = re.compile(r"<title>", re.IGNORECASE)
_AUTO = "Auto response from "


def sniff(head: Head) -> float:
    """Any time mark of either shape."""
    marks = sum(1 for line in head.lines if _MARK.search(line))
    return 0.98 if marks else 0.0


class _Message:
    """A message being gathered."""

    def __init__(self, name: str, time: str, line: int) -> None:
        self.name, self.time, self.html = name, time, [""]
        self.first = self.last = line


def read(blocks: Iterable[Block], ctx: Context) -> Iterator[Event | Finding]:
    """The messages and the client's own lines; lines of markup alone are part of what is around them."""
    window = _Window(ctx)
    for number, line in numbered(blocks):
        system = _system(line) if "<!--" not in line else None
        if system is not None:
            yield from window.close()
            yield window.client(system, number)
            continue
        cursor = 0
        for name, time, begin, end in _starts(line):
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


def _starts(line: str) -> Iterator[tuple[str, str, int, int]]:
    """Where messages begin in a line: name, time, where the name begins, where the text begins."""
    floor = 0
    for mark in _MARK.finditer(line):
        begin = max(line.rfind(">", floor, mark.start()) + 1, floor)
        name = plain(line[begin : mark.start()])
        tags = _TAGS.match(line, mark.end())
        colon = tags.end() if tags is not None else mark.end()
        if not name or len(name) > NAME_LENGTH + len(_AUTO) or line[colon : colon + 1] != ":":
            continue
        floor = colon + 1
        yield name, mark[1] or mark[2], begin, floor


def _event(message: _Message, seq: int, room: str | None, ctx: Context) -> Event:
    text = plain("\n".join(message.html))
    at, clock = ctx.calendar.stamp(message.time)
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
    match = _SYSTEM.fullmatch(text)
    if match is None or (match["time"] is None and not match["what"].endswith("the room")):
        return None
    return _KINDS.get(match["what"], "system"), match["who"], match["time"]


def _system(line: str) -> tuple[Kind, str | None, str | None, str] | None:
    if "<" not in line[:1] and "<" not in line.lstrip()[:1]:
        return None
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
