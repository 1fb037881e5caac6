"""Whom a fight waits for, since when, and when he is to be reminded.

Time is that of events and ticks, as ISO 8601; without times nobody is reminded.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from msgspec import Struct, field

from calledshot.live.drafts import moment, seconds

if TYPE_CHECKING:
    from calledshot.referee.desk import Desk

AFTER = 120
"""Seconds until the first reminder; each later one waits twice as long as the one before."""
PATIENCE = 60
"""Seconds in which nobody is reminded, whoever asks."""
MOST = 3
"""Reminders for one thing; after that he knows."""


class Owed(Struct):
    """What somebody owes, since when, how often he has been reminded of it by the clock, and when last at
    all."""

    who: str
    what: str
    since: str | None
    reminded: int = 0
    last: str | None = None

    def due(self) -> datetime | None:
        """When he is to be reminded next."""
        start = moment(self.since)
        if start is None or self.reminded >= MOST:
            return None
        return start + timedelta(seconds=AFTER * (2 ** (self.reminded + 1) - 1))


class Waiting(Struct):
    """What is owed now, oldest first."""

    owed: list[Owed] = field(default_factory=list)

    def renew(self, desk: Desk, now: str | None) -> None:
        """After anything that happened: what is still owed keeps the time since when it is."""
        known = {(one.who, one.what): one for one in self.owed}
        self.owed = [
            known.get(pair) or Owed(*pair, now)
            for pair in dict.fromkeys(desk.fight.waits)
            if pair[0] not in desk.without
        ]

    def due(self, now: str) -> bool:
        """Whether somebody is to be reminded now."""
        at = moment(now)
        return at is not None and any(_is_due(one, at) for one in self.owed)

    def late(self, now: str | None) -> Iterator[Owed]:
        """Who is to be reminded now; each is counted as done."""
        at = moment(now)
        for one in self.owed if at is not None else ():
            if _is_due(one, at):
                while _is_due(one, at):
                    one.reminded += 1
                one.last = now
                yield one

    def nudged(self, now: str | None) -> Iterator[Owed]:
        """Whom the game master's asking reminds: those who have had time, and were not reminded just now."""
        for one in self.owed:
            quiet = seconds(one.last or one.since, now)
            if quiet is not None and quiet >= PATIENCE:
                one.last = now
                yield one

    def restart(self, now: str | None) -> None:
        """After a pause: nobody was late while it lasted."""
        for one in self.owed:
            one.since, one.reminded, one.last = now, 0, None


def _is_due(owed: Owed, at: datetime | None) -> bool:
    due = owed.due()
    return due is not None and at is not None and due <= at
