"""Logs of LimeChat: `20:15 Wren: words`, `20:15 Wren has joined (w@host)`, `20:15 Wren acts` without a sign.

What somebody does is known only by his name: one who has spoken, or came, in the log so far. Without a line
that tells of somebody coming or going such a log is any text with times and names (`generic`).
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import partial

from calledshot.transcript.decode import Block
from calledshot.transcript.formats.base import Context, Format, Items
from calledshot.transcript.formats.irc_forms import Grammar, notice
from calledshot.transcript.formats.irc_lines import NAMES_LIMIT, Heard, events, said, told
from calledshot.transcript.formats.irc_text import Note, bare_nick, note, person

_STAMP = re.compile(r"(?P<t>\d\d:\d\d(?::\d\d)?) (?=\S)", re.ASCII)
_TELLS = re.compile(
    r"[^\s:]{1,200} (?:has joined \(\S{0,400}\)\Z|has left(?: IRC)? \(.*\)\Z|has left\Z|has changed mode: "
    r"|has set topic: |has kicked \S{1,200} \(|is now known as \S{1,200}\Z)"
    r"|(?:Topic|Mode|Topic set by|Set by): ?\S"
)
_MARK = re.compile(
    r"[^\s:]{1,200} (?:has joined \(\S{0,400}\)\Z|has left IRC \(.*\)\Z|has left \(.*\)\Z|has changed mode: "
    r"|has set topic: |has kicked \S{1,200} \()"
)
_OTHER_CLIENTS = re.compile(r"<|-!- |\*\*\* ")
_SAY = re.compile(r"([^\s:<][^\s:]{0,199}): ?(.*)\Z")
_DOT = re.compile(r"[*•] (\S{1,200}?):? (.*)\Z")
_TOPIC = re.compile(r"(\S{1,200}) has set topic: ")
_OTHERS = re.compile(r"(\S{1,200}) (.*)\Z")


def _body(names: set[str] | None, ctx: Context, rest: str) -> Heard | None:
    if _TELLS.match(rest):
        what = _note(rest)
        if names is not None and what.speaker is not None and len(names) < NAMES_LIMIT:
            names.add(what.to or what.speaker)
        return told(rest, of=what)
    if (found := _SAY.match(rest)) is not None:
        name = bare_nick(found[1])
        if names is not None and len(names) < NAMES_LIMIT:
            names.add(name)
        return said("say", name, found[2])
    if (found := _DOT.match(rest)) is not None:
        return said("emote", bare_nick(found[1]), found[2])
    if rest.startswith("-") and (heard := notice(rest)) is not None:
        return heard
    if names is None or _OTHER_CLIENTS.match(rest):
        return None
    if (found := _OTHERS.match(rest)) is not None and bare_nick(found[1]) in names:
        return said("emote", bare_nick(found[1]), found[2])
    return told(rest, of=Note("system"))


def _note(text: str) -> Note:
    found = _TOPIC.match(text)
    return Note("topic", person(found[1])) if found is not None else note(text)


GRAMMAR = Grammar(_STAMP, partial(_body, None), _MARK)


def read(blocks: Iterable[Block], ctx: Context) -> Items:
    """The events in order."""
    reading = GRAMMAR._replace(body=partial(_body, set()))
    return events(blocks, ctx, partial(reading.parse, ctx))


FORMAT = Format(
    name="limechat",
    title="LimeChat",
    evidence="description",
    extensions=(".txt", ".log"),
    sniff=GRAMMAR.sniff,
    read=read,
)
