"""Whole Parthos fights at which the PGM only agrees: who is called when, what is asked, what comes of it.

Every sum is by hand: init = d100 + Speed (+ WS on attacks), further moves 100 lower; damage by the little
chart of `parthos_table` (1–5 the maximum, 6–50, 51–99; 100 is 1 point) plus Strength."""

from __future__ import annotations

from parthos_table import campaign
from proposing import Table, script, thrown

from calledshot.referee.acts import RoundEnd


def test_a_duel_in_the_standard_system() -> None:
    """Cade 70 + 40 + 50 WS = 160, 60; Aske 75 + 60 = 135, 35."""
    table = Table(campaign("Aske", "Cade"))
    table.agree()
    assert table.lines == [
        "((Round 1: Aske and Cade. Declare and roll initiative, d100.))",
        "((Fight on! Good luck, all.))",
    ]
    table.say("Aske", "((attack Cade, *attack Cade))")
    table.say("Cade", "((attack Aske, *attack Aske (WS)))")
    assert table.referee.fight.waits == (("Aske", "initiative"), ("Cade", "initiative"))
    assert table.proposal() is None
    table.play(
        script({}),
        thrown(
            {
                "Aske": [75, 61, 1, 3, 40],  # init; a miss on CA 60; critical, 12 and again 9
                "Cade": [70, 50, 60, 100, 30],  # init; a hit on CA 55, 6; a fumble
            }
        ),
    )
    assert table.calls() == [
        ("Cade", 160, "attack"),
        ("Aske", 135, "attack"),
        ("Cade", 60, "attack"),
        ("Aske", 35, "attack"),
    ]
    assert "((Order: Cade 160, Aske 135, Cade 60, Aske 35.))" in table.lines
    state = table.referee.fight.state()
    assert state["Aske"]["stamina"] == 30 - (6 + 2)
    assert state["Cade"]["stamina"] == 26 - 2 * (12 + 9 + 1)
    assert state["Cade"]["condition"] == "heavy_bleeding"
    assert table.lines[-2:] == ["((The fight goes to Aske! Well fought, all.))", "((End of round 1.))"]
    assert table.proposal() is None, "nothing is proposed once it is over"


def test_no_figure_of_a_sheet_and_no_secret_is_in_the_lines() -> None:
    table = Table(campaign("Aske", "Bryn", system="im"))
    table.agree()
    assert table.referee.fight.waits == (("Aske", "declaration"), ("Bryn", "declaration"))
    table.whisper("Bryn", "Cast Ember (Fire Level 1) on Aske, *attack Aske")
    assert table.proposal() is None, "Aske's IM is still to come"
    table.whisper("Aske", "attack Bryn")
    table.agree()
    assert table.lines[-1] == "((Roll initiative, d100.))"
    table.roll("Aske", 20)
    table.roll("Bryn", 90)  # 90 + 75 = 165, 65; Aske 20 + 60 = 80
    assert table.lines[-1] == "((Roll initiative, d100.))", "no init is told"
    table.agree()
    public = " ".join(table.lines)
    assert "Order" not in public and " 65" not in public
    assert "Bryn, you're up at 165: Cast Ember (Fire Level 1) on Aske." in public
    assert "Aske takes 7 points." in public
    assert "23" not in public, "30 − 7 is Aske's own business"


def test_ims_late_ones_and_going_on() -> None:
    """A late IM is the PGM's to decide: nothing is proposed until he has, or goes on without."""
    table = Table(campaign("Aske", "Bryn", system="im"))
    table.agree()
    table.whisper("Bryn", "attack Aske")
    table.agree(anyway=True)  # IMs are closed without Aske's
    assert table.referee.fight.phase == "initiative"
    table.roll("Bryn", 30)
    table.whisper("Aske", "attack Bryn")
    table.roll("Aske", 10)
    assert table.referee.fight.undecided
    assert table.referee.fight.waits == (("Bryn", "to_hit"),), "Bryn at 105 comes before Aske at 70"
    assert table.proposal(anyway=True) is None, "a roll that is owed is not gone past without a word"
    table.roll("Bryn", 80)  # a miss on CA 50
    assert table.proposal() is None
    proposal = table.proposal(anyway=True)
    assert proposal is not None and proposal.acts == (RoundEnd(),), "the default: the late IM stays out"
    table.say("Brannoch", "I'll allow it, Aske")
    assert table.referee.fight.undecided == ()
    assert table.calls() == [("Bryn", 105, "attack"), ("Aske", 70, "attack")]


