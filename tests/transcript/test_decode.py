"""Bytes to lines: encodings, line ends, limits, and what is no text at all."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from calledshot.errors import TranscriptError
from calledshot.transcript import Event, open_transcript
from calledshot.transcript.decode import CHUNK, LINE_LIMIT, Decoder


def lines(data: bytes) -> list[str]:
    return [line for block in Decoder(io.BytesIO(data), "log") for line in block.lines]


class Dribble(io.RawIOBase):
    """A pipe that gives a few bytes at a time."""

    def __init__(self, data: bytes, step: int) -> None:
        self._data, self._step = io.BytesIO(data), step

    def read(self, size: int = -1) -> bytes:
        return self._data.read(min(size, self._step))


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        (b"a\r\nb\nc\rd", ["a", "b", "c", "d"]),
        (b"a\n\nb\r\rc\r\n\r\n", ["a", "", "b", "", "c", ""]),
        (b"\xef\xbb\xbfa\n", ["a"]),
        ("a\x1cb\x1dc\x1ed\x85e\u2028f\x0bg\x0ch\n".encode(), ["a\x1cb\x1dc\x1ed\x85e\u2028f\x0bg\x0ch"]),
        ("ü\r\nx".encode("utf-16"), ["ü", "x"]),
        ("plain text\r\nmore\r\n".encode("utf-16-le"), ["plain text", "more"]),
        ("plain text\r\nmore\r\n".encode("utf-16-be"), ["plain text", "more"]),
        (b"caf\xe9 \x93so\x94\n" + "caffè\n".encode(), ["café “so”", "caffè"]),
        ("é".encode() + b"\xff\xe9\n", ["éÿé"]),
        (b"\x81\n", ["\ufffd"]),
    ],
)
def test_lines(data: bytes, expected: list[str]) -> None:
    assert lines(data) == expected


@given(
    st.lists(st.text("ab \u00e9\U0001f409", max_size=30), min_size=1, max_size=30),
    st.sampled_from(["\n", "\r\n", "\r"]),
    st.integers(1, 7),
)
def test_a_pipe_gives_what_a_file_gives(texts: list[str], end: str, step: int) -> None:
    data = end.join(texts).encode() + b"."
    assert [line for block in Decoder(Dribble(data, step), "log") for line in block.lines] == lines(data)


def test_line_ends_at_the_edge_of_a_piece() -> None:
    for shift in range(-3, 4):
        data = b"a" * (CHUNK + shift) + b"\r\n" + b"b" * 10 + b"\r" + b"c" * 10
        assert lines(data) == ["a" * (CHUNK + shift), "b" * 10, "c" * 10]


def test_numbers_count_across_pieces() -> None:
    data = b"".join(b"line %d\r\n" % number for number in range(1, 60_000))
    assert len(data) > 2 * CHUNK
    found = [
        (block.start + at, line)
        for block in Decoder(io.BytesIO(data), "log")
        for at, line in enumerate(block.lines)
    ]
    assert found == [(number, f"line {number}") for number in range(1, 60_000)]


def test_the_first_repaired_line_is_known() -> None:
    transcript = open_transcript(io.BytesIO(b"Ann:\tfine\r\nAnn:\tfine\rAnn:\tcaf\xe9\n"), name="log")
    assert len(list(transcript)) == 3
    assert transcript.repairs == [(3, "cp1252")]


@pytest.mark.parametrize("length", [LINE_LIMIT + 1, LINE_LIMIT + CHUNK + 5, 3 * LINE_LIMIT])
@pytest.mark.parametrize("end", [b"\n", b"\r\n", b"\r"])
def test_a_line_too_long_is_reported_and_the_next_read(length: int, end: bytes) -> None:
    data = b"Ann:\tone" + end + b"Ann:\t" + b"x" * length + end + b"Ann:\tthree" + end
    events, findings = [], []
    for item in open_transcript(io.BytesIO(data), name="log"):
        (events if isinstance(item, Event) else findings).append(item)
    assert [(event.text, event.source.line) for event in events] == [("one", 1), ("three", 3)]
    (finding,) = findings
    assert finding.code == "LOG-1"
    assert finding.source.line == 2
    assert f"{length + 5:,} bytes" in finding.message
    assert len(finding.message) < 500


def test_a_line_just_short_enough_is_read() -> None:
    data = b"Ann:\tone\nAnn:\t" + b"x" * (LINE_LIMIT - 5) + b"\nAnn:\tthree\n"
    events = list(open_transcript(io.BytesIO(data), name="log"))
    assert [len(event.text) for event in events if isinstance(event, Event)] == [3, LINE_LIMIT - 5, 5]


@pytest.mark.parametrize(
    ("data", "says"),
    [
        (b"", "is empty"),
        (b"\r\n \n\t\n", "is empty"),
        (b"\x89PNG\r\n\x1a\n" + b"\x00" * 50, "PNG image"),
        (b"PK\x03\x04 and so on", "zip archive"),
        (b"PK\x03\x04.. [Content_Types].xml .. word/document.xml", "a Word document .save it as plain text"),
        (b"PK\x03\x04.. [Content_Types].xml .. xl/workbook.xml", "an Excel workbook .save it as CSV"),
        (b"PK\x03\x04.. mimetypeapplication/vnd.oasis.opendocument.text", "a text document"),
        (b"BZh91AY&SY\x01\x02", "bzip2 archive"),
        (bytes(range(256)) * 20, "binary data"),
        (b"x" * (CHUNK * 9), "is one line of 2,359,296 bytes"),
        (b"Once upon a time there was a fight.\nIt was long.\nEverybody lost.\n", "no known chat format"),
        (b"name: a\nversion: 1\nlicence: x\nhome: y\nsize: 4\nowner: z\nkey: w\n", "no known chat format"),
    ],
)
def test_what_is_no_chat_log_gets_one_clear_line(data: bytes, says: str) -> None:
    with pytest.raises(TranscriptError, match=says) as caught:
        list(open_transcript(io.BytesIO(data), name="thing"))
    assert str(caught.value).startswith("thing: ")
    assert "\n" not in str(caught.value)


def test_paths_that_cannot_be_opened(tmp_path: Path) -> None:
    bad = (
        (tmp_path, "is a directory"),
        (tmp_path / "none.txt", "no such file"),
        ("a\x00b", "cannot be opened"),
    )
    for path, says in bad:
        with pytest.raises(TranscriptError, match=says):
            open_transcript(path)


def test_a_file_that_does_not_read_is_refused_with_the_nearest_format() -> None:
    data = b"Ann (7:30:15 PM): hi\nBen (7:30:20 PM): hello\n" * 5
    with pytest.raises(TranscriptError, match=r"10 lines do not read as .*--format aim-text"):
        list(open_transcript(io.BytesIO(data), format="aim-html", name="log"))


def test_a_few_unread_lines_condemn_nothing() -> None:
    data = b"junk\nmore junk\nyet more\nAnn:\thi\n"
    items = list(open_transcript(io.BytesIO(data), format="aol", name="log"))
    assert [item.source.line for item in items if item.source] == [1, 2, 3, 4]


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ("mysql://osk:hunter2@inn.example/logs", "mysql://osk@inn.example/logs: is an address"),
        ("https://osk:hunter2@inn.example/a.txt?password=x", "https://osk@inn.example/a.txt: is an address"),
        ("POSTGRESQL://osk:hunter2@inn.example/db", "POSTGRESQL://osk@inn.example/db: is an address"),
    ],
)
def test_an_address_is_no_file_and_its_password_is_not_told(given: str, said: str) -> None:
    with pytest.raises(TranscriptError) as caught:
        open_transcript(given)
    assert str(caught.value) == f"{said}; save the log and give that file"


@pytest.mark.parametrize("name", ["BZhao", "ID3nt", "OggSon", "GIF8ball", "MZ"])
def test_names_that_begin_as_archives_do_are_names(name: str) -> None:
    text = f"{name}: hi\nOsk: hello\n{name}: ready?\nOsk: yes\n"
    events = list(open_transcript(io.BytesIO(text.encode()), name="log").events())
    assert [event.speaker for event in events] == [name, "Osk", name, "Osk"]
