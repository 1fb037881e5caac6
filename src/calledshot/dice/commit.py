"""Provably fair dice: a seed's fingerprint told first, every die drawn from the seed, the seed told last.

The seed is 64 hexadecimal digits, taken as they stand: the commitment is the SHA-256 of that text, and the
throw with number N of ROLLER in ROOM reads its dice from HMAC-SHA256 with that text as key over
"ROOM|N|ROLLER|0", then "…|1" and so on: 32 bits a die, the highest byte first; of a value V a die of S sides
shows 1 + V mod S, and a V at or above the greatest multiple of S is passed over, or some faces would be
likelier. docs/dice.md shows how to check a roll by hand. Checking a whole log is `verify`.
"""

from __future__ import annotations

import hashlib
import hmac
import re

from msgspec import Struct

SEED_BYTES = 32
MARK_LENGTH = 4
"""Letters of the commitment that stand in each throw's line."""
ROOM_LENGTH = 255
WORD = 1 << 32

OPENING = "Fair dice for "
_COMMITTED = ": the seed's SHA-256 is "
_REVEALED = ": the seed was "
_COMMITMENT = re.compile(r"([0-9a-f](?: ?[0-9a-f]){63})\.?", re.ASCII)
_REVEAL = re.compile(r"([0-9a-f](?: ?[0-9a-f]){63}); (?:(\d{1,9}) throws?|no throws?)\.?", re.ASCII)


class Commitment(Struct, frozen=True, kw_only=True):
    room: str
    digest: str


class Reveal(Struct, frozen=True, kw_only=True):
    room: str
    seed: str
    throws: int


def digest(seed: str) -> str:
    """The fingerprint of a seed."""
    return hashlib.sha256(seed.encode("ascii")).hexdigest()


def mark(seed: str) -> str:
    """What the lines of its throws carry."""
    return digest(seed)[:MARK_LENGTH]


def room_name(room: str) -> str:
    """A room's name as the lines hold it: one line, single blanks."""
    return " ".join(room.split())[:ROOM_LENGTH] or "this room"


def commitment_line(room: str, seed: str) -> str:
    """The line before the first throw."""
    return f"(({OPENING}{room}{_COMMITTED}{digest(seed)}.))"


def reveal_line(room: str, seed: str, throws: int) -> str:
    """The line after the last throw."""
    count = f"{throws} throw{'' if throws == 1 else 's'}" if throws else "no throw"
    return f"(({OPENING}{room}{_REVEALED}{seed}; {count}.))"


def is_cut_reveal(text: str) -> bool:
    """Whether a line begins as one that tells a seed and is none: something of it is missing."""
    start = text.find(OPENING, 0, 40)
    return start >= 0 and text.find(_REVEALED, start, start + 1000) >= 0 and read(text) is None


def read(text: str) -> Commitment | Reveal | None:
    """A commitment or reveal line, None for any other."""
    start = text.find(OPENING, 0, 40)
    if start < 0 or len(text) > 1000:
        return None
    rest = text[start + len(OPENING) :].rstrip(" )")
    at = rest.rfind(_COMMITTED)
    if at > 0:
        match = _COMMITMENT.fullmatch(rest[at + len(_COMMITTED) :])
        return Commitment(room=rest[:at], digest=match[1].replace(" ", "")) if match is not None else None
    at = rest.rfind(_REVEALED)
    match = _REVEAL.fullmatch(rest[at + len(_REVEALED) :]) if at > 0 else None
    if match is None:
        return None
    return Reveal(room=rest[:at], seed=match[1].replace(" ", ""), throws=int(match[2] or 0))


class Draws:
    """The dice of one throw, in order. Takes the place of a random number generator."""

    def __init__(self, seed: str, room: str, number: int, roller: str) -> None:
        self._key = seed.encode("ascii")
        self._about = f"{room}|{number}|{roller}|".encode("utf-8", "replace")
        self._block = 0
        self._left = b""

    def randint(self, low: int, high: int, /) -> int:
        """A number from `low` to `high`, every one as likely as the others."""
        sides = high - low + 1
        if not 1 <= sides <= WORD:
            raise ValueError(f"no die has {sides} sides")
        fair = WORD - WORD % sides
        while True:
            value = self._word()
            if value < fair:
                return low + value % sides

    def _word(self) -> int:
        if not self._left:
            message = self._about + str(self._block).encode("ascii")
            self._left = hmac.new(self._key, message, hashlib.sha256).digest()
            self._block += 1
        word, self._left = self._left[:4], self._left[4:]
        return int.from_bytes(word, "big")
