"""Logs of dircproxy: `[3 Jul 20:15] <Wren!w@host> +words`, `--> Wren (w@host) joined the channel`, `*** You
connected`. The year is not in the log.

The sign before the words tells whether the network knew the speaker; it is taken off where the log has such
signs. Older shapes, with the time behind the name or seconds in front, are read too.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import partial

from calledshot.transcript.decode import Block
from calledshot.transcript.formats.base import Context, Format, Head, Items
from calledshot.transcript.formats.irc_forms import Grammar
from calledshot.transcript.formats.irc_lines import Heard, events, noticed, said, told
from calledshot.transcript.formats.irc_text import Note, note, person

SIGNED = 0.5
"""From this share of signed messages on, the signs are the network's and not the speakers'."""

_STAMP = re.compile(
    r"(?:\[(?P<day>\d{1,2}) (?P<mon>[^\W\d]{3,9}) (?P<t>\d\d:\d\d(?::\d\d)?)\] |@(?P<e>[1-9]\d{8,11}) )"
)
_OLD = re.compile(
    r"(?:<(?P<s>[^\s<>]{1,400})>|\[(?P<a>[^\s\[\]!]{1,200}![^\s\]]{1,400})\]|-(?P<n>\S{1,400})-) "
    r"\[(?P<t>\d\d:\d\d)\] (?P<w>.*)\Z",
    re.ASCII,
)
_SAY = re.compile(r"<([^\s<>]{1,400})>(?: (.*))?\Z")
_ACT = re.compile(r"(?:\* (\S{1,400})|\[([^\s\[\]!]{1,200}![^\s\]]{1,400})\] ACTION)(?: (.*))?\Z")
_NOTICE = re.compile(r"-(\S{1,400})-(?: (.*))?\Z")
_ARROW = re.compile(r"(?:-->|<--|---|\*\*\*|-\*-) ")
_MARK = re.compile(
    r"<[^\s<>!]{1,200}![^\s<>]{1,400}> |--> \S|<-- \S|--- \S|\*\*\* (?:You |Kicked )"
    r"|\[[^\s\[\]!]{1,200}!\S{1,400}\] ACTION "
)
_TOPIC = re.compile(r"(\S{1,200})(?: \(\S{0,400}\))? changed topic: ")
_KICKED = re.compile(r"(?:Kicked|(\S{1,200}) kicked) off by ")
_SIGNED = re.compile(r"[<-][^\s<>!]{1,200}![^\s<>]{1,400}[>-] ([+-]?)")


def _nick(name: str) -> str:
    return person(name.partition("!")[0] or name)


def _note(text: str) -> Note:
    if (found := _TOPIC.match(text)) is not None:
        return Note("topic", person(found[1]))
    if (found := _KICKED.match(text)) is not None:
        return Note("leave", person(found[1] or "You"))
    if text in ("You connected", "You disconnected"):
        return Note("system")
    return note(text)


def _body(ctx: Context, rest: str) -> Heard | None:
    if rest.startswith("<") and (found := _SAY.match(rest)) is not None:
        return said("say", _nick(found[1]), found[2] or "")
    if _ARROW.match(rest):
        return told(rest[4:], of=_note(rest[4:]))
    if (found := _ACT.match(rest)) is not None:
        return said("emote", _nick(found[1] or found[2]), found[3] or "")
    if rest.startswith("-") and (found := _NOTICE.match(rest)) is not None:
        return noticed(_nick(found[1]), found[2] or "")
    return None


def _bare(ctx: Context, line: str) -> Heard | None:
    """The older shape, `<Wren!w@host> [20:15] words`."""
    found = _OLD.match(line)
    if found is None:
        return None
    words, time = found["w"], found["t"]
    if found["s"] is not None:
        return said("say", _nick(found["s"]), words, time)
    if found["a"] is not None:
        return said("emote", _nick(found["a"]), words.removeprefix("ACTION ").removeprefix("ACTION"), time)
    if found["n"] == "dircproxy" or ("." in found["n"] and "!" not in found["n"]):
        return told(words, time, of=_note(words))
    return noticed(_nick(found["n"]), words, time)


GRAMMAR = Grammar(_STAMP, _body, _MARK, bare=_bare)


def _signed(head: Head) -> bool:
    """Whether the words of most messages begin with a sign."""
    signs = []
    for line in head.all_lines:
        stamp = _STAMP.match(line)
        found = _SIGNED.match(line, stamp.end()) if stamp is not None else None
        if found is not None:
            signs.append(bool(found[1]))
    return sum(signs) > SIGNED * len(signs)


def _parse(ctx: Context, signed: bool, line: str) -> Heard | None:
    heard = GRAMMAR.parse(ctx, line)
    if signed and heard is not None and heard.kind in ("say", "notice") and heard.text[:1] in ("+", "-"):
        heard.text = heard.text[1:]
    return heard


def read(blocks: Iterable[Block], ctx: Context) -> Items:
    """The events in order."""
    return events(blocks, ctx, partial(_parse, ctx, _signed(ctx.head)))


FORMAT = Format(
    name="dircproxy",
    title="dircproxy",
    evidence="real sample",
    extensions=(".log", ".txt"),
    sniff=GRAMMAR.sniff,
    read=read,
)
