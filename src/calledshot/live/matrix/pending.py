"""Messages that we could not decrypt, kept until their keys come: over restarts, and only so many.

What is kept is as encrypted as it came.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

from calledshot.live.matrix.login import keep

FILE = "unreadable.json"
AT_MOST = 500
"""How many; then the oldest is given up."""


class Held(Struct, frozen=True):
    """One message, with the room's id, and whether it was said to us alone."""

    room: str
    direct: bool
    raw: dict[str, Any]

    @property
    def id(self) -> str:
        return str(self.raw.get("event_id"))


class Pending:
    """The messages held, the oldest first."""

    def __init__(self, folder: Path) -> None:
        self._file = folder / FILE
        self._held: dict[str, Held] = {}
        try:
            found = msgspec.json.decode(self._file.read_bytes(), type=list[Held])
        except (OSError, msgspec.MsgspecError):
            found = []
        for held in found:
            self._held[held.id] = held

    def __iter__(self) -> Iterator[Held]:
        return iter(list(self._held.values()))

    def __len__(self) -> int:
        return len(self._held)

    def hold(self, raw: Mapping[str, Any], room: str, direct: bool) -> None:
        """Keep one, before it is told that it was there."""
        parts = ("type", "event_id", "sender", "origin_server_ts", "content", "unsigned")
        held = Held(room, direct, {key: raw[key] for key in parts if key in raw})
        self._held[held.id] = held
        while len(self._held) > AT_MOST:
            del self._held[next(iter(self._held))]
        self._write()

    def drop(self, id: str) -> None:
        """It has been read, or taken back."""
        if self._held.pop(id, None) is not None:
            self._write()

    def _write(self) -> None:
        try:
            data = msgspec.json.encode(list(self._held.values()))
        except (UnicodeEncodeError, msgspec.MsgspecError, RecursionError):
            return  # somebody's malformed event, which no key will open either
        keep(self._file, data)
