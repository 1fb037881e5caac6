"""Bytes from the socket to lines, and lines to bytes for it: bounded, and harmless in both directions.

irctokens takes a line apart; what it does not bear (an empty line, a line without a command) is no line here.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from irctokens.line import Line, tokenise
from irctokens.line import build as build_line

from calledshot.transcript import decode as _decode  # noqa: F401  registers the error handler used below

LONGEST = 16 * 1024
"""Bytes of a line that we keep: twice what tags (8191) and the line itself (512) may have."""

_FORBIDDEN = re.compile("[\r\n\0]")


class LineBuffer:
    """Bytes in, whole lines out. A line beyond `limit` is dropped as it comes, and counted in `dropped`."""

    def __init__(self, limit: int = LONGEST) -> None:
        self.limit = limit
        self.dropped = 0
        self._rest = b""
        self._skipping = False

    def feed(self, data: bytes) -> list[bytes]:
        """The lines that are complete now, without their ends."""
        *whole, rest = (self._rest + data).split(b"\n")
        lines = []
        for place, line in enumerate(whole):
            if self._skipping and place == 0:
                self._skipping = False
                continue
            line = line.rstrip(b"\r")
            if len(line) > self.limit:
                self.dropped += 1
            elif line:
                lines.append(line)
        if self._skipping and not whole:
            rest = b""
        elif len(rest) > self.limit:
            self.dropped += 1
            self._skipping, rest = True, b""
        self._rest = rest
        return lines


def parse(raw: bytes) -> Line | None:
    """A line in its parts; None where it is none. A byte that is no UTF-8 is read as Windows wrote it, and
    costs nothing but itself."""
    text = raw.decode("utf-8", "calledshot.cp1252").lstrip(" ")
    try:
        return tokenise(text)
    except (ValueError, IndexError):
        return None


def build(command: str, *params: str, tags: dict[str, str] | None = None) -> bytes:
    """A line for the socket. The last parameter may hold spaces. Raises ValueError where a parameter would
    end the line, or make two of itself: nothing anybody says becomes a command."""
    for param in (command, *params):
        if _FORBIDDEN.search(param):
            raise ValueError("a line end inside a line")
    for param in params[:-1]:
        if not param or " " in param or param.startswith(":"):
            raise ValueError("a parameter in the middle that is not one word")
    line = build_line(command, list(params), tags=tags).format()
    return f"{line}\r\n".encode("utf-8", "replace")


def is_target(name: str) -> bool:
    """Whether a name can stand as the one target of a message: a word, no list of words, no mask."""
    return name.isprintable() and not re.search("^$|^[:$]|[ ,*?]", name)


def joined(words: Sequence[str], room: int) -> list[str]:
    """Words joined by spaces into as few strings of at most `room` bytes as it takes."""
    found: list[str] = []
    for word in words:
        if found and len(found[-1].encode()) + 1 + len(word.encode()) <= room:
            found[-1] += f" {word}"
        else:
            found.append(word)
    return found
