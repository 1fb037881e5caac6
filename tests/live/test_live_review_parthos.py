"""Evenings at the table as a PGM and his players have them: whole fights of Parthos, worked out by hand, and
the small things that annoyed a reviewer who sat down with them."""

from __future__ import annotations

import re
from typing import Any

import pytest
from parthos_table import campaign
from table_driver import Driver, aloud, to

from calledshot.campaign import from_tables

G = "Gwen"
STEP = re.compile(r"(\w+) ?([=>:]) ?(.*)")


def table_of(*names: str, **more: Any) -> Driver:
    """A room of these players, and Gwen, whom the configuration names as the PGM."""
    config = {key: more.pop(key) for key in ("mode", "dice", "commit_moves") if key in more}
    driver = Driver(
        from_tables({"ruleset": "parthos", **campaign(*names, **more)}), pgm={G: "irc:gwen"}, **config
    )
    for name in (G, "Aske", "Bryn", "Cade", "Dara"):
        driver.accounts[name] = f"irc:{name.casefold()}"
    for name in (G, *names):
        if name in driver.accounts:
            driver.join(name)
    return driver


def play(driver: Driver, script: str) -> list[str]:
    """What the room heard of it. `Bryn = 40` is a d100 of Bryn's, `Bryn > words` said in the room, `Bryn:
    words` to the helper; `ok` is Gwen's."""
    before = len(driver.public())
    for line in filter(None, map(str.strip, script.splitlines())):
        if line == "ok":
            driver.im(G, "ok")
            continue
        step = STEP.fullmatch(line)
        assert step is not None, line
        who, how, what = step.groups()
        if how == "=":
            driver.roll(who, int(what))
        elif how == ">":
            driver.say(who, what)
        else:
            driver.im(who, what)
    return driver.public()[before:]


def stamina(driver: Driver, who: str) -> Any:
    return driver.table.desk.fight.state()[who]["stamina"]


# -- four evenings ----------------------------------------------------------------------------------------


def test_a_standard_duel_by_ok_alone() -> None:
    """Bryn 40 + 75 = 115 and 15, Aske 30 + 60 = 90. Ember does 7: Aske 23. Bryn's knife: 20 on 50 hits, 30
    is 5: 18. Round 2: Bryn 10 + 75 = 85 before Aske's 70. 1 is a critical; 3 is the maximum of 8, then 60 is
    3: (8 + 3) doubled is 22: 18 - 22 = -4, unconscious."""
    driver = table_of("Aske", "Bryn")
    assert play(
        driver,
        """
        Gwen: open to unconscious
        ok
        Bryn = 40
        Aske = 30
        ok
        Bryn > I cast Ember (Fire Level 1) on Aske
        ok
        ok
        Aske > advance on Bryn
        ok
        ok
        Bryn > stab Aske with my knife
        ok
        Bryn = 20
        ok
        Bryn = 30
        ok
        ok
        Bryn = 10
        Aske = 10
        ok
        Bryn > attack Aske w/ knife
        ok
        Bryn = 1
        ok
        Bryn = 3
        ok
        Bryn = 60
        ok
        """,
    ) == [
        "((Fight on, to unconscious! Good luck, all. Round 1: Aske and Bryn. Declare and roll "
        "initiative, d100.))",
        "((Order: Bryn 115, Aske 90, Bryn 15. Bryn, you're up at 115: what are you doing, and to whom?))",
        "((115: Bryn casts Ember on Aske. Aske takes 7 points.))",
        "((Aske, you're up at 90: what are you doing, and to whom?))",
        "((90: Aske closes in on Bryn.))",
        "((Bryn, you're up at 15: what are you doing, and to whom?))",
        "((Bryn, you're up at 15: stab Aske with my knife. To hit, d100.))",
        "((Bryn hits Aske. Damage, d100.))",
        "((Aske takes 5 points. End of round 1.))",
        "((Round 2. Declare and roll initiative, d100.))",
        "((Order: Bryn 85, Aske 70. Bryn, you're up at 85: what are you doing, and to whom?))",
        "((Bryn, you're up at 85: attack Aske w/ knife. To hit, d100.))",
        "((A critical hit, Bryn! Damage, d100.))",
        "((Bryn, that's the maximum: damage again, d100.))",
        "((Aske takes 22 points. Aske drops, unconscious. The fight goes to Bryn! Well fought, all. End "
        "of round 2.))",
    ]
    assert stamina(driver, "Aske") == -4
    assert to(driver.im(G, "ok"), G) == ["there is no draft now. Nobody is waited for."], "it has been said"
    assert driver.again() == driver.settled


