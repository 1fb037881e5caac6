"""Logs of irssi: `20:15 <@Wren> words`, `20:15  * Wren acts`, `20:15 -!- Wren [w@host] has joined #moor`,
with `--- Log opened`, `--- Day changed` and `--- Log closed` for the dates.

Also of themes that put no blank where a nick has no status or, where the session lines tell that it is irssi,
something else than <> around nicks, and of other time formats in front (seconds,
a date, AM and PM, brackets). Not for other clients whose lines begin with a bare time: those have no `-!-`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import partial
from typing import NamedTuple

from calledshot.transcript.decode import Block
from calledshot.transcript.formats.base import Context, Format, Head, Items
from calledshot.transcript.formats.chat_dates import Dates
from calledshot.transcript.formats.irc_forms import of_epoch
from calledshot.transcript.formats.irc_lines import (
    TIME,
    Heard,
    Quick,
    events,
    long_date,
    moment,
    noticed,
    said,
    told,
)
from calledshot.transcript.formats.irc_text import (
    Note,
    bare_nick,
    nick_like,
    note,
    notice_of,
    person,
    stripped,
    trust_of,
)

_SAID = rf"(?:({TIME}) (?:<([^>\n]++)> |)|)(.*+)"
_OTHERS = re.compile(
    r"[^ ]+ (?: \* (?P<doer>[^\s:]+)(?: (?P<deed>.*)|\Z)"
    r"|-!- (?P<told>(?P<who>[^ :]+) \[[^] ]*\] has (?:(?P<came>joined) [^ ]+\Z|quit |left ).*))"
)
_STAMP = re.compile(
    r" ?"
    r"(?:(?P<e>[1-9]\d{8,9})|[\[(]?(?:(?P<d>\d{4}-\d\d-\d\d)[T ]|(?P<n>\d{1,4}[./-]\d{1,2}[./-]\d{2,4}),? )?"
    r"(?P<t>\d{1,2}:\d\d(?::\d\d)?(?: ?[AaPp][Mm])?)(?P<z>Z|[+-]\d\d:?\d\d)?[\])]?)"
    r"(?: |(?=<| {0,2}\*|-!- ))",
    re.ASCII,
)
_DELAYED = re.compile(r"\[(?:(\d{4}-\d\d-\d\d)[ T])?(\d\d:\d\d(?::\d\d)?)\] (?=<| {0,2}\* )", re.ASCII)
"""When that was said which comes late, as scripts put it before the name."""
_SAY = re.compile(r"<([ ~&@%+!]{0,6}[^\s<>]{1,160})>(?: (.*))?\Z")
_NAMED = re.compile(r"<([ ~&@%+!]?[^\s<>][^<>]{0,38}[^\s<>])> (.*)\Z")
"""Names with blanks, as come from other networks by way of a gateway."""
_GLUED = re.compile(r"<([ ~&@%+!]{0,6}[^\s<>]{1,160})>(.*)\Z")
_ACT = re.compile(r" {0,2}\* ([^\s]{1,160})(?: (.*))?\Z")
_SET_OFF = re.compile(r" {3,60}(?:-!- |\* \S|-[^\s:-][^\s:]{0,80}:[#&]\S{1,80}- )")
"""In themes that set names flush right."""
_PRIVATE_ACT = re.compile(r" {0,2}\(\*\) ([^\s]{1,80})(?: (.*))?\Z")
_SERVER = re.compile(r"!([^\s!]{1,200})(!?) (.*)\Z")
_PRIVATE = re.compile(r"\[(?!(?:msg|notice|ctcp|dcc)\()([^\s\[(]{1,80})\(([^\s)]{1,400})\)\] ?(.*)\Z")
_SENT = re.compile(r"\[(msg|notice|ctcp)\(([^\s)]{1,400})\)\] ?(.*)\Z")
_NAMES = re.compile(r"\[(?:Users [#&+!]\S{0,200}\]|[ ~&@%+!][^\s\[]{1,80} {0,40}\] ?\[?)")
_CTCP = re.compile(r"(?:\S{1,80} \[\S{1,400}\] requested (?:unknown )?CTCP |CTCP \S{1,80} reply from )")
_SPLIT = re.compile(
    r"Netsplit (?:(?P<over>over, joins:)|\S{1,200} <-> \S{1,200} quits:) (?P<names>.{1,4000}?)"
    r"(?: \(\+\d.*\))?\Z"
)
_THEMED = re.compile(
    r" {0,30}(?:\((?P<a>[~&@%+! ]?[^\s()]{1,80})\)|\[(?P<b>[~&@%+! ]?[^\s\[\]]{1,80})\](?! ?\[)"
    r"|«(?P<c>[^\s«»]{1,80})»|‹(?P<d>[^\s‹›]{1,80})›"
    r"|(?P<e>[~&@%+!]?[^\s<>()\[\]*-][^\s<>]{0,79}?)(?: {1,20}[|│┃»›]|[:>│┃»›])) (?P<words>.*)\Z"
)
"""What somebody says in the themes that put no <> around names."""
_THEMED_EVENT = re.compile(r"(?:[^\w\s<(\[*]{1,4}|\*{3}|<[<=-]{1,3}) (?P<words>.+)\Z")
_ANGLES = re.compile(r"[^<]{0,40}<[ ~&@%+!]{0,3}[^\s<>]{1,80}>(.?)")
_SESSION = re.compile(r"--- (Log opened|Log closed|Day changed|[^\d\s][^\d:]{0,60}?) (.{4,60})\Z")
_TIGHT = re.compile(r"-!- [^\s(]{1,200}\([^\s()]{0,400}@[^\s()]{0,400}\) has joined ")  # as ii writes
_MARK = re.compile(r"-!- | {1,2}\* |< |-\S{1,80}:[#&]")
_OWN = re.compile(r"< |<[~&@%+]|-!- \S{1,200} \[\S{1,400}\] has| \* ")
"""What ii does not write, which has times in seconds too."""


class _Style(NamedTuple):
    """What a theme does with names: `themed` where it puts something else than <> around them, in a log that
    session lines show to be irssi's; `glued` where no blank stands behind them;
    `dates` those of its times."""

    themed: bool
    glued: bool
    dates: Dates


def _style(head: Head, ctx: Context | None) -> _Style:
    opened = any(line.startswith(("--- Log opened ", "--- Day changed ")) for line in head.lines[:3])
    names = [found for line in head.lines if (found := _ANGLES.match(line)) is not None]
    glued = sum(found[1] != " " for found in names)
    stamps = [found["n"] for line in head.lines if (found := _STAMP.match(line)) is not None and found["n"]]
    return _Style(opened and not names, 2 * glued > len(names), Dates(stamps, ctx))


def _parse(ctx: Context, style: _Style, raw: str) -> Heard | None:
    line = stripped(raw)
    if line.startswith("--- "):
        return _session(line)
    stamp = _STAMP.match(line)
    if stamp is None:
        return None
    rest = line[stamp.end() :]
    if rest.startswith("   ") and _SET_OFF.match(rest):
        rest = rest.lstrip(" ")
    late = _DELAYED.match(rest)
    if late is not None:
        rest = rest[late.end() :]
    heard = (_in_theme(rest) if style.themed else None) or _body(ctx, style.glued, rest)
    if heard is not None and late is not None and late[1] is not None:
        heard.at = moment(ctx, late[1], late[2])
        if heard.at is not None:
            return heard
    if heard is not None:
        if stamp["e"] is not None:
            heard.at = of_epoch(int(stamp["e"]))
            return heard
        if stamp["d"] is not None:
            heard.at = moment(ctx, stamp["d"], stamp["t"], stamp["z"] or "")
        elif stamp["n"] is not None:
            heard.day = style.dates.read(stamp["n"])
        if stamp["n"] is None or heard.day is not None:  # else it is on no day at all
            heard.time = stamp["t"]
    return heard


def _session(line: str) -> Heard | None:
    """A line by which irssi dates its log; its words may be another language's, its date is known anyway."""
    found = _SESSION.match(line)
    when = long_date(found[2]) if found is not None else None
    if when is None:
        return None
    day, time = when
    return told(line[4:], time, day, Note("system"))