def test_equal_inits_go_by_speed() -> None:
    """Bryn 45 + 75 = 120 and Aske 60 + 60 = 120: Bryn is faster."""
    table = Table(campaign("Aske", "Bryn"))
    table.agree()
    table.say("Aske", "((attack Bryn))")
    table.say("Bryn", "((attack Aske))")
    table.roll("Aske", 60)
    table.roll("Bryn", 45)
    assert "((Order: Bryn 120, Aske 120, Bryn 20, Aske 20.))" in table.lines
    table.roll("Bryn", 99)
    table.roll("Aske", 99)
    assert table.calls() == [("Bryn", 120, "attack"), ("Aske", 120, "attack")]


def test_at_once_where_nothing_parts_them() -> None:
    """Aske and Dara, Speed 60 both, roll 55 both: whoever falls strikes all the same."""
    table = Table(campaign("Aske", "Dara"))
    table.agree()
    table.say("Aske", "((attack Dara))")
    table.say("Dara", "((attack Aske with my knife))")
    for who, face in (("Aske", 55), ("Dara", 55), ("Aske", 1), ("Aske", 4), ("Aske", 40)):
        table.roll(who, face)
    assert table.referee.fight.waits == (("Dara", "to_hit"),)
    table.roll("Dara", 10)
    table.roll("Dara", 20)
    assert table.calls()[:2] == [("Aske", 115, "attack"), ("Dara", 115, "attack")]
    assert table.referee.fight.state()["Dara"]["stamina"] == 22 - 2 * (12 + 9 + 1)
    assert table.referee.fight.state()["Aske"]["stamina"] == 30 - 5
    assert [one.values["winner"] for one in table.rulings("fight", "won")] == ["Aske"]


def test_a_roll_off() -> None:
    table = Table(campaign("Aske", "Bryn", settings={"tie": "roll_off"}))
    table.agree()
    table.say("Aske", "((attack Bryn))")
    table.say("Bryn", "((attack Aske))")
    table.roll("Aske", 60)
    table.roll("Bryn", 45)
    assert set(table.referee.fight.waits) == {("Aske", "initiative"), ("Bryn", "initiative")}
    assert not any("Order" in line for line in table.lines), "nobody knows yet who is first"
    table.roll("Aske", 80)
    table.roll("Bryn", 12)
    assert table.calls()[:1] == [("Aske", 120, "attack")]


def test_a_move_counted_last_is_called_last() -> None:
    """Cade, d100 15: attack at 15 + 40 + 50 = 105; the retreat exists by the WS init (5) though its own sum
    is −45, and comes after Aske's 2 + 60 = 62 and even after his own sum's place (PAR-INIT-5)."""
    table = Table(campaign("Aske", "Cade", system="im"))
    table.agree()
    table.whisper("Aske", "attack Cade")
    table.whisper("Cade", "Attack Aske, retreat")
    table.agree()
    table.roll("Aske", 2)
    table.roll("Cade", 15)
    table.roll("Cade", 90)
    table.roll("Aske", 90)
    proposal = table.proposal()
    assert proposal is not None and proposal.who == "Cade"
    table.agree()
    assert table.calls() == [("Cade", 105, "attack"), ("Aske", 62, "attack"), ("Cade", -45, "retreat")]
    assert table.referee.fight.state()["Cade"]["condition"] == "able"