def test_a_fight_by_ims_with_sides_a_tie_a_disrupted_cast_and_a_fumble() -> None:
    """Cade 70 + 40 + 50 WS = 160; Aske 30 + 60 = 90; Bryn 15 + 75 = 90 too, and faster: first. Cade is the
    first to target her, so Ember is his: 26 - 7 = 19. Aske 40 is 9 + 1: Bryn 14. Round 2: Aske 120 and 20,
    Cade 20 + 90 = 110 and 10, Bryn 76. Cade's 100 for damage is 1 point: 13, and her Mend at 76 is lost,
    unheard. Aske's 100 is a fumble, 30 drops the weapon. Cade's 1 is 12, the maximum, 70 is 6, + 2: 13 - 20
    = -7."""
    driver = table_of("Aske", "Bryn", "Cade", system="im", Aske="red", Bryn="blue", Cade="red")
    assert play(
        driver,
        """
        Gwen > IMs please, round 1! Aske and Cade against Bryn, to unconscious
        Aske: Attack Bryn with longsword
        Bryn: cast Ember (Fire Level 1) on the first to target me, *attack Cade with knife
        Cade: *Attack Bryn
        Gwen > init everyone
        Cade = 70
        Aske = 30
        Bryn = 15
        ok
        Cade = 56
        ok
        Aske = 45
        ok
        Aske = 40
        ok
        ok
        Bryn: *cast Mend (Healing Level 1) on myself
        Aske: advance, *attack Bryn
        Cade: attack Bryn, *attack Bryn
        ok
        Aske = 60
        Bryn = 1
        Cade = 20
        ok
        Cade = 20
        ok
        Cade = 100
        ok
        Aske = 100
        ok
        Aske = 30
        ok
        Cade = 20
        ok
        Cade = 1
        ok
        Cade = 70
        ok
        """,
    ) == [
        "((Cade, you're up at 160: Attack Bryn. To hit, d100.))",
        "((Cade misses Bryn. 90: Bryn casts Ember on Cade. Cade takes 7 points. Aske, you're up at 90: "
        "Attack Bryn "
        "with longsword. To hit, d100.))",
        "((Aske hits Bryn. Damage, d100.))",
        "((Bryn takes 10 points. End of round 1.))",
        "((Round 2. IMs, please.))",
        "((Roll initiative, d100.))",
        "((120: Aske closes in on Bryn. Cade, you're up at 110: attack Bryn. To hit, d100.))",
        "((Cade hits Bryn. Damage, d100.))",
        "((Bryn takes 1 point. Aske, you're up at 20: attack Bryn. To hit, d100.))",
        "((Oh dear, Aske: a critical miss. For the critical miss, d100.))",
        "((Aske: the weapon is dropped. Cade, you're up at 10: attack Bryn. To hit, d100.))",
        "((Cade hits Bryn. Damage, d100.))",
        "((Cade, that's the maximum: damage again, d100.))",
        "((Bryn takes 20 points. Bryn drops, unconscious. The fight goes to red! Well fought, all. End "
        "of round 2.))",
    ]
    assert [stamina(driver, who) for who in ("Aske", "Bryn", "Cade")] == [30, -7, 19]
    assert driver.table.desk.fight.state()["Bryn"]["pp"] == 4, "Ember's 2 are spent, Mend's are not"
    assert driver.again() == driver.settled


