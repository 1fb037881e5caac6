"""Copies from windows in which names and times stand above the words: who said what, when, in which lines."""

from __future__ import annotations

import io

import pytest

from calledshot.errors import TranscriptError
from calledshot.transcript import Event, open_transcript

TALK = [
    ("Osk Ironby", "8:01 PM", ["Round 1"]),
    ("Kestrel", "8:02 PM", ["attack: the troll", "and shout"]),
    ("Osk Ironby", "8:03 PM", ["hit"]),
    ("Bramble", "8:04 PM", ["ow"]),
    ("Kestrel", "8:05 PM", ["ha"]),
]
SHAPES = [
    "{name}  {time}",
    "{name}\u00a0\u00a0{time}",
    "{name} [{time}]",
    "{name} ({time})",
    "{name}, {time}",
    "{name}, Mar 4, {time}",
    "{name}  Yesterday at {time}",
    "{name} {time}",
    "{name} • {time}",
    "{name} — 3/4/2021 {time}",
    "{name}\t3/4/2021 {time}",
    "[{time}] {name}",
    "[3/4 {time}] {name}",
    "{name}\n  {time}",
]


def read(text: str) -> tuple[list[tuple[str | None, str | None, str, int, int]], list[int]]:
    said = []
    unread = []
    for item in open_transcript(io.BytesIO(text.encode()), name="log.txt"):
        assert item.source is not None and item.source.line is not None and item.source.end_line is not None
        if isinstance(item, Event):
            time = (item.at or "")[11:16] or item.clock
            said.append(
                (item.speaker, time, item.text.replace("\n", " "), item.source.line, item.source.end_line)
            )
        else:
            unread.append(item.source.line)
    return said, unread


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("between", ["\n", "\n\n"])
def test_names_and_times_above_the_words(shape: str, between: str) -> None:
    pieces = ["\n".join([shape.format(name=name, time=time), *words]) for name, time, words in TALK]
    said, unread = read(between.join(pieces) + "\n")
    assert [one[:3] for one in said] == [
        ("Osk Ironby", "20:01", "Round 1"),
        ("Kestrel", "20:02", "attack: the troll and shout"),
        ("Osk Ironby", "20:03", "hit"),
        ("Bramble", "20:04", "ow"),
        ("Kestrel", "20:05", "ha"),
    ]
    assert not unread


def test_what_is_said_below_a_time_alone_a_picture_and_a_gap() -> None:
    said, unread = read(
        "Osk  8:01 PM\nRound 1\n8:02\nready?\nKestrel\n:palm_tree:  8:02 PM\nyes\n\nI attack\n"
        "Osk  8:03 PM\nBramble  8:04 PM\now\nOsk  8:05 PM\nhit\n"
    )
    assert said == [
        ("Osk", "20:01", "Round 1", 1, 2),
        ("Osk", "20:02", "ready?", 3, 4),
        ("Kestrel", "20:02", "yes I attack", 5, 9),
        ("Osk", "20:03", "", 10, 10),
        ("Bramble", "20:04", "ow", 11, 12),
        ("Osk", "20:05", "hit", 13, 14),
    ]
    assert not unread


def test_a_timetable_is_no_talk() -> None:
    with pytest.raises(TranscriptError):
        read("Gate opens  8:01 PM\nFirst bout  8:30 PM\nSecond bout  9:00 PM\nGate shuts  11:00 PM\n")
