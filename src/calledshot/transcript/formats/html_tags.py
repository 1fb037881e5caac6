"""A web page cut into its tags and its text, each with its place: for pages that tables and chats save.

Tolerant, and linear on any input: what is no whole tag is text, scripts and comments are passed over.
No tree is built, since saved pages seldom close what they open.
"""

from __future__ import annotations

import re
from bisect import bisect
from collections.abc import Iterable, Iterator
from html import unescape
from typing import NamedTuple

TAG_LIMIT = 12_000
"""Characters of the longest tag, pictures in it not counted; a table's tooltips are a few hundred."""
VOID = frozenset(
    ["area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"]
)
"""Tags that hold nothing."""

_START = re.compile(r"<(/?)([A-Za-z][A-Za-z0-9:-]{0,40})")
_PLAIN = re.compile(r"[^<>\"']*+")
_PICTURE = re.compile(r"\"data:[A-Za-z0-9+/=;,:.%_-]{2000,}+\"", re.ASCII)
_ATTRIBUTE = re.compile(
    r"([^\s\"'<>/=]{1,80}+)(?:\s{0,20}+=\s{0,20}+(?:\"([^\"]*+)\"|'([^']*+)'|([^\s\"'<>]++)))?"
)
_SPACES = re.compile(r"[ \t\r\n\f]+")
_LINES = frozenset(["br", "p", "li", "tr", "h1", "h2", "h3", "h4", "h5", "h6", "hr", "blockquote"])
_GAPS = frozenset(
    ["div", "td", "th", "table", "ul", "ol", "section", "header", "footer", "dd", "dt", "button"]
)
_HIDDEN = ("script", "style")


_ENTITY = re.compile(r"&(?:#(\d{1,7})|#[xX]([0-9A-Fa-f]{1,6})|[A-Za-z][A-Za-z0-9]{1,31});", re.ASCII)


def decoded(text: str) -> str:
    """The text with its entities decoded, those of control characters too."""
    return _ENTITY.sub(_character, text) if "&" in text else text


def _character(found: re.Match[str]) -> str:
    if found[1] is None and found[2] is None:
        return unescape(found[0])
    code = int(found[1]) if found[1] is not None else int(found[2], 16)
    if code == 0 or code > 0x10FFFF or 0xD800 <= code <= 0xDFFF:
        return "\ufffd"
    return unescape(found[0]) if 0x80 <= code < 0xA0 else chr(code)


class Piece(NamedTuple):
    """A tag (`kind` "open" or "close", `name` in small letters, `raw` its attributes) or a piece of text
    (`kind` "text", `raw` as written) from `start` to `end`; "hidden" is a script, a style or a comment."""

    kind: str
    name: str
    raw: str
    start: int
    end: int


def pieces(text: str, at: int = 0) -> Iterator[Piece]:
    """All of the page from `at` on, in order."""
    begin, size, gone = at, len(text), set[str]()
    pictures = [found.span() for found in _PICTURE.finditer(text)] if '"data:' in text else []
    while at < size:
        at = text.find("<", at)
        if at < 0:
            break
        found = _START.match(text, at)
        if found is None:
            end = _declaration(text, at, gone)
            kind, name, raw = "hidden", "", ""
        else:
            end = _tag_end(text, found.end(), pictures)
            kind, name = ("close" if found[1] else "open"), found[2].lower()
            raw = text[found.end() : end - 1]
            if end and kind == "open" and name in _HIDDEN and name not in gone:
                closing = _closing(text, end, name)
                if closing:
                    kind, end = "hidden", closing
                else:
                    gone.add(name)
        if not end:
            at += 1
            continue
        if begin < at:
            yield Piece("text", "", text[begin:at], begin, at)
        yield Piece(kind, name, raw, at, end)
        begin = at = end
    if begin < size:
        yield Piece("text", "", text[begin:], begin, size)


def _declaration(text: str, at: int, gone: set[str]) -> int:
    if text.startswith("<!--", at):
        if "-->" in gone:
            return 0
        end = text.find("-->", at + 4)
        if end < 0:
            gone.add("-->")
            return 0
        return end + 3
    if text.startswith(("<!", "<?"), at):
        end = text.find(">", at, at + 1000)
        return end + 1 if end >= 0 and "<" not in text[at + 1 : end] else 0
    return 0


def _closing(text: str, at: int, name: str) -> int:
    found = re.compile(rf"</{name}[^<>]{{0,40}}>", re.IGNORECASE).search(text, at)
    return found.end() if found is not None else 0


def _tag_end(text: str, at: int, pictures: list[tuple[int, int]]) -> int:
    """Where the tag ends whose name ends at `at`; 0 where it does not. Pictures in it do not make it long."""
    limit = at + TAG_LIMIT
    first = bisect(pictures, (at, 0))
    for start, end in pictures[first : first + 3]:
        if start >= limit or text.find("<", at, start) >= 0:
            break
        limit += end - start
    limit = min(len(text), limit)
    if text.find(">", at, limit) < 0:
        return 0
    while True:
        bare = _PLAIN.match(text, at, limit)
        at = bare.end() if bare is not None else at
        if at >= limit or text[at] == "<":
            return 0
        if text[at] == ">":
            return at + 1
        if bare is not None and bare[0].rstrip().endswith("="):
            at = text.find(text[at], at + 1, limit)
            if at < 0:
                return 0
        at += 1


def attributes(raw: str) -> dict[str, str]:
    """The attributes of a tag, by small names, entities decoded."""
    return {
        found[1].lower(): decoded(next((part for part in found.groups()[1:] if part is not None), ""))
        for found in _ATTRIBUTE.finditer(raw)
    }


def classes(raw: str) -> frozenset[str]:
    """The classes of a tag."""
    return frozenset(attributes(raw).get("class", "").split()) if "class" in raw else frozenset()


def seen(parts: Iterable[Piece]) -> str:
    """The text that a reader sees of these pieces: blanks run together, lines where the page breaks them."""
    out: list[str] = []
    for piece in parts:
        if piece.kind == "text":
            out.append(_SPACES.sub(" ", decoded(piece.raw)))
        elif piece.name in _LINES:
            out.append("\n")
        elif piece.name in _GAPS:
            out.append(" ")
    lines = (" ".join(line.replace("\xa0", " ").split(" ")) for line in "".join(out).split("\n"))
    lines = (_SPACES.sub(" ", line).strip() for line in lines)
    return "\n".join(line for line in lines if line)


def seen_text(html: str) -> str:
    """The text that a reader sees of a piece of a page."""
    return seen(pieces(html)) if "<" in html or "&" in html else _SPACES.sub(" ", html).strip()
