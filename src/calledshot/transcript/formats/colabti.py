"""Logs of the archives at colabti and perlgeek: `[20:15] <Wren> words`, `[20:15] *** Wren joined`, often with
blank lines between. The date is in the file's name.

Not for other logs with bracketed times: there somebody who comes "has joined", or joins a named room.
"""

from __future__ import annotations

import re

from calledshot.transcript.formats.base import Context, Format
from calledshot.transcript.formats.irc_forms import Grammar, usual
from calledshot.transcript.formats.irc_lines import Heard

_STAMP = re.compile(r"\[(?P<t>\d\d:\d\d)\] ", re.ASCII)
_MARK = re.compile(r"\*\*\* \S{1,200} (?:joined|left)\Z|\*\*\* \S{1,200} changes topic to: ")


def _body(ctx: Context, rest: str) -> Heard | None:
    return usual(rest)


GRAMMAR = Grammar(_STAMP, _body, _MARK, sure=0.985)

FORMAT = Format(
    name="colabti",
    title="colabti or perlgeek",
    evidence="real sample",
    extensions=(".log", ".txt"),
    sniff=GRAMMAR.sniff,
    read=GRAMMAR.read,
)
