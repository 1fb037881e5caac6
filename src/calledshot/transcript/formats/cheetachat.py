"""Yahoo rooms as CheetaChat shows them: `Wren: words`, and dice as `>>> Wren rolls 2 6-sided dice: >3, 5`.

Known by its dice alone; a paste without any is `generic`'s. There are no times.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from calledshot.dice.ecosystems.rooms import yahoo
from calledshot.dice.roll import Roll
from calledshot.transcript.decode import Block
from calledshot.transcript.event import Event, Kind, Source
from calledshot.transcript.formats.base import Context, Format, Head, Items, numbered
from calledshot.transcript.roster import BLANKS

MARK = ">>> "
NAME_LENGTH = 32
"""The longest of Yahoo's names."""
_COMES: tuple[tuple[str, Kind], ...] = (
    (" has joined the room", "join"), (" joined the room", "join"), (" entered the room", "join"),
    (" has left the room", "leave"), (" left the room", "leave"),
)  # fmt: skip


class _Line(NamedTuple):
    kind: Kind
    speaker: str | None
    text: str
    roll: Roll | None = None


def parse(line: str) -> _Line | None:
    """One line; None if it has none of the forms. What a member says never begins a line, so that the mark
    at its beginning is the client's own."""
    line = line.strip(BLANKS)
    if line.startswith(MARK):
        roll = yahoo(line)
        return _Line("roll" if roll is not None else "system", None, line, roll)
    for ending, kind in _COMES:
        name = line.removesuffix(".").removesuffix(ending)
        if len(name) < len(line.removesuffix(".")) and _is_name(name):
            return _Line(kind, name, line)
    name, colon, text = line.partition(":")
    return _Line("say", name, text.strip(BLANKS)) if colon and _is_name(name) else None


def _is_name(text: str) -> bool:
    """Yahoo's names have no blanks."""
    return 0 < len(text) <= NAME_LENGTH and not any(char.isspace() or char in "<>[]()" for char in text)


def sniff(head: Head) -> float:
    """The share of lines that fit, if dice are among them."""
    parsed = [parse(line) for line in head.lines]
    if not any(one is not None and one.kind == "roll" for one in parsed):
        return 0.0
    return 0.97 * sum(one is not None for one in parsed) / len(parsed)


def read(blocks: Iterable[Block], ctx: Context) -> Items:
    """One event a line."""
    seq = 0
    for number, line in numbered(blocks):
        if not line.strip(BLANKS):
            continue
        parsed = parse(line)
        if parsed is None:
            yield ctx.unread(line, number)
            continue
        yield Event(
            seq=seq, kind=parsed.kind, text=parsed.text, roll=parsed.roll,
            speaker=ctx.speaker(parsed.speaker) if parsed.speaker is not None else None,
            trust="member" if parsed.kind == "say" else "server", source=Source(ctx.file, number, number),
        )  # fmt: skip
        seq += 1


FORMAT = Format(
    name="cheetachat",
    title="CheetaChat (Yahoo)",
    evidence="description",
    extensions=(".txt", ".log"),
    sniff=sniff,
    read=read,
)
