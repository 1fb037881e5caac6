"""Logs that somebody put on a web page: gives their lines as they were to be seen, each under the number of
the line of the file in which its words begin. Not for what a client itself saves as HTML: those are formats.
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice

from calledshot.transcript.decode import Block
from calledshot.transcript.formats.base import GENERIC, HEAD_LINES, Format, Head
from calledshot.transcript.markup import plain
from calledshot.transcript.rows import Rows, rows_of
from calledshot.transcript.unwrap import Unwrap

LONGEST = 4_000
"""Characters of a tag that goes on over several lines."""
PIECES = 2_000
"""Pieces of text without a line's end; more are no line, and would not be held in memory."""
CELL = "\ufdd0"
"""What stands for the end of a cell until the row is whole: no text holds it."""

_ENDS = frozenset(
    {
        "p", "br", "hr", "div", "li", "ul", "ol", "dl", "dt", "dd", "tr", "table", "h1", "h2", "h3",
        "h4", "h5", "h6", "blockquote", "center", "pre", "address", "body", "html", "section",
        "article", "header", "footer", "main", "figure", "caption", "form",
    }
)  # fmt: skip
_APART = frozenset(
    {
        "head", "title", "style", "script", "textarea", "select",
    }
)  # fmt: skip
_WITHIN = frozenset(
    {
        "font", "span", "b", "i", "u", "s", "em", "strong", "small", "big", "tt", "code", "a", "img",
        "sub", "sup", "strike", "nobr", "wbr", "td", "th", "tbody", "thead", "tfoot", "meta", "link",
        "base", "bgsound", "embed", "object", "param", "marquee", "blink", "layer", "noscript",
        "iframe", "ins", "del", "acronym", "abbr", "cite", "kbd", "samp", "var", "map", "area", "frame",
        "frameset", "noframes", "col", "colgroup", "nav", "input", "button", "label", "option",
        "basefont",
    }
)  # fmt: skip
_KNOWN = _ENDS | _APART | _WITHIN
_ROWS = frozenset({"tr", "table", "pre", "body", "html"})
"""What ends a line even in the cell of a table whose rows are the lines."""
_HEADINGS = frozenset({"h1", "h2", "h3", "h4", "h5", "h6"})
_TOKEN = re.compile(
    rf"<!--|<(?P<close>/?)(?P<tag>[A-Za-z][A-Za-z0-9]{{0,10}})(?=[\s/>])[^<>]{{0,{LONGEST}}}>"
    rf"|<[!?][^<>]{{0,{LONGEST}}}>"
)
_OPEN = re.compile(rf"<(?:[!?]|/?([A-Za-z][A-Za-z0-9]{{0,10}}))(?=[\s/]|\Z)[^<>]{{0,{LONGEST}}}\Z")
_BEGINS = re.compile(
    r"<(?!\S{1,20}> {1,8}[^<\s])"  # which is somebody's name and his words
    r"(?:(?P<page>!doctype html|html|head|body|pre|title|meta|font|center|div|table|h[1-6]|br|hr)|p|b)"
    r"(?=[\s/>])",
    re.IGNORECASE,
)
_SURE = re.compile(
    r"</(?:html|head|body|pre|title|p|font|center|div|table|td|tr|b|i|h[1-6]|a)>|<br ?/?>", re.IGNORECASE
)


class WebPage(Unwrap):
    """How to undo it."""

    def __init__(self, rows: Rows | None = None, *, by_rows: bool = False) -> None:
        """`rows` are those of a table whose columns hold the names and the words; `by_rows`: a row of a table
        is one line, whatever breaks stand in its cells."""
        super().__init__("the log stands in a web page; its markup is left out", False, None)
        self.format = GENERIC if rows is not None else None
        self._rows = rows
        self._how = "\t" if rows is not None else " ", by_rows

    def lines(self, lines: Iterable[str]) -> list[str]:
        """The lines as they were to be seen, but for headings, which are none of the log."""
        text = _Text(*self._how)
        found = [one for number, line in enumerate(lines, 1) for one in text.feed(line, number)] + text.end()
        return [self._row(words) for _, words, heading in found if not heading]

    def blocks(self, blocks: Iterable[Block]) -> Iterator[Block]:
        """The same of a file's blocks."""
        for start, lines in _seen(blocks, self._emptied, _Text(*self._how)):
            yield Block(start, [self._row(line) for line in lines])

    def _row(self, words: str) -> str:
        return words if self._rows is None else self._rows.row(words)


def _table(lines: Sequence[str]) -> WebPage | None:
    """How to read a page whose table has columns for the names and the words; None for another."""
    for by_rows in (True, False):
        text = _Text("\t", by_rows)
        found = [one for number, line in enumerate(lines, 1) for one in text.feed(line, number)] + text.end()
        rows = rows_of([words for _, words, heading in found if not heading])
        if rows is not None:
            return WebPage(rows, by_rows=by_rows)
    return None


