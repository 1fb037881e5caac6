"""Move files and single messages for `lint` and `fmt`: where each declaration stands, and whose it is.

In a file each line is one declaration, blank lines and `#` comments none; a message is one, however many
lines it has.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from msgspec import Struct

from calledshot.errors import TranscriptError, UsageError

if TYPE_CHECKING:
    from calledshot.campaign import Campaign
    from calledshot.moves.vocabulary import Lexicon

MAX_FILE = 4_000_000
"""Bytes of a move file: a campaign's worth of rounds is a thousandth of it, a chat log goes to `audit`."""
MAX_NAME = 40
"""Characters before a colon that may be somebody's name."""


class Entry(Struct, frozen=True, kw_only=True):
    """One declaration: its text, the line it is on and the code points of that line before it.
    `combatant` is who makes it, None where nobody is named; `line` counts from 1."""

    line: int
    text: str
    offset: int = 0
    combatant: str | None = None


class Source(Struct, frozen=True, kw_only=True):
    """A file, standard input or a message; `file` is None for a message. `lines` keep their line ends."""

    file: str | None
    lines: tuple[str, ...]

    @property
    def text(self) -> str:
        return "".join(self.lines)


def sources(command: str, paths: Sequence[str], text: str | None) -> list[Source]:
    """What is to be read. Raises UsageError, TranscriptError with the path."""
    if text is not None and paths:
        raise UsageError(f"{command}: give files or --text, not both")
    if text is not None:
        return [Source(file=None, lines=(text,))]
    if not paths:
        raise UsageError(
            f"{command}: nothing to read; give a file, - or --text (`calledshot {command} -h` shows how)"
        )
    return [_read(command, path) for path in paths]


def _read(command: str, path: str) -> Source:
    try:
        if path == "-":
            data = sys.stdin.buffer.read(MAX_FILE + 1)
        else:
            with open(path, "rb") as file:  # noqa: PTH123  (pathlib costs start-up time)
                data = file.read(MAX_FILE + 1)
    except OSError as error:
        raise TranscriptError(f"{path}: cannot be read: {error.strerror or error}") from error
    shown = "<stdin>" if path == "-" else path
    if len(data) > MAX_FILE:
        raise TranscriptError(f"{shown}: too long for a file of moves; a chat log goes to `calledshot audit`")
    if b"\0" in data and not data.startswith((b"\xff\xfe", b"\xfe\xff")):
        raise TranscriptError(f"{shown}: not a text file; {command} reads moves, one declaration a line")
    if not data.strip():
        raise TranscriptError(f"{shown}: empty; {command} reads moves, one declaration a line")
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        text = data.decode("utf-16", "replace")
    else:
        try:
            text = data.decode("utf-8-sig")
        except UnicodeDecodeError:
            text = data.decode("cp1252", "replace")
    return Source(file=shown, lines=tuple(_lines(text)))


def write(path: str, text: str) -> None:
    """Put a mended file back. Raises TranscriptError where that is not allowed."""
    try:
        with open(path, "w", encoding="utf-8", newline="") as file:  # noqa: PTH123
            file.write(text)
    except OSError as error:
        raise TranscriptError(f"{path}: cannot be written: {error.strerror or error}") from error


def _lines(text: str) -> Iterable[str]:
    """Lines with their ends; only CR, LF and CRLF end one."""
    start = 0
    while start < len(text):
        feed, back = text.find("\n", start), text.find("\r", start)
        ends = [place for place in (feed, back) if place >= 0]
        if not ends:
            yield text[start:]
            return
        end = min(ends) + 1
        if text[end - 1] == "\r" and text[end : end + 1] == "\n":
            end += 1
        yield text[start:end]
        start = end


def entries(source: Source, campaign: Campaign, lexicon: Lexicon, who: str | None) -> list[Entry]:
    """The declarations of a source. `who` makes those that name nobody."""
    if source.file is None:
        return [Entry(line=1, text=source.lines[0], combatant=who)]
    found = []
    for number, line in enumerate(source.lines, 1):
        bare = line.rstrip("\r\n")
        if not bare.strip() or bare.lstrip().startswith("#"):
            continue
        name, offset = _name(bare, campaign, lexicon)
        found.append(Entry(line=number, text=bare[offset:].rstrip(), offset=offset, combatant=name or who))
    return found


def _name(line: str, campaign: Campaign, lexicon: Lexicon) -> tuple[str | None, int]:
    """Who a line says it is from, and where the declaration begins."""
    said, colon, rest = line.partition(":")
    said = said.strip()
    if not colon or not said or len(said) > MAX_NAME or rest.startswith(":") or line.lstrip().startswith(":"):
        return None, 0
    offset = len(line) - len(rest.lstrip())
    known = campaign.character(said) or lexicon.combatants.get(said)
    if known is not None:
        return known, offset
    words = said.lower().split()
    if len(words) > 3 or not words[0][:1].isalpha() or words[0] in lexicon.verbs or _is_label(words, said):
        return None, 0
    return said, offset


def _is_label(words: list[str], said: str) -> bool:
    """ "Moves:", "Round 2:", "1st:" and other things that are nobody's name."""
    from calledshot.moves.english import (
        CONDITIONS,
        CORRECTIONS,
        INTERJECTIONS,
        LABELS,
        LEADS,
        ORDINALS_FIRST,
        ORDINALS_LATER,
        STAR_PREFIXES,
    )

    if any(tuple(words) == phrase for phrase in LABELS.get(words[0], ())):
        return True
    first = words[0]
    return (
        first in ORDINALS_FIRST | ORDINALS_LATER | INTERJECTIONS
        or first in ("round", "rd", "move", "action", "turn", "ooc", "im")
        or first in STAR_PREFIXES
        or first in CONDITIONS
        or first in CORRECTIONS
        or first in LEADS
        or "*" in said
        or "(" in said
    )
