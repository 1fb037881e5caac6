"""Signal's chats as its exporting tools write them as text: `[2019-12-24, 12:23] Name: text`."""

from __future__ import annotations

import re
from collections.abc import Iterable
from datetime import date

from calledshot.transcript.clock import time_of_day
from calledshot.transcript.decode import Block
from calledshot.transcript.formats.base import HOST, Context, Format, Head, Items
from calledshot.transcript.formats.im_lines import Said, events, told

NAME_LENGTH = 100
_LINE = re.compile(r"\[(\d{4}-\d\d-\d\d), (\d\d:\d\d)\] (.*)", re.ASCII | re.DOTALL)


def sniff(head: Head) -> float:
    """The share of lines that begin so, those that go on with a message among them."""
    if not head.lines or _LINE.match(head.lines[0]) is None:
        return 0.0
    begins = sum(1 for line in head.lines if _LINE.match(line))
    return 0.95 if begins * 20 >= len(head.lines) else 0.0


def read(blocks: Iterable[Block], ctx: Context) -> Items:
    """One event a message."""

    def parse(line: str) -> Said | None:
        match = _LINE.match(line)
        if match is None:
            return None
        clock = time_of_day(match[2])
        try:
            day = date.fromisoformat(match[1])
        except ValueError:
            day = None
        name, colon, text = match[3].partition(":")
        name = name.strip()
        if colon and 0 < len(name) <= NAME_LENGTH:
            said = Said("say", f"{name} (a member)" if name == HOST else name, text.removeprefix(" "))
        else:
            said = told("system", None, match[3])
        if clock is not None and day is not None:
            said.at = ctx.calendar.moment(day, clock)
        elif clock is not None:
            said.clock = clock
        return said

    return events(blocks, ctx, parse)


FORMAT = Format(
    name="signal-text",
    title="Signal (text)",
    evidence="real sample",
    extensions=(".txt",),
    sniff=sniff,
    read=read,
)
