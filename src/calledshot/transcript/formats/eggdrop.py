"""Logs of eggdrop bots: `[20:15] <Wren> words`, `[20:15] Action: Wren acts`, `[20:15] Wren (w@host) joined
#moor.`, with `[00:00] --- Sat Jul  3 2004` for the dates.

"Last message repeated N time(s)." is read as what it stands for: the message before it, N times more. Not for
other bots and clients that begin lines with a bracketed time: those have other words for who comes and goes.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from msgspec.structs import replace

from calledshot.finding import Finding
from calledshot.transcript.decode import Block
from calledshot.transcript.event import Event
from calledshot.transcript.formats.base import Context, Format
from calledshot.transcript.formats.irc_forms import CLOCKED, Grammar, notice, say
from calledshot.transcript.formats.irc_lines import Heard, long_date, said, told
from calledshot.transcript.formats.irc_text import Note, bare_nick

REPEATS = 500
"""More repeats of one message than this are no chat; such a line stays what it says."""

_STAMP = re.compile(r"\[(?P<t>\d\d:\d\d(?::\d\d)?)\] ", re.ASCII)
_DAY = re.compile(r"--- (\w{3} \w{3} [ \d]\d \d{4})\Z")
_ACTION = re.compile(r"Action: (\S{1,200})(?: (.*))?\Z")
_TO_OPS = re.compile(r"@(?=<\S{1,200}> )")
_REPEATED = re.compile(r"Last message repeated (\d{1,9}) time\(?s?\)?\.\Z", re.ASCII)
_UNNAMED = re.compile(r"-:[#&+!]\S{0,200}- (.*)\Z")
"""A notice of the server's, of which the bot leaves out the name."""
_PERSON = r"\S{1,200}(?: \(\S{0,400}\))? "
_TELLS = (
    rf"(?:{_PERSON}(?:joined [#&+!]\S{{0,200}}\.\Z|left [#&+!]\S{{0,200}}(?: \(.*\))?\.\Z|left irc(?::|\Z)"
    r"|got netsplit\.|got lost in the net-split\.|returned to [#&+!])"
    r"|Nick change: \S{1,200} -> |[#&+!]\S{0,200}: mode change '|Topic changed on [#&+!]"
    r"|\S{1,200} kicked from [#&+!]\S{0,200} by )"
)
_MARK = re.compile(rf"(?:{_TELLS}|Action: \S|--- \w{{3}} \w{{3}} [ \d]\d \d{{4}}\Z|Last message repeated \d)")
_NEVER = re.compile(r"\*")


def _body(ctx: Context, rest: str) -> Heard | None:
    if rest.startswith("<") and (heard := say(rest)) is not None:
        return heard
    if (found := _ACTION.match(rest)) is not None:
        return said("emote", bare_nick(found[1]), found[2] or "")
    if (found := _DAY.match(rest)) is not None and (when := long_date(found[1])) is not None:
        return told(rest[4:], day=when[0], of=Note("system"))
    if _TO_OPS.match(rest) and (heard := say(rest[1:])) is not None:
        return heard
    if rest.startswith("-") and (heard := notice(rest)) is not None:
        return heard
    if (found := _UNNAMED.match(rest)) is not None:
        return Heard("notice", None, found[1], trust="server", open=True)
    if _MARK.match(rest):
        return told(rest)
    return told(rest, of=Note("system")) if rest and not rest.isspace() and rest[0] not in "<*" else None


GRAMMAR = Grammar(_STAMP, _body, _MARK, _NEVER, quick=CLOCKED)


def read(blocks: Iterable[Block], ctx: Context) -> Iterator[Event | Finding]:
    """The events in order, repeated ones as often as they were said."""
    seq, last = 0, None
    for item in GRAMMAR.read(blocks, ctx):
        if not isinstance(item, Event):
            last = None
            yield item
            continue
        found = _REPEATED.match(item.text) if item.kind == "system" and item.trust == "server" else None
        if found is None or last is None or not 0 < int(found[1]) <= REPEATS:
            last = item if item.seq == seq else replace(item, seq=seq)
            seq += 1
            yield last
            if found is not None:
                last = None
            continue
        for _ in range(int(found[1])):
            yield replace(last, seq=seq, source=item.source, at=item.at, clock=item.clock)
            seq += 1
        last = None


FORMAT = Format(
    name="eggdrop",
    title="eggdrop",
    evidence="writer's source",
    extensions=(".log", ".txt"),
    sniff=GRAMMAR.sniff,
    read=read,
)
