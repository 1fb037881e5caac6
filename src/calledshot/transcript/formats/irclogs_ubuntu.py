"""Logs of irclogs.ubuntu.com: `[20:15] <Wren> words`, `[20:15]  * Wren acts`, and without a time, behind
three equals signs, what the room tells (`=== Tarn [n=t@host] has joined #moor`).

Not for logs in which such lines have times (`qwebirc`), nor for rooms in which nobody says anything.
"""

from __future__ import annotations

import re

from calledshot.transcript.formats.base import Context, Format
from calledshot.transcript.formats.irc_forms import CLOCKED, Grammar, act, notice, say
from calledshot.transcript.formats.irc_lines import Heard, told
from calledshot.transcript.formats.irc_text import Note, note

_STAMP = re.compile(r"\[(?P<t>\d\d:\d\d(?::\d\d)?)\] ", re.ASCII)
_TELLS = re.compile(r"===(?: (.*))?\Z")
_TOPIC = re.compile(
    r"\.\.\[topic/[#&+!]\S{0,200}:(\S{1,160})\] : "
    r"|Topic \([#&+!]\S{0,200}\): (?:changed|set) by (\S{1,160}):"
)
_MARK = re.compile(
    r"=== (?:\S{1,160} (?:is now known as \S|\[\S{0,400}\] has (?:joined|left|quit) ?)"
    r"|\.\.\[topic/|Topic \([#&+!]|mode \([#&+!])"
)
_NEVER = re.compile(r"\*\*\* |-!- |== ")


def _body(ctx: Context, rest: str) -> Heard | None:
    if rest.startswith("<"):
        return say(rest)
    if rest.startswith(("* ", " * ")):
        return act(rest.lstrip(" "))
    return notice(rest)


def _bare(ctx: Context, line: str) -> Heard | None:
    found = _TELLS.match(line)
    if found is None:
        return None
    text = found[1] or ""
    topic = _TOPIC.match(text)
    return told(text, of=Note("topic", topic[1] or topic[2]) if topic is not None else note(text))


GRAMMAR = Grammar(_STAMP, _body, _MARK, _NEVER, unsure=0.3, bare=_bare, quick=CLOCKED)

FORMAT = Format(
    name="irclogs-ubuntu",
    title="irclogs.ubuntu.com",
    evidence="real sample",
    extensions=(".txt", ".log"),
    sniff=GRAMMAR.sniff,
    read=GRAMMAR.read,
)
