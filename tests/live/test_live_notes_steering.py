"""The DM of a live Combat Notes fight steps in: turns kept open or passed over, moves taken back and
replaced, figures put right, newcomers, rolls made again, rounds taken back, people who drop out and return.

Sums by hand as in test_live_proposals_notes."""

from __future__ import annotations

from typing import Any

import pytest
from notes_table import W, figure, play, table_of
from table_driver import Driver, aloud, to

ORC = {"count": 1, "position": [1, 0], "hp": 20}
ROLLED = """
    ok
    Alda = 3 d10
    Bo = 3 d10
    Wren = 7 d10
    """
"""The draft is taken, and the party wins initiative, whichever of the two was drawn."""


def begun(*names: str, words: str = "", **more: Any) -> Driver:
    """A fight of these and one orc beside Alda, the first round called and declared."""
    table = table_of(*names, "Orc", **{"Orc": ORC, **more})
    play(table, "Wren: open\nok\n" + words)
    return table


def waits(table: Driver) -> tuple[tuple[str, str], ...]:
    return table.table.desk.fight.waits


# -- turns ------------------------------------------------------------------------------------------------


def test_who_is_held_is_neither_drawn_nor_waited_for_and_goes_on_when_he_is_back() -> None:
    table = begun("Alda", "Bo", words="Alda > attack the orc with my long sword\nWren: hold Bo")
    [line] = play(table, "ok")
    assert line == "((Initiative: Alda rolls for the party, d10.))"
    play(table, "Alda = 3 d10\nWren = 7 d10\nok\nWren: return Bo")
    assert waits(table) == (("Alda", "to_hit"),)
    assert play(table, "Bo > fire short bow at the orc\nAlda = 2\nok") == [
        "((Alda misses Orc 1. Average: Bo shoots at Orc 1 with the short bow. Now to hit, d20.))"
    ]


def test_an_act_that_is_held_to_the_end_of_the_round_is_lost() -> None:
    """Bo has moved in Fast; his shot is never made, and nobody hears of it."""
    table = begun(
        "Alda",
        "Bo",
        words="Alda > attack the orc with my long sword\nBo > half move 3 n and fire short bow at the orc",
    )
    play(table, ROLLED + "ok\nWren: hold Bo\nAlda = 2\nok\nWren = 3")
    assert play(table, "ok") == ["((Orc 1 misses Alda. End of round 1.))"]
    lost = [one for one in table.table.referee.rulings if (one.kind, one.outcome) == ("action", "lost")]
    assert [(one.combatant, one.values["why"]) for one in lost] == [("Bo", "not there at its turn")]
    assert figure(table, "Bo", "position") == [0, 6]
    assert play(table, "ok") == ["((Round 2. Declare, please: Alda first, then Bo.))"]
    assert waits(table) == (("Alda", "declaration"),)


def test_skip_passes_over_dice_an_act_and_a_declaration() -> None:
    table = begun("Alda", "Bo", words="Alda > attack the orc with my long sword")
    assert waits(table) == (("Bo", "declaration"),)
    play(table, "Wren: skip Bo\nok\nAlda = 3 d10\nWren = 7 d10\nok\nAlda = 15\nok")
    assert waits(table) == (("Alda", "damage"), ("Alda", "knockdown"))
    play(table, "Wren: skip Alda\nWren: skip Alda")
    assert waits(table) == (("Orc 1", "to_hit"),) and figure(table, "Orc 1") == 20
    assert play(table, "ok") == ["((Average: Orc 1 attacks Alda. Now to hit, d20.))"]
    play(table, "Wren: skip Orc 1")
    assert play(table, "ok") == ["((End of round 1.))"]
    [told] = to(table.im(W, "skip Orc 1"), W)[:1]
    assert told == "Nothing of Orc 1's is due."


