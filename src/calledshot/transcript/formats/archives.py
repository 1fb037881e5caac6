"""Zip archives that formats read: whether one holds a format's files, opening it, what a spoilt one raises.

How much is unpacked is for each format to bound. Which of the files are logs is theirs to tell, too.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from calledshot.transcript.document import Document
from calledshot.transcript.formats.base import Head

if TYPE_CHECKING:
    from zipfile import ZipFile

MAGIC = b"PK\x03\x04"
_HEADER = re.compile(rb"PK\x03\x04.{22}(..)..", re.DOTALL)
"""What stands before each file: the length of its name, then the name."""
_NAME = 600
"""Bytes of a name that are looked at."""


def holds(head: Head, named: re.Pattern[bytes], *, most: int) -> bool:
    """Whether a file is an archive, and one of about so many files that it begins with is named so."""
    if not head.start.startswith(MAGIC):
        return False
    for count, found in enumerate(_HEADER.finditer(head.start)):
        length = int.from_bytes(found[1], "little")
        if named.search(head.start[found.end() : found.end() + min(length, _NAME)]):
            return True
        if count > most:
            break
    return False


def opened(document: Document) -> ZipFile | None:
    """The archive; None for one that is spoilt."""
    import io
    import zipfile

    try:
        return zipfile.ZipFile(io.BytesIO(document.data))
    except broken():
        return None


def broken() -> tuple[type[Exception], ...]:
    """What a spoilt archive raises."""
    import zipfile
    import zlib

    return (
        zipfile.BadZipFile, zlib.error, KeyError, ValueError, OSError, NotImplementedError, EOFError,
        RuntimeError,
    )  # fmt: skip
