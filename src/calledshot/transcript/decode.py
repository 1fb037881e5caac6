"""Bytes to lines: encodings, line ends and limits, in bounded pieces. Knows no format.

Rules, in order: a byte order mark decides; a NUL at every second byte is UTF-16; anything else is UTF-8
line by line, and what is not is in the encoding that `encodings` tells, mostly Windows-1252, so that one bad
byte costs one character and not its line. Lines end at CRLF, LF or a lone CR and nowhere else: form feeds,
file separators and U+2028 are characters of the text. Pieces are cut by byte count, so the same bytes give
the same pieces whether they come from a file or a pipe.
"""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterator
from typing import BinaryIO, NamedTuple, Protocol

from calledshot.errors import TranscriptError
from calledshot.transcript import encodings
from calledshot.transcript.encodings import windows_1252

__all__ = ["CHUNK", "Block", "Decoder", "Overlong", "Repair", "fill", "no_text", "utf16", "windows_1252"]

CHUNK = 1 << 18
"""Bytes read at a time. Memory is a small multiple of this, whatever the size of the file."""
LINE_LIMIT = 1 << 20
"""Bytes of the longest line that is read: no message is a thousandth of it. A longer one is reported."""

_MAGIC = (
    (b"\x89PNG", "a PNG image"), (b"\xff\xd8\xff", "a JPEG image"),
    (b"GIF87a", "a GIF image"), (b"GIF89a", "a GIF image"),
    (b"%PDF-", "a PDF file (copy its text into one)"), (b"PK\x03\x04", "a zip archive (unpack it first)"),
    (b"\x1f\x8b", "a gzip archive (unpack it first)"), (b"7z\xbc\xaf", "a 7z archive (unpack it first)"),
    *((b"BZh%d1AY&SY" % level, "a bzip2 archive (unpack it first)") for level in range(1, 10)),
    (b"\xfd7zXZ", "an xz archive (unpack it first)"), (b"Rar!\x1a", "a rar archive (unpack it first)"),
    (b"SQLite format 3\x00", "an SQLite database"),
    (b"\x7fELF", "a program"), (b"MZ\x90", "a program"), (b"bplist00", "a binary property list"),
    (b"\xd0\xcf\x11\xe0", "an old Office document (save it as plain text)"),
    (b"ID3\x02", "an audio file"), (b"ID3\x03", "an audio file"), (b"ID3\x04", "an audio file"),
    (b"OggS\x00", "an audio file"),
)  # fmt: skip
_OFFICE = (
    (b"word/", "a Word document (save it as plain text or RTF)"),
    (b"xl/", "an Excel workbook (save it as CSV)"),
    (b"vnd.oasis.opendocument.spreadsheet", "a spreadsheet (save it as CSV)"),
    (b"vnd.oasis.opendocument.text", "a text document (save it as plain text or RTF)"),
)
"""What zip archives of office programs hold by name."""
_ALLOWED_CONTROLS = bytes([1, 2, 3, 4, 7, 8, 9, 10, 11, 12, 13, 15, 0x11, 0x16, 0x1B, 0x1C, 0x1D, 0x1E, 0x1F])
_FORBIDDEN = bytes(code for code in range(32) if code not in _ALLOWED_CONTROLS) + b"\x7f"
_PADDING = re.compile(rb"\x00{4,}|(?:[\t\n\r -~]\x00){4,}")
"""NULs that a crash leaves in a log, or a part in UTF-16."""
_BINARY_SHARE = 0.02
"""A text with more than this share of control bytes is no text …"""
_FEW_CONTROLS = 8
"""… unless they are no more than these."""


class _Readable(Protocol):
    def read(self, size: int, /) -> bytes: ...


NULS = "nul"


class Block(NamedTuple):
    """Complete lines in a row; `start` is the number of the first, from 1."""

    start: int
    lines: list[str]


class Overlong(NamedTuple):
    """A line beyond LINE_LIMIT: its number, its length in bytes, how it begins."""

    line: int
    length: int
    head: str


class Repair(NamedTuple):
    """What was done to bytes that are not in the file's encoding: the line of the first, and in which
    encoding it was read ("" for bytes that a byte order mark has overwritten, NULS for NULs left out)."""

    line: int
    encoding: str


