"""Several transcripts sorted by fights, where not all of them are of one: the room and the windows of one
night, the logs of another beside them. Whether all are of one is `parts`'s.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations

from calledshot.transcript.parts import APART, Part, belong_together, tell_windows
from calledshot.transcript.reading import Transcript
from calledshot.transcript.roster import fold
from calledshot.transcript.timeline import Extent, between, extent
from calledshot.transcript.weave import perhaps_alike, same_talk


def occasions(
    transcripts: Sequence[Transcript], campaign_names: Iterable[str] = ()
) -> list[Sequence[Transcript]]:
    """The transcripts of each fight, in the order given: what is tied together, by time and people or by what
    is said, and each that is tied to nothing by itself. A window without times is of the one fight whose
    people are in it, and of none where it could be of several."""
    names = {fold(name) for name in campaign_names}
    if belong_together(transcripts, names):
        return [transcripts]
    parts = [Part(transcript) for transcript in transcripts]
    tell_windows(parts, ())
    fights = _Fights(parts)
    extents = [extent(part.seen) if part.timed else None for part in parts]
    present = [part.present() for part in parts]
    by_time = [
        (one, other)
        for one, other in combinations(range(len(parts)), 2)
        if _at_once(extents[one], extents[other]) and present[one] & present[other]
    ]
    for one, other in by_time:
        if not (parts[one].window and parts[other].window and parts[one].who() != parts[other].who()):
            fights.tie(one, other)
    for one, other in perhaps_alike([part.seen for part in parts]):
        if parts[one].window != parts[other].window or fights.tied(one, other):
            continue
        if same_talk(parts[one].seen, parts[other].seen):
            fights.tie(one, other)
    fights.place_windows(names)
    alone = {at for at in range(len(parts)) if fights.without_room(at)}
    for one, other in by_time:
        if one in alone and other in alone:
            fights.tie(one, other)
    return [[transcripts[at] for at in fight] for fight in fights.all()]


def _at_once(one: Extent | None, other: Extent | None) -> bool:
    return one is not None and other is not None and between(one, other) <= APART


class _Fights:
    """Which parts are tied together, by their numbers."""

    def __init__(self, parts: Sequence[Part]) -> None:
        self._parts = parts
        self._first = list(range(len(parts)))  # of each part, the first one of its fight

    def tied(self, one: int, other: int) -> bool:
        return self._first[one] == self._first[other]

    def tie(self, one: int, other: int) -> None:
        low, high = sorted((self._first[one], self._first[other]))
        self._first = [low if first == high else first for first in self._first]

    def all(self) -> list[list[int]]:
        """The fights, by the first part of each."""
        found: dict[int, list[int]] = {}
        for at, first in enumerate(self._first):
            found.setdefault(first, []).append(at)
        return list(found.values())

    def without_room(self, one: int) -> bool:
        """Whether a part's fight is windows only."""
        return all(part.window for at, part in enumerate(self._parts) if self.tied(one, at))

    def place_windows(self, names: set[str]) -> None:
        """Tie windows that belong to no room yet to the one whose people are in them."""
        rooms = [fight for fight in self.all() if any(not self._parts[at].window for at in fight)]
        for fight in self.all():
            if fight in rooms:
                continue
            for known in (set[str](), names):
                fits = [room for room in rooms if self._fit(fight, room, known)]
                if fits:
                    break
            if len(fits) == 1:
                self.tie(fight[0], fits[0][0])

    def _fit(self, windows: Sequence[int], fight: Sequence[int], names: set[str]) -> bool:
        """Whether all who are in windows are in the rooms of a fight, or in the campaign, and no time speaks
        against it."""
        rooms = [self._parts[at] for at in fight if not self._parts[at].window]
        present = {name for room in rooms for name in room.present()}
        if all(room.timed for room in rooms) and any(self._parts[at].timed for at in windows):
            return False
        people = [self._parts[at].who() for at in windows]
        return all(who and who <= present | names and who & (present or names) for who in people)
