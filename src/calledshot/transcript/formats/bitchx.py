"""Logs of BitchX (bxlog): `[3 Jul/20:15] <Wren> words`, and one sign for what the service tells: `>` somebody
comes, `<` somebody goes, `@` the room changes, `!` a name changes. The year is not in the log.
"""

from __future__ import annotations

import re

from calledshot.transcript.formats.base import Context, Format
from calledshot.transcript.formats.irc_forms import Grammar, act, notice, say
from calledshot.transcript.formats.irc_lines import Heard, log_begins, told
from calledshot.transcript.formats.irc_text import Note, note, person

_STAMP = re.compile(r"\[(?P<day>\d{1,2}) (?P<mon>[^\W\d]{3,9})/(?P<t>\d\d:\d\d(?::\d\d)?)\] ")
_MARK = re.compile(r"[<>@!*-]")
_SIGN = re.compile(r"[<>@!] (?=\S)")
_RENAMED = re.compile(r"(\S{1,200}) is (?:now )?known as (\S{1,200})\Z")
_TOPIC = re.compile(r"Topic by ([^\s:!]{1,200})")
_WENT = re.compile(r"(\S{1,400}) (?:was kicked off|has left|left|has quit|quit|has signed off|signoff)\b")


def _body(ctx: Context, rest: str) -> Heard | None:
    if rest.startswith("*** "):
        return told(rest[4:])
    if rest.startswith("* "):
        return act(rest)
    if rest.startswith("-"):
        return notice(rest)
    if rest.startswith("<") and (heard := say(rest)) is not None:
        return heard
    return told(rest[2:], of=_note(rest[2:])) if _SIGN.match(rest) else None


def _note(text: str) -> Note:
    if (found := _RENAMED.match(text)) is not None:
        return Note("nick", person(found[1]), person(found[2]))
    if (found := _TOPIC.match(text)) is not None:
        return Note("topic", person(found[1]))
    if (found := _WENT.match(text)) is not None:
        return Note("leave", person(found[1]))
    return note(text)


def _bare(ctx: Context, line: str) -> Heard | None:
    return log_begins(line)


GRAMMAR = Grammar(_STAMP, _body, _MARK, bare=_bare)

FORMAT = Format(
    name="bitchx",
    title="BitchX",
    evidence="description",
    extensions=(".log", ".txt"),
    sniff=GRAMMAR.sniff,
    read=GRAMMAR.read,
)
