"""live.toml changed between two starts on one journal: what was played stays, modes change from then on."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest
from support import ScriptFeed
from table_driver import Driver
from test_live_journal_audit import campaign, rulings

from calledshot.auditing import audit, prepare
from calledshot.live.beginning import as_begun, kept, take_up
from calledshot.live.config import LiveConfig, Modes, RoomConfig
from calledshot.live.hub import Hub
from calledshot.live.journal import Begun, SqlJournal
from calledshot.live.messages import Incoming
from calledshot.live.rooms import Rooms

PGM = {"Brannoch": "irc:brannoch"}


class Start:
    """One start of a helper on a journal."""

    def __init__(self, path: Path, **config: Any) -> None:
        self.config = LiveConfig(pgm=PGM, **config)
        begun = Begun(started="2026-03-01T20:00:00", options={"live": kept(self.config)})
        self.journal = SqlJournal(str(path), begun=begun)
        played = as_begun(self.config, self.journal.begun)
        self.rooms = Rooms(prepare(campaign()), played, key=self.journal.key)
        self.hub = Hub(self.rooms, self.journal, ScriptFeed())
        take_up(self.hub, self.config, self.journal)

    def hear(self, messages: list[Incoming]) -> None:
        for message in messages:
            self.hub.heard(message)

    def lines(self) -> list[str]:
        return [sending.line.text for sending in self.journal.waiting()]

    def end(self) -> Start:
        self.journal.close()
        return self


@pytest.fixture
def messages() -> list[Incoming]:
    driver = Driver(campaign(), mode="suggest", pgm=PGM)
    driver.accounts = {"Brannoch": "irc:brannoch"}
    driver.say("Bryn", "hello")
    driver.im("Brannoch", "begin Bryn, Dara")
    driver.im("Brannoch", "ok")
    driver.im("Bryn", "*Melee attack on Dara")
    return driver.sent


def test_a_mode_that_has_changed_in_the_file_holds_from_the_next_start_on(
    tmp_path: Path, messages: list[Incoming]
) -> None:
    path = tmp_path / "journal.db"
    first = Start(path, mode="suggest")
    first.hear(messages)
    before = rulings(first.rooms.tables["#hall"].desk.flow)
    first.end()
    second = Start(path, mode="auto")
    table = second.rooms.tables["#hall"]
    assert rulings(table.desk.flow) == before  # played again in the mode it was played in
    assert table.mode == "auto"
    second.end()
    third = Start(path, mode="auto").end()  # which says nothing new
    assert third.rooms.tables["#hall"].mode == "auto"
    assert [one.message.event.kind for one in stored(path)].count("command") == 1
    assert rulings(audit(path, campaign=campaign()).flow) == before


def stored(path: Path) -> list[Any]:
    journal = SqlJournal(str(path))
    found = list(journal.raw())
    journal.close()
    return found


def test_a_mode_changed_in_play_stays_where_the_file_has_not_changed(
    tmp_path: Path, messages: list[Incoming]
) -> None:
    path = tmp_path / "journal.db"
    first = Start(path, mode="suggest")
    first.hear(messages)
    driver = Driver(campaign(), mode="suggest", pgm=PGM)
    driver.number = 100
    driver.accounts = {"Brannoch": "irc:brannoch"}
    driver.im("Brannoch", "mode watch")
    first.hear(driver.sent)
    first.end()
    assert Start(path, mode="suggest").end().rooms.tables["#hall"].mode == "watch"
    assert Start(path, mode="auto").end().rooms.tables["#hall"].mode == "auto"
    assert Start(path, mode="suggest").end().rooms.tables["#hall"].mode == "suggest"


def test_one_room_alone_may_change(tmp_path: Path, messages: list[Incoming]) -> None:
    path = tmp_path / "journal.db"
    first = Start(path, mode="suggest")
    first.hear(messages)
    first.end()
    second = Start(path, mode="suggest", rooms={"#hall": RoomConfig(mode="watch")}).end()
    assert second.rooms.tables["#hall"].mode == "watch"
    assert second.rooms.config.mode_of("#other") == "suggest"


def test_what_rulings_rest_on_waits_for_a_new_journal_and_that_is_said(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    path = tmp_path / "journal.db"
    Start(path, dice="fair", blind_pgm=True).end()
    second = Start(path, dice="off", blind_pgm=True).end()
    assert second.rooms.config.dice == "fair"
    [record] = [one for one in caplog.records if "waits for a new journal" in one.getMessage()]
    assert vars(record)["keys"] == ["dice"]


def test_nobody_in_a_room_or_window_can_say_so(tmp_path: Path, messages: list[Incoming]) -> None:
    start = Start(tmp_path / "journal.db", mode="suggest")
    start.hear(messages)
    driver = Driver(campaign(), mode="suggest", pgm=PGM)
    driver.number = 100
    words = msgspec.json.encode(Modes("auto")).decode()
    for kind in ("say", "whisper", "command", "notice", "system"):
        driver.message(driver.event(kind, "Bryn", words))  # type: ignore[arg-type]
        driver.message(driver.event(kind, "Bryn", words), own=True)  # type: ignore[arg-type]
    start.hear(driver.sent)
    assert start.rooms.tables["#hall"].mode == "suggest"
    start.end()


def test_a_journal_of_before_is_played_by_the_file(tmp_path: Path) -> None:
    assert as_begun(LiveConfig(mode="auto"), None) == LiveConfig(mode="auto")
    assert as_begun(LiveConfig(mode="auto"), Begun(started="x")) == LiveConfig(mode="auto")
