"""Logs of WeeChat: a time, a TAB, who or an arrow, a TAB, the words.

Times of all its versions ("2007 Feb 21 13:02:44", "2014-01-01 20:15:00", "2024-05-01T20:15:00.123456Z").
Marks around nicks (`nick_prefix`, `nick_suffix`) are learnt from the head. Not for logs without the TABs.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import NamedTuple

from calledshot.transcript.decode import Block
from calledshot.transcript.formats.base import Context, Format, Head, Items
from calledshot.transcript.formats.irc_lines import (
    BLANKS,
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
    PREFIXES,
    Note,
    bare_nick,
    joining,
    leaving,
    nick_like,
    note,
    stripped,
)

_SAID = rf"(?:([0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9][ T]{TIME})\t(?:([^\t\n <-]++)\t|)|)(.*+)"
_EXACT = _SAID.replace(TIME, TIME + r"(?:\.[0-9]{1,9})?+Z?")
"""Of versions that write parts of seconds."""
_OTHERS = re.compile(
    r"[^\t]+\t(?: \*\t(?P<doer>[^\s\x02-\x1f]+)(?: (?P<deed>.*)|\Z)"
    r"|(?:--(?P<came>>)|<--)\t"
    r"(?P<told>(?P<who>[^ :]+) \([^) ]*\) has (?(came)joined [^ ]+\Z|(?:quit|left) ).*))"
)
_LINE = re.compile(r"([\d\[(][^\t]{7,45})\t(?:([^\t]{0,120})\t)?(.*)")
_STAMP = re.compile(
    r"[\[(]?(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d(?::\d\d(?:[.,]\d{1,9})?)?) ?(Z|[+-]\d\d:?\d\d)?[\])]?", re.ASCII
)
_NO_DAY = re.compile(
    r"(?:[0-9]{4}-[0-9]{2}-[0-9]{2}[ T]|[0-9]{4} [^\W\d]{2,12}\.? {1,2}[0-9]{1,2} )"
    r"[0-9]{2}:[0-9]{2}:[0-9]{2}(?:\.[0-9]{1,9})?Z?"
)
"""A stamp that may be none of a day that is; the line is kept, without a time."""
_BOUNDS = re.compile(r"\*{4} {1,2}\S.{0,60}\S {1,2}\*{4}")
_NOTICE = re.compile(r"[^\W\d]{2,16}(?:\(([^\s()]{1,120})\))?(?: ?-> ?([^\s:]{1,200}))?: (.*)\Z")
_ROOM = re.compile(r"[~@%+!]{0,6}[#&]")
_GONE = re.compile(r"\[(\S{1,80}) (?:away|back): .*\]\Z")
_SENT = re.compile(r"(?i:msg)\(([^\s()]{1,120})\): (.*)\Z")
ACTIONS = frozenset("*⚡•●★✱∗")
"""Signs that people set before what somebody does, as `prefix_action`."""
MARKS = frozenset("ℹⓘ")
"""Letters that people set before what the network tells: no nicks."""
SEVERAL = 4
"""So many nicks do not all begin or end with a sign of their own."""
_AROUND = (("<", ">"), ("(", ")"), ("[", "]"), ("{", "}"), ("", ":"), ("", ">"), ("", "|"))


class _Around(NamedTuple):
    """What stands around every nick of a log."""

    before: str = ""
    after: str = ""

    def within(self, name: str) -> str:
        """The nick, status and marks taken off; the status may stand inside the marks or outside."""
        inner = name.strip()
        if len(inner) > len(self.before) + len(self.after):
            outer = inner.lstrip(PREFIXES) if self.before else inner
            if outer.startswith(self.before) and outer.endswith(self.after):
                inner = outer[len(self.before) : len(outer) - len(self.after)]
        return bare_nick(inner)


def _around(lines: list[str]) -> _Around:
    """The marks around the nicks, if all nicks of the head have the same; one alone may be part of a nick."""
    names = set()
    for line in lines:
        found = _LINE.match(stripped(line))
        if found is not None and found[2] and nick_like(found[2]) and " " not in found[2].strip():
            names.add(found[2].strip().lstrip(PREFIXES))
    for before, after in _AROUND:
        if all(name.startswith(before) and name.endswith(after) for name in names):
            sure = before in ("<", "(") or after in (":", ">")
            if names and (sure or len(names) >= SEVERAL):
                return _Around(before, after)
    return _Around()


class Columns:
    """What stands before and behind the line down WeeChat's window, in a log or copied."""

    around = _Around()

    def body(self, prefix: str, text: str) -> Heard:
        mark = prefix.strip()
        if mark in ACTIONS:
            name, _, words = text.strip(BLANKS).partition(" ")
            return said("emote", bare_nick(name), words)
        if mark == "-->":
            return told(text, of=joining(text))
        if mark == "<--":
            return told(text, of=leaving(text))
        if mark and nick_like(mark) and " " not in mark and mark not in MARKS:
            return said("say", self.around.within(mark), text)
        if mark == "--":
            if (sent := _SENT.match(text)) is not None:
                return Heard("whisper", "You", sent[2], to=sent[1], open=True)
            if (notice := _NOTICE.match(text)) is not None and (notice[1] or notice[2]):
                heard = noticed(bare_nick(notice[1] or "You"), notice[3])
                heard.to = None if notice[2] is None or _ROOM.match(notice[2]) else notice[2]
                return heard
        if not mark and (gone := _GONE.match(text)) is not None:
            return told(text, of=Note("away", bare_nick(gone[1])))
        return told(text, of=note(text))


