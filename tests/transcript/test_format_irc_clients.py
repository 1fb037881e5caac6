"""IRC logs of clients: round trips, events and what people do, heads cut short, speed, real samples."""

from __future__ import annotations

import io
import time
from collections import Counter
from contextlib import suppress
from pathlib import Path
from types import ModuleType

import pytest
import write_hexchat
import write_hexchat_scrollback
import write_irssi
import write_konversation
import write_kvirc
import write_mirc
import write_textual
import write_weechat
import write_znc
from hypothesis import given, settings
from hypothesis import strategies as st
from irc_strategies import CODES, NICK, event, heard, kept, read_back
from msgspec.structs import replace

from calledshot.errors import TranscriptError
from calledshot.transcript import Event, open_transcript
from calledshot.transcript.formats.irc_lines import long_date
from calledshot.transcript.formats.irc_text import known_note, starred, stripped

NAMES = {"hexchat": "2004-07-03.log"}
"""From its name a log of XChat has its year."""
WRITERS: list[tuple[str, ModuleType, str]] = [
    ("irssi", write_irssi, "minute"),
    ("weechat", write_weechat, "dated"),
    ("mirc", write_mirc, "minute"),
    ("hexchat", write_hexchat, "dated"),
    ("hexchat-scrollback", write_hexchat_scrollback, "epoch"),
    ("znc", write_znc, "second"),
    ("textual", write_textual, "zoned"),
    ("konversation", write_konversation, "dated"),
    ("kvirc", write_kvirc, "second"),
]
TALK = ("say", "emote", "notice")
SENTENCES: dict[str, dict[str, str]] = {
    "irssi": {
        "join": "{n} [~{n}@moor.example] has joined #moor",
        "leave": "{n} [~{n}@moor.example] has quit [{t}]",
        "nick": "{n} is now known as {m}",
        "topic": "{n} changed the topic of #moor to: {t}",
        "system": "mode/#moor [+o {m}] by {n}",
    },
    "weechat": {
        "join": "{n} (~{n}@moor.example) has joined #moor",
        "leave": "{n} (~{n}@moor.example) has left #moor ({t})",
        "nick": "{n} is now known as {m}",
        "topic": '{n} has changed topic for #moor to "{t}"',
        "system": "Mode #moor [+o {m}] by {n}",
    },
    "mirc": {
        "join": "Joins: {n} (~{n}@moor.example)",
        "leave": "Quits: {n} (~{n}@moor.example) ({t})",
        "nick": "{n} is now known as {m}",
        "topic": "{n} changes topic to '{t}'",
        "system": "{n} sets mode: +o {m}",
    },
    "hexchat": {
        "join": "{n} (~{n}@moor.example) has joined",
        "leave": "{n} has quit ({t})",
        "nick": "{n} is now known as {m}",
        "topic": "{n} has changed the topic to: {t}",
        "system": "{n} gives channel operator status to {m}",
    },
    "textual": {
        "join": "{n} (~{n}@moor.example) joined the channel",
        "leave": "{n} (~{n}@moor.example) left IRC ({t})",
        "nick": "{n} is now known as {m}",
        "topic": "{n} changed the topic to {t}",
        "system": "{n} sets mode +o {m}",
    },
    "konversation": {
        "join": "{n} (~{n}@moor.example) has joined this channel.",
        "leave": "{n} (~{n}@moor.example) has left this server ({t}).",
        "nick": "{n} is now known as {m}.",
        "topic": '{n} sets the channel topic to "{t}".',
        "system": "{n} gives channel operator privileges to {m}.",
    },
    "kvirc": {
        "join": "{n} [~{n}@moor.example] has joined #moor",
        "leave": "{n} [~{n}@moor.example] has left #moor: {t}",
        "nick": "{n} [~{n}@moor.example] is now known as {m}",
        "topic": '{n} [~{n}@moor.example] has changed topic to "{t}"',
        "system": "{n} [~{n}@moor.example] has set mode +o {m}",
    },
}
SENTENCES["hexchat-scrollback"], SENTENCES["znc"] = SENTENCES["hexchat"], SENTENCES["mirc"]
REASON = st.one_of(
    st.sampled_from(["x is now known as y", "a) has joined #moor", "y was kicked by x (z)", "-> : <z>"]), NICK
)
FIXTURES = Path(__file__).parents[2] / "fixtures" / "transcripts"
SAMPLES = Path("/work/shared/formats/samples")
COUNTS = {
    # grep -c '<[^ ]*>', grep -c the stars of what people do, and lines that are not blank
    "irc_xchat/xchat.log": ("hexchat", 6, 2, 16),
    "irc_xchat/xchatscrollback.log": ("hexchat-scrollback", 3, 0, 11),
    "irc_textual/2021-04-22.txt": ("textual", 1, 1, 8),
    "irc_textual/2021-04-22-with-additions.txt": ("textual", 2, 1, 10),
}
ids = pytest.mark.parametrize(
    ("format", "writer", "shape"), WRITERS, ids=lambda one: one if isinstance(one, str) else ""
)


