"""Which format a file is in, from its head. A file's extension breaks ties and decides nothing.

`generic` is never chosen over a format that fits; where not even it reads half of the head, the file is
refused with the format that came nearest.
"""

from __future__ import annotations

from pathlib import PurePath

from calledshot.errors import TranscriptError
from calledshot.transcript.formats import Format, all_formats
from calledshot.transcript.formats.base import Head

ENOUGH = 0.5
"""A score from here on means that the format reads at least half of the head."""
GENERIC = "generic"


def scores(head: Head) -> list[tuple[float, Format]]:
    """Every format's score for this head, best first; the extension is worth a hundredth."""
    extension = PurePath(head.name).suffix.lower()
    rated = []
    for format in all_formats():
        score = format.sniff(head) if head.lines or format.whole is not None else 0.0
        if score > 0 and extension in format.extensions:
            score += 0.01
        rated.append((score, format))
    return sorted(rated, key=lambda pair: -pair[0])


def of_one_piece(head: Head) -> Format | None:
    """The format of one piece that these first bytes begin, if there is one. Asked before there are lines:
    some of them are no text."""
    whole = [(format.sniff(head), format) for format in all_formats() if format.whole is not None]
    score, format = max(whole, key=lambda pair: pair[0], default=(0.0, None))
    return format if score >= ENOUGH else None


def choose(head: Head) -> Format:
    """The format of this head. Raises TranscriptError where none reads it."""
    rated = scores(head)
    for score, format in rated:
        if format.name != GENERIC and score >= ENOUGH:
            return format
    from calledshot.transcript.mixed import first_of_several

    several = first_of_several(head)
    if several is not None:
        return several
    for score, format in rated:
        if format.name == GENERIC and score >= ENOUGH:
            return format
    raise TranscriptError(f"{head.name}: is in no known chat format; {_hint(rated)}")


def nearest(head: Head, but: str) -> str:
    """Advice for a file that did not read: the format that comes nearest, other than the one tried."""
    return _hint([(score, format) for score, format in scores(head) if format.name != but])


def _hint(rated: list[tuple[float, Format]]) -> str:
    score, format = rated[0]
    if score <= 0.02:
        return "give the saved chat log, or name its format with --format (`calledshot formats` lists them)"
    return f"nearest is {format.title}: try --format {format.name} (`calledshot formats` lists all)"
