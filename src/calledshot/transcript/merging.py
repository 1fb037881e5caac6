"""Several transcripts of one fight as one stream: the room and the instant message windows beside it.

Several logs of one talk are one first (see `weave`). Then, where all have times, time decides, and within a
file the order of the file always stands. A room without times is the spine: the n-th block of messages in a
window goes after the room's n-th call for them (see `align`). Whatever was assumed is in `Merged.alignment`.
A call is recognised by a function of the caller's, since only a ruleset knows its words; the simple one here
is for use without.
"""

from __future__ import annotations

import heapq
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import PurePath
from typing import NamedTuple

from msgspec.structs import replace

from calledshot.errors import UsageError
from calledshot.finding import Finding
from calledshot.transcript import align
from calledshot.transcript.bots import Bots
from calledshot.transcript.calls import asks_for_initiative, asks_for_messages, find_calls
from calledshot.transcript.event import Event
from calledshot.transcript.files import gathered, listed, short
from calledshot.transcript.parts import Part, infer_pgm, tell_windows
from calledshot.transcript.reading import Transcript
from calledshot.transcript.record import record
from calledshot.transcript.relays import Relays
from calledshot.transcript.roster import fold
from calledshot.transcript.timeline import Keyed, keyed
from calledshot.transcript.weave import SAME_SECONDS, Telling, weave

Items = Iterator[Event | Finding]


