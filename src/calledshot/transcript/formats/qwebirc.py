"""Logs copied from qwebirc, the web chat of freenode, QuakeNet and others: `[20:15] <@Wren> words`,
`[20:15]  * Wren acts`, and two equals signs before what the room tells (`== Wren [w@host] has joined #moor`).

Not for other clients' logs with bracketed times: those put stars, arrows or `-!-` there.
"""

from __future__ import annotations

import re

from calledshot.transcript.formats.base import Context, Format
from calledshot.transcript.formats.irc_forms import CLOCKED, Grammar, act, say
from calledshot.transcript.formats.irc_lines import Heard, noticed, told
from calledshot.transcript.formats.irc_text import notice_of

_STAMP = re.compile(r"\[(?P<t>\d\d:\d\d(?::\d\d)?)\] ", re.ASCII)
_MARK = re.compile(r"==(?: |\Z)")
_NEVER = re.compile(r"\*\*\* |-!- |--> |<-- ")
_ADDRESSED = re.compile(r"\*([^\s*]{1,80})\* (.*)\Z")
_NOTED = re.compile(r"\[notice\(([^\s()]{1,80})\)\] (.*)\Z")


def _body(ctx: Context, rest: str) -> Heard | None:
    if rest.startswith("=="):
        return told(rest[2:].lstrip(" ")) if _MARK.match(rest) else None
    if rest.startswith("<"):
        return say(rest)
    if (sent := _ADDRESSED.match(rest)) is not None:
        return Heard("whisper", "You", sent[2], to=sent[1], open=True)
    if rest.startswith(("* ", " * ")):
        return act(rest.lstrip(" "))
    if (sent := _NOTED.match(rest)) is not None:
        return Heard("notice", "You", sent[2], to=sent[1], open=True)
    found = notice_of(rest)
    return noticed(*found) if found is not None else None


GRAMMAR = Grammar(_STAMP, _body, _MARK, _NEVER, unsure=0.4, quick=CLOCKED)

FORMAT = Format(
    name="qwebirc",
    title="qwebirc (web chat of freenode, QuakeNet and others)",
    evidence="writer's source",
    extensions=(".txt", ".log"),
    sniff=GRAMMAR.sniff,
    read=GRAMMAR.read,
)
