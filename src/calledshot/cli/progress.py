"""A progress bar on stderr for long work, on a terminal only; rich is imported when a bar is really drawn.

Reading moves with the bytes read, refereeing with the lines of the events it has seen: a reader is far ahead
of a referee.
"""

from __future__ import annotations

import io
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO, cast

if TYPE_CHECKING:
    from calledshot.transcript.event import Event

LARGE = 8 << 20
"""Bytes from which on reading is long enough for a bar."""
LARGE_FIGHT = 256 << 10
"""The same for refereeing, which takes far longer: some seconds."""
STEP = 200
"""Events between two moves of the bar: often enough to be seen moving, too rarely to cost anything."""

Opener = Callable[[str], BinaryIO | None]


@contextmanager
def watched(paths: Sequence[str]) -> Iterator[Opener | None]:
    """How to open each path so that reading it moves a bar; None where no bar is wanted."""
    size = _size(paths)
    if size < LARGE or not sys.stderr.isatty():
        yield None
        return
    from rich.progress import DownloadColumn

    with _bar("reading", DownloadColumn()) as progress:
        task = progress.add_task("reading", total=size)

        def opener(path: str) -> BinaryIO | None:
            if not Path(path).is_file():
                return None
            return cast(
                BinaryIO, io.BufferedReader(_Counted(path, lambda read: progress.advance(task, read)))
            )

        yield opener


@contextmanager
def refereeing(paths: Sequence[str]) -> Iterator[Callable[[Event], None] | None]:
    """What to show each event so that a bar moves; None where no bar is wanted."""
    if _size(paths) < LARGE_FIGHT or not sys.stderr.isatty():
        yield None
        return
    from rich.progress import MofNCompleteColumn, TextColumn, TimeRemainingColumn

    columns = (MofNCompleteColumn(), TextColumn("lines"), TimeRemainingColumn())
    with _bar("refereeing", *columns) as progress:
        total = sum(map(_lines, paths))
        task = progress.add_task("refereeing", total=total)
        seen = 0
        reached: dict[str | None, int] = {}

        def watch(event: Event) -> None:
            nonlocal seen
            seen += 1
            if event.source is not None:
                reached[event.source.file] = event.source.end_line
            if seen % STEP == 0:
                progress.update(task, completed=min(total, sum(reached.values())))

        yield watch


def _bar(doing: str, *columns: Any) -> Any:
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn

    return Progress(TextColumn(doing), BarColumn(), *columns, console=Console(stderr=True), transient=True)


def _size(paths: Sequence[str]) -> int:
    return sum(Path(path).stat().st_size for path in paths if Path(path).is_file())


def _lines(path: str) -> int:
    """The lines of a file, by its line ends (CR LF, LF or CR)."""
    if not Path(path).is_file():
        return 0
    with Path(path).open("rb") as stream:
        count = carriage = 0
        while block := stream.read(1 << 20):
            count += block.count(b"\n")
            carriage += block.count(b"\r")
    return max(count, carriage)


class _Counted(io.FileIO):
    """A file that tells how much of it was read."""

    def __init__(self, path: str, told: Callable[[int], None]) -> None:
        super().__init__(path)
        self._told = told

    def readinto(self, buffer: bytearray | memoryview) -> int:  # type: ignore[override]
        read = super().readinto(buffer) or 0
        self._told(read)
        return read
