"""Sessions of ccfolia as its log viewers keep them: JSON with a list of what was said, and BCDice's rolls."""

from __future__ import annotations

import re
from typing import Any

from calledshot.dice.dialects import number
from calledshot.dice.roll import Roll
from calledshot.transcript.document import Document
from calledshot.transcript.event import Kind, Source
from calledshot.transcript.formats.base import Context, Format, Head, Items
from calledshot.transcript.formats.irc_lines import long_date
from calledshot.transcript.formats.json_text import (
    Part,
    Parts,
    at_iso,
    at_millis,
    first_parts,
    id_of,
    rest,
    text_of,
)
from calledshot.transcript.formats.vtt_events import Record, Told, as_events
from calledshot.transcript.formats.vtt_rolls import Dice, made, parsed

_ARRAYS = [("logs",)]
_MARKS = ("channel", "isChapter", "dice", "time")
_THROWN = re.compile(r"\(([0-9Dd+\-*/()BbRrUu\[\]]{1,100}?)(?:[<>=!]{1,2}[^()]{0,40})?\)")
_FACES = re.compile(r"(-?\d{1,9})?\[(\d{1,6}(?:,\d{1,6}){0,200})\]", re.ASCII)
_NUMBER = re.compile(r"-?\d{1,9}", re.ASCII)
LONGEST = 2000


def sniff(head: Head) -> float:
    """An object whose list of logs tells of names, words and channels."""
    beside, elements = first_parts(head, _ARRAYS, 1)
    if not elements or not isinstance(elements[0], dict):
        return 0.0
    first = elements[0]
    marks = sum(mark in first for mark in _MARKS)
    known = "name" in first and "text" in first and marks >= 1
    return (0.97 if ("title",) in beside or marks >= 2 else 0.8) if known else 0.0


def whole(document: Document, ctx: Context) -> Items:
    """What was said, in the order of the file."""
    parts = Parts(document.text, _ARRAYS)
    seq = 0
    found = False
    for part in parts:
        if not part.element:
            continue
        found = True
        record = _record(part, document, ctx)
        if record is None:
            first, last = document.line(part.start), document.line(max(part.start, part.end - 1))
            yield ctx.unread(document.text[part.start : min(part.end, part.start + 400)], first, last)
            continue
        for event in as_events(record, seq):
            yield event
            seq += 1
    if parts.damage is not None or not found:
        yield rest(document, ctx, (parts.damage or 0) if found else 0)


def _record(part: Part, document: Document, ctx: Context) -> Record | None:
    value = part.value
    if not isinstance(value, dict) or not isinstance(value.get("text"), str):
        return None
    source = Source(ctx.file, document.line(part.start), document.line(max(part.start, part.end - 1)))
    speaker, words = text_of(value.get("name")).strip() or None, text_of(value["text"]).strip()
    room = text_of(value.get("channel")) or text_of(value.get("channelName")) or None
    kind: Kind = "topic" if value.get("isChapter") is True else "say"
    rolls: tuple[Told, ...] = ()
    if value.get("dice") and kind == "say":
        rolls = (Told(thrown(words, speaker or ""), words),)
        kind = "roll"
    return Record(
        kind, speaker, words, source, _moment(value.get("time"), ctx), None, None, room,
        "server" if kind == "topic" else "member", id_of(value.get("id")), rolls,
    )  # fmt: skip


def _moment(time: Any, ctx: Context) -> str | None:
    if isinstance(time, int | float):
        return at_millis(time)
    found = at_iso(time)
    day = long_date(text_of(time)[:60]) if found is None and time else None
    return ctx.calendar.moment(day[0], day[1]) if day is not None and day[1] else found


def thrown(text: str, roller: str) -> Roll | None:
    """The roll in what BCDice says: "(2D6+3) ＞ 7[3,4]+3 ＞ 10", "(1D100<=55) ＞ 78 ＞ 失敗"."""
    if len(text) > LONGEST or "＞" not in text:
        return None
    steps = [step.strip() for step in text.split("＞")]
    found = _THROWN.search(steps[0])
    totals = [int(step) for step in steps[1:] if _NUMBER.fullmatch(step)]
    if found is None or not totals:
        return _pool(text, roller)
    expression = found[1].lower()
    known = parsed(expression)
    if known is None or not known.dice:
        return None
    dice: list[Dice] = []
    groups = [tuple(map(number, group.split(","))) for _, group in _FACES.findall(steps[1])]
    if len(groups) == len(known.dice):
        dice = [
            Dice(len(faces), one.sides, faces, one.sign)
            for one, faces in zip(known.dice, groups, strict=True)
        ]
    elif (
        len(known.dice) == 1
        and known.dice[0].thrown == 1
        and _NUMBER.fullmatch(steps[1])
        and not known.modifier
    ):
        dice = [Dice(1, known.dice[0].sides, (int(steps[1]),))]
    return made(roller, expression, totals[-1], dice)


def _pool(text: str, roller: str) -> Roll | None:
    """Dice of which each is for itself: "(3B6>=4) ＞ 1,4,5 ＞ 成功数2"."""
    from msgspec.structs import replace

    from calledshot.dice.ecosystems.bcdice import bcdice

    read = bcdice(text)
    return replace(read[0], roller=roller) if read and len(read) == 1 else None


FORMAT = Format(
    name="ccfolia-json",
    title="ccfolia sessions (JSON)",
    evidence="description",
    extensions=(".json",),
    sniff=sniff,
    whole=whole,
)
