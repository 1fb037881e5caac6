"""Reads the events of a live helper's journal out of its database, as the lines of a stream.

Reads only, while the helper may be writing; SQLite needs nothing but Python, PostgreSQL its driver. What a
journal is and how it is written is `live.journal`'s; of its tables this knows those of the events.
"""

from __future__ import annotations

import io
from collections.abc import Generator, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, BinaryIO, NamedTuple, cast

from calledshot.errors import TranscriptError

PREFIX = "calledshot_"
"""How the names of all tables of a journal begin, in a database that others may use too."""
SCHEMA = 1
"""The version of the tables; a journal of another one is refused."""
APPLICATION = 0x43537331
"""What SQLite's header says whose file it is ("CSs1")."""
MAGIC = b"SQLite format 3\x00"
NO_TABLE = ("no such table", "no such column", "does not exist")
"""What SQLite and PostgreSQL say where our tables are not."""

_VERSION = f"SELECT value FROM {PREFIX}meta WHERE name = 'schema'"
_EVENTS = f"SELECT seq, data, room FROM {PREFIX}events ORDER BY seq"
_ROOMS = f"SELECT room, min(seq) FROM {PREFIX}events GROUP BY room ORDER BY 2"

Place = str | Path | BinaryIO
"""A path, the URL of a server's database, or the bytes of a file."""


class _Open(NamedTuple):
    """A database that is a journal, and what its driver raises."""

    connection: Any
    errors: type[Exception]


def is_url(source: object) -> bool:
    """Whether a path that somebody gave is the URL of a journal on a server."""
    return isinstance(source, str) and source.startswith(
        ("postgresql://", "postgres://", "postgresql+psycopg:")
    )


def shown(where: str) -> str:
    """A path or URL as it may be printed: without a password, wherever in a URL it stands."""
    scheme, separator, rest = where.partition("://")
    if not separator:
        return where
    rest, _, query = rest.partition("?")
    authority, slash, path = rest.partition("/")
    login, at, host = authority.rpartition("@")
    kept = [part for part in query.split("&") if part and "password" not in part.lower()]
    return f"{scheme}://{login.partition(':')[0]}{at}{host}{slash}{path}{'?' if kept else ''}{'&'.join(kept)}"


def begins_as_one(stream: BinaryIO) -> bool:
    """Whether a stream begins as an SQLite file does; it is left where it was. False for a pipe that cannot
    be looked into."""
    try:
        peek = getattr(stream, "peek", None)
        if peek is not None:
            return bool(peek(len(MAGIC))[: len(MAGIC)] == MAGIC)
        if not stream.seekable():
            return False
        place = stream.tell()
        head = stream.read(len(MAGIC))
        stream.seek(place)
    except (OSError, ValueError, AttributeError):
        return False
    return head == MAGIC


def lines(source: Place, name: str, room: str | None = None) -> BinaryIO:
    """The events as lines of "SEQ JSON", of one room if it is named ("" is none). Raises TranscriptError
    where this is no journal, or holds nothing."""
    return cast(BinaryIO, _Lines(_rows(_open(source, name), name, room), name))


def rooms(source: str) -> list[str]:
    """The rooms that a journal has events of, in the order of their first; none where `source` is no journal
    that can be opened more than once. Raises TranscriptError for a journal that cannot be read."""
    if not is_url(source):
        try:
            with Path(source).open("rb") as file:
                if source == "-" or not begins_as_one(file):
                    return []
        except (OSError, ValueError):
            return []
    opened = _open(source if is_url(source) else Path(source), shown(source))
    with _closing(opened, shown(source)) as cursor:
        cursor.execute(_ROOMS)
        return list(dict.fromkeys(room or "" for room, _ in cursor))


# -- opening --------------------------------------------------------------------------------------------


def _open(source: Place, name: str) -> _Open:
    if isinstance(source, str):
        return _server(source, name)
    if isinstance(source, Path):
        return _file(source, name)
    return _memory(source, name)


