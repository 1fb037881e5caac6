"""Logs of rcirc, Emacs's other client: `2004-07-03 20:15 <Wren> words`, what somebody does in brackets
(`[Wren acts]`), and the wire's own words behind three stars (`*** Tarn JOIN`, `*** Wren KICK Tarn slow`).

Not for clients that tell such things in sentences.
"""

from __future__ import annotations

import re

from calledshot.transcript.formats.base import Context, Format
from calledshot.transcript.formats.irc_forms import Grammar, notice, say, verb_note
from calledshot.transcript.formats.irc_lines import Heard, said, told
from calledshot.transcript.formats.irc_text import Note, bare_nick, person

_STAMP = re.compile(
    r"(?:(?P<d>\d{4}-\d\d-\d\d) |(?P<day>\d\d)-(?P<mon>[^\W\d]{3,9})(?:-(?P<year>\d{4}))? )?"
    r"(?P<t>\d\d:\d\d(?::\d\d)?) "
)
_ACT = re.compile(r"\[([^\s\[\]]{1,160})(?: (.*))?\]\Z")
_ODD_ACT = re.compile(r"\[(\S{1,160})(?: (.*))?\]\Z")
_TELLS = re.compile(r"\*\*\* (\S{1,160}) ([A-Z]{4,7}|[0-9]{3})(?: (.*))?\Z")
_MARK = re.compile(r"\*\*\* \S{1,160} (?:JOIN|PART|QUIT|NICK|KICK|MODE|TOPIC)(?: |\Z)")


def _body(ctx: Context, rest: str) -> Heard | None:
    if rest.startswith("<"):
        return say(rest)
    if (found := _TELLS.match(rest)) is not None:
        return told(rest[4:], of=verb_note(person(found[1]), found[2], (found[3] or "").strip()))
    if rest.startswith("*** "):
        return told(rest[4:], of=Note("system"))
    if (found := _ACT.match(rest) or _ODD_ACT.match(rest)) is not None:
        return said("emote", bare_nick(found[1]), found[2] or "")
    return notice(rest)


GRAMMAR = Grammar(_STAMP, _body, _MARK, unsure=0.3)

FORMAT = Format(
    name="rcirc",
    title="rcirc (Emacs)",
    evidence="writer's source",
    extensions=(".txt", ".log"),
    sniff=GRAMMAR.sniff,
    read=GRAMMAR.read,
)
