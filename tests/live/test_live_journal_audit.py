"""What was ruled live is what an audit of the journal rules: one room and several, with commands and undo."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

import msgspec
import parthos_table
import pytest
from support import ScriptFeed, until
from table_driver import Driver

from calledshot.auditing import audit, audits
from calledshot.campaign import Campaign, from_tables
from calledshot.cli import main
from calledshot.live.hub import Hub
from calledshot.live.journal import SqlJournal
from calledshot.live.rooms import Rooms
from calledshot.redact import for_players
from calledshot.transcript import open_transcript

SECRETS = ("*Melee attack on Dara (secretly)", "*Melee attack on Bryn, with the left hand")


def campaign() -> Campaign:
    tables: dict[str, Any] = parthos_table.campaign("Bryn", "Dara", system="im", Bryn="red", Dara="blue")
    return from_tables({**tables, "pgm": ["Brannoch"], "ruleset": "parthos"})


def fight(driver: Driver, room: str) -> None:
    """A round of two, in one room of a driver's."""
    driver.room = room
    driver.say("Bryn", "hello")
    driver.say("Dara", "hello")
    for text in (f"{room} open", f"{room} begin Bryn, Dara"):
        driver.im("Brannoch", text)
    driver.im("Bryn", f"{room} {SECRETS[0]}")
    driver.im("Dara", f"{room} {SECRETS[1]}")
    driver.roll("Bryn", 40)
    driver.roll("Dara", 10)
    driver.roll("Bryn", 5)
    driver.im("Brannoch", f"{room} undo")
    driver.roll("Bryn", 90)


def journal_of(driver: Driver, path: Path) -> None:
    journal = SqlJournal(str(path))
    for message, settled in zip(driver.sent, driver.settled, strict=True):
        number = journal.receive(message, "irc")
        assert number is not None
        journal.settle(number, settled, feed="irc", position=None)
    journal.close()


@pytest.fixture
def driver() -> Driver:
    driver = Driver(campaign(), mode="auto", pgm={"Brannoch": "irc:brannoch"})
    driver.accounts = {"Brannoch": "irc:brannoch"}
    return driver


def rulings(items: Any) -> list[dict[str, Any]]:
    return [json.loads(msgspec.json.encode(item)) for item in items if hasattr(item, "outcome")]


def test_the_audit_of_a_journal_gives_the_rulings_of_the_live_fight(driver: Driver, tmp_path: Path) -> None:
    fight(driver, "#hall")
    journal_of(driver, tmp_path / "fight.db")
    live = rulings(driver.rooms.tables["#hall"].desk.flow)
    assert len(live) > 8
    assert rulings(audit(tmp_path / "fight.db", campaign=campaign()).flow) == live


def test_each_room_of_a_journal_is_a_fight_of_its_own(driver: Driver, tmp_path: Path) -> None:
    fight(driver, "#hall")
    fight(driver, "#yard")
    path = tmp_path / "fight.db"
    journal_of(driver, path)
    found = audits([path], campaign=campaign())
    assert [one.inputs[0].title for one in found] == [
        "calledshot journal of #hall",
        "calledshot journal of #yard",
    ]
    for one, room in zip(found, ("#hall", "#yard"), strict=True):
        assert rulings(one.flow) == rulings(driver.rooms.tables[room].desk.flow)
        assert {event.room for event in one.lines.values()} == {room}
    whole = list(open_transcript(path).events())
    assert [event.seq for event in whole] == list(range(len(whole)))
    assert [event.source.line for event in whole if event.source] == [event.seq + 1 for event in whole]


def test_what_players_may_see_of_a_journal_holds_no_whisper(driver: Driver, tmp_path: Path) -> None:
    fight(driver, "#hall")
    for text in (
        "set Dara stamina 7",
        "for Dara: *Melee attack on Bryn with the hidden blade",
        "for Bryn: 33",
        "waive PAR-INIT-1 for Dara because of the hidden poison",
    ):
        driver.im("Brannoch", text)
    path = tmp_path / "fight.db"
    journal_of(driver, path)
    whole = audit(path, campaign=campaign())
    private = [event.text for event in whole.lines.values() if event.to is not None]
    assert {"set Dara stamina 7", "for Bryn: 33"} <= set(private)
    shown = for_players(whole)
    written = shown.to_json() + json.dumps([event.text for event in shown.lines.values()])
    everything = json.dumps([event.text for event in whole.lines.values()])
    for secret in ("secretly", "left hand", "hidden blade", "hidden poison", "stamina 7"):
        assert secret in everything and secret not in written, secret
    assert not [event for event in shown.lines.values() if event.to is not None]
    assert [ruling for ruling in shown.rulings if ruling.values.get("roll") == 33]  # a roll is no secret


def test_the_command_line_reads_it(
    driver: Driver, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    fight(driver, "#hall")
    path = tmp_path / "fight.db"
    journal_of(driver, path)
    assert main(["audit", str(path), "--pgm", "Brannoch", "--for-players"]) in (0, 1)
    out = capsys.readouterr().out
    assert "calledshot journal" in out
    assert "left hand" not in out and "secretly" not in out


def test_after_a_restart_the_rooms_are_what_they_were(
    driver: Driver, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    fight(driver, "#hall")
    path = str(tmp_path / "fight.db")
    feed = ScriptFeed(driver.sent)

    async def night(expected: int) -> Rooms:
        journal = SqlJournal(path)
        made = Rooms(driver.ready, driver.config, key=journal.key)
        hub = Hub(made, journal, feed)
        running = asyncio.create_task(hub.run())
        await until(lambda: hub.position() == str(len(driver.sent)) and not journal.waiting())
        assert len(feed.sent) == expected
        await hub.stop()
        await running
        journal.close()
        return made

    said = len(driver.lines)
    first = asyncio.run(night(said))
    feed = ScriptFeed(driver.sent)  # the service gives all of it again
    with caplog.at_level("INFO"):
        second = asyncio.run(night(0))
    for made in (first, second):
        table, live = made.tables["#hall"], driver.table
        assert rulings(table.desk.flow) == rulings(live.desk.flow)
        assert (table.mode, table.desk.fight.waits) == (live.mode, live.desk.fight.waits)
    assert not [record for record in caplog.records if "not understood" in record.getMessage()]
    assert [
        vars(record)["messages"] for record in caplog.records if record.getMessage() == "journal replayed"
    ] == [len(driver.sent)]
