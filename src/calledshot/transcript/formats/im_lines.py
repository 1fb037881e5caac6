"""The loop over the lines of an instant messenger's log in which a message may go on over several lines:
gathered, dated, numbered and accounted for.

How a line is read is the format's own; what the client's lines say is `im_text`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from datetime import date
from functools import lru_cache
from typing import NamedTuple

from msgspec import Struct

from calledshot.finding import Finding
from calledshot.transcript.decode import Block
from calledshot.transcript.event import Event, Kind, Source, Trust
from calledshot.transcript.formats.base import (
    MESSAGE_LINES,
    MIDNIGHT,
    Batches,
    Context,
    Items,
    hosted,
    pieces,
)
from calledshot.transcript.formats.im_text import Names

BLANKS = " \t\xa0"
HOST = "OnlineHost"
NAMES_LIMIT = 20_000
MORNING = "06:00:00"
"""From here on no line is one that was written late, of the day before."""


class Said(Struct, gc=False):
    """A line that begins an event. `clock` is the time of day ("19:30:15"); `day` the date that holds from
    here on; `late` a date for this line alone (a message that was delayed); `at` a whole moment; `room` the
    room from here on, `service` the service; `closed` means that nothing goes on with it and that its text
    needs no cleaning."""

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
    service: str = ""


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


class Quick(NamedTuple):
    """The usual lines, for speed; all others go to the format's `parse`, which reads these just the same: a
    name is read here only after `parse` has met it at the same place, and only while the times of a day rise.

    `said` fits every line and finds the time ("19:30:15", "07:30:15 PM"), the name of who says something, if
    somebody does, and his words. `others` finds in other lines the groups `doer` (without
    blanks) and `deed` of who does something, or of what the client tells (`told`) `who` it is of and, if he
    came and did not go, `came`. `names` are those by which `parse` tells the one from the other."""

    said: str
    others: re.Pattern[str]
    names: Names


@lru_cache(maxsize=16)
def _by_lines(pattern: str) -> re.Pattern[str]:
    """Finds every line of a text, with the groups of those that fit."""
    return re.compile(pattern + r"\n")


def events(
    blocks: Iterable[Block], ctx: Context, parse: Callable[[str], Said | None],
    clean: Callable[[str], str] | None = None, skip: Callable[[str], bool] | None = None,
    quick: Quick | None = None,
) -> Items:  # fmt: skip
    """The events of all lines. A line that `parse` does not know goes on with the message above it, blank
    lines between them kept; without one it is unread. `clean` turns the gathered lines of a message into its
    text (for HTML), `skip` names lines on which there is nothing to read. One message is held back."""
    return Batches(_Lines(ctx, parse, clean, skip).batches(blocks, quick))


class _Lines:
    """Reads the lines of one log. A message is held back, with the lines in `more`, from line `first` to
    `last`, until no line can go on with it: as `held` or, if it was read quickly, as the last of `made` with
    its words as they stand in `words`."""

    def __init__(
        self, ctx: Context, parse: Callable[[str], Said | None], clean: Callable[[str], str] | None,
        skip: Callable[[str], bool] | None,
    ) -> None:  # fmt: skip
        self.ctx, self.parse, self.skip = ctx, parse, skip
        self.state = _State(ctx, clean)
        self.made: list[Event | Finding] = []
        self.held: Said | None = None
        self.more: list[str] = []
        self.first = self.last = self.blanks = 0
        self.words: str | None = None
        self.names: dict[str, str] = {}
        self.doers: dict[str, str] = {}
        self.people: dict[str, str] = {}  # who comes and goes

    def batches(self, blocks: Iterable[Block], quick: Quick | None) -> Iterator[list[Event | Finding]]:
        for piece in pieces(blocks):
            if quick is not None:
                self.quickly(piece, quick)
            else:
                for number, line in enumerate(piece.lines, piece.start):
                    self.line(line, number)
            batch, self.made = self.made, []
            if self.words is not None:
                self.made.append(batch.pop())
            if batch:
                yield batch
        self.flush()
        self.state.settle()
        if self.made:
            yield self.made

    def flush(self) -> None:
        """Nothing more goes on with the last message."""
        if self.held is not None:
            self.made.append(self.state.event(self.held, self.more, self.first, self.last))
            self.held, self.more = None, []
        self.words = None

    def line(self, line: str, number: int) -> Said | None:
        """Read one line; what it says, if it begins an event."""
        if not line or line.isspace():
            self.blanks += 1
            return None
        said = self.parse(line)
        if said is not None:
            self.flush()
            self.held, self.blanks = said, 0
            self.first = self.last = number
            return said
        if self.skip is not None and self.skip(line):
            return None
        if self.words is not None:
            self.take_back(self.words)
        if self.held is not None and not self.held.closed and len(self.more) + self.blanks < MESSAGE_LINES:
            self.more.extend([""] * self.blanks)
            self.more.append(line)
            self.last, self.blanks = number, 0
            return None
        self.flush()
        self.made.append(self.ctx.unread(line, number))
        self.blanks = 0
        return None

    def take_back(self, words: str) -> None:
        """Hold the last message back that was read quickly."""
        event = self.made.pop()
        assert isinstance(event, Event) and event.source is not None
        self.held = Said(event.kind, event.speaker, words, at=event.at, trust=event.trust)
        self.first = self.last = event.source.line
        self.state.seq, self.words = event.seq, None

    def quickly(self, piece: Block, quick: Quick) -> None:
        """Read lines, the usual ones here."""
        start, lines = piece
        found: list[tuple[str, str, str]]
        found = _by_lines(quick.said).findall("\n".join(lines) + "\n")
        assert len(found) == len(lines), "a Quick pattern goes beyond the end of its line"
        others, file, state = quick.others.match, self.ctx.file, self.state
        names, append = self.names, self.made.append
        unsaid = False  # whether `state`, `words` and `blanks` are behind
        pending = self.held is not None
        seq, room, lead, now = state.reading()
        last_words = ""
        for number, (time, name, words) in enumerate(found, start):
            if name in names and now <= time and not pending and len(time) == 8:
                append(
                    Event(
                        seq=seq, at=lead + time, kind="say", speaker=names[name], room=room,
                        text=words.strip(BLANKS), source=Source(file, number, number),
                    )
                )  # fmt: skip
                seq += 1
                now, last_words, unsaid = time, words, True
                continue
            other = None
            if name in names:
                kind: Kind = "say"
                speaker = names[name]
                trust: Trust = "member"
                known = True
            else:
                line = lines[number - start]
                other = others(line) if time else None
                usual = self.known(other, quick.names) if other is not None else None
                known = usual is not None
                if usual is not None:
                    kind, speaker, words, trust = usual
            clock = time
            if known and len(time) > 8:
                clock = _HALVES.get(time[:2] + time[8:], "") + time[2:8]
                known = len(clock) == 8
            if known:
                if pending:
                    self.flush()
                    pending = False
                    seq, room, lead, now = state.reading()
                if now <= clock:
                    append(
                        Event(
                            seq=seq, at=lead + clock, kind=kind, speaker=speaker, room=room,
                            text=words.strip(BLANKS), trust=trust, source=Source(file, number, number),
                        )
                    )  # fmt: skip
                    seq += 1
                    now, last_words, unsaid = clock, words, True
                    continue
            if unsaid:
                self.words, self.blanks, unsaid = last_words, 0, False
                state.seq, state.now, state.ahead = seq, now, True
            said = self.line(lines[number - start], number)
            pending = self.held is not None
            seq, room, lead, now = state.reading()
            if said is not None and time and len(names) < NAMES_LIMIT:
                self.meet(said, name, words, other)
        if unsaid:
            self.words, self.blanks = last_words, 0
            state.seq, state.now, state.ahead = seq, now, True

    def known(self, other: re.Match[str], names: Names) -> tuple[Kind, str, str, Trust] | None:
        """Kind, speaker, words and trust of a line of `others`, None for somebody who has not been met."""
        doer = other["doer"]
        if doer is not None:
            if doer not in self.doers or names.with_blanks:
                return None
            return "emote", self.doers[doer], other["deed"], "member"
        speaker = self.people.get(other["who"])
        return (
            None
            if speaker is None
            else ("join" if other["came"] else "leave", speaker, other["told"], "server")
        )

    def meet(self, said: Said, name: str, words: str, other: re.Match[str] | None) -> None:
        """Remember whom `line` has just read at the place where a pattern found somebody."""
        if said.late is not None or said.day is not None or said.to is not None or said.speaker is None:
            return
        if said.kind == "say" and said.speaker == name != HOST and said.text == words:
            self.names[name] = self.ctx.speaker(name)
            return
        if other is None or said.closed or len(self.doers) + len(self.people) >= NAMES_LIMIT:
            return
        if said.kind == "emote" and (said.speaker, said.text) == other.group("doer", "deed"):
            self.doers[said.speaker] = self.ctx.speaker(said.speaker)
        elif said.kind in ("join", "leave") and (said.speaker, said.text) == other.group("who", "told"):
            self.people[said.speaker] = self.ctx.speaker(said.speaker)


class _State:
    """Where reading stands: the next number, the room, and the day while times rise: `lead` is what stands
    before a time ("2004-07-03T"), None where times have to be stamped, `now` the last time, `ahead` whether
    the calendar has yet to be told of it."""

    def __init__(self, ctx: Context, clean: Callable[[str], str] | None) -> None:
        self.ctx, self.clean = ctx, clean
        self.seq = 0
        self.room: str | None = None
        self.service = ""
        self.lead: str | None = None
        self.now = ""
        self.ahead = False
        self._midnights = 0
        self._zoned = len(ctx.calendar.moment(date(2000, 1, 1), "00:00:00")) != 19

    def reading(self) -> tuple[int, str | None, str, str]:
        """`seq`, `room`, `lead` and `now`, which is later than any time where `lead` is not known."""
        if self.lead is None:
            return self.seq, self.room, "", MIDNIGHT
        return self.seq, self.room, self.lead, self.now

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
        if held.service:
            self.service = held.service
        at, clock = self._moment(held)
        seq, source = self.seq, Source(ctx.file, first, last)
        self.seq += 1
        event = Event(
            seq=seq, at=at, kind=held.kind,
            speaker=None if held.speaker is None else ctx.speaker(held.speaker),
            to=held.to, room=self.room, text=text, trust=held.trust, source=source, clock=clock,
        )  # fmt: skip
        if held.speaker == HOST:
            event = hosted(event, self.service)
            self.room = event.room
        return event
