"""Files that change format part-way (LOG-5): where one part ends and the next begins, by looking at stretches
of lines that the format of the file does not read.

Only for formats of lines. A stretch is left to the format it stands in unless that reads little of it and
another reads nearly all: a few odd lines are LOG-1, not another format.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import NamedTuple

from calledshot.transcript.decode import Block
from calledshot.transcript.event import Event
from calledshot.transcript.formats import Format, all_formats
from calledshot.transcript.formats.base import GENERIC, HEAD_LINES, MESSAGE_LINES, Head, head_of, tried

STRETCH = 16
"""Lines, blank ones apart, looked at together; a part shorter than half of this is none."""
FAILS = 0.8
"""A format that makes events of at least this share of a stretch's lines reads it: a fifth may be odd."""
FITS = 0.6
"""Another format has to fit so well to take over; a log's middle fits less well than its head."""
SURE = 0.96
"""A format that fits so well has been told by its headers: they are its client's words, and may be many."""
BETTER = 0.3
"""… and to make so many more of its lines events."""
ALIKE = 0.9
"""A stretch with this share of lines that begin as the first ones do is not looked at more closely."""
SHAPES = 50
"""So many ways in which lines begin are learnt."""
EVERYWHERE = 4
"""Blocks from the beginning in which every stretch is looked at …"""
SAMPLES = 6
"""… and stretches looked at in each block after them."""
RUNS = 4
"""Parts of a head at most that are told by the stamps of their lines."""
LEAST = 3
"""Lines in a row that are another part, where the format reads none of them and another all."""
PATIENCE = 60
"""After so many stretches that the format does not fit, and no other either, only SAMPLES are looked at."""
LONGEST = 4
"""Lines of a message, after which the next one is looked for."""
_HEADER = re.compile(
    r"Session Start(?:: | \()|--- Log opened |\*\*\*\* BEGIN LOGGING AT "
    r"|Conversation with .{1,80} at .{6,60} on "
)
_LETTERS = r"A-Za-z\u00c0-\uffff"
_LEAD = re.compile(rf"[^{_LETTERS}]{{5,40}}")
_NAMED = re.compile(r"[^<>\[\](){}*:\t]{1,40}(:[\t ])")
_SHAPE = {**dict.fromkeys(range(ord("0"), ord("9") + 1), "0"), **dict.fromkeys(map(ord, "~&@%+!"))}


class Turn(NamedTuple):
    """A line from which on another format is read, and the titles of the two."""

    line: int
    title: str
    before: str


class Part(NamedTuple):
    """A part of the file: its format, the first of its lines, and all its lines in blocks."""

    format: Format
    head: Head
    blocks: Iterator[Block]


