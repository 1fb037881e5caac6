"""F-Chat: the server's rolls, names with blanks, and a log of records cut anywhere."""

from __future__ import annotations

import io
import struct

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from write_fchat_text import write
from writers import LINE

from calledshot.transcript import Event, open_transcript
from calledshot.transcript.formats.bbcode import plain
from calledshot.transcript.formats.fchat import rolled

NAMES = st.from_regex(r"[A-Z][a-z0-9_-]{2,7}(?: [A-Z][a-z]{2,7})?", fullmatch=True).filter(
    lambda name: name.lower() not in ("you", "myself")
)


def record(time: int, type: int, name: str, text: str) -> bytes:
    named, words = name.encode(), text.encode()
    head = struct.pack("<IBB", time, type, len(named)) + named + struct.pack("<H", len(words)) + words
    return head + struct.pack("<H", len(head) & 0xFFFF)


@pytest.mark.parametrize(
    ("text", "faces", "count", "modifier", "total"),
    [
        ("rolls 1d20: 12", (12,), 1, 0, 12),
        ("rolls 1d20+5: 12+5 = 17", (12,), 1, 5, 17),
        ("rolls 1d20-5: 3-5 = -2", (3,), 1, -5, -2),
        ("rolls 3d6: 11", (), 3, 0, 11),
        ("rolls 2d6+1d8+1: 7+3+1 = 11", (), 3, 1, 11),
    ],
)
def test_rolls(text: str, faces: tuple[int, ...], count: int, modifier: int, total: int) -> None:
    roll = rolled(text, "Pel")
    assert roll is not None
    assert (roll.faces, roll.count, roll.modifier, roll.total) == (faces, count, modifier, total)


@pytest.mark.parametrize(
    "text", ["rolls 1d20", "rolls up: 5", "rolls 5: 5 = 5", "rolls 1d6: a lot", "rolls: 1d6"]
)
def test_no_rolls(text: str) -> None:
    assert rolled(text, "Pel") is None


@settings(deadline=None)
@given(
    st.lists(st.tuples(st.integers(0, 1), NAMES, LINE.map(plain).filter(str.strip)), min_size=1, max_size=8)
)
def test_round_trip_of_the_export(said: list[tuple[int, str, str]]) -> None:
    kinds = ("say", "emote")
    events = [
        Event(kind=kinds[kind], speaker=name, text=text.strip(), at="2019-01-02T20:15")  # type: ignore[arg-type]
        for kind, name, text in said
        if plain(text.strip()) == text.strip()
    ]
    spoken = {event.speaker for event in events if event.kind == "say"}
    events = [event for event in events if event.kind == "say" or event.speaker in spoken]
    longest = {
        name for name in spoken if any(other != name and str(other).startswith(str(name)) for other in spoken)
    }
    events = [event for event in events if event.speaker not in longest]
    if not events:
        return
    found = list(open_transcript(io.BytesIO(write(events).encode()), format="fchat-text", name="log"))
    assert [(item.kind, item.speaker, item.text, item.at) for item in found if isinstance(item, Event)] == [
        (event.kind, event.speaker, event.text, event.at) for event in events
    ]


@given(st.integers(0, 200))
def test_a_cut_log_gives_every_whole_record(cut: int) -> None:
    records = [record(1546460100 + at, at % 2, "Wren Hollis", "word " * at) for at in range(5)]
    data = b"".join(records)
    cut = min(cut, len(data) - 1)
    whole, size = 0, 0
    while size + len(records[whole]) <= cut:
        size += len(records[whole])
        whole += 1
    if not whole:
        return
    transcript = open_transcript(io.BytesIO(data[:cut]), name="log", format="fchat-log")
    items = list(transcript)
    assert [isinstance(item, Event) for item in items] == [True] * whole + [False] * (size < cut)


def test_a_log_is_known_by_its_records() -> None:
    data = b"".join(record(1546460100 + at, 0, "Pel", "hi") for at in range(3))
    assert open_transcript(io.BytesIO(data), name="x").format == "fchat-log"


