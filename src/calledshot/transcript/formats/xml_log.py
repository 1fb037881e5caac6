"""Logs in XML, one element a message: the elements with their text and their lines, damage tolerated.

expat parses; nothing a log declares is believed: document types with entities are damage, and references to
entities that HTML does not know stay text. A damaged place costs what stands there, and reading goes on at
the next message. What the elements mean is each format's own.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from msgspec import Struct

from calledshot.finding import Finding
from calledshot.transcript.decode import utf16, windows_1252
from calledshot.transcript.document import Document
from calledshot.transcript.formats.base import Context, Head
from calledshot.transcript.markup import plain

PIECE = 1 << 16
"""Bytes given to the parser at a time."""
INNER = 200
"""Elements inside a message that are kept; no client writes a tenth of them."""
BEGINNING = 4096

_REFERENCE = re.compile(
    r"&(?:#(\d{1,9});|#[xX]([0-9A-Fa-f]{1,8});|([A-Za-z][A-Za-z0-9]{1,31});)?"
    "|[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff\ud800-\udfff]",
    re.ASCII,
)
_XML = frozenset({"amp", "lt", "gt", "quot", "apos"})
_HIDDEN = 0x10FF00
"""Control characters, which XML forbids and chats have, are parsed as private characters from here on."""
_SHOWN = {_HIDDEN + code: code for code in range(0x20)}
_PROLOGUE = re.compile(r"<\?xml[^<>]{0,400}\?>|<!DOCTYPE[^<>\[]{0,400}>", re.IGNORECASE)
_ROOT = re.compile(
    r"(?:\s|<\?[^<>]{0,400}\?>|<!--[^<>]{0,1000}-->|<!DOCTYPE[^<>\[]{0,400}(?:\[[^\]]{0,2000}\][^<>]{0,40})?>)*+<([A-Za-z][\w:.-]{0,60})",
    re.IGNORECASE,
)
_SPACES = re.compile(r"[ \t\n]+")
_AROUND = re.compile(r" ?\x00 ?")
_BLOCKS = frozenset({"br", "p", "div", "li", "tr"})
_CDATA, _CDATA_END = "<![CDATA[", "]]>"


class Record(Struct, gc=False):
    """One message element: its name and attributes, the text in it, what elements are inside (name and
    attributes, in order), and the lines it stands on."""

    name: str
    attributes: dict[str, str]
    text: str
    inner: list[tuple[str, dict[str, str]]]
    line: int
    end_line: int


class Root(NamedTuple):
    """The beginning of an XML file: the first element's name ("" if there is none) and the text around it."""

    name: str
    start: str


def root(head: Head) -> Root:
    """How a file begins, if it may be XML; cheap where it is none."""
    first = head.start[:BEGINNING]
    wide = utf16(first)
    text = first.decode(wide, "replace") if wide is not None else first.decode("utf-8", windows_1252)
    text = text.lstrip("\ufeff \t\r\n")
    match = _ROOT.match(text) if text[:1] == "<" else None
    return Root("" if match is None else match[1].rpartition(":")[2].lower(), text)


def records(
    document: Document,
    ctx: Context,
    wanted: frozenset[str],
    *,
    html: bool = False,
    but: frozenset[str] = frozenset(),
) -> Iterator[Record | Finding]:
    """The elements of these names (in small letters) in order, and a LOG-1 for each line with words outside
    of them. With `html`, their text is a web page's: runs of blanks are one, breaks are line ends. What
    stands in elements named in `but` is no part of the text."""
    data = _prepared(document.text)
    names = b"|".join(name.encode() for name in sorted(wanted))
    following = re.compile(rb"<(?:[\w.-]{1,40}:)?(?:" + names + rb")(?=[\s/>])", re.IGNORECASE)
    lines, starts = _Lines(data), _Lines(data)
    begin = done = 0
    while True:
        run = _Run(data, begin, starts.at(begin), wanted, html, but)
        for found, first, last in run.records():
            yield from _gap(data, done, first, lines, ctx)
            yield found
            done = last
        if run.error is None:
            break
        again = following.search(data, max(run.error, done, begin + 1))
        if again is None:
            break
        begin = again.start()
    yield from _gap(data, done, len(data), lines, ctx)


def _prepared(text: str) -> bytes:
    """The text as expat takes it, line by line as before."""
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    text = _PROLOGUE.sub(lambda match: "\n" * match[0].count("\n"), text)
    parts, at = [], 0
    while (start := text.find(_CDATA, at)) >= 0 and (end := text.find(_CDATA_END, start)) >= 0:
        inside = text[start + len(_CDATA) : end].replace("&", "&amp;").replace("<", "&lt;")
        parts += [text[at:start], inside.replace(">", "&gt;")]
        at = end + len(_CDATA_END)
    return _REFERENCE.sub(_safe, "".join([*parts, text[at:]])).encode()


