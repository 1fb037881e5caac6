"""Messages copied out of Discord's own window: `Name — 01/02/2024 8:15 PM` above what was said, or
`[8:15 PM]Name: text`. "Today" and "Yesterday" are no dates: only the time of day is kept of them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from datetime import date

from calledshot.transcript.decode import Block
from calledshot.transcript.formats.base import HOST, Context, Format, Head, Items
from calledshot.transcript.formats.chat_dates import CLOCK, NUMBERS, Dates, clock_of
from calledshot.transcript.formats.im_lines import Said, events

_HEADER = re.compile(
    rf"(?P<name>[^\n]{{1,80}}?)[ \t]?— ?(?:(?P<day>{NUMBERS})|[^\W\d]{{3,12}})?,?[ \t]?(?:at |um |à )?"
    rf"(?P<time>{CLOCK})",
    re.DOTALL,
)
_BRACKET = re.compile(rf"\[(?P<time>{CLOCK})\](?P<rest>.*)", re.ASCII | re.DOTALL)


def sniff(head: Head) -> float:
    """A name, a long dash and a time; or the time in brackets and the name right behind it."""
    first = head.lines[0]
    if _HEADER.fullmatch(first):
        begins = sum(1 for line in head.lines if _HEADER.fullmatch(line))
        return 0.9 if begins * 20 >= len(head.lines) else 0.0
    tight = sum(1 for line in head.lines if (match := _BRACKET.match(line)) and _tight(match["rest"]))
    return 0.85 * tight / len(head.lines) if tight and _BRACKET.match(first) else 0.0


def _tight(rest: str) -> bool:
    return rest[:1] not in ("", " ", "\t", "<", "*") and ": " in rest[:90]


def read(blocks: Iterable[Block], ctx: Context) -> Items:
    """One event a message."""
    found = [match for line in ctx.head.all_lines if (match := _HEADER.fullmatch(line)) is not None]
    american = any(match["time"][-1:] in "Mm" for match in found)
    dates = Dates((match["day"] for match in found if match["day"]), ctx, american=american)
    return events(blocks, ctx, _parser(dates, ctx))


def _parser(dates: Dates, ctx: Context) -> Callable[[str], Said | None]:
    speaker: str | None = None
    day: date | None = None

    def parse(line: str) -> Said | None:
        nonlocal speaker, day
        header = _HEADER.fullmatch(line)
        clock = clock_of(header["time"]) if header is not None else None
        if header is not None and clock is not None:
            speaker = _shown(header["name"].strip())
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
            speaker = _shown(name)
        elif speaker is None:
            return None
        said = Said("say", speaker, rest.removeprefix(" "))
        if day is not None:
            said.at = ctx.calendar.moment(day, clock)
        else:
            said.clock = clock
        return said

    return parse


def _shown(name: str) -> str:
    return f"{HOST} (a member)" if name == HOST else name


FORMAT = Format(
    name="discord-paste",
    title="Discord (copied from its window)",
    evidence="description",
    extensions=(".txt",),
    sniff=sniff,
    read=read,
)
