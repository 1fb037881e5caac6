"""A live helper's journal read as a transcript: the events as the referee saw them, in their order.

Reads only, while the helper may be writing; SQLite needs nothing but Python, PostgreSQL its driver. What a
journal is and how it is written is `live.journal`'s; of its tables this knows those of the events.
"""

from __future__ import annotations

import io
from collections.abc import Generator, Iterable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any, BinaryIO, cast

from msgspec import MsgspecError
from msgspec.structs import replace

from calledshot.errors import TranscriptError
from calledshot.finding import Finding
from calledshot.transcript.decode import Block
from calledshot.transcript.event import Event, Source, from_json
from calledshot.transcript.formats.base import Context, Format, Head, numbered

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
_EVENTS = f"SELECT data FROM {PREFIX}events ORDER BY seq"


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


def open_file(path: Path, name: str) -> BinaryIO:
    """The events of an SQLite journal as lines. Raises TranscriptError where it is none."""
    import sqlite3
    from urllib.parse import quote

    file = quote(str(path.resolve()))
    options = ["mode=ro"]
    if not path.with_name(path.name + "-wal").exists():
        options.append("immutable=1")  # nobody writes: then it may lie where nothing can be laid beside it
    for option in options:
        try:
            connection = sqlite3.connect(f"file:{file}?{option}", uri=True, timeout=10)
            return _stream(_rows(connection, name, sqlite3.Error), name)
        except sqlite3.Error as error:
            if option == options[-1]:
                raise TranscriptError(f"{name}: cannot be read as a database ({error})") from None
    raise AssertionError  # the loop has returned or raised


def open_bytes(stream: BinaryIO, name: str) -> BinaryIO:
    """The same of a journal that is no file, such as one that comes through a pipe."""
    import sqlite3

    data = bytearray(stream.read())
    data[18:20] = b"\x01\x01"  # "no write-ahead log": a copy in memory has none
    connection = sqlite3.connect(":memory:")
    try:
        connection.deserialize(bytes(data))
        return _stream(_rows(connection, name, sqlite3.Error), name)
    except sqlite3.Error as error:
        connection.close()
        raise TranscriptError(f"{name}: cannot be read as a database ({error})") from None


def open_url(url: str, name: str) -> BinaryIO:
    """The same of a journal on a PostgreSQL server."""
    try:
        import psycopg
    except ImportError:
        raise TranscriptError(
            f'{name}: reading it needs a driver: pip install "calledshot[postgresql]"'
        ) from None
    try:
        connection = psycopg.connect(
            "postgresql://" + url.partition("://")[2], connect_timeout=10, autocommit=False
        )
        return _stream(_rows(connection, name, psycopg.Error), name)
    except psycopg.Error as error:
        raise TranscriptError(f"{name}: cannot be read ({_first_line(error)})") from None


def _rows(connection: Any, name: str, errors: type[Exception]) -> Generator[str, None, None]:
    """The events' JSON, checked for being a journal's before the first is given."""
    try:
        version = connection.execute(_VERSION).fetchone()
    except errors as error:
        connection.close()
        if not any(words in str(error) for words in NO_TABLE):
            raise
        raise TranscriptError(
            f"{name}: is a database, but no journal of calledshot's; give the saved chat log or the journal"
        ) from None
    if version is None or str(version[0]) != str(SCHEMA):
        connection.close()
        raise TranscriptError(
            f"{name}: is a journal of another version of calledshot (schema {version and version[0]}, and "
            f"this one knows {SCHEMA})"
        )
    return _data(connection, name, errors)


def _data(connection: Any, name: str, errors: type[Exception]) -> Generator[str, None, None]:
    """Rows as they are asked for: a server's cursor gives them so by a name only."""
    cursor = connection.cursor(name="calledshot") if hasattr(connection, "pgconn") else connection.cursor()
    try:
        cursor.execute(_EVENTS)
        for (data,) in cursor:
            yield data
    except errors as error:
        raise TranscriptError(f"{name}: the journal breaks off ({_first_line(error)})") from None
    finally:
        with suppress(errors):
            cursor.close()
        connection.close()


def _first_line(error: Exception) -> str:
    return (str(error).strip().splitlines() or [type(error).__name__])[0][:200]


def _stream(rows: Generator[str, None, None], name: str) -> BinaryIO:
    return cast(BinaryIO, _Lines(rows, name))


class _Lines(io.RawIOBase):
    """Rows as the lines of a stream, fetched as they are read."""

    def __init__(self, rows: Generator[str, None, None], name: str) -> None:
        self._rows = rows
        self._ready = b""
        self.name = name
        first = next(rows, None)
        if first is None:
            self.close()
            raise TranscriptError(f"{name}: the journal holds no events yet")
        self._ready = first.encode() + b"\n"

    def readable(self) -> bool:
        return True

    def read(self, size: int = -1) -> bytes:
        parts, length = [self._ready], len(self._ready)
        while size < 0 or length < size:
            row = next(self._rows, None)
            if row is None:
                break
            parts.append(row.encode() + b"\n")
            length += len(parts[-1])
        data = b"".join(parts)
        cut = len(data) if size < 0 else size
        self._ready = data[cut:]
        return data[:cut]

    def close(self) -> None:
        if not self.closed:
            self._rows.close()  # and with it what it reads from
        super().close()


def sniff(head: Head) -> float:
    """Never by its lines: it is known by being a database."""
    return 0.0


def read(blocks: Iterable[Block], ctx: Context) -> Iterator[Event | Finding]:
    """The events with the numbers they had when they were ruled on; a line is a row, counted from 1."""
    for number, line in numbered(blocks):
        try:
            event = from_json(line)
        except (MsgspecError, RecursionError, ValueError):
            yield ctx.unread(line, number)
            continue
        yield replace(event, source=Source(ctx.file, number, number))


FORMAT = Format(
    name="journal",
    title="calledshot journal",
    evidence="ours",
    extensions=(".db", ".journal"),
    sniff=sniff,
    read=read,
)
