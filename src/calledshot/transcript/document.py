"""A file that is one piece, such as JSON, XML, a web page or an archive: its bytes, its text, its lines.

For formats whose parts mean nothing by themselves; logs of lines are read in pieces by `decode`.
"""

from __future__ import annotations

import codecs
import re
from bisect import bisect_right
from functools import cached_property
from typing import BinaryIO

from calledshot.errors import TranscriptError
from calledshot.transcript import encodings
from calledshot.transcript.decode import Repair, utf16
from calledshot.transcript.encodings import windows_1252

LIMIT = 256 << 20
"""Bytes of the longest file read in one piece; exports of chats can be had in parts."""

_LINE_END = re.compile(r"\r\n|\n|\r")


class Document:
    """All of a file. `text` is decoded as a whole: UTF-16, UTF-8, the encoding it names itself, else
    UTF-8 with stray bytes of Windows-1252. `repairs` as in `Decoder` (complete once `text` was asked for)."""

    def __init__(self, data: bytes) -> None:
        self.data = data
        self.repairs: list[Repair] = []

    @cached_property
    def text(self) -> str:
        wide = utf16(self.data)
        if wide is not None:
            return self.data.decode(wide, "replace").removeprefix("\ufeff")
        data = self.data.removeprefix(codecs.BOM_UTF8)
        try:
            return data.decode()
        except UnicodeDecodeError as error:
            before = data[: error.start].decode("utf-8", windows_1252)
            found, text = "cp1252", data.decode("utf-8", windows_1252)
            named = encodings.declared(data) or _told(data)
            if named is not None and named != "cp1252":
                other = data.decode(named, "replace")
                if other.count("\ufffd") <= 1 + len(other) // 200:  # a bad byte costs a character
                    found, text = named, other
            self.repairs.append(Repair(1 + len(_LINE_END.findall(before)), found))
            return text

    @cached_property
    def _starts(self) -> list[int]:
        return [0, *(match.end() for match in _LINE_END.finditer(self.text))]

    def line(self, place: int) -> int:
        """The number, from 1, of the line on which the character at `place` of `text` stands."""
        return bisect_right(self._starts, place)


def _told(data: bytes) -> str | None:
    """The encoding of a file that names none, where all of it is in another than UTF-8."""
    guess = encodings.guess(data)
    return guess.encoding if guess is not None and guess.all else None


def load(stream: BinaryIO, first: bytes, name: str) -> Document:
    """All of `first` and what follows it in the stream. Raises TranscriptError beyond LIMIT."""
    data = first + stream.read(LIMIT + 1 - len(first))
    if len(data) > LIMIT:
        raise TranscriptError(
            f"{name}: is longer than {LIMIT >> 20} MiB, and a file of this kind is read in one piece; "
            "export the chat in parts"
        )
    return Document(data)
