"""Logs of EnergyMech bots: `[20:15:32] <Wren> words`, `[20:15:32] *** Quits: Wren (reason)`; no dates but in
the file's name.

Not for ZNC, whose logs look the same until somebody leaves: there the host stands before the reason.
"""

from __future__ import annotations

import re

from calledshot.transcript.clock import date_in_name
from calledshot.transcript.formats.base import Context, Format, Head
from calledshot.transcript.formats.irc_forms import CLOCKED, Grammar, usual
from calledshot.transcript.formats.irc_lines import Heard

_STAMP = re.compile(r"\[(?P<t>\d\d:\d\d:\d\d)\] ", re.ASCII)
_MARK = re.compile(
    r"\*\*\* (?:Parts: \S{1,200} \([^\s()]{0,400}\)\Z|Quits: \S{1,200} \((?!\S{0,200}@\S{0,400}\) ))"
)
_NEVER = re.compile(r"\*\*\* (?:Parts|Quits): \S{1,200} \(\S{0,400}\) \(|\*\*\* (?:Joins|Quits|Parts) ")


def _body(ctx: Context, rest: str) -> Heard | None:
    return usual(rest)


_BOTH = re.compile(
    r"\[\d\d:\d\d:\d\d\] \*\*\* (?:Joins: \S{1,200} \(\S{0,400}@\S{0,400}\)|\S{1,200} sets mode: [+-]"
    r"|\S{1,200} changes topic to '|\S{1,200} was kicked by |\S{1,200} is now known as \S{1,200}\Z)",
    re.ASCII,
)
EITHER = 0.92
"""How well a log fits in which nobody has left yet: as well as ZNC's, nearly, which more people have."""


def sniff(head: Head) -> float:
    """The share of lines that fit, the higher for somebody who left as only this bot writes it."""
    score = GRAMMAR.sniff(head)
    unsure = 0 < score <= GRAMMAR.unsure and any(map(_BOTH.match, head.lines))
    return score / GRAMMAR.unsure * EITHER if unsure and date_in_name(head.name[-80:]) is None else score


GRAMMAR = Grammar(_STAMP, _body, _MARK, _NEVER, sure=0.985, quick=CLOCKED)

FORMAT = Format(
    name="energymech",
    title="EnergyMech",
    evidence="writer's source",
    extensions=(".log", ".txt"),
    sniff=sniff,
    read=GRAMMAR.read,
)
