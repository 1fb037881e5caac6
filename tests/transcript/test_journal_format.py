"""A journal read as a transcript, by path, through a pipe, while it is written to; and what is no journal."""

from __future__ import annotations

import io
import json
import shutil
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest
from msgspec.structs import replace

from calledshot.errors import TranscriptError
from calledshot.live.hub import Settled
from calledshot.live.journal import SqlJournal
from calledshot.live.messages import Incoming
from calledshot.transcript import journals, open_transcript
from calledshot.transcript.event import Event, Source

EVENTS = (
    Event(seq=0, kind="say", speaker="Brannoch", room="#parlour", text="Round 1. Moves to me.", id="m1"),
    Event(
        seq=1, kind="whisper", speaker="Torvik77", to="Brannoch", text="*stab \u2028 \0 \U0001f5e1", id="m2"
    ),
    Event(seq=2, kind="command", speaker="Brannoch", room="#parlour", text="absent Torvik77"),
    Event(seq=5, at="2004-07-03T20:15:32+00:00", kind="say", speaker="x", room="#parlour", text="y" * 5000),
)


UNPRIVILEGED = """
import io, os, pathlib, sys, urllib.parse
from calledshot import read
for _ in read(io.BytesIO(pathlib.Path(sys.argv[1]).read_bytes())):
    pass  # imports all there is to import, while that is allowed
if os.geteuid() == 0:
    os.chown(sys.argv[1], 65534, 65534)
    os.chown(os.path.dirname(sys.argv[1]), 65534, 65534)
    for above in list(pathlib.Path(sys.argv[1]).parents)[1:-2]:
        above.chmod(0o755)
    os.setgid(65534)
    os.setuid(65534)
print(sum(1 for _ in read(sys.argv[1])))
"""


def write(path: Path, events: tuple[Event, ...] = EVENTS) -> SqlJournal:
    one = SqlJournal(str(path))
    for event in events:
        number = one.receive(Incoming(event=event), "irc")
        assert number is not None
        one.settle(number, Settled(events=(event,)), feed="irc", position=None)
    return one


def read(source: Path | str) -> list[Event]:
    transcript = open_transcript(source)
    assert (transcript.format, transcript.title) == ("journal", "calledshot journal")
    return list(transcript.events())


def expected(file: str) -> list[Event]:
    return [replace(event, source=Source(file, line, line)) for line, event in enumerate(EVENTS, 1)]


def test_a_closed_journal_gives_its_events_as_they_were_ruled_on(tmp_path: Path) -> None:
    path = tmp_path / "fight.db"
    write(path).close()
    assert read(path) == expected(str(path))


def test_the_name_does_not_matter(tmp_path: Path) -> None:
    path = tmp_path / "fight #1? 100%.journal"
    write(path).close()
    assert read(path) == expected(str(path))


def test_it_is_read_while_the_helper_writes_and_stops_nobody(tmp_path: Path) -> None:
    path = tmp_path / "fight.db"
    one = write(path)
    reading = iter(open_transcript(path).events())
    assert next(reading).seq == 0
    number = one.receive(Incoming(event=Event(kind="say", text="meanwhile")), "irc")
    assert number == 5
    assert [event.seq for event in reading] == [1, 2, 5]
    one.close()


def test_it_may_lie_where_nothing_can_be_written(tmp_path: Path) -> None:
    folder = tmp_path / "archive"
    folder.mkdir()
    path = folder / "fight.db"
    write(path).close()
    with sqlite3.connect(path) as raw:
        raw.execute("PRAGMA journal_mode = WAL")  # as a journal is that was copied while it was in use
    raw.close()
    assert not (folder / "fight.db-wal").exists()
    path.chmod(0o400)
    folder.chmod(0o500)
    done = subprocess.run([sys.executable, "-c", UNPRIVILEGED, str(path)], capture_output=True, text=True)
    folder.chmod(0o700)
    assert (done.stdout.strip(), done.stderr) == ("4", "")


