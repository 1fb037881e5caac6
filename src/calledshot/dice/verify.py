"""Checking fair dice from the lines of a log alone: every throw is drawn again from the seed told at the end.

What is wrong is told of each line: that it shows other dice than the seed gives, is missing, stands twice,
comes after the seed was known, or is nobody's. How the dice are drawn is in `commit`; reading logs is not
done here, nor is anybody accused.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Literal, NamedTuple

from msgspec import Struct, field

from calledshot.dice import boxline, commit
from calledshot.dice.box import cast
from calledshot.dice.boxline import Line

Wrong = Literal[
    "differs", "missing", "repeated", "late", "order", "extra", "stranger", "unnumbered", "unknown", "seed"
]
GAPS_SHOWN = 20
"""Runs of missing throws told one by one."""
_NUMBERED = re.compile(r" rolled .{0,700}\[([0-9a-f]{4})-(\d{1,9})\]", re.ASCII)


class Said(Struct, frozen=True, gc=False):
    """A line of a log: its number and file, who said it, in which room, as far as the log tells."""

    text: str
    line: int | None = None
    speaker: str | None = None
    room: str | None = None
    file: str | None = None


class Fault(Struct, frozen=True, kw_only=True):
    """One thing that is not as it should be. `throw` is the throw's number; `line` where it stands."""

    kind: Wrong
    message: str
    throw: int | None = None
    line: int | None = None
    file: str | None = None


class Fair(Struct, kw_only=True):
    """One commitment and what came of it. `throws` is how many the box says it made, None where the seed was
    never told; `checked` how many of them stand in the log as the seed gives them."""

    room: str
    commitment: str
    speaker: str | None
    line: int | None
    revealed_line: int | None = None
    throws: int | None = None
    seen: int = 0
    checked: int = 0
    faults: list[Fault] = field(default_factory=list)


class Verified(Struct, kw_only=True):
    """All fair dice of some logs; `faults` are those that belong to no commitment."""

    schema_version: int = 1
    fair: list[Fair] = field(default_factory=list)
    faults: list[Fault] = field(default_factory=list)

    @property
    def checkable(self) -> bool:
        """Whether there is anything that the log lets one check."""
        return any(one.throws is not None for one in self.fair)

    @property
    def wrong(self) -> int:
        return len(self.faults) + sum(len(one.faults) for one in self.fair)


class _Throw(NamedTuple):
    """A throw as it stands in the log; `own`: said by the box itself; `late`: after the seed was told."""

    said: Said
    line: Line
    number: int
    own: bool
    late: bool


class _Open:
    """A commitment while the log is read."""

    def __init__(self, fair: Fair) -> None:
        self.fair = fair
        self.seed: str | None = None
        self.closed = False
        self.spoilt: set[int] = set()
        self.throws: list[_Throw] = []

    def wrong(self, kind: Wrong, message: str, said: Said | None = None, throw: int | None = None) -> None:
        self.fair.faults.append(_fault(kind, message, said, throw))


def verify(lines: Iterable[Said]) -> Verified:
    """Check every fair box of a log. Never raises for what a log says."""
    reading = _Reading()
    for said in lines:
        reading.hear(said)
    return reading.end()


