"""Logs of ZNC's log module: `[20:15:32] <Wren> words`, `[20:15:32] *** Joins: Wren (w@host)`; the date is in
the file's name. Also of bots that copy it without the colon and the host.

What people do has one star and what happens three, so nothing is ambiguous here. Not for EnergyMech.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import partial

from calledshot.transcript.clock import date_in_name
from calledshot.transcript.decode import Block
from calledshot.transcript.formats.base import Context, Format, Head, Items
from calledshot.transcript.formats.irc_forms import Grammar, usual
from calledshot.transcript.formats.irc_lines import TIME, Heard, Quick, events, told
from calledshot.transcript.formats.irc_text import Note

_SAID = rf"(?:\[({TIME})\] (?:<([^>\n]++)> |)|)(.*+)"
_OTHERS = re.compile(
    r"[^ ]+ (?:\* (?P<doer>[^\s*]\S*)(?: (?P<deed>.*)|\Z)"
    r"|\*\*\* (?P<told>(?:(?P<came>Joins)|Quits|Parts): (?P<who>[^ ]+) \([^() ]*\)(?: \([^()]*\))?)\Z)"
)
_STAMP = re.compile(r"\[(?:(?P<d>\d{4}-\d\d-\d\d)[T ])?(?P<t>\d\d:\d\d:\d\d)\] ", re.ASCII)
_STATUS = re.compile(r"(?:Connected to|Disconnected from) IRC \(|Broadcast: ")
_MARK = re.compile(
    r"\*\*\* (?:(?:Joins|Parts|Quits): \S{1,200} \(\S{0,400}@\S{0,400}\)|(?:Joins|Parts|Quits) \S"
    r"|\S{1,200} sets mode: [+-]|\S{1,200} changes topic to '|\S{1,200} was kicked by \S{1,200} \(.*\)\Z"
    r"|\S{1,200} is now known as \S{1,200}\Z)|(?:Connected to|Disconnected from) IRC \("
)


def _body(ctx: Context, rest: str) -> Heard | None:
    if _STATUS.match(rest):
        return told(rest, of=Note("system"))
    return usual(rest)


GRAMMAR = Grammar(_STAMP, _body, _MARK, unsure=0.6)


def sniff(head: Head) -> float:
    """Its own words settle it; where nothing but talk stands in the head, the file's name may."""
    score = GRAMMAR.sniff(head)
    return score + 0.04 if 0.5 <= score <= 0.6 and date_in_name(head.name[-80:]) is not None else score


def read(blocks: Iterable[Block], ctx: Context) -> Items:
    """The events in order."""
    return events(blocks, ctx, partial(GRAMMAR.parse, ctx), Quick(_SAID, _OTHERS))


FORMAT = Format(
    name="znc",
    title="ZNC",
    evidence="writer's source",
    extensions=(".log",),
    sniff=sniff,
    read=read,
)
