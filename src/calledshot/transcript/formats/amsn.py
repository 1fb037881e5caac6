"""aMSN's logs: lines with tags for the colour (`|"LGRA`, `|"LCff00ff`) and, in later versions, for the moment
(`|"LTIME1322696376`); the earlier ones write the time out, and the colon behind the second tag. A line
without a tag goes on with a message. Words in red are the client's own, where a name stands before them too.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from calledshot.transcript.decode import Block
from calledshot.transcript.formats.base import Context, Format, Head, Items
from calledshot.transcript.formats.im_lines import Said, events, told
from calledshot.transcript.formats.im_text import Note, moment, note
from calledshot.transcript.formats.irc_lines import long_date

_TAG = re.compile(
    r"\|\"L(?:TIME(\d{1,12}) ?|C[0-9A-Fa-f]{6} ?|(?:RED|GRA|ITA|GRE|NOR|BLU|PRP)(?! *\Z))", re.ASCII
)
_FIRST = re.compile(r"\|\"L(?:RED|GRA|ITA|GRE|NOR|BLU|PRP|TIME\d|C[0-9A-Fa-f]{6})", re.ASCII)
_SAID = re.compile(
    r"\|\"LGRA ?[^\w|\n]{0,8}(?:\|\"LTIME(\d{1,12}) ?|([^|\n]{3,40}?))[^\w|\n]{0,8}"
    r"\|\"LITA ?([^\n]{1,300}?) ?(?:: ?\|\"L(?:C[0-9A-Fa-f]{6} ?|C[0-9A-Fa-f]{1,5} |NOR ?)|\|\"LNOR: ?)(.*)",
    re.ASCII,
)
_TIME = re.compile(r"\|\"LTIME(\d{1,12})", re.ASCII)
_MOVED = re.compile(r"([^\n]{1,120}?) has (joined|left|closed the window)\b")
_PRIVATE = re.compile(r"\[[^\[\]\n]{1,40}\] (?=\S)")
_STARTED = re.compile(
    r"\[?(?:Conversation started|[^\n]{1,120}? (?:has|have) closed the window|Session)[^\d\n]{0,40}",
    re.IGNORECASE,
)


def sniff(head: Head) -> float:
    """The share of lines that begin with a tag."""
    if not head.lines or not head.lines[0].lstrip().startswith('|"L'):
        return 0.0
    share = sum(1 for line in head.lines if _FIRST.match(line)) / len(head.lines)
    return min(0.98, 0.6 + share) if share >= 0.2 else share


def epoch(seconds: str | None) -> str | None:
    """The moment of an epoch time, in UTC."""
    from datetime import UTC, datetime

    try:
        return datetime.fromtimestamp(int(seconds or ""), UTC).isoformat()
    except (ValueError, OverflowError, OSError):
        return None


def _parse(line: str) -> Said | None:
    if not _FIRST.match(line):
        return None
    match = _SAID.match(line)
    if match is not None:
        stamp = moment(match[2].strip()) if match[2] else None
        name = _PRIVATE.sub("", match[3].strip(), count=1)
        said = Said("say", name, match[4], at=epoch(match[1]))
        if stamp is not None:
            said.clock, said.late = stamp.clock, stamp.day
        return said
    text = _TAG.sub("", line).strip()
    timed = _TIME.search(line)
    of = note(text.strip("[]"))
    moved = _MOVED.match(text.strip("[]"))
    if moved is not None and of.kind == "system":
        of = Note("join" if moved[2] == "joined" else "leave", moved[1])
    said = told(of.kind, of.speaker, text, to=of.to)
    if timed is not None:
        said.at = epoch(timed[1])
    else:
        started = _STARTED.match(text)
        found = long_date(text[started.end() :].rstrip("] ")) if started is not None else None
        if found is not None:
            said.day, said.clock = found
    return said


def read(blocks: Iterable[Block], ctx: Context) -> Items:
    """The messages and the client's own lines in order."""
    return events(blocks, ctx, _parse)


FORMAT = Format(
    name="amsn",
    title="aMSN log",
    evidence="writer's source",
    extensions=(".log", ".txt"),
    window=True,
    sniff=sniff,
    read=read,
)
