"""Which names a reader takes for each other: letters that look alike, blanks and signs that are not seen.

Nothing is decided about people here; that is for `referee` and `live.people`.
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

_LIKE = str.maketrans(
    {
        "0": "o", "1": "l", "i": "l", "|": "l", "!": "l", "5": "s", "$": "s", "3": "e", "4": "a", "8": "b",
        "ı": "l", "ł": "l", "ø": "o", "đ": "d",
        # Cyrillic and Greek letters that a reader takes for Latin ones
        "а": "a", "в": "b", "е": "e", "к": "k", "м": "m", "н": "h", "о": "o", "р": "p", "с": "c", "т": "t",
        "у": "y", "х": "x", "ѕ": "s", "і": "l", "ј": "j", "ԁ": "d", "ɡ": "g", "ѵ": "v", "һ": "h", "ӏ": "l",
        "α": "a", "β": "b", "ε": "e", "η": "n", "ι": "l", "κ": "k", "ν": "v", "ο": "o", "ρ": "p", "τ": "t",
        "υ": "u", "χ": "x", "ω": "w", "γ": "y", "μ": "u",
    }
)  # fmt: skip
_CAPITALS = str.maketrans("ΑΒΕΖΗΙΚΜΝΟΡΤΥΧБ", "ABEZHIKMNOPTYX6")
"""Capitals that look like Latin ones which their small letters are not like."""
_PAIRS = (("rn", "m"), ("vv", "w"))
_BARE = re.compile(r"[\W_]+")


@lru_cache(4096)
def skeleton(name: str) -> str:
    """What two names have in common that look alike: letters that can be told apart only by looking twice
    are the same, and case, blanks and punctuation are nothing."""
    plain = unicodedata.normalize("NFKD", name[:200]).translate(_CAPITALS)
    plain = "".join(char for char in plain if not unicodedata.combining(char)).casefold()
    plain = _BARE.sub("", plain.translate(_LIKE))
    for pair, one in _PAIRS:
        plain = plain.replace(pair, one)
    return plain


def may_be_read_as(plain: str, known: str) -> bool:
    """Whether a name holds letters of other scripts where another has Latin ones, and is that name for the
    rest: no list of letters that look alike is complete."""
    if len(plain) != len(known):
        return False
    same = 0
    for one, other in zip(plain, known, strict=True):
        if one == other:
            same += 1
        elif one.isascii() or not other.isascii():
            return False
    return 2 * same >= len(known)