class _Log(Columns):
    """One log: how its times and nicks look."""

    def __init__(self, ctx: Context) -> None:
        self.ctx = ctx
        self.around = _around(ctx.head.lines)
        self.stamps: dict[str, tuple[str | None, str | None]] = {}

    def at(self, stamp: str) -> tuple[str | None, str | None]:
        """(at, None) of a stamp, remembered for those that come at once again."""
        known = self.stamps.get(stamp)
        if known is None:
            at = moment(self.ctx, stamp[:10], stamp[11:]) if stamp[10:11] in (" ", "T") else None
            known = (at if at is not None and len(stamp) == 19 else _at(self.ctx, stamp), None)
            if len(self.stamps) > 4096:
                self.stamps.clear()
            self.stamps[stamp] = known
        return known

    def parse(self, raw: str) -> Heard | None:
        found = _LINE.match(stripped(raw))
        if found is None:
            return None
        stamp, prefix, text = found.groups()
        at = self.at(stamp)[0]
        if at is None and not _NO_DAY.fullmatch(stamp):
            return None
        heard = _bare(text) if prefix is None else self.body(prefix, text)
        if heard is not None:
            heard.at = at
        return heard


def _bare(text: str) -> Heard | None:
    """A line without the column for names: where the log begins and ends."""
    return told(text, of=Note("system")) if _BOUNDS.match(text) else None


def _at(ctx: Context, stamp: str) -> str | None:
    found = _STAMP.fullmatch(stamp.strip())
    if found is not None:
        return moment(ctx, found[1], found[2].replace(",", "."), found[3] or "")
    dated = long_date(stamp)
    return moment(ctx, dated[0].isoformat(), dated[1]) if dated is not None and dated[1] else None


def sniff(head: Head) -> float:
    """The share of lines with a dated time, a TAB and a column for who speaks."""
    log = _Log(Context(None, head, ""))
    fit = sum(log.parse(line) is not None for line in head.lines)
    return 0.97 * fit / len(head.lines) if head.lines else 0.0


def read(blocks: Iterable[Block], ctx: Context) -> Items:
    """The events in order."""
    log = _Log(ctx)
    plain = log.around == _Around()
    exact = any("." in line[:24] for line in ctx.head.lines)
    quick = Quick(_EXACT if exact else _SAID, _OTHERS, log.at, even=not exact)
    return events(blocks, ctx, log.parse, quick if plain else None)


FORMAT = Format(
    name="weechat",
    title="WeeChat",
    evidence="writer's source",
    extensions=(".weechatlog", ".log"),
    sniff=sniff,
    read=read,
)
