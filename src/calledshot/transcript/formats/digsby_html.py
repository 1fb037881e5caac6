"""Digsby's logs: an HTML head that is never closed, then one DIV a message, times in UTC.

What people type in angle brackets stands there as it was typed, with a closing tag added at the end; a
message whose beginning was lost is reported, and the next line read.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from calledshot.transcript.decode import Block
from calledshot.transcript.event import Event, Source
from calledshot.transcript.formats.base import MESSAGE_LINES, Context, Format, Head, Items, hosted, numbered
from calledshot.transcript.markup import plain

_SAID = re.compile(
    r"(?:\s{0,8}<div )?[^<>]{0,300}?timestamp=\"([^\"<>]{10,30})\"[^<>]{0,100}>\s*"
    r"<span class=\"buddy\">([^<>]{0,200})</span>\s*<span class=\"msgcontent\">(.*)",
    re.IGNORECASE,
)
_AUTO = re.compile(r"auto=\"True\"", re.IGNORECASE)
_TIME = re.compile(r"(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d:\d\d(?:\.\d{1,6})?)", re.ASCII)
_TITLE = re.compile(r"<title>([^<>]{1,400})</title>", re.IGNORECASE)
_DOCTYPE = re.compile(r"\s{0,8}<!DOCTYPE HTML PUBLIC \"-//W3C//DTD HTML 4\.01//EN\"")
_HEADING = re.compile(r"(?:IM Logs with .{1,200}|Chat in .{1,200}) on \d{4}-\d\d-\d\d")
_TAG = re.compile(r"<(/?)([A-Za-z][A-Za-z0-9]{0,30})(?=[\s/>])[^<>]*>")
_KNOWN = frozenset(
    (
        *(
            "a",
            "abbr",
            "alias",
            "b",
            "big",
            "blockquote",
            "body",
            "br",
            "center",
            "code",
            "div",
            "em",
            "fade",
        ),
        *(
            "font",
            "html",
            "i",
            "img",
            "li",
            "ol",
            "p",
            "pre",
            "s",
            "small",
            "span",
            "strike",
            "strong",
            "sub",
        ),
        *("sup", "table", "tbody", "td", "tr", "tt", "u", "ul"),
    )
)
HEAD_LINES = 300
"""Lines of the longest head; Digsby's has fifty."""


def sniff(head: Head) -> float:
    """Digsby's title, or its DIVs from the first line on, or two of them."""
    if any(
        _HEADING.fullmatch(title[1].strip()) for line in head.lines[:40] if (title := _TITLE.search(line))
    ):
        return 0.98
    if head.lines[:1] and head.lines[0].startswith("<?xml") and _DOCTYPE.match("".join(head.lines[1:2])):
        return 0.7
    said = [line for line in head.lines[:20] if _SAID.match(line)]
    first = bool(said) and said[0] == head.lines[0] and len(said) >= len(head.lines[:20]) / 2
    return 0.95 if first or len(said) > 1 else 0.0


class _Reader:
    """The message being gathered and what it needs to become an event."""

    def __init__(self, ctx: Context) -> None:
        self.ctx = ctx
        self.seq = 0
        self.open: re.Match[str] | None = None
        self.html: list[str] = []
        self.source = Source(None, 0, 0)

    def event(self) -> Event:
        assert self.open is not None
        match, self.open = self.open, None
        stamp = _TIME.fullmatch(match[1].strip())
        at = None if stamp is None else _moment(stamp)
        self.seq += 1
        name = plain(match[2])
        event = Event(
            seq=self.seq - 1, at=at, kind="away" if _AUTO.search(match[0][: match.start(2)]) else "say",
            speaker=self.ctx.speaker(name) if name else None, text=_words("\n".join(self.html)),
            source=self.source,
        )  # fmt: skip
        return hosted(event)


def read(blocks: Iterable[Block], ctx: Context) -> Items:
    """The title, then the messages in order."""
    reader = _Reader(ctx)
    heading: list[str] | None = None
    begun = 0
    for number, line in numbered(blocks):
        if not line or line.isspace():
            continue
        match = _SAID.match(line)
        if not begun and match is None and line.lstrip()[:5].lower() in ("<?xml", "<!doc", "<html"):
            heading, begun = [], number
        if heading is not None:
            if match is None and len(heading) < HEAD_LINES:
                heading.append(line)
                if "<body" not in line.lower():
                    continue
            yield _head(heading, Source(ctx.file, begun, number if match is None else number - 1))
            reader.seq, done, heading = 1, match is None and "<body" in line.lower(), None
            if done:
                continue
        begun = begun or number
        if match is not None:
            if reader.open is not None:
                yield reader.event()
            reader.open, reader.html = match, [match[3]]
            reader.source = Source(ctx.file, number, number)
        elif reader.open is not None and len(reader.html) < MESSAGE_LINES:
            reader.html.append(line)
            reader.source = Source(ctx.file, reader.source.line, number)
        else:
            if reader.open is not None:
                yield reader.event()
            if plain(line):
                yield ctx.unread(line, number)
            continue
        if line.rstrip().lower().endswith("</div>"):
            yield reader.event()
    if heading is not None:
        yield _head(heading, Source(ctx.file, begun, begun + len(heading) - 1))
    if reader.open is not None:
        yield reader.event()


def _head(lines: list[str], source: Source) -> Event:
    title = next((found[1] for line in lines if (found := _TITLE.search(line))), "")
    return Event(seq=0, kind="system", text=plain(title), trust="unknown", source=source)


def _words(html: str) -> str:
    """What was to be seen: line ends of the file are none, what was typed in brackets is words."""
    typed: set[str] = set()

    def tag(match: re.Match[str]) -> str:
        name = match[2].lower()
        if name in _KNOWN:
            return match[0]
        if match[1]:
            return "" if name in typed else match[0].replace("<", "&lt;")
        typed.add(name)
        return match[0].replace("<", "&lt;")

    html = html.rstrip()
    if html.lower().endswith("</div>"):
        html = html[:-6]
    return plain(_TAG.sub(tag, html))


def _moment(stamp: re.Match[str]) -> str | None:
    from datetime import datetime

    made = f"{stamp[1]}T{stamp[2]}+00:00"
    try:
        datetime.fromisoformat(f"{stamp[1]}T{stamp[2][:8]}")
    except ValueError:
        return None
    return made


FORMAT = Format(
    name="digsby-html",
    title="Digsby log (HTML)",
    evidence="description",
    extensions=(".html", ".htm"),
    window=True,
    sniff=sniff,
    read=read,
)