def test_magic_without_dice_healing_and_a_disrupted_spell() -> None:
    """Bryn is struck at 160 before her Ember at 105: the spell is lost, the PP stay; next round Mend heals
    her by 6 and the red draught by 9, up to her 24."""
    table = Table(campaign("Bryn", "Cade"))
    table.agree()
    table.say("Bryn", "((Cast Ember (Fire Level 1) on Cade))")
    table.say("Cade", "((attack Bryn (WS)))")
    table.roll("Bryn", 30)
    table.roll("Cade", 70)
    table.roll("Cade", 20)
    table.roll("Cade", 30)  # 9 + 2
    assert "((Bryn's spell is disrupted.))" in table.lines
    state = table.referee.fight.state()["Bryn"]
    assert (state["stamina"], state["pp"]) == (13, 6)
    # Cade has a further move at 60 and Bryn 5: both told by themselves
    table.agree()
    assert table.referee.fight.waits == (("Cade", "clarify"),)
    table.say("Cade", "((attack Bryn))")
    table.roll("Cade", 99)
    table.agree()
    assert table.referee.fight.waits == (("Bryn", "clarify"),)
    table.say("Bryn", "((retreat))")
    table.agree()  # the retreat
    table.agree()
    assert table.lines[-1] == "((End of round 1.))"
    table.agree()
    table.say("Bryn", "((Cast Mend (Healing Level 1), *use red draught))")
    table.say("Cade", "((advance on Bryn))")
    table.roll("Bryn", 90)  # 165, 65
    table.roll("Cade", 10)  # 50
    table.agree()
    assert table.referee.fight.state()["Bryn"]["stamina"] == 19
    assert table.referee.fight.state()["Bryn"]["pp"] == 4
    table.agree()
    assert table.referee.fight.state()["Bryn"]["stamina"] == 24
    assert table.referee.fight.state()["Bryn"]["left"] == {"red draught": 0}
    table.agree()
    assert [who for who, _, _ in table.calls()] == ["Cade", "Cade", "Bryn", "Bryn", "Bryn", "Cade"]
    assert table.lines[-1] == "((Cade closes in on Bryn.))"


def test_two_sides_bleeding_saves_and_the_end() -> None:
    """Aske and Bryn against Cade and Dara. Cade falls to −23 in round 1 and saves on 60; Dara bleeds from −11
    in round 1 to −12 at the close of round 2."""
    sides = {"Aske": "red", "Bryn": "red", "Cade": "blue", "Dara": "blue"}
    table = Table(campaign("Aske", "Bryn", "Cade", "Dara", **sides))
    table.agree()
    table.say("Aske", "((attack Cade))")
    table.say("Bryn", "((attack Dara))")
    table.say("Cade", "((attack Aske))")
    table.say("Dara", "((attack Bryn with knife))")
    for who, face in (("Aske", 40), ("Bryn", 20), ("Cade", 5), ("Dara", 1)):
        table.roll(who, face)  # 100, 95, 45, 61
    assert "((Order: Aske 100, Bryn 95, Dara 61, Cade 45.))" in table.lines
    table.roll("Aske", 1)
    table.roll("Aske", 2)  # 12, again
    table.roll("Aske", 5)  # 12, again
    table.roll("Aske", 100)  # no point on the chart: the first die alone is exact at 100
    state = table.referee.fight.state()
    assert state["Cade"]["stamina"] is not None and state["Cade"]["condition"] == "brink"
    cade = state["Cade"]["stamina"]
    assert cade == 26 - 2 * (12 + 12 + 1 + 1)
    assert table.referee.fight.waits == (("Bryn", "to_hit"),)
    table.roll("Bryn", 60)
    table.roll("Dara", 60)
    table.agree()
    assert table.referee.fight.waits == (("Cade", "save"),)
    assert table.proposal() is None
    table.roll("Cade", 60)  # on Endurance 60
    assert "((Cade holds on.))" in table.lines
    table.agree()
    assert table.lines[-1] == "((Round 2. Declare and roll initiative, d100.))"
    assert table.referee.fight.waits == (
        ("Aske", "initiative"),
        ("Bryn", "initiative"),
        ("Dara", "initiative"),
    )


