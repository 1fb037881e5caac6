"""What readers of files that are one piece share: accounting for lines that hold no message, and moments.

A page has words of its own around its messages (menus, titles); they count as unread between messages only.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, tzinfo

from calledshot.errors import TranscriptError
from calledshot.finding import Finding
from calledshot.transcript.document import Document
from calledshot.transcript.formats.base import Context


def all_unread(document: Document, ctx: Context) -> Iterator[Finding]:
    """LOG-1 for every line of a file in which there is no message. Raises TranscriptError where there is
    no line either."""
    found = False
    for number, line in enumerate(_lines(document.text), 1):
        if line and not line.isspace():
            found = True
            yield ctx.unread(line, number)
    if not found:
        raise TranscriptError(f"{ctx.file}: is empty; give a saved chat log")


def _lines(text: str) -> list[str]:
    return text.replace("\r\n", "\n").replace("\r", "\n").split("\n")


def from_epoch(seconds: float, zone: tzinfo | None = None) -> str | None:
    """ISO 8601 of a moment counted from 1970, with its offset (UTC); None where it is no date."""
    try:
        when = datetime.fromtimestamp(seconds, zone or UTC)
    except (ValueError, OverflowError, OSError):
        return None
    whole = float(seconds).is_integer()
    return when.isoformat(timespec="seconds" if whole else "milliseconds")
