"""Text laid out for a terminal: widths as they are shown, wrapping, padding and colour.

Everything given to it is already escaped (`escape`). Knows nothing of fights.
"""

from __future__ import annotations

import unicodedata

PLAIN_WIDTH = 118
"""Columns where nobody says how wide: a pager, a pipe or a file on a wide screen."""
NARROWEST = 40
"""Below this a table is no help; lines are left to wrap as the terminal does."""

_CODES = {"head": "1", "dim": "2", "error": "31", "warning": "33", "info": "36", "good": "32"}


class Ink:
    """Paints, or does not: colour belongs on a terminal only, and not under NO_COLOR."""

    def __init__(self, colour: bool = False) -> None:
        self.colour = colour

    def __call__(self, text: str, style: str) -> str:
        return f"\x1b[{_CODES[style]}m{text}\x1b[0m" if self.colour and text else text


def width(text: str) -> int:
    """Columns a text takes: two for wide characters, none for combining ones."""
    if text.isascii():
        return len(text)
    return sum(map(_columns, text))


def _columns(character: str) -> int:
    if unicodedata.combining(character) or character in "\u200c\u200d\ufe0f":
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1


def pad(text: str, columns: int) -> str:
    """`text` followed by blanks up to `columns`; longer text stays as it is."""
    return text + " " * max(0, columns - width(text))


def fit(text: str, columns: int) -> str:
    """`text` cut to `columns`, with an ellipsis where something was cut."""
    if len(text) <= columns and width(text) <= columns:
        return text
    return _piece(text, 0, columns - 1) + "…"


def wrap(text: str, columns: int) -> list[str]:
    """`text` in lines of at most `columns`, broken at blanks; a word longer than a line is cut up."""
    columns = max(columns, 8)
    lines: list[str] = []
    line, used = "", 0
    for word in text.split(" "):
        size = width(word)
        if line and used + 1 + size > columns:
            lines.append(line)
            line, used = "", 0
        if size > columns:
            *whole, word = _pieces(word, columns)
            lines += whole
            size = width(word)
        line, used = (f"{line} {word}", used + 1 + size) if line else (word, size)
    lines.append(line)
    return lines


def _pieces(word: str, columns: int) -> list[str]:
    """A long word in pieces of at most `columns`."""
    pieces, start = [], 0
    while start < len(word):
        pieces.append(_piece(word, start, columns))
        start += len(pieces[-1])
    return pieces


def _piece(text: str, start: int, columns: int) -> str:
    """As many characters from `start` as fit, at least one."""
    used, end = 0, start
    while end < len(text):
        used += _columns(text[end])
        if used > columns and end > start:
            break
        end += 1
    return text[start:end]


def window(text: str, start: int, end: int, columns: int) -> tuple[str, int, int]:
    """A stretch of a long text round `start:end` (code points from 0), and where that stands in it; of a
    mark longer than the stretch the beginning is shown."""
    if len(text) <= columns and width(text) <= columns:
        return text, start, end
    before = max(4, (columns - (end - start)) // 2)
    left = max(0, min(start - before, len(text) - columns))
    shown = text[left : left + columns]
    if left + columns < len(text):
        shown = shown[:-1] + "…"
    if left:
        shown = "…" + shown[1:]
    return shown, start - left, min(end - left, len(shown))


def terminal_width(stream: object) -> int:
    """How wide a page for this stream should be: the terminal's own width, else `PLAIN_WIDTH`."""
    import os
    import shutil

    isatty = getattr(stream, "isatty", None)
    if (isatty is not None and isatty()) or "COLUMNS" in os.environ:
        return max(NARROWEST, min(shutil.get_terminal_size((PLAIN_WIDTH, 24)).columns, 160))
    return PLAIN_WIDTH


def wants_colour(stream: object) -> bool:
    """Colour is for terminals, and only where NO_COLOR is not set and TERM is not dumb."""
    import os

    isatty = getattr(stream, "isatty", None)
    return bool(isatty and isatty()) and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
