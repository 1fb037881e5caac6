"""The journal in a real PostgreSQL: the same promises as in SQLite, one writer, and read as a transcript."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parents[1]))

from postgres import Postgres
from test_live_crashes import check

from calledshot.live.hub import Settled
from calledshot.live.journal import SqlJournal
from calledshot.live.messages import Incoming, Outgoing
from calledshot.live.status import status
from calledshot.live.store import JournalError
from calledshot.transcript import open_transcript
from calledshot.transcript.event import Event

HOLDER = """
import sys, time
from calledshot.live.journal import SqlJournal
journal = SqlJournal(sys.argv[1])
from calledshot.live.messages import Incoming
from calledshot.transcript.event import Event
journal.receive(Incoming(event=Event(kind="say", text="a", id="m9")), "irc")
print("held", flush=True)
time.sleep(600)
"""


def event(seq: int, text: str = "a") -> Event:
    return Event(seq=seq, kind="say", speaker="Torvik77", room="#parlour", text=text, id=f"m{seq}")


def fill(journal: SqlJournal, count: int) -> None:
    for seq in range(count):
        one = event(seq, "hä \0 \u2028 \U0001f5e1 'x'; DROP TABLE %s")
        number = journal.receive(Incoming(event=one), "irc")
        assert number == seq + 1
        settled = Settled(events=(one,), lines=(Outgoing(text="((ok))", room="#parlour"),))
        journal.settle(number, settled, feed="irc", position=one.id)


def test_what_is_written_is_there_after_opening_again(postgres: Postgres) -> None:
    url = postgres.database()
    one = SqlJournal(url)
    fill(one, 3)
    assert one.receive(Incoming(event=event(1)), "irc") is None
    assert one.receive(Incoming(event=Event(kind="say", text="nul", id="a\0b")), "irc") == 4
    one.handing("1.0")
    one.done("1.0", "service id")
    one.handing("2.0")
    one.close()
    again = SqlJournal(url)
    assert [(sending.line.key, sending.state) for sending in again.waiting()] == [
        ("2.0", "handed"),
        ("3.0", "pending"),
    ]
    assert again.position("irc") == "m2"
    assert [stored.number for stored in again.unsettled()] == [4]
    assert [stored.events for stored in again.raw()][:3] == [
        (event(seq, "hä \0 \u2028 \U0001f5e1 'x'; DROP TABLE %s"),) for seq in range(3)
    ]
    assert again.receive(Incoming(event=Event(kind="say", text="nul", id="a\0b")), "irc") is None
    odd = Event(seq=9, kind="say", speaker="a\0b", room="#a\0b", text="\0", id="x\0")
    number = again.receive(Incoming(event=odd), "irc")
    assert number is not None
    line = Outgoing(text="\0", to="a\0b", room="#a\0b")
    again.settle(number, Settled(events=(odd,), lines=(line,)), feed="irc", position="p\0")
    again.done(f"{number}.0", "id\0")
    assert [stored.events for stored in again.raw()][-1] == (odd,)
    again.close()


def test_a_second_writer_is_refused_and_another_database_is_not(postgres: Postgres) -> None:
    url = postgres.database()
    one = SqlJournal(url)
    with pytest.raises(JournalError, match="another calledshot is writing this journal") as refused:
        SqlJournal(url.replace("postgresql://", "postgres://"))
    assert postgres.password not in str(refused.value)
    SqlJournal(postgres.database()).close()
    assert status(url).running
    one.close()
    SqlJournal(url).close()
    assert not status(url).running


def test_the_death_of_a_writer_frees_its_journal(postgres: Postgres) -> None:
    url = postgres.database()
    holder = subprocess.Popen([sys.executable, "-c", HOLDER, url], stdout=subprocess.PIPE)
    assert holder.stdout is not None and holder.stdout.readline() == b"held\n"
    with pytest.raises(JournalError, match="another calledshot"):
        SqlJournal(url)
    holder.kill()
    holder.wait()
    holder.stdout.close()
    one = SqlJournal(url)
    assert [stored.message.event.id for stored in one.unsettled()] == ["m9"]
    one.close()


def test_a_server_that_goes_away_is_an_error_without_words(postgres: Postgres) -> None:
    url = postgres.database()
    one = SqlJournal(url)
    name = url.rpartition("/")[2]
    postgres.run(f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '{name}'")
    end = time.monotonic() + 20
    while postgres.run(f"SELECT count(*) FROM pg_stat_activity WHERE datname = '{name}'") != "0":
        assert time.monotonic() < end
    with pytest.raises(JournalError) as failed:
        one.receive(Incoming(event=event(0, "*stab at the back door")), "irc")
    assert "back door" not in str(failed.value) and "\n" not in str(failed.value)
    one.close()


def test_other_tables_in_the_database_are_left_alone(postgres: Postgres) -> None:
    url = postgres.database()
    name = url.rpartition("/")[2]
    postgres.run("CREATE TABLE recipes (name text)", name)
    one = SqlJournal(url)
    fill(one, 1)
    one.close()
    tables = postgres.run("SELECT string_agg(tablename, ' ' ORDER BY tablename) FROM pg_tables "
                          "WHERE schemaname = 'public'", name)  # fmt: skip
    assert tables.split() == [
        "calledshot_events",
        "calledshot_messages",
        "calledshot_meta",
        "calledshot_outbox",
        "calledshot_positions",
        "recipes",
    ]


def test_it_is_read_as_a_transcript_by_its_url(postgres: Postgres) -> None:
    url = postgres.database()
    one = SqlJournal(url)
    fill(one, 3)
    transcript = open_transcript(url)
    assert transcript.format == "journal"
    assert transcript.file == url.replace(f":{postgres.password}", "")
    read = list(transcript.events())
    assert [(found.seq, found.id, found.source and found.source.line) for found in read] == [
        (0, "m0", 1),
        (1, "m1", 2),
        (2, "m2", 3),
    ]
    one.close()


def test_parse_moves_and_audit_take_the_url(postgres: Postgres) -> None:
    url = postgres.database()
    one = SqlJournal(url)
    fill(one, 2)
    one.close()
    for command in (
        ["parse", url, "-o", "ndjson"],
        ["moves", url, "-o", "ndjson"],
        ["audit", url, "-o", "json"],
    ):
        done = subprocess.run([sys.executable, "-m", "calledshot", *command], capture_output=True, text=True)
        assert done.returncode == 0, done.stderr
        assert postgres.password not in done.stdout + done.stderr
        if command[0] == "parse":
            assert [json.loads(line)["seq"] for line in done.stdout.strip().split("\n")] == [0, 1]


def test_a_database_without_a_journal_is_refused_in_one_line(postgres: Postgres) -> None:
    url = postgres.database()
    done = subprocess.run([sys.executable, "-m", "calledshot", "audit", url], capture_output=True, text=True)
    assert done.returncode == 2
    assert "no journal of calledshot's" in done.stderr and len(done.stderr.splitlines()) == 1
    with pytest.raises(JournalError, match="holds no journal"):
        status(url)


def test_a_journal_of_another_schema_is_refused(postgres: Postgres) -> None:
    url = postgres.database()
    one = SqlJournal(url)
    one.store.put("schema", "99")
    one.close()
    with pytest.raises(JournalError, match="schema 99"):
        SqlJournal(url)


def test_the_status_of_a_journal_on_a_server(postgres: Postgres) -> None:
    url = postgres.database()
    one = SqlJournal(url)
    fill(one, 2)
    found = status(url)
    assert (found.messages, found.unsettled, found.outbox.pending) == (2, 0, 2)
    assert [(room.room, room.events) for room in found.rooms] == [("#parlour", 2)]
    one.close()


@pytest.mark.parametrize("seed", range(3))
def test_killed_at_random_points_nothing_is_lost_or_doubled(
    postgres: Postgres, tmp_path: Path, seed: int
) -> None:
    assert check(tmp_path, seed, 25, postgres.database()) >= 1
