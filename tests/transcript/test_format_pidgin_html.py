"""Pidgin's HTML logs: a round trip, and the real samples."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from hypothesis import given
from im_strategies import kept, read_back, said, seen
from write_pidgin_html import kinds, write

from calledshot.transcript import Event, open_transcript

SAMPLES = Path("/work/shared/formats/samples/pidgin_html")
COUNTS = {  # grep -ciE 'font size="2">\\(|<h[13]>'
    "2008-01-15.071445-0500PST.html": 4,
    "2011-08-01.104558+0200CEST.html": 6,
    "aim_2011-12-09.011343-0800PST.html": 24,
    "fb_2013-08-29.142301-0700PDT.html": 5,
    "gtalk_2011-12-09.011343-0800PST.html": 22,
    "gtalk_groupchat_2011-08-20.205921-0700PDT.html": 6,
    "pidgin2adium_bad.html": 3,
    "pidgin2adium_input.html": 3,
    "pipio_input.html": 3,
}


@given(said(["say", "emote", "away", "whisper"]))
def test_round_trip(events: list[Event]) -> None:
    assert {event.kind for event in events} <= kinds
    assert kept(read_back(write(events), "pidgin-html")) == kept(events, seen)


def test_a_line_with_no_end_costs_no_more_than_its_length() -> None:
    for piece in ("<font>", "<b>", '<font size="2">(7:30:15)</font> <b>', "<h3>", "---- "):
        log = '<font size="2">(7:30:15)</font> <b>Wick:</b> hi<br/>\n' + piece * 20_000
        events = list(open_transcript(io.BytesIO(log.encode()), format="pidgin-html", name="log").events())
        assert events[0].text.startswith("hi")
        assert events[-1].source is not None


@pytest.mark.parametrize("lines", [1, 5, 20, None])
@pytest.mark.parametrize("name", COUNTS)
def test_samples(name: str, lines: int | None) -> None:
    if not SAMPLES.exists():
        pytest.skip(f"no samples at {SAMPLES}")
    data = b"".join((SAMPLES / name).read_bytes().splitlines(keepends=True)[:lines])
    transcript = open_transcript(io.BytesIO(data), name=name)
    assert transcript.format == "pidgin-html" or (name == "pidgin2adium_bad.html" and lines == 1)
    items = list(transcript)
    assert all(isinstance(item, Event) for item in items)
    if lines is None:
        assert len(items) == COUNTS[name]


def test_apostrophes_that_were_encoded_twice() -> None:
    log = '<font size="2">(7:30:15)</font> <b>Wick:</b></font> it&amp;apos;s &amp;lt; &apos;so&apos;<br/>\n'
    found = next(open_transcript(io.BytesIO(log.encode()), format="pidgin-html", name="log").events())
    assert found.text == "it's &lt; 'so'"
