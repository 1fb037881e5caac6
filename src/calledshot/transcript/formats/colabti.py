"""Logs of the archives at colabti and perlgeek: `[20:15] <Wren> words`, `[20:15] *** Wren joined`, often with
blank lines between. The date is in the file's name.

Not for other logs with bracketed times: there somebody who comes "has joined", or joins a named room.
"""

from __future__ import annotations

import re

from calledshot.transcript.formats.base import Context, Format, Head
from calledshot.transcript.formats.irc_forms import CLOCKED, Grammar, usual
from calledshot.transcript.formats.irc_lines import Heard

_STAMP = re.compile(r"\[(?P<t>\d\d:\d\d)\] ", re.ASCII)
_MARK = re.compile(r"\*\*\* \S{1,200} (?:joined|left)\Z|\*\*\* \S{1,200} changes topic to: ")
_NEVER = re.compile(
    r"\*\*\* (?:\S{1,200} (?:\(\S{0,400}\) )?(?:has (?:joined|left|quit)|Quit)|(?:Joins|Parts|Quits|Now) ?)"
)


def _body(ctx: Context, rest: str) -> Heard | None:
    return usual(rest)


GRAMMAR = Grammar(_STAMP, _body, _MARK, _NEVER, sure=0.985, quick=CLOCKED)
_STARS = re.compile(r"\[\d\d:\d\d\] \*\*\* \S", re.ASCII)
LIKELY = 0.75
"""How sure three stars make it: no client that is about writes them behind such a time."""


def sniff(head: Head) -> float:
    """The share of lines that fit, the higher for three stars."""
    score = GRAMMAR.sniff(head)
    stars = score < 0.5 and any(_STARS.match(line) for line in head.lines)
    return score / GRAMMAR.unsure * LIKELY if stars else score


FORMAT = Format(
    name="colabti",
    title="colabti or perlgeek",
    evidence="real sample",
    extensions=(".log", ".txt"),
    sniff=sniff,
    read=GRAMMAR.read,
)
