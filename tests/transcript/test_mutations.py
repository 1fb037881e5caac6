"""Fixtures, samples and real logs cut, spliced and spoilt: nothing but a CalledshotError may come out of any
reader, no line may be lost, and twice as long a log may not take much more than twice the time.

A small run here; 200,000 logs in two processes under `make soak`.
"""

from __future__ import annotations

import io
import time
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from functools import partial

import pytest
from mutating import account, corpus, marked_up, survive

from calledshot.errors import CalledshotError, TranscriptError
from calledshot.transcript import Event, open_transcript
from calledshot.transcript.formats import all_formats

FORMATS = [one.name for one in all_formats() if one.name != "journal"]
WHOLE = [one.name for one in all_formats() if one.whole is not None]
ARCHIVES = (b"PK", b"SQLite", b"bplist")
CHANGED = 2
"""Messages that the end of a file may change."""
SMALL = 100_000
"""Bytes of the shorter of two logs whose times are compared …"""
TIMES = 4
"""… the longer so many times as long …"""
RATIO = 2.2
"""… and by how much more than that it may take: sixteen times as long would be four times too much."""


def test_a_few_thousand() -> None:
    assert survive(1, range(2500)) == []


@pytest.mark.soak
def test_two_hundred_thousand() -> None:
    step = 500
    pieces = [range(start, start + step) for start in range(0, 200_000, step)]
    with ProcessPoolExecutor(2) as pool:
        wrong = [line for lines in pool.map(partial(survive, 2), pieces) for line in lines]
    assert wrong == []


@pytest.mark.parametrize("format", FORMATS)
def test_every_line_of_every_fixture_is_accounted_for(format: str) -> None:
    for data in corpus()[format]:
        assert account(open_transcript(io.BytesIO(data), format=format, name="log"), data)


def words(data: bytes, format: str) -> Counter[str]:
    """The texts of what a file says."""
    found: Counter[str] = Counter()
    try:
        for item in open_transcript(io.BytesIO(data), format=format, name="log"):
            if isinstance(item, Event):
                found[item.text] += 1
    except TranscriptError:
        pass  # mostly unread: what was read before counts
    return found


@pytest.mark.parametrize("format", WHOLE)
def test_a_file_of_one_piece_that_ends_too_early_gives_what_stands_before_its_end(format: str) -> None:
    """The client crashed while it wrote: all but the last messages before that are the same (a later one may
    have changed an earlier one), and more of the file never gives fewer of them."""
    for data in corpus()[format]:
        if data.startswith(ARCHIVES):
            continue  # whose table of contents stands at the end
        every = words(data, format)
        had = 0
        for cut in range(len(data) // 12, len(data), max(1, len(data) // 12)):
            found = words(data[:cut], format)
            others = found - every
            assert others.total() <= CHANGED, (cut, others)
            same = (found & every).total()
            assert same >= had - CHANGED, (cut, every - found)
            had = max(had, same)
        assert had >= every.total() // 2


def spent(data: bytes, format: str) -> float:
    """Processor seconds of reading, the least of three, so that others' work counts little."""
    best = 1e9
    for _ in range(3):
        start = time.process_time()
        try:
            for _ in open_transcript(io.BytesIO(data), format=format, name="log"):
                pass
        except CalledshotError:
            pass
        best = min(best, time.process_time() - start)
    return best


@pytest.mark.soak
@pytest.mark.parametrize("format", [name for name in FORMATS if name not in WHOLE])
def test_time_grows_as_the_log_does(format: str) -> None:
    for data in corpus()[format]:
        if data[:2] in (b"\xff\xfe", b"\xfe\xff"):
            continue  # joined end to end these would have marks in the middle
        log = data.rstrip(b"\r\n") + b"\n"
        small = log * (1 + SMALL // len(log))
        assert spent(small * TIMES, format) < RATIO * TIMES * spent(small, format) + 0.05


def test_the_corpus_has_every_format() -> None:
    assert [name for name in FORMATS if not corpus()[name]] == []
    assert all(name in FORMATS for name in corpus() if name)
    assert not marked_up("aol")
