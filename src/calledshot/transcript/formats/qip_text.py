"""QIP's text histories: a rule of dashes with an arrow for the direction, `NAME (20:15:32 03/07/2004)` on the
next line, then the words. The day stands before the month.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from datetime import date
from itertools import pairwise

from calledshot.transcript.clock import time_of_day
from calledshot.transcript.decode import Block
from calledshot.transcript.event import Event, Source
from calledshot.transcript.formats.base import MESSAGE_LINES, Context, Format, Head, Items, numbered

_RULE = re.compile(r"-{20,80}[<>]-\s*")
_NAMED = re.compile(r"(.{1,100}?) ?\((\d{1,2}:\d\d:\d\d) (\d{1,2})[/.](\d{1,2})[/.](\d{4})\)\s*", re.ASCII)


def sniff(head: Head) -> float:
    """A rule with an arrow first, a name with a moment behind it."""
    lines = head.lines
    if not lines or not _RULE.fullmatch(lines[0]):
        return 0.0
    rules = named = 0
    for line, after in pairwise([*lines, ""]):
        if _RULE.fullmatch(line):
            rules += 1
            named += _NAMED.fullmatch(after) is not None
    return 0.98 if named >= 0.5 * (rules - 1) and (named or len(lines) == 1) else 0.4


def read(blocks: Iterable[Block], ctx: Context) -> Items:
    """The messages in order; blank lines inside of one are kept."""
    seq = 0
    held: re.Match[str] | None = None
    rule: tuple[int, str] | None = None
    words: list[str] = []
    first = last = blanks = 0
    for number, line in numbered(blocks):
        if rule is None and _RULE.fullmatch(line):
            if held is not None:
                yield _event(held, words, seq, Source(ctx.file, first, last), ctx)
                seq, held, words = seq + 1, None, []
            rule, blanks = (number, line), 0
            continue
        if not line or line.isspace():
            blanks += 1
            continue
        if rule is not None:
            match = _NAMED.fullmatch(line)
            if match is not None:
                held, first, last, blanks = match, rule[0], number, 0
            else:
                yield ctx.unread(rule[1], rule[0])
            known = match is not None
            rule = (number, line) if not known and _RULE.fullmatch(line) else None
            if known or rule is not None:
                continue
        if held is None or len(words) + blanks >= MESSAGE_LINES:
            yield ctx.unread(line, number)
            continue
        words += [""] * (blanks if words else 0) + [line]
        last, blanks = number, 0
    if held is not None:
        yield _event(held, words, seq, Source(ctx.file, first, last), ctx)
    if rule is not None:
        yield ctx.unread(rule[1], rule[0])


def _event(head: re.Match[str], words: list[str], seq: int, source: Source, ctx: Context) -> Event:
    clock = time_of_day(head[2])
    at = None
    if clock is not None:
        try:
            at = ctx.calendar.moment(date(int(head[5]), int(head[4]), int(head[3])), clock)
        except ValueError:
            at = None
    return Event(
        seq=seq, at=at, clock=clock if at is None else None, kind="say", speaker=ctx.speaker(head[1].strip()),
        text="\n".join(words).strip(" \t\xa0\n"), source=source,
    )  # fmt: skip


FORMAT = Format(
    name="qip-text",
    title="QIP history (text)",
    evidence="description",
    extensions=(".txt",),
    window=True,
    sniff=sniff,
    read=read,
)
