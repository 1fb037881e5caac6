"""What players may ask in private, and the moves they send: answered to them, shown to nobody else."""

from __future__ import annotations

import pytest
from table_driver import SAMPLES, Driver, aloud, to

from calledshot.live import players

J, Y, G = "TalespinnerJo", "YsoldeVey", "Garrock9"


@pytest.fixture
def duel() -> Driver:
    """Round 1 is open; nobody has sent anything."""
    driver = Driver(SAMPLES / "duel" / "campaign", pgm={J: "irc:jo"})
    driver.accounts = {J: "irc:jo", Y: "irc:ysolde", G: "irc:garrock"}
    driver.join(Y)
    driver.join(G)
    driver.say(J, "Duel of YsoldeVey and Garrock9, to unconscious, hand to hand")
    driver.im(J, "ok")
    return driver


def only(lines: list, whom: str) -> list[str]:
    """What one person is told, where nobody else is told anything."""
    assert {line.to for line in lines} <= {whom}
    return [line.text for line in lines]


def test_a_move_is_acknowledged_in_the_strict_form_and_shown_to_the_pgm(duel: Driver) -> None:
    lines = duel.im(Y, "i stab at Garrok with my rapeir")
    assert aloud(lines) == []
    assert to(lines, Y)[0].startswith("Noted: ")
    assert to(lines, J)[0].startswith("YsoldeVey (secret): ")
    assert to(lines, G) == []
    assert all(line.secret for line in lines)


def test_a_blind_pgm_is_not_shown_it() -> None:
    duel = Driver(SAMPLES / "duel" / "campaign", pgm={J: "irc:jo"}, blind_pgm=True)
    duel.accounts = {J: "irc:jo", Y: "irc:ysolde", G: "irc:garrock"}
    duel.say(J, "Duel of YsoldeVey and Garrock9, to unconscious, hand to hand")
    duel.im(J, "ok")
    assert only(duel.im(Y, "attack Garrock with rapier"), Y)
    duel.im(G, "attack Ysolde with broadsword")
    duel.im(J, "ok")
    duel.roll(Y, 28)
    duel.roll(G, 20)
    assert not any("rapier" in text or "broadsword" in text for text in duel.private(J))
    [called] = aloud(duel.im(J, "ok"))
    assert "rapier" in called


def test_faults_are_told_in_one_line_and_the_better_declaration_alone(duel: Driver) -> None:
    told = only(duel.im(Y, "check attack Garrock with rapier, cast Stinging Light"), Y)
    assert "PAR-" in told[0] and "\n" not in told[0]
    assert duel.table.desk.entries[-1].event.text != "check attack Garrock with rapier, cast Stinging Light"
    told = only(duel.im(Y, "check atack Garrock with rapeir"), Y)
    assert len(told) == 2 and ":" not in told[1]
    [fine] = only(duel.im(Y, f"check {told[1]}"), Y)
    assert fine.startswith("In order. ")


def test_checking_declares_nothing(duel: Driver) -> None:
    duel.im(Y, "check attack Garrock with rapier")
    assert (Y, "declaration") in duel.table.desk.fight.waits
    duel.im(Y, "attack Garrock with rapier")
    assert (Y, "declaration") not in duel.table.desk.fight.waits


@pytest.mark.parametrize(
    ("text", "start"),
    [
        ("whats my pp", "PP 12 of 12"),
        ("what's my stamina?", "stamina 26 of 26"),
        ("how much stamina do i have", "stamina 26 of 26"),
        ("how much stamina do I have left?", "stamina 26 of 26"),
        ("explain stamina", "stamina 26 of 26"),
        ("explain my stamina", "stamina 26 of 26"),
        ("am i next?", "You are next."),
        ("who", "Waiting for "),
        ("whose turn is it?", "Waiting for "),
        ("sheet", "YsoldeVey: "),
        ("!board", "YsoldeVey: able"),
        ("help", "To me in private"),
    ],
)
def test_plain_questions_are_answered_to_him_alone(duel: Driver, text: str, start: str) -> None:
    count = len(duel.table.desk.entries)
    assert only(duel.im(Y, text), Y)[0].startswith(start)
    if not text.startswith("!"):
        assert only(duel.say(Y, f"!{text}"), Y)[0].startswith(start)  # asked in the room, too
    assert len(duel.table.desk.entries) == count


def test_why_a_figure_stands_where_it_stands(duel: Driver) -> None:
    duel.im(J, "set Ysolde pp 9 because of the last fight")
    [told] = only(duel.im(Y, "whats my pp"), Y)
    assert told.startswith("PP 9 of 12: ") and "−3 in round 1" in told and "because of the last fight" in told


def test_nobody_is_told_anothers_figures(duel: Driver) -> None:
    for text in ("explain Garrock stamina", "!explain Garrock9 stamina", "whats garrocks stamina", "!board"):
        for line in duel.im(Y, text):
            assert "34" not in line.text
    assert not any("34" in line.text for line in duel.say(Y, "!explain Garrock9 stamina"))


@pytest.mark.parametrize(
    "text",
    [
        "open the door",
        "help Garrock up",
        "try to trip Garrock",
        "standing still, attack Garrock",
        "drop the rapier",
    ],
)
def test_words_that_may_be_a_move_are_no_command(duel: Driver, text: str) -> None:
    person = duel.rooms.people.named(Y)
    assert person is not None
    assert players.command_of(duel.table, person, text, marked=False) is None
    assert duel.table.master is not None and duel.table.master.name == J
    lines = duel.im(Y, text)
    assert not any(line.text.startswith(("To me in private", "that is for")) for line in lines)


