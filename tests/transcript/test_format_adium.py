"""Adium's logs, XML and HTML: round trips, damage, declarations, and the real samples."""

from __future__ import annotations

import io
from collections.abc import Sequence
from html import escape
from pathlib import Path

import pytest
from hypothesis import given
from im_strategies import kept, read_back, said, seen
from write_adium_html import write as write_html

from calledshot.transcript import Event, open_transcript

SAMPLES = Path("/work/shared/formats/samples")
COUNTS = {  # grep -oE '<(message|status|event) ' | wc -l; grep -c '<div class="'
    "adium_xml/123456789 (2010-04-02T11.33.32+0200).xml": 47,
    "adium_xml/aimdest (2011-12-09T01.13.43-0800).xml": 23,
    "adium_xml/fb (2013-08-29T14.23.01-0700).xml": 9,
    "adium_xml/gtalk_groupchat (2011-08-20T20.59.21-0700).xml": 5,
    "adium_xml/theirscreenname (2007-03-25T12.31.28-0400).chatlog": 45,
    "adium_xml/xmlbug (2021-11-30T22.11.00-0500).chatlog": 6,
    "adium_html/theirscreenname (2006-09-23).AdiumHTMLLog": 35,
}


def write_xml(events: Sequence[Event]) -> str:
    made = '<?xml version="1.0" encoding="UTF-8" ?>\n<chat account="x" service="AIM">\n'
    for event in events:
        auto = ' auto="true"' if event.kind == "away" else ""
        name = "action" if event.kind == "emote" else "message"
        made += (
            f'<{name} sender="{escape(event.speaker or "")}" time="{event.at}"{auto}>'
            f"<div>{escape(event.text)}</div></{name}>\n"
        )
    return made + "</chat>\n"


def no_number(events: list[Event]) -> bool:
    return not any((event.speaker or "").isdigit() for event in events)


@given(said(["say", "emote", "away"]).filter(no_number))
def test_round_trip_xml(events: list[Event]) -> None:
    assert kept(read_back(write_xml(events), "adium-xml")) == kept(events, seen)


@given(said(["say", "away"]))
def test_round_trip_html(events: list[Event]) -> None:
    written = write_html(events)
    found = read_back(written, "adium-html", "wick (2004-07-03).AdiumHTMLLog")
    assert kept(found) == kept(events, seen)


def test_cut_anywhere_gives_what_stood_before() -> None:
    events = [Event(kind="say", speaker="Wick", text=f"w {n}", at="2004-07-03T20:15:00") for n in range(9)]
    log = write_xml(events)
    for size in range(200, len(log)):
        items = open_transcript(io.BytesIO(log[:size].encode()), format="adium-xml", name="log")
        whole = log[:size].count("</message>")
        assert [event.text for event in items.events()] == [f"w {n}" for n in range(whole)]


def test_damage_everywhere_is_read_in_one_pass() -> None:
    broken = '<message sender="a" time="b"><div>a < b</div>\n<message sender="Wick">hi</message>\n'
    log = '<chat account="x" service="AIM">\n' + broken * 10_000 + '<message sender="Wick">hi</message>\n'
    items = list(open_transcript(io.BytesIO(log.encode()), format="adium-xml", name="log"))
    lines = [item.source.line for item in items if item.source is not None]
    assert lines == list(range(2, 20_003))


@pytest.mark.parametrize("lines", [5, 20, None])
@pytest.mark.parametrize("name", COUNTS)
def test_samples(name: str, lines: int | None) -> None:
    path = SAMPLES / name
    if not path.exists():
        pytest.skip(f"no samples at {SAMPLES}")
    data = b"".join(path.read_bytes().splitlines(keepends=True)[:lines])
    transcript = open_transcript(io.BytesIO(data), name=path.name)
    assert transcript.format == ("adium-html" if "html" in name else "adium-xml")
    items = list(transcript)
    assert all(isinstance(item, Event) for item in items)
    if lines is None:
        assert len(items) == COUNTS[name]
