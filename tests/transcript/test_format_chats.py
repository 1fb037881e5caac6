"""Chats exported by messengers: round trips, damage, and the real samples with counts of their own."""

from __future__ import annotations

import importlib
import io
import json
from datetime import datetime, timedelta
from pathlib import Path

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from writers import LINE

from calledshot.errors import TranscriptError
from calledshot.transcript import Event, open_transcript
from calledshot.transcript.decode import no_text
from calledshot.transcript.event import Kind
from calledshot.transcript.formats import get
from calledshot.transcript.formats.base import Head

SAMPLES = Path("/work/shared/formats/samples")
FIXTURES = Path(__file__).parents[2] / "fixtures" / "transcripts"
TABLES = (
    "discord-json",
    "matrix-json",
    "telegram-json",
    "messenger-json",
    "slack-json",
    "discord-csv",
    "signal-json",
    "hangouts-json",
    "skype-json",
    "google-chat-json",
)
PAGES = ("element-html", "discord-html", "telegram-html", "messenger-html")
TEXTS = (
    "whatsapp", "signal-text", "element-text", "discord-text", "discord-paste", "sigtop", "telegram-paste",
    "signal-cli", "line-chat", "kakaotalk",
)  # fmt: skip
TO_SECONDS = (
    *TABLES,
    "element-text",
    "telegram-html",
    "messenger-html",
    "signal-backup",
    "sigtop",
    "signal-cli",
)
NAMES = st.sampled_from(
    [
        "Ann",
        "bo-b_[x]",
        "\U0001f409 Drake",
        "Z\u00e9 M.",
        "\u05d0\u05d1",
        "(Kit)",
        "O'Hara^^",
        "x*y*",
        "<Quill>",
        "a -> b",
    ]
)
WORDS = LINE.map(lambda text: "".join(text.split("\u200e")).strip(" \t\xa0")).filter(
    lambda text: text.strip() and not text.startswith("[")
)


def said(kind: Kind, name: str, words: list[str], minute: int) -> Event:
    at = datetime(2024, 1, 13, 20, 15) + timedelta(minutes=minute)
    return Event(kind=kind, speaker=name, text="\n".join(words), at=at.isoformat())


def heard(kinds: list[Kind], most: int) -> st.SearchStrategy[list[Event]]:
    one = st.tuples(st.sampled_from(kinds), NAMES, st.lists(WORDS, min_size=1, max_size=most))
    return st.lists(one, min_size=1, max_size=8).map(
        lambda all: [said(kind, name, words, number * 400) for number, (kind, name, words) in enumerate(all)]
    )


def seen(format: str, events: list[Event]) -> list[tuple[str, str | None, str, str]]:
    """What a round trip keeps: pages run blanks together, some formats have no seconds or another zone."""
    size = 19 if format in TO_SECONDS else 16
    return [
        (event.kind, event.speaker, _plain(format, event.text), (event.at or "")[:size])
        for event in events if event.kind != "system"
    ]  # fmt: skip


def _plain(format: str, text: str) -> str:
    if format not in PAGES:
        return text
    lines = (" ".join(line.replace("\xa0", " ").split()) for line in text.split("\n"))
    return "\n".join(line for line in lines if line)


def round_trip(format: str, events: list[Event]) -> None:
    writer = importlib.import_module(f"write_{format.replace('-', '_')}")
    assert {event.kind for event in events} <= writer.kinds
    data = writer.write(events).encode()
    assume(no_text(data) is None)  # control characters enough to be no log at all
    found = list(open_transcript(io.BytesIO(data), format=format, name="log"))
    assert all(isinstance(one, Event) for one in found), found
    assert seen(format, [one for one in found if isinstance(one, Event)]) == seen(format, events)


@pytest.mark.parametrize("format", [*TABLES, *TEXTS])
@settings(max_examples=40, deadline=None)
@given(heard(["say"], 3))
def test_round_trip(format: str, events: list[Event]) -> None:
    round_trip(format, events)


def _printed(text: str) -> str:
    return "".join(char for char in text if char.isprintable() or char == "\n")


@pytest.mark.parametrize("format", PAGES)
@settings(max_examples=40, deadline=None)
@given(heard(["say"], 3))
def test_round_trip_of_pages(format: str, events: list[Event]) -> None:
    """A page shows control characters and odd blanks as its own."""
    clean = [
        said("say", event.speaker or "", [_printed(event.text)], at * 400)
        for at, event in enumerate(events)
    ]  # fmt: skip
    round_trip(format, clean)


@pytest.mark.parametrize("format", ["matrix-json", "slack-json", "element-text"])
@settings(max_examples=40, deadline=None)
@given(heard(["say", "emote"], 1))
def test_round_trip_of_emotes(format: str, events: list[Event]) -> None:
    if format == "element-text":  # whose name an emote begins with is known from those who speak
        names = {event.speaker for event in events if event.kind == "say"}
        events = [event for event in events if event.kind == "say" or event.speaker in names]
    if events:
        round_trip(format, events)