def _body(ctx: Context, glued: bool, rest: str) -> Heard | None:
    """What stands behind the time."""
    if rest.startswith("-!- "):
        text = rest[4:]
        if text.startswith("Netsplit ") and (split := _split(text)) is not None:
            return split
        return told(text, of=Note("system")) if text.startswith("Irssi: ") else told(text)
    if (found := _SAY.match(rest)) is not None or (glued and (found := _GLUED.match(rest)) is not None):
        return said("say", _place(found[1]), found[2] or "")
    if (found := _NAMED.match(rest)) is not None:
        return said("say", bare_nick(found[1]), found[2])
    if (found := _ACT.match(rest)) is not None:
        return said("emote", _place(found[1]), found[2] or "")
    if (heard := notice_of(rest)) is not None:
        return noticed(*heard)
    if (found := _PRIVATE.match(rest)) is not None:
        return Heard("whisper", bare_nick(found[1]), found[3], to=ctx.me, open=True)
    if (found := _PRIVATE_ACT.match(rest)) is not None:
        return Heard("whisper", bare_nick(found[1]), found[2] or "", to=ctx.me, open=True)
    if (found := _SENT.match(rest)) is not None:
        if found[1] == "msg":
            return Heard("whisper", "You", found[3], to=found[2], open=True)
        return Heard("notice", "You", found[3], to=found[2], open=True)
    if (found := _SERVER.match(rest)) is not None and (found[2] or "." in found[1]):
        return Heard("notice", person(found[1]), found[3], trust=trust_of(found[1]))
    if _NAMES.match(rest) or _CTCP.match(rest):
        return told(rest, of=Note("system"))
    return None


