"""What `live status` says of a journal, and to whom a name may not do harm."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from msgspec.structs import replace
from support import ROOM, said

from calledshot.live.hub import Settled
from calledshot.live.journal import Begun, SqlJournal
from calledshot.live.messages import Incoming, Outgoing
from calledshot.live.status import Gap, Last, Room, Waits, status, text
from calledshot.live.store import JournalError
from calledshot.transcript.event import Event

AT = "2004-07-03T20:00:00+00:00"


@pytest.fixture
def journal(tmp_path: Path) -> SqlJournal:
    begun = Begun(started=AT, campaign="/campaigns/parlour", ruleset="rules")
    return SqlJournal(str(tmp_path / "journal.db"), begun=begun)


def fill(journal: SqlJournal) -> None:
    for place, room in enumerate((ROOM, ROOM, "#yard")):
        message = said("*stab at the back door", f"m{place}", room=room)
        number = journal.receive(message, "irc")
        assert number is not None
        event = replace(message.event, seq=place, at=AT)
        lines = (Outgoing(text="((ok))", room=room),) * 2
        journal.settle(number, Settled(events=(event,), lines=lines), feed="irc", position=f"p{place}")
    journal.handing("1.0")
    journal.done("1.1")
    journal.refused("2.0")
    gap = Event(kind="system", at=AT, room=ROOM, text="since the back door")
    journal.receive(Incoming(what="gap", event=gap), "irc")


def test_everything_it_says(journal: SqlJournal, tmp_path: Path) -> None:
    fill(journal)
    found = status(str(tmp_path / "journal.db"), {ROOM: "suggest", "#new": "watch"})
    assert (found.running, found.process) == (True, os.getpid())
    assert (found.started, found.campaign, found.ruleset) == (AT, "/campaigns/parlour", "rules")
    assert (found.messages, found.unsettled, found.positions) == (4, 1, {"irc": "p2"})
    assert found.rooms == [
        Room("#new", "watch", 0, None),
        Room("#parlour", "suggest", 2, Last(AT, "say", "Torvik77")),
        Room("#yard", None, 1, Last(AT, "say", "Torvik77")),
    ]
    assert found.gaps == [Gap(ROOM, AT, 4)]
    assert found.outbox == Waits(pending=3, handed=1, done=1, refused=1)
    journal.close()
    assert not status(str(tmp_path / "journal.db")).running


def test_for_people_it_is_lines_without_anybodys_words(journal: SqlJournal, tmp_path: Path) -> None:
    fill(journal)
    shown = text(status(str(tmp_path / "journal.db"), {ROOM: "suggest"}))
    assert "back door" not in shown
    assert shown.startswith(f"{tmp_path / 'journal.db'}: a helper is running (process {os.getpid()})\n")
    waits = text(status(str(tmp_path / "journal.db"), {ROOM: "suggest"}, [ROOM]))
    assert "room #parlour, suggest, waits for `resume`: 2 events" in waits and "#yard, waits" not in waits
    assert (
        "room #parlour, suggest: 2 events, the last a say of Torvik77 at 2004-07-03T20:00:00+00:00\n" in shown
    )
    assert (
        "outbox: 3 pending, 1 handed over and not confirmed, 1 said, 1 that the service did not take" in shown
    )
    assert "gap: #parlour, told 2004-07-03T20:00:00+00:00" in shown
    journal.close()
    assert ": no helper is running\n" in text(status(str(tmp_path / "journal.db")))


def test_no_name_reaches_the_terminal_as_it_is(journal: SqlJournal, tmp_path: Path) -> None:
    event = Event(kind="say", speaker="Tor\x1b[2Jvik\u202e", room="#a\x1b]0;x\x07", text="hi", id="m0")
    number = journal.receive(Incoming(event=event), "irc")
    assert number is not None
    journal.settle(number, Settled(events=(event,)), feed="irc", position="\x1b[31m")
    shown = text(status(str(tmp_path / "journal.db")))
    assert not set(shown) & {"\x1b", "\x07", "\u202e"}
    journal.close()


def test_looking_creates_nothing(tmp_path: Path) -> None:
    with pytest.raises(JournalError, match="there is no such journal"):
        status(str(tmp_path / "none.db"))
    assert list(tmp_path.iterdir()) == []
