"""Logs of EnergyMech bots: `[20:15:32] <Wren> words`, `[20:15:32] *** Quits: Wren (reason)`; no dates but in
the file's name.

Not for ZNC, whose logs look the same until somebody leaves: there the host stands before the reason.
"""

from __future__ import annotations

import re

from calledshot.transcript.formats.base import Context, Format
from calledshot.transcript.formats.irc_forms import CLOCKED, Grammar, usual
from calledshot.transcript.formats.irc_lines import Heard

_STAMP = re.compile(r"\[(?P<t>\d\d:\d\d:\d\d)\] ", re.ASCII)
_MARK = re.compile(
    r"\*\*\* (?:Parts: \S{1,200} \([^\s()]{0,400}\)\Z|Quits: \S{1,200} \((?!\S{0,200}@\S{0,400}\) ))"
)
_NEVER = re.compile(r"\*\*\* (?:Parts|Quits): \S{1,200} \(\S{0,400}\) \(|\*\*\* (?:Joins|Quits|Parts) ")


def _body(ctx: Context, rest: str) -> Heard | None:
    return usual(rest)


GRAMMAR = Grammar(_STAMP, _body, _MARK, _NEVER, sure=0.985, quick=CLOCKED)

FORMAT = Format(
    name="energymech",
    title="EnergyMech",
    evidence="writer's source",
    extensions=(".log", ".txt"),
    sniff=GRAMMAR.sniff,
    read=GRAMMAR.read,
)