def test_goblins_are_the_pgms() -> None:
    """The PGM rolls for both; of whom nothing is said, each attacks whom it can."""
    table = Table(campaign("Aske", "Goblin", Aske="heroes", Goblin="goblins"), npcs=("Goblin 1", "Goblin 2"))
    table.agree()
    assert "((Round 1: Aske, Goblin 1 and Goblin 2. Declare and roll initiative, d100.))" in table.lines
    table.say("Aske", "((attack Goblin 1, *attack Goblin 2))")
    table.roll("Aske", 60)  # 120, 20
    table.roll("Goblin 1", 10)  # 60
    table.roll("Goblin 2", 30)  # 80
    assert "((Order: Aske 120, Goblin 2 80, Goblin 1 60, Aske 20.))" in table.lines
    table.roll("Aske", 30)
    table.roll("Aske", 80)  # 6 + 1: Goblin 1 at 2
    proposal = table.proposal()
    assert proposal is not None and proposal.who == "Goblin 2"
    table.agree()
    assert table.lines[-1] == "((Goblin 2, you're up at 80: attack Aske. To hit, d100.))"
    table.roll("Goblin 2", 41)  # a miss on CA 40
    table.agree()
    table.roll("Goblin 1", 40)
    table.roll("Goblin 1", 50)  # 5
    table.roll("Aske", 12)
    table.roll("Aske", 33)  # 9 + 1
    assert table.calls() == [
        ("Aske", 120, "attack"),
        ("Goblin 2", 80, "attack"),
        ("Goblin 1", 60, "attack"),
        ("Aske", 20, "attack"),
    ]
    state = table.referee.fight.state()
    assert [state[name]["stamina"] for name in ("Aske", "Goblin 1", "Goblin 2")] == [25, 2, -1]
    table.agree()
    table.agree()
    assert table.referee.fight.waits == (("Aske", "initiative"), ("Goblin 1", "initiative"))


def test_a_held_turn_is_called_when_its_owner_is_back() -> None:
    table = Table(campaign("Aske", "Bryn"))
    table.agree()
    table.say("Aske", "((retreat))")
    table.say("Bryn", "((Cast Haze (Fire Level 1), *advance on Aske))")
    table.roll("Aske", 99)  # 159, 59
    table.roll("Bryn", 50)  # 125, 25
    table.command("hold Aske", lambda fight: fight.holds("Aske"))
    proposal = table.proposal()
    assert proposal is not None and proposal.who == "Bryn"
    table.agree()
    assert [who for who, _, _ in table.calls()] == ["Bryn"], "Aske's retreat has not come by itself"
    table.command("return Aske", lambda fight: fight.holds("Aske", False))
    table.agree(anyway=True)  # past the question what Haze does
    assert table.calls()[-1] == ("Aske", 159, "retreat")


def test_a_held_turn_still_open_at_the_close() -> None:
    """As every move never called (PAR-RND-4): what needs no dice comes about, an attack is lost."""
    table = Table(campaign("Aske", "Bryn", "Cade"))
    table.agree()
    table.say("Aske", "((retreat))")
    table.say("Bryn", "((attack Cade))")
    table.say("Cade", "((advance on Bryn))")
    for who, face in (("Aske", 30), ("Bryn", 20), ("Cade", 10)):
        table.roll(who, face)  # 90, 95, 50
    table.roll("Bryn", 99)
    table.command("hold Aske", lambda fight: fight.holds("Aske"))
    table.agree()
    assert table.calls()[-1][0] == "Cade"
    table.agree()
    assert table.lines[-1] == "((End of round 1.))"
    assert table.calls()[-1][:1] == ("Aske",)


