"""Logs of catgirl: `[2004-07-03T20:15:32+0000] <Wren> words`, `Wren arrives in #moor`, `Wren places a new
sign in #moor: …`.

Not for Textual, which has the same times: it sets a dot before what somebody does, and has other words.
"""

from __future__ import annotations

import re

from calledshot.transcript.formats.base import Context, Format
from calledshot.transcript.formats.irc_forms import DATED, Grammar, act, notice, say
from calledshot.transcript.formats.irc_lines import Heard, told
from calledshot.transcript.formats.irc_text import Note, note, person

_STAMP = re.compile(r"\[(?P<d>\d{4}-\d\d-\d\d)T(?P<t>\d\d:\d\d:\d\d)(?P<z>[+-]\d\d:?\d\d)\] ", re.ASCII)
_TELLS = (
    r"\S{1,200} (?:arrives in [#&+!]|leaves [#&+!]|leaves(?::|\Z)|places a new sign in |removes the sign in "
    r"|kicks \S{1,200} out of "
    r"|(?:un)?sets \S{1,200} \S|(?:un)?sets [#&+!]\S|(?:un)?sets [a-z]{1,20} on |(?:un)?bans [+-]b )"
    r"|The sign in [#&+!]"
)
_MARK = re.compile(rf"{_TELLS}|\* \S")
_NEVER = re.compile(r"• |\S{1,200} (?:\(\S{0,400}\) )?(?:joined the channel|left the channel|left IRC)")
_KICKED = re.compile(r"(\S{1,200}) kicks (\S{1,200}) out of ")
_SIGN = re.compile(r"(\S{1,200}) (?:places a new|removes the) sign in ")


def _body(ctx: Context, rest: str) -> Heard | None:
    if rest.startswith("<"):
        return say(rest)
    if rest.startswith("* "):
        return act(rest)
    if rest.startswith("-"):
        return notice(rest)
    if not rest or rest.isspace() or rest.startswith(("•", "*")):
        return None
    return told(rest, of=_note(rest))


def _note(text: str) -> Note:
    if (found := _KICKED.match(text)) is not None:
        return Note("leave", person(found[2]))
    if (found := _SIGN.match(text)) is not None:
        return Note("topic", person(found[1]))
    return Note("topic") if text.startswith("The sign in ") else note(text)


GRAMMAR = Grammar(_STAMP, _body, _MARK, _NEVER, unsure=0.62, sure=0.985, quick=DATED)

FORMAT = Format(
    name="catgirl",
    title="catgirl",
    evidence="writer's source",
    extensions=(".log", ".txt"),
    sniff=GRAMMAR.sniff,
    read=GRAMMAR.read,
)
