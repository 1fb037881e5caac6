"""Reads the files of a campaign folder into plain tables, and remembers where each key stood.

Says what cannot be read, and knows nothing of what the tables should hold.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

from calledshot.campaign.faults import nearest
from calledshot.campaign.lines import Path as Keys
from calledshot.campaign.lines import key_lines, line_of

MOST_BYTES = 4_000_000  # thousands of characters take a quarter of it; more is no campaign
MOST_FILES = 2_000
BOMS = ((b"\xef\xbb\xbf", "utf-8"), (b"\xff\xfe", "utf-16-le"), (b"\xfe\xff", "utf-16-be"))
DELIMITERS = ",;\t"


class Problem(Struct, frozen=True):
    """One mistake: `file` relative to the folder, `line` from 1 where known, `field` the dotted key."""

    file: str | None
    line: int | None
    field: str
    message: str

    def __str__(self) -> str:
        place = f"{self.file or 'campaign'}:{self.line}" if self.line else self.file or "campaign"
        return f"{place}: {self.field}: {self.message}" if self.field else f"{place}: {self.message}"


class Place(Struct, frozen=True):
    """Which file holds what stands under a key path, and how to find lines in it. `drop` is how much of the
    path the file itself does not write; a row of a CSV file has its line outright."""

    file: str
    text: str = ""
    drop: int = 0
    line: int | None = None


class Folder:
    """What was read: `tables` as one campaign table, `places` key path → where it came from, `problems`."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.tables: dict[str, Any] = {}
        self.places: dict[Keys, Place] = {}
        self.problems: list[Problem] = []
        self._lines: dict[str, dict[Keys, int]] = {}

    def note(self, file: str, line: int | None, field: str, message: str) -> None:
        """A mistake whose place is known outright."""
        self.problems.append(Problem(file, line, field, message))

    def problem(self, keys: Keys, message: str) -> Problem:
        """A mistake at a key path, with the file and line it stands in."""
        for end in range(len(keys), -1, -1):
            place = self.places.get(keys[:end])
            if place is not None:
                return Problem(place.file, self._line(place, keys), dotted(keys), message)
        return Problem(None, None, dotted(keys), message)

    def _line(self, place: Place, keys: Keys) -> int | None:
        if place.line is not None:
            return place.line
        if place.file not in self._lines:
            self._lines[place.file] = key_lines(place.text)
        return line_of(self._lines[place.file], keys[place.drop :])


def dotted(keys: Keys) -> str:
    """A key path as one writes it: `Torvik77.weapons[0].bc`; the words characters and rulebook are left out,
    since the file's name says them."""
    shown = keys[1:] if keys[:1] in (("characters",), ("rulebook",)) and len(keys) > 1 else keys
    text = ""
    for key in shown:
        text += f"[{key}]" if isinstance(key, int) else f".{key[:60]}" if text else key[:60]
    return text


Types = tuple[type[Struct] | None, type[Struct] | None]


def read_folder(path: Path, types: Callable[[Mapping[str, Any]], Types]) -> Folder:
    """All files of a campaign folder. `types` gives, for what campaign.toml holds, the types of a sheet and
    of the rulebook, which say what CSV files there may be and how a sheet's keys are called."""
    folder = Folder(path)
    head = read_toml(folder, path / "campaign.toml")
    if head is not None:
        folder.tables.update(head[0])
        folder.places[()] = Place("campaign.toml", head[1])
    sheet, rulebook = types(folder.tables)
    _characters(folder, sheet)
    _rulebook(folder, rulebook)
    return folder


def read_toml(folder: Folder, path: Path) -> tuple[dict[str, Any], str] | None:
    """One file's tables and text, or None with the problem noted."""
    name = path.relative_to(folder.path).as_posix()
    text = read_text(folder, path)
    if text is None:
        return None
    try:
        return tomllib.loads(text), text
    except tomllib.TOMLDecodeError as error:
        message, _, place = str(error).partition(" (at ")
        line = place.partition("line ")[2].partition(",")[0]
        number = int(line) if line.isdigit() else text.count("\n") + 1
        hint = "; text stands in quotes" if message == "Invalid value" else ""
        hint = "; a quote is not closed" if message == r"Illegal character '\n'" else hint
        folder.note(name, number, "", f"not readable as TOML: {message[:200]}{hint}")
    except (RecursionError, ValueError, OverflowError):
        folder.note(name, None, "", "not readable as TOML: too deep or too long a number")
    return None


def read_text(folder: Folder, path: Path) -> str | None:
    """A file's text with plain line ends, or None with the problem noted."""
    name = path.relative_to(folder.path).as_posix()
    try:
        if path.exists() and not path.is_file():
            folder.note(name, None, "", "cannot be read: not a file")
            return None
        if path.stat().st_size > MOST_BYTES:
            folder.note(name, None, "", f"larger than {MOST_BYTES // 1_000_000} MB: no campaign file")
            return None
        data = path.read_bytes()
    except OSError as error:
        folder.note(name, None, "", f"cannot be read: {error.strerror or error}")
        return None
    encoding = next((encoding for bom, encoding in BOMS if data.startswith(bom)), None)
    if encoding is None and b"\0" in data[:200]:
        encoding = "utf-16-le" if data[:200].find(b"\0") % 2 else "utf-16-be"
    try:
        text = data.decode(encoding or "utf-8").removeprefix("\ufeff")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        folder.note(name, line, "", f"byte {data[error.start]:#04x} is not UTF-8: save it as UTF-8")
        return None
    return text.replace("\r\n", "\n").replace("\r", "\n")


