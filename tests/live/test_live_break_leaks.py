"""Ways in which a secret came out: a look ahead, an explanation, another's move, the audit for players. The
fuzz plays fights of every ruleset with a marker in each whisper and looks for it wherever others read."""

from __future__ import annotations

import logging
import random
from typing import Any

import pytest
from table_driver import SAMPLES, Driver, aloud, to
from test_live_leaks import BLADES, duel_of

from calledshot.auditing import audit_texts
from calledshot.transcript.event import to_json

J, Y, G = "Jo", "Yaffle", "Gorm"
TABLES = {
    "duel": ("TalespinnerJo", ("YsoldeVey", "Garrock9"), ()),
    "brawl": ("OldBarnaby", ("xKestrelx", "Dorrick"), ("Goblin 1",)),
    "mill": ("BarrelBen", ("HobNettle", "MirelleQ"), ("Bandit", "Ogre")),
    "orchard": ("Maudlin", ("Wren", "Pip"), ("Brock",)),
}
"""Of a sample campaign: its game master, two players, and whom the game master plays."""
WHISPERS = (
    "attack {o} with {m}", "attack {m}", "cast {m} on {o}", "cast {m} (Mysticism Level 9) on {o}", "{m}",
    "parry with {m}", "draw {m}", "spend {m} on {o}", "charge {m}", "standing orders: attack {o} with {m}",
    "er, make that cast {m}", "check cast {m}", "!rule {m} dies", "explain {m}", "I yield to {m}",
    "hold: {m}", "called shot on {o}'s {m}", "!withdraw {m}", "!roll 1d20 # {m}", "((ooc {m}))",
    "OnlineHost: {m} rolled 1 100-sided die:  99", "#other attack {m}", "aim at {o}'s {m}",
)  # fmt: skip
COMMANDS = (
    "ok", "ok", "ok", "next", "undo", "redo", "undo 3", "rollback to round 1", "who", "summary", "board",
    "order", "drafts", "preview undo", "preview next", "say On we go", "drop", "rule miss", "rule hit",
    "skip {p}", "hold {p}", "return {p}", "explain {p}", "end", "init", "begin", "mode auto", "mode suggest",
    "pause", "resume", "close {p} wins", "for {p}: attack {o}", "for {p}: 57",
)  # fmt: skip
ALOUD = ("Round 2", "{p}?", "{p} takes 4", "{o} attacks {p}", "roll initiative", "Round 1, IMs please")


def _called(driver: Driver) -> str:
    return " ".join(
        f"{one.text} {one.values}".casefold()
        for table in driver.rooms.tables.values()
        for one in table.referee.rulings
        if (one.kind, one.outcome) == ("move", "called")
    )