def test_skip_of_the_one_who_is_drawn_draws_another() -> None:
    """CN-202: a side does not go without."""
    table = begun("Alda", "Bo", words="Alda > attack the orc\nBo > fire short bow at the orc\nok")
    [(drawn, _)] = [one for one in waits(table) if one[0] != "DM"]
    play(table, f"Wren: skip {drawn}")
    [(other, what)] = [one for one in waits(table) if one[0] != "DM"]
    assert {drawn, other} == {"Alda", "Bo"} and what == "initiative"


# -- moves taken back -------------------------------------------------------------------------------------


def test_a_move_is_free_to_change_until_initiative_and_comes_last_of_all_after_it() -> None:
    """CN-205: Bo's guard was given up in the action phase."""
    table = begun("Alda", "Bo", words="Alda: attack the orc\nAlda: withdraw\nBo: guard")
    assert waits(table) == (("Alda", "declaration"),)
    play(table, "Alda: attack the orc with the long sword" + ROLLED + "ok\nBo: withdraw")
    play(table, "Bo: fire short bow at the orc\nAlda = 2\nok\nWren = 3")
    assert play(table, "ok") == [
        "((Orc 1 misses Alda. Last of all: Bo shoots at Orc 1 with the short bow. Now to hit, d20.))"
    ]
    assert to(table.im("Alda", "withdraw"), "Alda") == [
        "Alda cannot take the move back: it has been done already."
    ]


def test_a_refused_move_that_was_mended_or_waived_is_not_told_in_the_room() -> None:
    """Nine squares are more than half of 12; a spell goes with no half move (CN-317)."""
    table = begun("Alda", "Mira", words="Alda > half move 9 e and attack the orc")
    assert "Alda, that won't do" in table.private(W)[-1]
    play(table, "Alda > attack the orc\nMira > half move 3 e and cast sleep at the orc")
    play(table, "Wren: waive CN-317 for Mira because she has the boots for it")
    assert play(table, "ok")[0].startswith("((Initiative: ")
    assert not any("won't do" in line for line in table.public())


# -- figures ----------------------------------------------------------------------------------------------


def test_figures_are_put_right_also_as_of_an_earlier_round() -> None:
    """Alda 12 + 1 hits on 10: 8 + 2 = 10, 20 − 10. Set to 30 at the end of round 1. With a THAC0 of 20 she
    needs 14: 13 + 1 hits, and with a Strength of 4 a 1 is 5: 30 − 5."""
    table = begun("Alda", "Bo", words="Alda > attack the orc\nBo > guard")
    play(table, ROLLED + "ok\nAlda = 12\nok\nAlda = 8 d8\nAlda = 1 d8\nok\nWren = 2\nok\nok")
    assert figure(table, "Orc 1") == 10 and len(waits(table)) == 2
    play(table, "Alda > attack the orc\nBo > guard")
    for said, told in (
        ("set Orc 1 hp 30 in round 1", "Wren sets Orc 1's hp: 10 → 30 as of round 1."),
        ("set Alda thac0 20", "Wren sets Alda's thac0: 20."),
        ("set Alda strength dmg 4", "Wren sets Alda's strength dmg: 4."),
        ("spend Bo hp 2 because of a bee", "Wren sets Bo's hp: 20 → 18, because of a bee."),
        ("add Bo hp 1", "Wren sets Bo's hp: 18 → 19."),
        ("set Bo luck 7", "Bo has no luck that can be set."),
    ):  # fmt: skip
        assert told in to(table.im(W, said), W)
    play(table, ROLLED + "ok\nAlda = 13\nok\nAlda = 1 d8\nAlda = 1 d8\nok")
    assert (figure(table, "Orc 1"), figure(table, "Bo")) == (25, 19)
    assert not any("hp" in line.casefold() for line in table.public())
    play(table, "Wren: rollback to round 2")
    assert (figure(table, "Orc 1"), figure(table, "Bo")) == (30, 20), "what was set in round 2 is gone"
    assert table.again() == table.settled


