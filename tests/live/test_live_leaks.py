"""What was told in private is seen by its sender and the game master until it is called, and by nobody else:
in the room, in anybody's private lines, in logs, in what an audit for players shows."""

from __future__ import annotations

import logging
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from table_driver import KEY, Driver

from calledshot.auditing import audit_texts
from calledshot.campaign import Campaign, from_tables
from calledshot.finding import Finding
from calledshot.live.messages import Outgoing
from calledshot.referee.ruling import Ruling
from calledshot.transcript.event import to_json

J, Y, G = "Jo", "Yaffle", "Gorm"
BLADES = {
    Y: ("moonneedle", "starneedle", "sunneedle", "rainneedle", "windneedle"),
    G: ("grimcleaver", "oakcleaver", "bonecleaver", "ironcleaver", "saltcleaver"),
}
"""What each draws in turn, so that a blade that was called betrays nothing of the next."""
MARKS = {Y: "moonneedle", G: "grimcleaver"}
"""A weapon that each has, and that nobody knows of until he uses it."""


def campaign() -> Campaign:
    def sheet(weapons: tuple[str, ...], speed: int) -> dict[str, Any]:
        blades = [{"name": name, "bc": 8, "kind": "melee", "in_hand": True} for name in weapons]
        skills = ["Weapon Speed", "Parry"]
        return {
            "speed": speed, "weapon_speed": 45, "ca": 55, "endurance": 50, "stamina_max": 26,
            "weapons": blades, "skills": skills,
        }  # fmt: skip

    return from_tables(
        {
            "ruleset": "parthos",
            "pgm": [J],
            "system": "im",
            "characters": {Y: sheet(BLADES[Y], 72), G: sheet(BLADES[G], 58)},
            "rulebook": {"bell_curve": {"BC8": {"8": [1, 3], "4": [4, 60], "1": [61, 100]}}},
        }
    )


def duel_of(**config: Any) -> Driver:
    driver = Driver(campaign(), pgm={J: "irc:jo"}, **config)
    driver.accounts = {J: "irc:jo", Y: "irc:yaffle", G: "irc:gorm", "Nosy": "irc:nosy"}
    for who in (Y, G, "Nosy"):
        driver.join(who)
    driver.say(J, "Duel of Yaffle and Gorm, to unconscious, hand to hand")
    driver.im(J, "begin")
    driver.im(J, "ok")
    return driver


def called(driver: Driver, who: str) -> bool:
    """Whether a move of somebody's has been called in the round that is on, or an earlier one was told."""
    return any(
        (one.kind, one.outcome, one.combatant) == ("move", "called", who)
        for one in driver.table.referee.rulings
    )


def check(driver: Driver, lines: list[Outgoing], *, blind: bool = False) -> None:
    for line in lines:
        for who, mark in MARKS.items():
            if mark not in line.text.casefold() or line.to == who or (line.to == J and not blind):
                continue
            assert called(driver, who), f"told to {line.to}"
            assert line.to in (None, J)


