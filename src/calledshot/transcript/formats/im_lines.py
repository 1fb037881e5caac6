"""The loop over the lines of an instant messenger's log in which a message may go on over several lines:
gathered, dated, numbered and accounted for.

How a line is read is the format's own; what the client's lines say is `im_text`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from datetime import date

from msgspec import Struct

from calledshot.transcript.decode import Block
from calledshot.transcript.event import Event, Kind, Source, Trust
from calledshot.transcript.formats.base import MESSAGE_LINES, Context, Items, host_event

BLANKS = " \t\xa0"
HOST = "OnlineHost"
NAMES_LIMIT = 20_000
MORNING = "06:00:00"
"""From here on no line is one that was written late, of the day before."""


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


_HALVES = {
    f"{hour:02d}{half}": f"{hour % 12 + (12 if half == ' PM' else 0):02d}"
    for hour in range(1, 13)
    for half in (" AM", " PM")
}


def events(
    blocks: Iterable[Block], ctx: Context, parse: Callable[[str], Said | None],
    clean: Callable[[str], str] | None = None, skip: Callable[[str], bool] | None = None,
    quick: re.Pattern[str] | None = None,
) -> Items:  # fmt: skip
    """The events of all lines. A line that `parse` does not know goes on with the message above it, blank
    lines between them kept; without one it is unread. `clean` turns the gathered lines of a message into its
    text (for HTML), `skip` names lines on which there is nothing to read. One message is held back.

    `quick` is for speed alone: a pattern of what most lines are, with the groups time ("19:30:15"), half
    (" PM" or nothing), name and text. It is used for names that `parse` has found at the same place before,
    and only while the times of a day rise."""
    state = _State(ctx, clean)
    file = ctx.file
    match = None if quick is None or clean is not None else quick.match
    known: dict[str, str] = {}
    held: Said | None = None
    more: list[str] = []
    first = last = blanks = 0
    speaker: str | None = None  # of the quick line that is held back
    words = at = now = ""
    seq, room, lead = 0, state.room, state.lead  # as in `state`, while quick lines are read
    for start, lines in blocks:
        number = start - 1
        for line in lines:
            number += 1
            found = None if match is None else match(line)
            if found is not None:
                clock, half, name, text = found.groups()
                who = known.get(name)
                if half:
                    hour = _HALVES.get(clock[:2] + half)
                    who, clock = (None, "") if hour is None else (who, hour + clock[2:])
                if who is not None:
                    if speaker is not None:
                        yield Event(seq=seq, at=at, kind="say", speaker=speaker, room=room,
                                    text=words.strip(BLANKS), source=Source(file, last, last))  # fmt: skip
                        seq += 1
                    else:
                        if held is not None:
                            yield state.event(held, more, first, last)
                            held, more = None, []
                        seq, room, lead, now = state.seq, state.room, state.lead, state.now
                    if lead is not None and now <= clock:
                        speaker, words, at, now = who, text, lead + clock, clock
                        last, blanks = number, 0
                        continue
                    if speaker is not None:
                        state.seq, state.now, state.ahead, speaker = seq, now, True, None
            elif not line or line.isspace():
                blanks += 1
                continue
            if speaker is not None:
                state.seq, state.now, state.ahead = seq, now, True
                held, first, speaker = Said("say", speaker, words, at=at), last, None
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
            if found is not None and _plainly(said, name, text) and len(known) < NAMES_LIMIT:
                known[name] = ctx.speaker(name)
    if speaker is not None:
        state.seq, state.now, state.ahead = seq, now, True
        held, first = Said("say", speaker, words, at=at), last
    if held is not None:
        yield state.event(held, more, first, last)
    state.settle()


def _plainly(said: Said, name: str, text: str) -> bool:
    """Whether a line says no more than that somebody said something."""
    same = said.kind == "say" and said.speaker == name != HOST and said.text == text
    return same and said.late is None and said.day is None and said.to is None


class _State:
    """Where reading stands: the next number, the room, and the day while times rise: `lead` is what stands
    before a time ("2004-07-03T"), None where times have to be stamped, `now` the last time, `ahead` whether
    the calendar has yet to be told of it."""

    def __init__(self, ctx: Context, clean: Callable[[str], str] | None) -> None:
        self.ctx, self.clean = ctx, clean
        self.seq = 0
        self.room: str | None = None
        self.lead: str | None = None
        self.now = ""
        self.ahead = False
        self._midnights = 0
        self._zoned = len(ctx.calendar.moment(date(2000, 1, 1), "00:00:00")) != 19

    def settle(self) -> None:
        """Tell the calendar what it has not been told."""
        if self.ahead:
            self.ahead = False
            self.ctx.calendar.stamp(self.now)

    def _stamp(self, clock: str) -> tuple[str | None, str | None]:
        lead = self.lead
        if lead is not None and self.now <= clock and len(clock) == 8:
            self.now, self.ahead = clock, True
            return lead + clock, None
        self.settle()
        calendar = self.ctx.calendar
        made = calendar.stamp(clock)
        self.lead, self.now = None, clock
        if calendar.midnights != self._midnights and clock < MORNING:
            return made
        self._midnights = calendar.midnights
        if calendar.day is not None and not self._zoned and len(clock) == 8:
            self.lead = f"{calendar.day.isoformat()}T"
        return made

    def _moment(self, held: Said) -> tuple[str | None, str | None]:
        calendar = self.ctx.calendar
        if held.day is None and held.late is None:
            return self._stamp(held.clock) if held.clock and held.at is None else (held.at, None)
        self.settle()
        self.lead = None
        day = held.day
        if held.late is not None and (calendar.day is None or held.late > calendar.day):
            day = held.late
        elif day is None and held.late is not None:
            return calendar.moment(held.late, held.clock), None
        if day is not None:
            if day == calendar.day and held.late is None:
                calendar.set_day(date.min)  # the log itself says that this is no midnight
            calendar.set_day(day)
        return self._stamp(held.clock) if held.clock and held.at is None else (held.at, None)

    def event(self, held: Said, more: list[str], first: int, last: int) -> Event:
        ctx = self.ctx
        text = "\n".join([held.text, *more]) if more else held.text
        text = text.strip(" \t\xa0\n") if self.clean is None or held.closed else self.clean(text)
        if held.room is not None:
            self.room = held.room
        at, clock = self._moment(held)
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