def test_hit_points_bring_down_and_up_again() -> None:
    table = begun("Alda", "Bo", words="Alda > attack the orc\nBo > guard")
    play(table, "Wren: set Orc 1 hp 0")
    assert table.table.referee.encounter.record.outcome == "won"  # type: ignore[union-attr]
    play(table, "Wren: set Orc 1 hp 4")
    assert table.table.referee.encounter.record.outcome is None  # type: ignore[union-attr]
    assert play(table, "ok")[0].startswith("((Initiative: ")


# -- who is in it -----------------------------------------------------------------------------------------


def test_what_the_dm_enters_makes_nobody_a_player() -> None:
    """Orc 1 stays Wren's: his opportunity is put to her, and nobody waits for his declaration."""
    table = begun("Alda", words="Alda > move 6 s\nWren: for Orc 1: 12\nWren: for Orc 1: attack Alda")
    assert "No dice are asked of Orc 1: say which, `for Orc 1: 1d20 12`." in table.private(W)
    play(table, "ok\nWren: for Alda: 3\nWren = 7 d10")
    assert play(table, "ok") == [
        "((The initiative goes to the party. Fast: Alda moves. Orc 1 takes an attack of "
        "opportunity on Alda. Now to hit, "
        "d20.))"
    ]
    play(table, "Wren: for Orc 1: 15")
    assert waits(table) == (("Orc 1", "damage"), ("Orc 1", "knockdown"))
    play(table, "Wren: for Orc 1: 5")  # the damage, which is owed first
    assert figure(table, "Alda") == 34 - 5


def test_three_more_orcs() -> None:
    table = begun("Alda", words="Alda > attack orc 1\nWren: add 3 orcs")
    assert table.private(W)[-1] == "? what do Orc 1, Orc 2, Orc 3 and Orc 4 do?"
    [told] = to(table.im(W, "drafts"), W)
    assert "Orc 4 declares: attack Alda." in told
    play(table, "ok\nAlda = 3 d10\nWren = 7 d10\nok\nAlda = 2\nok\nWren: add 2 orcs")
    assert ("Orc 5" in table.table.desk.fight.state()) and "what do" not in table.private(W)[-1], (
        "who comes once initiative is rolled declares in the next round"
    )


def test_the_dm_says_otherwise_than_the_plain_thing() -> None:
    """Also when it was agreed to, and called, as long as no dice of it are rolled."""
    table = begun("Alda", "Bo", words="Alda > parry\nBo > parry" + ROLLED)
    assert play(table, "ok")[0].endswith("Average: Orc 1 attacks Alda. Now to hit, d20.))")
    play(table, "Wren: for Orc 1: attack Bo with the axe")
    assert [one[0] for one in table.table.desk.fight.asked] == ["Orc 1"]
    play(table, "Wren = 13")  # 19 − 6 = 13
    hits = [one for one in table.table.referee.rulings if one.kind == "attack"]
    assert [(one.combatant, one.target, one.outcome) for one in hits] == [("Orc 1", "Bo", "hit")]


def test_nobody_is_told_of_a_player_who_was_there_when_the_fight_was_opened() -> None:
    """Bo stands against Alda, has said nothing yet, and plays himself."""
    table = table_of("Alda", "Bo", Bo={"side": "opponents", "position": [1, 0]})
    play(table, "Wren: open\nok")
    assert set(waits(table)) == {("Alda", "declaration"), ("Bo", "declaration")}
    assert not any(line.startswith("?") for line in table.private(W))


