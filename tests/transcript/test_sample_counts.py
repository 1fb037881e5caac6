"""Every real sample gives as many events of each kind as a pattern finds in its text, and no line is lost.

The patterns and numbers stand in `sample_counts.toml`, written by hand; nothing in them knows a reader.
"""

from __future__ import annotations

import re
from collections import Counter

import pytest
from real_samples import SAMPLES, Sample, table, text

from calledshot.errors import TranscriptError
from calledshot.transcript import Event, open_transcript

TABLE = table()
CHATS = {path: sample for path, sample in TABLE.items() if sample.format}
OTHERS = {path: sample for path, sample in TABLE.items() if not sample.format}
pytestmark = pytest.mark.skipif(not SAMPLES.is_dir(), reason="the real samples are not here")


def test_every_sample_stands_in_the_table() -> None:
    there = {str(path.relative_to(SAMPLES)) for path in SAMPLES.glob("*/*")}
    assert there == set(TABLE)
    assert all(sample.why for sample in OTHERS.values())


@pytest.mark.parametrize(("path", "sample"), CHATS.items(), ids=CHATS)
def test_the_patterns_find_what_the_table_says(path: str, sample: Sample) -> None:
    whole = text(SAMPLES / path, sample.members)
    found = {one.pattern: len(re.findall(one.pattern, whole, re.MULTILINE)) for one in sample.counts}
    assert found == {one.pattern: one.count for one in sample.counts}


@pytest.mark.parametrize(("path", "sample"), CHATS.items(), ids=CHATS)
def test_the_reader_finds_the_same(path: str, sample: Sample) -> None:
    transcript = open_transcript(SAMPLES / path)
    assert transcript.format == sample.format
    kinds: Counter[str] = Counter()
    unread = set()
    for item in transcript:
        if isinstance(item, Event):
            kinds[item.kind] += 1
        else:
            assert item.source is not None
            unread.add(str(item.source.line))
    assert unread == set(sample.unread)
    for one in sample.counts:
        assert sum(kinds.pop(kind, 0) for kind in one.kinds) == one.count, one.kinds
    assert not kinds


@pytest.mark.parametrize("path", OTHERS)
def test_what_is_no_chat_log_is_refused(path: str) -> None:
    with pytest.raises(TranscriptError):
        list(open_transcript(SAMPLES / path))
