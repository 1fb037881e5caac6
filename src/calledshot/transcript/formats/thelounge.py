"""Text logs of The Lounge: `[2004-07-03T20:15:32.000Z] <@Wren> words`, in UTC, `*** Wren (w@host) joined`.

A message of several lines goes on as `[…] | words`. Not for clients that write the zone as digits.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from msgspec.structs import replace

from calledshot.finding import Finding
from calledshot.transcript.decode import Block
from calledshot.transcript.event import Event, Source
from calledshot.transcript.formats.base import MESSAGE_LINES, Context, Format
from calledshot.transcript.formats.irc_forms import DATED, Grammar, usual
from calledshot.transcript.formats.irc_lines import Heard

_STAMP = re.compile(r"\[(?P<d>\d{4}-\d\d-\d\d)T(?P<t>\d\d:\d\d:\d\d\.\d{3})(?P<z>Z)\] ", re.ASCII)
_MARK = re.compile(r"[<*|-]")
_MORE = "more"


def _body(ctx: Context, rest: str) -> Heard | None:
    if rest.startswith("| ") or rest == "|":
        return Heard("command", _MORE, rest[2:])
    return usual(rest)


GRAMMAR = Grammar(_STAMP, _body, _MARK, quick=DATED)


def read(blocks: Iterable[Block], ctx: Context) -> Iterator[Event | Finding]:
    """The events in order, those of several lines joined. One is held back."""
    held: Event | None = None
    more = seq = 0
    for item in GRAMMAR.read(blocks, ctx):
        goes_on = isinstance(item, Event) and item.kind == "command"
        if goes_on and held is not None and held.trust == "member" and more < MESSAGE_LINES:
            assert isinstance(item, Event) and held.source is not None and item.source is not None
            source = Source(held.source.file, held.source.line, item.source.end_line)
            held = replace(held, text=f"{held.text}\n{item.text}", source=source)
            more += 1
            continue
        if held is not None:
            yield held
        held, more = None, 0
        if not isinstance(item, Event):
            yield item
        elif goes_on:
            assert item.source is not None
            yield ctx.unread(f"| {item.text}", item.source.line, item.source.end_line)
        else:
            held = item if item.seq == seq else replace(item, seq=seq)
            seq += 1
    if held is not None:
        yield held


FORMAT = Format(
    name="thelounge",
    title="The Lounge",
    evidence="writer's source",
    extensions=(".log", ".txt"),
    sniff=GRAMMAR.sniff,
    read=read,
)
