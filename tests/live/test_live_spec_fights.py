"""Whole evenings by the sentences of issue 4, in fights worked out by hand: a move asked for in the room and
sent in private, a PGM who plays too, an end with moves to come, undo and redo of what was said."""

from __future__ import annotations

from spec_table import M, play, table_of
from table_driver import aloud, to


def test_a_move_asked_for_in_the_room_and_sent_in_private_is_called_in_the_room() -> None:
    driver = table_of("Imri", "Oswin")
    play(driver, "open\nok\nImri = 40\nOswin = 50\nok")
    lines = driver.im("Imri", "stab Oswin")
    assert to(lines, "Imri") == ["Noted: Melee attack on Oswin"] and aloud(lines) == []
    assert aloud(driver.im(M, "ok")) == ["((Imri, you're up at 110: stab Oswin. To hit, d100.))"]
    play(driver, "Imri = 99\nok")
    driver.im(M, "for Oswin: attack Imri")
    assert aloud(driver.im(M, "ok")) == ["((Oswin, you're up at 100: attack Imri. To hit, d100.))"]


def test_a_pgm_who_plays_too() -> None:
    """Imri opens the fight and fights: he is asked what he does, as anybody is, and rolls for the goblin."""
    driver = table_of("Imri", "Oswin", "Goblin", sides="abb", pgm={})
    play(driver, "Imri: open to unconscious\nImri: join Goblin\nImri: ok\nImri = 40\nOswin = 50")
    driver.im("Imri", "for Goblin: 5")
    assert aloud(driver.im("Imri", "ok")) == [
        "((Order: Imri 110, Oswin 100, Goblin 1 50, Imri 10. Imri, you're up at 110: what are you doing, and "
        "to whom?))"
    ]
    play(driver, "Imri: stab Oswin\nImri: ok\nImri = 20\nImri: ok\nImri = 30\nImri: ok")
    assert driver.table.desk.fight.state()["Oswin"]["stamina"] == 32
    assert to(driver.im("Imri", "whats my stamina"), "Imri") == ["stamina 27 of 27: no change yet"]
    assert driver.again() == driver.settled


def test_who_has_won_is_told_after_what_the_close_brings() -> None:
    """Oswin 70, Perrin 66: Imri's 5 less 7 + 2 is -4, and Perrin's retreat is left."""
    driver = table_of("Imri", "Oswin", "Perrin", system="im", sides="abb")
    play(driver, "open to unconscious\nset Imri stamina 5\nok\nImri: advance on Oswin\nOswin: attack Imri")
    play(driver, "Perrin: retreat\nok\nImri = 50\nOswin = 20\nPerrin = 1\nok\nOswin = 10\nok\nOswin = 10")
    [said] = aloud(driver.im(M, "ok"))
    assert said == (
        "((Imri takes 9 points. Imri drops, unconscious. 66: Perrin falls back. The fight goes to b! Well "
        "fought, all. End of round 1.))"
    )
    [told] = to(driver.im(M, "explain Imri stamina"), M)
    assert "Oswin does 9 points to Imri, −9 in round 1" in told
    play(driver, "undo\nok")
    driver.im(M, "redo")
    assert aloud(driver.im(M, "ok")) == [
        "((Correction: “66: Perrin falls back. End of round 1.” stands after all.))"
    ]


def test_the_order_is_told_without_one_who_is_held_and_before_the_call() -> None:
    for mode in ("suggest", "auto"):
        driver = table_of("Imri", "Oswin", "Perrin", sides="abb", mode=mode)
        play(driver, "open\nbegin\nok\nImri = 40\nOswin = 30\nhold Perrin\nok")
        assert driver.public()[-1] == (
            "((Order: Imri 110, Oswin 80, Imri 10. Imri, you're up at 110: what are you doing, and to whom?))"
        )
