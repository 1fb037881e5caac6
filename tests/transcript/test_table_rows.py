"""Logs kept in spreadsheets: how programs save the rows, who said what in them, and in which lines."""

from __future__ import annotations

import io

import pytest

from calledshot.errors import TranscriptError
from calledshot.transcript import Event, open_transcript

Said = list[tuple[int, int, str | None, str]]
SHORT = [("Osk", "Round 1"), ("Kestrelle", "hit"), ("Bramblewood", "ow"), ("Osk", "ok"), ("Kestrelle", "13")]


def read(text: str, encoding: str = "utf-8") -> tuple[Said, list[int]]:
    said: Said = []
    unread: list[int] = []
    for item in open_transcript(io.BytesIO(text.encode(encoding)), name="log.csv"):
        assert item.source is not None and item.source.line is not None
        if isinstance(item, Event):
            assert item.source.end_line is not None
            said.append((item.source.line, item.source.end_line, item.speaker, item.text))
        else:
            unread.append(item.source.line)
    return said, unread


@pytest.mark.parametrize("part", [";", ",", "\t"])
@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_a_cell_goes_on_over_lines(part: str, end: str) -> None:
    rows = [
        part.join(("Date", "Time", "Name", "Message")),
        part.join(("04.03.2021", "20:01", "Osk", "Round 1")),
        part.join(("04.03.2021", "20:02", "Kestrel", f'"attack;{part}""now"""')),
        part.join(("04.03.2021", "20:03", "Bramble", '"I duck')),
        "Osk: and run",
        '"',
        part.join(("04.03.2021", "20:04", "Osk", "ok")),
    ]
    said, unread = read(end.join(rows) + end, "utf-16" if part == "\t" else "utf-8")
    assert said == [
        (2, 2, "Osk", "Round 1"),
        (3, 3, "Kestrel", f'attack;{part}"now"'),
        (4, 6, "Bramble", "I duck Osk: and run"),
        (7, 7, "Osk", "ok"),
    ]
    assert unread == [1]


def test_the_row_above_says_which_parts_the_columns() -> None:
    rows = "".join(f"2021-03-04;20:0{at};{name};{words}\n" for at, (name, words) in enumerate(SHORT))
    said, unread = read("sep=;\nDay;Time;Who;Said\n" + rows)
    assert [one[2:] for one in said] == SHORT
    assert unread == [1, 2]


def test_names_longer_than_the_words_are_the_names() -> None:
    for heading in ("", "When\tNick\tText\n"):
        rows = "".join(f"20:0{at}\t{name}\t{words}\n" for at, (name, words) in enumerate(SHORT))
        said, _ = read(heading + rows)
        assert [one[2:] for one in said] == SHORT


@pytest.mark.parametrize("heading", ["Name,Message", "Author,Content", "Screen Name,Text"])
def test_columns_without_times_need_a_heading(heading: str) -> None:
    rows = "".join(f"{name},{words}\n" for name, words in SHORT)
    said, unread = read(f"{heading}\n{rows}")
    assert [one[2:] for one in said] == SHORT and unread == [1]
    with pytest.raises(TranscriptError):
        read(rows)


def test_the_heading_puts_the_words_before_the_name() -> None:
    rows = "".join(f"{words},{name},2021-03-04 20:0{at}\n" for at, (name, words) in enumerate(SHORT))
    said, _ = read("Message,Sender,Sent\n" + rows)
    assert [one[2:] for one in said] == SHORT


def test_a_quotation_mark_that_is_never_closed_takes_no_rows() -> None:
    rows = [
        "20:01\tOsk\tRound 1",
        '20:02\tKestrel\t"I strike',
        "20:03\tOsk\troll",
        '20:04\tBramble\t"me too',
        "20:05\tOsk\tok",
    ]
    said, unread = read("\n".join(rows) + "\n")
    assert [one[0] for one in said] == [1, 2, 3, 4, 5] and not unread
    assert said[1][3] == '"I strike'
