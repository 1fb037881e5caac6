"""Opening a transcript: decoding, choosing the format, and the stream of events with what was assumed.

The one place that opens files. What cannot be read at all is a TranscriptError; a line that cannot is a
LOG-1 finding in the stream.
"""

from __future__ import annotations

import sys
from collections.abc import Collection, Iterable, Iterator
from itertools import chain, islice
from operator import countOf
from pathlib import Path
from typing import BinaryIO, NamedTuple, cast

from msgspec.structs import replace

from calledshot.errors import TranscriptError
from calledshot.finding import Finding, Span
from calledshot.transcript import gzipped, journals, lead, mixed
from calledshot.transcript.clock import Calendar, date_in_name
from calledshot.transcript.controls import visible
from calledshot.transcript.decode import CHUNK, Block, Decoder, Overlong, Repair, fill
from calledshot.transcript.document import Document, load
from calledshot.transcript.event import Event
from calledshot.transcript.formats import Format, get, journal
from calledshot.transcript.formats.base import GENERIC, QUOTED, Context, Head, head_of, in_lists
from calledshot.transcript.owner import Owner
from calledshot.transcript.recoded import Recoded, encoding_called, marked, recoded
from calledshot.transcript.rows import rows_of
from calledshot.transcript.sniff import ENOUGH, Choice, choose, nearest, of_one_piece
from calledshot.transcript.stamped import stamped
from calledshot.transcript.unwrap import Unwrap, wrapping
from calledshot.transcript.web_page import page

FEW_UNREAD = 5
"""Fewer unread lines than this never condemn a file that gave any event …"""
FEW_OF_ANY_TEXT = 3
"""… or than this, where what was read is in no client's format."""
TWELVE = "the clock shows the hours 1 to 12 only, without am or pm: left as it is, and no day passes at one"
"""What is noted of such a clock."""


