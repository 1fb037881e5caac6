"""What annoyed a reviewer who sat down as the GM of a YiffieMon night: one test for each thing."""

from __future__ import annotations

from test_live_proposals_yiffiemon import OPENED, draft, play, state, table_of

M = "Maudlin"


def test_an_opportunity_is_offered_though_the_gm_told_the_failure() -> None:
    """He posts a Critical Failure and says nothing of what it gives; once he has, it is not said again."""
    for words, offered in (
        ("Brock's attack: Critical Failure by 5.", True),
        ("Brock's attack: Critical Failure by 5. Wren, he's wide open, an opportunity for you", False),
    ):
        driver = table_of("Wren", "Pip", sample="orchard", gm=M)
        play(driver, "Maudlin: open\nok\nWren > wait 1\nok\nPip > wait 1\nok\nok\nWren > wait 1\nok", M)
        play(driver, f"Pip > wait 1\nok\nMaudlin > {words}", M)
        assert ("Wren, an opportunity on Brock: will you take it?" in draft(driver)) is offered
        assert "what do you do?" in draft(driver)
        assert driver.table.desk.fight.table.offers.for_("Wren", "Brock") is not None  # type: ignore[attr-defined]


def test_what_is_refused_beside_an_action_is_told() -> None:
    driver = table_of("Thistle", "Rusk")
    play(driver, OPENED + "ok\nok\nThistle > threaten Grumbel 9, attack Grumbel")  # of a pool of 3
    assert draft(driver).startswith("((Thistle, no: pool exceeded. Rusk, your turn at 1")
    play(driver, "Quillfeather: drop\nRusk > threaten Grumbel 7\nRusk > attack Grumbel")
    assert "pool" not in draft(driver), "what he has declared since takes its place"


def test_a_roll_on_coming_within_reach_says_what_it_is_for() -> None:
    """Grumbel, 5 away from Thistle once she has gone 2, comes into her reach of 4 (YM-820)."""
    driver = table_of("Thistle", "Rusk")
    play(driver, "Quillfeather: open\nok\nThistle > move 2 toward Grumbel\nok\nRusk > wait 1")
    assert draft(driver).endswith("toward Thistle. Attack for coming within reach, d100.))")


def test_a_creature_that_may_come_no_nearer_crosses_the_guard() -> None:
    """Grumbel reaches 2; whoever comes as near as that to Thistle is within her guard, which is 3 here, and a
    plain move may not end there (YM-721)."""
    driver = table_of("Thistle", "Rusk")
    play(
        driver,
        """
        Quillfeather: open
        Quillfeather > Fight starts
        Quillfeather > Grumbel is at (4.1, 0)
        Quillfeather: set Thistle guard distance 3
        Thistle > wait 1
        Rusk > wait 1
        """,
    )
    assert draft(driver) == "((Grumbel crosses Thistle's guard. Thistle, your turn at 1: what do you do?))"


def test_the_summary_has_results_and_no_questions() -> None:
    driver = table_of("Thistle", "Rusk")
    play(driver, OPENED + "ok\nok\nThistle > wait 1\nok\nRusk > wait 1\nok\nQuillfeather = 99\nok")
    play(driver, "Quillfeather: summary")
    told = " ".join(driver.private("Quillfeather")[-2:])
    assert "Grumbel misses Rusk critically!" in told
    assert "?" not in told and "Round" not in told, "this game has no rounds"


def test_an_opportunity_that_was_taken_at_once_is_not_offered_besides() -> None:
    driver = table_of("Thistle", "Rusk")
    play(driver, OPENED + "ok\nok\nThistle > wait 1\nok\nRusk > wait 2\nok\nQuillfeather = 99")
    assert "Rusk, an opportunity on Grumbel: will you take it?" in draft(driver)
    play(driver, "Rusk > I'll take the opportunity on Grumbel")
    assert "Rusk takes the opportunity on Grumbel." in draft(driver)
    assert "will you" not in draft(driver)


def test_whom_an_opportunity_is_for_is_answered_by_a_name() -> None:
    """A Severe melee assist with two in reach: a for both, and one opportunity on either (YM-608)."""
    driver = table_of("Thistle", "Rusk")
    play(driver, OPENED + "Quillfeather: add 1 grumbel\nQuillfeather > Grumbel 1 is at (10, 1)")
    play(driver, "Quillfeather > Grumbel waits 9\nQuillfeather > Grumbel 1 waits 9\nok\nThistle > wait 9\nok")
    play(
        driver, "Rusk > melee assist\nok\nRusk = 20\nok\nRusk > a"
    )  # 20 of 60, by 40; a bare "a" is for both
    assert draft(driver) == "((Rusk, an opportunity on Grumbel or Grumbel 1: whom do you strike?))"
    play(driver, "ok\nRusk > Grumbel 1")
    assert "Rusk takes the opportunity on Grumbel 1." in draft(driver)


def test_a_hold_does_not_shorten_what_lasts_for_turns() -> None:
    """YM-909 bars him from moving until 1 Init after the end of his next turn, however often he is called."""
    driver = table_of("Thistle", "Rusk")
    play(driver, OPENED + "ok\nok\nThistle > wait 9\nok")
    rusk = driver.table.desk.fight.table.fighters["Rusk"]  # type: ignore[attr-defined]
    rusk.barred_turns = 2
    play(driver, "Quillfeather: hold Rusk\nQuillfeather: return Rusk\nok\nQuillfeather = 60\nok")
    assert driver.table.desk.fight.waits == (("Rusk", "declaration"),)
    assert rusk.barred_turns == 2


def test_a_player_asks_after_his_arrows() -> None:
    driver = table_of("Wren", "Pip", sample="orchard", gm=M)
    play(driver, "Maudlin: open\nok\nWren: whats my ammunition", M)
    assert driver.private("Wren")[-1] == "ammunition 6: no change yet"


def test_a_check_that_the_gm_calls_for_himself_is_not_asked_again() -> None:
    driver = table_of("Thistle", "Rusk")
    play(driver, OPENED + "ok\nok\nThistle > attack Grumbel\nok\nRusk > wait 1\nok\nQuillfeather = 60\nok")
    play(driver, "Thistle = 1\nok\nThistle = 2d10 19")  # 19 + 5 - 1 = 23: 30 - 23 = 7
    assert draft(driver) == "((Grumbel takes 23 points. Attack skill check, d100.))"
    play(driver, "Quillfeather > 23! Grumbel is at 7. Grumbel, an attack skill check")
    assert draft(driver) == ""
    assert driver.table.desk.fight.waits == (("Grumbel", "attack skill"),)
    assert state(driver, "Grumbel")["hpv"] == 7