def _in_theme(rest: str) -> Heard | None:
    if rest.startswith(("-!- ", "[msg(", "[notice(", "[ctcp(", "[Users ")):
        return None
    if (found := _THEMED.match(rest)) is not None and "(" not in (found["b"] or ""):
        name = next(filter(None, found.group("a", "b", "c", "d", "e")))
        if nick_like(name):
            return said("say", bare_nick(name), found["words"])
    if (found := _THEMED_EVENT.match(rest)) is not None and notice_of(rest) is None:
        return told(found["words"], of=note(found["words"]))
    return None


def _split(text: str) -> Heard | None:
    """One line for all who go where the network is split, or come back."""
    found = _SPLIT.match(text)
    if found is None:
        return None
    names = [bare_nick(name) for name in found["names"].split(", ") if name.strip()]
    if not names or any(" " in name for name in names):
        return None
    return Heard(
        "join" if found["over"] else "leave", names[0], text, trust="server", others=tuple(names[1:])
    )


def _place(name: str) -> str:
    """The nick of `@Wren:#moor`, as it stands where several rooms share a window."""
    return bare_nick(name.partition(":")[0])


def sniff(head: Head) -> float:
    """What only irssi writes settles it, if the rest can be its lines too."""
    ctx = Context(None, head, "")
    lines = [stripped(line) for line in head.lines]
    style = _style(head, None)
    fit = sum(_parse(ctx, style, line) is not None for line in lines)
    if not fit:
        return 0.0
    stamps = [(line, found) for line in lines if (found := _STAMP.match(line)) is not None]
    if any(found["e"] for _, found in stamps) and not any(_OWN.match(one, at.end()) for one, at in stamps):
        return 0.0
    marks = sum(_MARK.match(line, found.end()) is not None for line, found in stamps)
    marks += any(
        line.startswith(("--- Log opened ", "--- Log closed ", "--- Day changed ")) for line in lines
    )
    if any(_TIGHT.match(line, found.end()) is not None for line, found in stamps):
        return 0.5 * fit / len(lines)
    bracketed = sum(line[:1] in ("[", "(") for line in lines) > 0.5 * fit  # a theme's; mIRC's own form
    return (0.97 if marks else 0.6 if bracketed else 0.7) * fit / len(lines)


def read(blocks: Iterable[Block], ctx: Context) -> Items:
    """The events in order."""
    return events(blocks, ctx, partial(_parse, ctx, _style(ctx.head, ctx)), Quick(_SAID, _OTHERS))


FORMAT = Format(
    name="irssi",
    title="irssi",
    evidence="writer's source",
    extensions=(".log", ".txt"),
    sniff=sniff,
    read=read,
)
