"""Logs as spreadsheets leave them: a row a message, its time, its name and its words in columns parted by
tabs, commas, semicolons or bars. Gives each row as "[time] <name> words", under its own number.

Which column is which is told by what stands in it. Rows that a client writes itself have formats of their
own.
"""

from __future__ import annotations

import csv
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from calledshot.transcript.decode import Block
from calledshot.transcript.formats.base import GENERIC
from calledshot.transcript.formats.generic_shapes import before, odd_name
from calledshot.transcript.unwrap import Unwrap

LEAST = 3
"""Rows from which on columns are columns."""
SHARE = 0.8
"""So many of the rows are like each other."""
DISTINCT = 0.75
"""Names come again; not so many of the cells of their column are different."""
NAME = 40
CELLS = 12
LINES = 60
"""Lines that a cell in quotation marks goes on over, at most."""

_SEPARATOR = re.compile(r'"?sep=([,;|\t])"?\s*', re.IGNORECASE)
_NAMED = frozenset(
    {
        "name", "nick", "nickname", "user", "username", "author", "sender", "from", "speaker", "who",
        "player", "character", "handle", "alias", "screenname", "participant", "absender", "autor",
        "benutzer", "von", "wer", "spieler", "auteur", "autore", "nom", "nome", "nombre",
    }
)  # fmt: skip
_SAID = frozenset(
    {
        "message", "messages", "msg", "text", "words", "content", "contents", "body", "said", "says", "chat",
        "line", "comment", "nachricht", "mitteilung", "inhalt", "texte", "messaggio", "mensaje", "texto",
        "mensagem", "contenu",
    }
)  # fmt: skip
_RULE = re.compile(r"[|+:\-= \t]{3,}")


class Columns(NamedTuple):
    """Where in a row the day, the time, the name and the words stand; None for what it has not. `heading` is
    the row that says what the columns are, where one does."""

    part: str
    width: int
    day: int | None
    time: int | None
    name: int
    words: int
    heading: tuple[str, ...] = ()


class Rows(Unwrap):
    """Rows undone."""

    format = GENERIC

    def __init__(self, columns: Columns) -> None:
        super().__init__("the lines are rows of a table; they are read by its columns", False, None)
        self._columns = columns

    def lines(self, lines: Iterable[str]) -> list[str]:
        return self._bare(list(lines))

    def blocks(self, blocks: Iterable[Block]) -> Iterator[Block]:
        for start, lines in blocks:
            yield self._block(start, lines, self._bare(lines))

    def row(self, line: str) -> str:
        """A row that stands in one line, as a message; the line where it is none."""
        words = self._words(_cells(line, self._columns.part))
        return line if words is None else words

    def _bare(self, lines: list[str]) -> list[str]:
        """As many lines: each row in its first, nothing in those that it goes on over."""
        bare = []
        for row in _rows(lines, self._columns.part):
            words = self._words(row.cells)
            bare += row.lines if words is None else [words, *[""] * (len(row.lines) - 1)]
        return bare

    def _words(self, cells: list[str]) -> str | None:
        columns = self._columns
        if len(cells) < columns.width or tuple(cells) == columns.heading:
            return None
        if columns.words == columns.width - 1:
            cells[columns.words] = _mark(columns.part).join(cells[columns.words :])
        when = " ".join(cells[at] for at in (columns.day, columns.time) if at is not None)
        if columns.time is not None and not before(f"[{when}] x")[0]:
            return None  # the heading, or no message
        name = cells[columns.name].strip("<>*: ")
        if columns.time is None and not odd_name(name):
            return None
        return f"[{when}] <{name}> {cells[columns.words]}" if when else f"<{name}> {cells[columns.words]}"


class _Row(NamedTuple):
    """A row: its cells, and the lines of the file that it stands in."""

    cells: list[str]
    lines: list[str]


def _rows(lines: Sequence[str], part: str) -> Iterator[_Row]:
    """The rows of a file; a cell in quotation marks may go on over several lines."""
    at = 0
    while at < len(lines):
        count = _length(lines, at, part) if part != "|" and _is_open(lines[at], part) else 1
        taken = list(lines[at : at + count])
        yield _Row(_cells(" ".join(taken), part), taken)
        at += count


def _length(lines: Sequence[str], at: int, part: str) -> int:
    """How many lines the row takes that ends in none of its own; 1 where it ends nowhere near."""
    tabs = lines[at].count("\t")
    for place in range(at + 1, min(at + LINES, len(lines))):
        if part == "\t" and lines[place].count("\t") >= tabs:
            return 1  # a row of its own: what is no spreadsheet's may begin with a quotation mark
        if lines[place].count('"') % 2:
            return place - at + 1
    return 1