def whole_before(data: bytes, format: str, size: int) -> list[Event]:
    try:
        found = list(open_transcript(io.BytesIO(data[:size]), format=format, name="log"))
    except TranscriptError:
        return []
    assert [one for one in found if not isinstance(one, Event)][1:] == []
    return [one for one in found if isinstance(one, Event)]


@pytest.mark.parametrize(
    ("format", "log"),
    [("discord-json", "duel.json"), ("telegram-json", "group.json"), ("slack-json", "2024-02-03.json")],
)
def test_a_file_cut_anywhere_gives_what_is_whole(format: str, log: str) -> None:
    data = (FIXTURES / format / log).read_bytes()
    before = 0
    for size in range(0, len(data) - 400, 61):
        found = whole_before(data, format, size)
        assert len(found) >= before
        before = len(found)
    assert before >= 4


def test_deep_and_broken_json() -> None:
    for text in (
        "[" * 100_000,
        '{"a":' * 100_000,
        '{"messages":[1e400,' + "9" * 6000 + "]}",
        '{"messages":[{"a":"',
    ):
        for format in TABLES[:5]:
            with pytest.raises(TranscriptError):
                list(open_transcript(io.BytesIO(text.encode()), format=format, name="log"))


def test_an_edit_of_an_edit_and_an_edit_without_its_message() -> None:
    def event(id: str, body: str, time: int, target: str | None = None, sender: str = "@a:x.example") -> str:
        content: dict[str, object] = {"msgtype": "m.text", "body": body}
        if target:
            new = {"msgtype": "m.text", "body": body}
            content = {"msgtype": "m.text", "body": f"* {body}", "m.new_content": new,
                       "m.relates_to": {"rel_type": "m.replace", "event_id": target}}  # fmt: skip
        whole = {"type": "m.room.message", "sender": sender, "event_id": id, "origin_server_ts": time}
        return json.dumps(whole | {"content": content})

    rows = [
        event("$1", "high", 1000), event("$2", "low", 2000, "$1"), event("$3", "middle", 3000, "$1"),
        event("$4", "mine", 4000, "$1", "@b:x.example"), event("$5", "alone", 5000, "$0"),
        event("$5", "alone", 5000, "$0"),
    ]  # fmt: skip
    transcript = open_transcript(io.BytesIO("\n".join(rows).encode()), name="log")
    found = [(one.kind, one.text, one.id) for one in transcript.events()]
    assert found == [
        ("say", "middle", "$1"),
        ("system", "[edited an earlier message; it said: high]", "$2"),
        ("system", "[edited an earlier message; it said: low]", "$3"),
        ("system", "[edit of somebody else's message: does not count]", "$4"),
        ("say", "alone", "$0"),
    ]
    assert transcript.notes == ["1 events stand twice in the file and count once"]


@pytest.mark.parametrize(
    ("log", "count"), [("discord-json/duel.json", "1 message was"), ("slack-zip/export.zip", None)]
)
def test_later_wordings_are_told(log: str, count: str | None) -> None:
    transcript = open_transcript(FIXTURES / log)
    assert list(transcript)
    said = [note for note in transcript.notes if "edited after being said" in note]
    assert [note.split(" edited")[0] for note in said] == ([count] if count else [])


def test_encrypted_messages_are_told() -> None:
    row = {
        "type": "m.room.encrypted",
        "sender": "@a:x.example",
        "event_id": "$1",
        "origin_server_ts": 1,
        "content": {"a": 1},
    }
    transcript = open_transcript(io.BytesIO(json.dumps(row).encode()), name="log")
    (one,) = transcript.events()
    assert (one.kind, one.speaker, one.trust) == ("system", "@a:x.example", "server")
    assert "encrypted and not to be read: 1 of the messages" in transcript.notes[0]


@pytest.mark.parametrize(
    ("dates", "first"),
    [
        (["1/2/24", "2/2/24", "3/2/24", "4/2/24"], "2024-02-01"),  # four evenings, day first
        (["2/1/24", "2/2/24", "2/3/24", "2/4/24"], "2024-02-01"),  # and month first
        (["5/4/24", "13/4/24"], "2024-04-05"),
        (["5/4/24", "5/13/24"], "2024-05-04"),
        (["24-04-05", "24-05-13"], "2005-04-24"),
        (["2024.4.5", "2024.5.13"], "2024-04-05"),
    ],
)
def test_which_number_is_the_day(dates: list[str], first: str) -> None:
    log = "".join(f"{day}, 20:15 - Ann: hi\n" for day in dates)
    events = list(open_transcript(io.BytesIO(log.encode()), name="log").events())
    assert (events[0].at or "")[:10] == first


