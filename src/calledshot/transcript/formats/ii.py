"""What ii writes to its "out" files: `2004-07-03 20:15 <Wren> words` or, newer, seconds since 1970 in front;
`-!- Wren(w@host) has joined #moor`. What people do stands there as it came over the wire.

Not for irssi, which sets a blank and brackets between a nick and its host.
"""

from __future__ import annotations

import re

from calledshot.transcript.formats.base import Context, Format, Head
from calledshot.transcript.formats.irc_forms import Grammar, say
from calledshot.transcript.formats.irc_lines import Heard, told
from calledshot.transcript.formats.irc_text import Note, note, person

_STAMP = re.compile(
    r"(?:(?P<e>[1-9]\d{8,11})|(?P<d>\d{4}-\d\d-\d\d) (?P<t>\d\d:\d\d(?::\d\d)?)) (?=\S)", re.ASCII
)
_MARK = re.compile(
    r"<[^\s<>]{1,200}> \x01ACTION |-!- \S{1,200}\(\S{0,400}\) (?:has|changed) "
    r"|-!- \S{1,200} changed (?:mode/|nick to )"
    r"|-!- \S{1,200} kicked \S{1,200} \(\""
)
_NEVER = re.compile(r"< |-!- \S{1,200} \[\S{1,400}\] has| \* |<[~&@%+]")
_TOPIC = re.compile(r"(\S{1,400}) changed topic to ")
_KICKED = re.compile(r"(\S{1,200}) kicked (\S{1,200})")
_ACTION = "\x01ACTION"


def _body(ctx: Context, rest: str) -> Heard | None:
    if rest.startswith("-!- "):
        return told(rest[4:], of=_note(rest[4:]))
    heard = say(rest) if rest.startswith("<") else None
    if heard is not None and heard.text.startswith(_ACTION):
        heard.kind, heard.text = "emote", heard.text[len(_ACTION) :].strip("\x01 ")
    if heard is not None or rest.startswith(("<", "* ", "*** ")):
        return heard
    return told(rest, of=Note("system"))


def _note(text: str) -> Note:
    if (found := _TOPIC.match(text)) is not None:
        return Note("topic", person(found[1]))
    if (found := _KICKED.match(text)) is not None:
        return Note("leave", person(found[2]))
    return note(text)


GRAMMAR = Grammar(_STAMP, _body, _MARK, _NEVER, unsure=0.72, sure=0.99)


def _sniff(head: Head) -> float:
    """The grammar's score, where anybody speaks or is told of; any text with times has lines of servers'."""
    for line in head.lines:
        stamp = _STAMP.match(line)
        if stamp is not None and line.startswith(("<", "-!- "), stamp.end()):
            return GRAMMAR.sniff(head)
    return 0.0


FORMAT = Format(
    name="ii",
    title="ii",
    evidence="writer's source",
    extensions=(".log", ".txt"),
    sniff=_sniff,
    read=GRAMMAR.read,
)
