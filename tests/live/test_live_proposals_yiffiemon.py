"""Evenings at a YiffieMon table: whole fights at which the GM types `ok` and no more, and all the ways in
which he steps in.

The campaign is that of samples/ford: Thistle (MR 8, reach 4) and Rusk (MR 6, reach 3) against Grumbel (MR 5,
reach 2). Chances on attack: Thistle and Rusk on Grumbel 62, Grumbel on Thistle 50, on Rusk 48. Levels by
margin: CS 60, SS 30, NS 10, BS 0, NF -40."""

from __future__ import annotations

import random
import re
from typing import Any

import pytest
from msgspec.structs import replace
from table_driver import SAMPLES, Driver, to

from calledshot.auditing import prepare
from calledshot.campaign import from_tables, load
from calledshot.dice.dialects import aol_result
from calledshot.dice.roll import Roll
from calledshot.live.messages import Incoming
from calledshot.transcript.event import Event

Q = "Quillfeather"
ROLL = re.compile(r"([\w ]+?) = (?:(\d*)d(\d+) )?(\d+)")
PRIVATE = re.compile(r"\b(?:HPV|base line|modifier|margin|pool)\b|\bYM-\d|\bby \d", re.IGNORECASE)
"""What no line for everybody holds."""


def table_of(*players: str, sample: str = "ford", gm: str = Q, **config: Any) -> Driver:
    driver = Driver(load(SAMPLES / sample / "campaign"), pgm={gm: f"irc:{gm.casefold()}"}, **config)
    for name in (gm, *players):
        driver.accounts[name] = f"irc:{name.casefold()}"
        driver.join(name)
    return driver


def throw(driver: Driver, who: str, count: int, sides: int, total: int) -> None:
    roll = Roll(roller=who, count=count, sides=sides, faces=(), modifier=0, total=total, expression="")
    event = replace(driver.event("roll", "OnlineHost"), trust="server", roll=roll)
    driver.give(Incoming(event=event))


def play(driver: Driver, script: str, gm: str = Q) -> list[str]:
    """What the room heard of it. `Rusk = 40` is a d100 of Rusk's, `Rusk = 2d10 12` what two d10 came to,
    `Rusk > words` said in the room, `Rusk: words` to the helper; `ok` is the GM's."""
    before = len(driver.public())
    for line in filter(None, map(str.strip, script.splitlines())):
        rolled = ROLL.fullmatch(line)
        if line == "ok":
            driver.im(gm, "ok")
        elif rolled is not None:
            who, count, sides, total = rolled.groups()
            throw(driver, who, int(count or 1), int(sides or 100), int(total))
        elif " > " in line:
            who, _, said = line.partition(" > ")
            driver.say(who, said)
        else:
            who, _, said = line.partition(": ")
            driver.im(who, said)
    return driver.public()[before:]


def state(driver: Driver, who: str) -> dict[str, Any]:
    return driver.table.desk.fight.state()[who]


def draft(driver: Driver) -> str:
    current = driver.table.drafts.current
    return "" if current is None else current.words


WHOLE = """
    Quillfeather: open
    ok
    Thistle > move 6 toward Grumbel
    ok
    Rusk > ::slips into the water:: move 6 toward Grumbel
    ok
    ok
    Thistle > charge Grumbel!!
    ok
    Rusk > melee assist
    ok
    Quillfeather = 90
    ok
    Thistle = 50
    ok
    Thistle = 77
    ok
    Thistle = 1d6 4
    ok
    Thistle > attack Grumbel with the spear
    ok
    Rusk > I'll take the opportunity on Grumbel
    Rusk = 43
    ok
    Rusk > attack Grumbel with the hooked sword
    ok
    Rusk = 30
    ok
    Rusk = 1d10 6
    ok
    Quillfeather = 60
    ok
    Thistle = 1
    ok
    Thistle = 2d10 12
    ok
    Quillfeather = 30
    ok
    Quillfeather = 40
    ok
    Quillfeather > Grumbel is unconscious, snout down in the reeds
    ok
"""