def _file(path: Path, name: str) -> _Open:
    import sqlite3
    from urllib.parse import quote

    file = quote(str(path.resolve()))
    options = ["mode=ro"]
    if not path.with_name(path.name + "-wal").exists():
        options.append("immutable=1")  # nobody writes: then it may lie where nothing can be laid beside it
    for option in options:
        try:
            connection = sqlite3.connect(f"file:{file}?{option}", uri=True, timeout=10)
            return _checked(_Open(connection, sqlite3.Error), name)
        except sqlite3.Error as error:
            if option == options[-1]:
                raise TranscriptError(f"{name}: cannot be read as a database ({error})") from None
    raise AssertionError  # the loop has returned or raised


def _memory(stream: BinaryIO, name: str) -> _Open:
    """A journal that is no file, such as one that comes through a pipe."""
    import sqlite3

    data = bytearray(stream.read())
    data[18:20] = b"\x01\x01"  # "no write-ahead log": a copy in memory has none
    connection = sqlite3.connect(":memory:")
    try:
        connection.deserialize(bytes(data))
        return _checked(_Open(connection, sqlite3.Error), name)
    except sqlite3.Error as error:
        connection.close()
        raise TranscriptError(f"{name}: cannot be read as a database ({error})") from None


def _server(url: str, name: str) -> _Open:
    try:
        import psycopg
    except ImportError:
        raise TranscriptError(
            f'{name}: reading it needs a driver: pip install "calledshot[postgresql]"'
        ) from None
    try:
        connection = psycopg.connect("postgresql://" + url.partition("://")[2], connect_timeout=10)
        return _checked(_Open(connection, psycopg.Error), name)
    except psycopg.Error as error:
        raise TranscriptError(f"{name}: cannot be read ({_first_line(error)})") from None


def _checked(opened: _Open, name: str) -> _Open:
    """It is a journal of a version that we know; what else the driver has to say is raised as it is."""
    try:
        version = opened.connection.execute(_VERSION).fetchone()
    except opened.errors as error:
        opened.connection.close()
        if not any(words in str(error) for words in NO_TABLE):
            raise
        raise TranscriptError(
            f"{name}: is a database, but no journal of calledshot's; give the saved chat log or the journal"
        ) from None
    if version is None or str(version[0]) != str(SCHEMA):
        opened.connection.close()
        raise TranscriptError(
            f"{name}: is a journal of another version of calledshot (schema {version and version[0]}, and "
            f"this one knows {SCHEMA})"
        )
    return opened


# -- reading --------------------------------------------------------------------------------------------


@contextmanager
def _closing(opened: _Open, name: str) -> Iterator[Any]:
    """A cursor, and an end to it all. A server gives rows as they are asked for by a named one only."""
    connection, errors = opened
    cursor = connection.cursor(name="calledshot") if hasattr(connection, "pgconn") else connection.cursor()
    try:
        yield cursor
    except errors as error:
        raise TranscriptError(f"{name}: the journal breaks off ({_first_line(error)})") from None
    finally:
        with suppress(errors):
            cursor.close()
        connection.close()


def _rows(opened: _Open, name: str, wanted: str | None) -> Generator[bytes, None, None]:
    with _closing(opened, name) as cursor:
        cursor.execute(_EVENTS)
        for seq, data, room in cursor:
            if wanted is None or (room or "") == wanted:
                yield f"{seq} {data}\n".encode()


def _first_line(error: Exception) -> str:
    return (str(error).strip().splitlines() or [type(error).__name__])[0][:200]


class _Lines(io.RawIOBase):
    """Rows as the bytes of a stream, fetched as they are read."""

    def __init__(self, rows: Generator[bytes, None, None], name: str) -> None:
        self._rows = rows
        self.name = name
        first = next(rows, None)
        if first is None:
            self.close()
            raise TranscriptError(f"{name}: the journal holds no events yet")
        self._ready = first

    def readable(self) -> bool:
        return True

    def read(self, size: int = -1) -> bytes:
        parts, length = [self._ready], len(self._ready)
        while size < 0 or length < size:
            row = next(self._rows, None)
            if row is None:
                break
            parts.append(row)
            length += len(row)
        data = b"".join(parts)
        cut = len(data) if size < 0 else size
        self._ready = data[cut:]
        return data[:cut]

    def close(self) -> None:
        if not self.closed:
            self._rows.close()  # and with it what it reads from
        super().close()