def test_the_absent_are_not_waited_for() -> None:
    table = Table(campaign("Aske", "Bryn", "Cade"))
    table.without.add("Cade")
    table.agree()
    table.say("Aske", "((attack Bryn))")
    table.say("Bryn", "((attack Aske))")
    table.roll("Aske", 10)  # 70
    table.roll("Bryn", 10)  # 85
    proposal = table.proposal()
    assert proposal is not None and proposal.who == "Bryn"
    table.agree()
    assert table.referee.fight.waits[0] == ("Bryn", "to_hit")
    table.roll("Bryn", 99)
    table.agree()
    table.roll("Aske", 99)
    table.agree()
    assert table.lines[-1] == "((End of round 1.))"


def test_skipping_loses_what_is_owed_now_and_nothing_else() -> None:
    table = Table(campaign("Aske", "Cade"))
    table.agree()
    table.say("Aske", "((attack Cade, *attack Cade))")
    table.say("Cade", "((attack Aske))")
    table.roll("Aske", 80)  # 140, 40
    table.roll("Cade", 30)  # 70
    table.command("skip", lambda fight: fight.skips("Aske"))  # the to-hit roll at 140
    assert table.referee.fight.waits == (("Cade", "to_hit"),)
    table.roll("Cade", 99)
    assert table.referee.fight.waits == (("Aske", "to_hit"),), "the move at 40 is his still"
    table.roll("Aske", 20)
    table.command("skip", lambda fight: fight.skips("Aske"))  # the damage
    assert table.referee.fight.state()["Cade"]["stamina"] == 26
    skipped: list[bool] = []
    table.command("skip", lambda fight: skipped.append(fight.skips("Cade")))
    assert skipped == [False]
    proposal = table.proposal()
    assert proposal is not None and proposal.who is None, "the end of the round"


def test_taking_a_declaration_back() -> None:
    table = Table(campaign("Aske", "Bryn", system="im"))
    table.agree()
    told: list[str | None] = []
    table.command("", lambda fight: told.append(fight.withdrawn("Aske")))
    table.whisper("Aske", "attack Bryn")
    table.command("", lambda fight: told.append(fight.withdrawn("Aske")))
    assert table.referee.fight.waits == (("Aske", "declaration"), ("Bryn", "declaration"))
    table.whisper("Aske", "retreat")
    table.whisper("Bryn", "attack Aske")
    table.agree()
    table.roll("Bryn", 10)
    table.command("", lambda fight: told.append(fight.withdrawn("Aske")))
    assert told == [
        "nothing is declared this round",
        None,
        "initiative has been rolled, so the IM stands",
    ]
    table.roll("Aske", 99)
    table.agree()
    assert table.calls()[0] == ("Aske", 159, "retreat")


def test_in_the_standard_system_until_the_move_is_called() -> None:
    table = Table(campaign("Aske", "Cade"))
    table.agree()
    table.say("Aske", "((attack Cade, *retreat))")
    table.say("Cade", "((attack Aske))")
    table.roll("Aske", 80)  # 140, 40
    table.roll("Cade", 10)  # 50
    told: list[str | None] = []
    table.command("", lambda fight: told.append(fight.withdrawn("Aske")))  # the retreat goes, not the attack
    table.roll("Aske", 99)
    table.roll("Cade", 99)
    table.agree()
    assert told == [None]
    assert table.referee.fight.waits == (("Aske", "clarify"),)


