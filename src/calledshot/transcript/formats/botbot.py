"""Logs of botbot as they were dumped: one Python bytes literal, `b'2004-07-03T20:15:02 <Wren> words\\n…'`, in
which line ends, quotes and all that is no ASCII are escaped.

Not for the same lines without the literal around them; those are read as `supybot`.
"""

from __future__ import annotations

import re

from calledshot.finding import Finding
from calledshot.transcript.decode import windows_1252
from calledshot.transcript.document import Document
from calledshot.transcript.event import Event, Source
from calledshot.transcript.formats.base import Context, Format, Head, Items
from calledshot.transcript.formats.irc_lines import events
from calledshot.transcript.formats.supybot import GRAMMAR

_OPENS = re.compile(rb"\s{0,40}b(['\"])\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d {1,2}[<*-]")
_ENDS = re.compile(r"\\n|\\(?:x[0-9a-fA-F]{2}|.|\Z)|\n|\r\n?", re.DOTALL)
_ESCAPE = re.compile(r"\\(x[0-9a-fA-F]{2}|.)", re.DOTALL)
_PLAIN = {"n": "\n", "r": "\r", "t": "\t", "\\": "\\", "'": "'", '"': '"'}


def sniff(head: Head) -> float:
    """Such a literal, with a line of the log first, is nothing else."""
    return 0.99 if _OPENS.match(head.start.removeprefix(b"\xef\xbb\xbf")) else 0.0


def pieces(text: str) -> list[tuple[int, str]]:
    """The lines within the literal, still escaped, each with its place in the text."""
    made, start = [], 0
    for found in _ENDS.finditer(text):
        if found[0][0] != "\\" or found[0] == "\\n":
            made.append((start, text[start : found.start()]))
            start = found.end()
    made.append((start, text[start:]))
    return made


def unescaped(text: str) -> str:
    """The line as it was before it became part of a bytes literal."""

    def one(found: re.Match[str]) -> str:
        code = found[1]
        return chr(int(code[1:], 16)) if len(code) == 3 else _PLAIN.get(code, found[0])

    if "\\" not in text:
        return text
    raw = _ESCAPE.sub(one, text)
    try:
        return raw.encode("latin-1").decode("utf-8", windows_1252)
    except UnicodeEncodeError:
        return raw  # the file was no bytes literal throughout


def read(document: Document, ctx: Context) -> Items:
    """The events of all lines in the literal."""
    text = document.text
    opened = re.match(r"\s{0,40}b(['\"])", text)
    start = opened.end() if opened is not None else 0
    end = len(text.rstrip())
    if opened is not None and end > start and text[end - 1] == opened[1]:
        end -= 1
    found = [(start + place, line) for place, line in pieces(text[start:end])]
    places = [(document.line(place), document.line(place + len(line))) for place, line in found]
    lines = [unescaped(line).rstrip("\r").replace("\n", " ") for _, line in found]
    from calledshot.transcript.decode import Block

    for item in events([Block(1, lines)], ctx, lambda line: GRAMMAR.parse(ctx, line)):
        yield _moved(item, places, ctx)


def _moved(item: Event | Finding, places: list[tuple[int, int]], ctx: Context) -> Event | Finding:
    """The item with the lines of the file in place of those within the literal."""
    from msgspec.structs import replace

    source = item.source
    assert source is not None and source.line is not None
    first, last = places[source.line - 1][0], places[(source.end_line or source.line) - 1][1]
    if isinstance(item, Event):
        return replace(item, source=Source(ctx.file, first, last))
    return ctx.unread(item.message.partition(": ")[2], first, last)


FORMAT = Format(
    name="botbot",
    title="botbot dump",
    evidence="description",
    extensions=(".log", ".txt"),
    sniff=sniff,
    whole=read,
)
