"""Pidgin's text logs: a round trip, times of many locales, and the real samples."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from im_strategies import kept, read_back, said
from write_pidgin_text import kinds, write
from writers import LINE, clocks, twelve

from calledshot.transcript import Event, open_transcript
from calledshot.transcript.clock import Calendar
from calledshot.transcript.decode import Block
from calledshot.transcript.formats.base import Context, Head
from calledshot.transcript.formats.im_lines import Quick, events
from calledshot.transcript.formats.pidgin_text import _OTHERS, _QUICK, _Log

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
def test_round_trip(written: list[Event]) -> None:
    assert {event.kind for event in written} <= kinds
    written = readable(written)
    names = {event.speaker for event in written}
    written = [
        event for event in written  # "***A B c" by A where an "A B" speaks too is anybody's guess
        if event.kind != "emote" or f"{event.speaker} {event.text.split(' ')[0]}" not in names
    ]  # fmt: skip
    if written:
        found = read_back(write(written), "pidgin-text")
        assert kept(found) == kept(written, lambda text: text.strip(" \t\xa0"))


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
    found = list(open_transcript(io.BytesIO(log.encode()), name="log").events())
    assert [(event.kind, event.speaker, event.at) for event in found[1:]] == [("say", "Wick", at)]


def test_the_day_of_a_header_in_numbers_is_the_one_in_the_file_s_name() -> None:
    log = b"Conversation with Wick at 3/7/2004 19:00:00 on Reed (aim)\n(19:30:15) Wick: hi\n"
    for name, day in (("2004-07-03.190000.txt", "2004-07-03"), ("2004-03-07.190000.txt", "2004-03-07")):
        found = list(open_transcript(io.BytesIO(log), name=name).events())
        assert {event.at[:10] for event in found if event.at} == {day}


LINES = st.lists(
    st.one_of(
        st.builds(
            "({}) {}: {}".format, st.one_of(clocks(), clocks().map(twelve)),
            st.sampled_from(["Wick", "Tallow Wick", "OnlineHost", "Me", "pipe|[]"]), LINE,
        ),
        st.builds("({}) ***{} {}".format, clocks(), st.sampled_from(["Wick", "Wick Fair", "Reed"]), LINE),
        st.builds("({}) {} entered the room.".format, clocks(), st.sampled_from(["Wick", "Wick Fair"])),
        st.builds("({}) Wick left the room (quit: {}).".format, clocks(), LINE),
        st.builds("(2004-07-{:02d} {}) Wick: late".format, st.integers(1, 9), clocks()),
        st.builds(
            "Conversation with #duel at 2004-07-{:02d} {} on Reed (irc)".format, st.integers(1, 9), clocks()
        ),
        st.sampled_from(["", "goes on", "(25:00:00) Wick: no time", "(13:00:00 PM) Wick: no time"]),
    ),
    min_size=1, max_size=30,
)  # fmt: skip


@settings(max_examples=300, deadline=None)
@given(LINES)
def test_the_quick_way_reads_what_the_long_one_does(lines: list[str]) -> None:
    blocks = [Block(1, lines)]

    def run(quick: bool) -> tuple[list[object], bool, int]:
        calendar = Calendar(None, None)
        ctx = Context("log", Head(lines, lines, "log"), "Pidgin", "Reed", calendar)
        log = _Log(ctx)
        way = Quick(_QUICK, _OTHERS, log.names) if quick else None
        return list(events(blocks, ctx, log.parse, quick=way)), calendar.used, calendar.midnights

    assert run(quick=True) == run(quick=False)


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


@pytest.mark.parametrize(
    "written",
    [
        "木 28 2月 2008 16時30分23秒 JST",
        "2008年02月28日 星期四 16时30分23秒",
        "목 28 2월 2008 16시 30분 23초",
        "Prş 28 Şub 2008 16:30:23 EET",
        "чт 28 лют 2008 16:30:23",
        "2008. febr. 28., csütörtök, 16:30:23 CET",
        "to 28. helmikuuta 2008 16.30.23",
        "do 28 feb 2008 16:30:23 CET",
        "neljapäev, 28. veebruar 2008 16:30:23",
        "čet 28 vel 2008 16:30:23",
        "Thursday, February 28, 2008 at 4:30:23\u202fPM GMT+1",
    ],
)
def test_headers_of_many_countries(written: str) -> None:
    log = f"Conversation with pikerel at {written} on hazel (jabber)\n(16:30:25) pikerel: a\n"
    found = list(open_transcript(io.BytesIO(log.encode()), name="log").events())
    assert [event.at for event in found] == ["2008-02-28T16:30:23", "2008-02-28T16:30:25"]
