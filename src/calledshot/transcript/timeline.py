"""Moments: when something happened, as numbers by which logs with and without dates can be sorted."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, datetime
from typing import NamedTuple

from calledshot.finding import Finding
from calledshot.transcript.clock import DAY, HALF_DAY, LATE_SECONDS, ROLLOVER_SECONDS, Face, seconds
from calledshot.transcript.event import Event


class Keyed(NamedTuple):
    """An item with what it is sorted by: its moment in seconds and, where those are equal, its log."""

    moment: float
    log: int
    item: Event | Finding


def _moment(event: Event, absolute: bool) -> tuple[int | None, float] | None:
    """(day number or None, seconds of that day) of an event, None without a time."""
    if event.at is not None:
        try:
            at = datetime.fromisoformat(event.at)
        except ValueError:
            return None
        if absolute and at.tzinfo is not None:
            at = at.astimezone(UTC)
        return at.toordinal(), at.hour * 3600 + at.minute * 60 + at.second + at.microsecond / 1e6
    return (None, seconds(event.clock)) if event.clock is not None else None


def _absolute(logs: Sequence[Sequence[Event]]) -> bool:
    """Whether every log says its zone; if only some do, all are taken as they stand."""
    firsts = [next((event.at for event in log if event.at is not None), None) for log in logs]
    return all(at is not None and ("+" in at or "Z" in at or "-" in at[11:]) for at in firsts)


def _first_days(logs: Sequence[Sequence[Event]], absolute: bool) -> list[int]:
    """The day on which each log begins, for those that show times without a date: that of the dated ones,
    or one later where a log begins more than half a day earlier on the clock than the others."""
    firsts = [
        next((found for event in log if (found := _moment(event, absolute)) is not None), None)
        for log in logs
    ]
    dated = sorted((day, second) for day, second in filter(None, firsts) if day is not None)
    base, latest = (
        dated[0] if dated else (0, max((second for _, second in filter(None, firsts)), default=0.0))
    )
    return [base + (found is not None and found[1] < latest - HALF_DAY) for found in firsts]


def keyed(
    items: Sequence[Iterable[Event | Finding]],
    heads: Sequence[Sequence[Event]],
    among: Sequence[Sequence[Event]] = (),
) -> list[Iterator[Keyed]]:
    """The items of several logs, each with its moment; `heads` are the first events of each, `among` those of
    the other logs that they are laid beside. A moment never goes back within a log, and what has no time of
    its own stands with what came before it."""
    absolute = _absolute([*heads, *among])
    days = _first_days([*heads, *among], absolute)
    return [_keyed(log, days[index], index, absolute) for index, log in enumerate(items)]


def _keyed(items: Iterable[Event | Finding], day: int, index: int, absolute: bool) -> Iterator[Keyed]:
    now, last, rolled, half = float("-inf"), None, False, 0
    face = Face()
    for item in items:
        found = _moment(item, absolute) if isinstance(item, Event) else None
        if found is not None:
            stated, second = found
            if stated is None:
                face.shown(int(second))
                if last is not None and second < last - ROLLOVER_SECONDS:
                    if face.begins_again(int(last), int(second)):
                        half += HALF_DAY
                    else:
                        day, rolled = day + 1, True
                if not rolled or last is None or second <= last + DAY - LATE_SECONDS:
                    last, rolled = second, rolled and second < LATE_SECONDS
                else:  # written late, of before midnight
                    second -= DAY
            now = max(now, (day if stated is None else stated) * float(DAY) + half + second)
        yield Keyed(now, index, item)


class Extent(NamedTuple):
    """From when to when a log goes, by its own clock and, where it tells its zone, by the world's; `first` is
    the day, if it tells one, and the second of the day at which it begins."""

    first: tuple[int | None, float]
    local: tuple[float, float]
    world: tuple[float, float] | None


def extent(log: Sequence[Event]) -> Extent | None:
    """The extent of a log's events, None where they show no time."""
    first = next((found for event in log if (found := _moment(event, False)) is not None), None)
    if first is None:
        return None
    spans = []
    for absolute in (False, True) if _absolute([log]) else (False,):
        moments = [one.moment for one in _keyed(log, 0, 0, absolute) if one.moment > float("-inf")]
        spans.append((moments[0], moments[-1]))
    return Extent(first, spans[0], spans[1] if len(spans) > 1 else None)


def between(one: Extent, other: Extent) -> float:
    """The seconds from the end of one log to the beginning of the other, 0 where both go on at once. One
    without dates is of the other's day, or of the next."""
    if one.world is not None and other.world is not None:
        return max(0.0, other.world[0] - one.world[1], one.world[0] - other.world[1])
    firsts = one.first, other.first
    dated = sorted((day, second) for day, second in firsts if day is not None)
    base, latest = dated[0] if dated else (0, max(second for _, second in firsts))
    spans = []
    for (day, second), (start, end) in zip(firsts, (one.local, other.local), strict=True):
        moved = 0.0 if day is not None else float(DAY) * (base + (second < latest - HALF_DAY))
        spans.append((start + moved, end + moved))
    return max(0.0, spans[1][0] - spans[0][1], spans[0][0] - spans[1][1])


def seconds_between(earlier: Event, later: Event) -> float | None:
    """Seconds from one event to a later one of the same log, by their dates or, without, by the time of day
    (past midnight where it falls far back). None where either has no time that can be compared."""
    if earlier.at is not None and later.at is not None:
        try:
            start, end = datetime.fromisoformat(earlier.at), datetime.fromisoformat(later.at)
        except ValueError:
            return None
        if start.tzinfo is None or end.tzinfo is None:
            start, end = start.replace(tzinfo=None), end.replace(tzinfo=None)
        return (end - start).total_seconds()
    if earlier.clock is None or later.clock is None:
        return None
    passed = seconds(later.clock) - seconds(earlier.clock)
    return float(passed + DAY if passed < -ROLLOVER_SECONDS else passed)
