"""Logs that tell the month and the day but no year: days that pass are no clock that goes back (LOG-2)."""

from __future__ import annotations

import io

import pytest

from calledshot.finding import Finding
from calledshot.transcript import open_transcript
from calledshot.transcript.record import record

SHAPES = {
    "dircproxy": (
        "[{d} {m} {t}] <Wren!~w@heath.example> {w}",
        "[{d} {m} {t}] --> Tarn (t@fen.example) joined the channel",
    ),
    "bitchx": ("[{d} {m}/{t}] <Wren> {w}", "[{d} {m}/{t}] > Tarn (t@fen.example) has joined #moor"),
    "hexchat": ("{m} {d} {t}:00 <Wren>\t{w}", "{m} {d} {t}:00 *\tTarn (~t@fen.example) has joined"),
}


def _codes(log: str, format: str) -> list[tuple[str, int]]:
    found = record(open_transcript(io.BytesIO(log.encode()), format=format, name="log"))
    return [(one.code, one.source.line or 0) for one in found if isinstance(one, Finding) and one.source]


@pytest.mark.parametrize("format", SHAPES)
def test_days_that_pass_are_no_clock_that_goes_back(format: str) -> None:
    say, join = SHAPES[format]
    days = [("14", "Jan", "10:36"), ("15", "Jan", "09:00"), ("16", "Jan", "08:10"), ("02", "Feb", "00:10")]
    days += [("31", "Dec", "07:00"), ("01", "Jan", "06:00")]
    log = join.format(d="14", m="Jan", t="10:30") + "\n"
    log += "".join(say.format(d=d, m=m, t=t, w="words") + "\n" for d, m, t in days)
    assert _codes(log, format) == []


@pytest.mark.parametrize("format", SHAPES)
def test_a_clock_that_goes_back_within_a_day_or_to_an_earlier_one_is_told(format: str) -> None:
    say, join = SHAPES[format]
    times = [("14", "10:36"), ("14", "09:00"), ("13", "08:00"), ("14", "08:30")]
    log = join.format(d="14", m="Jan", t="10:30") + "\n"
    log += "".join(say.format(d=d, m="Jan", t=t, w="words") + "\n" for d, t in times)
    assert _codes(log, format) == [("LOG-2", 3), ("LOG-2", 4)]


def test_the_year_of_the_file_s_name_dates_them() -> None:
    log = b"[31 Dec 23:59] <Wren!~w@heath.example> a\n[1 Jan 00:01] <Wren!~w@heath.example> b\n"
    found = open_transcript(io.BytesIO(log), name="moor 2004-12-30.log", format="dircproxy")
    assert [getattr(one, "at", None) for one in found] == ["2004-12-31T23:59", "2005-01-01T00:01"]


def test_a_line_of_no_day_that_is_keeps_its_words_and_has_no_time() -> None:
    log = b"2004-07-03 20:15:01\tWren\tone\n2004-02-30 20:15:02\tWren\ttwo\n"
    log += b"2004-02-30 20:15:03\tTarn\tthree\n"
    found = list(open_transcript(io.BytesIO(log), name="log", format="weechat").events())
    assert [(one.speaker, one.text, one.at) for one in found] == [
        ("Wren", "one", "2004-07-03T20:15:01"), ("Wren", "two", None), ("Tarn", "three", None),
    ]  # fmt: skip
