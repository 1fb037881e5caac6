"""Text that Miranda's history windows export (History++, BasicHistory): a head of `###` lines, then
`[03.07.2004 20:15:32] NAME:` and the words on the lines below. For what the message export plugin writes see
`miranda_text`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from calledshot.transcript.decode import Block
from calledshot.transcript.formats.base import Context, Format, Head, Items
from calledshot.transcript.formats.im_lines import Said, events
from calledshot.transcript.formats.im_text import STAMP_LENGTH, opening

_NAMED = re.compile(rf"\[([^\[\]]{{8,{STAMP_LENGTH}}})\] (.{{1,100}}):\s*")
_HEADER = re.compile(r"###(?: .{0,300})?")


def _parse(line: str) -> Said | None:
    if line[:3] == "###" and _HEADER.fullmatch(line):
        return Said("system", None, line.lstrip("# "), trust="unknown", closed=True)
    match = _NAMED.fullmatch(line) if line[:1] == "[" else None
    stamp = None if match is None else opening(match[1])
    if match is None or stamp is None:
        return None
    return Said("say", match[2].strip(), "", stamp.clock, stamp.day)


def sniff(head: Head) -> float:
    """The head of `###` lines, or names with moments that stand alone on their lines."""
    lines = head.lines
    if not lines or lines[0][:1] not in "#[":
        return 0.0
    marks = sum(1 for line in lines if line[:3] == "###" and _HEADER.fullmatch(line))
    named = [line for line in lines if line[:1] == "[" and _parse(line) is not None]
    if lines[0].rstrip() == "###" and (marks == len(lines) or marks > 2 or named):
        return 0.98
    return 0.9 if lines[0] in named[:1] and 3 * len(named) >= len(lines) and len(lines) > 1 else 0.0


def read(blocks: Iterable[Block], ctx: Context) -> Items:
    """The messages in order, their lines kept."""
    return events(blocks, ctx, _parse)


FORMAT = Format(
    name="miranda-history",
    title="Miranda history (text)",
    evidence="writer's source",
    extensions=(".txt",),
    window=True,
    sniff=sniff,
    read=read,
)
