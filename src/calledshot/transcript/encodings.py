"""Which encoding bytes are in that are not UTF-8, by what they hold, and such lines read in it.

Nothing is guessed from a few bytes: until there is evidence for another, a stray byte is Windows-1252, the
encoding of the clients most logs come from. Byte order marks and UTF-16 are `decode`'s.
"""

from __future__ import annotations

import codecs
import re
from collections.abc import Callable
from itertools import pairwise
from typing import NamedTuple

ENOUGH = 12
"""High bytes below which no encoding is told from what they hold."""
SAMPLE = 1 << 16
"""Bytes of lines that are not UTF-8 looked at to tell their encoding."""
NAMES = {
    "cp1252": "Windows-1252",
    "gb18030": "GB18030",
    "cp932": "Shift-JIS",
    "euc_jp": "EUC-JP",
    "koi8_r": "KOI8-R",
    "cp1251": "Windows-1251",
    "iso2022_jp": "ISO-2022-JP",
    "iso8859_15": "ISO-8859-15",
    "iso8859_5": "ISO-8859-5",
    "cp1253": "Windows-1253",
    "cp949": "EUC-KR",
    "utf-8": "UTF-8",
    "big5hkscs": "Big5",
    "koi8_u": "KOI8-U",
    "mac_roman": "Mac Roman",
    **{f"cp{page}": f"Windows-{page}" for page in (1250, 1254, 1255, 1256, 1257, 1258)},
    **{f"cp{page}": f"code page {page}" for page in (437, 850, 852, 866, 874)},
    **{f"iso8859_{part}": f"ISO-8859-{part}" for part in (2, 3, 4, 6, 7, 8, 9, 10, 13, 14, 16)},
}
"""The encodings that are told by what bytes hold, and below UTF-8 those that a log may name, as people call
them."""
_ALIASES = {
    "gbk": "gb18030", "gb2312": "gb18030", "hz": "gb18030", "shift_jis": "cp932", "shift_jis_2004": "cp932",
    "shift_jisx0213": "cp932", "iso8859_1": "cp1252", "ascii": "cp1252", "iso2022_jp_2": "iso2022_jp",
    "big5": "big5hkscs", "euc_kr": "cp949", "johab": "cp949", "iso8859_11": "cp874", "tis_620": "cp874",
}  # fmt: skip

_HEADER = re.compile(rb"(?:charset|encoding)[ \t]*[:=][ \t]*[\"']?([A-Za-z0-9_.:-]{2,30})", re.IGNORECASE)
_HEADER_BYTES = 2048
_C1 = re.compile(rb"[\x80-\x9f]")
_RUN = re.compile(rb"[\x80-\xff]+")
_WIDE = re.compile(rb"(?:[\xc2-\xdf][\x80-\xbf]|[\xe0-\xef][\x80-\xbf]{2}|[\xf0-\xf4][\x80-\xbf]{3})")
_PAIR = re.compile(rb"[\x81-\x9f\xe0-\xfc][\x40-\x7e\x80-\xfc]|[\xa1-\xdf]")
_ESCAPED = re.compile(rb"\x1b\$[@B].{1,2000}?\x1b\([BJ]")


_EURO = re.compile(rb"(?:\A|[\s\d])\xa4(?=[\s\d.,;!?)]|\Z)")


def _stray(encoding: str) -> Callable[[UnicodeError], tuple[str, int]]:
    def handler(error: UnicodeError) -> tuple[str, int]:
        if not isinstance(error, UnicodeDecodeError):
            raise error
        return error.object[error.start : error.end].decode(encoding, "replace"), error.end

    return handler


windows_1252 = "calledshot.cp1252"
"""The error handler that reads a byte which is not UTF-8 as Windows-1252."""
latin_9 = "calledshot.iso8859_15"
"""The same for ISO-8859-15, which has the euro sign where Windows-1252 has one that nobody types."""
codecs.register_error(windows_1252, _stray("cp1252"))
codecs.register_error(latin_9, _stray("iso8859_15"))


class Guess(NamedTuple):
    """The encoding of lines that are not UTF-8; `all` where even lines that happen to be UTF-8 are in it."""

    encoding: str
    all: bool = False


def declared(start: bytes) -> str | None:
    """The encoding that the head of a file names ("Session Charset: GB18030", `charset=koi8-r`), as Python
    calls it, if it is one whose bytes are no UTF-8."""
    for match in _HEADER.finditer(start[:_HEADER_BYTES]):
        try:
            name = codecs.lookup(match[1].decode("ascii").lower().removeprefix("x-")).name.replace("-", "_")
        except (LookupError, ValueError):
            continue
        name = known_as(name)
        if name in NAMES:
            return name
    return None


def known_as(name: str) -> str:
    """The encoding in which one of Python's is read: what clients write under its name holds more than its
    standard does."""
    return _ALIASES.get(name, name)


def is_utf8(data: bytes) -> bool:
    """Whether bytes are UTF-8, but for a character cut at their end, and not all of them ASCII."""
    try:
        codecs.getincrementaldecoder("utf-8")().decode(data)
    except UnicodeDecodeError:
        return False
    return not data.isascii()


