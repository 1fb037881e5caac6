"""The live helper's log: one JSON object a line, for people with `jq` and for programs.

What is logged are ids, lengths, rooms and states; nobody's words. Two things make sure of it beyond the
habit: an error is told by its kind and place and never by its text, and every password in use is cut out of
every line. Where lines go is decided here; what is logged, by those who log.
"""

from __future__ import annotations

import logging
import os
import ssl
import sys
from collections.abc import Callable, Iterable, Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import IO, Any

import msgspec

from calledshot.errors import CalledshotError, UsageError
from calledshot.live.config import Secret, Secrets
from calledshot.live.hub import where

LEVELS = ("debug", "info", "warning", "error")
ROOT = "calledshot.live"
CUT = "…"
SHORTEST = 4
"""A password of fewer characters is not cut out: it would cut words to pieces, and protects nothing."""
LONGEST = 2000
"""Characters of one value in a log."""

_OWN = frozenset(vars(logging.makeLogRecord({}))) | {"message", "asctime", "taskName"}
"""What every record has; all else on one was given by who logged."""


class JsonLines(logging.Formatter):
    """A record as one JSON object: `at`, `level`, `from`, `said`, then what else was given."""

    def __init__(self, secrets: Iterable[Secret] = ()) -> None:
        super().__init__()
        self._secrets = sorted(
            {secret.reveal() for secret in secrets if len(secret.reveal()) >= SHORTEST}, key=len, reverse=True
        )

    def format(self, record: logging.LogRecord) -> str:
        entry: dict[str, Any] = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "from": record.name.removeprefix("calledshot."),
            "said": self._clean(_said(record)),
        }
        entry |= {
            self._clean(key): self._value(value) for key, value in vars(record).items() if key not in _OWN
        }
        if record.exc_info and record.exc_info[1] is not None:
            entry["error"] = where(record.exc_info[1])
        return msgspec.json.encode(entry).decode()

    def _value(self, value: Any) -> Any:
        if value is None or isinstance(value, bool | int):
            return value
        if isinstance(value, float):
            return value if value == value and abs(value) != float("inf") else str(value)
        if isinstance(value, BaseException):
            return where(value)
        if isinstance(value, Mapping):
            return {self._clean(str(key)): self._value(one) for key, one in value.items()}
        if isinstance(value, list | tuple | set | frozenset):
            return [self._value(one) for one in value]
        return self._clean(str(value))

    def _clean(self, text: str) -> str:
        for secret in self._secrets:
            text = text.replace(secret, CUT)
        text = text.encode("utf-8", "replace").decode()
        return text if len(text) <= LONGEST else text[: LONGEST - 1] + CUT


def _said(record: logging.LogRecord) -> str:
    """The message; arguments that are errors are told by kind and place, not by their words. What a library
    says may quote anything (asyncio the words of an error, nio those of a message), so that only where it
    says so is told."""
    if record.name != ROOT and not record.name.startswith(ROOT + "."):
        return f"{record.name} has something to say at {record.filename}:{record.lineno}"
    given = record.args
    if isinstance(given, tuple):
        safe: Any = tuple(_Safe(one) if isinstance(one, BaseException) else one for one in given)
    elif isinstance(given, Mapping):
        safe = {key: _Safe(one) if isinstance(one, BaseException) else one for key, one in given.items()}
    else:
        return str(record.msg)
    try:
        return str(record.msg) % safe if given else str(record.msg)
    except (TypeError, ValueError, KeyError):
        return str(record.msg)


class _Safe:
    def __init__(self, error: BaseException) -> None:
        # Our own errors are one line made for reading, and hold nobody's words.
        self._shown = str(error) if isinstance(error, CalledshotError) else where(error)

    def __str__(self) -> str:
        return self._shown

    __repr__ = __str__


class _Handler(logging.StreamHandler[IO[str]]):
    def handleError(self, record: logging.LogRecord) -> None:
        """A log that cannot be written is no reason to stop a fight, nor to print the record elsewhere."""


def start(
    level: str = "info", file: Path | str | None = None, secrets: Secrets | None = None
) -> Callable[[], None]:
    """Begin to log; returns what ends it. Raises UsageError for an unknown level or a file that cannot be
    written. Libraries (nio, SQLAlchemy, asyncio) are heard from warnings on, and without their words."""
    if level.lower() not in LEVELS:
        raise UsageError(f"live: --log-level {level}: choose one of {', '.join(LEVELS)}")
    stream: IO[str] = sys.stderr
    if file is not None:
        try:
            stream = _private(Path(file))
        except OSError as error:
            raise UsageError(f"live: --log-file {file}: {error.strerror or error}") from None
    handler = _Handler(stream)
    known = [getattr(secrets, name) for name in Secrets.__struct_fields__] if secrets is not None else []
    handler.setFormatter(JsonLines(one for one in known if one is not None))
    ours, others = logging.getLogger(ROOT), logging.getLogger()
    before = ours.level, ours.propagate, others.level
    ours.setLevel(level.upper())
    ours.propagate = False
    ours.addHandler(handler)
    others.setLevel(logging.WARNING)
    others.addHandler(handler)

    def end() -> None:
        ours.removeHandler(handler)
        others.removeHandler(handler)
        ours.setLevel(before[0])
        ours.propagate = before[1]
        others.setLevel(before[2])
        if file is not None:
            stream.close()

    return end


def _private(path: Path) -> IO[str]:
    """A log is added to, and read by its owner alone: it says who spoke when."""
    import os

    return os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600), "a", encoding="utf-8")


def reason(error: BaseException) -> str:
    """Why there is no connection, as the system says it."""
    if isinstance(error, ssl.SSLError):
        why = getattr(error, "reason", None) or type(error).__name__
        return f"no TLS there ({why.replace('_', ' ').lower()})"
    if not isinstance(error, OSError):
        return str(error) or type(error).__name__
    if error.errno is not None and error.errno > 0:
        return os.strerror(error.errno)  # Python's own words for it repeat the address
    return error.strerror or str(error) or type(error).__name__