class Merged:
    """The events of several transcripts in one order, iterated once, numbered anew from 0 (a single
    transcript keeps its numbers). `alignment`: how they were put together, a sentence each, with the doubt;
    `notes`: what the readers assumed; `windows`: the files that are private conversations."""

    def __init__(
        self, transcripts: Sequence[Transcript], *, pgm: Sequence[str], me: str | None,
        is_call: Callable[[Event], bool] | None, is_declaration: Callable[[Event], bool] | None,
        bots: Sequence[str], relays: Sequence[str],
    ) -> None:  # fmt: skip
        self.transcripts = tuple(transcripts)
        self.alignment: list[str] = []
        self._called = short(one.file for one in transcripts)
        self._parts = [Part(transcript) for transcript in transcripts]
        tell_windows(self._parts, pgm, bots)
        self.windows = tuple(part.transcript.file for part in self._parts if part.window)
        self._is_call = is_call or asks_for_messages
        self._declares = is_declaration or align.looks_declared
        self._pgm = {fold(name) for name in pgm} or infer_pgm(self._parts, self._is_call)
        self._pgm_name = next(iter(pgm), None) or me or self._spelling()
        self._bots = Bots(bots)
        live = any(one.format == "journal" for one in transcripts)  # as the helper heard it
        self._relays = Relays(() if live else relays)
        self._heads = [part.seen for part in self._parts if part.timed]
        self._tellings: dict[int, Telling] = {}  # of parts that may be logs of one talk
        self._moments: dict[int, Sequence[float]] = {}  # of parts that are several logs of one talk
        self._items = self._trusting(self._merge())

    @property
    def notes(self) -> list[str]:
        """What the readers assumed, each with its file; complete once the iteration has ended."""
        notes = [(one.file, note) for one in self.transcripts for note in one.notes]
        if len(self.transcripts) == 1:
            return [note for _, note in notes] + self._bots.failures + self._bots.hints + self._relays.notes
        gathered_notes = gathered((self._called[file], note) for file, note in notes)
        return gathered_notes + self._bots.failures + self._bots.hints + self._relays.notes

    def __iter__(self) -> Items:
        return self._items

    def _trusting(self, items: Items) -> Items:
        """The stream with what a known dice bot reports turned into rolls."""
        more = 0
        for item in items:
            if not isinstance(item, Event):
                yield item
                continue
            for number, event in enumerate(self._bots.all_heard(self._relays.heard(item))):
                more += number > 0
                yield replace(event, seq=item.seq + more) if more else event

    def _spelling(self) -> str | None:
        for part in self._parts:
            for folded, name in part.people.items():
                if folded in self._pgm:
                    return name
        return None

    def _merge(self) -> Items:
        parts = self._parts
        streams = {
            id(part): self._whispers(part) if part.window else record(part.transcript) for part in parts
        }
        if len(parts) == 1:
            return streams[id(parts[0])]
        parts = self._once(parts, streams)
        if len(parts) == 1:
            return _renumbered(streams[id(parts[0])])
        rooms = [part for part in parts if not part.window]
        if all(part.timed for part in parts) or not rooms:
            if all(part.timed for part in parts):
                self.alignment.append(f"{self._files(parts)} are merged by their times")
            else:
                self.alignment.append(f"{self._files(parts)} have no times; they stand in the order given")
            return _renumbered(self._by_time(parts, streams))
        spine = self._by_time(rooms, streams)
        if len(rooms) > 1:
            how = (
                "by their times"
                if all(part.timed for part in rooms)
                else "in the order given, having no times"
            )
            self.alignment.append(f"{self._files(rooms)} are put together {how}")
        if all(part.timed for part in rooms):
            timed = [part for part in parts if part.timed]
            spine = self._by_time(timed, streams)
            if len(timed) > len(rooms):
                self.alignment.append(f"{self._files(timed)} are merged by their times")
            windows = [part for part in parts if not part.timed]
        else:
            windows = [part for part in parts if part.window]
        return _renumbered(self._aligned(spine, windows, streams)) if windows else _renumbered(spine)

    def _whispers(self, part: Part) -> Items:
        """A window's messages as whispers, each to the other of the two."""
        with_ = part.transcript.with_
        owner = (
            self._pgm_name if self._pgm_name is not None and fold(self._pgm_name) not in part.people else None
        )
        names = list(part.people.values())
        for item in record(part.transcript):
            if not isinstance(item, Event) or item.kind not in ("say", "emote") or item.speaker is None:
                yield item
                continue
            speaker = fold(item.speaker)
            if owner is not None and speaker in ("me", "you"):
                item, speaker = replace(item, speaker=owner), fold(owner)
            others = [name for name in names if fold(name) not in (speaker, "me", "you")]
            if with_ is not None and speaker != fold(with_):
                other: str | None = with_
            elif others:
                other = others[0]
            else:
                other = self._pgm_name if speaker not in self._pgm else None
            yield replace(item, kind="whisper", to=other)

    def _by_time(self, parts: Sequence[Part], streams: dict[int, Items]) -> Items:
        if not all(part.timed for part in parts):
            return (item for part in parts for item in streams[id(part)])
        if len(parts) == 1:
            return streams[id(parts[0])]
        ordered = sorted(parts, key=lambda part: part.window)
        logs = self._keyed(ordered, streams)
        return (entry.item for entry in heapq.merge(*logs, key=lambda entry: entry[:2]))

    def _keyed(self, parts: Sequence[Part], streams: dict[int, Items]) -> list[Iterable[Keyed]]:
        """Each part's items with their moments."""
        logs: list[Iterable[Keyed]] = []
        heads = [part.seen for part in parts]
        for at, log in enumerate(keyed([streams[id(part)] for part in parts], heads, self._heads)):
            moments = self._moments.get(id(parts[at]))
            logs.append(
                log
                if moments is None
                else [Keyed(moment, at, entry.item) for moment, entry in zip(moments, log, strict=True)]
            )
        return logs

    def _once(self, parts: Sequence[Part], streams: dict[int, Items]) -> list[Part]:
        """The parts with all logs of one talk as one, in the place of the first of them: the rooms, and the
        windows of the same two people. What stands in several is counted once."""
        left: list[Part] = []
        groups: dict[frozenset[str], list[Part]] = {}
        for part in parts:
            groups.setdefault(part.who(), []).append(part)
        for group in groups.values():
            while group:
                left.append(self._joint(group, streams) if len(group) > 1 else group.pop())
        return sorted(left, key=parts.index)

    def _joint(self, group: list[Part], streams: dict[int, Items]) -> Part:
        """The first part of a group, those with times before others, and what tells the same taken into it
        and out of the group."""
        group.sort(key=lambda part: not part.timed)
        base, *others = group
        tellings = self._tellings
        for part in group:
            if id(part) not in tellings:
                tellings[id(part)] = self._telling(part, streams)
        doubled, names, notes = 0, [base], []
        for other in others:
            few = not base.window or (base.timed and other.timed)
            woven = weave(tellings[id(base)], tellings[id(other)], few=few)
            if not woven.doubled or (not woven.sure and (base.window or base.elsewhere(other))):
                continue
            tellings[id(base)] = woven.telling
            doubled += woven.doubled
            names.append(other)
            if abs(woven.ahead) > SAME_SECONDS:
                notes.append(
                    f"{self._files([other])}'s clock is {_apart(woven.ahead)} {self._files([base])}'s"
                )
        for part in group:
            streams[id(part)] = iter(tellings[id(part)].items)
        group[:] = [part for part in others if part not in names]
        if doubled:
            what = "window" if base.window else "room"
            how = (
                "are merged by their times"
                if names[-1].timed
                else "are laid beside each other by their words"
            )
            self.alignment += [
                f"{self._files(names)} {how}",
                *notes,
                f"{_count(doubled, 'message')} in more than one log of the {what}, counted once",
            ]
            moments = tellings[id(base)].moments
            if moments is not None:
                self._moments[id(base)] = moments
        return base

    def _telling(self, part: Part, streams: dict[int, Items]) -> Telling:
        if not part.timed:
            return Telling(list(streams[id(part)]))
        (log,) = keyed([streams[id(part)]], [part.seen], self._heads)
        entries = list(log)
        return Telling([entry.item for entry in entries], [entry.moment for entry in entries])

    def _aligned(self, spine: Items, windows: Sequence[Part], streams: dict[int, Items]) -> Items:
        room = list(spine)
        calls = self._calls(room, windows)
        lines = self._lines(windows, streams)
        end: list[Event | Finding] = []
        before: list[Event | Finding] = []
        after: dict[int, list[Event | Finding]] = {}
        numbers = [align.round_number(_text(room[call])) for call in calls]
        for names, people, items, tail in lines:
            end += tail
            active = _active(room, calls, people)
            took_part = sum(1 for one in active if one)
            lead, made = align.blocks(items, [took_part, len(calls)] if calls else [], self._declares)
            before += [item.event for item in lead]
            where, sure = align.assign(made, numbers, active) if calls else ([], False)
            self._say(names, len(made), len(calls), sure, any(item.time is not None for item in items))
            for block, call in zip(made, where, strict=False):
                after.setdefault(calls[call], []).extend(item.event for item in block.items)
            if not calls:
                before += [item.event for block in made for item in block.items]
        first = calls[0] if calls else 0
        for index, item in enumerate(room):
            if index == first:
                yield from before
            yield item
            yield from after.get(index, ())
        if not room:
            yield from before
        yield from end

    def _calls(self, room: Sequence[Event | Finding], windows: Sequence[Part]) -> list[int]:
        """The places in the room where messages were called for."""
        single = {name for part in windows for name in part.people} - self._pgm
        calls = find_calls(room, self._is_call, self._pgm, single)
        if not calls:
            calls = find_calls(room, asks_for_initiative, self._pgm, single)
            if calls:
                self.alignment.append(
                    "the room never calls for instant messages; its calls for initiative stand for it"
                )
        return calls

    def _lines(self, windows: Sequence[Part], streams: dict[int, Items]) -> list[_Line]:
        """The time lines to cut, one for all windows with times and one for each without."""
        lines: list[_Line] = []
        timed = [part for part in windows if part.timed]
        joint: list[tuple[float, int, align.Item]] = []
        tail: list[Event | Finding] = []
        for index, entries in enumerate(
            keyed([streams[id(part)] for part in timed], [part.seen for part in timed])
        ):
            window = list(entries)
            at = {id(entry.item): entry.moment for entry in window}
            talk, rest = _split_tail([entry.item for entry in window])
            tail += rest
            joint += [(at[id(event)], index, self._item(index, event, at[id(event)])) for event in talk]
        if timed:
            joint.sort(key=lambda entry: entry[:2])
            files = [part.transcript.file for part in timed]
            lines.append(
                _Line(files, [self._player(part) for part in timed], [entry[2] for entry in joint], tail)
            )
        for part in windows:
            if not part.timed:
                talk, rest = _split_tail(list(streams[id(part)]))
                items = [self._item(0, event, None) for event in talk]
                lines.append(_Line([part.transcript.file], [self._player(part)], items, rest))
        return lines

    def _files(self, parts: Sequence[Part]) -> str:
        return listed(self._called[part.transcript.file] for part in parts)

    def _player(self, part: Part) -> str | None:
        """The folded name of a window's other person than the game master."""
        if part.transcript.with_ is not None and fold(part.transcript.with_) not in self._pgm:
            return fold(part.transcript.with_)
        return next((name for name in part.people if name not in self._pgm), None)

    def _item(self, window: int, event: Event, time: float | None) -> align.Item:
        talk = event.kind == "whisper"
        return align.Item(window, talk and fold(event.speaker or "") not in self._pgm, talk, event, time)

    def _say(self, files: Sequence[str], made: int, calls: int, sure: bool, timed: bool) -> None:
        where = listed(self._called[file] for file in files)
        count = f"{where}: {_count(made, 'block')} of instant messages"
        if timed:
            count += " by the windows' own times"
        if not calls:
            rest = ", and no call in the room to put them at; they stand before it"
        elif made == calls:
            rest = f" for {_count(calls, 'call')} in the room, taken in order"
        elif made < calls and sure:
            rest = f" for {_count(calls, 'call')} in the room, each after one upon which its player rolled"
        elif made < calls:
            rest = (
                f" for {_count(calls, 'call')} in the room; after which nothing was sent cannot be told, "
                "so their places are in doubt"
            )
        else:
            rest = f" for only {_count(calls, 'call')} in the room; what is left over stands after the last"
        self.alignment.append(count + rest)


