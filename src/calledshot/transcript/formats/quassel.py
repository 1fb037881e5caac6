"""Quassel's window, copied: `[20:15:02] <@Wren> words`, `-*- Wren acts`, and before what the room tells an
arrow or a sign for its kind (`-->`, `<--`, `<->`, `<-*`, `***`, `=>`, `<=`, `*`, `-`); times in brackets or
not, or none.

Not for XChat's old themes (`hexchat`), which have the arrows of coming and going as well.
"""

from __future__ import annotations

import re

from calledshot.transcript.formats.base import Context, Format
from calledshot.transcript.formats.irc_forms import Grammar, say
from calledshot.transcript.formats.irc_lines import Heard, long_date, noticed, said, told
from calledshot.transcript.formats.irc_text import Note, bare_nick, joining, leaving, note, person

_STAMP = re.compile(
    r" ?(?P<k>\[)?(?:(?P<d>\d{4}-\d\d-\d\d)[T ])?"
    r"(?P<t>\d{1,2}:\d\d(?::\d\d)?(?: ?[AaPp]\.?[Mm]\.?)?)(?(k)\]) ",
    re.ASCII,
)
_SIGN = re.compile(r"(-\*-|<->|-->|<--|<-\*|<-x|\*\*\*|=>|<=|->|\*|-)(?: (.*))?\Z")
_NOTICE = re.compile(r"\[(\S{1,160})\](?: (.*))?\Z")
_SPLIT = re.compile(
    r"Netsplit between \S{1,200} and \S{1,200}?(?: ended)?\. Users (joined|quit): (.{1,4000})\Z"
)
_MORE = re.compile(r" \(\d{1,5} more\)\Z", re.ASCII)
_DAY = re.compile(r"\{[^\d{}]{0,60}(.{4,60})\}\Z")
_MARK = re.compile(
    r"-\*- \S|<-> |<-\* |- \{\S.{3,80}\}\Z|(?:=>|<=) Netsplit between "
    r"|\*\*\* (?:Mode [#&+!-]\S{0,200} \S.{0,400} by \S{1,200}\Z|User mode: )"
)
_NEVER = re.compile(r"-!- |--- |={2,3} |=-= |<--\||\|<--|-->\|")


def _body(ctx: Context, rest: str) -> Heard | None:
    if (found := _SIGN.match(rest)) is not None:
        return _signed(found[1], found[2] or "")
    if rest.startswith("<"):
        return say(rest)
    notice = _NOTICE.match(rest)
    return noticed(bare_nick(notice[1]), notice[2] or "") if notice is not None else None


def _signed(sign: str, text: str) -> Heard:
    if sign == "-*-":
        name, _, words = text.partition(" ")
        return said("emote", bare_nick(name), words)
    if sign == "-->":
        return told(text, of=joining(text))
    if sign == "<--":
        return told(text, of=leaving(text))
    if sign in ("=>", "<=") and (split := _SPLIT.match(text)) is not None:
        names = [person(name) for name in _MORE.sub("", split[2]).split(", ") if name]
        heard = told(text, of=Note("join" if split[1] == "joined" else "leave", names[0] if names else None))
        heard.others = tuple(names[1:])
        return heard
    if sign == "-":
        day = _DAY.match(text)
        dated = long_date(day[1]) if day is not None else None
        return told(text, day=dated[0] if dated is not None else None, of=Note("system"))
    return told(text, of=note(text))


def _bare(ctx: Context, line: str) -> Heard | None:
    """A line that was copied without its time; one star or dash is then anybody's."""
    return _body(ctx, line) if line[:2] not in ("* ", "- ") and line[:1] != "[" else None


GRAMMAR = Grammar(_STAMP, _body, _MARK, _NEVER, unsure=0.4, bare=_bare)

FORMAT = Format(
    name="quassel",
    title="Quassel (copied from its window)",
    evidence="writer's source",
    extensions=(".txt", ".log"),
    sniff=GRAMMAR.sniff,
    read=GRAMMAR.read,
)
