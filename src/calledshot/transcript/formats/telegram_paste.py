"""Messages copied out of Telegram's windows: `Name, [13.02.2024 23:51]` above what was said.

The lines of the client about what is answered are left out; what was forwarded stays marked as such.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable

from calledshot.transcript.decode import Block
from calledshot.transcript.formats.base import Context, Format, Head, Items, as_member
from calledshot.transcript.formats.chat_dates import CLOCK, Dates, american, clock_of
from calledshot.transcript.formats.im_lines import Said, events

_HEADER = re.compile(
    r"(?P<name>[^\n]{1,100}?), \[(?P<day>[^\n\[\]]{6,30}?),?(?: (?:at|um|à|в|alle|a las|às|om))? "
    rf"(?P<time>{CLOCK})"
    r"(?: \([^()\n]{1,60}\))?\]:?[ \t]?"
)
_ANSWER = re.compile(
    r"\A\[(?:In reply to|Reply to|Als Antwort auf|Antwort auf|En réponse à|En respuesta a|Em resposta a|"
    r"In risposta a|В ответ на) ?[^\n\[\]]{0,200}\](?:\n|\Z)"
)


def sniff(head: Head) -> float:
    """Headings from the first line on, and enough of them."""
    if not head.lines or _HEADER.fullmatch(head.lines[0]) is None:
        return 0.0
    begins = sum(1 for line in head.lines if len(line) <= 240 and _HEADER.fullmatch(line))
    return 0.92 if begins * 40 >= len(head.lines) else 0.0


def read(blocks: Iterable[Block], ctx: Context) -> Items:
    """One event a message."""
    found = [match for line in ctx.head.all_lines if (match := _HEADER.fullmatch(line)) is not None]
    halves = american(match["time"] for match in found)
    dates = Dates((match["day"] for match in found), ctx, american=halves)
    return events(blocks, ctx, _parser(dates, ctx), _clean)


def _clean(text: str) -> str:
    return _ANSWER.sub("", text.strip(" \t\xa0\n")).strip(" \t\xa0\n")


def _parser(dates: Dates, ctx: Context) -> Callable[[str], Said | None]:
    def parse(line: str) -> Said | None:
        match = _HEADER.fullmatch(line) if len(line) <= 240 else None
        day = dates.read(match["day"]) if match is not None else None
        clock = clock_of(match["time"]) if match is not None else None
        if match is None or day is None or clock is None:
            return None
        name = match["name"].strip()
        said = Said("say", as_member(name), "")
        said.at = ctx.calendar.moment(day, clock)
        return said

    return parse


FORMAT = Format(
    name="telegram-paste",
    title="Telegram (copied from its window)",
    evidence="description",
    extensions=(".txt",),
    sniff=sniff,
    read=read,
)
