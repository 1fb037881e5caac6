"""The common part of formats whose messages begin on a line of their own and may go on below it.

A format says how a line opens a message; here lines are joined, dated, numbered and accounted for. For
formats in which speed is everything see `aol`, which does the same by hand.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from datetime import date

from msgspec import Struct

from calledshot.transcript.decode import Block
from calledshot.transcript.event import Event, Kind, Source, Trust
from calledshot.transcript.formats.base import (
    HOST,
    MESSAGE_LINES,
    Context,
    Items,
    goes_on,
    host_event,
    numbered,
)
from calledshot.transcript.roster import BLANKS, Wrap, is_rule


class Opening(Struct):
    """A line that begins an event: what it says so far. `time` is as written, "" if none; `closed` means
    that nothing can go on with it (what a client notes is one line)."""

    kind: Kind
    speaker: str | None
    text: str
    time: str = ""
    day: date | None = None
    to: str | None = None
    trust: Trust = "member"
    closed: bool = False


def bare_words(line: str) -> str:
    """What a line that goes on with a message adds to it, in most formats: all but the blanks around it."""
    return line.strip(BLANKS)


def gather(
    blocks: Iterable[Block], ctx: Context, wrap: Wrap, opens: Callable[[str, str], Opening | None],
    words: Callable[[str], str] = bare_words, joined: Callable[[int, str, str], None] | None = None,
    apart: Callable[[str, str], bool] | None = None,
) -> Items:  # fmt: skip
    """The events of all lines. `opens(line, previous)` tells whether a line begins one. A line that does
    not goes on with the message before it, if it follows directly or that line was full; else it is
    unread. One message is held back. `joined(number, previous, line)` is told of every line that goes on;
    `apart(previous, line)` tells of one that is no part of the log."""
    seq = 0
    room: str | None = None
    held: Opening | None = None
    more: list[str] = []
    first = last = 0
    previous, gap = "", False
    for number, line in numbered(blocks):
        bare = words(line)
        if not bare or bare.isspace():
            gap = True
            if line.strip():  # the mark of a quoted blank line: part of what stands above it
                if held is None:
                    yield ctx.unread(line, number)
                else:
                    last = number
            continue
        opening = opens(line, previous)
        if opening is None and held is not None and not held.closed and len(more) < MESSAGE_LINES:
            joins = not is_rule(bare)
            joins = joins and (
                held.speaker != HOST or goes_on(" ".join([held.text.strip(BLANKS), *more]), bare)
            )
            joins = joins and not (apart is not None and apart(previous, line))
            if joins and (not gap or wrap.may_continue(previous, line)):
                more.append(bare)
                if joined is not None:
                    joined(number, previous, line)
                last, previous, gap = number, line, False
                continue
        if held is not None:
            event = _event(held, more, seq, Source(ctx.file, first, last), ctx, room)
            yield event
            seq, room = seq + 1, event.room
        if opening is None:
            yield ctx.unread(line, number)
        held, more = opening, []
        first = last = number
        previous, gap = line, False
    if held is not None:
        yield _event(held, more, seq, Source(ctx.file, first, last), ctx, room)


def attached(
    blocks: Iterable[Block], ctx: Context, event_of: Callable[[str], Event | None],
    is_open: Callable[[Event], bool] = lambda _: True,
) -> Items:  # fmt: skip
    """The events that `event_of` makes of lines, numbered; of a line of which it makes none the words go on
    with the message right above it, if `is_open`, else it is unread. A blank line ends a message."""
    from msgspec.structs import replace

    seq = first = last = 0
    held: Event | None = None
    more: list[str] = []

    def ended() -> Iterator[Event]:
        nonlocal held, seq
        if held is not None:
            text = " ".join([held.text, *more]).strip()
            yield replace(held, seq=seq, source=Source(ctx.file, first, last), text=text)
            held, seq = None, seq + 1

    for number, line in numbered(blocks):
        if not line or line.isspace():
            yield from ended()
            continue
        event = event_of(line)
        if event is None and held is not None and is_open(held) and len(more) < MESSAGE_LINES:
            more.append(line.strip())
            last = number
            continue
        yield from ended()
        if event is None:
            yield ctx.unread(line, number)
        held, more, first, last = event, [], number, number
    yield from ended()


def _event(held: Opening, more: list[str], seq: int, source: Source, ctx: Context, room: str | None) -> Event:
    text = " ".join([held.text.strip(BLANKS), *more]).strip(BLANKS) if more else held.text.strip(BLANKS)
    if held.day is not None:
        ctx.calendar.set_day(held.day)
    at, clock = ctx.calendar.stamp(held.time) if held.time else (None, None)
    if held.speaker == HOST and held.kind == "say":
        return host_event(text, seq=seq, source=source, room=room, at=at, clock=clock)
    return Event(
        seq=seq,
        at=at,
        kind=held.kind,
        speaker=held.speaker if held.speaker is None else ctx.speaker(held.speaker),
        to=held.to,
        room=room,
        text=text,
        trust=held.trust,
        source=source,
        clock=clock,
    )
