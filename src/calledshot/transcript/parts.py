"""What single transcripts show of a fight: which are rooms and which windows, who is in them, who leads it,
and whether they belong together. Putting them in one order is `merging`'s.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence

from calledshot.transcript.calls import asks_for_initiative
from calledshot.transcript.event import Event
from calledshot.transcript.formats.base import HOST
from calledshot.transcript.reading import Transcript
from calledshot.transcript.roster import fold
from calledshot.transcript.timeline import keyed
from calledshot.transcript.weave import same_talk

APART = 3600.0
"""Seconds without anything said from which on two logs are of different occasions."""
PEEK = 4000
"""Events looked at to tell a room from a window, and who is in it."""

_TALKS = frozenset({"say", "emote", "whisper", "away"})
_ROLLED = re.compile(r"(?:--> |\* )?(\S[^\n]{0,40}?) (?:rolls?|rolled)\b")
"""What a dice bot says of somebody, before it is known for one."""


class Part:
    """One transcript and what its first events show."""

    def __init__(self, transcript: Transcript) -> None:
        self.transcript = transcript
        self.seen = [item for item in transcript.peek(PEEK) if isinstance(item, Event)]
        names: dict[str, str] = {}
        timed = talk = 0
        self.rolls = self.banner = False
        for event in self.seen:
            if event.kind == "roll" or event.speaker == HOST:
                self.rolls |= event.kind == "roll"
                self.banner |= event.room is not None
                continue
            if event.speaker and event.kind in (*_TALKS, "join", "leave"):
                names.setdefault(fold(event.speaker), event.speaker)
            if event.kind in _TALKS:
                talk += 1
                timed += event.at is not None or event.clock is not None
        self.people = names
        self.timed = timed > 0 and 2 * timed >= talk
        self.small = len(names) <= 2 and not self.rolls and not self.banner
        self.certain = self.small and (transcript.window or transcript.with_ is not None)
        self.window = False

    def who(self) -> frozenset[str]:
        """The two people of a window, as AIM compares names; nobody, for a room."""
        if not self.window:
            return frozenset()
        with_ = self.transcript.with_
        return frozenset({*self.people, *(() if with_ is None else (fold(with_),))})

    def present(self) -> set[str]:
        """Who is in it: whoever says something, and whoever rolls though he says nothing."""
        with_ = self.transcript.with_
        rollers = {fold(event.roll.roller) for event in self.seen if event.roll is not None}
        for event in self.seen:  # a bot that nobody has named yet: its rolls are talk so far
            told = _ROLLED.match(event.text) if event.roll is None and event.kind in _TALKS else None
            if told is not None:
                rollers.add(fold(told[1]))
        return {*self.people, *rollers, *(() if with_ is None else (fold(with_),))}

    def elsewhere(self, other: Part) -> bool:
        """Whether both name the room they are of, and it is not the same."""
        mine, theirs = self._rooms(), other._rooms()
        return bool(mine and theirs and not mine & theirs)

    def _rooms(self) -> set[str]:
        return {fold(event.room.lstrip("#&")) for event in self.seen if event.room}


def belong_together(transcripts: Sequence[Transcript], campaign_names: Iterable[str] = ()) -> bool:
    """Whether several transcripts are parts of one fight: their times overlap and they share somebody; or
    there is one room, told by one log or by several that tell the same, and each other file is a window of
    people of that room or of the campaign, with times that do not contradict it."""
    if len(transcripts) < 2:
        return True
    parts = [Part(transcript) for transcript in transcripts]
    tell_windows(parts, ())
    names = {fold(name) for name in campaign_names}
    rooms = [part for part in parts if not part.window]
    alike = all(
        any(same_talk(room.seen, one.seen) for one in rooms[:at]) for at, room in enumerate(rooms) if at
    )
    if all(part.timed for part in parts) and (len(rooms) < 2 or not alike):
        return _tied_by_time(parts)
    if not rooms or not alike:
        return False
    present = {name for room in rooms for name in room.present()}
    for part in parts:
        if part in rooms:
            continue
        people = set(part.people)
        if part.transcript.with_ is not None:
            people.add(fold(part.transcript.with_))
        if not people or not people <= present | names or not people & (present or names):
            return False
    return True


def _tied_by_time(parts: Sequence[Part]) -> bool:
    """Whether the spans of time hang together, each sharing somebody with the others."""
    spans = []
    heads = [part.seen for part in parts]
    for part, entries in zip(parts, keyed(heads, heads), strict=True):
        moments = [entry.moment for entry in entries if entry.moment > float("-inf")]
        if not moments:  # times were written, but no such times exist
            return False
        spans.append((moments[0], moments[-1], part))
    spans.sort(key=lambda span: span[:2])
    end = spans[0][1]
    for start, last, _ in spans[1:]:
        if start > end + APART:
            return False
        end = max(end, last)
    return all(
        any(part.present() & other.present() for other in parts if other is not part) for part in parts
    )


def tell_windows(parts: Sequence[Part], pgm: Sequence[str], bots: Iterable[str] = ()) -> None:
    """Mark the parts that are conversations of two; nobody has one with a dice bot. What could be a room is
    one if no other part is."""
    masters = {fold(name) for name in pgm}
    machines = {fold(name) for name in bots}
    if len(parts) == 1:
        part = parts[0]
        part.window = part.transcript.with_ is not None or (
            part.certain
            and len(part.people) == 2
            and bool(masters & set(part.people))
            and not machines & set(part.people)
        )
        return
    for part in parts:
        small = part.small and not machines & set(part.people)
        part.window = small or part.transcript.with_ is not None
    if all(part.window for part in parts):
        for part in parts:
            if not part.certain and part.transcript.with_ is None:
                part.window = False
                return


def infer_pgm(parts: Sequence[Part], is_call: Callable[[Event], bool]) -> set[str]:
    """Who the windows have in common; with one window, who of its two calls for messages in the room."""
    windows = [set(part.people) for part in parts if part.window]
    if len(windows) > 1:
        shared = set.intersection(*windows)
        if len(shared) == 1:
            return shared
    callers = {
        fold(event.speaker)
        for part in parts
        if not part.window
        for event in part.seen
        if event.speaker is not None and (is_call(event) or asks_for_initiative(event))
    }
    inside = callers & set().union(*windows) if windows else set()
    return inside if len(inside) == 1 else set()
