"""Pidgin's text logs: a round trip, times of many locales, and the real samples."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from hypothesis import given
from im_strategies import kept, read_back, said
from write_pidgin_text import kinds, write

from calledshot.transcript import Event, open_transcript

SAMPLES = Path("/work/shared/formats/samples/pidgin_txt")
COUNTS = {  # grep -cE '^\\([^)]*\\)' and one for the header
    "2005-10-29.230219.txt": 8,
    "2005-10-29.230220.txt": 7,
    "2005-10-29.230221.txt": 7,
    "2006-12-21.223606.txt": 3,
    "2008-02-28.163023-0800PST.txt": 3,
}


def readable(events: list[Event]) -> list[Event]:
    """An emote by somebody who says nothing else is told from its words only where his name is one word."""
    named = {event.speaker for event in events if event.kind != "emote"}
    return [
        event for event in events
        if event.kind != "emote" or event.speaker in named or " " not in (event.speaker or "")
    ]  # fmt: skip


@given(said(["say", "emote", "away"]))
def test_round_trip(events: list[Event]) -> None:
    assert {event.kind for event in events} <= kinds
    events = readable(events)
    names = {event.speaker for event in events}
    events = [
        event for event in events  # "***A B c" by A where an "A B" speaks too is anybody's guess
        if event.kind != "emote" or f"{event.speaker} {event.text.split(' ')[0]}" not in names
    ]  # fmt: skip
    if events:
        assert kept(read_back(write(events), "pidgin-text")) == kept(
            events, lambda text: text.strip(" \t\xa0")
        )


@pytest.mark.parametrize(
    ("stamp", "at"),
    [
        ("(7:30:15 PM)", "2004-07-03T19:30:15"),
        ("(19:30:15)", "2004-07-03T19:30:15"),
        ("(19.30.15)", "2004-07-03T19:30:15"),
        ("(19\u65f630\u520615\u79d2)", "2004-07-03T19:30:15"),
        ("(\u4e0b\u534807\u65f630\u520615\u79d2)", "2004-07-03T19:30:15"),
        ("(7/4/2004 7:30:15 PM)", "2004-07-04T19:30:15"),
        ("(04.07.2004 19:30:15)", "2004-07-04T19:30:15"),
        ("(2004-07-04 19:30:15)", "2004-07-04T19:30:15"),
        ("(07:30:15 p. m.)", "2004-07-03T19:30:15"),
        ("(07:30:15\u202fPM)", "2004-07-03T19:30:15"),
    ],
)
def test_times_as_locales_write_them(stamp: str, at: str) -> None:
    log = f"Conversation with Wick at 2004-07-03 19:00:00 on Reed (aim)\n{stamp} Wick: hi\n"
    events = list(open_transcript(io.BytesIO(log.encode()), name="log").events())
    assert [(event.kind, event.speaker, event.at) for event in events[1:]] == [("say", "Wick", at)]


def test_the_day_of_a_header_in_numbers_is_the_one_in_the_file_s_name() -> None:
    log = b"Conversation with Wick at 3/7/2004 19:00:00 on Reed (aim)\n(19:30:15) Wick: hi\n"
    for name, day in (("2004-07-03.190000.txt", "2004-07-03"), ("2004-03-07.190000.txt", "2004-03-07")):
        events = list(open_transcript(io.BytesIO(log), name=name).events())
        assert {event.at[:10] for event in events if event.at} == {day}


@pytest.mark.parametrize("lines", [1, 5, 20, None])
@pytest.mark.parametrize("name", COUNTS)
def test_samples(name: str, lines: int | None) -> None:
    if not SAMPLES.exists():
        pytest.skip(f"no samples at {SAMPLES}")
    data = b"".join((SAMPLES / name).read_bytes().splitlines(keepends=True)[:lines])
    transcript = open_transcript(io.BytesIO(data), name=name)
    assert transcript.format == "pidgin-text"
    items = list(transcript)
    assert all(isinstance(item, Event) for item in items)
    if lines is None:
        assert len(items) == COUNTS[name]