class _Line(NamedTuple):
    """A time line of windows: their files and players (folded names), the messages, and what goes to the
    end: unread lines, and what the client noted after the last message."""

    files: list[str]
    players: list[str | None]
    items: list[align.Item]
    tail: list[Event | Finding]


def _apart(ahead: float) -> str:
    """By how much one clock is ahead or behind another, as people say it."""
    hours, minutes = divmod(round(abs(ahead) / 60), 60)
    parts = ([_count(hours, "hour")] if hours else []) + ([_count(minutes, "minute")] if minutes else [])
    return " and ".join(parts) + (" ahead of" if ahead > 0 else " behind")


def _count(number: int, word: str) -> str:
    return f"{number} {word}" if number == 1 else f"{number} {word}s"


def _active(
    room: Sequence[Event | Finding], calls: Sequence[int], people: Sequence[str | None]
) -> list[frozenset[int]]:
    """For each call, the players (by index) that rolled between it and the next. All, after a last call with
    no roll, where the log may end too early, and in a room without rolls, where nothing tells."""
    everybody = frozenset(range(len(people)))
    found: list[frozenset[int]] = []
    for call, end in zip(calls, [*calls[1:], len(room)][: len(calls)], strict=True):
        rollers = {
            fold(item.roll.roller)
            for item in room[call:end]
            if isinstance(item, Event) and item.roll is not None
        }
        known = frozenset(at for at, name in enumerate(people) if name in rollers)
        found.append(known if rollers or end < len(room) else everybody)
    if not any(isinstance(item, Event) and item.roll is not None for item in room):
        return [everybody] * len(calls)
    return found