def test_gone_and_back_under_another_nick() -> None:
    table = begun("Alda", "Bo", words="Alda: attack the orc\nBo: fire short bow at the orc" + ROLLED + "ok")
    assert "Alda has left; what he declared stands." in to(table.leave("Alda"), W)[0]
    table.accounts["Alda_"] = "irc:alda"  # the same account
    assert to(table.join("Alda_"), W) == ["Alda is back."]
    table.roll("Alda_", 15, 20)
    assert aloud(table.im(W, "ok")) == ["((Alda hits Orc 1. Now damage, d8, and knockdown, d8.))"]
    table.leave("Bo")
    table.join("Guest7")
    table.say("Guest7", "back, sorry")
    assert "Bo is back." in to(table.im(W, "Guest7 is Bo"), W)
    play(table, "Alda_ = 2 d8\nAlda_ = 2 d8\nok\nGuest7 = 12")  # 18 − 6 = 12
    assert aloud(table.im(W, "ok")) == ["((Bo hits Orc 1. Now damage, d6, and knockdown, d6.))"]
    assert table.again() == table.settled


def test_a_dm_who_plays_along_rolls_for_both_sides() -> None:
    """Her first d10 is the party's where she is drawn, else the orc's; her d20 is first what she "
    "owes herself."""
    table = table_of("Alda", "Bo", "Orc", Orc=ORC, config={"pgm": {"Alda": "irc:alda"}})
    said = play(
        table,
        """
        Alda: open
        ok
        Alda: attack the orc with the long sword
        Bo: fire short bow at the orc
        Alda > The orc attacks Bo. Initiative!
        Alda = 4 d10
        Alda = 6 d10
        ok
        Alda = 9
        ok
        """,
        "Alda",
    )
    assert said[-2:] == [
        "((The initiative goes to the party. Average: Alda attacks Orc 1 with the long sword. Now to "
        "hit, d20.))",
        "((Alda hits Orc 1. Now damage, d8, and knockdown, d8.))",  # 9 + 1 on 10
    ]


# -- once more --------------------------------------------------------------------------------------------


def test_a_reroll_takes_the_last_roll_back_and_asks_again() -> None:
    table = begun("Alda", "Bo", words="Alda > attack the orc\nBo > guard" + ROLLED + "ok\nAlda = 9\nok")
    assert figure(table, "Orc 1") == 20
    assert play(table, "Wren: reroll Alda because the die fell off the table\nok") == [
        "((Correction: “Alda hits Orc 1. Now damage, d8, and knockdown, d8.” is taken back. Alda, to "
        "hit, d20.))"
    ]
    play(table, "Alda = 2")  # 2 + 1 on 10
    assert play(table, "ok")[0].startswith("((Alda misses Orc 1. Average: Orc 1 attacks Alda. ")
    assert to(table.im(W, "reroll Bo"), W)[0] == "Bo has rolled nothing that could be rolled again."


def test_undo_redo_and_rollback() -> None:
    table = begun("Alda", "Bo", words="Alda > attack the orc\nBo > guard" + ROLLED + "ok\nAlda = 9\nok")
    play(table, "Alda = 3 d8\nok")
    assert figure(table, "Orc 1") == 15
    play(table, "Wren: undo")
    assert figure(table, "Orc 1") == 20 and ("Alda", "damage") in waits(table)
    play(table, "Wren: redo")
    assert figure(table, "Orc 1") == 15
    assert play(table, "Wren: rollback to round 1\nok")[0].endswith("Round 1. Declare, please.))")
    assert figure(table, "Orc 1") == 20
    assert set(waits(table)) == {("Alda", "declaration"), ("Bo", "declaration")}
    assert table.again() == table.settled


# -- modes ------------------------------------------------------------------------------------------------


