"""QQ's message export and the logs of dice bots used there: a line with name, number and time, then words.

The words of dice bots are theirs: whether a bot is trusted is the campaign's to say.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from datetime import date
from itertools import pairwise
from typing import NamedTuple

from calledshot.transcript.decode import Block
from calledshot.transcript.event import Event, Source
from calledshot.transcript.formats.base import MESSAGE_LINES, Context, Format, Head, Items, numbered
from calledshot.transcript.formats.chat_dates import clock_of
from calledshot.transcript.formats.window_paste import LEVELS
from calledshot.transcript.roster import is_rule

_TIME = r"(?P<t>(?:(?:上午|下午|凌晨|早上|中午|晚上) ?)?\d{1,2}:\d\d:\d\d)"
_ID = r"[(<（](?P<id>[^()<>（）\s]{1,80})[)>）]"
_DAY = r"(?:(?P<y>\d{4})[-/](?P<m>\d{1,2})[-/](?P<d>\d{1,2}) )?"
_HEAD = re.compile(rf"(?P<name>[^\s].{{0,80}}?|){_ID} {_DAY}{_TIME}\s{{0,4}}", re.ASCII)
_AHEAD = re.compile(
    rf"(?P<y>\d{{4}})-(?P<m>\d{{1,2}})-(?P<d>\d{{1,2}}) {_TIME} "
    rf"(?P<name>[^\s].{{0,80}}?(?<!:)(?<!: )|){_ID}\s{{0,4}}",
    re.ASCII,
)
_ALONE = re.compile(
    rf"(?P<y>\d{{4}})-(?P<m>\d{{1,2}})-(?P<d>\d{{1,2}}) {_TIME} "
    r"(?P<name>[^\s:：](?:[^\n:：]{0,60}[^\s:：])?)\s{0,4}",
    re.ASCII,
)
"""In a conversation of two nobody has a number."""
_ROW = re.compile(
    r"<(?P<y>\d{4})-(?P<m>\d{1,2})-(?P<d>\d{1,2}) (?P<t>\d{1,2}:\d\d:\d\d)(?:\.\d{1,6})?>\t"
    r"\[(?P<name>[^\t\r\n]{1,80}?)\]:\t(?P<w>.*)",
    re.ASCII | re.DOTALL,
)
_PREAMBLE = re.compile(r"(?:消息记录|消息分组|消息对象|日期)[:：（(].{0,200}|消息记录")
SERVICE = frozenset(["10000", "1000000"])
"""The numbers under which QQ itself speaks."""


class _Open(NamedTuple):
    name: str
    id: str
    day: date | None
    time: str
    words: str | None


def _open(line: str, *, alone: bool = False) -> _Open | None:
    found = _ROW.fullmatch(line) or _HEAD.fullmatch(line) or _AHEAD.fullmatch(line)
    if found is None and alone:
        found = _ALONE.fullmatch(line)
    if found is None:
        return None
    parts = found.groupdict()
    clock, day = clock_of(parts["t"]) or "", None  # "" for a time that no clock shows
    if parts["y"] is not None:
        try:
            day = date(int(parts["y"]), int(parts["m"]), int(parts["d"]))
        except ValueError:  # a day that never was
            clock = ""
    return _Open(parts["name"].strip(), parts.get("id") or "", day, clock, parts.get("w"))


def _alone(lines: list[str]) -> bool:
    """Whether it is a conversation of two, of whose people only the names are told: all but the service."""
    numbers = [found.id for line in lines if (found := _open(line)) is not None]
    return all(number in SERVICE for number in numbers) and any(map(_ALONE.fullmatch, lines))


def sniff(head: Head) -> float:
    """Lines that are a name, a number and a time, and nothing else; or rows of moment, name and words."""
    lines = head.lines
    start = 0
    while start < len(lines) and (_PREAMBLE.fullmatch(lines[start]) or is_rule(lines[start])):
        start += 1
    if start == len(lines):
        return 0.7 if start > 1 and _PREAMBLE.fullmatch(lines[0]) else 0.0
    rest = lines[start:]
    if _alone(rest):
        return _of_two(rest, any(map(_PREAMBLE.fullmatch, lines[:start])))
    if _open(rest[0]) is None:
        return 0.0
    rows = sum(_ROW.fullmatch(line) is not None for line in rest)
    if rows:
        return 1.0 if rows > 0.4 * len(rest) else 0.0
    opened = sum(_open(line) is not None for line in rest)
    return 0.95 if len(rest) > 1 and _open(rest[1]) is None and opened >= 0.05 * len(rest) else 0.6


def _of_two(lines: list[str], told: bool) -> float:
    """How well a conversation of two fits; `told` says that the lines before it are QQ's."""
    found = [_open(line, alone=True) for line in lines]
    heads = [one is not None for one in found]
    names = {one.name for one in found if one is not None}
    if not heads[0] or any(one and after for one, after in pairwise(heads)):
        return 0.6 if told and heads[0] else 0.0
    if told:
        return 0.95
    often = len(names) < sum(heads) > 0.2 * len(heads) and not any(name.upper() in LEVELS for name in names)
    return 0.6 if often else 0.0


def read(blocks: Iterable[Block], ctx: Context) -> Items:
    """The messages; the lines below a head are its words."""
    seq = first = last = 0
    held: _Open | None = None
    words: list[str] = []
    alone = _alone(ctx.head.lines)
    for number, line in numbered(blocks):
        opened = _open(line, alone=alone)
        if opened is not None:
            if held is not None:
                yield _event(held, words, seq, Source(ctx.file, first, last), ctx)
                seq += 1
            held, words, first, last = opened, [], number, number
        elif not line or line.isspace():
            continue
        elif held is not None and len(words) < MESSAGE_LINES:
            words.append(line)
            last = number
        elif held is None and (_PREAMBLE.fullmatch(line) or is_rule(line)):
            source = Source(ctx.file, number, number)
            yield Event(seq=seq, kind="system", text=line.strip(), trust="server", source=source)
            seq += 1
        else:
            if held is not None:
                yield _event(held, words, seq, Source(ctx.file, first, last), ctx)
                seq, held = seq + 1, None
            yield ctx.unread(line, number)
    if held is not None:
        yield _event(held, words, seq, Source(ctx.file, first, last), ctx)


def _event(head: _Open, words: list[str], seq: int, source: Source, ctx: Context) -> Event:
    if head.day is not None:
        ctx.calendar.set_day(head.day)
    at, clock = ctx.calendar.stamp(head.time)
    service = head.id in SERVICE
    text = "\n".join([*([head.words] if head.words is not None else []), *words]).strip()
    return Event(
        seq=seq, at=at, kind="system" if service else "say", speaker=head.name or head.id or None, text=text,
        trust="server" if service else "member", source=source, clock=clock,
    )  # fmt: skip


FORMAT = Format(
    name="qq-text",
    title="QQ and SealDice logs",
    evidence="description",
    extensions=(".txt",),
    sniff=sniff,
    read=read,
)
