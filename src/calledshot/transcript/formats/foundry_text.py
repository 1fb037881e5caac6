"""Foundry's chat log exported as text: a line with the moment and the speaker, what was said, a rule.

A roll stands there as its formula, its sums and its total. Whether it was rolled or typed the export does not
tell; messages.db does.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from calledshot.transcript.clock import time_of_day
from calledshot.transcript.decode import Block
from calledshot.transcript.event import Event, Source
from calledshot.transcript.formats.base import MESSAGE_LINES, Context, Format, Head, Items, numbered
from calledshot.transcript.formats.foundry_rolls import shown_groups, shown_roll
from calledshot.transcript.formats.irc_lines import long_date
from calledshot.transcript.formats.vtt_events import Record, Told, as_events

_OPEN = re.compile(
    r"\[(?P<day>\d{1,4}[./-]\d{1,2}[./-]\d{1,4}),? "
    r"(?P<time>\d{1,2}:\d\d(?::\d\d)?(?:[ \u00a0\u202f]?[AaPp]\.?[Mm]\.?)?)\] ?(?P<name>.{0,200})",
    re.ASCII,
)
_RULE = re.compile(r"-{10,60}")


class _Head(NamedTuple):
    at: str | None
    clock: str | None
    name: str


def sniff(head: Head) -> float:
    """Messages that open with a moment and a name alone, between rules."""
    lines = head.lines
    if not lines or _OPEN.fullmatch(lines[0]) is None:
        return 0.0
    rules = [at for at, line in enumerate(lines) if _RULE.fullmatch(line)]
    if not rules:
        return 0.6 if len(lines) > 1 and _opens(lines[0]) and not any(map(_opens, lines[1:])) else 0.0
    behind = sum(at + 1 == len(lines) or _opens(lines[at + 1]) is not None for at in rules)
    if _opens(lines[0]) is None or 2 * behind < len(rules):
        return 0.0
    return 0.6 + 0.37 * behind / len(rules)


def _opens(line: str) -> re.Match[str] | None:
    found = _OPEN.fullmatch(line)
    return found if found is not None and ": " not in found["name"] and time_of_day(found["time"]) else None


def read(blocks: Iterable[Block], ctx: Context) -> Items:
    """The messages; the rule behind one belongs to it."""
    seq = 0
    held: _Head | None = None
    words: list[str] = []
    first = last = 0
    closed = True
    for number, line in numbered(blocks):
        found = _OPEN.fullmatch(line) if closed or held is None else None
        head = _moment(found, ctx) if found is not None else None
        if head is not None:
            if held is not None:
                for event in _events(held, words, seq, Source(ctx.file, first, last), ctx):
                    yield event
                    seq += 1
            held, words, first, last, closed = head, [], number, number, False
        elif held is not None and _RULE.fullmatch(line):
            last, closed = number, True
        elif line and not line.isspace():
            if held is not None and not closed and len(words) < MESSAGE_LINES:
                words.append(line)
                last = number
                continue
            if held is not None:
                for event in _events(held, words, seq, Source(ctx.file, first, last), ctx):
                    yield event
                    seq += 1
                held = None
            yield ctx.unread(line, number)
    if held is not None:
        yield from _events(held, words, seq, Source(ctx.file, first, last), ctx)


def _moment(found: re.Match[str], ctx: Context) -> _Head:
    clock = time_of_day(found["time"])
    if clock is None:
        return _Head(None, None, found["name"])  # a time that no clock shows is none
    day = long_date(found["day"])
    if day is None:
        return _Head(None, clock, found["name"])
    ctx.calendar.set_day(day[0])
    return _Head(ctx.calendar.moment(day[0], clock), None, found["name"])


def _events(head: _Head, words: list[str], seq: int, source: Source, ctx: Context) -> Iterator[Event]:
    """The event of a message, and one more for every further roll at its end."""
    lines = [word.strip(" \t\r") for word in words]
    speaker = head.name.strip() or None
    told: list[Told] = []
    for line in reversed(lines):
        roll = shown_roll(line, speaker or "")
        if roll is None:
            break
        told.insert(0, Told(roll, line))
    told = told or shown_groups(lines, speaker or "")
    if told:
        ctx.note("a text export does not tell a roll from one that was typed; messages.db of the world does")
    record = Record("say", speaker, "\n".join(lines), source, head.at, head.clock, rolls=tuple(told))
    return as_events(record, seq)


FORMAT = Format(
    name="foundry-text",
    title="Foundry VTT chat log (text)",
    evidence="description",
    extensions=(".txt",),
    sniff=sniff,
    read=read,
)
