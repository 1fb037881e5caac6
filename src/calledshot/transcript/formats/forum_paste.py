"""Logs pasted into a forum: BBCode and HTML entities around lines of some other format, which is found below.

What the forum adds ("Last edited by …") is its own. A page saved from a forum is none of this.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple

from msgspec.structs import replace

from calledshot.transcript.decode import Block
from calledshot.transcript.event import Event, Source
from calledshot.transcript.formats import registry
from calledshot.transcript.formats.base import GENERIC, Context, Format, Head, Items
from calledshot.transcript.formats.bbcode import begins_with_tag, has_tags, plain
from calledshot.transcript.formats.forum_quotes import Line, Quotes, boxed
from calledshot.transcript.formats.html_tags import decoded

NAME = "forum-paste"
_EDITED = re.compile(
    r"(?:This (?:post|message) (?:has been|was) )?\[?(?:[Ll]ast )?[Ee]dited by .{1,120}|Posted: .{1,80}"
    r"|[« ]{0,3}Last [Ee]dit(?:ed)?: .{1,80}|Reason(?: for edit(?:ing)?)?: .{1,120}|Quote:|\w{1,40} wrote:"
)
_ENTITY = re.compile(r"&(?:lt|gt|quot|amp|nbsp|#\d{1,6});")
_NAME = re.compile(r"\[b\]([^\[\]\r\n]{1,60})\[/b\]", re.IGNORECASE)
FITS = 0.5
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


def _boxed(head: Head) -> bool:
    return boxed([line for line in head.all_lines if not _EDITED.fullmatch(_clean(line).strip())])


def _bold(line: str) -> str:
    """The line without markup but for a name in bold that it begins with."""
    found = _NAME.search(line)
    if found is None or plain(line[: found.start()]).strip():
        return _clean(line)
    return f"[b]{_clean(found[1])}[/b]{_clean(line[found.end() :])}"


def _cleaned(head: Head, clean: Callable[[str], str], box: bool) -> Head:
    """A head without markup, what the forum added and what is quoted of other posts."""

    def said(lines: Sequence[str]) -> list[str]:
        if not box:
            quotes = Quotes()
            found = [one for row in enumerate(lines) for one in quotes.read(*row)] + list(quotes.rest())
            lines = [one.text for one in found]
        return ["" if _EDITED.fullmatch(_clean(line).strip()) else clean(line) for line in lines]

    full = [line for line in said(head.lines) if line.strip()]
    return Head(full, said(head.all_lines), head.name, head.start)


class _Below(NamedTuple):
    """What is found below the markup: its format, how well it fits, how its lines are cleaned."""

    format: Format
    score: float
    head: Head
    clean: Callable[[str], str]


def _below(head: Head, box: bool) -> _Below | None:
    """The format below the markup. Where none fits well, names in bold may stand before what is said."""
    cleaned = _cleaned(head, _clean, box)
    found = _inner(cleaned) if cleaned.lines else None
    if found is not None and found[0] >= FITS:
        return _Below(found[1], found[0], cleaned, _clean)
    bold = _cleaned(head, _bold, box)
    generic = registry.get(GENERIC)
    score = generic.sniff(bold) if bold.lines and any(map(_NAME.match, bold.lines)) else 0.0
    if score >= FITS:
        return _Below(generic, score, bold, _bold)
    return _Below(found[1], found[0], cleaned, _clean) if found is not None and found[0] > 0 else None


def _inner(head: Head) -> tuple[float, Format] | None:
    """The format of the lines below the markup, and its score; `generic` only where no other fits."""
    best: tuple[float, Format] | None = None
    most = -1.0
    for one in registry.all_formats():
        page = PAGES & set(one.extensions) and ".txt" not in one.extensions
        if one.name == NAME or one.read is None or one.name in OURS or page:
            continue
        score = one.sniff(head)
        weight = score * 0.7 if one.name == GENERIC else score
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
    inner = _below(head, _boxed(head))
    if inner is None:
        return 0.0
    if inner.format.name in TAGGED:
        return 0.5 * inner.score
    first = sum(begins_with_tag(line) for line in head.lines) >= OUTSIDE * len(head.lines)
    return min(1.0, inner.score + 0.02) if first and inner.score >= FITS else 0.9 * inner.score


def read(blocks: Iterable[Block], ctx: Context) -> Items:
    """The events of the lines below the markup; what the forum added stands where it was, and what a post
    repeats of another is no word of anybody's."""
    box = _boxed(ctx.head)
    found = _below(ctx.head, box)
    if found is None:
        found = _Below(registry.get(GENERIC), 0.0, _cleaned(ctx.head, _clean, box), _clean)
    format = found.format
    assert format.read is not None
    inside = Context(ctx.file, found.head, ctx.title, ctx.me, ctx.calendar)
    added: list[_Added] = []
    seq = 0
    for item in format.read(_lines(blocks, added, found.clean, box), inside):
        at = item.source.line if item.source is not None and item.source.line is not None else 0
        while added and added[0].first < at:
            yield _note(added.pop(0), seq, ctx)
            seq += 1
        end = item.source.end_line if item.source is not None and item.source.end_line is not None else at
        while added and added[0].first <= end:  # in the middle of what is one message below the markup
            added.pop(0)
        if isinstance(item, Event):
            yield replace(item, seq=seq)
            seq += 1
        else:
            yield item
    for one in added:
        yield _note(one, seq, ctx)
        seq += 1
    for note in inside.notes:
        ctx.note(note)
    ctx.note(f"the lines below the forum's markup are read as {format.title}")


class _Added(NamedTuple):
    """What a forum added, on these lines."""

    first: int
    last: int
    text: str


def _note(added: _Added, seq: int, ctx: Context) -> Event:
    source = Source(ctx.file, added.first, added.last)
    return Event(seq=seq, kind="system", text=added.text, trust="unknown", source=source)


def _lines(
    blocks: Iterable[Block], added: list[_Added], clean: Callable[[str], str], box: bool
) -> Iterator[Block]:
    """The lines without markup; those of the forum's own are blank here and go to `added`, and so do those
    that repeat another post."""
    quotes = Quotes()
    for start, lines in blocks:
        settled: list[Line] = []
        for number, line in enumerate(lines, start):
            settled.extend([Line(number, line)] if box else quotes.read(number, line))
        if settled:
            yield _block(settled, added, clean)
    settled = list(quotes.rest())
    if settled:
        yield _block(settled, added, clean)


def _block(settled: Sequence[Line], added: list[_Added], clean: Callable[[str], str]) -> Block:
    cleaned = []
    for number, text, quote in settled:
        line = clean(text)
        if quote is not None:
            words = _clean(quote).strip()
            if added and added[-1].last == number - 1 and "wrote:" not in words.split(" ", 2)[:2]:
                before = added.pop()
                added.append(_Added(before.first, number, f"{before.text}\n{words}".strip()))
            else:
                added.append(_Added(number, number, words))
        elif _EDITED.fullmatch(_clean(text).strip()):
            added.append(_Added(number, number, _clean(text).strip()))
            line = ""
        cleaned.append(line)
    return Block(settled[0].number, cleaned)


FORMAT = Format(
    name=NAME,
    title="log pasted into a forum (BBCode)",
    evidence="description",
    extensions=(".txt",),
    sniff=sniff,
    read=read,
)
