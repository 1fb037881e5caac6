"""What a format is: a name, how well it fits the head of a file, and a reader from lines to events.

A new format is one module in this package with a `FORMAT`; nothing else has to know of it. Readers get
decoded lines in blocks and give events in the order of the file, holding no more than one message back. A
format that is one piece (JSON, XML, a web page, an archive) is given the whole file instead.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import chain, islice
from typing import Literal, NamedTuple, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from calledshot.dice.dialects import aol_result
from calledshot.finding import Finding, Span
from calledshot.transcript.clock import Calendar
from calledshot.transcript.controls import visible
from calledshot.transcript.decode import Block
from calledshot.transcript.document import Document
from calledshot.transcript.event import Event, Source

HEAD_LINES = 200
"""Lines that are not blank that sniffing looks at."""
ROSTER_LINES = 5000
"""Lines of the head a reader may look at before it starts."""
GENERIC = "generic"
"""The format of any text with names before the words, which is taken where no other fits."""
MESSAGE_LINES = 200
"""Lines that may go on with one message; more is no message, and would not be held in memory."""
QUOTED = 300
"""Characters of an unread line that its finding quotes."""
HOST = "OnlineHost"
_WITH_HOST = frozenset({"aim", "aol", "icq", "oscar", "mac", ".mac", "mobileme", "aim-compatible"})
"""The name under which the AOL and AIM services speak; they let no member have it."""

OWNER = frozenset({"you", "me", "myself"})
"""What logs call their owner."""

Evidence = Literal["real sample", "writer's source", "description", "ours"]
Items = Iterator[Event | Finding]


_Name = TypeVar("_Name", str, "str | None")


def as_member(name: _Name) -> _Name:
    """The name of somebody who is not the service, told apart from it where he took its name."""
    return f"{HOST} (a member)" if name == HOST else name


class Batches(Items):
    """Items that a reader gives in lists, for speed: who wants them one by one iterates, who hands them on
    takes the lists."""

    def __init__(self, lists: Iterator[list[Event | Finding]]) -> None:
        self.lists = lists
        self._each = chain.from_iterable(lists)

    def __iter__(self) -> Items:
        return self._each

    def __next__(self) -> Event | Finding:
        return next(self._each)


PIECE = 500
"""Lines that quick readers take at a time: so few that what is found in them is let go before it costs the
collector of garbage."""
MIDNIGHT = "24"
"""No time of a day is as late."""
BATCH = 256
"""Items of readers that give them one by one are handed on so many together."""


def in_lists(items: Items) -> Iterator[list[Event | Finding]]:
    """The items in lists, none of which is empty."""
    if isinstance(items, Batches):
        yield from items.lists
        return
    while batch := list(islice(items, BATCH)):
        yield batch


class Head(NamedTuple):
    """The beginning of a file, for sniffing and for rosters: its first lines that are not blank (at most
    HEAD_LINES), all lines of its first block, and its first bytes as they are (decode.CHUNK at most). For
    formats of one piece there are no lines yet when they sniff, only `start`."""

    lines: list[str]
    all_lines: list[str]
    name: str
    start: bytes = b""


def head_of(lines: list[str], name: str, start: bytes = b"") -> Head:
    """The head of a file that begins with these lines."""
    every = lines[:ROSTER_LINES]
    full = islice((line for line in every if line and not line.isspace()), HEAD_LINES)
    return Head(list(full), every, name, start)


class Context:
    """What a reader is told and what it says besides events: the file's name, the log owner's name (`me`),
    the calendar, the head of the file, and notes of what was assumed."""

    def __init__(
        self,
        file: str | None,
        head: Head,
        title: str,
        me: str | None = None,
        calendar: Calendar | None = None,
    ) -> None:
        self.file = file
        self.head = head
        self.title = title
        self.me = me
        self.calendar = calendar or Calendar(None, None)
        self.notes: list[str] = []
        self.owner_seen = me is not None
        """Whether the log's owner may be called so, or is known."""
        self.new_days: set[int] = set()
        """Lines on which a log that leaves out the year says that another day has come."""
        self._told: tuple[int, int] | None = None

    def told_day(self, line: int, day: tuple[int, int]) -> None:
        """The log says the month and the day on this line, but no year: December goes on into January."""
        if self._told is not None and day != self._told:
            before, now = self._told, day
            if now > before if abs(now[0] - before[0]) < 6 else now[0] < before[0]:
                self.new_days.add(line)
        self._told = day

    def note(self, sentence: str) -> None:
        """Something that was assumed, said once."""
        if sentence not in self.notes:
            self.notes.append(sentence)

    def unread(self, line: str, first: int, last: int | None = None) -> Finding:
        """LOG-1 for lines that fit no event; their words are kept, escaped and cut at QUOTED characters."""
        return Finding(
            code="LOG-1",
            severity="warning",
            message=f"fits no event of {self.title}: {visible(line, QUOTED)}",
            source=Span(file=self.file, line=first, end_line=last or first),
        )

    def speaker(self, name: str) -> str:
        """The name as it stands, or the owner's where the log calls its owner "You" or "Me"."""
        if name.lower() in OWNER:
            self.owner_seen = True
            if self.me is not None:
                return self.me
            if name == "You":
                self.note("the log's owner is called You: --me NAME says who that is")
        return name


