"""The same stretch of talk standing twice in one file (LOG-7), as where two players' logs were pasted
together: what comes again is left out, and what only the second log holds is kept.

A stretch is several people's messages in the same order, and at the same time where times are told. Talk
that is merely said again (a rule quoted, a greeting) is none, nor is a round that goes like the one before:
where no clock goes back, a stretch must hold the call of a numbered round, or be long, or its messages must
follow each other at the very intervals of the first telling, by whatever the second clock is ahead. Bounded:
only so much is remembered.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from calledshot.finding import Finding, Span
from calledshot.transcript.align import round_number
from calledshot.transcript.clock import DAY, seconds
from calledshot.transcript.event import Event

REMEMBERED = 40_000
"""Messages remembered to be known again; no night has more."""
LEAST = 6
"""Messages in a row that make a stretch, by two people or more and of so many …"""
DIFFERENT = 4
"""… different wordings, where times or the number of a round tell that it is the same."""
LONG = 20
"""Messages that make one where nothing tells, half of them of different wordings."""
SKIPPED = 12
"""Messages that one of the two logs may lack in a row."""
SKIPPED_AT_FIRST = 3
"""The same while nothing but intervals tells that there are two …"""
DISTINCT = 8
"""… which a message of so many letters may begin."""
SAME_SECONDS = 120
"""Two people's clocks may differ by so much, and what they saw is still the same."""
EXACTLY, MINUTE = 3, 60
"""The intervals of two tellings are the same within so many seconds; and where no seconds are told …"""
INTERVALS = 10
"""… over a time that is so much longer, by which no chance makes them."""
QUARTER = 900
"""Zones of time differ by whole quarters of an hour."""
ZONES = 14 * 3600

_KINDS = frozenset({"say", "emote", "roll", "whisper"})

Items = Iterator[Event | Finding]