def test_a_whole_fight_by_ok_alone() -> None:
    """Grumbel, of whom nothing is said, goes for Rusk, who is 3 away while Thistle is 4: one Move brings him
    within 2. His 90 of 48 is a Critical Failure (-42). Charge: 50 - 7 = 43 of 62, by 19; the blow 77 - 26 =
    51, by 11: 4 + 1 + 1 + 3 - 1 = 8. Rusk's opportunity, 30 of 62: Severe, 6 + 2 + 1 + 2 - 1 = 10. Thistle, 1
    of 62: Deadly, 12 + 1 + 4 - 1 = 16: 30 - 8 - 10 - 16 = -4, so one level of Staggered 1. Con 50 - 1 = 49:
    30 is a Normal Success. Attack skill, 40 of 50 - (25 - 22) = 47: But Success."""
    driver = table_of("Thistle", "Rusk")
    assert play(driver, WHOLE) == [
        "((Combat! Thistle, Rusk, Grumbel. Thistle, your turn at 0: what do you do?))",
        "((Rusk, your turn at 0: what do you do?))",
        "((Grumbel moves 1 toward Rusk.))",
        "((Grumbel attacks Rusk. Thistle, your turn at 0.75: what do you do?))",
        "((Rusk, your turn at 1: what do you do?))",
        "((Grumbel, your turn at 1.2: attack on Rusk, d100.))",
        "((Grumbel misses Rusk critically! Rusk, an opportunity on Grumbel: will you take it? Grumbel "
        "attacks Rusk. Thistle, your turn at 1.75: charge on Grumbel, d100.))",
        "((Thistle's charge: Normal Success. Attack, d100.))",
        "((Thistle hits Grumbel. Damage, d6.))",
        "((Grumbel takes 8 points. Thistle, what do you do?))",
        "((Rusk, your turn at 2: melee assist, d100.))",
        "((Rusk takes the opportunity on Grumbel. Rusk's melee assist: Normal Success. What do you do?))",
        "((Now Rusk's opportunity on Grumbel. Attack, d100.))",
        "((Severe Hit by Rusk on Grumbel! Damage, d10.))",
        "((Grumbel takes 10 points. Grumbel, your turn at 2.2: attack on Rusk, d100.))",
        "((Grumbel misses Rusk. Grumbel attacks Rusk. Thistle, your turn at 2.75: attack on Grumbel, d100.))",
        "((Deadly Hit by Thistle on Grumbel! Damage, 2d10.))",
        "((Grumbel takes 16 points. Grumbel: Staggered 1, level 1. Con check, d100.))",
        "((Grumbel's Con check: Normal Success. Attack skill check, d100.))",
        "((Grumbel's attack skill check: But Success. Thistle, what do you do?))",
        "((The fight goes to Thistle and Rusk.))",
    ]
    assert [state(driver, who)["hpv"] for who in ("Thistle", "Rusk", "Grumbel")] == [20, 24, -4]
    assert driver.table.referee.encounters[-1].outcome == "won"
    assert driver.table.desk.fight.proposes() is None, "nothing is proposed once it is over"
    assert driver.again() == driver.settled


def log_of(driver: Driver) -> list[Event]:
    """What anybody in the room could save of it; the helper's lines are the GM's."""
    events: list[Event] = []
    for message, settled in zip(driver.sent, driver.settled, strict=True):
        event = message.event
        if event.kind in ("say", "roll"):
            roll = event.roll or (aol_result(event.text) if event.speaker == "OnlineHost" else None)
            events.append(event if roll is None else replace(event, kind="roll", roll=roll))
        events += [Event(kind="say", speaker=Q, text=line.text) for line in settled.lines if line.to is None]
    return [replace(event, seq=place) for place, event in enumerate(events)]


def test_the_log_of_the_room_gives_the_same_fight() -> None:
    driver = table_of("Thistle", "Rusk")
    play(driver, WHOLE)
    referee = driver.ready.referee(pgm=[Q])
    for event in log_of(driver):
        referee.see(event)
    assert referee.fight.state() == driver.table.desk.fight.state()
    assert [one for one in referee.findings if one.code != "PGM-3"] == []