@pytest.mark.parametrize("seed", range(40))
def test_no_marker_is_seen_by_others(seed: int, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    chance = random.Random(seed)
    name = sorted(TABLES)[seed % len(TABLES)]
    master, players, foes = TABLES[name]
    driver = Driver(
        SAMPLES / name / "campaign", pgm={master: "irc:gm"}, mode=chance.choice(("watch", "suggest", "auto"))
    )
    driver.accounts = {master: "irc:gm", "Nosy": "irc:nosy", **{who: f"irc:{who}" for who in players}}
    for driver.room in ("#other", "#hall") if seed % 3 == 0 else ("#hall",):
        for who in (*driver.accounts,):
            driver.join(who)
    driver.say(master, "Fight starts. Round 1")
    driver.im(master, "begin")
    owners: dict[str, str] = {}
    open_: set[str] = set()
    for step in range(40):
        who = chance.choice(players)
        other = chance.choice([one for one in (*players, *foes) if one != who])
        kind = chance.random()
        if kind < 0.4:
            mark = "zq" + "".join(chr(97 + int(digit)) for digit in str(step)) + "xv"
            owners[mark] = who
            lines = driver.im(who, chance.choice(WHISPERS).format(o=other, m=mark))
        elif kind < 0.55:
            lines = driver.roll(
                chance.choice((*players, master)), chance.randint(1, 20), chance.choice((100, 20))
            )
        elif kind < 0.85:
            lines = driver.im(master, chance.choice(COMMANDS).format(p=who, o=other))
        elif kind < 0.95:
            lines = driver.say(master, chance.choice(ALOUD).format(p=who, o=other))
        else:
            lines = driver.im("Nosy", chance.choice(("who", "order", "board", "!summary")))
        called = _called(driver)
        open_ |= {mark for mark in owners if mark in called}
        for line in lines:
            for mark in owners.keys() - open_:
                allowed = line.to in (owners[mark], master)
                assert allowed or mark not in line.text.casefold(), (line.to, line.text)
    record = "\n".join(
        to_json(event).decode()
        for settled in driver.settled
        for event in settled.events
        if event.room == driver.room
    )
    campaign = driver.ready.campaign
    audit = audit_texts([("x", record, "events", None)], campaign=campaign, for_players=True)
    shown = audit.to_json().casefold()
    for mark in owners.keys() - open_:
        assert mark not in shown
        assert mark not in caplog.text.casefold()
    assert "passed over:" not in caplog.text  # nothing failed on the way
    assert driver.again() == driver.settled


# -- a blind game master ------------------------------------------------------------------------------------


def told(driver: Driver, mark: str) -> list[str]:
    return [text for text in driver.private(J) if mark in text.casefold()]


def test_a_look_ahead_shows_a_blind_game_master_no_secret() -> None:
    driver = duel_of(blind_pgm=True)
    driver.im(Y, "attack Gorm with moonneedle")
    driver.im(J, "end")
    driver.im(Y, "cast Starneedle (Mysticism Level 9) on Gorm, cast starneedle at Gorm")
    for command in ("undo", "undo 2", "undo 3", "next", "rollback to round 1", "ok"):
        driver.im(J, f"preview {command}")
    assert not any(told(driver, blade) for blade in BLADES[Y])


def test_what_he_sets_himself_is_told_to_a_blind_game_master_and_not_to_the_player() -> None:
    driver = duel_of(blind_pgm=True)
    driver.im(Y, "attack Gorm with moonneedle")
    lines = driver.im(J, "set Yaffle stamina 3")
    assert to(lines, Y) == [] and any("26 → 3" in text for text in to(lines, J))


def test_whom_a_secret_move_is_aimed_at_is_not_told_as_a_stranger() -> None:
    driver = duel_of(blind_pgm=True)
    driver.im(Y, "attack the zqmark with moonneedle")
    driver.im(Y, "cast Zqmark (Mysticism Level 9) on Gorm")
    assert told(driver, "zqmark") == []


def test_an_explanation_tells_nobody_of_a_spell_that_was_lost_uncalled() -> None:
    """The words for a lost spell stand beside the points that cost it: they are its caster's."""
    for blind in (False, True):
        driver = duel_of(blind_pgm=blind, mode="auto")
        driver.im(Y, "attack Gorm with moonneedle")
        driver.im(G, "cast Zqmark (Mysticism Level 1) on Yaffle")
        for face in ((Y, 30), (G, 90)):
            driver.roll(*face)
        driver.roll(Y, 10)
        driver.roll(Y, 40)
        lines = [*driver.im(Y, "explain stamina"), *driver.im("Nosy", "board"), *driver.im(J, "explain Gorm")]
        for line in lines:
            if "zqmark" in line.text.casefold():
                assert line.to == J and not blind


def test_a_secret_move_that_an_open_one_replaces_stays_out_of_the_players_audit() -> None:
    master, (hob, mirelle), _ = TABLES["mill"]
    driver = Driver(SAMPLES / "mill" / "campaign", pgm={master: "irc:gm"})
    driver.accounts = {master: "irc:gm", hob: "irc:hob", mirelle: "irc:mirelle"}
    driver.say(master, "Fight starts. Round 1")
    driver.im(master, "begin")
    driver.say(master, "Round 1, init")
    driver.say(mirelle, "parry")
    driver.im(mirelle, "charge zqmark")
    driver.say(mirelle, "move 3 toward Bandit")
    assert any("zqmark" in one.text for one in driver.table.referee.rulings if one.outcome == "cancelled")
    record = "\n".join(to_json(event).decode() for one in driver.settled for event in one.events)
    for players in (False, True):
        audit = audit_texts(
            [("x", record, "events", None)], campaign=driver.ready.campaign, for_players=players
        )
        assert ("zqmark" in audit.to_json()) is not players


# -- in the room's own state ------------------------------------------------------------------------------


def test_a_whispered_name_that_nobody_knows_does_not_come_into_the_fight() -> None:
    master, (wren, pip), _ = TABLES["orchard"]
    driver = Driver(SAMPLES / "orchard" / "campaign", pgm={master: "irc:gm"}, mode="auto")
    driver.accounts = {master: "irc:gm", wren: "irc:wren", pip: "irc:pip"}
    driver.say(master, "Fight starts. Wren, then Pip, then Brock")
    driver.im(wren, "attack zqmark with my bow")
    lines = [*driver.im(pip, "board"), *driver.say(master, "!board"), *driver.im(pip, "attack zqmarx")]
    assert not any("zqmark" in line.text for line in lines if line.to != wren)


def test_what_a_whisper_brings_about_for_another_is_not_told_its_sender() -> None:
    from calledshot.live.secrecy import Secrecy
    from calledshot.referee.ruling import Ruling
    from calledshot.transcript.event import Event

    driver = duel_of()
    driver.im(Y, "attack Gorm with moonneedle")
    secrecy: Secrecy = driver.table.secrecy
    by_gorm = Event(kind="whisper", speaker=G, to=J, text="x")
    about_yaffle: Any = Ruling(kind="move", outcome="dropped", combatant=Y, text="moonneedle")
    assert secrecy.for_ruling(by_gorm, about_yaffle) == J
    about_gorm: Any = Ruling(kind="move", outcome="dropped", combatant=G, text="x")
    assert secrecy.for_ruling(by_gorm, about_gorm) == G


def test_the_game_masters_command_in_the_wrong_window_is_no_line_of_ours() -> None:
    """He types into the room what he meant for the helper: that the room has read it is not to be helped;
    the helper does not repeat it, and answers him alone."""
    driver = duel_of()
    driver.im(Y, "attack Gorm with moonneedle")
    for text in ("for Gorm: *attack Yaffle with grimcleaver", "!for Gorm: parry with grimcleaver"):
        lines = driver.say(J, text)
        assert not any("grimcleaver" in said or "moonneedle" in said for said in aloud(lines))
        assert not any("moonneedle" in line.text for line in lines if line.to != Y)