def test_a_players_command_for_the_pgm_does_nothing(duel: Driver) -> None:
    for text in (
        "!ok",
        "!undo",
        "!rule Garrock dies",
        "!set Garrock stamina 1",
        "!handover YsoldeVey",
        "!open",
    ):
        count = len(duel.table.desk.entries)
        told = to(duel.im(Y, text), Y)
        assert len(told) == 1
        assert to(duel.say(Y, text), Y)
        assert len(duel.table.desk.entries) == count
    assert duel.table.master is not None and duel.table.master.name == J


def test_a_move_may_be_replaced_and_withdrawn_until_the_rolls(duel: Driver) -> None:
    duel.im(Y, "attack Garrock with rapier")
    assert "Noted: " in to(duel.im(Y, "er, make that retreat"), Y)[0]
    assert to(duel.im(Y, "withdraw"), Y) == ["YsoldeVey takes the move back."]
    assert (Y, "declaration") in duel.table.desk.fight.waits
    duel.im(Y, "attack Garrock with rapier")
    duel.im(G, "attack Ysolde with broadsword")
    duel.im(J, "ok")
    duel.roll(Y, 28)
    [told] = to(duel.im(Y, "!withdraw"), Y)
    assert told.startswith("YsoldeVey cannot take the move back")


def test_what_is_wrong_with_a_refused_move_is_told_to_its_sender(duel: Driver) -> None:
    lines = duel.im(Y, "cast Moonfall (Mysticism Level 9) on Garrock")
    assert aloud(lines) == [] and to(lines, G) == []
    told = " ".join(to(lines, Y))
    assert "not a valid action" in told and "PAR-CAST-1" in told
    assert any("refused" in text for text in to(lines, J))


def test_a_move_sent_before_the_round_is_looked_at_in_private_when_it_opens() -> None:
    duel = Driver(SAMPLES / "duel" / "campaign", pgm={J: "irc:jo"})
    duel.accounts = {J: "irc:jo", Y: "irc:ysolde", G: "irc:garrock"}
    duel.say(J, "Duel of YsoldeVey and Garrock9, to unconscious, hand to hand")
    assert "PAR-CAST-1" in to(duel.im(Y, "cast Moonfall (Mysticism Level 9) on Garrock"), Y)[0]
    lines = duel.im(J, "ok")
    assert any("not a valid action" in text for text in to(lines, Y))
    assert any("not a valid action" in text for text in to(lines, J))
    assert not any("valid" in text for text in aloud(lines))


def test_standing_orders_are_noted_and_used(duel: Driver) -> None:
    lines = duel.im(Y, "standing orders: attack Garrock with rapier")
    assert to(lines, Y)[0].startswith("Standing orders noted: ")
    assert to(lines, J)[0].startswith("YsoldeVey (secret), standing orders: ")
    assert (Y, "declaration") not in duel.table.desk.fight.waits


def test_a_late_move_is_told_to_its_sender_and_left_to_the_pgm(duel: Driver) -> None:
    duel.im(G, "attack Ysolde with broadsword")
    duel.im(J, "next")
    duel.im(J, "ok")
    duel.roll(G, 20)
    lines = duel.im(Y, "attack Garrock with rapier")
    assert aloud(lines) == []
    assert any("late" in text for text in to(lines, Y))
    assert any("late" in text for text in to(lines, J))
    lines = duel.im(J, "for Ysolde: attack Garrock with rapier")
    assert aloud(lines) == [] and to(lines, Y) == []
    assert any(text.startswith("TalespinnerJo enters a move for YsoldeVey") for text in to(lines, J))


def test_a_question_that_is_open_twice_is_told_once(duel: Driver) -> None:
    duel.im(G, "attack Ysolde with broadsword")
    duel.im(J, "next")
    duel.im(J, "ok")
    duel.roll(G, 20)
    for move in ("attack Garrock with rapier", "*attack Garrock with rapier"):
        duel.im(Y, move)
    assert len(duel.table.desk.fight.undecided) == 2
    told = [text for text in to(duel.im(J, "who"), J) if text.startswith("Open to you:")]
    assert len(told) == 1


def test_dice_commands_in_private_roll_nothing() -> None:
    duel = Driver(SAMPLES / "duel" / "campaign", pgm={J: "irc:jo"}, dice="plain")
    duel.accounts = {J: "irc:jo", Y: "irc:ysolde"}
    duel.say(J, "Duel of YsoldeVey and Garrock9, to unconscious")
    assert only(duel.im(Y, "!roll 1d100"), Y)
    assert not any(event.kind == "roll" for settled in duel.settled for event in settled.events)


def test_the_pgm_may_play_and_his_own_move_is_a_move() -> None:
    from calledshot.campaign import from_tables

    fighter = {"speed": 60, "ca": 50, "stamina_max": 30, "weapons": [{"name": "axe", "in_hand": True}]}
    tables = {"ruleset": "parthos", "system": "im", "characters": {"Bran": fighter, "Kay": fighter}}
    driver = Driver(from_tables(tables))
    driver.hosts = {"Bran": "bran@a.example", "Kay": "kay@b.example"}
    driver.say("Kay", "hi")
    driver.im("Bran", "open to first blood")
    driver.im("Bran", "ok")
    lines = driver.im("Bran", "attack Kay with axe")
    assert to(lines, "Bran")[0].startswith("Noted: ") and aloud(lines) == [] and to(lines, "Kay") == []
    assert driver.table.desk.fight.waits == (("Kay", "declaration"),)
    assert only(driver.im("Bran", "whats my stamina"), "Bran")[0].startswith("stamina 30 of 30")