@ids
@settings(max_examples=60, deadline=None)
@given(st.data())
def test_round_trip(format: str, writer: ModuleType, shape: str, data: st.DataObject) -> None:
    events = data.draw(heard(TALK, shape))
    assert kept(read_back(writer.write(events), format, NAMES.get(format, "log"))) == kept(events)


@ids
@settings(max_examples=60, deadline=None)
@given(st.data())
def test_round_trip_of_what_happens(format: str, writer: ModuleType, shape: str, data: st.DataObject) -> None:
    kind = data.draw(st.sampled_from(["join", "leave", "nick", "topic", "system"]))
    nick, other, reason = data.draw(NICK), data.draw(NICK), data.draw(REASON)
    text = SENTENCES[format][kind].format(n=nick, m=other, t=reason)
    said = replace(event(kind, nick, text, data.draw(st.integers(0, 86_399)), shape), trust="server")
    said = replace(said, to=other if kind == "nick" else None, speaker=None if kind == "system" else nick)
    found = read_back(writer.write([said]), format, NAMES.get(format, "log"))
    assert kept(found) == kept([said])
    assert [(one.to, one.trust) for one in found] == [(said.to, "server")]


@ids
@settings(max_examples=25, deadline=None)
@given(st.data())
def test_colours_are_not_words(format: str, writer: ModuleType, shape: str, data: st.DataObject) -> None:
    events = data.draw(heard(TALK, shape))
    code = data.draw(CODES)
    coloured = [replace(one, text=f"{one.text}{code} end") for one in events]
    assert [one.text for one in read_back(writer.write(coloured), format, NAMES.get(format, "log"))] == [
        f"{one.text} end".strip(" \t\xa0") for one in events
    ]


LOGS = sorted(
    log
    for name, _, _ in WRITERS
    for log in (FIXTURES / name).iterdir()
    if not log.name.endswith(".expected.ndjson")
)


@pytest.mark.parametrize("lines", [5, 20])
@pytest.mark.parametrize("log", LOGS, ids=lambda log: f"{log.parent.name}/{log.name}")
def test_the_first_lines_tell_the_format(log: Path, lines: int) -> None:
    head = b"".join(log.read_bytes().splitlines(keepends=True)[:lines])
    assert open_transcript(io.BytesIO(head), name=log.name).format == log.parent.name


@pytest.mark.parametrize("piece", ["\x03", "x (", "* ", "--- ", "\t", "<a", "[1:"])
@pytest.mark.parametrize(
    "lead",
    ["", "[20:00:00] * a ", "20:00 -!- ", "2014-01-01 20:00:00\t--\ta ", "Jul 03 20:00:00 *\ta ", "T 1 "],
)
def test_no_line_takes_long(piece: str, lead: str) -> None:
    data = (lead + piece * (100_000 // len(piece)) + "\n").encode()
    for format, _, _ in WRITERS:
        start = time.process_time()
        with suppress(TranscriptError):
            list(open_transcript(io.BytesIO(data), format=format))
        assert time.process_time() - start < 0.5, (format, lead, piece)


@pytest.mark.skipif(not SAMPLES.is_dir(), reason=f"{SAMPLES} is not here")
@pytest.mark.parametrize("name", sorted(COUNTS))
def test_real_samples(name: str) -> None:
    format, says, emotes, lines = COUNTS[name]
    transcript = open_transcript(SAMPLES / name)
    items = list(transcript)
    assert transcript.format == format
    assert [item for item in items if not isinstance(item, Event)] == []
    kinds = Counter(item.kind for item in items if isinstance(item, Event))
    assert (kinds["say"], kinds["emote"], kinds.total()) == (says, emotes, lines)


def read(text: str, format: str, me: str | None = None) -> list[tuple[str, str | None, str | None, str]]:
    found = open_transcript(io.BytesIO(text.encode()), format=format, me=me, name="log").events()
    return [(one.kind, one.speaker, one.to, one.text) for one in found]


@pytest.mark.parametrize("name", ["mirc", "hexchat"])
def test_what_people_do_is_no_event_unless_in_the_client_s_very_words(name: str) -> None:
    stamp = "[20:00] * " if name == "mirc" else "20:00:00 *\t"
    lines = [
        "Brume has joined the fray", "Brume is now known as the terror of the moor", "Brume sets mode",
        "Brume has quit smoking", "Brume was kicked by a mule", "Brume gives a cup to Oriel",
        "Brume changes topic",
    ]  # fmt: skip
    found = read("".join(f"{stamp}{line}\n" for line in lines), name)
    assert [(kind, who) for kind, who, _, _ in found] == [("emote", "Brume")] * len(lines)


def test_a_nick_that_is_a_word_of_the_client_s_may_act() -> None:
    log = "[20:00] <Disconnected> hi\n[20:00] * Disconnected\n[20:01] * Brume\n"
    assert [one[:2] for one in read(log, "mirc")] == [
        ("say", "Disconnected"), ("emote", "Disconnected"), ("emote", "Brume")
    ]  # fmt: skip


def test_the_log_s_owner_has_his_name_where_it_is_told() -> None:
    log = "20:00 -!- You're now known as Sedge\n20:01 [msg(Oriel)] psst\n20:01 [Oriel(o@x.example)] yes\n"
    assert read(log, "irssi", me="Brume") == [
        ("nick", "Brume", "Sedge", "You're now known as Sedge"),
        ("whisper", "Sedge", "Oriel", "psst"),
        ("whisper", "Oriel", "Sedge", "yes"),
    ]


def test_a_wrapped_line_goes_on_only_where_it_can_have_been_wrapped() -> None:
    long = "20:00 < Brume> " + "words " * 12
    assert read(f"{long}\nand more\n20:01 < Oriel> x\n  indented\nnoise\n", "irssi") == [
        ("say", "Brume", None, "words " * 12 + "and more"),
        ("say", "Oriel", None, "x indented"),
    ]


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("\x0304,12red\x03 \x02b\x02", "red b"), ("\x03105 dice", "5 dice"), ("\x03,3 x", ",3 x"),
        ("\x0304,x", ",x"), ("\x04ff00ff,000000hex", "hex"), ("\x1b[1;31mansi\x1b[0m", "ansi"),
        ("a\x1b", "a\x1b"),
        ("\x11m\x16r\x1di\x1es\x1fu\x0f", "mrisu"), ("🐉‍é", "🐉‍é"),
    ],
)  # fmt: skip
def test_codes(text: str, plain: str) -> None:
    assert stripped(text) == plain


