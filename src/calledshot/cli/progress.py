"""A progress bar on stderr for long work, on a terminal only; rich is imported when a bar is really drawn."""

from __future__ import annotations

import io
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO, cast

LARGE = 8 << 20
"""Bytes from which on work is long enough for a bar."""

Opener = Callable[[str], BinaryIO | None]


@contextmanager
def watched(paths: Sequence[str]) -> Iterator[Opener | None]:
    """How to open each path so that reading it moves a bar; None where no bar is wanted."""
    size = sum(Path(path).stat().st_size for path in paths if Path(path).is_file())
    if size < LARGE or not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.progress import BarColumn, DownloadColumn, Progress, TextColumn

    columns = (TextColumn("reading"), BarColumn(), DownloadColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task("reading", total=size)

        def opener(path: str) -> BinaryIO | None:
            if not Path(path).is_file():
                return None
            return cast(
                BinaryIO, io.BufferedReader(_Counted(path, lambda read: progress.advance(task, read)))
            )

        yield opener


class _Counted(io.FileIO):
    """A file that tells how much of it was read."""

    def __init__(self, path: str, told: Callable[[int], None]) -> None:
        super().__init__(path)
        self._told = told

    def readinto(self, buffer: bytearray | memoryview) -> int:  # type: ignore[override]
        read = super().readinto(buffer) or 0
        self._told(read)
        return read
