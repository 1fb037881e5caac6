"""Text copied out of an AIM window: `NAME (7:30:15 PM): words`, wrapped lines going on below.

Lines without a time, as when time stamps were off for a while, count as messages only if their name also
speaks with one. Not for Pidgin's text, where the time comes first.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from calledshot.finding import Finding
from calledshot.transcript.decode import Block
from calledshot.transcript.event import Event, Source
from calledshot.transcript.formats.aim_html import system_line
from calledshot.transcript.formats.base import HOST, Context, Format, Head, host_event, numbered
from calledshot.transcript.roster import BLANKS, Wrap, colon_name, fold, is_rule

NAME_LENGTH = 40
NAMES_LIMIT = 20_000

_TIMED = re.compile(
    r"[ \t]?\((\d{1,2}:\d\d(?::\d\d)?(?:[ \xa0\u202f]?[AaPp]\.?[Mm]\.?)?)\)[ ]?:", re.ASCII
)
_AUTO = "Auto response from "


def split(line: str) -> tuple[str, str, str] | None:
    """(name, time, text) of a line that begins a timed message, else None."""
    mark = _TIMED.search(line, 0, NAME_LENGTH + len(_AUTO) + 20)
    if mark is None:
        return None
    name = line[: mark.start()].strip(BLANKS)
    return (name, mark[1], line[mark.end() :].strip(BLANKS)) if name else None


def sniff(head: Head) -> float:
    """The share of lines that begin with a name and a time, wrapped lines given the benefit of the doubt."""
    timed = sum(1 for line in head.lines if split(line) is not None)
    if not timed:
        return 0.0
    share = timed / len(head.lines)
    return min(0.97, 0.6 + share) if share >= 0.2 else share


def read(blocks: Iterable[Block], ctx: Context) -> Iterator[Event | Finding]:
    """The messages in order; one is held back until it is clear that no line goes on with it."""
    wrap = Wrap(ctx.head.all_lines)
    names = {HOST.lower()}
    for line in ctx.head.all_lines:
        found = split(line)
        if found is not None:
            names.add(fold(found[0].removeprefix(_AUTO)))
    seq = 0
    open_: list[str] | None = None
    time: str | None = None
    first = last = 0
    previous, gap = "", False

    def close() -> Event:
        assert open_ is not None
        return _event(open_[0], time, " ".join(open_[1:]).strip(), seq, Source(ctx.file, first, last), ctx)

    for number, line in numbered(blocks):
        bare = line.strip(BLANKS)
        if not bare or bare.isspace():
            gap = True
            continue
        found = split(line)
        if found is None:
            named = colon_name(line)
            if (
                named is not None
                and fold(named[0]) in names
                and named[1][:1] in ("", *BLANKS)
                and not wrap.may_continue(previous, line)
            ):
                found = named[0], "", named[1].strip(BLANKS)
        elif len(names) < NAMES_LIMIT:
            names.add(fold(found[0].removeprefix(_AUTO)))
        if found is None:
            system = system_line(bare)
            if system is None and open_ is not None and not is_rule(bare):
                if not gap or wrap.may_continue(previous, line):
                    open_.append(bare)
                    last, previous, gap = number, line, False
                    continue
            if open_ is not None:
                yield close()
                seq, open_ = seq + 1, None
            if system is None:
                yield ctx.unread(line, number)
            else:
                kind, who, when = system
                at, clock = ctx.calendar.stamp(when) if when else (None, None)
                yield Event(
                    seq=seq, at=at, clock=clock, kind=kind, speaker=ctx.speaker(who) if who else None,
                    text=bare, trust="server", source=Source(ctx.file, number, number),
                )  # type: ignore[arg-type]  # fmt: skip
                seq += 1
            previous, gap = line, False
            continue
        if open_ is not None:
            yield close()
            seq += 1
        open_, time = [found[0], found[2]], found[1] or None
        first = last = number
        previous, gap = line, False
    if open_ is not None:
        yield close()


def _event(name: str, time: str | None, text: str, seq: int, source: Source, ctx: Context) -> Event:
    at, clock = ctx.calendar.stamp(time) if time else (None, None)
    if name == HOST:
        return host_event(text, seq=seq, source=source, room=None, at=at, clock=clock)
    kind = "say"
    if name.startswith(_AUTO):
        kind, name = "away", name[len(_AUTO) :]
    return Event(
        seq=seq, at=at, clock=clock, kind=kind, speaker=ctx.speaker(name), text=text, source=source
    )  # type: ignore[arg-type]


FORMAT = Format(
    name="aim-text",
    title="AIM window, copied as text",
    evidence="description",
    extensions=(".txt",),
    window=True,
    sniff=sniff,
    read=read,
)
