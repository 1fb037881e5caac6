"""The one place where typographic characters become plain, code point for code point, so that columns stay.

Not for case (see `key`) and not for decoding bytes (see `transcript`).
"""

from __future__ import annotations

IGNORED = "\u200b"
"""What every invisible character folds to; `key` drops it."""

_GROUPS = {
    "'": "‘’‚‛ʼʻ′＇`´ʹ",
    '"': "“”„‟″＂«»〝〞",
    "-": "‐‑‒–—―−﹘﹣－⁃",
    "*": "＊∗⁎✱✲✳✴✶✷✸✹★☆⋆﹡٭",
    "•": "•‣∙●▪◦■◆◇►▶·",
    "/": "／⁄∕",
    "x": "×✕✖",
    ".": "…．。",
    ",": "，、",
    "(": "（⦅",
    ")": "）⦆",
    "[": "【〔［",
    "]": "】〕］",
    ":": "：",
    ";": "；",
    ">": "→➔➜⇒›＞",
    "<": "‹＜",
    "?": "？⁇",
    "!": "！‼",
    "+": "＋➕",
    " ": "\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u202f\u205f\u3000"
    "\u2800",
    "\n": "\u2028\u2029\u0085",
    IGNORED: "\u00ad\u200b\u200c\u200d\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2060\u2061"
    "\u2066\u2067\u2068\u2069\ufeff",
}


class _Table(dict[int, str]):
    """Folds worked out on first sight: accents are dropped, compatibility forms become plain letters."""

    def __missing__(self, code: int) -> str:
        plain = char = chr(code)
        if code > 127:
            import unicodedata

            if unicodedata.category(char) in ("Mn", "Me", "Cf"):
                plain = IGNORED
            else:
                bare = [
                    part for part in unicodedata.normalize("NFKD", char) if not unicodedata.combining(part)
                ]
                if len(bare) == 1:
                    plain = bare[0]
        self[code] = plain
        return plain


_TABLE = _Table({ord(char): plain for plain, chars in _GROUPS.items() for char in chars})


def fold(text: str) -> str:
    """`text` with typographic quotes, dashes, spaces, stars and letters made plain; always of equal
    length."""
    return text if text.isascii() else text.translate(_TABLE)


def key(word: str) -> str:
    """What a name or word is compared by: folded, without case, spaces, apostrophes, hyphens,
    underscores."""
    folded = fold(word).lower()
    if folded.isalnum():
        return folded
    return "".join(char for char in folded if char not in "'-_\u200b\"" and not char.isspace())
