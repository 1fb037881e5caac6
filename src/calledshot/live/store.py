"""The journal's tables and the one connection that writes them: SQLite by a path, PostgreSQL by a URL.

Opens, locks, creates, refuses what is not ours. What is written when is decided by `journal`.
"""

from __future__ import annotations

import os
import sqlite3
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any, NoReturn

from calledshot.errors import CalledshotError, UsageError
from calledshot.transcript.journals import APPLICATION, PREFIX, SCHEMA, shown

try:
    import sqlalchemy as sa
    from sqlalchemy.exc import SQLAlchemyError
    from sqlalchemy.pool import StaticPool
except ImportError:  # pragma: no cover - said below, where somebody wants a journal
    raise UsageError('the journal needs SQLAlchemy: pip install "calledshot[live]"') from None


class JournalError(CalledshotError):
    """The journal cannot be used, or could not be written. Nothing may be ruled on after that."""


tables = sa.MetaData()

meta = sa.Table(
    PREFIX + "meta",
    tables,
    sa.Column("name", sa.Text, primary_key=True),
    sa.Column("value", sa.Text, nullable=False),
)
messages = sa.Table(
    PREFIX + "messages",
    tables,
    sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("feed", sa.Text, nullable=False),
    sa.Column("room", sa.Text, nullable=False),
    sa.Column("id", sa.Text),  # None is never equal to None: what has no id is never a duplicate
    sa.Column("what", sa.Text, nullable=False),
    sa.Column("data", sa.Text, nullable=False),
    sa.Column("settled", sa.Boolean, nullable=False),
    sa.UniqueConstraint("feed", "room", "id", "what", name=PREFIX + "once"),
)
events = sa.Table(
    PREFIX + "events",
    tables,
    sa.Column("seq", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("number", sa.Integer, nullable=False, index=True),
    sa.Column("room", sa.Text),
    sa.Column("data", sa.Text, nullable=False),
)
outbox = sa.Table(
    PREFIX + "outbox",
    tables,
    sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("place", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("key", sa.Text, nullable=False, unique=True),
    sa.Column("room", sa.Text),
    sa.Column("recipient", sa.Text),
    sa.Column("data", sa.Text, nullable=False),
    sa.Column("state", sa.Text, nullable=False, index=True),
    sa.Column("id", sa.Text),
)
positions = sa.Table(
    PREFIX + "positions",
    tables,
    sa.Column("feed", sa.Text, primary_key=True),
    sa.Column("position", sa.Text, nullable=False),
)


class Store:
    """An open journal: `writing` is one transaction. With `write` it is the only writer there is; without,
    a look at somebody else's journal."""

    def __init__(self, where: str, *, write: bool = True, full: bool = False) -> None:
        self.where = shown(where)
        self.write = write
        self._lock: IO[Any] | None = None
        url = _url(where)
        self.file = _file(url)
        self._full = full
        self._ours = False
        try:
            if url.get_backend_name() == "sqlite":
                self.engine = self._sqlite(url)
            else:
                self.engine = self._postgresql(url)
            self.connection = self.engine.connect()
        except BaseException as error:
            self._unlock()
            self._explain(error)
        try:
            if write and self.file is None and url.get_backend_name() != "sqlite":
                self._lock_server()
            self._prepare()
        except BaseException as error:
            self.close()
            self._explain(error)

    # -- opening --------------------------------------------------------------------------------------

    def _sqlite(self, url: sa.URL) -> sa.Engine:
        if self.file is not None:
            if not self.write and not self.file.is_file():
                raise JournalError(f"{self.where}: there is no such journal")
            if self.write:
                self._lock_file(self.file)
                _create_private(self.file)
            else:
                url = url.set(database=f"file:{_quoted(self.file)}", query={"mode": "ro", "uri": "true"})
        engine = sa.create_engine(
            url, poolclass=StaticPool, hide_parameters=True, connect_args={"timeout": 10}
        )
        sa.event.listen(engine, "connect", self._on_connect)
        begin = "BEGIN IMMEDIATE" if self.write else "BEGIN"
        sa.event.listen(engine, "begin", lambda connection: connection.exec_driver_sql(begin))
        return engine

    def _on_connect(self, connection: Any, record: object) -> None:
        connection.isolation_level = None  # transactions are begun by us, not guessed by the driver

    def _pragma(self, *statements: str) -> None:
        """What SQLite takes outside a transaction only."""
        self.connection.rollback()
        raw = self.connection.connection.driver_connection
        if raw is not None:
            for statement in statements:
                raw.execute(f"PRAGMA {statement}").fetchall()

    def _tune(self) -> None:
        # WAL with synchronous NORMAL: a commit is in the operating system's hands when it returns, so that
        # no death of this process, kill -9 included, loses it; and no fsync stands between an event and its
        # ruling. A power cut or a crash of the system may lose the commits since the last checkpoint (the
        # file stays sound): the feed's position goes with them, so a service with a history gives them
        # again, and of others there is a gap notice. `journal_sync = "full"` makes every commit wait for
        # the disk instead.
        self._pragma("journal_mode = WAL", f"synchronous = {'FULL' if self._full else 'NORMAL'}")

    def _postgresql(self, url: sa.URL) -> sa.Engine:
        # One connection for the whole life: the advisory lock below lives as long as it does. Commits wait
        # for the server's disk as the server is set to.
        patience = {"connect_timeout": 10}
        return sa.create_engine(url, poolclass=StaticPool, hide_parameters=True, connect_args=patience)

    def _prepare(self) -> None:
        found = set(sa.inspect(self.connection).get_table_names())
        self.connection.rollback()
        if meta.name not in found:
            if self.file is not None and found:
                raise JournalError(f"{self.where}: is a database of something else; name another file")
            if not self.write:
                raise JournalError(f"{self.where}: holds no journal of calledshot's")
            self._create()
        elif self.write and self.file is not None:
            self._tune()
        version = self.get("schema")
        if version != str(SCHEMA):
            raise JournalError(
                f"{self.where}: was written by another version of calledshot (schema {version}, and this one "
                f"knows {SCHEMA}): use that version, or name another journal"
            )
        self._ours = True

    def _create(self) -> None:
        if self.file is not None:
            self._pragma(f"application_id = {APPLICATION}")
            self._tune()
        with self.writing() as connection:
            tables.create_all(connection)
            connection.execute(meta.insert().values(name="schema", value=str(SCHEMA)))

    # -- one writer -----------------------------------------------------------------------------------

    def _lock_file(self, file: Path) -> None:
        """Held by the process, and gone with it however it dies; what is written in it is for people."""
        lock = file.with_name(file.name + ".lock")
        try:
            file.parent.mkdir(parents=True, exist_ok=True)
            handle = lock.open("a+", encoding="ascii", errors="replace")
        except OSError as error:
            raise JournalError(f"{self.where}: cannot be written: {error.strerror or error}") from None
        for wait in (0.05, 0.1, 0.2, 0.0):  # somebody may just be asking whether it is held
            if _locked(handle):
                break
            time.sleep(wait)
        else:
            handle.seek(0)
            owner = handle.read(20).strip()
            handle.close()
            by = f" (process {owner})" if owner.isdigit() else ""
            raise JournalError(
                f"{self.where}: another calledshot is writing this journal{by}: stop it, or name another"
            )
        handle.truncate(0)
        handle.write(f"{os.getpid()}\n")
        handle.flush()
        self._lock = handle

    def _lock_server(self) -> None:
        """The same on a server, for each schema that may hold a journal; gone with the connection, which a
        server may notice a moment after the death of a process."""
        statement = "SELECT pg_try_advisory_lock(%s, hashtext(coalesce(current_schema()::text, '')))"
        for wait in (0.1, 0.3, 0.6, 1.0, 0.0):
            got = self.connection.exec_driver_sql(statement, (APPLICATION,)).scalar()
            self.connection.commit()
            if got:
                return
            time.sleep(wait)
        raise JournalError(
            f"{self.where}: another calledshot is writing this journal: stop it, or name another"
        )

    def writer(self) -> int | None:
        """The process that writes the journal we look at, 0 where it is another machine's or says no number;
        None where nobody does."""
        if self.file is not None:
            return _owner(self.file.with_name(self.file.name + ".lock"))
        if self.connection.dialect.name == "sqlite":
            return None
        with self.writing() as connection:
            statement = "SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND classid = %s"
            statement += " AND objid = hashtext(coalesce(current_schema()::text, ''))::bigint & 4294967295"
            statement += " AND database = (SELECT oid FROM pg_database WHERE datname = current_database())"
            return 0 if connection.exec_driver_sql(statement, (APPLICATION,)).scalar() else None

    def _unlock(self) -> None:
        if self._lock is not None:
            self._lock.close()
            self._lock = None

    # -- using ----------------------------------------------------------------------------------------

    @contextmanager
    def writing(self) -> Iterator[sa.Connection]:
        """One transaction, committed at the end. Whatever goes wrong with the database is a JournalError."""
        try:
            with self.connection.begin():
                yield self.connection
        except SQLAlchemyError as error:
            self._explain(error)

    def get(self, name: str) -> str | None:
        with self.writing() as connection:
            return connection.execute(sa.select(meta.c.value).where(meta.c.name == name)).scalar()

    def put(self, name: str, value: str) -> None:
        with self.writing() as connection:
            connection.execute(meta.delete().where(meta.c.name == name))
            connection.execute(meta.insert().values(name=name, value=value))

    def close(self) -> None:
        """Leaves an SQLite journal in one file, where nobody else is just reading it."""
        try:
            if self._ours and self.write and self.file is not None:
                self._pragma("busy_timeout = 0", "journal_mode = DELETE")
        except Exception:
            pass  # then the write-ahead log stays beside it, and is read with it
        try:
            self.connection.close()
            self.engine.dispose()
        except SQLAlchemyError:
            pass
        self._unlock()

    def _explain(self, error: BaseException) -> NoReturn:
        """In words, and without the values that the statement held: they may be somebody's secret."""
        if not isinstance(error, SQLAlchemyError | sqlite3.Error | ImportError):
            raise error
        if isinstance(error, ImportError):
            raise JournalError(
                f'{self.where}: needs a driver that is missing: pip install "calledshot[postgresql]"'
            ) from None
        cause = error if isinstance(error, sqlite3.Error) else getattr(error, "orig", None)
        if isinstance(error, sa.exc.IntegrityError):
            words = type(cause).__name__  # the driver quotes values
        else:
            words = " ".join(str(cause if cause is not None else type(error).__name__).split())[:200]
        raise JournalError(f"{self.where}: the journal cannot be used: {words}") from None


def _url(where: str) -> sa.URL:
    if "://" not in where:
        return sa.URL.create("sqlite", database=where)
    try:
        url = sa.make_url(where)
    except (SQLAlchemyError, ValueError):
        raise JournalError(
            f"{shown(where)}: not a path and not a URL such as postgresql://host/name"
        ) from None
    backend, _, driver = url.drivername.partition("+")
    if backend in ("postgresql", "postgres") and driver in ("", "psycopg"):
        return url.set(drivername="postgresql+psycopg")
    if backend == "sqlite" and driver in ("", "pysqlite"):
        return url
    raise JournalError(f"{shown(where)}: a journal is kept in SQLite (a path) or PostgreSQL (postgresql://…)")


def _file(url: sa.URL) -> Path | None:
    """The file of an SQLite journal; None in memory and on a server."""
    if url.get_backend_name() != "sqlite" or url.database in (None, "", ":memory:"):
        return None
    return Path(str(url.database)).resolve()


def _quoted(path: Path) -> str:
    from urllib.parse import quote

    return quote(str(path))


def _create_private(file: Path) -> None:
    """A new journal may be read by its owner alone: it holds what people whispered. What SQLite lays beside
    it takes the same rights."""
    try:
        os.close(os.open(file, os.O_RDWR | os.O_CREAT, 0o600))
    except OSError as error:
        raise JournalError(f"{file}: cannot be written: {error.strerror or error}") from None


def _owner(lock: Path) -> int | None:
    """Who holds a lock file; asked by trying to hold it for a moment."""
    try:
        handle = lock.open("r+" if sys.platform == "win32" else "r", encoding="ascii", errors="replace")
    except OSError:
        return None
    with handle:
        if _locked(handle):
            return None
        handle.seek(0)
        number = handle.read(20).strip()
        return int(number) if number.isdigit() else 0


def _locked(handle: IO[Any]) -> bool:
    try:
        if sys.platform == "win32":
            import msvcrt

            handle.seek(1 << 20)  # beyond what is written, so that the number can be read
            msvcrt.locking(handle.fileno(), msvcrt.LK_NBLCK, 1)
        else:
            import fcntl

            fcntl.flock(handle.fileno(), fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True