def test_through_a_pipe_and_from_memory(tmp_path: Path) -> None:
    path = tmp_path / "fight.db"
    write(path).close()
    data = path.read_bytes()
    transcript = open_transcript(io.BytesIO(data), name="given")
    assert list(transcript.events()) == expected("given")
    done = subprocess.run(
        [sys.executable, "-m", "calledshot", "parse", "-", "-o", "ndjson"], input=data, capture_output=True
    )
    assert done.returncode == 0, done.stderr
    assert [json.loads(line)["seq"] for line in done.stdout.splitlines()] == [0, 1, 2, 5]


def test_an_open_file_is_read_with_what_lies_beside_it(tmp_path: Path) -> None:
    path = tmp_path / "fight.db"
    one = write(path)
    copy = tmp_path / "copy"
    copy.mkdir()
    for file in tmp_path.glob("fight.db*"):  # a kill -9 leaves the log of writes beside the file
        shutil.copy(file, copy)
    one.close()
    with (copy / "fight.db").open("rb") as stream:
        assert [event.seq for event in open_transcript(stream).events()] == [0, 1, 2, 5]


@pytest.mark.parametrize(
    ("table", "words"),
    [
        ("CREATE TABLE recipes (name TEXT)", "no journal of calledshot's"),
        ("CREATE TABLE calledshot_meta (name TEXT, value TEXT)", "another version of calledshot"),
    ],
)
def test_another_database_is_refused_in_one_line(tmp_path: Path, table: str, words: str) -> None:
    path = tmp_path / "other.db"
    with sqlite3.connect(path) as other:
        other.execute(table)
    other.close()
    for source in (path, io.BytesIO(path.read_bytes())):
        with pytest.raises(TranscriptError, match=words) as refused:
            open_transcript(source)
        assert "\n" not in str(refused.value)


def test_an_empty_journal_says_so(tmp_path: Path) -> None:
    path = tmp_path / "fight.db"
    SqlJournal(str(path)).close()
    with pytest.raises(TranscriptError, match="the journal holds no events yet"):
        open_transcript(path)


def test_a_damaged_journal_is_refused_in_one_line(tmp_path: Path) -> None:
    path = tmp_path / "fight.db"
    write(path, tuple(Event(seq=n, kind="say", text="x" * 900) for n in range(200))).close()
    data = bytearray(path.read_bytes())
    for place in range(len(data) // 2, len(data) - 4096, 64):
        data[place : place + 8] = b"\xff" * 8
    path.write_bytes(data)
    with pytest.raises(TranscriptError) as refused:
        list(open_transcript(path))
    assert "\n" not in str(refused.value) and "fight.db" in str(refused.value)


def test_formats_that_do_not_fit_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "fight.db"
    write(path).close()
    with pytest.raises(TranscriptError, match="leave --format out"):
        open_transcript(path, format="aol")
    assert open_transcript(path, format="journal").format == "journal"
    text = tmp_path / "log.txt"
    text.write_text("Nimue: hello\n")
    with pytest.raises(TranscriptError, match="is not a journal"):
        open_transcript(text, format="journal")


def test_a_server_that_is_not_there_is_one_line_without_the_password() -> None:
    pytest.importorskip("psycopg")
    with pytest.raises(TranscriptError) as refused:
        open_transcript("postgresql://bran:hunter2@127.0.0.1:1/x")
    said = str(refused.value)
    assert said.startswith("postgresql://bran@127.0.0.1:1/x: cannot be read (")
    assert "hunter2" not in said and "\n" not in said


@pytest.mark.parametrize(
    ("where", "seen"),
    [
        ("state/fight.db", "state/fight.db"),
        ("postgresql://bran:pw@localhost:5432/x", "postgresql://bran@localhost:5432/x"),
        ("postgresql://bran:p@w@localhost/x", "postgresql://bran@localhost/x"),
        ("postgres:///x?host=/run&password=pw", "postgres:///x?host=/run"),
        ("postgresql://localhost/x?password=pw", "postgresql://localhost/x"),
    ],
)
def test_where_a_journal_is_without_passwords(where: str, seen: str) -> None:
    assert journals.shown(where) == seen
