"""The journal: what is written before it is ruled on, what is kept once, who may write."""

from __future__ import annotations

import os
import sqlite3
import stat
from pathlib import Path

import pytest
from support import ROOM, said

from calledshot.live.hub import Sending, Settled
from calledshot.live.journal import Begun, SqlJournal
from calledshot.live.messages import Incoming, Outgoing
from calledshot.live.store import JournalError
from calledshot.transcript.event import Event


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "state" / "journal.db"


def journal(path: Path) -> SqlJournal:
    return SqlJournal(str(path))


def lines(*texts: str) -> Settled:
    return Settled(lines=tuple(Outgoing(text=text, room=ROOM) for text in texts))


def test_a_message_is_in_the_file_before_it_is_settled(path: Path) -> None:
    one = journal(path)
    number = one.receive(said("Round 1, init", "m1"), "irc")
    with sqlite3.connect(f"file:{path}?mode=ro", uri=True) as other:  # what another process sees
        assert other.execute("SELECT number, settled FROM calledshot_messages").fetchall() == [(number, 0)]
    other.close()
    one.close()


def test_the_same_message_is_kept_once_for_each_feed_room_and_kind(path: Path) -> None:
    one = journal(path)
    assert one.receive(said("a", "m1"), "irc") == 1
    assert one.receive(said("a", "m1"), "irc") is None
    assert one.receive(said("a", "m1", room="#other"), "irc") == 2
    assert one.receive(said("a", "m1"), "matrix") == 3
    assert one.receive(said("a", "m1", room=None), "irc") == 4
    assert one.receive(said("a", "m1", room=None), "irc") is None
    one.close()


def test_an_unreadable_message_and_what_it_turns_out_to_be_are_both_kept(path: Path) -> None:
    one = journal(path)
    closed = Incoming(what="unreadable", event=Event(kind="say", speaker="@torv:x", room="!r", id="$1"))
    opened = Incoming(event=Event(kind="say", speaker="@torv:x", room="!r", id="$1", text="*stab"))
    assert [one.receive(message, "matrix") for message in (closed, opened, closed, opened)] == [
        1,
        2,
        None,
        None,
    ]
    one.close()


def test_messages_without_an_id_are_never_taken_for_one_another(path: Path) -> None:
    one = journal(path)
    assert [one.receive(said("same", None), "aim") for _ in range(3)] == [1, 2, 3]
    one.close()


def test_what_came_of_a_message_is_there_after_opening_again(path: Path) -> None:
    one = journal(path)
    event = Event(kind="say", speaker="Torvik77", text="hä \u2028 \0 ok", room=ROOM, id="m1", seq=0)
    number = one.receive(Incoming(event=event, account="irc:torv"), "irc")
    assert number is not None
    secret = Outgoing(text="your move is noted", to="torv", secret=True, in_reply_to="m1")
    made = one.settle(
        number,
        Settled(events=(event,), lines=(Outgoing(text="((ok))", room=ROOM, notice=True), secret)),
        feed="irc",
        position="m1",
    )
    assert [sending.line.key for sending in made] == ["1.0", "1.1"]
    one.close()
    again = journal(path)
    assert list(again.waiting()) == list(made)
    assert again.position("irc") == "m1"
    assert again.position("matrix") is None
    [stored] = again.raw()
    assert stored.settled and stored.events == (event,) and stored.feed == "irc"
    assert stored.message == Incoming(event=event, account="irc:torv")
    assert again.receive(said("next", "m2"), "irc") == 2
    again.close()


def test_the_states_of_a_line(path: Path) -> None:
    one = journal(path)
    number = one.receive(said("a", "m1"), "irc")
    assert number is not None
    one.settle(number, lines("one", "two", "three", "four"), feed="irc", position=None)
    one.handing("1.0")
    one.handing("1.1")
    one.handing("1.2")
    one.unhanded("1.2")
    one.done("1.0", "server-id")
    one.refused("1.3")
    one.handing("1.0")  # too late: what is said is said
    left: list[Sending] = list(one.waiting())
    assert [(sending.line.text, sending.state) for sending in left] == [
        ("two", "handed"),
        ("three", "pending"),
    ]
    one.close()


def test_what_was_received_and_not_settled_is_found_in_order(path: Path) -> None:
    one = journal(path)
    for place in range(1100):  # more than is fetched at a time
        number = one.receive(said("a", f"m{place}"), "irc")
        if number is not None and place not in (7, 1090):
            one.settle(number, Settled(), feed="irc", position=None)
    assert [stored.message.event.id for stored in one.unsettled()] == ["m7", "m1090"]
    assert len(list(one.raw())) == 1100
    one.close()


def test_a_message_is_settled_once(path: Path) -> None:
    one = journal(path)
    number = one.receive(said("a", "m1"), "irc")
    assert number is not None
    one.settle(number, lines("one"), feed="irc", position=None)
    with pytest.raises(JournalError, match="message 1"):
        one.settle(number, lines("one"), feed="irc", position="x")
    assert len(one.waiting()) == 1 and one.position("irc") is None
    one.close()