class Parts:
    """The parts of a file. Each part's blocks must be read to their end before the next part is asked for."""

    def __init__(self, blocks: Iterable[Block], chosen: Format, head: Head, turns: list[Turn]) -> None:
        self._blocks = iter(blocks)
        self._format = chosen
        self._head = head
        self._turns = turns
        self._next: tuple[Format, Block] | None = None
        self._number = 0
        self._usual = _shapes(chosen, head.lines[:STRETCH])
        self._long = _is_long(chosen, head)
        self._begun = False  # whether the format has read any line
        self._looked = 0  # stretches that the format does not fit
        self._passed: set[str] = set()  # formats that left the line this part begins with to another

    def __iter__(self) -> Iterator[Part]:
        yield Part(self._format, self._head, self._until_turn(None))
        while self._next is not None:
            format, block = self._next
            self._next = None
            if self._begun:
                self._told(Turn(block.start, format.title, self._format.title))
            self._format = format
            self._usual = _shapes(format, [line for line in block.lines if line.strip()][:STRETCH])
            head = head_of(block.lines, self._head.name)
            self._long = _is_long(format, head)
            yield Part(format, head, self._until_turn(block))

    def _told(self, turn: Turn) -> None:
        """Add a turn, in the place of one at the same line whose format read nothing."""
        if self._turns and self._turns[-1].line == turn.line:
            turn = turn._replace(before=self._turns.pop().before)
        if turn.title != turn.before:
            self._turns.append(turn)

    def _until_turn(self, first: Block | None) -> Iterator[Block]:
        while first is not None:
            again = self._turn(first)
            if again is None:
                stay, rest = len(first.lines), first.lines[:0]
            elif again[0] or again[1].name not in self._passed:
                yield from self._parted(first, again)
                return
            else:  # two formats that leave the line to each other: this one has it, and some after it
                stay, rest = STRETCH, first.lines[STRETCH:]
            self._begun = True
            self._passed.clear()
            yield Block(first.start, first.lines[:stay])
            first = Block(first.start + stay, rest) if rest else None
        for block in self._blocks:
            self._number += 1
            turn = self._turn(block)
            if turn is not None:
                yield from self._parted(block, turn)
                return
            self._begun = True
            yield block

    def _parted(self, block: Block, turn: tuple[int, Format]) -> Iterator[Block]:
        at, format = turn
        self._passed = set() if at else {*self._passed, self._format.name}
        self._next = format, Block(block.start + at, block.lines[at:])
        if any(line.strip() for line in block.lines[:at]):
            self._begun = True
        if at:
            yield Block(block.start, block.lines[:at])

    def _turn(self, block: Block) -> tuple[int, Format] | None:
        """The first line of a block that is of another format, and that."""
        often = self._number <= EVERYWHERE and self._looked <= PATIENCE
        if not often and len(block.lines) > 2 * SAMPLES * STRETCH and self._goes_on(block.lines):
            return None
        full = [at for at, line in enumerate(block.lines) if line and not line.isspace()]
        starts = list(range(0, len(full), STRETCH))
        if not often and len(starts) > SAMPLES:
            starts = [*starts[:: len(starts) // SAMPLES], starts[-1]]
        last = 0
        for start in starts:
            stretch = full[start : start + STRETCH]
            if len(stretch) < STRETCH:  # the rest of a block: with what stands before it
                stretch = full[max(0, len(full) - STRETCH) :]
            lines = [block.lines[at] for at in stretch]
            looked = len(lines) >= STRETCH // 2 and not self._as_ever(lines)
            other = self._other(lines) if looked else None
            if other is not None and other.format.name == GENERIC:
                ahead = [block.lines[at] for at in full[start + STRETCH : start + 2 * STRETCH]]
                if len(ahead) >= STRETCH // 2:
                    special = _best(Head(ahead, ahead, self._head.name), (self._format.name, GENERIC))
                    other = other if special is None else _Other(special, other.unread)
            odd = self._foreign(block.lines, full, start) if often and looked else None
            if odd is not None:
                return odd
            if other is not None:
                candidates = full[last : full.index(stretch[-1]) + 1]
                at = _border(block.lines, candidates, self._format, other.format)
                if other.unread or _is_joint(block.lines, at, other.format):
                    return at, other.format
            last = max(0, start)
        return None

    def _foreign(self, lines: list[str], full: list[int], start: int) -> tuple[int, Format] | None:
        """The first of a few lines in a stretch that are another format's, though no more of them may follow:
        a header, or some in a row that begin as no others do, none of which the format reads."""
        stretch = full[start : start + STRETCH]
        usual = self._usual or {""}
        strange = [at for at in stretch if _shape(lines[at]) not in usual]
        if len(strange) < LEAST and not any(_HEADER.match(lines[at]) for at in strange):
            return None
        before = full[max(0, start - MESSAGE_LINES) : start]  # a message may go on into the stretch
        above = next((place for place, at in enumerate(reversed(before), 1) if _shape(lines[at]) in usual), 0)
        unread = {
            place - above
            for place in _unread(self._format, [lines[at] for at in full[start - above : start] + stretch])
        }
        run: list[int] = []
        for place, at in enumerate([*stretch, -1]):
            if at >= 0 and _HEADER.match(lines[at]) is not None and self._passes_over(lines[at]):
                below = [lines[one] for one in full[start + place : start + place + STRETCH]]
                found = self._best_of(below) if len(below) > LEAST else None
                if found is not None:
                    return at, found
            if at >= 0 and place in unread:
                run.append(at)
                continue
            if len(run) >= LEAST:
                rest = [lines[one] for one in run]
                found = self._best_of(rest, whole=True) or self._last_resort(rest)
                if found is not None:
                    return run[0], found
            run = []
        return None

    def _passes_over(self, header: str) -> bool:
        """Whether a log's header is none to the format: not read, or somebody's words."""
        if self._format.name == GENERIC or self._format.read is None:
            return True
        items = tried(self._format, [header])
        return any(type(item) is not Event or item.kind == "say" for item in items)

    def _last_resort(self, lines: list[str]) -> Format | None:
        """Any text with names, where all of some more lines have them."""
        if self._format.name == GENERIC or len(lines) < STRETCH // 2:
            return None
        format = next(one for one in all_formats() if one.name == GENERIC)
        head = Head(lines, lines, self._head.name)
        return format if format.sniff(head) >= FITS and _share(format, head)[0] == 1 else None

    def _best_of(self, lines: list[str], *, whole: bool = False) -> Format | None:
        """The other format that fits lines, if well; `whole`: if it reads all of them."""
        head = Head(lines, lines, self._head.name)
        found = _best(head, (self._format.name, GENERIC))
        return found if found is not None and not (whole and _share(found, head)[1]) else None

    def _goes_on(self, lines: list[str]) -> bool:
        """Whether some stretches throughout and the last one are as ever; blank lines in them are not, so
        that they are looked at more closely."""
        last = len(lines) - STRETCH
        places = (*range(0, last, last // SAMPLES), last)
        return all(self._as_ever(lines[at : at + STRETCH]) for at in places)

    def _as_ever(self, lines: list[str]) -> bool:
        """Whether nearly all lines begin with a stamp and what stands behind it, as the part's first do."""
        usual = self._usual
        if not usual:
            return False
        stamped = _beginning(frozenset(usual)).match  # for speed: the usual shapes as they mostly stand there
        alike = sum(stamped(line) is not None or _shape(line) in usual for line in lines)
        return alike >= ALIKE * len(lines)

    def _other(self, lines: list[str]) -> _Other | None:
        """The format that takes over in these lines, None where it goes on."""
        head = Head(lines, lines, self._head.name)
        if self._format.name != GENERIC and self._format.sniff(head) >= FITS:
            if len(self._usual) < SHAPES:
                self._usual |= _shapes(self._format, lines)
            return None
        if self._long and self._goes_on_below(lines):
            return None
        self._looked += 1
        half = lines[len(lines) // 2 :]
        for part in (lines, half) if len(half) >= STRETCH // 2 else (lines,):
            head = Head(part, part, self._head.name)
            events, unread = _share(self._format, head)
            if events >= FAILS:
                continue
            found = _best(head, (self._format.name, GENERIC), events + BETTER)
            if found is None and unread >= FAILS:
                last_resort = next(one for one in all_formats() if one.name == GENERIC)
                found = last_resort if last_resort.sniff(head) >= FITS else None
            if found is not None and found is not self._format:
                return _Other(found, unread >= 0.5)
        return None

    def _goes_on_below(self, lines: list[str]) -> bool:
        """Whether lines that begin inside of a message of several lines fit from the next message on."""
        below = (lines[at:] for at in range(1, min(LONGEST, len(lines) // 2) + 1))
        return any(self._format.sniff(Head(part, part, self._head.name)) >= FITS for part in below)


class _Other(NamedTuple):
    """The format that fits a stretch; whether the one before makes no more of it than unread lines."""

    format: Format
    unread: bool


def _is_long(format: Format, head: Head) -> bool:
    """Whether a format's messages are of several lines each in a head."""
    lines = head.lines[:STRETCH]
    return bool(lines) and _share(format, Head(lines, lines, head.name))[0] <= 1 / 2


def _shape(line: str) -> str:
    """How a line begins: with a stamp, up to the first letter (digits are zeros, marks of standing are left
    out), or with a name, a colon and a blank. Empty where it is neither."""
    found = _LEAD.match(line)
    if found is not None and ":" in found[0]:
        return found[0].translate(_SHAPE)
    named = _NAMED.match(line)
    return named[1] if named is not None else ""


@lru_cache(maxsize=64)
def _beginning(shapes: frozenset[str]) -> re.Pattern[str]:
    """Finds lines that begin with a stamp of one of these shapes and, right behind it, a letter."""
    stamps = (re.escape(shape).replace("0", "[0-9]") for shape in sorted(shapes) if len(shape) > 2)
    return re.compile(f"(?:{'|'.join(stamps) or '(?!)'})(?=[{_LETTERS}])")


def _shapes(format: Format, lines: list[str]) -> set[str]:
    """How the lines begin that begin an event of a format."""
    items = tried(format, lines)
    begun = [item.source.line for item in items if type(item) is Event and item.source is not None]
    return {_shape(lines[line - 1]) for line in begun if 0 < line <= len(lines)} - {""}


def _unread(format: Format, lines: list[str]) -> set[int]:
    """The places of the lines that a format does not read."""
    if format.read is None:
        return set()
    read: set[int] = set()
    for item in tried(format, lines):
        if type(item) is Event and item.source is not None:
            read.update(range(item.source.line - 1, item.source.end_line))
    return set(range(len(lines))) - read


def _best(head: Head, but: tuple[str, ...], least: float = FAILS) -> Format | None:
    """The format that fits best, if well, and makes at least such a share of the lines events."""
    best: tuple[float, Format | None] = (0.0, None)
    for format in all_formats():
        if format.read is None or format.name in but or format.name == "journal":
            continue
        score = format.sniff(head)
        if score < FITS or score <= best[0]:
            continue
        if _share(format, head, spoken=score < SURE)[0] >= max(least, FAILS):
            best = score, format
    return best[1]


def first_of_several(head: Head) -> Format | None:
    """The format in which a file begins whose head is in several formats, each of which fits its stretch;
    None where it is not."""
    lines = head.lines
    stretches = [lines[at : at + STRETCH] for at in range(0, len(lines), STRETCH)]
    if len(stretches) > 1 and len(stretches[-1]) < STRETCH // 2:
        stretches.pop()
    found = [_best(Head(part, part, head.name), (GENERIC,)) for part in stretches]
    fitting = [one for one in found if one is not None]
    if len({one.name for one in fitting}) < 2 or len(fitting) < len(found) - 1 or found[0] is None:
        return None
    return found[0]


def first_of_runs(head: Head) -> Format | None:
    """The format in which a file begins whose lines change the form of their stamps once or twice, if it is
    another that follows; None where it is not so."""
    runs: list[tuple[str, int, int]] = []  # the stamp, the first line of that, and the last
    for at, line in enumerate(head.lines):
        stamp = _stamp(line)
        if not runs or (stamp and stamp != runs[-1][0] and runs[-1][0]):
            runs.append((stamp, at, at))
            if len(runs) > RUNS:
                return None
        elif stamp:
            runs[-1] = stamp, runs[-1][1], at
    if len(runs) < 2:
        return _first_of_two(head)
    if any(last - first < LEAST - 1 for _, first, last in runs):
        return None
    first, *rest = [
        _best(Head(part, part, head.name), (GENERIC,))
        for part in (head.lines[begin : end + 1] for _, begin, end in runs)
    ]
    return first if first is not None and any(one is not None and one is not first for one in rest) else None


def _first_of_two(head: Head) -> Format | None:
    """The format in which a file begins that has times on one side of a blank line and none on the other, if
    each side is in a format of its own; None where it is not so."""
    lines = head.all_lines[:HEAD_LINES]
    timed = [bool(_stamp(line)) for line in lines]
    full = [bool(line) and not line.isspace() for line in lines]
    if not any(timed) or all(full):
        return None
    for at in range(1, len(lines)):
        if not full[at] or full[at - 1] or min(sum(full[:at]), sum(full[at:])) < LEAST:
            continue
        before, after = sum(timed[:at]) / sum(full[:at]), sum(timed[at:]) / sum(full[at:])
        if max(before, after) < 0.5 or min(before, after) > 0.1:
            continue
        parts = [[line for line, one in zip(part, mark, strict=True) if one]
                 for part, mark in ((lines[:at], full[:at]), (lines[at:], full[at:]))]  # fmt: skip
        first, second = (_best(Head(part, part, head.name), (GENERIC,)) for part in parts)
        return first if first is not None and second is not None and first is not second else None
    return None


def _stamp(line: str) -> str:
    """What stands before the names, with zeros for its digits; empty where that is no time."""
    shape = _shape(line)
    last = shape.rfind("0")
    return shape[: last + 2].rstrip(" \t<") if last >= 0 else ""


def _share(format: Format, head: Head, *, spoken: bool = False) -> tuple[float, float]:
    """The shares of the lines that begin an event of a format, and that it does not read. `spoken`: what is
    taken for a client's own words counts for no event, where it is more than a few."""
    if format.read is None:
        return 0.0, 1.0
    events = unread = system = 0
    for item in tried(format, head.all_lines, head):
        if type(item) is Event:
            events += 1
            system += item.kind == "system"
        else:
            unread += 1
    if spoken and 2 * system > events:
        events -= system
    return events / len(head.all_lines), unread / len(head.all_lines)


def _is_joint(lines: list[str], at: int, format: Format) -> bool:
    """Whether a line begins another log rather than what somebody pasted into a message: a blank line stands
    before it, or it is a header."""
    if at == 0 or not lines[at - 1].strip():
        return True
    made = tried(format, [lines[at]])
    return format.read is not None and not any(type(item) is Event and item.kind != "system" for item in made)


def _fits(format: Format, line: str) -> bool:
    return format.sniff(Head([line], [line], "")) >= 0.5


def _border(lines: list[str], full: list[int], before: Format, after: Format) -> int:
    """Where the one format ends and the other begins: the cut that leaves the fewest lines on the wrong side;
    of several, at a blank line, else the first, so that a header stands with what it heads."""
    fits = [(_fits(before, lines[at]), _fits(after, lines[at])) for at in full]
    if after.name == GENERIC:  # which reads what the other reads, too
        fits = [(one, two and not one) for one, two in fits]
    score = sum(two for _, two in fits)
    best, places = score, [0]
    for place, (one, two) in enumerate(fits, 1):
        score += one - two
        if score > best:
            best, places = score, [place]
        elif score == best:
            places.append(place)
    places = [place for place in places if place < len(full)] or [len(full) - 1]
    after_blank = [place for place in places if full[place] and not lines[full[place] - 1].strip()]
    return full[(after_blank or places)[0]]
