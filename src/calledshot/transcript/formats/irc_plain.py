"""IRC that was copied without times: `<@Wren> words`, `* Wren acts`, and lines of the client's own behind
three stars, three dashes or an arrow.

Not for text that reads without knowing that it is IRC (`generic`), nor for logs that tell their
writer.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from calledshot.transcript.decode import Block
from calledshot.transcript.formats import generic
from calledshot.transcript.formats.base import Context, Format, Head, Items
from calledshot.transcript.formats.irc_forms import Grammar, notice
from calledshot.transcript.formats.irc_lines import Heard, log_begins, said, told
from calledshot.transcript.formats.irc_text import Note, bare_nick, note

_NO_STAMP = re.compile(r" ?")
_SAY = re.compile(r"<([ ~&@%+!]{0,6}[^\s<>]{1,200}) ?>(?: ?(.*))?\Z")
_ACT = re.compile(r"[*•] {1,3}([~&@%+!]{0,6}[^\s*]\S{0,199}) (.*)\Z")
_TOLD = re.compile(r"(?:\*\*\*|---|-!-|-->|<--|={2,3}) {1,8}(?=\S)")
_SESSION = re.compile(r"(?:Log (?:opened|closed)|Day changed|server )")
_MARK = re.compile(
    r"(?:\*\*\*|-!-|-->|<--|={2,3}) {1,8}\S{1,200} .{0,200}\b(?:joined|left|quit|mode|topic|known as|kicked"
    r"|talking|talk)\b|\*\*\* Mode change \""
    r"|\*\*\* (?:Joins|Parts|Quits|Topic|Mode)|< ?[ @+%&~]\S{1,200} ?> "
)


_OWN = re.compile(r"> \S")
_PRIVATE = re.compile(r"(-> )?\*([^\s*]{1,80})\*(>)? (\S.*)\Z")
_CLIENT = re.compile(r"\*\*\* \S")


def _ircii(lines: Sequence[str]) -> bool:
    """Whether the log is ircII's, or that of one of its kind, which puts only a mark before what its owner
    says."""
    own = sum(_OWN.match(line) is not None for line in lines)
    quoted = any(line.startswith(("> <", "> >", "> *")) for line in lines)
    named = sum(_SAY.match(line) is not None for line in lines)
    return own > 1 and not quoted and named > 0 and any(map(_CLIENT.match, lines))


def _body_of_ircii(ctx: Context, rest: str) -> Heard | None:
    if _OWN.match(rest):
        return said("say", "You", rest[2:])
    if (found := _PRIVATE.match(rest)) is not None:
        if found[1] or found[3]:
            return Heard("whisper", "You", found[4], to=found[2], open=True)
        return Heard("whisper", found[2], found[4], open=True)
    return _body(ctx, rest)


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


def _grammar(lines: Sequence[str]) -> Grammar:
    return GRAMMAR._replace(body=_body_of_ircii) if _ircii(lines) else GRAMMAR


def read(blocks: Iterable[Block], ctx: Context) -> Items:
    """The events in order."""
    return _grammar(ctx.head.all_lines).read(blocks, ctx)


ALL_READ = 0.9
"""What `generic` scores where it reads every line."""


def sniff(head: Head) -> float:
    """The share of lines that fit, if there are lines of a client's that no other reader knows."""
    score = _grammar(head.lines).sniff(head)
    return min(score, 0.45) if score >= 0.5 and generic.sniff(head) >= ALL_READ else score


FORMAT = Format(
    name="irc-plain",
    title="IRC without times",
    evidence="real sample",
    extensions=(".txt", ".log"),
    sniff=sniff,
    read=read,
)
