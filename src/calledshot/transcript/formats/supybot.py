"""Logs of supybot and Limnoria (ChannelLogger): `2004-07-03T20:15:32  <Wren> words`, with two blanks behind
the time, `*** Wren <w!w@host> has joined #moor`; also of older ones, `[03-Jul-2004 20:15:32]  `.

Also of bots that set one blank there, if nobody else claims them.
"""

from __future__ import annotations

import re

from calledshot.transcript.formats.base import Context, Format
from calledshot.transcript.formats.irc_forms import BARE_DATED, Grammar, usual
from calledshot.transcript.formats.irc_lines import Heard

_STAMP = re.compile(
    r"(?:(?P<d>\d{4}-\d\d-\d\d)T(?P<t>\d\d:\d\d:\d\d)"
    r"|\[(?P<day>\d\d)-(?P<mon>\w{3,9})-(?P<year>\d{4}) (?P<u>\d\d:\d\d:\d\d)\]) ",
    re.ASCII,
)
_MARK = re.compile(r" (?:<[^\s<>]{1,200}>|\* \S|\*\*\* \S|-\S{1,200}- )")


def _body(ctx: Context, rest: str) -> Heard | None:
    return usual(rest.removeprefix(" "))


GRAMMAR = Grammar(_STAMP, _body, _MARK, unsure=0.6, quick=BARE_DATED)

FORMAT = Format(
    name="supybot",
    title="Limnoria or supybot",
    evidence="real sample",
    extensions=(".log", ".txt"),
    sniff=GRAMMAR.sniff,
    read=GRAMMAR.read,
)