def _is_open(line: str, part: str) -> bool:
    """Whether a line ends within a cell that began with a quotation mark."""
    return line.count('"') % 2 == 1 and (line.startswith('"') or f'{part}"' in line)


def _mark(part: str) -> str:
    return part if part != "|" else " | "


def _cells(line: str, part: str) -> list[str]:
    """The cells of a row, without the blanks around them."""
    if part == "|":
        inner = line.strip().removeprefix("|").removesuffix("|")
        return [cell.strip() for cell in inner.split("|")]
    if part == "\t" and ('"' not in line or line.count('"') % 2):
        return [cell.strip() for cell in line.rstrip().split("\t")]
    try:
        found = next(csv.reader([line], delimiter=part, strict=True), [])
    except csv.Error:
        return []
    return [cell.strip() for cell in found]


def rows_of(lines: Sequence[str]) -> Rows | None:
    """How to undo the rows of a file that begins with these lines, None where it has none."""
    told = _SEPARATOR.fullmatch(lines[0]) if lines else None
    if told is not None:
        lines = lines[1:]
    for part in "\t,;|" if told is None else told[1]:
        if part == "|" and not all(line.strip().startswith("|") for line in lines):
            continue
        full = [line for line in lines if part != "|" or _RULE.fullmatch(line.strip()) is None]
        rows = [row.cells for row in _rows(full, part)]
        lengths = Counter(len(row) for row in rows if len(row) > 1)
        count, times = max(lengths.items(), key=lambda pair: pair[1], default=(0, 0))
        if times < max(LEAST, SHARE * len(rows)) or count > CELLS:
            continue
        columns = _columns([row for row in rows if len(row) == count], part, count)
        if columns is not None:
            return Rows(columns)
    return None


def _heading(row: list[str]) -> tuple[int, int] | None:
    """The columns of the names and of the words, where a row says which they are."""
    cells = [cell.lower().replace(" ", "").replace("_", "") for cell in row]
    name = next((at for at, cell in enumerate(cells) if cell in _NAMED), None)
    words = next((at for at, cell in enumerate(cells) if cell in _SAID), None)
    return (name, words) if name is not None and words is not None else None


def _columns(rows: list[list[str]], part: str, count: int) -> Columns | None:
    heading = _heading(rows[0])
    first = tuple(rows[0]) if heading is not None else ()
    cells = [[row[at] for row in rows] for at in range(count)]
    most = SHARE * len(rows) - 1  # one row may be the heading
    time = next((at for at in range(count) if sum(map(_is_time, cells[at])) >= most), None)
    day = None
    if time is not None:
        rows = [row for row in rows if _is_time(row[time])]  # without the heading
    elif heading is not None:
        rows = rows[1:]
    cells = [[row[at] for row in rows] for at in range(count)]
    if time is not None and not any(before(f"[{cell}] x")[1] for cell in cells[time]):
        day = next((at for at in range(count) if at != time and _dated(cells[at], cells[time]) >= most), None)
    if heading is not None:
        name, words = heading
        return Columns(part, count, day, time, name, words, first) if _are_names(cells[name]) else None
    free = [at for at in range(count) if at not in (time, day) and not _all_numbers(cells[at])]
    if len(free) < 2 or (time is None and (part in ",;" or (part == "\t" and count != 2))):
        return None
    words = max(free, key=lambda at: len(set(cells[at])) ** 2 * sum(map(len, cells[at])))
    names = [
        at for at in free
        if at != words and _are_names(cells[at])
        and (time is not None or len(set(cells[at])) <= max(2, DISTINCT * len(rows)))
    ]  # fmt: skip
    if not names:
        return None
    return Columns(part, count, day, time, names[0], words)


def _are_names(cells: Sequence[str]) -> bool:
    return sum(map(odd_name, cells)) >= SHARE * len(cells) and max(map(len, cells), default=NAME + 1) <= NAME


def _is_time(cell: str) -> bool:
    return bool(before(f"[{cell}] x")[0])


def _dated(days: Sequence[str], times: Sequence[str]) -> int:
    return sum(
        1 for day, time in zip(days, times, strict=True) if day and before(f"[{day} {time}] x")[1] is not None
    )


def _all_numbers(cells: Sequence[str]) -> bool:
    return sum(cell.isdigit() for cell in cells) >= len(cells) - 1
