"""Whole fights of Combat Notes at which the DM agrees, speaks, or steps in, through a live room.

Every sum is by hand: needed = THAC0 − AC; phase = max(size, weapon) + what is to be drawn ± the initiative
roll of 1 or 10; damage = dice + Strength, doubled before Strength in a critical hit. Who declares first and
who rolls for the party is by lot, which the same names and rounds always draw alike."""

from __future__ import annotations

from notes_table import W, campaign, figure, of_the_log, play, results, table_of
from table_driver import to


def test_three_rounds_by_ok_alone() -> None:
    """Round 1, party 3 before 6. Alda moves in Fast, strikes in Average (sword A): 15 + 1 = 16 on 16 − 6 =
    10; 5 + 2 = 7: Orc 1 at 0. Bo's bow, Average and Slow: 14 on 18 − 5 = 13, 4 points: 26 − 4 = 22; 2 of 9
    does not knock a Large one down. The orcs come up by themselves, four squares of 4.5: 15 on 19 − 4 = 15,
    3 points: 34 − 3 = 31; 7 of 7 knocks a man down, 3 on 12 fails. The Ogre, Large: Average; 2 misses.
    Round 2: party 1 and opponents 10: Alda Average − 1 = Fast, Bo's dagger Fast + 1 drawn − 1 = Fast, the
    others Average + 1 = Slow. 18 + 1 = 19, 9 over: critical, sword M on man M doubles: 3 × 2 + 2 = 8: −1.
    Nobody waits for an orc's save who is down. Bo 13 on 13: 4: 22 − 4 = 18. The club 15 on 17 − 6 = 11: 6 + 2
    = 8: 20 − 8 = 12; 8 of 7, saved with 13 on 13.
    Round 3: a tie at 5, then 4 before 8. Bo's dagger is Fast, before Alda's sword, but after no movement:
    1, and 5 on 13: a fumble. Alda 20 + 1 on 11: 8 × 2 + 2 = 18: the Ogre at 0."""
    table = table_of("Alda", "Bo", "Orc", "Ogre")
    assert play(
        table,
        """
        Wren: open
        ok
        Alda > half move 4 e and attack Orc 1 with my long sword
        Bo > fire short bow at the Ogre
        ok
        Alda = 3 d10
        Wren = 6 d10
        ok
        Alda = 15
        ok
        Alda = 5 d8
        ok
        Bo = 14
        ok
        Bo = 4 d6
        Bo = 2 d6
        ok
        Wren = 15
        ok
        Wren = 3 d6
        Wren = 7 d8
        ok
        Alda = 3
        ok
        Wren = 2
        ok
        Bo = 2
        ok
        ok
        Alda > attack Orc 2
        Bo > draw dagger and attack the ogre
        ok
        Bo = 1 d10
        Wren = 10 d10
        ok
        Alda = 18
        ok
        Alda = 3 d8
        ok
        Bo = 13
        ok
        Bo = 4 d4
        Bo = 3 d4
        ok
        Wren = 15
        ok
        Wren = 6 2d4
        Wren = 8 d10
        ok
        Bo = 13
        ok
        ok
        Alda > half move toward the ogre and attack the ogre
        Bo > attack the ogre
        ok
        Alda = 5 d10
        Wren = 5 d10
        ok
        Alda = 4 d10
        Wren = 8 d10
        ok
        Bo = 1
        ok
        Bo = 5
        ok
        Alda = 20
        ok
        Alda = 8 d8
        ok
        """,
    ) == [
        "((Round 1: Alda and Bo against Orc 1, Orc 2 and Ogre. Declare, please: Bo first, then Alda.))",
        "((Initiative: Alda rolls for the party, d10.))",
        "((The initiative goes to the party. Fast: Alda moves. Orc 1 moves. Orc 2 moves. Average: "
        "Alda attacks "
        "Orc 1 with the long sword. Now to hit, d20.))",
        "((Alda hits Orc 1. Now damage, d8, and knockdown, d8.))",
        "((Orc 1 takes 7 points and goes down. Average: Bo shoots at Ogre with the short bow. Now "
        "to hit, d20.))",
        "((Bo hits Ogre. Now damage, d6, and knockdown, d6.))",
        "((Ogre takes 4 points. Average: Orc 2 attacks Alda. Now to hit, d20.))",
        "((Orc 2 hits Alda. Now damage, d6, and knockdown, d8.))",
        "((Alda takes 3 points. Alda reels from the blow! Alda, save against death, not to fall "
        "prone, d20.))",
        "((Alda fails the save. Alda falls prone. Average: Ogre moves. Ogre attacks Bo. Now to hit, d20.))",
        "((Ogre misses Bo. Slow: Bo shoots again at Ogre with the short bow. Now to hit, d20.))",
        "((Bo misses Ogre. End of round 1.))",
        "((Round 2. Declare, please: Alda first, then Bo.))",
        "((Initiative: Bo rolls for the party, d10.))",
        "((The initiative goes to the party; the party acts one phase earlier, the opponents act one phase "
        "later. Fast: Alda attacks Orc 2. Now to hit, d20.))",
        "((A critical hit on Orc 2, Alda! Now damage, d8, and knockdown, d8. Orc 2, save against "
        "death, not to "
        "be maimed, d20.))",
        "((Orc 2 takes 8 points and goes down. Fast: Bo draws the dagger. Bo attacks Ogre with the "
        "dagger. Now to "
        "hit, d20.))",
        "((Bo hits Ogre. Now damage, d4, and knockdown, d4.))",
        "((Ogre takes 4 points. Slow: Ogre attacks Bo. Now to hit, d20.))",
        "((Ogre hits Bo. Now damage, 2d4, and knockdown, d10.))",
        "((Bo takes 8 points. Bo reels from the blow! Bo, save against death, not to fall prone, d20.))",
        "((Bo makes the save. End of round 2.))",
        "((Round 3. Declare, please: Bo first, then Alda.))",
        "((Initiative: Alda rolls for the party, d10.))",
        "((A tie! Critical event; then roll again. Initiative: Alda rolls for the party, d10.))",
        "((The initiative goes to the party. Fast: Bo attacks Ogre. Now to hit, d20.))",
        "((Bo misses Ogre. Now to hit once more (a fumble?), d20.))",
        "((Bo, that is a fumble. Fast: Alda moves. Average: Alda attacks Ogre. Now to hit, d20.))",
        "((A critical hit on Ogre, Alda! Now damage, d8, and knockdown, d8. Ogre, save against "
        "death, not to be "
        "maimed, d20.))",
        "((Ogre takes 18 points and goes down. The fight goes to the party! Well fought, all. End "
        "of round 3.))",
    ]
    assert {who: figure(table, who) for who in ("Alda", "Bo", "Orc 1", "Orc 2", "Ogre")} == {
        "Alda": 31, "Bo": 12, "Orc 1": 0, "Orc 2": -1, "Ogre": 0,
    }  # fmt: skip
    assert to(table.im(W, "ok"), W) == ["there is no draft now. Nobody is waited for."]
    assert table.again() == table.settled
    log = of_the_log(table, campaign("Alda", "Bo", "Orc", "Ogre"))
    assert results(log) == results(table.table.referee.rulings), "the room's log tells the same fight"


