"""A file in the encoding that the caller named, handed on as UTF-8: for bytes of which nothing tells in what
they are. Which encodings are told by themselves is `encodings`'s.

A byte order mark, UTF-16 and JSON, which is UTF-8, go before the caller's word, and an archive or a picture
is not touched. A line that cannot be in the named encoding and is UTF-8 is read as that: clients change.
"""

from __future__ import annotations

import codecs
import re
from typing import BinaryIO

from calledshot.errors import UsageError
from calledshot.transcript import encodings
from calledshot.transcript.decode import CHUNK, LINE_LIMIT, fill, no_text, utf16

FEW = "Big5, GB18030, Shift-JIS, EUC-KR, KOI8-R, Windows-1250, Mac Roman, CP437, ISO-8859-2"

_LINE_ENDS = re.compile(rb"([\r\n]+)")
_JSON = re.compile(rb"\s{0,100}(?:\{\s{0,100}\"|\[\s{0,100}\{)")
_NOT_OF_TEXT = frozenset(
    {"idna", "punycode", "unicode_escape", "raw_unicode_escape", "undefined", "charmap", "mbcs", "oem"}
)
_PLAIN = bytes(range(32, 127)) + b"\t\r\n"
_WIDE = ("utf_16", "utf_32")
_STATES = ("utf_7", "hz", "iso2022")


def encoding_called(name: str) -> str:
    """An encoding as Python calls it, by any of its names. Raises UsageError where none is called so."""
    found = ""
    try:
        codec = codecs.lookup(name.strip())
        if codec._is_text_encoding:
            found = codec.name.replace("-", "_")
            found = found if found == "hz" else encodings.known_as(found)
    except (LookupError, ValueError):
        pass
    if not found or found in _NOT_OF_TEXT:
        raise UsageError(f"--encoding {name}: there is no such encoding; there are {FEW} and many more")
    return found


def marked(first: bytes) -> str | None:
    """What a file says of its own encoding that goes before the caller's word, in words."""
    if first.startswith(codecs.BOM_UTF8):
        return "UTF-8, as its byte order mark says"
    return None if utf16(first) is None else "UTF-16, as its bytes tell"


def recoded(stream: BinaryIO, first: bytes, encoding: str) -> Recoded | None:
    """A stream of which `first` has been read, as UTF-8; None where it is to be read as it is."""
    if marked(first) is not None:
        return None
    if not encoding.startswith(_WIDE) and (no_text(first) is not None or _is_json(first)):
        return None
    return Recoded(stream, first, encoding)


def _is_json(first: bytes) -> bool:
    return _JSON.match(first) is not None and (first.isascii() or encodings.is_utf8(first))


class Recoded:
    """The bytes of a stream as UTF-8. `damaged` is the first line with bytes that are in neither encoding,
    each shown as U+FFFD."""

    def __init__(self, stream: BinaryIO, first: bytes, encoding: str) -> None:
        self._stream, self._rest, self._encoding = stream, first, encoding
        self._ready, self._line, self._ended = b"", 1, False
        self._whole: codecs.IncrementalDecoder | None = None
        if not _by_lines(encoding):
            self._whole = codecs.getincrementaldecoder(encoding)("replace")
        self.damaged: int | None = None

    def read(self, size: int = -1) -> bytes:
        """As many bytes, all there are if it is negative; fewer at the end only."""
        parts, got = [self._ready], len(self._ready)
        while not self._ended and (size < 0 or got < size):
            parts.append(self._in_one() if self._whole is not None else self._in_lines())
            got += len(parts[-1])
        found = b"".join(parts)
        if size < 0:
            size = got
        self._ready = found[size:]
        return found[:size]

    def _in_one(self) -> bytes:
        """What comes next, of an encoding of which a line alone means nothing."""
        assert self._whole is not None
        data, self._rest = self._rest or fill(self._stream, CHUNK), b""
        self._ended = not data
        text = self._whole.decode(data, final=not data)
        if "\ufffd" in text and self.damaged is None:
            self.damaged = self._line + text.count("\n", 0, text.index("\ufffd"))
        self._line += text.count("\n")
        return text.encode("utf-8", "replace")

    def _in_lines(self) -> bytes:
        """What comes next, to the end of a line."""
        data = self._rest or fill(self._stream, CHUNK)
        more = fill(self._stream, CHUNK)
        while more and _last_end(data) == 0 and len(data) <= LINE_LIMIT:
            data += more
            more = fill(self._stream, CHUNK)
        cut = _last_end(data) if more else len(data)
        self._rest = data[cut or len(data) :] + more
        self._ended = not more
        parts = _LINE_ENDS.split(data[: cut or len(data)])
        for at in range(0, len(parts), 2):
            parts[at] = self._of_line(parts[at])
            if at + 1 < len(parts):
                self._line += parts[at + 1].count(b"\n")
        return b"".join(parts)

    def _of_line(self, raw: bytes) -> bytes:
        try:
            return raw.decode(self._encoding).encode("utf-8", "replace")
        except UnicodeDecodeError:
            pass
        try:
            raw.decode()
        except UnicodeDecodeError:
            if self.damaged is None:
                self.damaged = self._line
            return raw.decode(self._encoding, "replace").encode("utf-8", "replace")
        return raw


def _by_lines(encoding: str) -> bool:
    """Whether line ends are what they are in ASCII, and a line has its meaning by itself."""
    if encoding.startswith((*_WIDE, *_STATES)):
        return False
    return _PLAIN.decode(encoding, "replace")[-3:] == "\t\r\n"


def _last_end(data: bytes) -> int:
    """Where the last line end of the bytes ends, 0 if there is none; a CR at their end may be half of one."""
    return max(data.rfind(b"\n"), data.rfind(b"\r", 0, max(0, len(data) - 1))) + 1
