"""Logs that ejabberd and MongooseIM write of rooms: `[20:15:02] <Wren> words`, `[20:15:02] Wren joins the
room`, and what somebody does without a sign (`[20:15:02] Wren bows`).

What somebody does is known only by his name: one who has spoken, or came, in the log so far. Names may hold
blanks. Not for logs in which nobody joins or leaves "the room".
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import partial

from calledshot.transcript.decode import Block
from calledshot.transcript.formats.base import Context, Format, Items
from calledshot.transcript.formats.irc_forms import Grammar
from calledshot.transcript.formats.irc_lines import NAMES_LIMIT, Heard, events, said, told
from calledshot.transcript.formats.irc_text import Note

_STAMP = re.compile(r"\[(?P<t>\d\d:\d\d:\d\d)(?:\.\d{1,6})?\] ", re.ASCII)
_SAY = re.compile(r"<([^<>]{1,160})>(?: (.*))?\Z")
_MOVES = re.compile(
    r"(\S(?:.{0,158}?\S)?) (?:(?P<c>joins the room\Z)|leaves the room(?:: .*)?\Z"
    r"|has been (?:kicked|banned)(?: because .*)?(?:: .*)?\Z)"
)
_TOPIC = re.compile(r"(\S(?:.{0,158}?\S)?) has set the subject to: ")
_RENAMED = re.compile(r"(\S(?:.{0,158}?\S)?) is now known as (\S.{0,159})\Z")
_ROOM = re.compile(
    r"Chatroom (?:is created|is destroyed|is started|is stopped|configuration modified)\b", re.I
)
_MARK = re.compile(rf"(?!<){_MOVES.pattern}|(?!<){_TOPIC.pattern}|{_ROOM.pattern}")
_NEVER = re.compile(r"\*\*\* |-!- |== |--> |<-- |• ")


def _body(names: set[str] | None, ctx: Context, rest: str) -> Heard | None:
    if (found := _SAY.match(rest)) is not None:
        _meet(names, found[1])
        return said("say", found[1], found[2] or "")
    if (found := _RENAMED.match(rest)) is not None:
        _meet(names, found[2])
        return told(rest, of=Note("nick", found[1], found[2]))
    if (found := _MOVES.match(rest)) is not None:
        _meet(names, found[1])
        return told(rest, of=Note("join" if found["c"] else "leave", found[1]))
    if (found := _TOPIC.match(rest)) is not None:
        return told(rest, of=Note("topic", found[1]))
    if not rest or rest.isspace() or rest[0] == "<":
        return None
    return _deed(names or (), rest) or told(rest, of=Note("system"))


def _deed(names: Iterable[str], rest: str) -> Heard | None:
    """What somebody does whose name is known, the longest that begins the line."""
    words = rest.split(" ", 8)
    for count in range(min(len(words) - 1, 8), 0, -1):
        name = " ".join(words[:count])
        if name in names:
            return said("emote", name, rest[len(name) + 1 :])
    return None


def _meet(names: set[str] | None, name: str) -> None:
    if names is not None and len(names) < NAMES_LIMIT:
        names.add(name)


GRAMMAR = Grammar(_STAMP, partial(_body, None), _MARK, _NEVER, unsure=0.2, sure=0.985)


def read(blocks: Iterable[Block], ctx: Context) -> Items:
    """The events in order."""
    reading = GRAMMAR._replace(body=partial(_body, set()))
    return events(blocks, ctx, partial(reading.parse, ctx))


FORMAT = Format(
    name="ejabberd",
    title="ejabberd room log (text)",
    evidence="description",
    extensions=(".txt", ".log"),
    sniff=GRAMMAR.sniff,
    read=read,
)
