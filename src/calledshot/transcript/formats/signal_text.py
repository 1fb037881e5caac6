"""Signal's chats as text, as the tools that read its database write them: `[2019-12-24, 12:23] Name: text`,
in later versions `[2019-12-24 12:23:05] Name: text`, or `2019-12-24 12:23 Name: text`.

Who owns the log is "Me" or "You" there. Quotations of what is answered are left out of an answer.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from datetime import date

from calledshot.transcript.clock import time_of_day
from calledshot.transcript.decode import Block
from calledshot.transcript.formats.base import Context, Format, Head, Items, as_member
from calledshot.transcript.formats.im_lines import Said, events, told
from calledshot.transcript.formats.json_text import note_edited

NAME_LENGTH = 100
_LINE = re.compile(
    r"(?:\[(?P<day>\d{4}-\d\d-\d\d)(?:, (?P<time>\d\d:\d\d)| (?P<time2>\d\d:\d\d:\d\d))\]|"
    r"(?P<day3>\d{4}-\d\d-\d\d) (?P<time3>\d\d:\d\d)) (?P<rest>.*)",
    re.ASCII | re.DOTALL,
)
_MARK = re.compile(r"\(- [^\n]{1,500}: [^\n]{1,40} -\)|.*\[[^\n\[\]]{0,200}\]\(\./media/", re.DOTALL)
_QUOTED = re.compile(r"\A[ \t]*\n{1,2}(?:>[^\n]*\n){1,200}\n(?=.)", re.DOTALL)
_REACTIONS = re.compile(r"\n\(- ([^\n]{1,2000}) -\)(?=[ \t]*(?:\n|\Z))")
_DETAILS = re.compile(
    r"\[(?:reply to [^\n]{1,120} on \d{4}-\d\d-\d\d \d\d:\d\d)?(?:, )?(?P<edited>edited)?(?:, )?"
    r"(?:(?P<files>\d{1,3}) attachments?)?\](?= |\Z)",
    re.ASCII,
)
_OTHER = re.compile(r"\[[a-z0-9-]{3,40} message\]")
_REMOVED = "(This message was deleted)"


def sniff(head: Head) -> float:
    """A first line of this kind, and enough others. One with seconds is no other chat's only where its
    messages end, as this tool's do, in two blanks, or have its marks."""
    first = _LINE.match(head.lines[0]) if head.lines else None
    if first is None or ":" not in first["rest"][: NAME_LENGTH + 1]:
        return 0.0
    begins = sum(1 for line in head.lines if _LINE.match(line))
    if begins * 20 < len(head.lines):
        return 0.0
    if first["time"] is not None:
        return 0.95
    if first["time3"] is not None:
        named = sum(1 for line in head.lines if (match := _LINE.match(line)) and ": " in f"{match['rest']} ")
        return 0.8 if named == begins else 0.0
    blanks = sum(1 for line in head.lines if line.endswith("  "))
    return 0.95 if blanks * 2 >= begins or any(_MARK.match(line) for line in head.lines) else 0.0


def read(blocks: Iterable[Block], ctx: Context) -> Items:
    """One event a message."""
    short = bool(ctx.head.lines) and ctx.head.lines[0][:1] != "["
    edited = 0

    def parse(line: str) -> Said | None:
        nonlocal edited
        match = _LINE.match(line)
        if match is None or (match["day"] is None) != short:
            return None
        clock = time_of_day(match["time"] or match["time2"] or match["time3"])
        try:
            day = date.fromisoformat(match["day"] or match["day3"])
        except ValueError:
            day = None
        name, colon, text = match["rest"].partition(":")
        name, text = name.strip(), text.removeprefix(" ")
        if not colon or not 0 < len(name) <= NAME_LENGTH:
            said = told("system", None, match["rest"])
        elif text.strip() == _REMOVED or (short and _OTHER.fullmatch(text)):
            said = told("system", name, text)
        else:
            details = _DETAILS.match(text) if short else None
            if details is not None and len(details[0]) > 2:
                edited += details["edited"] is not None
                files = f" [attachments: {details['files']}]" if details["files"] else ""
                text = f"{text[details.end() :].removeprefix(' ')}{files}"
            said = Said("say", as_member(name), text)
        if clock is not None and day is not None:
            said.at = ctx.calendar.moment(day, clock)
        elif clock is not None:
            said.clock = clock
        return said

    yield from events(blocks, ctx, parse, _clean)
    note_edited(ctx, edited)


def _clean(text: str) -> str:
    text = _QUOTED.sub("", text) if text.lstrip(" \t")[:1] == "\n" else text
    text = text.replace("  \n", "\n")
    return _REACTIONS.sub(r"\n[reactions: \1]", text).strip(" \t\xa0\n")


FORMAT = Format(
    name="signal-text",
    title="Signal (text)",
    evidence="real sample",
    extensions=(".txt", ".md"),
    sniff=sniff,
    read=read,
)
