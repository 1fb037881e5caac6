"""Signal's chats as signalbackup-tools writes them as text: `[Feb 13, 2024 23:51:05] <Name> text`.

What the app said itself, and who sent a file, stands behind three stars.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from calledshot.transcript.clock import time_of_day
from calledshot.transcript.decode import Block
from calledshot.transcript.event import Kind
from calledshot.transcript.formats.base import Context, Format, Head, Items, as_member
from calledshot.transcript.formats.im_lines import Said, events, told
from calledshot.transcript.formats.irc_lines import long_date

_LINE = re.compile(
    r"\[(?P<day>[^\W\d]{1,8}\.? [ \d]?\d, \d{4}) (?P<time>\d\d:\d\d:\d\d)\] (?P<rest>(?:<|\*\*\* ).*)",
    re.DOTALL,
)
_SAID = re.compile(r"<(?P<who>[^\n]{1,200}?)> (?P<text>.*)", re.DOTALL)
_FILE = re.compile(
    r"\*\*\* <(?P<who>[^\n]{1,200}?)> sent file"
    r"(?: \"(?P<name>[^\n]{1,300}?)\"| of type (?P<type>[^\s()]{1,100}))?"
    r"(?P<more> \([^\n]{1,500}\))?"
)
_FORMS: tuple[tuple[str, Kind], ...] = (
    (r"(?P<who>[^\n]{1,200}?) (?:joined the group|accepted an invitation)[^\n]{0,80}", "join"),
    (r"[^\n]{1,200}? added (?P<who>[^\n]{1,200}?)\.?", "join"),
    (r"(?P<who>[^\n]{1,200}?) (?:has )?left the group\.?", "leave"),
    (r"[^\n]{1,200}? removed (?P<who>[^\n]{1,200}?)(?: from the group)?\.?", "leave"),
)
_NOTES = [(re.compile(form), kind) for form, kind in _FORMS]


def sniff(head: Head) -> float:
    """A first line of this kind, and enough others."""
    if not head.lines or head.lines[0][:1] != "[" or _LINE.match(head.lines[0]) is None:
        return 0.0
    begins = sum(1 for line in head.lines if _LINE.match(line))
    return 0.97 if begins * 20 >= len(head.lines) else 0.0


def read(blocks: Iterable[Block], ctx: Context) -> Items:
    """One event a message, file or note of the app."""

    def parse(line: str) -> Said | None:
        match = _LINE.match(line)
        said = _said(match["rest"]) if match is not None else None
        if match is None or said is None:
            return None
        found, clock = long_date(match["day"]), time_of_day(match["time"])
        if found is not None and clock is not None:
            said.at = ctx.calendar.moment(found[0], clock)
        elif clock is not None:
            said.clock = clock
        return said

    return events(blocks, ctx, parse)


def _said(rest: str) -> Said | None:
    file = _FILE.fullmatch(rest)
    if file is not None:
        shown = f"[file: {file['name'] or file['type']}]" if file["name"] or file["type"] else "[file]"
        return Said("say", as_member(file["who"]), f"{shown}{file['more'] or ''}")
    if rest.startswith("*** "):
        text = rest[4:]
        for pattern, kind in _NOTES:
            note = pattern.fullmatch(text)
            if note is not None:
                return told(kind, note["who"], text)
        return told("system", None, text)
    said = _SAID.fullmatch(rest)
    return Said("say", as_member(said["who"]), said["text"]) if said is not None else None


FORMAT = Format(
    name="signal-backup",
    title="Signal (signalbackup-tools, text)",
    evidence="writer's source",
    extensions=(".txt",),
    sniff=sniff,
    read=read,
)