def _characters(folder: Folder, sheet: type[Struct] | None) -> None:
    """characters.toml, and every file of characters/: one sheet named after the file, or tables by name."""
    sheets = folder.tables.setdefault("characters", {})
    if not isinstance(sheets, dict):
        return  # the type check says so
    keys = {field.encode_name for field in msgspec.structs.fields(sheet)} if sheet is not None else set()
    files = [path for path in (folder.path / "characters.toml",) if path.exists()]
    inside = folder.path / "characters"
    if inside.is_dir():
        found = sorted(path for path in inside.iterdir() if path.suffix == ".toml")
        files += found[:MOST_FILES]
        if len(found) > MOST_FILES:
            folder.note("characters", None, "", f"more than {MOST_FILES} files")
    for path in files:
        read = read_toml(folder, path)
        if read is None:
            continue
        tables, text = read
        name = path.relative_to(folder.path).as_posix()
        by_name = path.parent == folder.path or (
            bool(tables) and all(isinstance(one, dict) for one in tables.values()) and keys.isdisjoint(tables)
        )
        if not by_name:
            tables = {path.stem: tables}
        for key, table in tables.items():
            keys_path: Keys = ("characters", key)
            if key in sheets:
                other = folder.places.get(keys_path, folder.places.get(()))
                where = f"{other.file} has one too" if other is not None else "it is there already"
                lines = key_lines(text)
                folder.note(name, lines.get((key,)), key, f"two sheets of one name: {where}")
                continue
            sheets[key] = table
            folder.places[keys_path] = Place(name, text, drop=1 if by_name else 2)


def _rulebook(folder: Folder, rulebook: type[Struct] | None) -> None:
    """rulebook.toml, and a CSV file for each list of tables that a rulebook may hold."""
    book = folder.tables.setdefault("rulebook", {})
    path = folder.path / "rulebook.toml"
    if path.exists() and isinstance(book, dict):
        read = read_toml(folder, path)
        if read is not None:
            book.update(read[0])
            for key in read[0]:
                folder.places[("rulebook", key)] = Place(path.name, read[1], drop=1)
    if rulebook is None or not isinstance(book, dict):
        return
    for name, row_type in table_lists(rulebook):
        csv_path = folder.path / f"{name}.csv"
        if csv_path.exists():
            rows = book.setdefault(name, [])
            for line, row in read_csv(folder, csv_path, row_type):
                if isinstance(rows, list):
                    folder.places[("rulebook", name, len(rows))] = Place(csv_path.name, line=line)
                    rows.append(row)


def table_lists(rulebook: type[Struct]) -> Iterator[tuple[str, type[Struct]]]:
    """The rulebook's fields that are lists of tables: name and row type."""
    from typing import get_args, get_origin

    for field in msgspec.structs.fields(rulebook):
        if get_origin(field.type) is list:
            row = get_args(field.type)[0]
            if isinstance(row, type) and issubclass(row, Struct):
                yield field.encode_name, row


def read_csv(folder: Folder, path: Path, row_type: type[Struct]) -> Iterator[tuple[int, dict[str, Any]]]:
    """(line, row) pairs: the first line names the columns, `#` begins a comment, empty cells are absent."""
    import csv

    text = read_text(folder, path)
    if text is None:
        return
    fields = {field.encode_name: field.type for field in msgspec.structs.fields(row_type)}
    numbered = [
        (n, line)
        for n, line in enumerate(text.split("\n"), 1)
        if line.strip() and not line.lstrip().startswith("#")
    ]
    if not numbered:
        return
    delimiter = max(DELIMITERS, key=numbered[0][1].count)
    try:
        reader = csv.reader((line for _, line in numbered), delimiter=delimiter, skipinitialspace=True)
        columns = [name.strip().casefold() for name in next(reader)]
        for name in columns:
            if name not in fields:
                folder.note(
                    path.name,
                    numbered[0][0],
                    name,
                    f"there is no column {name[:40]!r}{nearest(name, fields)}",
                )
        for cells in reader:
            line = numbered[reader.line_num - 1][0]
            if len(cells) > len(columns):
                folder.note(
                    path.name,
                    line,
                    "",
                    f"{len(cells)} cells for {len(columns)} columns: quote cells with {delimiter!r} in them",
                )
            named = zip(columns, (cell.strip() for cell in cells), strict=False)
            row = {name: cell_value(cell, fields[name]) for name, cell in named if cell and name in fields}
            yield line, row
    except csv.Error as error:
        folder.note(path.name, None, "", f"not readable as CSV: {error}")


def cell_value(cell: str, type_: Any) -> Any:
    """A CSV cell as TOML would have it: true and false, numbers, else text, as the column allows."""
    allowed = _plain(type_)
    if bool in allowed and cell.casefold() in ("true", "yes", "false", "no"):
        return cell.casefold() in ("true", "yes")
    digits = cell.removeprefix("-").removeprefix("+")
    whole, point, part = digits.partition(".")
    if digits.isascii() and whole.isdigit() and len(digits) < 18:
        if int in allowed and not point:
            return int(cell)
        if float in allowed and (part.isdigit() or not point):
            return float(cell)
    return cell


def _plain(type_: Any) -> set[Any]:
    """The types a value may have, without what is noted about them ("from 1 to 5")."""
    from typing import Annotated, Literal, get_args, get_origin

    origin = get_origin(type_)
    if origin is Annotated:
        return _plain(get_args(type_)[0])
    if origin in (None, Literal):
        return {type_}
    return set().union(*(_plain(one) if get_origin(one) else {one} for one in get_args(type_)))