def test_first_blood_then_another_fight() -> None:
    """Aske 90 + 60 = 150, Bryn 10 + 75 = 85. 60 is 6 + 1 = 7: first blood, and what was still to come is
    left. The next fight begins with what the sheets say: Bryn has her 24 again. Bryn, who rolls last, acts
    first."""
    driver = table_of("Aske", "Bryn")
    play(
        driver, "Gwen: open first blood\nok\nAske = 90\nBryn = 10\nok\nAske > swing at Bryn\nok\nAske = 5\nok"
    )
    assert play(driver, "Aske = 60\nok\nok") == [
        "((Bryn takes 7 points. The fight goes to Aske! Well fought, all. End of round 1.))"
    ]
    assert stamina(driver, "Bryn") == 17
    assert play(driver, "Gwen: open\nok\nAske = 20\nBryn = 20\nok") == [
        "((Fight on, first blood! Good luck, all. Round 1: Aske and Bryn. Declare and roll initiative, "
        "d100.))",
        "((Order: Bryn 95, Aske 80. Bryn, you're up at 95: what are you doing, and to whom?))",
    ]
    assert stamina(driver, "Bryn") == 24
    assert len(driver.table.referee.encounters) == 2
    assert sum(text.startswith("You are the PGM") for text in driver.private(G)) == 1, "told once"
    assert driver.again() == driver.settled


def test_a_master_who_mixes_and_changes_his_mind() -> None:
    """Four by IMs. Dara's standing orders; Cade's parry is refused (no skill) and replaced. Cade 30 + 90 =
    120, Bryn 105, Aske 90, Dara 90. Cade is held with his attack due: Bryn's Ember first, Aske 23. Back: 50
    on 55 hits, 20 is 9 + 2 = 11: Dara 11. Then Aske: 77 misses, is rolled again: 10 on 60 hits Bryn, 60 is
    7: 17."""
    driver = table_of(
        "Aske", "Bryn", "Cade", "Dara", system="im", Aske="red", Bryn="blue", Cade="red", Dara="blue"
    )
    play(driver, "Gwen: open to unconscious\nok")
    assert to(driver.im("Dara", "standing: attack Aske with bow"), "Dara") == [
        "Standing orders noted: Attack with bow on Aske"
    ]
    play(driver, "Bryn: cast Ember (Fire Level 1) on Aske\nAske: attack Bryn with longsword")
    [refusal] = to(driver.im("Cade", "parry, attack Dara"), "Cade")
    assert refusal.startswith("“parry”: Cade: not a valid action: that takes the Parry skill. — ")
    play(driver, "Cade: attack Dara\nok\nAske = 30\nBryn = 30\nCade = 30\nDara = 30")
    assert play(driver, "Gwen: hold Cade\nok") == ["((105: Bryn casts Ember on Aske. Aske takes 7 points.))"]
    assert play(driver, "Gwen: return Cade\nok\nCade = 50\nok\nCade = 20\nok\nAske = 77") == [
        "((Cade, you're up at 120: attack Dara. To hit, d100.))",
        "((Cade hits Dara. Damage, d100.))",
        "((Dara takes 11 points. Aske, you're up at 90: attack Bryn with longsword. To hit, d100.))",
    ]
    assert play(driver, "Gwen: reroll Aske\nok\nAske = 10\nok\nAske = 60\nok") == [
        "((Aske, to hit, d100. Dara, you're up at 90: attack Aske with bow. To hit, d100.))",
        "((Aske hits Bryn. Damage, d100.))",
        "((Bryn takes 7 points.))",
    ], "Dara, at 90 as well, is not kept waiting"
    assert (stamina(driver, "Aske"), stamina(driver, "Bryn"), stamina(driver, "Dara")) == (23, 17, 11)
    assert driver.again() == driver.settled


# -- what is said, and how often --------------------------------------------------------------------------


def test_a_call_that_is_answered_is_not_made() -> None:
    """`init` is typed, the draft never taken, and everybody rolls all the same."""
    driver = table_of("Aske", "Bryn", system="im")
    play(
        driver,
        "Gwen: open\nok\nAske: attack Bryn\nBryn: attack Aske with knife\nGwen: init\nAske = 30\nBryn = 60",
    )
    assert play(driver, "ok") == ["((Bryn, you're up at 135: attack Aske with knife. To hit, d100.))"]


def test_the_order_is_told_once_and_with_everybody() -> None:
    """Cade comes in after the order was drafted: 30 + 40 + 50 = 120 and 20 stand in it too."""
    driver = table_of("Aske", "Bryn", "Cade", Aske="x", Bryn="y", Cade="y")
    driver.say(G, "Round 1, roll init please!")
    assert to(driver.roll("Bryn", 20), G) == ["Bryn: initiative 95. One move, at 95. "[:-1]]
    play(driver, "Aske = 50\nCade > ((WS))\nCade = 30")
    assert play(driver, "ok") == [
        "((Order: Cade 120, Aske 110, Bryn 95, Cade 20, Aske 10. Cade, you're up at 120: what are you "
        "doing, and "
        "to whom?))"
    ]


