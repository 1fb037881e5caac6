"""Chatterino's logs of Twitch channels: what is said has the login before a colon, and before it the name in
another script if there is one; all else is the client's.

No day stands on the lines but on those with which logging starts and stops. Messages are one line.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from datetime import date

from calledshot.transcript.decode import Block
from calledshot.transcript.event import Event, Kind, Source
from calledshot.transcript.formats.base import Context, Format, Head, Items, as_member, numbered

_BOUND = re.compile(
    r"# (?:Start|Stop) logging at (\d{4})-(\d\d)-(\d\d) (\d\d:\d\d:\d\d) ?([^\n]{0,40})", re.ASCII
)
_LINE = re.compile(
    r"(?:#([^\s\[]{1,64}) )?\[(\d\d:\d\d(?::\d\d)?)(?:\.\d{1,6})?\] (.*)", re.ASCII | re.DOTALL
)
_SAID = re.compile(r"(?:([^\s:]{1,50})? )?([a-z0-9_]{1,25}): ", re.IGNORECASE | re.ASCII)
_GONE = re.compile(
    r"([A-Za-z0-9_]{1,25}) has been (?:timed out|permanently banned|banned)\b.{0,500}", re.ASCII | re.DOTALL
)
_HERE = re.compile(r"([A-Za-z0-9_]{1,25}) (joined|parted|left)(?: (?:the )?channel)?\.?", re.ASCII)


def sniff(head: Head) -> float:
    """The share of lines with a time, where one says that logging starts or stops."""
    if not any(_BOUND.fullmatch(line.rstrip()) for line in head.lines):
        return 0.0
    fits = sum(
        _LINE.match(line) is not None or _BOUND.fullmatch(line.rstrip()) is not None for line in head.lines
    )
    return 0.97 * fits / len(head.lines)


def read(blocks: Iterable[Block], ctx: Context) -> Items:
    """One event a line."""
    seq = 0
    for number, line in numbered(blocks):
        if not line or line.isspace():
            continue
        event = _event(line, ctx)
        if event is None:
            yield ctx.unread(line, number)
            continue
        kind, speaker, text, time, room = event
        at, clock = ctx.calendar.stamp(time)
        trusted = kind not in ("say", "emote")
        yield Event(
            seq=seq, at=at, clock=clock, kind=kind, room=room, text=text,
            speaker=None if speaker is None else ctx.speaker(speaker),
            trust="server" if trusted else "member", source=Source(ctx.file, number, number),
        )  # fmt: skip
        seq += 1


def _event(line: str, ctx: Context) -> tuple[Kind, str | None, str, str, str | None] | None:
    """Kind, speaker, words, time and room of a line."""
    bound = _BOUND.fullmatch(line.rstrip())
    if bound is not None:
        try:
            ctx.calendar.set_day(date(int(bound[1]), int(bound[2]), int(bound[3])))
        except ValueError:
            return None
        return "system", None, line.strip(), bound[4], None
    found = _LINE.match(line)
    if found is None:
        return None
    room, time, rest = found[1], found[2], found[3]
    said = _SAID.match(rest)
    if said is not None:
        return "say", as_member(said[2]), rest[said.end() :].strip(), time, room
    rest = rest.strip()
    gone = _GONE.fullmatch(rest)
    if gone is not None:
        return "leave", gone[1], rest, time, room
    here = _HERE.fullmatch(rest)
    if here is not None:
        return "join" if here[2] == "joined" else "leave", here[1], rest, time, room
    return "system", None, rest, time, room


FORMAT = Format(
    name="chatterino",
    title="Chatterino (Twitch)",
    evidence="writer's source",
    extensions=(".log", ".txt"),
    sniff=sniff,
    read=read,
)