def _safe(match: re.Match[str]) -> str:
    if match[3] is not None:
        if match[3] in _XML:
            return match[0]
        from html.entities import html5

        char = html5.get(match[3] + ";")
        return f"&amp;{match[3]};" if char is None or "\n" in char else char
    if match[0] == "&":
        return "&amp;"
    if match[0][0] == "&":
        code = int(match[1]) if match[1] is not None else int(match[2], 16)
        if code in (9, 10, 13):
            return f"&#{code};"
    else:
        code = ord(match[0])
    if code < 0x20:
        return chr(_HIDDEN + code)
    if code > 0x10FFFF or 0xD800 <= code <= 0xDFFF or code in (0xFFFE, 0xFFFF):
        return "\ufffd"
    return f"&#{code};"


class _Lines:
    """The number of the line of a place, for places that are asked for in rising order."""

    def __init__(self, data: bytes) -> None:
        self._data = data
        self._place, self._line = 0, 1

    def at(self, place: int) -> int:
        self._line += self._data.count(b"\n", self._place, max(place, self._place))
        self._place = max(place, self._place)
        return self._line


def _gap(data: bytes, start: int, end: int, lines: _Lines, ctx: Context) -> Iterator[Finding]:
    """What stands between two messages: nothing to read, or LOG-1 for each line with words."""
    first = lines.at(start)
    between = data[start:end].decode()
    if between and plain(between):
        for number, line in enumerate(between.split("\n"), first):
            if plain(line):
                yield ctx.unread(line.translate(_SHOWN).strip(), number)
    lines.at(end)


class _Run:
    """One pass of the parser, from `begin` to the end of the data or to the first damage (`error`)."""

    def __init__(
        self, data: bytes, begin: int, line: int, wanted: frozenset[str], html: bool, but: frozenset[str]
    ) -> None:
        from xml.parsers.expat import ParserCreate

        self.error: int | None = None
        self._data, self._begin, self._line = data, begin, line
        self._wanted, self._html, self._but = wanted, html, but
        self._passed = 0  # the depth of an element whose words are none of the text
        self._ready: list[tuple[Record, int, int]] = []
        self._open: Record | None = None
        self._first = self._depth = self._open_depth = 0
        self._words: list[str] = []
        self._parser = ParserCreate("utf-8")
        self._parser.buffer_text = True
        self._parser.StartElementHandler = self._start
        self._parser.EndElementHandler = self._end
        self._parser.CharacterDataHandler = self._text

    def records(self) -> Iterator[tuple[Record, int, int]]:
        """Each record with the places where it begins and ends."""
        from xml.parsers.expat import ExpatError

        try:
            self._parser.Parse(b"<x>", False)
            for at in range(self._begin, len(self._data), PIECE):
                self._parser.Parse(self._data[at : at + PIECE], False)
                yield from self._ready
                self._ready.clear()
            self._parser.Parse(b"</x>", True)
        except ExpatError:
            yield from self._ready
            self._ready.clear()
            self.error = min(self._begin + max(0, self._parser.ErrorByteIndex - 3), len(self._data))

    def _start(self, name: str, attributes: dict[str, str]) -> None:
        self._depth += 1
        name = name.rpartition(":")[2].lower()
        if name in self._wanted:  # one inside another: the outer one was never closed
            line = self._line + self._parser.CurrentLineNumber - 1
            shown = {key: value.translate(_SHOWN) for key, value in attributes.items()}
            self._open = Record(name, shown, "", [], line, line)
            self._open_depth = self._depth
            self._first = self._begin + self._parser.CurrentByteIndex - 3
            self._words, self._passed = [], 0
        elif self._open is not None:
            if len(self._open.inner) < INNER:
                shown = {key: value.translate(_SHOWN) for key, value in attributes.items()}
                self._open.inner.append((name, shown))
            if name in self._but and not self._passed:
                self._passed = self._depth
            if name in _BLOCKS:
                self._words.append("\x00" if name == "br" or any(map(str.strip, self._words[-1:])) else "")

    def _text(self, text: str) -> None:
        if self._open is not None and not self._passed:
            self._words.append(text)

    def _end(self, name: str) -> None:
        record = self._open
        if record is not None and self._depth == self._open_depth:
            place = self._begin + self._parser.CurrentByteIndex - 3
            last = place if self._data[place : place + 2] != b"</" else self._data.find(b">", place) + 1
            record.end_line = self._line + self._parser.CurrentLineNumber - 1
            record.text = self._whole()
            self._ready.append((record, self._first, max(last, self._first + 1)))
            self._open = None
        if self._depth == self._passed:
            self._passed = 0
        self._depth -= 1

    def _whole(self) -> str:
        text = "".join(self._words)
        if self._html:
            text = _AROUND.sub("\x00", _SPACES.sub(" ", text))
        return text.replace("\x00", "\n").strip(" \t\n\xa0").replace("\xa0", " ").translate(_SHOWN)
