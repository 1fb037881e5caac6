"""On which line of a TOML text each key stands, for messages about what a parser has already read.

The text is known to be valid, so this scans loosely: strings, comments and brackets are all it must tell
apart. Not a parser, and run only when there is something to complain of.
"""

from __future__ import annotations

from contextlib import suppress

Path = tuple[str | int, ...]

SPACE = " \t\r"
ENDS = ",]}\n#"


def key_lines(text: str) -> dict[Path, int]:
    """Key path → line from 1. A path holds table and key names and the places in lists, from 0."""
    scanner = _Scanner(text)
    with suppress(
        IndexError, RecursionError
    ):  # too deep: what is found stands, the rest has its nearest parent
        scanner.document()
    return scanner.lines


def line_of(lines: dict[Path, int], path: Path) -> int | None:
    """The line of a key, or of the nearest thing around it that has one."""
    for end in range(len(path), 0, -1):
        if path[:end] in lines:
            return lines[path[:end]]
    return None


class _Scanner:
    def __init__(self, text: str) -> None:
        self.text = text + "\n\0"
        self.at = 0
        self.line = 1
        self.lines: dict[Path, int] = {}
        self.counts: dict[Path, int] = {}

    def document(self) -> None:
        table: Path = ()
        while True:
            self._blank()
            char = self.text[self.at]
            if char == "\0":
                return
            if char == "[":
                table = self._header()
            else:
                self._pair(table, ENDS)

    def _blank(self) -> None:
        """Over spaces, line ends and comments."""
        while True:
            char = self.text[self.at]
            if char == "\n":
                self.line += 1
            elif char == "#":
                self.at = self.text.index("\n", self.at)
                continue
            elif char not in SPACE:
                return
            self.at += 1

    def _header(self) -> Path:
        many = self.text.startswith("[[", self.at)
        self.at += 2 if many else 1
        table = self._resolve(self._keys("]"))
        self.at += 2 if many else 1
        if many:
            place = self.counts.get(table, -1) + 1
            self.counts[table] = place
            self.lines.setdefault(table, self.line)
            table = (*table, place)
        self.lines.setdefault(table, self.line)
        return table

    def _resolve(self, keys: list[str]) -> Path:
        """A table name in full: a part that is a list of tables means its newest member."""
        path: Path = ()
        for index, key in enumerate(keys):
            path = (*path, key)
            if index < len(keys) - 1 and path in self.counts:
                path = (*path, self.counts[path])
        return path

    def _keys(self, end: str) -> list[str]:
        """A dotted key, up to and excluding `end`."""
        keys = []
        while True:
            self._spaces()
            char = self.text[self.at]
            if char in "\"'":
                start = self.at + 1
                self._string()
                keys.append(self.text[start : self.at - 1])
            else:
                start = self.at
                while self.text[self.at] not in f". \t{end}=\n\0":
                    self.at += 1
                keys.append(self.text[start : self.at])
            self._spaces()
            if self.text[self.at] != ".":
                return keys
            self.at += 1

    def _spaces(self) -> None:
        while self.text[self.at] in SPACE:
            self.at += 1

    def _pair(self, table: Path, ends: str) -> None:
        line = self.line
        path = (*table, *self._keys("="))
        self.lines.setdefault(path, line)
        if self.text[self.at] == "=":
            self.at += 1
        self._spaces()
        self._value(path, ends)

    def _value(self, path: Path, ends: str) -> None:
        char = self.text[self.at]
        if char in "\"'":
            self._string()
        elif char == "[":
            self._list(path)
        elif char == "{":
            self._inline(path)
        else:
            while self.text[self.at] not in ends:
                self.at += 1

    def _list(self, path: Path) -> None:
        self.at += 1
        place = 0
        while True:
            self._blank()
            if self.text[self.at] == "]":
                self.at += 1
                return
            if self.text[self.at] == ",":
                self.at += 1
                continue
            self.lines.setdefault((*path, place), self.line)
            self._value((*path, place), ENDS)
            place += 1

    def _inline(self, path: Path) -> None:
        self.at += 1
        while True:
            self._blank()
            if self.text[self.at] == "}":
                self.at += 1
                return
            if self.text[self.at] == ",":
                self.at += 1
                continue
            self._pair(path, ENDS)

    def _string(self) -> None:
        quote = self.text[self.at]
        long = self.text.startswith(quote * 3, self.at)
        end = quote * 3 if long else quote
        start = self.at
        self.at += len(end)
        while not self.text.startswith(end, self.at):
            if self.text[self.at] == "\\" and quote == '"':
                self.at += 1
            self.at += 1
        self.at += len(end)
        while long and self.text[self.at] == quote:
            self.at += 1
        self.line += self.text.count("\n", start, self.at)
