"""Logs that a paste site numbered or that were run together into one line are read as what they were."""

from __future__ import annotations

import io
import textwrap
import time

import pytest

from calledshot.transcript import Event, open_transcript
from calledshot.transcript.unwrap import wrapping

TALK = [
    ("Ann", "Round 1, init please"),
    ("Ben", "I wait, and then strike"),
    ("Cy Dee", "ouch -> that hurt"),
    ("Ann", "ok, next"),
    ("Ben", "12 it is"),
    ("Cy Dee", "hm"),
]


def read(text: str) -> tuple[list[tuple[str | None, str, int]], list[str]]:
    transcript = open_transcript(io.BytesIO(text.encode()), name="log")
    said = []
    for item in transcript:
        assert isinstance(item, Event), item
        assert item.source is not None
        said.append((item.speaker, item.text, item.source.line))
    return said, transcript.notes


@pytest.mark.parametrize(
    "number",
    ["{}. ", "{:>3}  ", "{}\t", "{:>4} | ", "L{} ", "#{} ", "{:03d}: ", "{}) ", "{:>3} "],
)
@pytest.mark.parametrize("shape", ["{}: {}", "<{}> {}", "[{}] {}"])
def test_the_numbers_of_a_paste_site(number: str, shape: str) -> None:
    lines = [number.format(at) + shape.format(*pair) for at, pair in enumerate(TALK, 1)]
    said, notes = read("\n".join(lines))
    assert said == [(name, words, at) for at, (name, words) in enumerate(TALK, 1)]
    assert any("numbered" in note for note in notes)


def test_a_paste_that_begins_in_the_middle_of_a_client_s_log() -> None:
    lines = [f"{at:>4} 20:{at:02d} <{'@Ann' if at % 2 else ' Ben'}> words {at}" for at in range(8, 40)]
    transcript = open_transcript(io.BytesIO("\n".join(lines).encode()), name="log")
    events = list(transcript.events())
    assert transcript.format == "irssi"
    assert [event.text for event in events] == [f"words {at}" for at in range(8, 40)]
    assert [event.source.line for event in events if event.source] == list(range(1, 33))


def test_numbers_on_lines_of_their_own() -> None:
    said, notes = read("\n".join(f"{at}\n{name}: {words}" for at, (name, words) in enumerate(TALK, 1)))
    assert said == [(name, words, 2 * at) for at, (name, words) in enumerate(TALK, 1)]
    assert any("number above" in note for note in notes)


@pytest.mark.parametrize("end", [" ", "  ", "   "])
@pytest.mark.parametrize(
    "shape", ["{0}: {1}", "<{0}> {1}", "[{0}] {1}", "{0} (7:1{2}:02 PM): {1}", "[20:1{2}] {0}: {1}"]
)
def test_all_in_one_line(shape: str, end: str) -> None:
    said, notes = read(end.join(shape.format(*pair, at) for at, pair in enumerate(TALK)))
    assert said == [(name, words, 1) for name, words in TALK]
    assert any("in one line" in note for note in notes)


@pytest.mark.parametrize("gap", ["", "\n"])
def test_names_above_the_words(gap: str) -> None:
    said, notes = read("".join(f"{name}\n{words}\nand more\n{gap}" for name, words in TALK))
    assert [one[:2] for one in said] == [(name, f"{words} and more") for name, words in TALK]
    assert any("above the words" in note for note in notes)


@pytest.mark.parametrize(
    "lines",
    [
        ["Ann", "Ben", "Ann", "Ben", "Ann", "Ben"],
        ["Hello", "there was", "a fight", "Hello", "again", "it was", "long"],
        ["Ann: hi", "Ben: yo", "Ann: 1", "Ben: 2"],
        ["20:15 <Ann> 1", "20:16 <Ben> 2", "20:17 <Ann> 3", "20:18 <Ben> 4", "20:19 <Ben> 5"],
        ["1 Ann: hi", "1 Ben: yo", "1 Ann: x", "1 Ben: y"],
        ["[20:15] <Ann> look: <a> b <c> d <e> f <g> h"],
        ["Ann: he said <b> and <c> and <d> and <e> there"],
        ["Ann: one thing. Note: it is late"],
        [],
    ],
)
def test_what_is_as_the_client_wrote_it_is_left_alone(lines: list[str]) -> None:
    assert wrapping(lines) is None