def test_figures_put_right() -> None:
    table = Table(campaign("Aske", "Bryn"))
    table.agree()
    table.say("Aske", "((attack Bryn))")
    table.say("Bryn", "((Cast Ember (Fire Level 1) on Aske))")
    table.command("set", lambda fight: fight.adjust("Aske", "speed", 90))
    table.roll("Aske", 20)  # 110, 10
    table.roll("Bryn", 10)  # 85
    assert table.referee.fight.waits == (("Aske", "to_hit"),)
    table.command("set", lambda fight: fight.adjust("Aske", "ca", 20))
    table.roll("Aske", 30)
    assert table.rulings("attack", "miss")[-1].values["needed"] == 20
    table.command("set", lambda fight: fight.adjust("Bryn", "red draught", 4))
    table.command("set", lambda fight: fight.adjust("Bryn", "PP", 2))
    table.command("set", lambda fight: fight.adjust("Bryn", "stamina", -12))
    state = table.referee.fight.state()["Bryn"]
    assert (state["stamina"], state["condition"], state["pp"]) == (-12, "light_bleeding", 2)
    assert state["left"] == {"red draught": 4}
    assert table.referee.fight.over == "won"  # type: ignore[attr-defined]
    table.command("set", lambda fight: fight.adjust("Bryn", "stamina", 3))
    assert table.referee.fight.over is None  # type: ignore[attr-defined]
    table.agree()
    assert table.calls()[-1] == ("Bryn", 85, "cast"), "the move that the fall had cost is back"
    answers: list[bool] = []
    table.command("set", lambda fight: answers.append(fight.adjust("Bryn", "charisma", 3)))
    table.command("set", lambda fight: answers.append(fight.adjust("Nobody", "stamina", 3)))
    assert answers == [False, False]
    assert not [one for one in table.referee.findings if one.code == "PGM-1"]


def test_a_spell_refused_for_want_of_pp_counts_once_they_are_put_right() -> None:
    table = Table(campaign("Aske", "Bryn"))
    table.command("set", lambda fight: fight.adjust("Bryn", "pp", 1))
    table.agree()
    table.say("Aske", "((retreat))")
    table.say("Bryn", "((Cast Ember (Fire Level 1) on Aske))")
    assert table.rulings("refused", "illegal")
    table.command("set", lambda fight: fight.adjust("Bryn", "pp", 5))
    table.roll("Bryn", 90)
    table.roll("Aske", 10)
    table.agree()
    assert table.calls() == [("Bryn", 165, "cast")]
    assert table.referee.fight.state()["Bryn"]["pp"] == 3


def test_newcomers_join_the_next_call() -> None:
    table = Table(
        campaign("Aske", "Bryn", "Goblin", Aske="heroes", Bryn="heroes", Goblin="goblins"),
        npcs=("Goblin 1", "Goblin 2", "Goblin 3"),
    )
    table.agree()
    table.say("Aske", "((attack Goblin 1))")
    table.say("Bryn", "((attack Goblin 2))")
    for who, face in (("Aske", 40), ("Bryn", 20), ("Goblin 1", 10), ("Goblin 2", 5)):
        table.roll(who, face)  # 100, 95, 60, 55
    names: list[str | None] = []
    table.command("add", lambda fight: names.append(fight.enters("Goblin 3", "Goblin")))
    assert names == ["Goblin 3"]
    assert table.referee.fight.state()["Goblin 3"]["stamina"] == 9
    assert table.referee.fight.waits == (("Aske", "to_hit"),)
    for who in ("Aske", "Bryn"):
        table.roll(who, 99)
    for _ in range(2):
        table.agree()
        table.roll(table.referee.fight.waits[0][0], 99)
    table.agree()
    assert table.lines[-1] == "((End of round 1.))"
    table.agree()
    assert table.referee.fight.waits[-1] == ("Goblin 3", "initiative")
    assert len(table.calls()) == 4


def test_nothing_to_open_without_two_sides() -> None:
    assert Table(campaign("Aske")).proposal() is None
    table = Table({"characters": {}})
    assert table.proposal() is None
    table.command("join", lambda fight: fight.enters("Moth"))
    table.command("join", lambda fight: fight.enters("Wren"))
    proposal = table.proposal()
    assert proposal is not None and proposal.acts[0].names == ("Moth", "Wren")  # type: ignore[attr-defined]


def test_the_yield_and_a_new_fight() -> None:
    table = Table(campaign("Aske", "Bryn"))
    table.agree()
    table.say("Aske", "I yield!")
    assert table.rulings("fight", "yielded")
    table.agree()
    table.agree()
    assert table.proposal() is None
    table.say("Brannoch", "Let the fight begin!")
    proposal = table.proposal()
    assert proposal is not None
    table.agree()
    assert len(table.referee.encounters) == 2
    assert table.referee.fight.waits == (("Aske", "initiative"), ("Bryn", "initiative"))