class Transcript:
    """One transcript, iterated once: events, and LOG-1 findings for lines that fit none, in file order.

    `format` is the format's name, `title` its long name, `file` the name shown, `notes` what was assumed
    (complete once the iteration has ended), `window` whether the format is one of two-person windows,
    `with_` the other person of an instant message window, where the caller said so, `room` the only room of a
    journal that is read. `turns` says where the file changes format, `repairs` and `midnights` what else was
    found in reading: all three grow as it is read. `refused` is why it is no log, where only its end told and
    it was read with `forgiving` set; else that is raised."""

    def __init__(
        self, stream: BinaryIO, file: str, format: Format | None, me: str | None, tz: str | None,
        with_: str | None, encoding: str | None = None, *, close: bool,
    ) -> None:  # fmt: skip
        self._stream, self._close = stream, close
        try:
            start = fill(stream, CHUNK)
            self._packed: gzipped.Gunzipped | None = None
            if start.startswith(gzipped.MAGIC):
                self._packed = gzipped.Gunzipped(stream, start)
                stream = cast(BinaryIO, self._packed)
                start = fill(stream, CHUNK)
            self._recoded: Recoded | None = None
            ignored = marked(start) if encoding is not None and not encoding.startswith("utf") else None
            if encoding is not None and (told := recoded(stream, start, encoding)) is not None:
                self._recoded = told
                stream = cast(BinaryIO, told)
                start = fill(stream, CHUNK)
            self._wrapped: Unwrap | None = None
            doubt: str | None = None
            others: tuple[Format, ...] = ()
            head = Head([], [], file, start)
            self._remark: list[str] = []
            chosen = format or of_one_piece(head)
            if format is None:
                chosen, start, self._remark = _below_remark(chosen, start, file)
            if chosen is None or chosen.whole is None:
                decoder = Decoder(stream, file, start)
                if not any(line.strip() for line in decoder.head.lines):
                    _refuse_blank(decoder, file)
                if chosen is journal.FORMAT:  # whose rows bear their numbers
                    head = head_of(decoder.head.lines, file, start)
                else:
                    found = _found(decoder.head.lines, file, start, chosen)
                    if chosen is None:
                        found, self._remark = _better(found, decoder.head.lines, file, start)
                    self._wrapped, head, choice = found.wrapped, found.head, found.choice
                    if isinstance(choice, TranscriptError):
                        raise choice
                    chosen, doubt, others = choice.format, choice.doubt, choice.others
                self._input: Decoder | Document = decoder
            else:
                self._input = load(stream, start, file)
            self._day = date_in_name(Path(file).name)
            calendar = Calendar(self._day, tz)
        except BaseException:
            self.close()
            raise
        self._owner = Owner(me)
        self.file, self.with_, self.me = file, with_, self._owner.me
        self.room: str | None = None
        self.format, self.title, self.window = chosen.name, chosen.title, chosen.window
        self.context = Context(file, head, chosen.title, self.me, calendar)
        if self._wrapped is not None:
            self.context.note(self._wrapped.what)
        if doubt is not None:
            self.context.note(doubt)
        if ignored is not None:
            self.context.note(f"read as {ignored}, whatever --encoding says")
        self._chosen, self._doubt, self._others = chosen, doubt, others
        self._head = head
        self._told, self._tz, self._midnights = format is not None, tz, 0
        self.turns: list[mixed.Turn] = []
        self._items: Iterator[Event | Finding] | None = None
        self._peeked: list[Event | Finding] = []
        self.forgiving = False
        self.refused: TranscriptError | None = None

    @property
    def doubtful(self) -> bool:
        """Whether another format could be meant."""
        return self._doubt is not None

    def settle(self, known: Collection[str]) -> None:
        """Be read, where that is in doubt, in one of these formats, in which the logs beside it are; not
        once reading has begun."""
        found = next((one for one in (self._chosen, *self._others) if one.name in known), None)
        if found is None or self._doubt is None or self._items is not None:
            return
        if found is not self._chosen:
            self.format, self.title, self.window = found.name, found.title, found.window
            self._chosen, self.context.title = found, found.title
        self.context.notes = [note for note in self.context.notes if note != self._doubt]
        self._doubt = None

    def close(self) -> None:
        """Close the file, if it was opened here; done by itself at the end of the iteration."""
        if self._close:
            self._stream.close()

    def __del__(self) -> None:
        self.close()

    def peek(self, limit: int) -> list[Event | Finding]:
        """The first items, at most `limit`, without taking them from the iteration. Before it only."""
        if self._items is None:
            self._items = chain.from_iterable(self._run())
        ahead = list(islice(self._items, max(0, limit - len(self._peeked))))
        self._peeked += ahead
        return self._peeked[:limit]

    @property
    def notes(self) -> list[str]:
        return self.context.notes

    @property
    def repairs(self) -> list[Repair]:
        """What was read so far in another encoding than the file's, the first line of each."""
        return self._input.repairs

    @property
    def midnights(self) -> int:
        """How often the day was taken to have passed, by the clock alone."""
        return self.context.calendar.midnights + self._midnights

    def __iter__(self) -> Iterator[Event | Finding]:
        if self._items is None:
            self._items = chain.from_iterable(self._run())
        if self._peeked:
            self._items, self._peeked = chain(self._peeked, self._items), []
        return self._items

    def events(self) -> Iterator[Event]:
        """The events alone."""
        return (item for item in self if isinstance(item, Event))

    def _run(self) -> Iterator[list[Event | Finding]]:
        """All items, in lists."""
        try:
            yield from self._all()
        except TranscriptError as error:
            if not self.forgiving:
                raise
            self.refused = error.with_traceback(None)

    def _all(self) -> Iterator[list[Event | Finding]]:
        overlong = self._input.overlong if isinstance(self._input, Decoder) else []
        items = events = 0
        lists = self._lists_of(self._input)
        if self._wrapped is not None:
            lists = ([item] for item in self._wrapped.accounted(chain.from_iterable(lists), self.context))
        try:
            for batch in chain([self._remarked()], lists):
                if overlong:
                    batch[:0] = map(self._too_long, overlong)
                    overlong.clear()
                if self.context.owner_seen:
                    self._owner.rename(batch)
                items += len(batch)
                events += _events(batch)
                yield batch
            if overlong:
                items += len(overlong)
                yield list(map(self._too_long, overlong))
        finally:
            self.close()
        if not items and self._wrapped is not None:
            raise TranscriptError(f"{self.file}: shows no words of any message; give the saved chat log")
        self._note_assumptions()
        unread = items - events
        if self._remark and (self.format != GENERIC or lead.is_surely_one(self._remark)):  # none of the log's
            unread -= sum(1 for line in self._remark if line.strip())
        few = FEW_OF_ANY_TEXT if self.format == GENERIC else FEW_UNREAD
        if unread and (not events or (unread > events and unread >= few)):
            lines = "1 line does" if unread == 1 else f"{unread} lines do"
            messages = "1 message does" if events == 1 else f"{events} messages do"
            raise TranscriptError(
                f"{self.file}: {lines} not read as {self.title}, {messages}; "
                f"{nearest(self._head, self.format)}"
            )

    def _lists_of(self, source: Decoder | Document) -> Iterator[list[Event | Finding]]:
        if isinstance(source, Decoder):
            assert self._chosen.read is not None, f"{self.format} reads neither lines nor whole files"
            blocks = source if not self._remark else _without(source, len(self._remark))
            if self._wrapped is not None:
                blocks = self._wrapped.blocks(blocks)
            if self._told or self._chosen is journal.FORMAT:
                return in_lists(self._chosen.read(blocks, self.context))
            return self._in_parts(blocks)
        assert self._chosen.whole is not None
        return in_lists(self._chosen.whole(source, self.context))

    def _remarked(self) -> list[Event | Finding]:
        """What stands above the log and is no part of it."""
        return [
            self.context.unread(line, number) for number, line in enumerate(self._remark, 1) if line.strip()
        ]

    def _in_parts(self, source: Iterable[Block]) -> Iterator[list[Event | Finding]]:
        """The items of a file that may change its format part-way, numbered through."""
        seq = 0
        for part in mixed.Parts(source, self._chosen, self._head, self.turns):
            assert part.format.read is not None
            if not self.turns:  # the first part that has any lines
                self.format, self.title = part.format.name, part.format.title
                self.context.title, self.context.head = part.format.title, part.head
                for batch in in_lists(part.format.read(part.blocks, self.context)):
                    seq = next((item.seq + 1 for item in reversed(batch) if type(item) is Event), seq)
                    yield batch
                continue
            calendar = Calendar(self._day, self._tz)
            context = Context(self.file, part.head, part.format.title, self.me, calendar)
            context.new_days = self.context.new_days
            for batch in in_lists(part.format.read(part.blocks, context)):
                for at, item in enumerate(batch):
                    if type(item) is Event:
                        batch[at], seq = replace(item, seq=seq), seq + 1
                self.context.owner_seen |= context.owner_seen
                yield batch
            self._midnights += calendar.midnights
            for note in context.notes:
                self.context.note(note)

    def _note_assumptions(self) -> None:
        calendar = self.context.calendar
        if calendar.face.twelve:
            self.context.note(TWELVE)
        if self._packed is not None and self._packed.damaged:
            self.context.note("the compressed file is damaged or was cut short: the log may go on")
        if self._recoded is not None and self._recoded.damaged is not None:
            said = "bytes that cannot be in the encoding named are shown as \ufffd, from line "
            self.context.note(f"{said}{self._recoded.damaged} on")
        if self._day is not None and calendar.used:
            self.context.note(f"the date {self._day.isoformat()} is taken from the file's name")

    def _too_long(self, line: Overlong) -> Finding:
        return Finding(
            code="LOG-1",
            severity="warning",
            message=f"a line of {line.length:,} bytes is longer than any message; not read: "
            + visible(line.head, QUOTED),
            source=Span(file=self.file, line=line.line, end_line=line.line),
        )


