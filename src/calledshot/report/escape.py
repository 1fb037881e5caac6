"""Makes any text safe for a terminal: control characters and direction overrides become visible escapes.

Not for HTML (jinja2 escapes that) and not for JSON (which escapes for itself).
"""

from __future__ import annotations

import unicodedata

_UNSAFE = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})
_HARMLESS = frozenset("\u200c\u200d\ufe0f")
"""Joiners inside emoji and Indic words: invisible, and they move nothing."""


def escape(text: str) -> str:
    """`text` with every character that could steer a terminal, or hide, written as `\\x1b` or `\\u202e`."""
    if text.isascii() and text.isprintable():
        return text
    return "".join(map(_visible, text))


def _visible(character: str) -> str:
    if character.isprintable() or character in _HARMLESS:
        return character
    if unicodedata.category(character) not in _UNSAFE:
        return " "  # a space of another width
    code = ord(character)
    if code < 0x100:
        return f"\\x{code:02x}"
    return f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"
