"""Suggest mode by the sentences of issue 4: what the PGM says himself is the ruling and is never repeated;
what he has not spoken of is still a draft."""

from __future__ import annotations

import pytest
from spec_table import M, play, table_of
from table_driver import Driver, aloud, to

THREE = "open\nok\nImri = 40\nOswin = 30\nPerrin = 1\nok"
"""Imri 110 and 10, Oswin 80, Perrin 66."""


@pytest.fixture
def hurt() -> Driver:
    """Imri's dagger has hit Oswin, and 30 is 4 points: that he is at 32 nobody has said."""
    driver = table_of("Imri", "Oswin", "Perrin", sides="abb")
    play(driver, f"{THREE}\nImri > stab Oswin\nok\nImri = 20\nok\nImri = 30")
    return driver


@pytest.mark.parametrize(
    "words",
    ["nice one, Imri", "Perrin?", "Perrin, init please", "Oswin, you're up", "end of round", "Perrin reels!"],
)
def test_words_on_something_else_leave_a_result_to_be_said(hurt: Driver, words: str) -> None:
    hurt.say(M, words)
    [said] = aloud(hurt.im(M, "ok"))
    assert "Oswin takes 4 points." in said


@pytest.mark.parametrize("words", ["Oswin takes 4!", "4 off Oswin", "Oswin is down to 32"])
def test_points_that_he_tells_are_not_told_again(hurt: Driver, words: str) -> None:
    hurt.say(M, words)
    assert not any("takes 4" in line for line in aloud(hurt.im(M, "ok")))


def test_a_call_and_what_he_asks_for_are_not_asked_for_again(hurt: Driver) -> None:
    """ "Oswin?" asks what he does, "to hit please" for his roll, "damage" says that he has hit."""
    play(hurt, "ok\nMaelor > Oswin, what are you up to?\nOswin > attack Imri with sabre")
    assert aloud(hurt.im(M, "ok")) == ["((Oswin, you're up at 80: attack Imri with sabre. To hit, d100.))"]
    play(hurt, "Oswin = 20\nMaelor > damage please")
    assert hurt.table.drafts.current is None
    hurt.roll("Oswin", 60)
    [said] = aloud(hurt.im(M, "ok"))
    assert said.startswith("((Imri takes 6 points. ") and "hits" not in said


def test_asking_to_hit_himself_withdraws_the_draft_that_asks(hurt: Driver) -> None:
    play(hurt, "ok\nok\nOswin > attack Imri with sabre")
    number = hurt.table.drafts.number
    lines = hurt.say(M, "Oswin, to hit please")
    assert to(lines, M) == [f"#{number} withdrawn: your word stands."]
    assert aloud(hurt.im(M, "ok")) == []


def test_what_comes_of_points_that_he_tells_is_a_draft() -> None:
    """Oswin's 3, less 6: that he drops, and who has won, nobody has said."""
    driver = table_of("Imri", "Oswin")
    play(driver, "open to unconscious\nok\nImri = 40\nOswin = 30\nok")
    play(driver, "set Oswin stamina 3\nImri > stab Oswin\nok\nImri = 20\nok")
    driver.say(M, "a mighty blow: Oswin takes 6!")
    [said] = aloud(driver.im(M, "ok"))
    assert said.startswith("((Oswin drops, unconscious. The fight goes to Imri!") and "6" not in said


def test_points_that_cannot_be_are_not_passed_over_in_silence() -> None:
    """A dagger's 6, doubled, is 12."""
    driver = table_of("Imri", "Oswin")
    play(driver, "open\nok\nImri = 40\nOswin = 30\nok\nImri > stab Oswin\nok\nImri = 20\nok")
    [told] = to(driver.say(M, "Oswin takes 40"), M)
    assert told.startswith("PGM-4: 40 is more than this blow can have done")


def test_a_draft_that_his_words_do_not_touch_keeps_its_number(hurt: Driver) -> None:
    number = hurt.table.drafts.number
    hurt.say(M, "sorry all, the phone. Two minutes")
    assert hurt.table.drafts.number == number
    assert len(aloud(hurt.im(M, f"ok {number}"))) == 1


def test_rule_on_one_thing_keeps_another() -> None:
    """Imri's Pain is unsaid, and Oswin's blow too: the rule is on the blow."""
    driver = table_of("Imri", "Oswin", "Perrin", sides="abb")
    play(driver, f"{THREE}\nImri > ((Cast Pain (Mysticism Level 1) on Perrin))")
    play(driver, "Maelor > Oswin, go\nOswin > attack Imri with sabre\nOswin = 20\nrule Oswin misses")
    [said] = aloud(driver.im(M, "ok"))
    assert "Perrin takes 5 points." in said and "Oswin misses." in said and "hits" not in said


# -- late moves -------------------------------------------------------------------------------------------