def _events(batch: list[Event | Finding]) -> int:
    """How many items of a list are events. Events are numbered through: where the numbers of the first and
    the last are as far apart as they stand, all are."""
    if not batch:
        return 0
    first, last = batch[0], batch[-1]
    if type(first) is Event and type(last) is Event and last.seq - first.seq == len(batch) - 1:
        return len(batch)
    return countOf(map(type, batch), Event)


class _Found(NamedTuple):
    """What the first lines of a file are: how they were wrapped, the head, and the format, or why there is
    none."""

    wrapped: Unwrap | None
    head: Head
    choice: Choice | TranscriptError


def _found(lines: list[str], file: str, start: bytes, told: Format | None) -> _Found:
    """What a file is that begins with these lines; `told` is the format that the caller named."""
    head = head_of(lines, file, start)
    wrapped = wrapping(head.lines, head.all_lines) or page(head.lines, head.all_lines, told)
    if wrapped is not None and wrapped.format is not None:
        own = told or _of_its_own(head)
        wrapped = None if own is not None and own.name != wrapped.format else wrapped
    if wrapped is not None:
        head = head_of(wrapped.lines(lines), file, start)
    if told is not None:
        return _Found(wrapped, head, Choice(told))
    if wrapped is not None and wrapped.format is not None:
        return _Found(wrapped, head, Choice(get(wrapped.format)))
    try:
        choice: Choice | TranscriptError = choose(head)
    except TranscriptError as error:
        choice = error.with_traceback(None)  # which would hold the stream open
    if wrapped is None and (isinstance(choice, TranscriptError) or choice.format.name == GENERIC):
        shaped = rows_of(head.lines) or stamped(head.lines)
        if shaped is not None:
            return _Found(shaped, head_of(shaped.lines(lines), file, start), Choice(get(GENERIC)))
    return _Found(wrapped, head, choice)