def page(lines: Sequence[str], every: Sequence[str], format: Format | None) -> WebPage | None:
    """How to read a page that begins with these lines, where a log in it fits a format better than the page
    itself does; None for what is no page or is in a format of its own. `format` is the one that was named."""
    begins = _BEGINS.match(lines[0].lstrip()) if lines else None
    if begins is None or (format is not None and (format.evidence == "ours" or _is_page(format))):
        return None
    if not any(_SURE.search(line) for line in lines):
        return None  # <b> is somebody's name
    found = WebPage()
    texts = found.lines(every or lines)
    told = _fits([text for text in texts if text.strip()], texts, False)
    in_rows = WebPage(by_rows=True)
    others = in_rows.lines(every or lines)
    if others != texts and (fit := _fits([text for text in others if text.strip()], others, False)) > told:
        found, texts, told = in_rows, others, fit
    own = _fits(lines, every, True)
    if not begins["page"]:
        own = max(own, _fits(lines, every, False))
    if own >= told and own >= _enough():
        return None
    if told < _enough() and (table := _table(every or lines)) is not None:
        return table
    return found if told >= _enough() or (begins["page"] and texts) else None


def _enough() -> float:
    from calledshot.transcript.sniff import ENOUGH

    return ENOUGH


def _fits(lines: Sequence[str], every: Sequence[str], page: bool) -> float:
    """How well lines fit the best of the formats that are pages, or that are not."""
    from calledshot.transcript.formats import all_formats

    head = Head(list(islice(lines, HEAD_LINES)), list(every), "")
    if not head.lines:
        return 0.0
    return max(
        one.sniff(head)
        for one in all_formats()
        if one.read is not None and one.name != GENERIC and page == _is_page(one)
    )


def _is_page(format: Format) -> bool:
    """Whether a client saves pages in this format."""
    return any("htm" in extension for extension in format.extensions)


def _seen(blocks: Iterable[Block], emptied: deque[int], text: _Text) -> Iterator[Block]:
    """The lines that were to be seen, one a block; `emptied` grows by those that only went on with one."""
    number = 0
    for start, lines in blocks:
        for number, line in enumerate(lines, start):
            found = text.feed(line, number)
            if text.goes_on(number) or (found and found[-1][0] < number):
                emptied.append(number)
            for at, words, _ in found:
                yield Block(at, [words])
    for at, words, _ in text.end():
        yield Block(at, [words])


class _Text:
    """The words of a page, taken line by line of the file."""

    def __init__(self, between: str, by_rows: bool) -> None:
        """`between` stands between the cells of a table; `by_rows`: in a cell, no break ends a line."""
        self._between, self._by_rows = between, by_rows
        self._words: list[str] = []
        self._first = 0
        self._kept = False  # in a PRE, where line ends are line ends
        self._cell = False  # in one of a table
        self._heading = False
        self._apart = ""  # the tag of the part that is not seen
        self._rest = ""  # a tag that has not ended
        self._remark = False  # within a comment that has not ended

    def feed(self, line: str, number: int) -> list[tuple[int, str, bool]]:
        """The lines of text that end in a line of the file, each with the number of the one it began in and
        whether it is a heading."""
        if self._remark:
            _, end, line = line.partition("-->")
            if not end:
                return []
            self._remark = False
        line = f"{self._rest} {line}" if self._rest else line
        self._rest = ""
        found: list[tuple[int, str, bool]] = []
        place = start = 0
        while (match := _TOKEN.search(line, start)) is not None:
            start = match.end()
            tag = (match["tag"] or "").lower()
            if tag and tag not in _KNOWN:
                continue  # <NICK> is none
            self._say(line[place : match.start()], number)
            if match[0] == "<!--":
                ended = line.find("-->", start)
                self._remark = ended < 0
                start = ended + 3 if ended >= 0 else len(line)
            place = start
            if tag in _APART:
                self._apart = tag if not match["close"] else ""
            elif self._by_rows and self._cell and tag in _ENDS and tag not in _ROWS:
                self._say(" ", number)
            elif tag == "br" or (tag in _ENDS and not self._apart):
                found += self.end()
                if tag == "pre":
                    self._kept = not match["close"]
                elif tag in _HEADINGS:
                    self._heading = not match["close"]
            elif tag in ("td", "th"):
                if self._cell:  # which the next may end
                    self._say(CELL, number)
                self._cell = not match["close"]
        rest = line[place:]
        if (cut := _OPEN.search(rest)) is not None and (not cut[1] or cut[1].lower() in _KNOWN):
            self._rest, rest = rest[cut.start() :], rest[: cut.start()]
        self._say(rest, number)
        if (self._kept and not self._rest) or len(self._words) > PIECES:
            found += self.end()
        elif self._words:
            self._words.append(" ")
        return found

    def goes_on(self, number: int) -> bool:
        """Whether a line of the file went on with a text that has not ended."""
        return 0 < self._first < number

    def end(self) -> list[tuple[int, str, bool]]:
        """The line of text that ends here, if there is one."""
        text, first = "".join(self._words), self._first
        self._words, self._first, self._cell = [], 0, False
        if not first:
            return []
        text = _decoded(text) if self._kept else plain(text)
        text = text.translate(_ONE_LINE)  # an entity never makes two lines of one
        if CELL in text:
            cells = [cell.strip() for cell in text.rstrip().removesuffix(CELL).split(CELL)]
            text = self._between.join(cells if self._between != " " else filter(None, cells))
        return [(first, text, self._heading)] if text.strip() else []

    def _say(self, text: str, number: int) -> None:
        if text and not self._apart and (self._words or text.strip()):
            self._first = self._first or number
            self._words.append(text.replace("<", "&lt;") if "<" in text else text)


_ONE_LINE = str.maketrans("\r\n", "  ")


def _decoded(text: str) -> str:
    """Words of a PRE: blanks are kept."""
    from html import unescape

    return unescape(text).replace("\xa0", " ").rstrip()
