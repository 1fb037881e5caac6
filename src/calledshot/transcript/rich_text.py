"""Logs saved as rich text (RTF), as AOL's windows and word processors do: gives their lines as plain text,
each under the number of the line of the file in which its words begin. Not for what the text says.
"""

from __future__ import annotations

import codecs
import re
from collections import deque
from collections.abc import Iterable, Iterator

from calledshot.transcript.decode import Block
from calledshot.transcript.unwrap import Unwrap

MAGIC = "{\\rtf"
DEPTH = 10_000
"""Groups within groups; more are no log."""

_TOKEN = re.compile(
    r"\\'(?P<byte>[0-9A-Fa-f]{2})|\\(?P<word>[A-Za-z]{1,32})(?P<number>-?\d{1,10})? ?"
    r"|\\(?P<mark>[^A-Za-z'])|(?P<group>[{}])|(?P<text>[^\\{}]+)|\\",
    re.ASCII,
)
_APART = frozenset(
    {
        "fonttbl", "colortbl", "stylesheet", "info", "pict", "object", "header", "headerl", "headerr",
        "headerf", "footer", "footerl", "footerr", "footerf", "generator", "themedata", "datastore",
        "listtable", "listoverridetable", "rsidtbl", "fldinst", "xe", "tc", "bkmkstart", "bkmkend",
        "nonshppict",
    }
)  # fmt: skip
"""Groups that hold none of the words."""
_ENDS = frozenset({"par", "line", "row", "sect", "page"})
_WORDS = {
    "tab": "\t", "cell": "\t", "emdash": "—", "endash": "–", "lquote": "‘", "rquote": "’", "ldblquote": "“",
    "rdblquote": "”", "bullet": "•", "emspace": " ", "enspace": " ", "qmspace": " ",
}  # fmt: skip
_MARKS = {"\\": "\\", "{": "{", "}": "}", "~": "\xa0", "_": "-"}


class RichText(Unwrap):
    """How to undo it."""

    def __init__(self) -> None:
        super().__init__("the log was saved as rich text (RTF); its marks are left out", False, None)

    def lines(self, lines: Iterable[str]) -> list[str]:
        """The lines of plain text."""
        return [text for block in _plain([Block(1, list(lines))], deque()) for text in block.lines]

    def blocks(self, blocks: Iterable[Block]) -> Iterator[Block]:
        """The same of a file's blocks."""
        return _plain(blocks, self._emptied)


def _plain(blocks: Iterable[Block], emptied: deque[int]) -> Iterator[Block]:
    """The lines of plain text, one a block; `emptied` grows by the lines that only went on with one."""
    plain = _Plain()
    number = 0
    for start, lines in blocks:
        for number, line in enumerate(lines, start):
            found = list(plain.feed(line, number))
            if plain.goes_on(number) or (found and found[0][0] < number and found[-1][0] < number):
                emptied.append(number)
            for at, text in found:
                yield Block(at, [text])
    at, text = plain.end(number)
    if text:
        yield Block(at, [text])


class _Plain:
    """The words of rich text, taken line by line of the file."""

    def __init__(self) -> None:
        self._groups: list[tuple[bool, int]] = []
        self._apart = False
        self._after = 1  # characters behind a \u that stand for it where it is not known
        self._skipped = 0
        self._bytes = bytearray()
        self._high = 0  # the first half of a character beyond the BMP
        self._encoding = "cp1252"
        self._words: list[str] = []
        self._first = 0

    def feed(self, line: str, number: int) -> Iterator[tuple[int, str]]:
        """The lines of text that end in a line of the file, each with the number of the one it began in."""
        for match in _TOKEN.finditer(line):
            kind = match.lastgroup
            if kind == "number":
                kind = "word"
            if kind != "byte":
                self._decode(number)
            if kind == "text":
                self._say(match[0][self._leave_out(len(match[0])) :], number)
            elif kind == "byte":
                if not self._leave_out(1) and not self._apart:
                    self._bytes.append(int(match["byte"], 16))
            elif kind == "group":
                self._group(match[0])
            elif kind == "mark":
                if match["mark"] == "*":
                    self._apart = True
                self._say(_MARKS.get(match["mark"], ""), number)
            elif kind == "word":
                yield from self._word(match["word"], match["number"], number)
            elif match.end() == len(line):  # a backslash at the end of a line is the end of a paragraph
                yield self.end(number)
        self._decode(number)

    def goes_on(self, number: int) -> bool:
        """Whether a line of the file went on with a text that has not ended."""
        return 0 < self._first < number

    def end(self, number: int) -> tuple[int, str]:
        """The line of text that ends here."""
        self._decode(number)
        text, first = "".join(self._words), self._first or number
        self._words, self._first = [], 0
        return first, text

    def _group(self, brace: str) -> None:
        self._skipped = 0
        if brace == "{":
            if len(self._groups) < DEPTH:
                self._groups.append((self._apart, self._after))
        elif self._groups:
            self._apart, self._after = self._groups.pop()

    def _word(self, word: str, number: str | None, line: int) -> Iterator[tuple[int, str]]:
        if word == "uc":
            self._after = min(int(number or 1), 8)
        elif word == "u" and number is not None:
            self._unit(int(number) & 0xFFFF, line)
            self._skipped = self._after
        elif word == "ansicpg" and number is not None:
            self._encoding = _known(f"cp{number}")
        elif word == "mac":
            self._encoding = "mac-roman"
        elif word in _APART:
            self._apart = True
        elif word in _ENDS and not self._apart:
            yield self.end(line)
        elif word in _WORDS:
            self._say(_WORDS[word], line)

    def _unit(self, code: int, number: int) -> None:
        if 0xD800 <= code < 0xDC00:
            self._high = code
            return
        if 0xDC00 <= code < 0xE000:
            code = 0x10000 + ((self._high - 0xD800) << 10) + (code - 0xDC00) if self._high else 0xFFFD
        self._high = 0
        self._say(chr(code) if code else "\ufffd", number)

    def _leave_out(self, length: int) -> int:
        """How many of so many characters stand for one that has been told."""
        found = min(self._skipped, length)
        self._skipped -= found
        return found

    def _decode(self, number: int) -> None:
        if self._bytes:
            data = bytes(self._bytes)
            self._bytes.clear()
            self._say(data.decode(self._encoding, "replace"), number)

    def _say(self, text: str, number: int) -> None:
        if text and not self._apart:
            self._first = self._first or number
            self._words.append(text)


def _known(encoding: str) -> str:
    try:
        return codecs.lookup(encoding).name
    except LookupError:
        return "cp1252"