def _of_its_own(head: Head) -> Format | None:
    """The client's format that a file is in, though its lines are such as any text may have."""
    try:
        found = choose(head).format
    except TranscriptError:
        return None
    return None if found.name == GENERIC else found


def _better(found: _Found, lines: list[str], file: str, start: bytes) -> tuple[_Found, list[str]]:
    """What the file is if its first lines are left out as a remark about it, where it fits a format better
    so; and those lines."""
    taken: list[str] = []
    if found.wrapped is not None and isinstance(found.choice, Choice):
        return found, taken  # whose first line is a name, or bears a number
    for count in lead.remarks(lines):
        other = _found(lead.blanked(lines, count), file, start, None)
        before, after = found.choice, other.choice
        if not isinstance(after, Choice):
            continue
        if after.format.evidence == "ours" and not lead.is_surely_one(lines[:count]):
            fits = False
        elif isinstance(before, TranscriptError):
            fits = True
        elif before.format is after.format:
            sure = lead.is_surely_one(lines[:count]) and not (taken and lead.is_surely_one(taken))
            fits = sure or (found.wrapped is None and other.wrapped is not None)
        else:
            fits = after.score > before.score or before.format.sniff(other.head) < ENOUGH
        if fits:
            found, taken = other, lines[:count]
    return found, taken


def _below_remark(
    chosen: Format | None, start: bytes, file: str
) -> tuple[Format | None, bytes, list[str]]:  # fmt: skip
    """The format of one piece that begins below a remark, the first bytes without it, and its lines; `chosen`
    is the one found by the whole beginning."""
    if chosen is not None and chosen.whole is None:
        return chosen, start, []
    found = chosen, start, list[str]()
    for remark, rest in lead.beginnings(start):
        below = of_one_piece(Head([], [], file, rest))
        if below is not None and chosen in (None, below):
            found = below, rest, remark
    return found


def _without(blocks: Iterable[Block], count: int) -> Iterator[Block]:
    """The blocks, the first lines of the first blank."""
    for number, block in enumerate(blocks):
        yield block if number else Block(block.start, lead.blanked(block.lines, count))