class Format(Struct, frozen=True, kw_only=True):
    """A transcript format. `sniff` says from 0 to 1 how well the head of a file fits; `read` gives the events
    of its lines or, where the file is one piece, `whole` those of all of it: one of the two is given.
    `window` is true where the format is a conversation of two people, as instant messages are."""

    name: str
    title: str
    evidence: Evidence
    extensions: tuple[str, ...] = ()
    window: bool = False
    sniff: Callable[[Head], float]
    read: Callable[[Iterable[Block], Context], Items] | None = None
    whole: Callable[[Document, Context], Items] | None = None


def tried(format: Format, lines: list[str], head: Head | None = None) -> list[Event | Finding]:
    """What a format makes of a few lines by themselves: nothing, where it reads no lines. `head` is that of
    the file they are of, where they are not all of it."""
    if format.read is None:
        return []
    context = Context(None, head or Head(lines, lines, ""), format.title)
    return list(format.read([Block(1, lines)], context))


def numbered(blocks: Iterable[Block]) -> Iterator[tuple[int, str]]:
    """The lines one by one with their numbers, for readers that need no speed."""
    for start, lines in blocks:
        yield from enumerate(lines, start)


def pieces(blocks: Iterable[Block]) -> Iterator[Block]:
    """The lines in blocks of PIECE at most."""
    for start, lines in blocks:
        for at in range(0, len(lines), PIECE):
            yield Block(start + at, lines[at : at + PIECE])


def host_event(
    text: str, *, seq: int, source: Source, room: str | None, at: str | None = None, clock: str | None = None
) -> Event:
    """What the service said: a roll, somebody coming or going, the room's name, or else a notice."""
    roll = aol_result(text)
    speaker: str | None = HOST
    kind: Literal["roll", "join", "leave", "system", "notice"] = "notice"
    if roll is not None:
        kind = "roll"
    elif text.endswith((" has entered the room.", " has entered the room")) and len(text) < 100:
        kind, speaker = "join", text[: text.rindex(" has entered")].strip()
    elif text.endswith((" has left the room.", " has left the room")) and len(text) < 100:
        kind, speaker = "leave", text[: text.rindex(" has left")].strip()
    elif room_named(text) is not None:
        kind, room = "system", room_named(text)
    return Event(
        seq=seq, at=at, kind=kind, speaker=speaker or HOST, room=room, text=text, trust="server", roll=roll,
        source=source, clock=clock,
    )  # fmt: skip


def hosted(event: Event, service: str = "") -> Event:
    """A message of a client's log of many services. OnlineHost speaks for AIM's; where the log names another
    `service`, anybody may be called so."""
    if event.speaker != HOST or event.trust != "member":
        return event
    if service and service.lower().removeprefix("prpl-") not in _WITH_HOST:
        return replace(event, speaker=as_member(HOST))
    if event.kind != "say" or event.source is None:
        return event
    return host_event(
        event.text, seq=event.seq, source=event.source, room=event.room, at=event.at, clock=event.clock
    )


def goes_on(text: str, line: str) -> bool:
    """Whether a line can be the rest of what the service said in `text`: of a roll, only more faces."""
    roll = aol_result(text)
    if roll is not None:
        return len(roll.faces) < roll.count and line.replace(" ", "").isdigit()
    return not text.endswith((" the room.", "***"))


def room_named(text: str) -> str | None:
    """The room in a banner such as '*** You are in "Town Square". ***', None where there is none."""
    start = text.find('You are in "')
    if start < 0 or text.strip("* ")[:12] != 'You are in "':
        return None
    end = text.rfind('"')
    return text[start + 12 : end] or None
