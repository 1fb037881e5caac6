"""What a bouncer (ZNC) played back to whom was away: it tells in front of the words when they were said, and
says itself, as `***`, where that begins and ends.

The time goes from the words to the event; where the log tells no days, that keeps the time of the playback.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from datetime import date, timedelta

from msgspec.structs import replace

from calledshot.finding import Finding
from calledshot.transcript.clock import time_of_day
from calledshot.transcript.event import Event

BOUNCER = "***"
BEGINS, ENDS = "Buffer Playback...", "Playback Complete."
EXTRAS = "*buffextras"
"""Tells, of all that was played back, who came and went."""

_SAID = re.compile(r"\[(?:(\d{4}-\d\d-\d\d)[T ])?(\d\d:\d\d(?::\d\d)?)\](?: (.*)|)\Z", re.ASCII | re.DOTALL)
_AT = re.compile(r"(\d{4}-\d\d-\d\d)T(\d\d:\d\d(?::\d\d)?)(?:\.\d+)?(\D.*|)\Z", re.ASCII)
_KINDS = frozenset({"say", "emote", "notice"})


def played_back(items: Iterable[Event | Finding]) -> Iterator[Event | Finding]:
    """The items, each message at its own time."""
    back = False
    for item in items:
        if type(item) is Event:
            if item.speaker == BOUNCER and item.text in (BEGINS, ENDS):
                back = item.text == BEGINS
                yield replace(item, kind="system", speaker=None, trust="server")
                continue
            if back and item.kind in _KINDS:
                yield _timely(item)
                continue
        yield item


def _timely(event: Event) -> Event:
    found = _SAID.match(event.text)
    time = time_of_day(found[2]) if found is not None else None
    if found is None or time is None:
        return event
    event = replace(event, text=found[3] or "", at=_at(event.at, found[1], time))
    return replace(event, kind="system", speaker=None, trust="server") if event.speaker == EXTRAS else event


def _at(now: str | None, day: str | None, time: str) -> str | None:
    """When it was, as exactly as the log tells times; no later than it was played back."""
    found = _AT.match(now) if now is not None else None
    if found is None:
        return now
    time = _like(found[2], time)
    try:
        when = date.fromisoformat(day or found[1])
        if day is None and time > found[2]:
            when -= timedelta(days=1)
    except (ValueError, OverflowError):
        return now
    then = f"{when.isoformat()}T{time}"
    return then + found[3] if then <= f"{found[1]}T{found[2]}" else now


def _like(model: str, time: str) -> str:
    return time[: len(model)] if len(time) >= len(model) else f"{time}:00"