class _Reading:
    def __init__(self) -> None:
        self.found = Verified()
        self.boxes: list[_Open] = []

    def hear(self, said: Said) -> None:
        """One line, in order."""
        if commit.OPENING in said.text:
            told = commit.read(said.text)
            if isinstance(told, commit.Commitment):
                self._committed(said, told)
            elif isinstance(told, commit.Reveal):
                self._revealed(said, told)
            elif commit.is_cut_reveal(said.text):
                self._cut_reveal(said)
        elif " rolled " in said.text:
            self._thrown(said)

    def end(self) -> Verified:
        """What came of it all."""
        for box in self.boxes:
            _check(box)
        return self.found

    def _committed(self, said: Said, told: commit.Commitment) -> None:
        if any(box.fair.commitment == told.digest for box in self.boxes):
            return  # said again, or quoted
        fair = Fair(room=told.room, commitment=told.digest, speaker=said.speaker, line=said.line)
        self.found.fair.append(fair)
        self.boxes.append(_Open(fair))

    def _revealed(self, said: Said, told: commit.Reveal) -> None:
        digest = commit.digest(told.seed)
        box = next((box for box in self.boxes if box.fair.commitment == digest), None)
        if box is None:
            self._wrong_seed(said, told)
        elif box.closed:
            if box.fair.throws is not None and told.throws != box.fair.throws:
                box.wrong("seed", f"the box first said {box.fair.throws} throws, and now {told.throws}", said)
        else:  # whoever it is by: nobody but the box can know it
            box.closed, box.seed = True, told.seed
            box.fair.revealed_line, box.fair.throws = said.line, told.throws

    def _cut_reveal(self, said: Said) -> None:
        """The box's own line with a seed, and something of it missing or changed."""
        box = self._box(said, None)
        if box is not None and _same(said.speaker, box.fair.speaker):
            box.wrong("seed", "the line that tells the seed is cut short: nothing can be checked by it", said)

    def _wrong_seed(self, said: Said, told: commit.Reveal) -> None:
        box = next(
            (
                box
                for box in reversed(self.boxes)
                if not box.closed and box.fair.room == told.room and _same(said.speaker, box.fair.speaker)
            ),
            None,
        )
        if box is None:
            self.found.faults.append(_fault("unknown", "a seed is told that nobody committed to", said))
            return
        box.wrong("seed", "the seed told is not the one that was committed to: none of the throws hold", said)
        box.closed = True
        box.fair.revealed_line, box.fair.throws = said.line, told.throws

    def _thrown(self, said: Said) -> None:
        line = boxline.read(said.text)
        mark = line.box if line is not None else None
        if line is None or mark is None or line.number is None:
            self._no_throw(said, line)
            return
        box = self._box(said, mark)
        if box is None:
            self.found.faults.append(
                _fault("unknown", f"no commitment that begins with {mark} was made before", said, line.number)
            )
        else:
            own = _same(said.speaker, box.fair.speaker)
            box.throws.append(_Throw(said, line, line.number, own, box.closed))

    def _no_throw(self, said: Said, line: Line | None) -> None:
        """A line of the box's own that looks like a throw and is none."""
        marked = _NUMBERED.search(said.text) if line is None else None
        if line is None and marked is None:
            return
        box = self._box(said, marked[1] if marked is not None else None)
        if box is None or box.closed or not _same(said.speaker, box.fair.speaker):
            return
        if marked is None:
            box.wrong("unnumbered", "a throw without a number, which nobody can check", said)
        else:
            box.spoilt.add(int(marked[2]))
            box.wrong("differs", "is no line that the box writes", said, int(marked[2]))

    def _box(self, said: Said, mark: str | None) -> _Open | None:
        """The commitment that a line belongs to: the last that fits, rather one of this speaker's, room's,
        and not yet at its end."""
        fitting = [
            box
            for box in self.boxes
            if (box.fair.commitment.startswith(mark) if mark is not None else _here(said, box))
        ]
        return max(
            fitting,
            key=lambda box: (
                _same(said.speaker, box.fair.speaker), not box.closed, said.room == box.fair.room,
                self.boxes.index(box),
            ),
            default=None,
        )  # fmt: skip