def test_bold_totals_are_rolls_and_nothing_else_is_near() -> None:
    log = (
        b"[2019-01-02 20:15] Pel Osk: [b]hush[/b]\r\n[2019-01-02 20:15] *Pel Osk waves\r\n"
        b"[2019-01-02 20:16] Kit rolls 1d20: [b]12[/b]\r\n"
    )
    transcript = open_transcript(io.BytesIO(log), name="log")
    assert transcript.format == "fchat-text"
    events = list(transcript.events())
    assert [(event.kind, event.speaker) for event in events] == [
        ("say", "Pel Osk"), ("emote", "Pel Osk"), ("roll", "Kit"),
    ]  # fmt: skip
    assert events[2].roll is not None
    assert (events[2].roll.faces, events[2].roll.total) == ((12,), 12)
    assert not any("ambiguous" in note for note in transcript.notes)


PAGE = (
    '<meta charset="utf-8"><style>body { padding: 10px; }.btn { color: red }\n.x { y: z }\n'
    '</style><div class="messages bbcode">[2019-01-02 20:15] '
    '<span class="user-view gender-none">Pel Osk</span>: <strong>hush</strong> &lt;you&gt;: two<br>lines\r\n'
    '[2019-01-02 20:15] *<span class="user-view gender-none">Bo of Hay</span> waves\r\n'
    '[2019-01-02 20:16] <span class="user-view gender-none">Bo of Hay</span> rolls 1d20: 12\r\n'
    '[2019-01-02 20:17]  <span class="user-view gender-none">Kit</span> has logged in.\r\n</div>'
)


def test_the_export_as_a_web_page() -> None:
    transcript = open_transcript(io.BytesIO(PAGE.encode()), name="log.html")
    assert transcript.format == "fchat-text"
    events = list(transcript.events())
    assert [(event.kind, event.speaker, event.text) for event in events] == [
        ("say", "Pel Osk", "hush <you>: two\nlines"), ("emote", "Bo of Hay", "waves"),
        ("roll", "Bo of Hay", "rolls 1d20: 12"), ("join", "Kit", "Kit has logged in."),
    ]  # fmt: skip
    assert [event.source.line for event in events if event.source] == [3, 4, 5, 6]


def test_the_tag_that_some_versions_put_around_the_text() -> None:
    log = (
        b'<div class="messages bbcode">[2019-01-02 20:15] Pel Osk: [b]hi[/b]\r\n'
        b"[2019-01-02 20:16] *Pel Osk nods\r\n[2019-01-02 20:17]  Kit has logged out.\r\n</div>"
    )
    transcript = open_transcript(io.BytesIO(log), name="log.txt")
    assert transcript.format == "fchat-text"
    assert [(event.kind, event.speaker, event.text) for event in transcript.events()] == [
        ("say", "Pel Osk", "hi"), ("emote", "Pel Osk", "nods"), ("leave", "Kit", "Kit has logged out."),
    ]  # fmt: skip


def test_lines_copied_on_the_day_itself_have_no_date() -> None:
    log = (
        b"[20:15] Pel Osk: hi\r\n[20:15] *Kit nods\r\n[20:16]  Bo has logged out.\r\n[20:17] Pel Osk: so\r\n"
    )
    transcript = open_transcript(io.BytesIO(log), name="log.txt")
    assert transcript.format == "fchat-text"
    assert [(event.kind, event.speaker, event.text, event.clock) for event in transcript.events()] == [
        ("say", "Pel Osk", "hi", "20:15"), ("emote", "Kit", "nods", "20:15"),
        ("leave", "Bo", "Bo has logged out.", "20:16"), ("say", "Pel Osk", "so", "20:17"),
    ]  # fmt: skip


def test_a_closing_tag_without_a_page_around_is_a_line() -> None:
    log = b"[2019-01-02 20:15] Wren: hail\n</div>\n[2019-01-02 20:16] Osk: ho\n"
    found = list(open_transcript(io.BytesIO(log), format="fchat-text", name="log").events())
    assert [event.text for event in found] == ["hail\n</div>", "ho"]