def escaped(data: bytes) -> bool:
    """Whether bytes hold Japanese text in ISO-2022-JP, between its escapes; they are plain ASCII else."""
    return b"\x1b$" in data and _ESCAPED.search(data) is not None


def guess(data: bytes) -> Guess | None:
    """The encoding of the lines of `data` that are not UTF-8, None where too little tells."""
    bad: list[bytes] = []
    size = good = 0
    for line in re.split(rb"[\r\n]+", data):
        if line.isascii():
            continue
        try:
            line.decode()
        except UnicodeDecodeError:
            bad.append(line)
            size += len(line)
            if size > SAMPLE:
                break
        else:
            good += 1
    sample = b"\n".join(bad)
    name = _told(sample)
    return None if name is None else Guess(name, name != "cp1252" and good * 10 <= len(bad))


def _told(sample: bytes) -> str | None:
    runs = _RUN.findall(sample)
    high = sum(map(len, runs))
    if high and high < 1.5 * len(runs) and _EURO.search(sample) and not _C1.search(sample):
        return "iso8859_15"
    if high < ENOUGH:
        return None
    mean = high / len(runs)
    letters = sum(byte >= 0xC0 or byte in b"\xa3\xb3\xa8\xb8" for run in runs for byte in run)
    small = sum(0xD0 <= byte <= 0xEF for run in runs for byte in run)
    large = sum(0xB0 <= byte <= 0xCF or byte in b"\xa1\xf1" for run in runs for byte in run)
    if mean >= 2.5 and small >= 0.85 * high and small + large >= 0.98 * high:
        return "iso8859_5"
    if letters >= 0.97 * high and mean >= 2.5:  # Cyrillic: whole words, and most of them in small letters
        lower = sum(0xC0 <= byte <= 0xDF for run in runs for byte in run)
        if _capitals_within(runs) > 0.05 * high:
            return "cp1253"
        return "koi8_r" if lower >= 0.6 * high else "cp1251" if lower <= 0.4 * high else None
    japanese = _decodes(sample, "cp932") and _PAIR.findall(sample)
    if japanese:
        kana = sum(pair[:1] in (b"\x82", b"\x83") for pair in japanese)
        if kana >= 0.3 * len(japanese) and kana * 2 + 2 >= 0.2 * high:
            return "cp932"
    if sum(len(run) % 2 == 0 for run in runs) < 0.8 * len(runs) and not _decodes(sample, "gb18030"):
        return "cp1252" if mean < 2 else None
    pairs = [run[at : at + 2] for run in runs for at in range(0, len(run) - 1, 2)]
    kana = sum(pair[0] in (0xA4, 0xA5) for pair in pairs)
    if pairs and kana >= 0.3 * len(pairs) and _decodes(sample, "euc_jp"):
        return "euc_jp"
    hangul = sum(0xB0 <= pair[0] <= 0xC8 and pair[1] >= 0xA1 for pair in pairs)
    if len(pairs) >= ENOUGH and hangul >= 0.97 * len(pairs) and _decodes(sample, "cp949"):
        return "cp949"  # Chinese has as many characters behind these, and signs of its own between them
    common = sum(0xB0 <= pair[0] <= 0xD7 and pair[1] >= 0xA1 for pair in pairs)
    if pairs and mean >= 1.9 and common >= 0.5 * len(pairs) and _decodes(sample, "gb18030"):
        return "gb18030"
    return "cp1252" if mean < 2 else None


def _capitals_within(runs: list[bytes]) -> int:
    """Letters that are capitals in Windows-1251 behind small ones: the Greek ones with an accent, in fact."""
    return sum(before >= 0xE0 and 0xDC <= after <= 0xDF for run in runs for before, after in pairwise(run))


def _decodes(sample: bytes, encoding: str) -> bool:
    """Whether nearly all lines are in an encoding; some are cut in the middle of a character."""
    lines = sample.split(b"\n")
    failed = 0
    for line in lines:
        try:
            line.decode(encoding)
        except UnicodeDecodeError:
            failed += 1
    return failed <= 0.1 * len(lines)


def line(data: bytes, found: Guess | None) -> tuple[str, str]:
    """One line and the encoding it was read in. A line of UTF-8 with a few bytes that are none loses no more
    than those; one that is in the file's other encoding is read in it."""
    if found is not None and (found.all or found.encoding == "iso2022_jp"):
        try:
            return data.decode(found.encoding), found.encoding
        except UnicodeDecodeError:
            pass
    try:
        return data.decode(), "utf-8"
    except UnicodeDecodeError:
        pass
    wide = len(b"".join(_WIDE.findall(data)))
    stray = sum(byte >= 0x80 for byte in data) - wide
    if found is not None and found.encoding == "iso8859_15":
        return data.decode("utf-8", latin_9), "iso8859_15"
    if found is not None and found.encoding != "cp1252":
        if found.all or stray * 4 > wide:
            text = data.decode(found.encoding, "replace")
            if text.count("\ufffd") <= 1 + len(text) // 50:
                return text, found.encoding
        return data.decode("utf-8", windows_1252), "cp1252"
    return data.decode("utf-8", windows_1252), "cp1252"
