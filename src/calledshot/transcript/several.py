"""Opening several transcripts of which some may be no logs: the others are read all the same.

Which of them are parts of one fight is `parts`'s and the caller's, and what is said of those left out is the
caller's. A single transcript that cannot be read stays an error.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from calledshot.errors import TranscriptError
from calledshot.finding import Finding, Span
from calledshot.transcript import journals
from calledshot.transcript.parts import PEEK
from calledshot.transcript.reading import Transcript

Opened = Callable[[str], Iterable[Transcript]]


class Refused(NamedTuple):
    """A file that was left out, as findings call it, and why; `str` is the error's one line."""

    file: str
    error: TranscriptError

    def __str__(self) -> str:
        return str(self.error)

    @property
    def finding(self) -> Finding:
        """What a report says of it."""
        return Finding(
            code="LOG-1",
            severity="error",
            message=f"left out as a whole: {self}",
            source=Span(file=self.file),
        )


def open_several(
    paths: Sequence[str], opened: Opened, *, whole: bool = False
) -> tuple[list[Transcript], list[Refused]]:
    """The transcripts that can be read, and the files that cannot; `opened` opens those of one path.
    One of which the format is in doubt is read in that of another, where it fits.

    What only the end of a long transcript tells is in its `refused` then, `whole` aside: with it, such a
    transcript is read through beforehand (but not standard input). Raises TranscriptError for a single path
    that cannot be read."""
    if len(paths) == 1:
        alone = [*opened(paths[0])]
        _settle(alone, {one.format for one in alone if not one.doubtful})
        return alone, []
    sure: set[str] = set()
    found: list[tuple[str, list[Transcript]]] = []
    refused: list[Refused] = []
    for path in paths:
        try:
            found.append((path, [*opened(path)]))
        except TranscriptError as error:
            refused.append(Refused(_shown(path), error.with_traceback(None)))
            continue
        for one in found[-1][1]:
            one.forgiving = True
            if not one.doubtful:
                sure.add(one.format)
                one.peek(PEEK)  # which closes what is no longer: so many files must not be open at once
    _settle([one for _, several in found for one in several], sure)
    good: list[Transcript] = []
    for path, several in found:
        errors = [one.refused for one in several if len(one.peek(PEEK)) < PEEK and one.refused is not None]
        if not errors and whole and path != "-" and any(len(one.peek(PEEK)) == PEEK for one in several):
            errors = _at_their_ends(opened(path), several)
        if errors:
            refused.append(Refused(several[0].file, errors[0]))
            for one in several:
                one.close()
        else:
            good += several
    return good, refused


def late(transcripts: Iterable[Transcript]) -> list[Refused]:
    """The transcripts of which only the end told that they are no logs, once they were read."""
    return [Refused(one.file, one.refused) for one in transcripts if one.refused is not None]


def _settle(transcripts: Iterable[Transcript], sure: set[str]) -> None:
    """Let those of a format in doubt be read in one of these."""
    for one in transcripts:
        one.settle(sure)


def _at_their_ends(again: Iterable[Transcript], several: Sequence[Transcript]) -> list[TranscriptError]:
    """Why those that are opened again cannot be read, told by all of them."""
    errors = []
    for one, first in zip(again, several, strict=True):
        one.settle({first.format})
        one.forgiving = True
        for _ in one:
            pass
        if one.refused is not None:
            errors.append(one.refused)
    return errors


def _shown(path: str) -> str:
    return journals.shown(path).encode(errors="backslashreplace").decode()