def _refuse_blank(decoder: Decoder, file: str) -> None:
    if decoder.overlong:
        length = decoder.overlong[0].length
        raise TranscriptError(f"{file}: is one line of {length:,} bytes; no chat log has such a line")
    for block in decoder:
        if any(line.strip() for line in block.lines):
            raise TranscriptError(f"{file}: begins with more blank lines than a chat log has")
    raise TranscriptError(f"{file}: is empty (blank lines only); give a saved chat log")


def open_transcript(
    source: str | Path | BinaryIO,
    *,
    format: str | None = None,
    me: str | None = None,
    tz: str | None = None,
    name: str | None = None,
    with_: str | None = None,
    room: str | None = None,
    encoding: str | None = None,
) -> Transcript:
    """Open a transcript for one reading. `source` is a path, "-" for standard input, or a binary stream.

    `format` is a format's name, else it is found from the head of the file; `me` the name of the log's
    owner where the log says "You"; `tz` the zone of its times (IANA name); `name` what to call it in
    findings; `with_` the other person of a window that does not name both; `room` the one room of a journal
    of several (`journals.rooms` lists them) that is wanted; `encoding` what the bytes are in, where neither
    they nor a header tell. Raises TranscriptError for what cannot be read (missing, a directory, empty,
    binary, no known format), UsageError for an unknown `format`, `tz` or `encoding`."""
    chosen = get(format) if format is not None else None
    codec = encoding_called(encoding) if encoding is not None else None
    if isinstance(source, str) and journals.is_url(source):
        return _journal(source, journals.shown(source), chosen, me, tz, with_, room)
    if isinstance(source, str | Path):
        shown = name or ("standard input" if str(source) == "-" else journals.shown(str(source)) or ".")
        shown = shown.encode(errors="backslashreplace").decode()  # a file's name may be no UTF-8; JSON is
        stream = sys.stdin.buffer if str(source) == "-" else _open(Path(source), shown)
    else:
        shown = name or str(getattr(source, "name", None) or "transcript")
        stream = source
    close = stream is not source and stream is not sys.stdin.buffer
    if journals.begins_as_one(stream):
        file = getattr(stream, "name", None)
        if isinstance(file, str) and Path(file).is_file():  # with what is laid beside it
            if close:
                stream.close()
            return _journal(Path(file), shown, chosen, me, tz, with_, room)
        return _journal(stream, shown, chosen, me, tz, with_, room)
    if chosen is journal.FORMAT:
        if close:
            stream.close()
        raise TranscriptError(f"{shown}: is not a journal of calledshot's; leave --format out")
    return Transcript(stream, shown, chosen, me, tz, with_, codec, close=close)


def _journal(
    place: journals.Place, shown: str, chosen: Format | None, me: str | None, tz: str | None,
    with_: str | None, room: str | None,
) -> Transcript:  # fmt: skip
    if chosen not in (None, journal.FORMAT):
        raise TranscriptError(f"{shown}: is a journal of calledshot's; leave --format out")
    made = Transcript(journals.lines(place, shown, room), shown, journal.FORMAT, me, tz, with_, close=True)
    if room is not None:
        made.room, made.title = room, f"{made.title} of {room or 'no room'}"
    return made


def _open(path: Path, shown: str) -> BinaryIO:
    try:
        return path.open("rb")
    except IsADirectoryError:
        all_in_it = Path(shown) / "*"
        raise TranscriptError(
            f"{shown}: is a directory; give the chat logs in it by name, or {all_in_it}"
        ) from None
    except FileNotFoundError:
        address = "://" in shown
        why = "is an address; save the log and give that file" if address else "no such file"
        raise TranscriptError(f"{shown}: {why}") from None
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or str(error)
        raise TranscriptError(f"{shown}: cannot be opened ({why})") from None


def read(path_or_file: str | Path | BinaryIO, format: str | None = None) -> Iterator[Event]:
    """The events of a transcript, one at a time. Lines that fit no event are passed over; `open_transcript`
    gives them too."""
    return open_transcript(path_or_file, format=format).events()
