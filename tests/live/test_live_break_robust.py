"""Whatever a service or a member sends, in every ruleset: nothing fails, nothing is said twice over, the same
messages give the same answers; and a fair box's seed is nowhere before it is told."""

from __future__ import annotations

import logging
import random

import pytest
from table_driver import SAMPLES, Driver

from calledshot.dice import box as boxes
from calledshot.live.messages import Incoming
from calledshot.transcript.event import Event

TABLES = {
    "duel": ("TalespinnerJo", ("YsoldeVey", "Garrock9")),
    "mill": ("BarrelBen", ("HobNettle", "MirelleQ")),
    "orchard": ("Maudlin", ("Wren", "Pip")),
}
NAMES = ("a b", "a:b", "[x]", "{x}|", "<b>", "\u202egro", "", "  ", "x" * 5000, "@a:b", "#chan", "\0", "ok")
LONG = ("a ", "((", "attack ", "*", "\u202e", "1d6+", "!roll 1+", ">", "\n", "rolled ", " " * 70 + "x", "\0")
TIMES = ("", "not a time", "2026-03-01T19:00:00", "9999-12-31T23:59:59", "2026-03-01T20:00:00+05:00", None)


def fight(name: str, **config: str) -> tuple[Driver, str, tuple[str, ...]]:
    master, players = TABLES[name]
    driver = Driver(SAMPLES / name / "campaign", pgm={master: "irc:gm"}, **config)
    driver.accounts = {master: "irc:gm", **{who: f"irc:{who}" for who in players}}
    for who in driver.accounts:
        driver.join(who)
    driver.say(master, "Fight starts. Round 1")
    driver.im(master, "begin")
    driver.im(master, "ok")
    return driver, master, players


def sound(driver: Driver, caplog: pytest.LogCaptureFixture) -> None:
    """Nothing failed on the way, and it can be played again."""
    assert "passed over:" not in caplog.text
    assert not any("something in me failed" in line.text for line in driver.lines)
    assert driver.again() == driver.settled


@pytest.mark.parametrize("name", TABLES)
def test_long_messages(name: str, caplog: pytest.LogCaptureFixture) -> None:
    driver, master, players = fight(name, dice="plain", mode="auto")
    for chars in LONG:
        text = (chars * 65536)[:65536]
        driver.say(players[0], text)
        driver.say("Nosy", text)
        driver.say(master, text)
        driver.im(master, f"for {players[0]}: {text}"[:65536])
    assert all(len(line.text) < 10_000 for line in driver.lines if line.to is None)
    assert "passed over:" not in caplog.text


@pytest.mark.parametrize("name", TABLES)
def test_odd_names_times_and_kinds(name: str, caplog: pytest.LogCaptureFixture) -> None:
    driver, master, players = fight(name)
    for who in NAMES:
        for text in ("hi", "!who", f"attack {players[0]}", "\x01ACTION x\x01", "\u202e!ok", ""):
            driver.say(who, text)
            driver.im(who, text)
        driver.nick(who, f"new{who}")
        driver.leave(f"new{who}")
    for at in TIMES:
        driver.rooms.due(at or "")
        driver.give(Incoming(what="tick", event=Event(kind="system", at=at)))
        for kind, room, text in (
            ("say", "#hall", "hello"),
            ("whisper", None, "ok"),
            ("whisper", None, "who"),
        ):
            event = Event(kind=kind, at=at, speaker=master, room=room, to=driver.config.nick, text=text)  # type: ignore[arg-type]
            driver.give(Incoming(event=event, account="irc:gm"))
    kinds = ("say", "whisper", "roll", "nick", "leave", "join", "command", "system", "topic", "notice")
    for what in ("edit", "deletion", "unreadable", "gap", "members", "event"):
        for kind in kinds:
            for room in ("#hall", "#nowhere", None):
                event = Event(kind=kind, speaker=players[0], room=room, text="x", id="m3")  # type: ignore[arg-type]
                account = f"irc:{players[0]}"
                driver.give(Incoming(what=what, event=event, about="m2", account=account))
    sound(driver, caplog)


def test_an_id_seen_before_with_other_words_is_another_message(caplog: pytest.LogCaptureFixture) -> None:
    """The journal has passed over what was delivered twice; what comes through counts as it stands."""
    driver, _, (ysolde, garrock) = fight("duel")
    driver.message(driver.event("whisper", ysolde, "attack Garrock with rapier", id="same"))
    driver.message(driver.event("whisper", garrock, "attack Ysolde with broadsword", id="same"))
    event = driver.event("whisper", ysolde, "parry", id="new")
    driver.message(event, what="edit", about="same")  # of the last of that id, which was another's
    record = driver.table.referee.encounter.round
    assert record is not None
    assert {one.combatant for one in record.declarations} == {ysolde, garrock}
    sound(driver, caplog)


def test_a_crowd_and_thousands_of_commands(caplog: pytest.LogCaptureFixture) -> None:
    driver, master, players = fight("duel")
    for number in range(2000):
        driver.join(f"nick{number}")
    chance = random.Random(4)
    for _ in range(1500):
        command = chance.choice(
            ("who", "board", "order", "drafts", "ok", "drop", "help", "preview next", "undo")
        )
        driver.im(master, command)
    for number in range(2000):
        driver.leave(f"nick{number}")
    assert driver.table.here <= {master, *players}
    assert len(driver.table.desk.entries) < 3000
    sound(driver, caplog)


def test_the_seed_of_a_fair_box_is_nowhere_before_it_is_told(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    driver, master, players = fight("duel", dice="fair")
    seed = boxes.fight_seed(b"k" * 32, "#hall", 1).hex()
    for who in players:
        driver.im(who, "parry")
        driver.say(who, "!roll 1d100")
        driver.say(who, "!roll 9d9 # nothing")
    for command in ("who", "board", "summary", "preview close", "undo", "drafts", "help more"):
        driver.im(master, command)
    told = " ".join(line.text for line in driver.lines) + caplog.text + repr(driver.settled)
    assert "SHA-256" in told and seed not in told
    driver.im(master, f"close {players[0]} wins")
    assert sum(seed in text for text in driver.public()) == 1