def test_a_position_moves_without_a_message(path: Path) -> None:
    one = journal(path)
    one.advance("matrix", "s1")
    one.advance("matrix", "s2")
    assert one.position("matrix") == "s2"
    one.close()


def test_a_second_writer_is_refused_and_told_who_writes(path: Path) -> None:
    one = journal(path)
    with pytest.raises(
        JournalError, match=rf"another calledshot is writing this journal \(process {os.getpid()}\)"
    ):
        journal(path)
    one.close()
    journal(path).close()  # and then it is free again


def test_a_link_to_a_journal_in_use_is_the_same_journal(path: Path, tmp_path: Path) -> None:
    one = journal(path)
    link = tmp_path / "link.db"
    link.symlink_to(path)
    with pytest.raises(JournalError, match="another calledshot"):
        journal(link)
    one.close()


def test_a_journal_of_another_schema_is_refused(path: Path) -> None:
    one = journal(path)
    one.store.put("schema", "99")
    one.close()
    with pytest.raises(JournalError, match="schema 99"):
        journal(path)


def test_another_database_is_refused_and_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "other.db"
    with sqlite3.connect(path) as other:
        other.execute("CREATE TABLE recipes (name TEXT)")
    other.close()
    before = path.read_bytes()
    with pytest.raises(JournalError, match="a database of something else"):
        journal(path)
    assert path.read_bytes() == before


def test_a_file_that_is_no_database_is_refused_in_one_line(tmp_path: Path) -> None:
    path = tmp_path / "notes.txt"
    path.write_text("Torvik77: hello\n" * 100)
    with pytest.raises(JournalError) as refused:
        journal(path)
    assert "\n" not in str(refused.value) and "notes.txt" in str(refused.value)
    assert path.read_text().startswith("Torvik77")


@pytest.mark.parametrize("url", ["mysql://localhost/x", "nonsense://", "sqlite+aiosqlite:///x.db", "://"])
def test_other_databases_are_refused_in_one_line(url: str) -> None:
    with pytest.raises(JournalError) as refused:
        SqlJournal(url)
    assert "\n" not in str(refused.value)


def test_a_password_in_a_url_is_never_shown() -> None:
    for url in (
        "mysql://bran:hunter2@localhost/x",
        "postgresql://bran:hunter2@127.0.0.1:1/x?connect_timeout=1",
        "postgresql://bran@127.0.0.1:1/x?password=hunter2&connect_timeout=1",
    ):
        with pytest.raises(JournalError) as refused:
            SqlJournal(url)
        assert "hunter2" not in str(refused.value)
        assert refused.value.__cause__ is None


def test_a_new_journal_is_its_owners_alone(path: Path) -> None:
    one = journal(path)
    one.receive(said("a secret", "m1", room=None), "irc")
    beside = sorted(file.name for file in path.parent.iterdir() if not file.name.endswith(".lock"))
    assert beside == ["journal.db", "journal.db-shm", "journal.db-wal"]
    assert {stat.S_IMODE((path.parent / name).stat().st_mode) for name in beside} == {0o600}
    one.close()
    assert not (path.parent / "journal.db-wal").exists()  # closed in good order it is one file


def test_what_it_was_begun_with_stays(path: Path) -> None:
    first = Begun(started="2004-07-03T20:00:00Z", campaign="parlour", ruleset="x", options={"pgm": ["Bran"]})
    one = SqlJournal(str(path), begun=first)
    one.close()
    again = SqlJournal(str(path), begun=Begun(started="2004-07-04T20:00:00Z"))
    assert again.begun == first
    again.close()


def test_a_disk_that_fails_is_an_error_and_nothing_is_half_written(path: Path) -> None:
    one = journal(path)
    number = one.receive(said("a", "m1"), "irc")
    assert number is not None
    one.store.connection.exec_driver_sql(
        "CREATE TRIGGER full BEFORE INSERT ON calledshot_outbox BEGIN SELECT RAISE(FAIL, 'disk is full'); END"
    )
    one.store.connection.commit()
    event = Event(kind="say", text="hush", room=ROOM)
    with pytest.raises(JournalError) as failed:
        one.settle(number, Settled(events=(event,), lines=lines("hush").lines), feed="irc", position="p")
    assert "hush" not in str(failed.value)
    [stored] = one.raw()
    assert not stored.settled and stored.events == () and one.position("irc") is None
    one.close()


def test_where_nothing_can_be_written_it_says_so(tmp_path: Path) -> None:
    (tmp_path / "state").write_text("a file where the folder should be")
    with pytest.raises(JournalError, match="cannot be written"):
        journal(tmp_path / "state" / "journal.db")


def test_one_in_memory_needs_no_file() -> None:
    one = SqlJournal("sqlite://")
    assert one.receive(said("a", "m1"), "irc") == 1
    assert one.receive(said("a", "m1"), "irc") is None
    one.close()
