"""Messages copied out of Discord's own window: `Name — 01/02/2024 8:15 PM` above what was said, or
`[8:15 PM]Name: text`. "Today" and "Yesterday" are no dates: only the time of day is kept of them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from datetime import date

from calledshot.transcript.decode import Block
from calledshot.transcript.event import Event, Source
from calledshot.transcript.formats.base import (
    HEAD_LINES,
    MESSAGE_LINES,
    Context,
    Format,
    Head,
    Items,
    numbered,
)
from calledshot.transcript.formats.chat_dates import CLOCK, NUMBERS, Dates, clock_of
from calledshot.transcript.formats.im_lines import Said

_HEADER = re.compile(
    rf"(?P<name>[^\n]{{1,80}}?)[ \t]?— ?(?:(?P<day>{NUMBERS})|[^\W\d]{{3,12}})?,?[ \t]?(?:at |um |à )?"
    rf"(?P<time>{CLOCK})",
    re.DOTALL,
)
_TAIL = re.compile(r"[ \t]*— ?.*\d")
_TAGS = ("APP", "BOT", "OP", "SERVER", "✓ APP", "✓ BOT")
_BRACKET = re.compile(rf"\[(?P<time>{CLOCK})\](?P<rest>.*)", re.ASCII | re.DOTALL)


def sniff(head: Head) -> float:
    """A name, a long dash and a time; or the time in brackets and the name right behind it."""
    if not head.lines:
        return 0.0
    numbers = enumerate(head.lines[:HEAD_LINES])
    joined = [line for line, _, _ in _headings_joined(numbers)]
    first = joined[0]
    if _HEADER.fullmatch(first):
        begins = sum(1 for line in joined if _HEADER.fullmatch(line))
        return 0.9 if begins * 20 >= len(head.lines) else 0.0
    tight = sum(1 for line in head.lines if (match := _BRACKET.match(line)) and _tight(match["rest"]))
    return 0.85 * tight / len(head.lines) if tight and _BRACKET.match(first) else 0.0


def _tight(rest: str) -> bool:
    return rest[:1] not in ("", " ", "\t", "<", "*") and ": " in rest[:90]


def read(blocks: Iterable[Block], ctx: Context) -> Items:
    """One event a message."""
    found = [match for line in ctx.head.all_lines if (match := _HEADER.search(line)) is not None]
    american = any(match["time"][-1:] in "Mm" for match in found)
    dates = Dates((match["day"] for match in found if match["day"]), ctx, american=american)
    parse = _parser(dates, ctx)
    seq = 0
    held: Said | None = None
    more: list[str] = []
    first = last = blanks = 0
    for line, start, end in _headings_joined(numbered(blocks)):
        if not line or line.isspace():
            blanks += 1
            continue
        said = parse(line)
        if said is None and held is not None and len(more) + blanks < MESSAGE_LINES:
            more += [*[""] * blanks, line]
            last, blanks = end, 0
            continue
        if held is not None:
            yield _event(held, more, seq, Source(ctx.file, first, last))
            seq += 1
        if said is None:
            yield ctx.unread(line, start)
        held, more, first, last, blanks = said, [], start, end, 0
    if held is not None:
        yield _event(held, more, seq, Source(ctx.file, first, last))


def _headings_joined(lines: Iterable[tuple[int, str]]) -> Iterator[tuple[str, int, int]]:
    """The lines with their numbers; a heading that the window broke into name, tag and time is one line."""
    ahead: list[tuple[int, str]] = []
    for numbered_line in lines:
        ahead.append(numbered_line)
        if len(ahead) < 3:
            continue
        yield _heading(ahead)
    while ahead:
        yield _heading(ahead)


def _heading(ahead: list[tuple[int, str]]) -> tuple[str, int, int]:
    number, line = ahead.pop(0)
    if line.strip() and len(line) <= 80 and ahead:
        tagged = len(ahead) > 1 and ahead[0][1].strip() in _TAGS
        tail = ahead[1 if tagged else 0]
        if _TAIL.match(tail[1]) and _HEADER.fullmatch(f"{line.strip()} {tail[1].strip()}"):
            del ahead[: 2 if tagged else 1]
            return f"{line.strip()} {tail[1].strip()}", number, tail[0]
    return line, number, number


def _event(held: Said, more: list[str], seq: int, source: Source) -> Event:
    text = "\n".join([held.text, *more]).strip(" \t\xa0\n")
    return Event(
        seq=seq,
        at=held.at,
        clock=held.clock or None,
        kind="say",
        speaker=held.speaker,
        text=text,
        source=source,
    )


def _parser(dates: Dates, ctx: Context) -> Callable[[str], Said | None]:
    speaker: str | None = None
    day: date | None = None

    def parse(line: str) -> Said | None:
        nonlocal speaker, day
        header = _HEADER.fullmatch(line)
        clock = clock_of(header["time"]) if header is not None else None
        if header is not None and clock is not None:
            speaker = header["name"].strip()
            said = Said("say", speaker, "")
            day = dates.read(header["day"]) if header["day"] else None
            if day is not None:
                said.at = ctx.calendar.moment(day, clock)
            else:
                said.clock = clock
            return said
        bracket = _BRACKET.match(line)
        clock = clock_of(bracket["time"]) if bracket is not None else None
        if bracket is None or clock is None:
            return None
        rest = bracket["rest"]
        if _tight(rest):
            name, _, rest = rest.partition(": ")
            speaker = name
        elif speaker is None:
            return None
        said = Said("say", speaker, rest.removeprefix(" "))
        if day is not None:
            said.at = ctx.calendar.moment(day, clock)
        else:
            said.clock = clock
        return said

    return parse


FORMAT = Format(
    name="discord-paste",
    title="Discord (copied from its window)",
    evidence="description",
    extensions=(".txt",),
    sniff=sniff,
    read=read,
)