@pytest.mark.parametrize("mode", ["watch", "suggest", "auto"])
@pytest.mark.parametrize("blind", [False, True])
def test_a_secret_move_is_seen_by_nobody_before_it_is_called(
    mode: str, blind: bool, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    driver = duel_of(mode=mode, blind_pgm=blind, commit_moves=True)
    check(driver, driver.im(Y, "attack Gorm with moonneedle"), blind=blind)
    for text in ("who", "order", "board", "summary", "drafts", "preview next", "preview undo", "help more"):
        check(driver, driver.im(J, text), blind=blind)
        check(driver, driver.say(J, f"!{text}"), blind=blind)
        check(driver, driver.im("Nosy", text), blind=blind)
        check(driver, driver.say("Nosy", f"!{text}"), blind=blind)
        check(driver, driver.im(G, text), blind=blind)
    check(driver, driver.im(Y, "er, make that parry with moonneedle"), blind=blind)
    check(driver, driver.im(Y, "!withdraw"), blind=blind)
    check(driver, driver.im(Y, "check attack Gorm with moonneedle, cast moonneedle"), blind=blind)
    check(driver, driver.im(Y, "standing orders: attack Gorm with moonneedle"), blind=blind)
    check(driver, driver.im(G, "attack Yaffle with grimcleaver, *attack with grimcleaver, WS"), blind=blind)
    check(driver, driver.im(J, "undo"), blind=blind)
    check(driver, driver.im(J, "redo"), blind=blind)
    check(driver, driver.im(J, "next"), blind=blind)
    check(driver, driver.im(J, "ok"), blind=blind)
    check(driver, driver.roll(Y, 28), blind=blind)
    assert not called(driver, Y)
    check(driver, driver.im(Y, "attack Gorm with moonneedle, late as I am"), blind=blind)
    check(driver, driver.roll(G, 30), blind=blind)
    check(driver, driver.im(J, "ok"), blind=blind)
    assert any(mark in line.text for line in driver.lines for mark in MARKS.values())
    for mark in MARKS.values():
        assert mark not in caplog.text


_steps = st.lists(
    st.tuples(
        st.sampled_from(
            [
                "y", "g", "y late", "y bad", "y bad", "g late", "next", "ok", "undo", "undo 3", "redo",
                "rollback to round 1", "end", "for Yaffle: attack Gorm with moonneedle", "skip Gorm",
                "skip Yaffle", "hold Gorm", "return Gorm", "summary", "!summary", "!board", "!order",
                "preview undo", "preview next", "mode auto", "mode suggest", "mode watch", "roll y",
                "roll g", "leave y", "join y", "pause", "resume", "close",
            ]
        ),
        st.integers(1, 100),
    ),
    min_size=4,
    max_size=30,
)  # fmt: skip


@settings(max_examples=60, deadline=None)
@given(_steps, st.booleans())
def test_nor_in_any_order_of_things(steps: list[tuple[str, int]], blind: bool) -> None:
    driver = duel_of(blind_pgm=blind)
    sent = {Y: 0, G: 0}
    known: set[str] = set()  # blades that have been called, undone since or not
    for step, face in steps:
        lines: list[Outgoing]
        entered: set[str] = set()
        if step[0] in "yg":
            who, other = (Y, G) if step.startswith("y") else (G, Y)
            blade = BLADES[who][sent[who] % 5]
            sent[who] += 1
            text = f"attack {other} with {blade}, *attack with {blade}, WS"
            if step == "y bad":
                text = f"cast {blade.capitalize()} (Mysticism Level 9) on Gorm, cast {blade} at Gorm"
            lines = driver.im(who, text)
        elif step.startswith("roll"):
            lines = driver.roll(Y if step.endswith("y") else G, face)
        elif step == "leave y":
            lines = driver.leave(Y)
        elif step == "join y":
            lines = driver.join(Y)
        elif step.startswith("!"):
            lines = driver.say(J, step)
        else:
            entered = {blade for blade in BLADES[Y] if blade in step}  # what he enters himself he knows
            lines = driver.im(J, step)
        for ruling in driver.table.referee.rulings:
            if (ruling.kind, ruling.outcome) == ("move", "called"):
                known |= {
                    blade for each in BLADES.values() for blade in each if blade in ruling.text.casefold()
                }
        for line in lines:  # who reads it is the sender, the game master, or everybody once it is called
            for who, blades in BLADES.items():
                for blade in blades:
                    if blade not in line.text.casefold() or blade in known or line.to == who:
                        continue
                    assert line.to == J and (not blind or blade in entered), (step, line.to, line.text)


def test_a_blind_pgm_hears_nothing_of_what_is_wrong_with_a_secret_move() -> None:
    """A blade at missile range is found wanting when it is sent, and again when the order is known."""
    driver = duel_of(blind_pgm=True)
    driver.say(J, "You are at missile range")
    driver.im(Y, "attack Gorm with moonneedle")
    driver.im(G, "advance on Yaffle")
    driver.im(J, "ok")
    driver.roll(Y, 28)
    driver.roll(G, 30)
    assert any("moonneedle" in text for text in driver.private(Y)[1:])
    assert not any("moonneedle" in text for text in driver.private(J))


def test_what_was_never_called_stays_a_secret() -> None:
    driver = duel_of(mode="auto")
    driver.im(Y, "attack Gorm with moonneedle")
    driver.im(G, "parry with grimcleaver")
    driver.im(J, "end round")
    for text in ("Round 2, IMs please", "Yaffle wins, fight over"):
        driver.say(J, text)
    assert not any("moonneedle" in line.text for line in driver.lines if line.to not in (Y, J))
    summary = [line.text for line in driver.im(J, "summary")]
    assert summary and not any("moonneedle" in text for text in summary)  # it is made to be pasted


def test_nothing_secret_goes_to_a_nick_that_may_be_somebody_elses() -> None:
    driver = duel_of()
    driver.leave(J)
    lines = driver.im(Y, "attack Gorm with moonneedle")
    assert {line.to for line in lines} == {Y}
    del driver.accounts[J]
    driver.join(J)  # somebody with his nick and no account
    lines = driver.im(G, "attack Yaffle with grimcleaver")
    assert {line.to for line in lines} == {G}
    driver.accounts[J] = "irc:jo"
    told = [line.text for line in driver.say(J, "back") if line.to == J]
    assert sum("(secret)" in text for text in told) == 2  # and nothing is lost


def test_private_lines_are_marked_secret_and_have_no_room() -> None:
    driver = duel_of()
    driver.im(Y, "attack Gorm with moonneedle")
    driver.im(J, "board")
    for line in driver.lines:
        assert (line.to is None) == (line.room is not None)
        assert line.secret == (line.to is not None)


def test_an_audit_for_players_of_the_record_shows_no_secret() -> None:
    driver = duel_of()
    driver.im(Y, "attack Gorm with moonneedle")
    driver.im(G, "attack Yaffle with grimcleaver")
    driver.im(J, "ok")
    record = "\n".join(to_json(event).decode() for settled in driver.settled for event in settled.events)
    assert "moonneedle" in record
    audit = audit_texts([("x", record, "events", None)], campaign=campaign(), for_players=True)
    assert "moonneedle" not in audit.to_json()


def test_no_figure_of_anybodys_is_said_in_the_room() -> None:
    """Stamina 26, CA 55, Speed 72 and 58: none of it, whatever is asked."""
    driver = duel_of(mode="auto")
    driver.im(Y, "attack Gorm with moonneedle")
    driver.im(G, "attack Yaffle with grimcleaver")
    driver.roll(Y, 3)
    driver.roll(G, 4)
    for text in ("!board", "!order", "!who", "!summary", "!explain Gorm stamina"):
        for who in (J, Y, "Nosy"):
            driver.say(who, text)
    said = " ".join(driver.public())
    for figure in ("26", "55", "72", "58"):
        assert figure not in said


def test_the_hash_of_the_moves_betrays_none_and_is_told_at_the_end() -> None:
    import hashlib
    import re

    driver = duel_of(mode="auto", commit_moves=True)
    driver.im(Y, "attack Gorm with moonneedle")
    driver.im(G, "attack Yaffle with grimcleaver")
    [line] = [text for text in driver.public() if "SHA-256" in text]
    hashes = dict(re.findall(r"(\w+) ([0-9a-f]{32})", line))
    assert set(hashes) == {Y, G}
    guess = f"{Y}: attack Gorm with moonneedle"
    assert hashes[Y] != hashlib.sha256(guess.encode()).hexdigest()[:32]
    driver.im(J, "close Gorm wins")
    revealed = [text for text in driver.public() if "IM was: " in text]
    assert len(revealed) == 2 and "moonneedle" in revealed[1] and "grimcleaver" in revealed[0]
    for text in revealed:
        who, _, words = text.partition("'s IM was: ")
        assert hashlib.sha256(words.encode()).hexdigest()[:32] == hashes[who]
        assert KEY.decode() not in text


def test_findings_on_a_secret_go_to_its_sender_alone() -> None:
    driver = duel_of()
    lines = driver.im(Y, "cast Moonfall (Mysticism Level 9) on Gorm")
    assert any("Moonfall" in line.text or "PAR-" in line.text for line in lines if line.to == Y)
    assert {line.to for line in lines} <= {Y, J}
    items = driver.table.desk.entries[-1].items
    assert any(isinstance(item, Ruling | Finding) for item in items)