@pytest.mark.parametrize(
    "text",
    [
        "Brume (b@x.example) has left #moor (Oriel is now known as Rill)",
        "Brume [b@x.example] has quit [Oriel was kicked by Rill]",
        "Quits: Brume (b@x.example) (Oriel has joined #moor)",
        "Brume (b@x.example) has left #moor (z) has joined",
    ],
)
def test_a_reason_forges_no_event(text: str) -> None:
    note = known_note(text)
    assert note is not None
    assert (note.kind, note.speaker) == ("leave", "Brume")


def test_a_star_s_line_needs_the_whole_sentence() -> None:
    assert starred("Brume is now known as Rill") is not None
    assert starred("Brume is now known as Rill the Red") is None
    assert starred("Disconnected", {"Disconnected"}) is None


@pytest.mark.parametrize(
    ("text", "day", "clock"),
    [
        ("Sat Jul 03 20:15:32 2004", "2004-07-03", "20:15:32"),
        ("Di 18 Okt 2011", "2011-10-18", ""),
        ("mar. 18 oct. 2011 07:00", "2011-10-18", "07:00"),
        ("Friday, March 8, 2019", "2019-03-08", ""),
        ("2014年 1月 02日 星期四", "2014-01-02", ""),
        ("3/8/19 8:15 PM", "2019-03-08", "20:15"),
        ("08.03.2019", "2019-03-08", ""),
    ],
)
def test_dates_in_words(text: str, day: str, clock: str) -> None:
    found = long_date(text)
    assert found is not None
    assert (found[0].isoformat(), found[1]) == (day, clock)


@pytest.mark.parametrize("text", ["", "no date", "Sat Jul 2004", "Feb 31 2004", "99/99/99", "12:00"])
def test_words_that_give_no_date(text: str) -> None:
    assert long_date(text) is None


def test_a_host_right_behind_the_nick_is_not_irssi_s() -> None:
    log = b"2024-02-13 20:15 -!- Wren(~w@fen.example) has joined #moor\n2024-02-13 20:15 <Wren> hm\n"
    transcript = open_transcript(io.BytesIO(log))
    assert (transcript.format, list(transcript.notes)) == ("ii", [])


def test_talk_alone_may_be_catgirl_s() -> None:
    log = b"[2024-02-13T20:15:00+0000] <Wren> hm\n[2024-02-13T20:15:09+0000] <Osk> oh\n"
    transcript = open_transcript(io.BytesIO(log))
    transcript.settle({"catgirl", "mirc"})
    assert (transcript.format, transcript.title, list(transcript.notes)) == ("catgirl", "catgirl", [])
    assert [event.speaker for event in transcript.events()] == ["Wren", "Osk"]
