"""Logs pasted from the web archive irclog: `[20:15] <Wren>words`, without a blank behind the name, under a
head of `Network: …` and `Channel: #moor`.

Not for clients' logs, which have a blank there.
"""

from __future__ import annotations

import re

from calledshot.transcript.formats.base import Context, Format
from calledshot.transcript.formats.irc_forms import Grammar, usual
from calledshot.transcript.formats.irc_lines import Heard, long_date, said, told
from calledshot.transcript.formats.irc_text import Note, bare_nick

_STAMP = re.compile(r"\[(?P<t>\d\d:\d\d(?::\d\d)?)\] ?", re.ASCII)
_SAY = re.compile(r"<([~&@%+!]{0,6}[^\s<>]{1,200})>(.*)\Z")
_MARK = re.compile(r"<[^\s<>]{1,200}>\S|(?:Network|Channel): \S")
_HEAD = re.compile(r"(?:Network|Channel|Date|Topic): (.{1,400})\Z")


def _body(ctx: Context, rest: str) -> Heard | None:
    found = _SAY.match(rest)
    return said("say", bare_nick(found[1]), found[2]) if found is not None else usual(rest)


def _bare(ctx: Context, line: str) -> Heard | None:
    found = _HEAD.match(line)
    if found is None:
        return None
    when = long_date(found[1]) if line.startswith("Date: ") else None
    room = found[1] if line.startswith("Channel: ") else None
    return told(line, day=when[0] if when else None, of=Note("system", room=room))


GRAMMAR = Grammar(_STAMP, _body, _MARK, bare=_bare, unsure=0.2)

FORMAT = Format(
    name="irclog",
    title="irclog web paste",
    evidence="description",
    extensions=(".txt", ".log"),
    sniff=GRAMMAR.sniff,
    read=GRAMMAR.read,
)