class Decoder:
    """The lines of one byte stream, read once. `head` is the first block, for sniffing, before it is
    iterated; `repairs` says what was read in which other encoding, once for each; `overlong` collects lines
    that were too long, in order, as they are passed."""

    def __init__(self, stream: BinaryIO, name: str, first: bytes | None = None) -> None:
        """`first` is what has been read from the stream already (`fill(stream, CHUNK)`)."""
        self._stream: _Readable = stream
        self.encoding = "utf-8"
        self.repairs: list[Repair] = []
        self._guess: encodings.Guess | None = None
        self.overlong: list[Overlong] = []
        if first is None:
            first = fill(stream, CHUNK)
        if not first:
            raise TranscriptError(f"{name}: is empty; give a saved chat log")
        self._open(first, name)
        self._blocks = self._read()
        self.head = next(self._blocks, Block(1, []))
        self._head_given = False

    def _open(self, first: bytes, name: str) -> None:
        wide = utf16(first)
        if wide is not None:
            self.encoding = wide
            self._stream = _Transcoder(self._stream, first, wide)
            self._first = self._stream.read(CHUNK)
            return
        kind = no_text(first)
        if kind is not None:
            raise TranscriptError(f"{name}: is not text but {kind}; give the saved chat log itself")
        named = encodings.declared(first)
        if named is not None and not encodings.is_utf8(first):
            self._guess = encodings.Guess(named, named != "cp1252")
        elif encodings.escaped(first):
            self._guess = encodings.Guess("iso2022_jp")
        self._first = self._without_mark(first)

    def _without_mark(self, first: bytes) -> bytes:
        """The file without its byte order mark. Trillian writes it over the first three letters."""
        if not first.startswith(codecs.BOM_UTF8):
            return first
        first = first[3:]
        if first.startswith((b"sion S", b"sion C")):
            self._repaired(1, "")
            return b"Ses" + first
        return first

    def _repaired(self, line: int, encoding: str) -> None:
        if all(one.encoding != encoding for one in self.repairs):
            self.repairs.append(Repair(line, encoding))

    def __iter__(self) -> Iterator[Block]:
        if not self._head_given:
            self._head_given = True
            if self.head.lines:
                yield self.head
        yield from self._blocks

    def _read(self) -> Iterator[Block]:
        data, number = self._first, 1
        self._first = b""
        while data:
            more = fill(self._stream, CHUNK)
            if not more:
                lines = self._decode(data, number)
                if lines and not lines[-1]:
                    lines.pop()
                yield from self._checked(number, lines)
                return
            cut = data.rfind(b"\n") + 1
            if data.find(b"\r", cut) >= 0:
                cut = max(cut, data.rfind(b"\r", 0, len(data) - 1) + 1)
            if cut:
                lines = self._decode(data[:cut], number)
                lines.pop()
                yield from self._checked(number, lines)
                number += len(lines)
                data = data[cut:] + more
            elif len(data) <= LINE_LIMIT:
                data += more
            else:
                data = self._skip(data, more, number)
                number += 1

    def _checked(self, number: int, lines: list[str]) -> Iterator[Block]:
        """Only the first line of a block can be longer than a chunk; if too long, it goes to `overlong`."""
        if lines and len(lines[0]) > LINE_LIMIT:
            self.overlong.append(Overlong(number, len(lines[0].encode()), lines[0][:200]))
            del lines[0]
            number += 1
            if not lines:
                return
        yield Block(number, lines)

    def _skip(self, data: bytes, more: bytes, number: int) -> bytes:
        """Pass over the rest of a line that is too long, counting it; return what follows it."""
        head, length = data[:800].decode("utf-8", windows_1252)[:200], len(data)
        while more:
            ends = [at for at in (more.find(b"\n"), more.find(b"\r")) if at >= 0]
            if ends:
                end = min(ends)
                self.overlong.append(Overlong(number, length + end, head))
                if more[end : end + 1] == b"\r" and end + 1 == len(more):
                    more += fill(self._stream, CHUNK)
                after = end + (2 if more[end : end + 2] == b"\r\n" else 1)
                return more[after:] or fill(self._stream, CHUNK)
            length += len(more)
            more = fill(self._stream, CHUNK)
        self.overlong.append(Overlong(number, length, head))
        return b""

    def _decode(self, data: bytes, number: int) -> list[str]:
        found = self._guess
        if found is None or not (found.all or found.encoding == "iso2022_jp"):
            try:
                text = data.decode()
            except UnicodeDecodeError:
                return self._by_line(data, number)
            if "\0" in text:
                return self._by_line(data, number)
            if "\r" in text:
                text = text.replace("\r\n", "\n").replace("\r", "\n")
            if "\ufeff" in text:  # logs laid end to end, each with its mark
                text = text.removeprefix("\ufeff").replace("\n\ufeff", "\n")
            return text.split("\n")
        return self._by_line(data, number)

    def _by_line(self, data: bytes, number: int) -> list[str]:
        """Lines that are not all UTF-8, each in its own encoding."""
        if self._guess is None:
            self._guess = encodings.guess(data)
        found = self._guess
        if b"\r" in data:
            data = data.replace(b"\r\n", b"\n").replace(b"\r", b"\n")
        lines = []
        for at, raw in enumerate(data.split(b"\n"), number):
            raw = raw.removeprefix(codecs.BOM_UTF8)
            if b"\0" in raw:
                raw = self._without_nuls(raw, at)
            if raw.isascii() and (found is None or found.encoding != "iso2022_jp" or b"\x1b" not in raw):
                lines.append(raw.decode("ascii"))
                continue
            text, encoding = encodings.line(raw, found)
            if encoding != "utf-8":
                self._repaired(at, encoding)
            lines.append(text)
        return lines

    def _without_nuls(self, raw: bytes, number: int) -> bytes:
        """A line without the NULs that a crash left before or behind it, and what stands in UTF-16 in a file
        that is not. A NUL within the words stays."""
        bare = raw.strip(b"\0")
        if 3 * bare.count(0) > len(bare):
            bare = bare.replace(b"\0", b"")
        if len(bare) < len(raw):
            self._repaired(number, NULS)
        return bare


