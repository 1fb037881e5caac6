"""Logs of Textual: `[2021-04-22T10:01:04+0200] <Wren> words` (in old versions `Wren: words`), a dot before
what somebody does (`• Wren: bows`), and the client's own words without a sign (`Wren (w@host) left IRC`).

Not for catgirl, which has the same times and a star before what somebody does.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import partial

from calledshot.transcript.decode import Block
from calledshot.transcript.formats.base import Context, Format, Head, Items
from calledshot.transcript.formats.irc_forms import Grammar, say
from calledshot.transcript.formats.irc_lines import Heard, events, noticed, said, told
from calledshot.transcript.formats.irc_text import Note, bare_nick, known_note, nick_like, notice_of, stripped

_STAMP = re.compile(
    r"\[(?:(?P<d>\d{4}-\d\d-\d\d)T(?P<t>\d\d:\d\d:\d\d)(?P<z>Z|[+-]\d\d:?\d\d)|(?P<u>\d\d:\d\d:\d\d))\] ",
    re.ASCII,
)
_DOT = re.compile(r"[•∙·] ?([^\s:]{1,200})(?::(?: (.*))?| (.*))?\Z")
_COLON = re.compile(r"([~&@%+!]{0,6}[^\s:<>()*•]{1,80}):(?: (.*))?\Z")
_TELLS = re.compile(
    r"\S{1,200} (?:\(\S{0,400}\) (?:joined the channel|left the channel|left IRC)|joined the channel\.?\Z"
    r"|left the channel|left IRC|is now known as \S{1,200}\Z|sets mode [+-]|changed the topic to "
    r"|kicked \S{1,200} from the channel)"
)
_MARK = re.compile(rf"[•∙] ?\S|{_TELLS.pattern}")
_NEVER = re.compile(r"\* \S|\*\*\* |\S{1,200} (?:arrives in [#&]|places a new sign)|-!- |[→←⟶⟵⇐—] ")
_SESSION = re.compile(r"-{4,} {0,2}(?:Begin|End) Session {0,2}-{4,}\Z")
_ANGLE = re.compile(r"<[^\s<>]{1,160}>(?: |\Z)")


def _body(colon: bool, ctx: Context, rest: str) -> Heard | None:
    if (heard := say(rest)) is not None:
        return heard
    if (found := _DOT.match(rest)) is not None:
        return said("emote", bare_nick(found[1]), found[2] or found[3] or "")
    if _TELLS.match(rest):
        return told(rest)
    if (notice := notice_of(rest)) is not None:
        return noticed(*notice)
    if colon and (found := _COLON.match(rest)) is not None and nick_like(found[1]):
        return said("say", bare_nick(found[1]), found[2] or "")
    if not rest or rest.isspace() or rest[0] in "<•*":
        return None
    return told(rest, of=known_note(rest) or Note("system"))


def _bare(ctx: Context, line: str) -> Heard | None:
    """Where a session begins and ends, without a time."""
    return told(line, of=Note("system")) if _SESSION.match(line) else None


GRAMMAR = Grammar(_STAMP, partial(_body, True), _MARK, _NEVER, unsure=0.7, bare=_bare)


def _colon(lines: Iterable[str]) -> bool:
    """Whether names stand before a colon: in logs of old versions, which have no name in angle brackets."""
    for line in map(stripped, lines):
        found = _STAMP.match(line)
        if found is not None and _ANGLE.match(line, found.end()):
            return False
    return True


def sniff(head: Head) -> float:
    """Its own words, or times with a zone, settle it; a time alone is everybody's."""
    score = GRAMMAR.sniff(head)
    if 0 < score <= 0.7 and not any(_SESSION.match(line) for line in head.lines):
        zoned = [line for line in head.lines if line[:2] == "[1" or line[:2] == "[2"]
        dated = sum(1 for line in zoned if line[5:6] == "-" and _STAMP.match(line))
        if 2 * dated < len(head.lines) or _colon(head.lines):
            return 0.3 * score
    return score


def read(blocks: Iterable[Block], ctx: Context) -> Items:
    """The events in order."""
    reading = GRAMMAR._replace(body=partial(_body, _colon(ctx.head.all_lines)))
    return events(blocks, ctx, partial(reading.parse, ctx))


FORMAT = Format(
    name="textual",
    title="Textual",
    evidence="real sample",
    extensions=(".txt", ".log"),
    sniff=sniff,
    read=read,
)
