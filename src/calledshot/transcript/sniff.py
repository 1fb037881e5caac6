"""Which format a file is in, from its head. A file's extension breaks ties and decides nothing.

`generic` is never chosen over a format that fits; where not even it reads half of the head, the file is
refused with the format that came nearest.
"""

from __future__ import annotations

import codecs
from pathlib import PurePath
from typing import NamedTuple

from calledshot.errors import TranscriptError
from calledshot.transcript.decode import utf16
from calledshot.transcript.event import Event
from calledshot.transcript.formats import Format, all_formats
from calledshot.transcript.formats.base import GENERIC, Head, tried
from calledshot.transcript.other_text import kind

ENOUGH = 0.5
"""A score from here on means that the format reads at least half of the head."""
WELL = 0.8
"""A file whose head fits no format so well may be in several."""
FEW = 20
"""Lines too few to tell some formats by."""
SILENT = 0.8
"""A format that makes so many of the events a client's own words does not know who speaks."""
MARGIN = 0.1
"""A format that fits so little less than the best is named beside it."""
SCRIPT = "script"


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
    """The format of one piece that these first bytes begin, if there is one; a byte order mark and blank
    lines are before the beginning. Asked before there are lines: some of them are no text."""
    found = _of_one_piece(head)
    wide = utf16(head.start) if found is None else None
    narrow = head.start if wide is None else head.start.decode(wide, "ignore").encode()
    bare = narrow.removeprefix(codecs.BOM_UTF8).lstrip(b"\r\n")
    return _of_one_piece(head._replace(start=bare)) if found is None and bare != head.start else found


def _of_one_piece(head: Head) -> Format | None:
    whole = [
        (format.sniff(head), format) for format in all_formats()
        if format.whole is not None and (".zip" in format.extensions or head.start[:4] != b"PK\x03\x04")
    ]  # fmt: skip
    score, format = max(whole, key=lambda pair: pair[0], default=(0.0, None))
    return format if score >= ENOUGH else None


class Choice(NamedTuple):
    """The format that is taken, those that fit nearly as well (where there are any, it is ambiguous), and how
    well it fits: a format for any text with names counts as none."""

    format: Format
    others: tuple[Format, ...] = ()
    score: float = 0.0

    @property
    def doubt(self) -> str | None:
        """How the file is read and what else it could be, in words; None where nothing else can be meant."""
        if not self.others:
            return None
        names = [f"{one.title} (--format {one.name})" for one in self.others]
        return f"ambiguous: read as {self.format.title}; could also be " + " or ".join(names)


def choose(head: Head) -> Choice:
    """The format of this head. Raises TranscriptError where none reads it."""
    rated = scores(head)
    from calledshot.transcript.mixed import first_of_runs, first_of_several

    several = first_of_runs(head)
    if several is None and max((one for one, format in rated if format.name != GENERIC), default=0.0) < WELL:
        several = first_of_several(head)
    if several is not None:
        return Choice(several, score=ENOUGH)
    for best, format in rated:
        if format.name != GENERIC and best >= ENOUGH:
            near = (
                other
                for score, other in rated
                if other.name not in (format.name, GENERIC) and score >= max(ENOUGH, best - MARGIN)
            )
            own = _own_words(format, head)
            if (own == 1 or (own >= SILENT and _generic(rated) >= best)) and _generic(rated) >= ENOUGH:
                continue
            if format.name == SCRIPT:
                _refuse_other_text(head, rated)
            return Choice(format, tuple(near)[:3], best)
    for score, format in rated:
        if format.name == GENERIC and score >= ENOUGH:
            _refuse_other_text(head, rated)
            return Choice(format, _doubtful(head, rated))
    raise TranscriptError(f"{head.name}: is in no known chat format; {_hint(rated)}")


def _refuse_other_text(head: Head, rated: list[tuple[float, Format]]) -> None:
    what = kind(head.lines)
    if what is not None:
        raise TranscriptError(f"{head.name}: looks like {what}, which is no chat log; {_hint(rated)}")


def _generic(rated: list[tuple[float, Format]]) -> float:
    """How well the head reads as any text with names."""
    return next((score for score, format in rated if format.name == GENERIC), 0.0)


def _own_words(format: Format, head: Head) -> float:
    """The share of the events that a format takes for a client's own words, of lines enough to tell."""
    if format.read is None or len(head.lines) < 4 or format.evidence == "ours":
        return 0.0
    events = [item for item in tried(format, head.lines, head) if type(item) is Event]
    if any(item.kind in ("join", "leave", "nick", "topic") for item in events):
        return 0.0  # a client's very words
    own = sum(item.kind == "system" or (item.kind == "notice" and item.trust != "member") for item in events)
    return own / len(events) if events else 1.0


def _doubtful(head: Head, rated: list[tuple[float, Format]]) -> tuple[Format, ...]:
    """Beside any text with names: the formats that would fit, were there enough lines to tell."""
    if len(head.lines) > FEW:
        return ()
    fitting = (one for score, one in rated if one.name != GENERIC and score >= ENOUGH / 2)
    return tuple(one for one in fitting if one.evidence != "ours")[:3]


def nearest(head: Head, but: str) -> str:
    """Advice for a file that did not read: the format that comes nearest, other than the one tried."""
    return _hint([(score, format) for score, format in scores(head) if format.name != but])


def _hint(rated: list[tuple[float, Format]]) -> str:
    score, format = next(pair for pair in rated if pair[1].name != SCRIPT)  # to which much comes near
    if score <= 0.02:
        return "give the saved chat log, or name its format with --format (`calledshot formats` lists them)"
    return f"nearest is {format.title}: try --format {format.name} (`calledshot formats` lists all)"
