"""IRC that was copied without times: `<@Wren> words`, `* Wren acts`, and lines of the client's own behind
three stars, three dashes or an arrow.

Not for text that reads without knowing that it is IRC (`generic`), nor for logs that tell their
writer.
"""

from __future__ import annotations

import re

from calledshot.transcript.formats import generic
from calledshot.transcript.formats.base import Context, Format, Head
from calledshot.transcript.formats.irc_forms import Grammar, notice
from calledshot.transcript.formats.irc_lines import Heard, log_begins, said, told
from calledshot.transcript.formats.irc_text import Note, bare_nick, note

_NO_STAMP = re.compile(r" ?")
_SAY = re.compile(r"<([ ~&@%+!]{0,6}[^\s<>]{1,200}) ?>(?: ?(.*))?\Z")
_ACT = re.compile(r"[*•] {1,3}([~&@%+!]{0,6}[^\s*]\S{0,199}) (.*)\Z")
_TOLD = re.compile(r"(?:\*\*\*|---|-!-|-->|<--|={2,3}) {1,8}(?=\S)")
_SESSION = re.compile(r"(?:Log (?:opened|closed)|Day changed|server )")
_MARK = re.compile(
    r"(?:\*\*\*|-!-|-->|<--|={3}) {1,8}\S{1,200} .{0,200}\b(?:joined|left|quit|mode|topic|known as|kicked"
    r"|talking|talk)\b"
    r"|\*\*\* (?:Joins|Parts|Quits|Topic|Mode)|< ?[ @+%&~]\S{1,200} ?> "
)


def _body(ctx: Context, rest: str) -> Heard | None:
    if rest.startswith("<") and (found := _SAY.match(rest)) is not None:
        return said("say", bare_nick(found[1]), found[2] or "")
    if (found := _TOLD.match(rest)) is not None:
        text = rest[found.end() :]
        return told(text, of=Note("system") if _SESSION.match(text) else note(text))
    if (found := _ACT.match(rest)) is not None:
        return said("emote", bare_nick(found[1]), found[2])
    return notice(rest) if rest.startswith("-") else log_begins(rest)


GRAMMAR = Grammar(_NO_STAMP, _body, _MARK, unsure=0.3, sure=0.9)
ALL_READ = 0.9
"""What `generic` scores where it reads every line."""


def sniff(head: Head) -> float:
    """The share of lines that fit, if there are lines of a client's that no other reader knows."""
    score = GRAMMAR.sniff(head)
    return min(score, 0.45) if score >= 0.5 and generic.sniff(head) >= ALL_READ else score


FORMAT = Format(
    name="irc-plain",
    title="IRC without times",
    evidence="real sample",
    extensions=(".txt", ".log"),
    sniff=sniff,
    read=GRAMMAR.read,
)
