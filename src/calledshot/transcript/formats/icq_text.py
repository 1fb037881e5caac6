"""ICQ histories as text: a line with the moment (`3.7.2004 20:15:32`, the day first) and who wrote, the words
below it, a rule of dashes. Where only an arrow stands beside the moment, nobody is named. For Miranda's own
exports see `miranda_text` and `miranda_history`, for QIP's `qip_text`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from datetime import date

from calledshot.finding import Finding
from calledshot.transcript.clock import time_of_day
from calledshot.transcript.decode import Block
from calledshot.transcript.event import Event, Source
from calledshot.transcript.formats.base import MESSAGE_LINES, Context, Format, Head, Items, numbered

_RULE = re.compile(r"[-=_]{5,200}[ \t]*")
_MOMENT = re.compile(r"(\d{1,2})\.(\d{1,2})\.(\d{4}),? {1,4}(\d{1,2}:\d\d(?::\d\d)?)(?![\d:.])", re.ASCII)
_AROUND = " \t\xa0()<>,;:-|"
NAME = 64
"""The longest name beside a moment."""


def _headed(line: str) -> tuple[str, re.Match[str]] | None:
    """The name (maybe none) and the moment of a line that begins a message."""
    if line[:1] == "[" or len(line) > NAME + 40:
        return None
    found = _MOMENT.search(line)
    if found is None:
        return None
    before, after = line[: found.start()].strip(_AROUND), line[found.end() :].strip(_AROUND)
    if (before and after) or len(before or after) > NAME or line[: found.start()][-1:].isalnum():
        return None
    return before or after, found


def sniff(head: Head) -> float:
    """A moment with a name first, and one below nearly every rule."""
    rules = named = words = 0
    below = True
    for line in head.lines:
        if _RULE.fullmatch(line):
            rules, below = rules + (named > 0), True
        elif below:
            below = False
            if _headed(line) is not None:
                named += 1
            elif not named:
                return 0.0
            else:
                words += 1
    return 0.95 * named / (named + words) if named > words and rules else 0.0


class _Log:
    """Reads one line after another; the message that is held goes on until a rule with a moment below it."""

    def __init__(self, ctx: Context) -> None:
        self.ctx = ctx
        self.seq = 0
        self.head: tuple[str, re.Match[str]] | None = None
        self.words: list[str] = []
        self.first = self.last = self.blanks = 0
        self.rule: tuple[int, str] | None = None
        """A rule that stands open: whether it ends a message the next line tells."""

    def line(self, number: int, line: str) -> Iterator[Event | Finding]:
        if not line or line.isspace():
            self.blanks += 1
            return
        found = _headed(line) if self.rule is not None or self.head is None else None
        if found is not None:
            first = number
            if self.rule is not None and self.head is None:
                first = self.rule[0]
            elif self.rule is not None:
                self.last = self.rule[0]
            self.rule = None
            yield from self.flush()
            self.head, self.first, self.last, self.blanks = found, first, number, 0
            return
        if self.rule is not None:
            yield from self.text(*self.rule)
            self.rule = None
        if _RULE.fullmatch(line):
            self.rule, self.blanks = (number, line), 0
            return
        yield from self.text(number, line)

    def text(self, number: int, line: str) -> Iterator[Event | Finding]:
        """A line of words; without a message to which they belong it is unread."""
        if self.head is None or len(self.words) + self.blanks >= MESSAGE_LINES:
            yield self.ctx.unread(line, number)
            return
        self.words += [""] * (self.blanks if self.words else 0) + [line]
        self.last, self.blanks = number, 0

    def flush(self) -> Iterator[Event | Finding]:
        """The message that is held; at the end of the log the last rule is its own."""
        if self.rule is not None:
            number, line = self.rule
            self.rule = None
            if self.head is None:
                yield self.ctx.unread(line, number)
            else:
                self.last = number
        if self.head is not None:
            yield self.event(*self.head)
            self.seq, self.head, self.words = self.seq + 1, None, []

    def event(self, name: str, moment: re.Match[str]) -> Event:
        clock, at = time_of_day(moment[4]), None
        if clock is not None:
            try:
                at = self.ctx.calendar.moment(date(int(moment[3]), int(moment[2]), int(moment[1])), clock)
            except ValueError:
                at = None
        return Event(
            seq=self.seq, at=at, clock=clock if at is None else None, kind="say",
            speaker=self.ctx.speaker(name) if name else None, text="\n".join(self.words).strip(" \t\xa0\n"),
            source=Source(self.ctx.file, self.first, self.last),
        )  # fmt: skip


def read(blocks: Iterable[Block], ctx: Context) -> Items:
    """The messages in order; blank lines inside of one are kept."""
    log = _Log(ctx)
    for number, line in numbered(blocks):
        yield from log.line(number, line)
    yield from log.flush()


FORMAT = Format(
    name="icq-text",
    title="ICQ history (text)",
    evidence="description",
    extensions=(".txt",),
    window=True,
    sniff=sniff,
    read=read,
)