def test_a_hostile_line_takes_no_time() -> None:
    for piece in ("Ann: ", "<a> ", "[a] ", "a b (7:15 PM): ", "x ", "[20:15] "):
        wrapping([piece * 200_000])


QUOTED = (
    "--- Log opened Sat Mar 05 20:00:00 2011", "20:00 <Ann> > hi", "20:01 <Ben> hail", "",
    "20:02  * Ann waves",
)  # fmt: skip


@pytest.mark.parametrize("depth", ["> ", "> > ", ">> "])
@pytest.mark.parametrize("above", ["", "On Saturday Ann wrote:\n"])
def test_a_log_that_mail_quoted(depth: str, above: str) -> None:
    log = above + "".join(f"{depth}{line}".rstrip() + "\n" for line in QUOTED)
    transcript = open_transcript(io.BytesIO(log.encode()), name="log")
    said = [
        (event.kind, event.speaker, event.text) for event in transcript.events() if event.kind != "system"
    ]
    assert said == [("say", "Ann", "> hi"), ("say", "Ben", "hail"), ("emote", "Ann", "waves")]
    assert transcript.format == "irssi"
    assert "the log is quoted, as by mail; the marks are left out" in transcript.notes


def test_arrows_of_a_client_are_no_quotes() -> None:
    assert wrapping([f">>  20:0{at}:11 03.07.2004" for at in range(9)]) is None
    assert wrapping([f">Ann: line {at}" for at in range(9)]) is None


LONG = (
    "Round 1, the two of you stand at hand to hand range in the old barn, and the light comes from a lamp",
    "I nod, and then I take two steps to the left, since it blinds me there, and I hold the shortsword low",
    "ready",
    "note: this will be long, because I have so much to tell of what happened here yesterday: it was awful",
    "ok",
)  # fmt: skip


@pytest.mark.parametrize("width", [72, 76, 80])
@pytest.mark.parametrize("form", ["20:0{} <{}> {}", "[20:0{}] <{}> {}", "2011-03-05 20:0{}:00\t{}\t{}"])
def test_irc_logs_wrapped_by_mail(width: int, form: str) -> None:
    lines = [form.format(at, "Ben" if at % 2 else "Ann", words) for at, words in enumerate(LONG)]
    wrapped = [
        part
        for line in lines
        for part in textwrap.wrap(line, width, expand_tabs=False, replace_whitespace=False)
    ]
    assert len(wrapped) > len(lines)
    items = list(open_transcript(io.BytesIO("\n".join(wrapped).encode()), name="log"))
    assert [item.text if isinstance(item, Event) else item.message for item in items] == list(LONG)


def test_a_line_of_noise_is_not_joined_to_a_line_that_had_room() -> None:
    log = "".join(f"20:0{at} <Ann> {'w' * 60} {'x' * at}\n" for at in range(6)) + "20:07 <Ben> hi\nnoise\n"
    items = list(open_transcript(io.BytesIO(log.encode()), name="log"))
    assert [item.code for item in items if not isinstance(item, Event)] == ["LOG-1"]


def test_what_is_written_below_a_quoted_log_is_said_by_nobody_in_it() -> None:
    quoted = "".join(f"> [20:0{at}] <{name}> {words}\n" for at, (name, words) in enumerate(TALK))
    text = f"Ann wrote:\n> here it is\n{quoted}> and nothing more\nthanks!\n-- \nDee\n"
    items = list(open_transcript(io.BytesIO(text.encode()), name="log"))
    said = [(item.speaker, item.text) for item in items if isinstance(item, Event)]
    assert said == [*TALK[:-1], ("Cy Dee", "hm and nothing more")]
    lines = [item.source.line for item in items if not isinstance(item, Event) and item.source]
    assert lines == [1, 2, 10, 11, 12]


@pytest.mark.parametrize("long", ["a" * 90_000 + " zz", "a " * 30_000, " " * 60_000 + "x", "Ann:" * 20_000])
def test_a_long_stretch_in_a_run_of_messages_costs_no_more_than_its_length(long: str) -> None:
    run = "Ann: well met Ben: so it is Ann: yes Ben: hm " * 4
    start = time.process_time()
    found = list(open_transcript(io.BytesIO(f"{run}{long} Ann: hi Ben: no".encode()), name="log"))
    assert time.process_time() - start < 0.5
    assert found