def test_wrong_dice_and_a_second_roll_are_answered() -> None:
    driver = table_of("Aske", "Bryn")
    play(driver, "Gwen: open\nok")
    driver.roll("Aske", 12, 20)
    assert play(driver, "ok") == ["((Aske, init, d100.))"]
    driver.roll("Bryn", 20)
    driver.roll("Bryn", 90)
    assert play(driver, "ok") == ["((Bryn, the first init roll stands.))"]


def test_an_early_roll_is_not_asked_about_once_the_move_is_said() -> None:
    driver = table_of("Aske", "Cade")
    play(driver, "Gwen: open\nok\nAske = 90\nCade = 10\nGwen > Aske?\nAske = 30")
    assert any("DICE-6" in line for line in driver.private(G))
    play(driver, "Aske > sorry! I attack Cade with my longsword")
    assert all("what are you doing" not in line for line in play(driver, "ok"))


def test_a_correction_takes_back_only_what_no_longer_holds() -> None:
    driver = table_of("Aske", "Bryn")
    play(
        driver, "Gwen: open first blood\nok\nAske = 90\nBryn = 10\nok\nAske > swing at Bryn\nok\nAske = 5\nok"
    )
    play(driver, "Aske = 60\nok")
    assert play(driver, "Gwen: undo\nok") == ["((Correction: “End of round 1.” is taken back.))"]
    assert stamina(driver, "Bryn") == 17, "the blow stands"


def test_a_rollback_calls_the_round_again_and_keeps_who_runs_it() -> None:
    driver = table_of("Aske", "Bryn")
    driver.accounts["Helmut"] = "irc:helmut"
    driver.join("Helmut")
    play(
        driver, "Gwen: open\nok\nAske = 30\nBryn = 20\nok\nGwen: handover Helmut\nHelmut: rollback to round 1"
    )
    assert driver.table.master_name == "Helmut"
    [said] = aloud(driver.im("Helmut", "ok"))
    assert said.startswith("((Correction: “Order: Bryn 95, Aske 90.")
    assert said.endswith("is taken back. Round 1. Declare and roll initiative, d100.))")


def test_what_was_set_as_of_an_earlier_round_outlives_a_rollback() -> None:
    driver = table_of("Aske", "Bryn")
    play(driver, "Gwen: open\nok\nAske = 30\nBryn = 20\nGwen > end of round\nGwen > Round 2, init")
    play(driver, "Gwen: set Aske stamina 25 in round 1\nAske = 30\nGwen: rollback to round 2")
    assert stamina(driver, "Aske") == 25


def test_ok_says_what_the_fight_waits_for_when_it_is_the_masters_word() -> None:
    driver = table_of("Aske", "Bryn", system="im")
    play(
        driver,
        "Gwen: open\nok\nAske: advance on Bryn\nBryn: cast Haze (Fire Level 1) on Aske\nok\nAske = 1\nBryn "
        "= 90\nok",
    )
    [told] = to(driver.im(G, "ok"), G)
    assert "Haze (nobody sees further than 5 feet): what comes of it?" in told and "`next`" in told


def test_a_move_that_cannot_be_done_is_told_at_its_place_and_not_before() -> None:
    """Aske's sword does not reach Bryn at missile range: he knows at once, the room at 61."""
    driver = table_of("Aske", "Bryn", "Cade", system="im", Aske="x", Bryn="y", Cade="z")
    driver.say(G, "Round 1! IMs please. You're at missile range, all of you")
    play(driver, "Aske: attack Bryn with longsword\nBryn: retreat\nCade: advance on Bryn\nok")
    assert all("Aske" not in line for line in driver.public())
    assert play(driver, "Aske = 1\nBryn = 2\nCade = 3\nok") == [
        "((77: Bryn falls back. Aske, that's not available now: you're not close enough.))"
    ]