@pytest.mark.parametrize("seed", range(8))
def test_whole_fights_with_whatever_dice(seed: int) -> None:
    """The GM agrees; who is waited for declares, chooses or rolls. Every fight comes to its end, and its log
    tells the same."""
    driver, dice = table_of("Thistle", "Rusk"), random.Random(seed)
    said = {
        "Thistle": ["move 6 toward Grumbel", "charge Grumbel"],
        "Rusk": ["move 6 toward Grumbel", "melee assist"],
    }
    play(driver, "Quillfeather: open")
    for _ in range(300):
        fight = driver.table.desk.fight
        if driver.table.drafts.current is not None:
            play(driver, "ok")
        elif driver.table.referee.encounters[-1].outcome is not None:
            break
        elif fight.waits:
            (who, what), *_ = fight.waits
            if what == "declaration":
                play(driver, f"{who} > {said[who].pop(0) if said[who] else 'attack Grumbel'}")
            elif what in ("choice", "opportunity"):
                play(driver, f"{who} > " + ("a" if what == "choice" else "pass"))
            else:
                need = fight.table.machine.need  # type: ignore[attr-defined]
                count, sides = (int(one or 1) for one in need.dice.split("d"))
                total = sum(dice.randint(1, sides) for _ in range(count))
                throw(driver, Q if who == "Grumbel" else who, count, sides, total)
        else:
            assert fight.undecided, "somebody is waited for, or something is to be said, or asked"
            hurt = (state(driver, "Grumbel")["hpv"] or 0) < 0
            play(driver, "Quillfeather: rule Grumbel is unconscious" if hurt else "Quillfeather: next")
    assert driver.table.referee.encounters[-1].outcome == "won"
    assert not [line for line in driver.public() if PRIVATE.search(line)]
    assert all(line.startswith("((") and line.endswith("))") for line in driver.public())
    referee = driver.ready.referee(pgm=[Q])
    for event in log_of(driver):
        referee.see(event)
    assert referee.fight.state()["Rusk"] == state(driver, "Rusk")
    assert referee.fight.state()["Grumbel"]["hpv"] == state(driver, "Grumbel")["hpv"]


def test_nothing_to_open_without_two_sides() -> None:
    alone = prepare(from_tables({"ruleset": "yiffiemon", "characters": {"Ann": {"is_pc": True}}}))
    assert alone.referee(pgm=[Q]).fight.proposes() is None


# -- the GM says it himself ---------------------------------------------------------------------------------

OPENED = """
    Quillfeather: open
    ok
    Thistle > move 6 toward Grumbel
    ok
    Rusk > move 6 toward Grumbel
"""
"""Thistle at 0.75, Rusk at 1, and Grumbel, at 0, is up."""


def test_what_the_gm_says_in_the_room_is_not_said_again() -> None:
    driver = table_of("Thistle", "Rusk")
    assert play(driver, "Quillfeather: open\nQuillfeather > Fight starts! Thistle, what do you do?") == []
    assert draft(driver) == "", "he has called and asked"
    assert driver.table.desk.fight.waits == (("Thistle", "declaration"),)
    play(driver, "Thistle > move 6 toward Grumbel")
    assert draft(driver) == "((Rusk, your turn at 0: what do you do?))"
    play(driver, "Quillfeather > Rusk, your turn")
    assert draft(driver) == ""
    play(driver, "Rusk > move 6 toward Grumbel")
    assert draft(driver) == "((Grumbel moves 1 toward Rusk.))"
    play(driver, "Quillfeather > Grumbel attacks Thistle with his tusks")
    assert draft(driver) == "((Thistle, your turn at 0.75: what do you do?))"
    play(driver, "ok\nThistle > wait 1\nok\nRusk > wait 1\nQuillfeather > Grumbel, your tusks: d100")
    assert draft(driver) == "", "he has asked for the dice himself"
    play(driver, "Quillfeather = 30")
    assert draft(driver) == "((Grumbel hits Thistle. Damage, d6.))"  # 30 of 50, by 20
    play(driver, "Quillfeather > Miss! He slips.")
    assert state(driver, "Thistle")["hpv"] == 20
    assert draft(driver) == "((Grumbel moves 2 toward Thistle. Terrain check, d100.))", "she was 4 away"


def test_dice_thrown_unasked_are_not_asked_for_once_more() -> None:
    """Thistle rolls for her charge before the GM has agreed to ask, and for the blow that comes of it."""
    driver = table_of("Thistle", "Rusk")
    play(driver, OPENED + "Quillfeather > Grumbel waits 3\nok\nThistle > charge Grumbel\nok\nRusk > wait 3")
    assert draft(driver) == "((Thistle, your turn at 1.75: charge on Grumbel, d100.))"
    play(driver, "Thistle = 50")
    assert draft(driver) == "((Thistle's charge: Normal Success. Attack, d100.))"