def fill(stream: _Readable, size: int) -> bytes:
    """Exactly `size` bytes unless the stream ends first: a pipe gives what it has, a file what is asked."""
    data = stream.read(size)
    if not data or len(data) == size:
        return data or b""
    parts = [data]
    missing = size - len(data)
    while missing and (data := stream.read(missing)):
        parts.append(data)
        missing -= len(data)
    return b"".join(parts)


def no_text(first: bytes) -> str | None:
    """What a file is that begins so, where that is no text, in words."""
    kind = next((what for magic, what in _MAGIC if first.startswith(magic)), None)
    if first.startswith(b"PK"):
        kind = next((what for name, what in _OFFICE if name in first), kind)
    controls = len(first) - len(first.translate(None, _FORBIDDEN))
    if kind is None and controls > max(_FEW_CONTROLS, _BINARY_SHARE * len(first)):
        bare = _PADDING.sub(b"", first)
        controls = len(bare) - len(bare.translate(None, _FORBIDDEN))
        if controls > max(_FEW_CONTROLS, _BINARY_SHARE * len(bare)) or bare == b"":
            kind = "binary data"
    return kind


def utf16(first: bytes) -> str | None:
    """The UTF-16 flavour of a file, by its byte order mark or by NULs at every second byte, else None."""
    if first.startswith(codecs.BOM_UTF16_LE):
        return "utf-16-le"
    if first.startswith(codecs.BOM_UTF16_BE):
        return "utf-16-be"
    sample = first[: 4096 & ~1]
    pairs = len(sample) // 2
    if pairs < 2:
        return None
    even, odd = sample[0::2].count(0), sample[1::2].count(0)
    if odd > 0.6 * pairs and even < 0.1 * pairs:
        return "utf-16-le"
    if even > 0.6 * pairs and odd < 0.1 * pairs:
        return "utf-16-be"
    few, many, wide = (even, odd, "utf-16-le") if even < odd else (odd, even, "utf-16-be")
    return wide if many > 0.1 * pairs and 4 * few < many and _reads_wide(sample, wide) else None


def _reads_wide(sample: bytes, encoding: str) -> bool:
    """Whether bytes are lines of text in UTF-16, of a script that needs both bytes of most letters."""
    text = sample.decode(encoding, "replace")[:-1]
    return "\n" in text and all(char.isprintable() or char in "\t\r\n" for char in text)


class _Transcoder:
    """UTF-16 read as UTF-8, so that one path cuts all lines."""

    def __init__(self, stream: _Readable, first: bytes, encoding: str) -> None:
        self._stream = stream
        self._decoder = codecs.getincrementaldecoder(encoding)("replace")
        self._ready = self._convert(first).removeprefix(codecs.BOM_UTF8)

    def _convert(self, data: bytes) -> bytes:
        return self._decoder.decode(data, final=not data).encode("utf-8", "replace")

    def read(self, size: int, /) -> bytes:
        while len(self._ready) < size:
            data = self._stream.read(CHUNK)
            self._ready += self._convert(data)
            if not data:
                break
        ready, self._ready = self._ready[:size], self._ready[size:]
        return ready