def merge(
    transcripts: Sequence[Transcript], *, pgm: Sequence[str] = (), me: str | None = None,
    is_call: Callable[[Event], bool] | None = None, is_declaration: Callable[[Event], bool] | None = None,
    bots: Sequence[str] = (), relays: Sequence[str] = (),
) -> Merged:  # fmt: skip
    """Transcripts of one fight as one stream of events and findings; also right for a single one, whose
    messages become whispers if it is a window with the game master.

    `pgm` holds the game master's screen names (inferred from the windows if empty), `me` the log owner's;
    `is_call` tells a call for instant messages in the room, `is_declaration` a player's declaration in a
    window; `bots` are the screen names of trusted dice bots, `relays` of those who pass on what others say.
    Raises TranscriptError where a file turns out to be unreadable."""
    return Merged(
        transcripts, pgm=pgm, me=me, is_call=is_call, is_declaration=is_declaration, bots=bots, relays=relays
    )


def window_names(pairs: Iterable[str], paths: Sequence[str]) -> dict[str, str]:
    """`--with FILE=NAME` pairs as path → name; FILE is one of `paths` or the last parts of one. Raises
    UsageError for a pair that names no file or several."""
    names = {}
    for pair in pairs:
        file, equals, name = (part.strip() for part in pair.rpartition("="))
        fits = [path for path in paths if path == file] or [
            path for path in paths if PurePath(path).as_posix().endswith(f"/{PurePath(file).as_posix()}")
        ]
        if not equals or not name or len(fits) != 1:
            raise UsageError(f"--with {pair}: say FILE=NAME, with FILE one of the files given")
        names[fits[0]] = name
    return names


def _split_tail(items: Sequence[Event | Finding]) -> tuple[list[Event], list[Event | Finding]]:
    """A window's events up to its last message; and its findings with what stands after that message."""
    events = [item for item in items if isinstance(item, Event)]
    findings: list[Event | Finding] = [item for item in items if not isinstance(item, Event)]
    count = len(events)
    while count and events[count - 1].kind != "whisper":
        count -= 1
    return events[:count], findings + events[count:]


def _text(item: Event | Finding) -> str:
    return item.text if isinstance(item, Event) else ""


def _renumbered(items: Items) -> Items:
    seq = 0
    for item in items:
        if isinstance(item, Event):
            yield item if item.seq == seq else replace(item, seq=seq)
            seq += 1
        else:
            yield item