def test_a_creature_whose_move_the_gm_has_entered_stays_his() -> None:
    driver = table_of("Thistle", "Rusk")
    play(
        driver, OPENED + "Quillfeather: for Grumbel: attack Rusk\nok\nThistle > wait 1\nok\nRusk > wait 1\nok"
    )
    assert driver.table.desk.fight.waits == (("Grumbel", "attack"),)
    play(driver, "Quillfeather = 99")
    assert draft(driver).startswith("((Grumbel misses Rusk critically!"), "his roll counts for it"
    assert "Grumbel moves 1 toward Rusk." in draft(driver)


def test_a_question_of_the_rules_waits_for_the_gm() -> None:
    """Without base lines the level of a roll is his to say; `next` leaves it out."""
    driver = table_of("Wren", "Pip", sample="orchard", gm="Maudlin")
    play(driver, "Maudlin: open\nok\nWren > attack Brock with my bow\nok\nPip > wait 1\nok\nok", "Maudlin")
    assert driver.table.desk.fight.waits == (("Wren", "attack"),)
    play(driver, "Wren = 44")
    (question,) = driver.table.desk.fight.undecided
    assert "Wren rolls 44" in question
    assert draft(driver) == ""
    assert f"? {question}" in driver.private("Maudlin")
    play(driver, "Maudlin: rule Wren's attack: Hit by 3")
    assert draft(driver) == "((Wren's attack: Hit by 3. Wren: damage on Brock, d6.))"


def test_next_goes_on_without_what_is_open() -> None:
    driver = table_of("Thistle", "Rusk")
    play(driver, OPENED + "ok\nok")
    assert driver.table.desk.fight.waits == (("Thistle", "declaration"),)
    play(driver, "Quillfeather: next")
    assert state(driver, "Thistle")["clock"] == 1.75, "her turn passes as a Wait of 1 Init"
    assert draft(driver) == "((Thistle waits. Rusk, your turn at 1: what do you do?))"
    play(driver, "ok\nRusk > attack Grumbel\nok")
    assert driver.table.desk.fight.waits == (("Grumbel", "attack"),)
    assert driver.table.desk.fight.proposes(anyway=True) is None, "dice are not gone past without a word"


# -- undo, skip, hold, withdraw, set -------------------------------------------------------------------------


def test_undo_takes_a_line_back() -> None:
    driver = table_of("Thistle", "Rusk")
    play(driver, OPENED + "ok\nok\nThistle > wait 1\nok\nRusk > attack Grumbel\nok\nQuillfeather = 30\nok")
    assert driver.public()[-1] == "((Grumbel hits Rusk. Damage, d6.))"
    play(driver, "Quillfeather: undo")  # the roll
    assert draft(driver) == (
        "((Correction: “Grumbel hits Rusk. Damage, d6.” is taken back. Grumbel, your turn at 1.2: attack on "
        "Rusk, d100.))"
    )
    play(driver, "Quillfeather = 95")  # 48 - 95 = -47
    assert "Grumbel misses Rusk critically!" in draft(driver)
    assert driver.again() == driver.settled


def test_a_roll_made_again() -> None:
    driver = table_of("Thistle", "Rusk")
    play(driver, OPENED + "ok\nok\nThistle > wait 1\nok\nRusk > attack Grumbel\nok\nQuillfeather = 30\nok")
    play(driver, "Quillfeather: reroll Grumbel because the dog ran over the table")
    assert driver.table.desk.fight.waits == (("Grumbel", "attack"),), "and not the damage of the first"
    play(driver, "ok\nQuillfeather = 60")
    assert "Grumbel misses Rusk" in draft(driver)
    assert state(driver, "Rusk")["hpv"] == 24


def test_skipping_loses_what_is_owed_and_no_more() -> None:
    driver = table_of("Thistle", "Rusk")
    play(driver, OPENED + "ok\nok\nThistle > attack Grumbel\nok")
    play(driver, "Quillfeather: skip Rusk")  # his turn at 1
    assert state(driver, "Rusk")["clock"] == 2
    play(driver, "ok\nQuillfeather: skip Grumbel")  # the roll of the attack at 1.2; he may go on
    assert "Grumbel attacks Rusk. Thistle, your turn at 1.75: attack on Grumbel, d100." in draft(driver)
    play(driver, "ok\nQuillfeather: skip Rusk")
    assert any("nothing of Rusk" in one.casefold() or "Nothing of Rusk" in one for one in driver.private(Q))
    play(driver, "Quillfeather: skip Thistle")  # her roll
    assert draft(driver) == "((Thistle, what do you do?))"