def test_the_range_said_of_two_is_theirs() -> None:
    driver = table_of("Aske", "Bryn", "Cade", system="im", Aske="x", Bryn="y", Cade="z")
    driver.say(G, "Round 1! IMs please. You're at missile range, all of you")
    play(driver, "Aske: attack Bryn with longsword\nBryn: retreat\nCade: advance on Aske\nok")
    play(driver, "Aske = 1\nBryn = 2\nCade = 60\nok")
    scene: Any = driver.table.desk.fight.scene  # type: ignore[attr-defined]
    assert scene.range_to("Cade", "Aske") == "hth"
    driver.say(G, "Aske can't reach Bryn, she's at missile range")
    assert scene is driver.table.desk.fight.scene  # type: ignore[attr-defined]
    assert (scene.range_to("Cade", "Aske"), scene.range_to("Aske", "Bryn")) == ("hth", "missile")


def test_the_dice_of_a_spell_may_be_entered_by_what_they_come_to() -> None:
    driver = table_of("Aske", "Bryn")
    play(driver, "Gwen: open\nok\nAske = 30\nBryn = 20\nok\nBryn > cast Flare (Fire Level 2) on Aske\nok")
    assert play(driver, "Gwen: for Bryn: 13\nok") == [
        "((Aske takes 13 points. Aske, you're up at 90: what are you doing, and to whom?))"
    ]
    assert stamina(driver, "Aske") == 17


def test_moves_after_the_last_one_are_for_the_next_round() -> None:
    driver = table_of("Aske", "Bryn", system="im")
    play(driver, "Gwen: open\nok\nAske: attack Bryn\nBryn: advance on Aske\nok\nAske = 1\nBryn = 2\nok")
    assert to(driver.im("Bryn", "retreat"), "Bryn") == ["Noted for the next round: retreat"]
    assert any("Bryn (secret), for the next round: retreat" in line for line in driver.private(G))


def test_an_answer_to_a_withdrawal_is_given_once() -> None:
    driver = table_of("Aske", "Bryn", system="im")
    play(driver, "Gwen: open\nok\nAske: attack Bryn")
    assert to(driver.im("Aske", "withdraw"), "Aske") == ["Aske takes the move back."]
    assert driver.private(G)[-1] == "Aske takes the declaration back."


def test_a_late_im_is_answered_in_one_line() -> None:
    driver = table_of("Aske", "Bryn", system="im")
    play(driver, "Gwen: open\nok\nAske: attack Bryn\nBryn: advance on Aske\nok\nAske = 50")
    [told] = to(driver.im("Bryn", "actually cast Mend on myself"), "Bryn")
    assert "too late" in told


@pytest.mark.parametrize("words", ["My blade goes for Aske's right arm", "my longsword bites at Aske's leg"])
def test_a_weapon_that_does_something_strikes_whom_the_sentence_names(words: str) -> None:
    driver = table_of("Aske", "Cade")
    play(driver, f"Gwen: open\nok\nAske = 1\nCade = 95\nok\nCade > I grin. {words}.")
    [declared] = driver.table.referee.encounters[-1].rounds[-1].declarations
    assert [move.target for move in declared.moves] == ["Aske"]
    assert not any("ID-2" in line for line in driver.private(G))


def test_a_campaigns_absent_characters_are_not_in_the_fight() -> None:
    driver = Driver(
        from_tables({"ruleset": "parthos", **campaign("Aske", "Bryn", "Cade", "Dara")}), pgm={G: "irc:gwen"}
    )
    driver.accounts = {G: "irc:gwen", "Aske": "irc:aske", "Bryn": "irc:bryn"}
    for name in driver.accounts:
        driver.join(name)
    driver.im(G, "open")
    assert to(driver.im(G, "undo"), G) == ["There is nothing to undo."]
    assert aloud(driver.im(G, "ok")) == [
        "((Fight on! Good luck, all. Round 1: Aske and Bryn. Declare and roll initiative, d100.))"
    ]


def test_an_impostor_once_refused_is_told_of_when_he_takes_the_masters_nick() -> None:
    driver = table_of("Aske", "Bryn")
    play(driver, "Gwen: open\nok")
    driver.accounts["Gvven"] = "irc:evil"
    driver.say("Gvven", "((Aske misses))")
    driver.say("Gwen", "((Aske misses))", account="irc:evil")
    driver.im(G, "who")
    codes = [line.partition(":")[0] for line in driver.private(G)]
    assert codes.count("ID-1") == 1 and codes.count("ID-5") == 1
    assert driver.table.referee.pgm_rulings == []
