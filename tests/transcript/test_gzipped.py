"""Compressed logs are read as what they hold, from a file or a pipe, whole or cut short."""

from __future__ import annotations

import gzip
import io
from collections.abc import Callable
from pathlib import Path

import pytest

from calledshot.errors import TranscriptError
from calledshot.transcript import Event, Transcript, open_transcript

LOG = (
    "--- Log opened Fri Jul 09 21:58:00 2010\n"
    + "".join(f"22:{at % 60:02} < Thornby> words {at * 7919}\n" for at in range(3000))
    + "--- Log closed Sat Jul 10 00:03:00 2010\n"
)


def said(transcript: Transcript) -> list[str]:
    return [one.text for one in transcript if isinstance(one, Event) and one.kind == "say"]


ALL = [f"words {at * 7919}" for at in range(3000)]


def test_a_compressed_log_reads_as_the_log(tmp_path: Path) -> None:
    file = tmp_path / "moot.log.gz"
    file.write_bytes(gzip.compress(LOG.encode("utf-16")))
    transcript = open_transcript(file)
    assert said(transcript) == ALL and transcript.format == "irssi" and not transcript.notes


def test_parts_one_behind_the_other_and_zeros_that_fill_the_block() -> None:
    half = LOG.index("words 7919")
    data = gzip.compress(LOG[:half].encode()) + gzip.compress(LOG[half:].encode()) + bytes(512)
    assert said(open_transcript(io.BytesIO(data), name="log")) == ALL


@pytest.mark.parametrize("harm", [lambda data: data[:-9], lambda data: data[: len(data) // 2] + b"?" * 99])
def test_what_stands_before_the_damage_is_read_and_the_rest_is_told_of(
    harm: Callable[[bytes], bytes],
) -> None:
    transcript = open_transcript(io.BytesIO(harm(gzip.compress(LOG.encode()))), name="log")
    found = said(transcript)
    assert len(found) > 1000 and found[:1000] == ALL[:1000]
    assert any("cut short" in note for note in transcript.notes)


def test_what_is_packed_twice_or_holds_nothing_is_refused() -> None:
    for data, why in (
        (gzip.compress(gzip.compress(LOG.encode())), "gzip archive"),
        (gzip.compress(b""), "is empty"),
        (gzip.compress(LOG.encode())[:12], "is empty"),
        (gzip.compress(bytes(range(256)) * 40), "binary data"),
    ):
        with pytest.raises(TranscriptError, match=why):
            open_transcript(io.BytesIO(data), name="log")