@pytest.mark.parametrize(
    ("days", "first"),
    [
        (["Tue, 03/05/2024"], "2024-03-05"),
        (["Fri, 03/05/2024"], "2024-05-03"),
        (["Mon, 01/02/2024", "Tue, 01/02/2024"], "2024-02-01"),  # no Monday either way
        (["Tue, 13/02/2024"], "2024-02-13"),
        (["2024.3.5 화요일"], "2024-03-05"),
        (["2024/3/5周二"], "2024-03-05"),
    ],
)
def test_the_day_of_the_week_says_which_number_is_the_day(days: list[str], first: str) -> None:
    log = "[LINE] Chat history with Ann\n" + "".join(f"{day}\n20:15\tAnn\thi\n" for day in days)
    events = open_transcript(io.BytesIO(log.encode()), name="log").events()
    assert next((one.at or "")[:10] for one in events if one.kind == "say") == first


@settings(max_examples=40, deadline=None)
@given(heard(["say"], 3))
def test_round_trip_of_zoom(events: list[Event]) -> None:
    """Which tells no day."""
    timed = [Event(kind=e.kind, speaker=e.speaker, text=e.text, clock=(e.at or "")[11:]) for e in events]
    written = importlib.import_module("write_zoom").write(timed).encode()
    found = list(open_transcript(io.BytesIO(written), format="zoom", name="log").events())
    kept = [(one.kind, one.speaker, one.text, one.clock) for one in found]
    assert kept == [(one.kind, one.speaker, one.text, one.clock) for one in timed]


@pytest.mark.parametrize("format", [*TABLES, *PAGES, *TEXTS, "slack-zip"])
def test_nothing_sniffs_as_nothing(format: str) -> None:
    assert get(format).sniff(Head([], [], "log")) == 0.0


def test_an_archive_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    from calledshot.transcript.formats import slack_zip

    monkeypatch.setattr(slack_zip, "LIMIT", 100)
    log = FIXTURES / "slack-zip" / "export.zip"
    with pytest.raises(TranscriptError):
        list(open_transcript(log))


COUNTS = {
    # jq '.messages | length'
    "discord_dce_json/DM_2A_2M.json": ("discord-json", 3),
    "discord_dce_json/GC_3A_5M.json": ("discord-json", 6),
    "discord_dce_json/SV_5A_5M.json": ("discord-json", 5),
    "messenger_json/2A_7M.json": ("messenger-json", 7),
    "telegram_json/DM_2A_7M.json": ("telegram-json", 8),
    "telegram_json/test_single_export.json": ("telegram-json", 2),
    "telegram_json/test_batch_export.json": ("telegram-json", 2),
    # jq length of each day's list, added up
    "slack_zip/testarchive.zip": ("slack-zip", 158),
    # grep -cE '^.?\\[?[0-9]+[./-]'
    "signal_txt/test_export.txt": ("signal-text", 2),
    "whatsapp_txt/2A_5M.txt": ("whatsapp", 5),
    "whatsapp_txt/4A_11M.txt": ("whatsapp", 14),
    "whatsapp_txt/example.txt": ("whatsapp", 3),
    "whatsapp_txt/test_[mmddyy]_24hrs.txt": ("whatsapp", 9),
    "whatsapp_txt/test_ddmmyy_24hrs.txt": ("whatsapp", 9),
    "whatsapp_txt/test_mmddyy_24hrs.txt": ("whatsapp", 9),
    "whatsapp_txt/test_mmddyyyy_12hrs.txt": ("whatsapp", 9),
    "whatsapp_txt/test_yyyymmdd_24hrs.txt": ("whatsapp", 9),
    # grep -o 'class="mx_EventTile"' | wc -l
    "matrix_element/HTMLExport-test.ts.snap": ("element-html", 50),
}


@pytest.mark.skipif(not SAMPLES.is_dir(), reason="the real samples are not here")
@pytest.mark.parametrize("log", COUNTS)
def test_samples(log: str) -> None:
    format, count = COUNTS[log]
    transcript = open_transcript(SAMPLES / log)
    assert transcript.format == format
    found = list(transcript)
    assert all(isinstance(one, Event) for one in found)
    assert len(found) == count


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-16-be", "utf-8-sig"])
@pytest.mark.parametrize("format", [*TABLES, *PAGES])
def test_files_of_one_piece_in_wide_characters(format: str, encoding: str) -> None:
    events = [said("say", "Ann", ["I lunge: high", "- low"], 1), said("say", "Bo", ["so \u2694"], 2)]
    written = importlib.import_module(f"write_{format.replace('-', '_')}").write(events)
    narrow = open_transcript(io.BytesIO(written.encode()), name="log")
    wide = open_transcript(io.BytesIO(written.encode(encoding)), name="log")
    assert wide.format == narrow.format == format
    assert list(wide) == list(narrow)