ONE_ORC = {"count": 1, "position": [1, 0], "hp": 20}


def test_what_the_dm_says_himself_is_not_said_again() -> None:
    """3 before 7. Alda 12 + 1 on 10, 2 + 2 = 4: 20 − 4 = 16; Bo 2 misses; the orc 19 on 15, 5: 34 − 5 = 29;
    Bo's second shot 15 on 18 − 6 = 12, 3: 16 − 3 = 13."""
    table = table_of("Alda", "Bo", "Orc", Orc=ONE_ORC)
    assert play(
        table,
        """
        Wren > Evening all. Round 1, what do you do?
        Alda > attack the orc with my long sword
        Bo > fire short bow at the orc
        Wren > The orc attacks Alda with his axe
        Wren > Bo, roll initiative for the party
        Bo = 3 d10
        Wren = 7 d10
        Wren > 3 beats 7. Average: Alda, to hit
        Alda = 12
        Wren > Hit! Damage please
        Alda = 2 d8
        ok
        Alda = 1 d8
        Wren > 4 points, the orc bleeds. Bo?
        Bo = 2
        Wren > Wide. The orc swings at Alda
        Wren = 19
        ok
        Wren = 5 d6
        Wren = 2 d8
        ok
        Bo = 15
        ok
        Bo = 3 d6
        Bo = 1 d6
        ok
        """,
    ) == [
        "((Orc 1 takes 4 points.))",
        "((Orc 1 hits Alda. Now damage, d6, and knockdown, d8.))",
        "((Alda takes 5 points. Slow: Bo shoots again at Orc 1 with the short bow. Now to hit, d20.))",
        "((Bo hits Orc 1. Now damage, d6, and knockdown, d6.))",
        "((Orc 1 takes 3 points. End of round 1.))",
    ]
    assert (figure(table, "Alda"), figure(table, "Orc 1")) == (29, 13)
    assert table.again() == table.settled


