"""Text cut into pieces that a server passes on whole: at words, by bytes, never inside a character.

The server puts `:nick!user@host ` before what it passes on and cuts what then is longer than its limit, at
any byte; so the room is what is left of the limit. Tags have a limit of their own and do not count.
"""

from __future__ import annotations

import re
import unicodedata

LINE_LIMIT = 512
"""Bytes of a line with its CR LF, where the server says nothing else (LINELEN)."""

LONGEST_USER = 11
LONGEST_HOST = 64
LEAST_ROOM = 32

_BREAKS = re.compile("\r\n|[\r\n\v\f\x1c-\x1e\x85\u2028\u2029]")
_CONTROLS = re.compile("[\x00-\x1f\x7f-\x9f\ud800-\udfff]")


def lines_of(text: str) -> list[str]:
    """The lines of a text, harmless on the wire: no line ends, no control characters (so no CTCP and no
    colours either; a tab is a space, each other one is shown as U+FFFD), none empty."""
    found = (
        _CONTROLS.sub(lambda match: " " if match[0] == "\t" else "\ufffd", line)
        for line in _BREAKS.split(text)
    )
    return [line for line in found if line.strip()]


def room_for(command: str, target: str, prefix: int, limit: int = LINE_LIMIT) -> int:
    """How many bytes of text fit. `prefix` is the length in bytes of our own `nick!user@host`."""
    taken = 1 + prefix + 1 + len(command) + 1 + len(target.encode()) + 2 + 2  # ":", " ", " ", " :", CR LF
    return max(LEAST_ROOM, limit - taken)


def longest_prefix(nick: str) -> int:
    """The length of our prefix where we do not know yet how the server writes it."""
    return len(nick.encode()) + 1 + LONGEST_USER + 1 + LONGEST_HOST


def split(text: str, room: int) -> list[str]:
    """One line of text in pieces of at most `room` bytes of UTF-8 each. At a space, which is then left out,
    wherever a piece does not become empty by it; else inside a word, but not between a letter and what
    combines with it."""
    pieces = []
    rest = text
    while len(rest.encode()) > room:
        end = _fitting(rest, room)
        space = end if rest[end] == " " else rest.rfind(" ", 0, end)
        if space > 0 and rest[:space].strip():
            pieces.append(rest[:space])
            rest = rest[space + 1 :]
        else:
            end = _whole(rest, end)
            pieces.append(rest[:end])
            rest = rest[end:]
    if rest.strip():
        pieces.append(rest)
    return pieces


def _fitting(text: str, room: int) -> int:
    """How many characters fit; at least one, and fewer than all."""
    return max(1, len(text[: room + 1].encode()[:room].decode("utf-8", "ignore")))


def _whole(text: str, end: int) -> int:
    """`end`, or a little before it, so that no combining mark, joiner or variation selector is torn off."""
    for place in range(end, max(0, end - 16), -1):
        if not _clings(text[place]) and text[place - 1] != "\u200d":
            return place
    return end


def _clings(char: str) -> bool:
    return (
        unicodedata.combining(char) != 0
        or unicodedata.category(char) in ("Mn", "Me", "Mc")
        or char in "\u200d\ufe0e\ufe0f"
        or "\U0001f3fb" <= char <= "\U0001f3ff"
    )
