"""Logs as spreadsheets leave them: a row a message, its time, its name and its words in columns parted by
tabs, commas, semicolons or bars. Gives each row as "[time] <name> words", under its own number.

Which column is which is told by what stands in it. Rows that a client writes itself have formats of their
own.
"""

from __future__ import annotations

import csv
import re
from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

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

_RULE = re.compile(r"[|+:\-= \t]{3,}")


class Columns(NamedTuple):
    """Where in a row the day, the time, the name and the words stand; None for what it has not."""

    part: str
    width: int
    day: int | None
    time: int | None
    name: int
    words: int


class Rows(Unwrap):
    """Rows undone."""

    format = "generic"

    def __init__(self, columns: Columns) -> None:
        super().__init__("the lines are rows of a table; they are read by its columns", False, None)
        self._columns = columns

    def _line(self, line: str) -> list[str]:
        columns = self._columns
        cells = _cells(line, columns.part)
        if len(cells) < columns.width:
            return [line]
        if columns.words == columns.width - 1:
            cells[columns.words] = _mark(columns.part).join(cells[columns.words :])
        when = " ".join(cells[at] for at in (columns.day, columns.time) if at is not None)
        if columns.time is not None and not before(f"[{when}] x")[0]:
            return [line]  # the heading, or no message
        name = cells[columns.name].strip("<>*: ")
        if columns.time is None and not odd_name(name):
            return [line]
        return [f"[{when}] <{name}> {cells[columns.words]}" if when else f"<{name}> {cells[columns.words]}"]


def _mark(part: str) -> str:
    return part if part != "|" else " | "


def _cells(line: str, part: str) -> list[str]:
    """The cells of a row, without the blanks around them."""
    if part == "|":
        inner = line.strip().removeprefix("|").removesuffix("|")
        return [cell.strip() for cell in inner.split("|")]
    if part == "\t":
        return [cell.strip() for cell in line.rstrip().split("\t")]
    try:
        found = next(csv.reader([line], delimiter=part, strict=True), [])
    except csv.Error:
        return []
    return [cell.strip() for cell in found]


def rows_of(lines: Sequence[str]) -> Rows | None:
    """How to undo the rows of a file that begins with these lines, None where it has none."""
    for part in "\t,;|":
        if part == "|" and not all(line.strip().startswith("|") for line in lines):
            continue
        rows = [_cells(line, part) for line in lines if part != "|" or _RULE.fullmatch(line.strip()) is None]
        lengths = Counter(len(row) for row in rows if len(row) > 1)
        count, times = max(lengths.items(), key=lambda pair: pair[1], default=(0, 0))
        if times < max(LEAST, SHARE * len(rows)) or count > CELLS:
            continue
        columns = _columns([row for row in rows if len(row) == count], part, count)
        if columns is not None:
            return Rows(columns)
    return None


def _columns(rows: list[list[str]], part: str, count: int) -> Columns | None:
    cells = [[row[at] for row in rows] for at in range(count)]
    most = SHARE * len(rows) - 1  # one row may be the heading
    time = next((at for at in range(count) if sum(map(_is_time, cells[at])) >= most), None)
    day = None
    if time is not None:
        rows = [row for row in rows if _is_time(row[time])]  # without the heading
        cells = [[row[at] for row in rows] for at in range(count)]
    if time is not None and not any(before(f"[{cell}] x")[1] for cell in cells[time]):
        day = next((at for at in range(count) if at != time and _dated(cells[at], cells[time]) >= most), None)
    free = [at for at in range(count) if at not in (time, day) and not _all_numbers(cells[at])]
    if len(free) < 2 or (time is None and (part in ",;" or (part == "\t" and count != 2))):
        return None
    words = max(free, key=lambda at: sum(map(len, cells[at])))
    names = [
        at for at in free
        if at != words and sum(map(odd_name, cells[at])) >= SHARE * len(rows)
        and max(map(len, cells[at])) <= NAME
        and (time is not None or len(set(cells[at])) <= max(2, DISTINCT * len(rows)))
    ]  # fmt: skip
    if not names:
        return None
    return Columns(part, count, day, time, names[0], words)


def _is_time(cell: str) -> bool:
    return bool(before(f"[{cell}] x")[0])


def _dated(days: Sequence[str], times: Sequence[str]) -> int:
    return sum(
        1 for day, time in zip(days, times, strict=True) if day and before(f"[{day} {time}] x")[1] is not None
    )


def _all_numbers(cells: Sequence[str]) -> bool:
    return sum(cell.isdigit() for cell in cells) >= len(cells) - 1