def _check(box: _Open) -> None:
    fair, seed = box.fair, box.seed
    fair.seen = len({one.number for one in box.throws if one.own})
    if seed is None or fair.throws is None:
        return
    first: dict[int, Line] = {}
    highest = 0
    for one in (throw for throw in box.throws if throw.own):
        if not _first_time(box, one, first):
            continue
        if one.number < highest:
            box.wrong("order", f"throw {one.number} stands after throw {highest}", one.said, one.number)
        highest = max(highest, one.number)
        if not 1 <= one.number <= fair.throws:
            message = f"the box made {fair.throws} throws, and this is one more"
            box.wrong("extra", message, one.said, one.number)
            continue
        shown = drawn(seed, fair.room, one.line)
        if shown == one.line.result:
            fair.checked += 1
        else:
            message = f"{one.line.roller}'s {boxline.short(one.line.expression)} shows {one.line.result}; "
            box.wrong("differs", f"{message}the seed gives {shown}", one.said, one.number)
    for one in (throw for throw in box.throws if not throw.own):
        _by_another(box, one, seed, first)
    _missing(box, box.spoilt.union(first), fair.throws)


def _first_time(box: _Open, one: _Throw, first: dict[int, Line]) -> bool:
    """Whether this is where a throw stands, rather than once more or too late."""
    known = first.get(one.number)
    if one.late and not (one.line.repeated and known is not None and _body(known) == _body(one.line)):
        message = "comes after the seed was told, when its dice were known"
        box.wrong("late", message, one.said, one.number)
    elif known is None:
        first[one.number] = one.line
        return True
    elif _body(known) != _body(one.line):
        box.wrong("repeated", f"throw {one.number} stands here again, with other words", one.said, one.number)
    elif not one.line.repeated:
        box.wrong("repeated", f"throw {one.number} stands here again", one.said, one.number)
    return False


def _by_another(box: _Open, one: _Throw, seed: str, first: dict[int, Line]) -> None:
    """A throw under another name: a quotation, or the box itself under a new nick, since before the seed was
    told nobody else could know the dice; else it is made up."""
    known = first.get(one.number)
    if known is not None and _body(known) == _body(one.line):
        return
    right = (
        1 <= one.number <= (box.fair.throws or 0) and drawn(seed, box.fair.room, one.line) == one.line.result
    )
    if known is None and right and not one.late:
        first[one.number] = one.line
        box.fair.checked += 1
        return
    message = f"said by {one.said.speaker}, not by {box.fair.speaker}, whose dice these are: no throw"
    box.wrong("stranger", message, one.said, one.number)


def drawn(seed: str, room: str, line: Line) -> str:
    """What the seed gives where a line shows its result."""
    draws = commit.Draws(seed, room, line.number or 0, line.roller)
    outcome = cast(line.expression, draws)
    return boxline.result(outcome) if outcome is not None else boxline.VOID


def _missing(box: _Open, seen: set[int], throws: int) -> None:
    """Numbers that should be there; a hostile log may claim a billion throws."""
    gaps = []
    before = 0
    for number in [*sorted(one for one in seen if 1 <= one <= throws), throws + 1]:
        if number - before > 1:
            gaps.append((before + 1, number - 1))
        before = number
    for low, high in gaps[:GAPS_SHOWN]:
        which = f"throw {low} is" if low == high else f"throws {low} to {high} are"
        box.wrong("missing", f"{which} not in this log", None, low)
    if len(gaps) > GAPS_SHOWN:
        box.wrong("missing", f"{len(gaps) - GAPS_SHOWN} more gaps like these")


def _body(line: Line) -> tuple[object, ...]:
    return line.roller, boxline.short(line.expression), line.result, line.comment


def _same(one: str | None, other: str | None) -> bool:
    """Whether two lines are by the same speaker, as far as is known."""
    return one is None or other is None or "".join(one.split()).lower() == "".join(other.split()).lower()


def _here(said: Said, box: _Open) -> bool:
    return not box.closed and (said.room is None or said.room == box.fair.room)


def _fault(kind: Wrong, message: str, said: Said | None = None, throw: int | None = None) -> Fault:
    return Fault(
        kind=kind, message=message, throw=throw,
        line=said.line if said is not None else None, file=said.file if said is not None else None,
    )  # fmt: skip
