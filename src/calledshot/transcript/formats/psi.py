"""Histories of Psi, a client for Jabber: `|2004-07-03T20:15:02|1|from|N---|words`, where `\\p` is a bar,
`\\n` the end of a line and two backslashes are one; times are the owner's.

What went "to" the other is the owner's; the other's address is the file's name. Not for rooms, which Psi
does not keep, nor for what it shows.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from datetime import date
from pathlib import PurePath
from urllib.parse import unquote

from calledshot.transcript.clock import time_of_day
from calledshot.transcript.decode import Block
from calledshot.transcript.event import Kind
from calledshot.transcript.formats.base import Context, Format, Head, Items
from calledshot.transcript.formats.im_lines import Said, events, told

_LINE = re.compile(
    r"\|(\d{4}-\d\d-\d\d)T(\d\d:\d\d:\d\d)\|([0-8])\|(to|from)\|[A-Z]([0-9a-fA-F-])[^|\s]{0,4}\|(.*)",
    re.ASCII | re.DOTALL,
)
_CODE = re.compile(r"\\([\\pn])")
_CODES = {"\\": "\\", "p": "|", "n": "\n"}
_ME = "/me "
_SPOKEN = frozenset("01")
_SUBJECT, _LINK = 1, 2
"""What stands before the words, as the second flag tells."""


def sniff(head: Head) -> float:
    """The share of lines that are entries."""
    return 0.98 * sum(_LINE.fullmatch(line) is not None for line in head.lines) / max(1, len(head.lines))


def read(blocks: Iterable[Block], ctx: Context) -> Items:
    """One event an entry."""
    other = _other(ctx)

    def parse(line: str) -> Said | None:
        found = _LINE.fullmatch(line)
        clock = time_of_day(found[2]) if found is not None else None
        if found is None or clock is None:
            return None
        try:
            at = ctx.calendar.moment(date.fromisoformat(found[1]), clock)
        except ValueError:
            return None
        text = _words(found[5], found[6])
        if found[3] not in _SPOKEN:
            said = told("system", None, text, closed=True)
        else:
            kind: Kind = "emote" if text.startswith(_ME) else "say"
            speaker = "You" if found[4] == "to" else other
            said = Said(kind, speaker, text.removeprefix(_ME).lstrip(), closed=True)
        said.at = at
        return said

    return events(blocks, ctx, parse)


def _other(ctx: Context) -> str | None:
    """Whose messages came: the file is called as his address is."""
    name = PurePath((ctx.file or "").replace("\\", "/")).name.removesuffix(".txt").removesuffix(".history")
    address = unquote(name).replace("_at_", "@", 1)
    return address if "@" in address[1:] else None


def _words(flag: str, rest: str) -> str:
    """What was written, below its subject and above the link it came with."""
    before = int(flag, 16) if flag != "-" else 0
    subject = link = about = ""
    if before & _SUBJECT:
        subject, _, rest = rest.partition("|")
    if before & _LINK:
        link, _, rest = rest.partition("|")
        about, _, rest = rest.partition("|")
    return "\n".join(_CODE.sub(_decoded, part) for part in (subject, rest, link, about) if part)


def _decoded(code: re.Match[str]) -> str:
    return _CODES[code[1]]


FORMAT = Format(
    name="psi",
    title="Psi history",
    evidence="writer's source",
    extensions=(".history", ".txt"),
    sniff=sniff,
    read=read,
    window=True,
)
