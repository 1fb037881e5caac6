"""What is found of somebody's secret move is told to nobody but him, whoever's message shows it."""

from __future__ import annotations

from pathlib import Path

from table_driver import Driver

PGM, HESK, IMRI, OSWIN = "Brannoch", "Hesk", "Imri", "Oswin"
CAMPAIGN = """
name = "The toll house"
ruleset = "parthos"
pgm = ["Brannoch"]
system = "im"
[dice]
bots = ["Bones"]
"""
RULEBOOK = """
[[weapons]]
name = "longsword"
bc = 10
kind = "melee"
[[weapons]]
name = "dagger"
bc = 6
kind = "both"
"""
FIGHTER = """
[{name}]
side = "{side}"
speed = 60
ca = 50
stamina_max = 30
bc_max = 10
weapons = [{{ name = "{weapon}", in_hand = true, count = 3 }}]
"""


def test_the_last_im_does_not_tell_its_sender_what_is_wrong_with_the_others(tmp_path: Path) -> None:
    people = ((HESK, "raiders", "longsword"), (IMRI, "wardens", "dagger"), (OSWIN, "wardens", "dagger"))
    (tmp_path / "campaign.toml").write_text(CAMPAIGN)
    (tmp_path / "rulebook.toml").write_text(RULEBOOK)
    (tmp_path / "characters.toml").write_text(
        "".join(FIGHTER.format(name=name, side=side, weapon=weapon) for name, side, weapon in people)
    )
    driver = Driver(tmp_path, pgm={PGM: "irc:brannoch"})
    driver.accounts = {PGM: "irc:brannoch", HESK: "irc:h", IMRI: "irc:i", OSWIN: "irc:o"}
    driver.say(PGM, "you are across the room from each other, missile range.")
    driver.im(PGM, "init")
    for who, face in ((OSWIN, 56), (HESK, 62), (IMRI, 20), (IMRI, 80)):
        driver.say("Bones", f"{who} rolled 1 100-sided die: {face}")
    first = driver.im(HESK, "Attack Oswin with longsword, *attack Oswin with longsword")
    assert any("PAR-MOV-4" in line.text for line in first if line.to == HESK)
    last = driver.im(IMRI, "Throw dagger at Hesk, *throw dagger at Hesk")
    told = [line.text for line in last if line.to == IMRI]
    assert told
    assert not [text for text in told if "longsword" in text or "PAR-MOV-4" in text]
    assert [line.text for line in last if line.to == HESK and "longsword needs hand to hand" in line.text]
