"""The loop over the lines of an instant messenger's log in which a message may go on over several lines:
gathered, dated, numbered and accounted for.

How a line is read is the format's own; what the client's lines say is `im_text`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from datetime import date

from msgspec import Struct

from calledshot.transcript.decode import Block
from calledshot.transcript.event import Event, Kind, Source, Trust
from calledshot.transcript.formats.base import MESSAGE_LINES, Context, Items, host_event, numbered

BLANKS = " \t\xa0"
HOST = "OnlineHost"


class Said(Struct, gc=False):
    """A line that begins an event. `clock` is the time of day ("19:30:15"); `day` the date that holds from
    here on; `late` a date for this line alone (a message that was delayed); `at` a whole moment; `room` the
    room from here on; `closed` means that nothing goes on with it and that its text needs no cleaning."""

    kind: Kind
    speaker: str | None
    text: str
    clock: str = ""
    day: date | None = None
    late: date | None = None
    at: str | None = None
    to: str | None = None
    trust: Trust = "member"
    room: str | None = None
    closed: bool = False


def told(
    kind: Kind, speaker: str | None, text: str, clock: str = "", *, to: str | None = None,
    late: date | None = None, closed: bool = False,
) -> Said:  # fmt: skip
    """A line of the client's own."""
    return Said(kind, speaker, text, clock, late=late, to=to, trust="server", closed=closed)


def as_is(line: str) -> str:
    """What a line that goes on with a message adds to it: all of it."""
    return line


def events(
    blocks: Iterable[Block], ctx: Context, parse: Callable[[str], Said | None],
    clean: Callable[[str], str] | None = None, skip: Callable[[str], bool] | None = None,
) -> Items:  # fmt: skip
    """The events of all lines. A line that `parse` does not know goes on with the message above it, blank
    lines between them kept; without one it is unread. `clean` turns the gathered lines of a message into its
    text (for HTML), `skip` names lines on which there is nothing to read. One message is held back."""
    state = _State(ctx, clean)
    held: Said | None = None
    more: list[str] = []
    first = last = blanks = 0
    for number, line in numbered(blocks):
        if not line or line.isspace():
            blanks += 1
            continue
        said = parse(line)
        if said is None:
            if skip is not None and skip(line):
                continue
            if held is not None and not held.closed and len(more) + blanks < MESSAGE_LINES:
                more.extend([""] * blanks)
                more.append(line)
                last, blanks = number, 0
                continue
            if held is not None:
                yield state.event(held, more, first, last)
                held, more = None, []
            yield ctx.unread(line, number)
            blanks = 0
            continue
        if held is not None:
            yield state.event(held, more, first, last)
            if more:
                more = []
        held, blanks = said, 0
        first = last = number
    if held is not None:
        yield state.event(held, more, first, last)


class _State:
    """Where reading stands: the next number and the room."""

    def __init__(self, ctx: Context, clean: Callable[[str], str] | None) -> None:
        self.ctx, self.clean = ctx, clean
        self.seq = 0
        self.room: str | None = None

    def event(self, held: Said, more: list[str], first: int, last: int) -> Event:
        ctx, calendar = self.ctx, self.ctx.calendar
        text = "\n".join([held.text, *more]) if more else held.text
        text = text.strip(" \t\xa0\n") if self.clean is None or held.closed else self.clean(text)
        if held.room is not None:
            self.room = held.room
        at, clock = held.at, None
        if held.day is not None:
            calendar.set_day(held.day)
        if held.late is not None:
            if calendar.day is None or held.late > calendar.day:
                calendar.set_day(held.late)
                at, clock = calendar.stamp(held.clock)
            else:
                at = calendar.moment(held.late, held.clock)
        elif at is None and held.clock:
            at, clock = calendar.stamp(held.clock)
        seq, source = self.seq, Source(ctx.file, first, last)
        self.seq += 1
        if held.speaker == HOST and held.kind == "say":
            event = host_event(text, seq=seq, source=source, room=self.room, at=at, clock=clock)
            self.room = event.room
            return event
        return Event(
            seq=seq, at=at, kind=held.kind,
            speaker=None if held.speaker is None else ctx.speaker(held.speaker),
            to=held.to, room=self.room, text=text, trust=held.trust, source=source, clock=clock,
        )  # fmt: skip