def test_secret_moves_and_a_blind_dm() -> None:
    """Nobody hears of a move before it is called; a blind DM not even of the order."""
    for blind in (False, True):
        table = table_of("Alda", "Bo", "Mira", "Orc", Orc=ONE_ORC, config={"blind_pgm": blind})
        script = """
            Wren: open
            ok
            Alda: half move 3 s and attack the orc
            Bo: fire short bow at the orc
            Mira: cast web at the orc
            ok
            Bo = 3 d10
            Wren = 7 d10
            """
        said = " ".join(play(table, script)).casefold()
        assert not any(word in said for word in ("bow", "web", "moves", "spell", "average"))
        read = " ".join(table.private(W))
        assert ("fire short bow" in read, "Web" in read, "Mira (spell)" in read) == (not blind,) * 3
        assert to(table.im("Bo", "order"), "Bo") == ["the order is secret until moves are called."]
        assert play(table, "ok") == [
            "((The initiative goes to the party. Fast: Alda moves. Orc 1 takes an attack of "
            "opportunity on Alda. Now to "
            "hit, d20.))"  # CN-102: she leaves the reach of one whom Wren plays
        ]
        public = " ".join(table.public()).casefold()
        assert not any(word in public for word in ("thac0", "hp", "ac 4", "cn-", "34", "needed"))


def test_a_player_takes_an_opportunity_or_lets_it_go() -> None:
    """The orc walks away from Alda and Mira, who stand beside him: by the dice, and by a word."""
    near = {"position": [0, 1]}
    table = table_of("Alda", "Mira", "Orc", Orc=ONE_ORC, Mira=near)
    said = play(
        table,
        """
        Wren: open
        ok
        Alda > parry
        Mira > parry
        Wren: for Orc 1: move 6 e
        ok
        Wren = 3 d10
        Mira = 7 d10
        Alda = 7 d10
        ok
        """,
    )
    assert said[-1].startswith("((The initiative goes to the opponents. ")
    assert "Orc 1 moves. Alda may take an attack of opportunity on Orc 1. Mira may take" in said[-1]
    assert set(table.table.desk.fight.waits) == {("Alda", "opportunity"), ("Mira", "opportunity")}
    [told] = to(table.im(W, "ok"), W)
    assert told.startswith(
        "there is no draft now. Waiting for Alda and Mira: attack of opportunity, to hit or"
    )
    assert play(table, "Mira > I'll pass\nAlda = 4\nok") == [
        "((Mira lets it go. Alda takes an attack of opportunity on Orc 1. Alda misses Orc 1. Fast: "
        "Alda parries. Mira "
        "parries. Average: Orc 1 moves. End of round 1.))"  # six squares: four of half of nine, and two
    ]
    assert figure(table, "Orc 1", "position") == [7, 0]
