"""Trillian's logs and other logs of sessions: round trips."""

from __future__ import annotations

import io

import pytest
from hypothesis import given
from im_strategies import kept, read_back, said
from msgspec.structs import replace
from write_trillian import kinds, write, write_xml

from calledshot.transcript import Event, open_transcript


@given(said(["say"]))
def test_round_trip_text(events: list[Event]) -> None:
    assert {event.kind for event in events} <= kinds
    assert kept(read_back(write(events), "trillian-text")) == kept(events)


@given(said(["say"]))
def test_round_trip_xml(events: list[Event]) -> None:
    found = [
        replace(event, at=(event.at or "")[:19]) for event in read_back(write_xml(events), "trillian-xml")
    ]
    assert kept(found) == kept(events)


@pytest.mark.parametrize(
    ("log", "format"),
    [
        ("Session Start (AIM - a:b): Tue Mar 30 16:22:16 2004\n", "trillian-text"),
        ("Session Start (a:b): Tue Mar 30 16:22:16 2004\n", "im-session"),
        ("Start of b buffer: Sat Sep 29 02:07:00 2001\nb: ho\n", "im-session"),
        ('<session type="start" time="1132517277" medium="AIM" to="a" from="b"/>\n', "trillian-xml"),
    ],
)
def test_one_line_is_enough(log: str, format: str) -> None:
    assert open_transcript(io.BytesIO(log.encode()), name="log").format == format


@pytest.mark.parametrize(
    "log",
    [
        "[18:44] Ann: hi\n[18:45] Ben: ho\n",
        "[18:44] Ann: hi\n[18:45] Ben: ho\nSession Close (Ben): Mon Sep 12 18:52:09 2005\n",
        '[7:15:02 PM] Ann: hi\n*** "Ben" signed on at Mon Sep 12 18:46:37 2005.\n',
        "[7:15:02 PM] Ann: hi\n*** NOTE: This user is offline. Your messages will be sent later.\n",
    ],
)
def test_a_log_cut_before_its_first_header_is_trillians(log: str) -> None:
    transcript = open_transcript(io.BytesIO(log.encode()), name="log")
    assert transcript.format == "trillian-text"
    assert next(transcript.events()).speaker == "Ann"


def test_lines_of_any_messenger_are_in_doubt() -> None:
    log = "[7:15:02 PM] Ann: hi\n[7:15:09 PM] Ben: ho\n"
    transcript = open_transcript(io.BytesIO(log.encode()), name="log")
    assert any("--format trillian-text)" in note for note in transcript.notes)


@pytest.mark.parametrize(
    "above",
    [
        "and a second line: of his\n",
        "*** Auto-response sent to Osk: gone fishing\n[20:05] Osk: back\n",
        "*** You have been disconnected. Sun Jul 04 00:06:00 2004\n",
    ],
)
def test_a_log_that_was_cut_in_the_middle_of_a_session_is_told_by_the_next(above: str) -> None:
    log = (
        above + "[20:06] Wren: off\n[20:07] Osk: so\nSession Close (Osk): Sun Jul 04 20:10:53 2004\n\n"
        "Session Start (AIM - Wren:Tarn): Tue Jul 06 20:00:00 2004\n[20:00] Tarn: ho\n"
        "Session Close (Tarn): Tue Jul 06 20:10:00 2004\n"
    )
    transcript = open_transcript(io.BytesIO(log.encode()), name="a.log")
    assert transcript.format == "trillian-text"
    assert [event.text for event in transcript.events() if event.speaker == "Tarn"] == ["ho"]
