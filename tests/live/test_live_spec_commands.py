"""The PGM's commands by the sentences of issue 4, as people type them."""

from __future__ import annotations

import pytest
from spec_table import M, play, table_of
from table_driver import Driver, aloud, to

from calledshot.referee.commands import Command, Mistake
from calledshot.referee.typed import read

NAMES = {"imri": "Imri", "oswin": "Oswin", "goblin2": "Goblin 2", "goblin 2": "Goblin 2"}
READ = {
    "Ok.": Command(verb="ok"),
    "ok, please!": Command(verb="ok"),
    "post it": Command(verb="ok"),
    "drop that": Command(verb="drop"),
    "Undo!": Command(verb="undo"),
    "undo that please": Command(verb="undo"),
    "undo the last one": Command(verb="undo"),
    "who?": Command(verb="who"),
    "who are we waiting for?": Command(verb="who"),
    "who's left": Command(verb="who"),
    "Order?": Command(verb="order"),
    "summary please": Command(verb="summary"),
    "pause for 5 minutes": Command(verb="pause"),
    "skip Imri pls": Command(verb="skip", who=("Imri",)),
    "skip imri, he is asleep": Command(verb="skip", who=("Imri",), reason="he is asleep"),
    "hold on Goblin 2": Command(verb="hold", who=("Goblin 2",)),
    "HOLD oswin (phone)": Command(verb="hold", who=("Oswin",), reason="phone"),
    "Oswin is absent": Command(verb="absent", who=("Oswin",)),
    "oswin's afk - phone": Command(verb="absent", who=("Oswin",), reason="phone"),
    "Oswin is back": Command(verb="return", who=("Oswin",)),
    "Imri_ = Imri": Command(verb="is", who=("Imri",), what="Imri_"),
    "Imri|away is really Imri": Command(verb="is", who=("Imri",), what="Imri|away"),
    "let Imri reroll because the die was cocked": Command(
        verb="reroll", who=("Imri",), reason="the die was cocked"
    ),
    "Imri may roll again": Command(verb="reroll", who=("Imri",)),
    "for imri 57": Command(verb="for", who=("Imri",), words="57"),
    "for Goblin 2 - attack Imri": Command(verb="for", who=("Goblin 2",), words="attack Imri"),
    "give 2 pp to imri because of the well": Command(
        verb="add", who=("Imri",), what="pp", amount=2, reason="of the well"
    ),
    "set stamina Imri 20": Command(verb="set", who=("Imri",), what="stamina", amount=20),
    "set the stamina of Goblin 2 to 7 in round 2": Command(
        verb="set", who=("Goblin 2",), what="stamina", amount=7, round=2
    ),
    "waive PAR-IM-1 for Imri: he was cut off": Command(
        verb="waive", who=("Imri",), what="PAR-IM-1", reason="he was cut off"
    ),
    "init everybody": Command(verb="initiative"),
    "init please": Command(verb="initiative"),
    "add 3 goblins": Command(verb="add_more", what="goblins", amount=3),
    "end the round": Command(verb="end"),
    "take 3 stamina from Oswin": Command(verb="spend", who=("Oswin",), what="stamina", amount=3),
}


@pytest.mark.parametrize("text", READ)
@pytest.mark.parametrize("mark", ["", "!"])
def test_it_is_read_as_meant(text: str, mark: str) -> None:
    assert read(mark + text, NAMES) == READ[text]


@pytest.mark.parametrize(
    ("text", "near"),
    [
        ("skip Imry", "Imri"),
        ("set Oswyn stamina 3", "Oswin"),
        ("for Imry: 57", "Imri"),
        ("hold osvin", "Oswin"),
        ("init Imry", "Imri"),
        ("waive PAR-IM-1 for Imry because", "Imri"),
    ],
)
def test_a_name_that_nobody_has_is_asked_back(text: str, near: str) -> None:
    found = read(text, NAMES)
    assert isinstance(found, Mistake) and found.message.endswith(f"did you mean {near}?")


def test_two_where_one_is_meant_are_asked_back() -> None:
    assert read("skip Imri and Oswin", NAMES) == Mistake("one at a time: `skip Imri`")


@pytest.mark.parametrize("text", ["who wins?", "Imri is brave", "for shame", "let him roll", "back to back"])
def test_talk_is_no_command(text: str) -> None:
    assert not isinstance(read(text, NAMES), Command)


# -- what comes of them -----------------------------------------------------------------------------------


@pytest.fixture
def duel() -> Driver:
    driver = table_of("Imri", "Oswin")
    play(driver, "open to unconscious\nok\nImri = 40\nOswin = 30\nok")
    return driver


def figures(driver: Driver, who: str) -> dict[str, object]:
    return driver.table.desk.fight.state()[who]


def test_set_add_and_spend_stamina_pp_and_items(duel: Driver) -> None:
    play(duel, "set Imri stam 20\nadd 3 stamina to Imri\nspend Imri pp 2\nspend Imri 1 blue phial")
    assert (figures(duel, "Imri")["stamina"], figures(duel, "Imri")["pp"]) == (23, 7)
    assert duel.private(M)[-1] == "Maelor sets Imri's blue phial: 2 → 1."


def test_an_unknown_figure_is_asked_back(duel: Driver) -> None:
    [told] = to(duel.im(M, "set Imri stamna 25"), M)
    assert told == "Imri has no stamna that can be set (did you mean stamina?)."
    assert figures(duel, "Imri")["stamina"] == 27


def test_terms_are_told_when_asked(duel: Driver) -> None:
    assert to(duel.im(M, "terms?"), M) == ["Terms: to unconscious."]
    assert to(duel.im(M, "terms first blood"), M) == ["Terms: first blood."]


def test_begin_in_a_round_that_is_on_begins_no_other(duel: Driver) -> None:
    duel.im(M, "begin")
    assert len(duel.table.referee.encounters[-1].rounds) == 1


def test_a_call_for_ims_in_a_standard_fight_says_so() -> None:
    driver = table_of("Imri", "Oswin")
    driver.im(M, "open")
    driver.im(M, "ims please")
    [said] = aloud(driver.im(M, "ok"))
    assert said.endswith("Round 1. IMs, please.))")


def test_a_slip_in_a_name_brings_nobody_in(duel: Driver) -> None:
    for text in ("init Imry", "for Imry: attack Oswin", "hold Imri now then", "skip Nobody"):
        duel.im(M, text)
    assert set(duel.table.desk.fight.state()) == {"Imri", "Oswin"}


@pytest.mark.parametrize("words", ["22", "to hit 22", "he rolled a 22", "to hit: 22", "1d100: 22"])
def test_a_roll_is_entered_as_it_is_told(duel: Driver, words: str) -> None:
    play(duel, "Imri > stab Oswin\nok")
    duel.im(M, f"for Imri: {words}")
    assert aloud(duel.im(M, "ok")) == ["((Imri hits Oswin. Damage, d100.))"]


def test_what_is_no_move_is_not_entered() -> None:
    driver = table_of("Imri", "Oswin", system="im")
    play(driver, "open\nok")
    [told] = to(driver.im(M, "for Imri: he says he will be late"), M)
    assert told == "No move or roll is read in that; nothing is entered for Imri."
    assert ("Imri", "declaration") in driver.table.desk.fight.waits