class Repeats:
    """Passes the items of one file on, what stands in it a second time left out."""

    def __init__(self, file: str | None) -> None:
        self._file = file
        self._places: dict[int, int] = {}  # what was said → the last place at which it was said first
        self._said: dict[int, tuple[int, str | None, str | None, str | None]] = {}
        self._count = 0
        self._held: list[tuple[Event | Finding, bool]] = []  # what may be such a stretch; whether it matches
        self._at = 0  # the place of the first saying that is looked for next
        self._matched = self._missed = 0
        self._speakers: set[str | None] = set()
        self._words: set[str] = set()
        self._shift: float | None = None
        self._strict = False  # no more than its intervals tells that it is the same
        self._low = self._high = self._since = self._until = 0.0  # of the shifts, and of the time that passed
        self._fine = False  # seconds are told
        self._first_new = 0
        self._first = self._last = 0
        self._sure = self._told = self._back = False
        self._left_out = 0

    def once(self, items: Iterable[Event | Finding]) -> Items:
        """The items, what comes a second time left out, with one LOG-7 for every such stretch."""
        for item in items:
            if not self._held and (type(item) is not Event or item.kind not in _KINDS):
                yield item
                continue
            yield from self._take(item)
        while self._held:
            yield from self._end()

    def _take(self, item: Event | Finding) -> Items:
        """One item: passed on, held back, or the end of what was held back."""
        if type(item) is not Event or item.kind not in _KINDS:
            self._held.append((item, False))
            return
        key = hash((item.speaker, item.text))
        place = self._places.get(key)
        if place is not None and self._follows(place, key, item):
            self._match(place, item)
            if self._sure:
                yield from self._kept()
        elif not self._held:
            self._remember(key, item)
            yield item
        else:
            self._held.append((item, False))
            self._missed += 1
            if self._sure:
                self._remember(key, item)
                yield from self._kept()
            few = self._strict and self._matched < LEAST
            if self._missed > (SKIPPED_AT_FIRST if few else SKIPPED) or round_number(item.text) is not None:
                yield from self._end()

    def _remember(self, key: int, event: Event) -> None:
        if len(event.text) < 2:
            return
        place = self._count
        self._count += 1
        self._places[key] = place
        self._said[place] = (key, event.at, event.clock, event.id)
        if len(self._said) > REMEMBERED:
            oldest = place - REMEMBERED
            gone = self._said.pop(oldest, None)
            if gone is not None and self._places.get(gone[0]) == oldest:
                del self._places[gone[0]]

    def _follows(self, place: int, key: int, event: Event) -> bool:
        """Whether an event is the next of a stretch that is being said again, or may begin one."""
        if not self._held:
            return self._count - place > 1 and self._same_time(place, event)
        here = next(
            (
                at
                for at in range(self._at, self._at + SKIPPED)
                if at in self._said and self._said[at][0] == key
            ),
            None,
        )
        if here is None or here >= self._first_new:
            return False
        if not self._same_time(here, event):
            if self._strict and not self._sure:  # said again, and at another interval
                self._missed = SKIPPED
            return False
        self._at = here
        return True

    def _match(self, place: int, event: Event) -> None:
        if not self._held:
            self._at, self._first_new = place, self._count
            self._matched, self._speakers, self._words = 0, set(), set()
            self._shift, self._sure, self._left_out = self._shift_of(place, event), False, 0
            self._told = False
            self._back = self._goes_back(event)
            self._strict = self._shift is not None and not self._back and not _of_zones(self._shift)
            self._low = self._high = self._shift or 0.0
            self._since, self._fine = _seconds(event), True
            self._first = event.source.line if event.source is not None else 0
        self._held.append((event, True))
        self._at += 1
        self._matched += 1
        self._missed = 0
        self._last = event.source.end_line if event.source is not None else 0
        self._speakers.add(event.speaker)
        self._words.add(event.text)
        self._told |= round_number(event.text) is not None
        shift = self._shift_of(self._at - 1, event)
        if shift is not None:
            self._low, self._high = min(self._low, shift), max(self._high, shift)
            self._until = _seconds(event)
            self._fine &= self._shows_seconds(self._at - 1, event)
        least, different = LEAST, DIFFERENT
        if self._exact():
            pass
        elif self._strict:
            return
        elif not (self._back or self._told):
            least, different = LONG, LONG // 2
        elif abs(self._shift or 0) > SAME_SECONDS:
            least *= 2
        if self._matched >= least and len(self._words) >= different and len(self._speakers) > 1:
            self._sure = True

    def _exact(self) -> bool:
        """Whether the messages follow each other at the same intervals, for so long that it is no chance."""
        if self._shift is None:
            return False
        within = EXACTLY if self._fine else MINUTE
        passed = (self._until - self._since) % DAY
        return self._high - self._low <= within and passed >= INTERVALS * within

    def _shows_seconds(self, place: int, event: Event) -> bool:
        _, at, clock, _ = self._said[place]
        if event.at is not None and at is not None:
            return len(event.at) > len(_TO_MINUTES) and len(at) > len(_TO_MINUTES)
        return len(event.clock or "") > 5 and len(clock or "") > 5

    def _shift_of(self, place: int, event: Event) -> float | None:
        _, at, clock, _ = self._said[place]
        if event.at is not None and at is not None:
            return _moment(event.at) - _moment(at)
        if event.clock is not None and clock is not None:
            ahead = seconds(event.clock) - seconds(clock)
            return float((ahead + DAY // 2) % DAY - DAY // 2)
        return None

    def _same_time(self, place: int, event: Event) -> bool:
        id = self._said[place][3]
        if id is not None and event.id is not None:
            return id == event.id
        shift = self._shift_of(place, event)
        if shift is None:
            return True
        if self._held and self._shift is not None:  # the same two clocks
            strict = self._strict and not self._sure
            within = SAME_SECONDS if not strict else EXACTLY if self._fine else MINUTE
            return abs(shift - self._shift) <= within
        if abs(shift) > ZONES:
            return False
        return len(event.text) >= DISTINCT or _of_zones(shift) or self._goes_back(event)

    def _goes_back(self, event: Event) -> bool:
        """Whether an event is earlier than the message just before it, as where another log begins."""
        _, at, clock, _ = self._said[self._count - 1]
        return (event.at or event.clock or "") < (at or clock or "")

    def _kept(self) -> Items:
        """What of a stretch that is surely a second telling is in it alone."""
        for item, again in self._held:
            if not again:
                yield item
            elif item is not _NOTHING[0]:
                self._left_out += 1
        self._held = [_NOTHING]  # still inside the stretch

    def _end(self) -> Items:
        """No more of what is held back matches: LOG-7, or it was none, and all but the first is looked at
        again."""
        held, self._held = self._held, []
        if self._sure:
            self._sure = False
            yield Finding(
                code="LOG-7",
                severity="warning",
                message=f"{self._left_out} messages stand here a second time, as where two logs were pasted "
                "together; counted once",
                source=Span(file=self._file, line=self._first, end_line=self._last),
            )
            return
        first, *rest = [item for item, _ in held]
        if type(first) is Event and first.kind in _KINDS:
            self._remember(hash((first.speaker, first.text)), first)
        yield first
        for item in rest:
            if not self._held and (type(item) is not Event or item.kind not in _KINDS):
                yield item
            else:
                yield from self._take(item)


_NOTHING: tuple[Event | Finding, bool] = (Event(kind="system"), True)


_TO_MINUTES = "2004-07-03T20:15"


def _of_zones(shift: float) -> bool:
    """Whether two clocks differ as those of two zones do, or hardly."""
    return abs(shift - QUARTER * round(shift / QUARTER)) <= SAME_SECONDS


def _seconds(event: Event) -> float:
    if event.at is not None:
        return _moment(event.at)
    return float(seconds(event.clock)) if event.clock is not None else 0.0


def _moment(at: str) -> float:
    from datetime import datetime

    try:
        return datetime.fromisoformat(at).replace(tzinfo=None).timestamp()
    except ValueError:
        return 0.0
