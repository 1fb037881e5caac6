"""Logs that were compressed with gzip, as programs do that keep old ones: the bytes that they hold, piece by
piece. Other archives are refused in `decode`; exports that are zip files are a format.
"""

from __future__ import annotations

import zlib
from typing import BinaryIO

from calledshot.transcript.decode import CHUNK

MAGIC = b"\x1f\x8b\x08"
_GZIP = 16 + zlib.MAX_WBITS


class Gunzipped:
    """A compressed stream of which `first` has been read, to be read as what it holds. `damaged` says that it
    broke off or was not to be understood from some place on."""

    def __init__(self, stream: BinaryIO, first: bytes) -> None:
        self._stream = stream
        self._packed = first
        self._part = zlib.decompressobj(_GZIP)
        self._ended = False
        self.damaged = False

    def read(self, size: int = -1) -> bytes:
        """As many bytes, all there are if it is negative; fewer at the end only."""
        found = bytearray()
        while not self._ended and (size < 0 or len(found) < size):
            if not self._packed:
                self._packed = self._stream.read(CHUNK)
            if not self._packed:
                self._ended, self.damaged = True, not self._part.eof
                break
            if self._part.eof:  # another may stand behind it, or zeros that fill a block
                self._packed = self._packed.lstrip(b"\0")
                if not self._packed:
                    continue
                self._part = zlib.decompressobj(_GZIP)
            try:
                found += self._part.decompress(self._packed, CHUNK if size < 0 else size - len(found))
            except zlib.error:
                self._ended = self.damaged = True
                break
            self._packed = self._part.unused_data if self._part.eof else self._part.unconsumed_tail
        return bytes(found)