def test_an_opportunity_nobody_answers_for() -> None:
    driver = table_of("Thistle", "Rusk")
    play(driver, OPENED + "ok\nok\nThistle > wait 3\nok\nRusk > wait 3\nok\nQuillfeather = 99\nok")
    assert driver.table.desk.fight.waits == (("Rusk", "opportunity"),), "Grumbel's next turn waits for it"
    play(driver, "Quillfeather: skip Rusk")
    assert driver.table.desk.fight.waits == (("Grumbel", "attack"),)


def test_a_creature_takes_its_opportunities() -> None:
    """Rusk's 99 of 62 is a Normal Failure (-37), 100 by -38 too: with 5 off for his own... a Critical Failure
    needs 103, which Grumbel's threat does not give: so the GM says it is one."""
    driver = table_of("Thistle", "Rusk")
    play(
        driver, OPENED + "Quillfeather > Grumbel waits 3\nok\nThistle > wait 3\nok\nRusk > attack Grumbel\nok"
    )
    play(driver, "Rusk = 99\nQuillfeather > Critical Failure!")
    assert draft(driver) == "((Grumbel takes the opportunity on Rusk. Rusk, what do you do?))"
    play(driver, "ok\nRusk > wait 1")
    assert draft(driver) == "((Now Grumbel's opportunity on Rusk. Attack, d100.))"


def test_a_held_turn_is_open_until_its_owner_is_back() -> None:
    driver = table_of("Thistle", "Rusk")
    play(driver, OPENED + "ok\nok\nThistle > attack Grumbel\nok\nQuillfeather: hold Rusk")
    assert draft(driver) == "((Grumbel, your turn at 1.2: attack on Rusk, d100.))"
    play(driver, "ok\nQuillfeather = 60\nok")
    assert driver.table.desk.fight.waits == (("Thistle", "attack"),)
    play(driver, "Thistle = 99\nok\nThistle > attack Grumbel\nQuillfeather: return Rusk\nok")
    assert driver.public()[-1].endswith("Grumbel, your turn at 2.2: attack on Rusk, d100.))")
    play(driver, "Quillfeather = 60\nok")
    assert "Rusk, your turn at 1: what do you do?" in driver.public()[-1], "his clock stood still meanwhile"


def test_an_attack_that_was_to_be_rolled_waits_with_its_owner() -> None:
    driver = table_of("Thistle", "Rusk")
    play(
        driver,
        OPENED + "ok\nok\nThistle > attack Grumbel\nok\nRusk > attack Grumbel\nok\nQuillfeather = 60\nok",
    )
    assert driver.table.desk.fight.waits == (("Thistle", "attack"),)
    play(driver, "Quillfeather: hold Thistle\nok")
    assert driver.table.desk.fight.waits == (("Rusk", "attack"),)
    play(driver, "Quillfeather: return Thistle\nRusk = 99\nok\nRusk > wait 1\nok")
    assert driver.table.desk.fight.waits == (("Thistle", "attack"),), "it is rolled now"


def test_taking_a_declaration_back() -> None:
    """Free while it waits for its turn; an action once begun has taken its time (YM-104, YM-108)."""
    driver = table_of("Thistle", "Rusk")
    play(driver, OPENED + "Rusk: attack Grumbel")
    assert to(driver.im("Rusk", "withdraw"), "Rusk") == ["Rusk takes the move back."]
    play(driver, "ok\nok\nThistle > attack Grumbel\nok")
    assert driver.table.desk.fight.waits == (("Rusk", "declaration"),)
    (line,) = to(driver.im("Thistle", "withdraw"), "Thistle")
    assert "has begun" in line
    play(driver, "Rusk: attack Grumbel\nok\nQuillfeather = 60\nok\nRusk: wait 1\nRusk: charge Grumbel")
    held = [reading.moves[0].action for who, reading, _ in driver.table.desk.fight.held if who == "Rusk"]  # type: ignore[attr-defined]
    assert held == ["charge"], "of two that wait, the later stands"


