"""Whole fights, played through what a service tells: the same rulings live, again, and in an audit."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from msgspec.structs import replace
from table_driver import SAMPLES, Driver, aloud, to

import calledshot
from calledshot.auditing import audit_texts
from calledshot.dice.verify import Said, verify
from calledshot.finding import Finding
from calledshot.live.messages import Incoming
from calledshot.transcript.event import to_json

J, Y, G = "TalespinnerJo", "YsoldeVey", "Garrock9"
LOGS = {
    "spar": "parlour.txt", "brawl": "taproom.txt", "duel": "room.txt", "readme": "yard.script",
    "mill": "yard.txt", "bridge": "bridge.script", "ford": "ford.txt", "orchard": "orchard.txt",
}  # fmt: skip


def audited(driver: Driver) -> list[Any]:
    """What an audit of the record says."""
    record = "\n".join(to_json(event).decode() for settled in driver.settled for event in settled.events)
    audit = audit_texts([("record", record, "events", None)], campaign=driver.ready.campaign)
    return audit.flow


def plain(flow: list[Any]) -> list[Any]:
    """Without the places in a file, which a live event has not."""
    return [replace(one, source=None) if isinstance(one, Finding) else one for one in flow]


def the_same(driver: Driver) -> None:
    assert driver.again() == driver.settled
    assert plain(audited(driver)) == plain(driver.table.desk.flow)


def duel_of(**config: Any) -> Driver:
    driver = Driver(SAMPLES / "duel" / "campaign", pgm={J: "irc:jo"}, **config)
    driver.accounts = {J: "irc:jo", Y: "irc:ysolde", G: "irc:garrock"}
    driver.join(Y)
    driver.join(G)
    return driver


def play(driver: Driver, roll: Callable[[str, str], None], rounds: int = 8) -> None:
    """Both attack with all they have until one is down; the game master says ok to everything."""
    for _ in range(400):
        fight = driver.table.desk.fight
        if driver.table.referee.encounters and driver.table.referee.encounters[-1].outcome is not None:
            return
        if driver.table.drafts.current is not None:
            driver.im(J, "ok")
        elif fight.waits:
            who, what = fight.waits[0]
            if what == "declaration":
                other = G if who == Y else Y
                weapon = "rapier" if who == Y else "broadsword"
                driver.im(who, f"attack {other} with {weapon}, *attack with {weapon}, WS")
            else:
                roll(who, what)
        else:
            driver.im(J, "next")
    raise AssertionError(driver.lines[-5:])


def test_a_duel_in_suggest_mode_by_saying_ok() -> None:
    """Faces are given so that Ysolde always misses: 99 is above her 55. Garrock hits with 20 on 62, for
    9 points each time (a 50 on the 12s is 6, and 3 of Strength): 26 − 27 is −1 with the third."""
    driver = duel_of()
    driver.say(J, "Duel of YsoldeVey and Garrock9, to unconscious, hand to hand")
    faces = {
        (Y, "initiative"): 20,
        (G, "initiative"): 30,
        (Y, "to_hit"): 99,
        (G, "to_hit"): 20,
        (G, "damage"): 50,
    }
    play(driver, lambda who, what: driver.roll(who, faces[who, what]) and None)
    driver.im(J, "ok")
    fight = driver.table.referee.encounters[-1]
    assert (fight.outcome, fight.winner) == ("won", G)
    assert driver.table.desk.fight.state()[Y]["stamina"] == -1
    hits = [text for text in driver.public() if "Garrock9 hits YsoldeVey" in text]
    assert len(hits) == 3
    assert sum("takes 9 points" in text for text in driver.public()) == 3
    assert all(text.startswith("((") and text.endswith("))") for text in driver.public())
    assert not any("PAR-" in text for text in driver.public())
    assert any("`summary`" in text for text in driver.private(J))
    summary = to(driver.im(J, "summary"), J)
    assert summary[0].startswith("Round 1: ") and any("Garrock9" in line for line in summary[-2:])
    the_same(driver)


def test_a_duel_in_auto_mode_with_fair_dice_of_our_own() -> None:
    driver = duel_of(mode="auto", dice="fair")
    driver.say(J, "Duel of YsoldeVey and Garrock9, to unconscious, hand to hand")
    driver.im(J, "begin")
    play(driver, lambda who, what: driver.say(who, "!roll 1d100") and None)
    public = driver.public()
    assert sum("SHA-256" in text for text in public) == 1
    assert sum("the seed was" in text for text in public) == 1
    found = verify(Said(text, line, "calledshot", "#hall") for line, text in enumerate(public, 1))
    assert found.checkable and found.wrong == 0
    assert found.fair[0].checked == found.fair[0].throws == sum("rolled 1d100" in text for text in public)
    assert not any(line.to == J and line.text.startswith("#") for line in driver.lines)
    the_same(driver)


@pytest.mark.parametrize("mode", ["watch", "suggest", "auto"])
@pytest.mark.parametrize("name", LOGS)
def test_a_saved_fight_heard_live_gives_the_same_as_its_audit(name: str, mode: str) -> None:
    """Every sample, as its room would have told it; in auto mode too, though the room's own game master
    says it all."""
    driver = Driver(SAMPLES / name / "campaign", mode=mode)
    for event in calledshot.read(SAMPLES / name / LOGS[name]):
        if event.kind == "roll":
            heard = driver.event("say", event.speaker, event.text)
            driver.give(Incoming(event=replace(heard, trust=event.trust)))
        elif event.kind in ("say", "emote", "whisper"):
            more = {"to": event.to} if event.kind == "whisper" else {}
            driver.message(driver.event(event.kind, event.speaker, event.text, **more))
    assert not any("failed on the last message" in line.text for line in driver.lines)
    the_same(driver)
    if mode == "watch":
        assert driver.public() == []


def test_three_rounds_with_everything_that_goes_wrong() -> None:
    """A drop and a return under another nick, a late message, an overrule, an undo."""
    driver = duel_of()
    driver.say(J, "Duel of YsoldeVey and Garrock9, to unconscious, hand to hand")
    driver.im(J, "ok")
    driver.im(Y, "attack Garrock with rapier")
    driver.leave(G, "Ping timeout: 240 seconds")
    driver.accounts["Garrock|2"] = "irc:garrock"
    driver.join("Garrock|2")
    driver.im("Garrock|2", "attack Ysolde with broadsword")
    driver.im(J, "ok")
    driver.roll(Y, 20)  # 92 against 88
    driver.roll("Garrock|2", 30)
    driver.im(J, "ok")
    driver.roll(Y, 48)
    driver.say(J, "that misses, the light is in your eyes")  # the overrule: 48 on 55 hits
    assert driver.table.desk.fight.state()[G]["stamina"] == 34
    driver.im(J, "ok")
    driver.roll("Garrock|2", 20)
    driver.im(J, "ok")
    driver.roll("Garrock|2", 50)
    assert driver.table.desk.fight.state()[Y]["stamina"] == 17
    driver.im(J, "undo")  # the roll of the damage
    assert driver.table.desk.fight.state()[Y]["stamina"] == 26
    driver.im(J, "redo")
    assert driver.table.desk.fight.state()[Y]["stamina"] == 17
    for _ in range(4):
        driver.im(J, "ok")
        if driver.table.desk.fight.waits:
            break
    assert driver.table.referee.encounters[-1].rounds[-1].number == 2
    driver.im("Garrock|2", "attack Ysolde with broadsword")
    driver.im(J, "next")
    driver.im(J, "ok")
    driver.roll("Garrock|2", 30)
    driver.im(Y, "attack Garrock with rapier")  # late
    driver.im(J, "for Ysolde: attack Garrock with rapier")
    driver.roll(Y, 20)
    differs = [one for one in driver.table.referee.pgm_rulings if one.agrees is False]
    assert len(differs) >= 1
    notes = [
        one.message for one in driver.table.desk.flow if isinstance(one, Finding) and one.code == "PGM-3"
    ]
    assert any("enters a move for YsoldeVey" in note for note in notes)
    the_same(driver)


def test_commands_in_the_record_name_who_gave_them() -> None:
    driver = duel_of()
    driver.say(J, "Duel of YsoldeVey and Garrock9, to unconscious, hand to hand")
    driver.im(J, "ok")
    driver.im(J, "set Ysolde stamina 12 because of last week")
    [command] = [
        event
        for settled in driver.settled
        for event in settled.events
        if event.kind == "command" and event.text.startswith("set")
    ]
    assert (command.speaker, command.to, command.room) == (J, "calledshot", "#hall")
    assert command.text == "set YsoldeVey stamina 12 because of last week"
    driver.say(J, "!set Ysolde stamina 11")
    event = driver.settled[-1].events[-1]
    assert (event.kind, event.to) == ("command", None)
    assert aloud(driver.im(J, "board")) == []
    the_same(driver)