@pytest.fixture
def late() -> Driver:
    """By IMs; Perrin's comes after Imri's initiative."""
    driver = table_of("Imri", "Oswin", "Perrin", system="im", sides="abb")
    play(driver, "open\nok\nImri: cast Pain on Oswin\nOswin: attack Imri\nPerrin: retreat\nwithdraw Perrin")
    play(driver, "init\nok\nImri = 5\nPerrin: attack Imri")
    return driver


@pytest.mark.parametrize(
    "words", ["waive PAR-IM-1 for Perrin because his client hung", "Maelor > ok Perrin, I'll take it"]
)
def test_whose_late_move_counts_hears_of_it(late: Driver, words: str) -> None:
    assert late.private("Perrin")[-1] == "Perrin's IM came too late."
    play(late, words)
    assert late.private("Perrin")[-1] == "Your move counts after all: attack Imri"
    late.im(M, "undo")
    assert late.private("Perrin")[-1] == "Your move does not count after all: attack Imri"
    assert late.again() == late.settled


@pytest.mark.parametrize(
    "words",
    [
        "set Imri pp 5",
        "set Imri pp 6 in round 1 because I misread the sheet",
        "waive PAR-CAST-3 for Imri because of the moon",
    ],
)
def test_whose_refused_move_is_allowed_hears_of_it(words: str) -> None:
    """Pain costs 3 of his 4 PP in round 1; in round 2 the 1 that is left is too little."""
    driver = table_of("Imri", "Oswin", system="im", sides="ab")
    play(
        driver,
        "open\nset Imri pp 4\nok\nImri: cast Pain (Mysticism Level 1) on Oswin\nOswin: attack Imri\nok",
    )
    play(driver, "Imri = 20\nOswin = 1\nok\nOswin = 90\nok\nok\nOswin: attack Imri")
    [refused, *_] = to(driver.im("Imri", "cast Pain (Mysticism Level 1) on Oswin"), "Imri")
    assert "you haven't the PP for it" in refused
    assert to(driver.im(M, words), "Imri") == [
        "Your move counts after all: cast Pain (Mysticism Level 1) on Oswin"
    ]
    assert driver.table.desk.fight.waits == ()
    assert driver.again() == driver.settled


def test_undo_takes_back_a_ruling_and_not_a_move_that_came_since(late: Driver) -> None:
    play(late, "Oswin = 10\nPerrin: attack Oswin")
    assert to(late.im(M, "undo"), M)[0] == "Maelor takes back Oswin's roll of 10."


# -- one who returns --------------------------------------------------------------------------------------


def test_one_who_returns_once_moves_have_begun_is_asked_and_waited_for() -> None:
    """Perrin is held from the start; Imri's Pain is the first move. Back, he rolls 20 + 65 = 85, before
    Oswin's 80."""
    driver = table_of("Imri", "Oswin", "Perrin", sides="abb")
    play(
        driver,
        "open\nok\nhold Perrin\nImri = 40\nOswin = 30\nok\nImri > cast Pain (Mysticism Level 1) on Oswin",
    )
    play(driver, "ok\nOswin > attack Imri")
    lines = driver.im(M, "return Perrin")
    assert any('"((' in line and "Perrin, init, d100." in line for line in to(lines, M))
    assert ("Perrin", "initiative") in driver.table.desk.fight.waits
    play(driver, "ok\nPerrin = 20")
    assert ("Perrin", "initiative") not in driver.table.desk.fight.waits


def test_init_for_one_alone_asks_him_though_moves_have_begun() -> None:
    driver = table_of("Imri", "Oswin", "Perrin", sides="abb")
    play(
        driver,
        "open\nok\nskip Perrin\nImri = 40\nOswin = 30\nok\nImri > cast Pain (Mysticism Level 1) on Oswin\nok",
    )
    driver.im(M, "init Perrin")
    assert "((Perrin, init, d100.))" in aloud(driver.im(M, "ok"))[0].replace("Oswin, you", "")
    assert any("Perrin: initiative roll" in line for line in to(driver.im(M, "who"), M))


def test_a_correction_is_not_taken_back_itself(hurt: Driver) -> None:
    """The damage is undone and said so; then the hit too: its line is quoted, not that of the correction."""
    play(hurt, "ok\nundo\nok\nundo\nok\nundo")
    draft = hurt.table.drafts.current
    assert draft is not None and draft.words.count("Correction") == 1
    assert "“Imri hits Oswin. Damage, d100.”" in draft.words


def test_undo_does_not_take_back_what_a_player_took_back() -> None:
    driver = table_of("Imri", "Oswin", system="im")
    play(driver, "open\nok\nset Oswin stamina 20\nImri: stab Oswin\nImri: withdraw")
    assert to(driver.im("Imri", "whats my move?"), "Imri") == ["You have declared nothing in this round."]
    assert to(driver.im(M, "undo"), M)[0] == "Maelor takes back the command “set Oswin stamina 20”."
