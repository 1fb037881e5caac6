"""Logs pasted into a forum: BBCode and HTML entities around lines of some other format, which is found below.

What the forum adds ("Last edited by …") is its own. A page saved from a forum is none of this.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from msgspec.structs import replace

from calledshot.transcript.decode import Block
from calledshot.transcript.event import Event, Source
from calledshot.transcript.formats import registry
from calledshot.transcript.formats.base import Context, Format, Head, Items
from calledshot.transcript.formats.bbcode import begins_with_tag, has_tags, plain
from calledshot.transcript.formats.html_tags import decoded

NAME = "forum-paste"
_EDITED = re.compile(
    r"(?:This post (?:has been|was) |This message was |Last |\[?)[Ee]dited by .{1,120}|Posted: .{1,80}"
    r"|Quote:|\w{1,40} wrote:"
)
_ENTITY = re.compile(r"&(?:lt|gt|quot|amp|nbsp|#\d{1,6});")
OUTSIDE = 0.4
"""So many of the lines begin with a tag where the markup stands around them."""
SHARE = 0.15
"""So many of the head's lines bear BBCode or entities where they come from a forum."""


_BLANKS = str.maketrans("\xa0\r\n", "   ")


def _clean(line: str) -> str:
    """The line without markup; an entity never makes two lines of it."""
    return decoded(plain(line)).translate(_BLANKS)


OURS = frozenset({"script", "events", "journal"})
"""What nobody pastes into a forum; the first passes over lines that begin with "#"."""
TAGGED = frozenset({"fchat-text"})
"""Formats that have BBCode of their own."""
PAGES = frozenset({".htm", ".html"})
"""Extensions of formats that are markup and nothing else: none of it is left below a forum's."""


def _cleaned(head: Head) -> Head:
    every = [_clean(line) for line in head.all_lines]
    full = [line for line in map(_clean, head.lines) if line.strip() and not _EDITED.fullmatch(line.strip())]
    return Head(full, every, head.name, head.start)


def _inner(head: Head) -> tuple[float, Format] | None:
    """The format of the lines below the markup, and its score; `generic` only where no other fits."""
    best: tuple[float, Format] | None = None
    most = -1.0
    for one in registry.all_formats():
        page = PAGES & set(one.extensions) and ".txt" not in one.extensions
        if one.name == NAME or one.read is None or one.name in OURS or page:
            continue
        score = one.sniff(head)
        weight = score * 0.7 if one.name == "generic" else score
        if weight > most:
            best, most = (score, one), weight
    return best


def sniff(head: Head) -> float:
    """What the format of the lines below the markup scores: less than that where the markup is within what
    was said, which other logs have too; more where it stands around whole lines."""
    if not head.lines:
        return 0.0
    marked = sum(has_tags(line) or _ENTITY.search(line) is not None for line in head.lines)
    if marked < max(1, SHARE * len(head.lines)) or head.lines[0].startswith(("<", "{")):
        return 0.0
    inner = _inner(_cleaned(head)) if any(_clean(line).strip() for line in head.lines) else None
    if inner is None:
        return 0.0
    if inner[1].name in TAGGED:
        return 0.5 * inner[0]
    first = sum(begins_with_tag(line) for line in head.lines) >= OUTSIDE * len(head.lines)
    return min(1.0, inner[0] + 0.02) if first and inner[0] >= 0.5 else 0.9 * inner[0]


def read(blocks: Iterable[Block], ctx: Context) -> Items:
    """The events of the lines below the markup; what the forum added stands where it was."""
    head = _cleaned(ctx.head)
    found = _inner(head) if head.lines else None
    format = found[1] if found is not None and found[0] > 0 else registry.get("generic")
    assert format.read is not None
    inside = Context(ctx.file, head, ctx.title, ctx.me, ctx.calendar)
    added: list[tuple[int, str]] = []
    seq = 0
    for item in format.read(_lines(blocks, added), inside):
        at = item.source.line if item.source is not None and item.source.line is not None else 0
        while added and added[0][0] < at:
            yield _note(*added.pop(0), seq, ctx)
            seq += 1
        if isinstance(item, Event):
            yield replace(item, seq=seq)
            seq += 1
        else:
            yield item
    for number, line in added:
        yield _note(number, line, seq, ctx)
        seq += 1
    for note in inside.notes:
        ctx.note(note)
    ctx.note(f"the lines below the forum's markup are read as {format.title}")


def _note(number: int, line: str, seq: int, ctx: Context) -> Event:
    source = Source(ctx.file, number, number)
    return Event(seq=seq, kind="system", text=line.strip(), trust="unknown", source=source)


def _lines(blocks: Iterable[Block], added: list[tuple[int, str]]) -> Iterator[Block]:
    """The lines without markup; those of the forum's own are blank here and go to `added`."""
    for start, lines in blocks:
        cleaned = [_clean(line) for line in lines]
        for at, line in enumerate(cleaned):
            if _EDITED.fullmatch(line.strip()):
                added.append((start + at, line))
                cleaned[at] = ""
        yield Block(start, cleaned)


FORMAT = Format(
    name=NAME,
    title="log pasted into a forum (BBCode)",
    evidence="description",
    extensions=(".txt",),
    sniff=sniff,
    read=read,
)