def test_auto_mode_goes_on_as_far_as_dice_are_needed() -> None:
    """Alda 12 + 1 on 10: 4 + 2 = 6; 7 of 7 knocks the orc down, 4 on 16 fails. He misses with 2."""
    table = table_of("Alda", "Orc", Orc={**ORC, "hp": 8}, config={"mode": "auto"})
    assert play(
        table,
        """
        Wren: open
        Wren: begin
        Alda > attack the orc
        Alda = 3 d10
        Wren = 7 d10
        Alda = 12
        Alda = 4 d8
        Alda = 7 d8
        Wren = 4
        Wren = 2
        Alda > attack the orc
        Alda = 3 d10
        Wren = 7 d10
        Alda = 12
        Alda = 4 d8
        """,
    ) == [
        "((Round 1: Alda against Orc 1. Declare, please.))",
        "((Initiative: Alda rolls for the party, d10.))",
        "((The initiative goes to the party. Average: Alda attacks Orc 1. Now to hit, d20.))",
        "((Alda hits Orc 1. Now damage, d8, and knockdown, d8.))",
        "((Orc 1 takes 6 points.))",
        "((Orc 1 reels from the blow! Orc 1, save against death, not to fall prone, d20.))",
        "((Orc 1 fails the save. Orc 1 falls prone. Average: Orc 1 attacks Alda. Now to hit, d20.))",
        "((Orc 1 misses Alda. End of round 1. Round 2. Declare, please.))",
        "((Initiative: Alda rolls for the party, d10.))",
        "((The initiative goes to the party. Average: Alda attacks Orc 1. Now to hit, d20.))",
        "((Alda hits Orc 1. Now damage, d8, and knockdown, d8.))",
        "((Orc 1 takes 6 points and goes down. The fight goes to Alda! Well fought, all.))",
    ]


def test_watch_mode_says_nothing_and_tells_the_dm_what_is_wrong() -> None:
    table = table_of("Alda", "Orc", Orc=ORC, config={"mode": "watch"})
    said = play(
        table,
        """
        Wren > Round 1! What do you do?
        Alda > attack the orc with my long sword
        Wren > The orc attacks Alda. Initiative!
        Alda = 3 d10
        Wren = 7 d10
        Wren > Alda, to hit
        Alda = 12
        Wren > a miss
        """,
    )
    assert said == []
    assert any(line.startswith("PGM-1: ") for line in table.private(W)), "13 against 10 hits"


@pytest.mark.parametrize("names", [("Alda", "Bo", "Mira", "Orc"), ("Mira", "Orc", "Ogre")])
def test_a_second_fight_asks_the_same_in_the_same_order(names: tuple[str, ...]) -> None:
    """What is open to the DM is one question, in the order of the sheets."""
    told = []
    for _ in range(2):
        table = table_of(*names)
        play(table, "Wren: open\nok")
        told.append([line for line in table.private(W) if line.startswith("?")])
    several = "Orc 1, Orc 2 and Ogre" if "Ogre" in names else "Orc 1 and Orc 2"
    assert told == [[f"? what do {several} do?"]] * 2


def test_a_question_in_the_room_is_no_declaration() -> None:
    """Whoever owes a move may ask for his figures before he makes it, with a question mark or without."""
    table = begun("Alda", "Bo")
    for said in ("whats my hp", "am i next", "how many hp do I have left?"):
        assert to(table.say("Alda", said), "Alda"), "answered in private"
        assert ("Alda", "declaration") in waits(table)


def test_a_blow_in_the_place_of_another_is_no_second_one() -> None:
    """CN-205: its label names the target besides."""
    table = begun("Alda", "Bo", words="Alda > attack the orc\nBo > parry" + ROLLED)
    play(table, "ok\nBo > instead I attack the orc with my dagger\nAlda = 2\nok\nWren = 2")
    [line] = play(table, "ok")
    assert "Last of all: " in line and "Bo attacks Orc 1 with the dagger." in line and "again" not in line


def test_a_draft_is_short() -> None:
    """Who threatens whom, and the order that the room hears, stand in no draft's reasons."""
    table = begun(
        "Alda", "Bo", words="Alda > attack the orc\nBo > half move 3 n and fire short bow at the orc"
    )
    play(table, ROLLED + "ok\nAlda = 2\nok\nWren = 2\nok\nBo = 2\nok")
    drafts = [line for line in table.private(W) if line.startswith("#")]
    assert drafts and not any("threatened" in line or "Declarations in this" in line for line in drafts)