def test_figures_put_right() -> None:
    driver = table_of("Wren", "Pip", sample="orchard", gm="Maudlin")
    play(driver, "Maudlin: open\nok", "Maudlin")
    play(
        driver,
        """
        Maudlin: set Brock hpv 12
        Maudlin: set Wren arrows 5
        Maudlin: spend Wren ammo 1
        Maudlin: add Pip clock 3
        Maudlin: set Pip Off Guard 1 2
        Maudlin: set Brock OCV 30
        Maudlin: spend Pip hpv 5
        Maudlin: set Brock charm 3
        """,
        "Maudlin",
    )
    assert state(driver, "Brock")["hpv"] == 12
    assert state(driver, "Wren")["ammo"] == 4
    assert (state(driver, "Pip")["clock"], state(driver, "Pip")["hpv"]) == (3, 13)
    assert state(driver, "Pip")["OffGuard1"] == 2
    assert driver.table.desk.fight.table.fighters["Brock"].sheet.OCV == 30  # type: ignore[attr-defined]
    assert driver.private("Maudlin")[-1] == "Brock has no charm that can be set."
    assert not [one for one in driver.table.referee.findings if one.code == "PGM-1"]
    play(driver, "Maudlin: set Brock unconscious 1", "Maudlin")
    assert draft(driver) == "((The fight goes to Wren and Pip.))"


def test_newcomers_come_in_at_the_time_it_has_come_to() -> None:
    driver = table_of("Thistle", "Rusk")
    play(driver, OPENED + "ok\nok\nThistle > wait 1\nok")  # Rusk is up, at 1
    play(driver, "Quillfeather: add 2 grumbels")
    assert [state(driver, name)["clock"] for name in ("Grumbel 1", "Grumbel 2")] == [1, 1]
    assert state(driver, "Grumbel 1")["hpv"] == 30
    order = to(driver.im(Q, "order"), Q)
    assert order == ["Order: Rusk 1, Grumbel 1 1, Grumbel 2 1, Grumbel 1.2, Thistle 1.75."]
    play(driver, "Rusk > wait 1")
    assert draft(driver).startswith("((Grumbel 1 "), "it is the GM's as the one whose sheet it has"


# -- who drops out, and what is said in private -------------------------------------------------------------


def test_a_fighter_who_drops_out() -> None:
    driver = table_of("Thistle", "Rusk")
    play(driver, OPENED + "ok\nok\nThistle > wait 1\nok\nRusk > attack Grumbel\nok\nQuillfeather = 60\nok")
    (line,) = to(driver.leave("Thistle"), Q)
    assert line.startswith("Thistle has left; what he declared stands.")
    play(driver, "Quillfeather: hold Thistle\nok")
    assert driver.table.desk.fight.waits == (("Rusk", "attack"),)
    driver.join("Thistle")
    play(driver, "Rusk = 99\nok\nRusk > wait 1\nok")
    assert driver.public()[-1] == "((Thistle, your turn at 1.75: what do you do?))"


def test_reminders_name_the_dice() -> None:
    driver = table_of("Thistle", "Rusk")
    play(driver, OPENED + "ok\nok\nThistle > attack Grumbel\nok\nRusk > wait 1\nok\nQuillfeather = 60\nok")
    assert driver.table.desk.fight.waits == (("Thistle", "attack"),)
    assert to(driver.tick(130), "Thistle") == ["Your attack roll, d100, please: the fight waits for you."]


def test_a_move_sent_in_private_is_heard_when_it_is_made() -> None:
    driver = table_of("Thistle", "Rusk")
    play(driver, OPENED + "ok\nok\nThistle: attack Grumbel\nok\nRusk: cross their guard: Grumbel")
    assert not [line for line in driver.public() if "guard" in line or "Thistle attacks" in line]
    assert to(driver.im("Rusk", "whats my clock"), "Rusk")[0].startswith("clock 2")
    assert draft(driver) == "((Grumbel, your turn at 1.2: attack on Rusk, d100.))", "the room goes on"
    play(driver, "ok\nQuillfeather = 60\nok\nThistle = 99\nok\nThistle: wait 1\nok")
    assert driver.public()[-1] == "((Rusk, your turn at 2: cross guard on Grumbel, d100.))"


def test_auto_goes_by_itself_as_far_as_nobody_is_waited_for() -> None:
    driver = table_of("Thistle", "Rusk", mode="auto")
    assert play(
        driver,
        """
        Quillfeather: open
        Quillfeather: begin
        Thistle > move 6 toward Grumbel
        Rusk > move 6 toward Grumbel
        Thistle > attack Grumbel
        """,
    ) == [
        "((Combat! Thistle, Rusk, Grumbel. Thistle, your turn at 0: what do you do?))",
        "((Rusk, your turn at 0: what do you do?))",
        "((Grumbel moves 1 toward Rusk. Grumbel attacks Rusk. Thistle, your turn at 0.75: what do you do?))",
        "((Rusk, your turn at 1: what do you do?))",
    ]
