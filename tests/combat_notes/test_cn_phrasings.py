"""One small fight in many wordings: however the DM says it, the same blows are read, nobody is blamed and
every die is accounted for.

By hand: Kay (THAC0 18) needs 12 on the Orc's AC 6; 14 hits, d6+1 with a 4 is 5: 8 - 5 = 3. The Orc (THAC0
19) needs 14 on her AC 5; 16 hits for 6: 20 - 6 = 14. In round 2 a 5 and a 3 miss. A 19 is a critical hit, its
margin 7: (4+1) x 2 = 10.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import calledshot

SHEETS = """
[Kay]
side = "party"
class_group = "warrior"
level = 3
size = "M"
mv = 12
thac0 = 18
ac = 5
hp = 20
saves = { paralyzation = 12, death = 12 }
weapons = [{ name = "mace", state = "in_hand" }]
[Orc]
side = "opponents"
class_group = "monster"
hd = 1
size = "M"
mv = 9
thac0 = 19
ac = 6
hp = 8
target_type = "humanoid"
saves = { paralyzation = 14, death = 14 }
weapons = ["axe"]
"""
BOOK = """
weapons = [
  { name = "mace", size = "M", type = "B", phase = "A", damage = "d6+1", kd_die = "d8" },
  { name = "axe", size = "M", type = "S", phase = "A", damage = "d6", kd_die = "d6" },
]
"""
SAID = {
    "init": "you win",
    "call": "Kay?",
    "hit": "hit",
    "hp": "5, orc at 3",
    "orc": "the orc attacks Kay",
    "hurt": "hit, 6, kay at 14",
    "end": "end of round 1",
    "next": "Round 2",
    "miss": "miss",
}
FIGHT = """Dm: Round 1, there is an orc. declare
Kay: attack orc with mace
! Kay rolled 1d10: 4
! Dm rolled 1d10: 6
Dm: {init}
Dm: {call}
! Kay rolled 1d20: 14
Dm: {hit}
! Kay rolled 1d6: 4
Dm: {hp}
Dm: {orc}
! Dm rolled 1d20: 16
! Dm rolled 1d6: 6
Dm: {hurt}
Dm: {end}
Dm: {next}
Kay: attack orc with mace
! Kay rolled 1d10: 4
! Dm rolled 1d10: 6
Dm: Kay
! Kay rolled 1d20: 5
Dm: {miss}
Dm: the orc attacks Kay
! Dm rolled 1d20: 3
Dm: miss
Dm: end of round 2
"""
WORDINGS = {
    "init": "party first|you guys go|4 beats 6|you have it|party wins|lucky you|you got init|your initiative"
    "|the orc loses init|alright, Kay goes first|order is Kay then orc|average: Kay"
    "|very fast... fast... average. Kay",
    "call": "Kay|Kay, to hit|your attack Kay|average. Kay attacks|roll to hit, Kay|you're up|d20 Kay|A: Kay",
    "hit": "that hits|yep|you got him|smack!|14 hits|damage please|AC 6, so hit|hit, roll damage",
    "hp": "5 damage, it has 3 left|5. it's at 3|5 off, 3 to go|8-5=3|you do 5|orc hp 3|leaves it at 3"
    "|5 (3 left)",
    "orc": "orc on Kay|orc -> Kay|now the orc|orc returns the favor|my turn, orc swings|he hits back"
    "|and the orc"
    "|orc axe Kay|*the orc lunges at Kay*|the orc's axe comes down on Kay|it swings back at Kay",
    "hurt": "hit, Kay takes 6, 14 left|connects, 6 damage Kay, you're at 14|hit. 6 to Kay"
    "|that hits, 14 left Kay",
    "end": "round over|that's the round|end rd|ok that's round 1|done. next",
    "next": "rd 2|Round two!|*** Round 2 ***|round 2 actions?|next round. declare|R2",
    "miss": "nope|wide|no|whoosh|5 doesn't do it|not even close|swing and a miss",
}


@pytest.fixture(scope="module")
def campaign(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("campaign")
    (folder / "campaign.toml").write_text('ruleset = "combat_notes"\npgm = ["Dm"]\n', "utf-8")
    (folder / "characters.toml").write_text(SHEETS, "utf-8")
    (folder / "rulebook.toml").write_text(BOOK, "utf-8")
    return folder


def played(folder: Path, tmp_path: Path, log: str) -> Any:
    path = tmp_path / "log.script"
    path.write_text(log, "utf-8")
    return calledshot.audit([path], campaign=folder)


def figures(audit: Any) -> dict[str, int]:
    return {name: one["hp"] for name, one in audit.encounters[-1].rounds[-1].state.items()}


@pytest.mark.parametrize(
    ("slot", "words"), [(slot, words) for slot, all_ in WORDINGS.items() for words in all_.split("|")]
)
def test_the_same_fight_in_other_words(campaign: Path, tmp_path: Path, slot: str, words: str) -> None:
    audit = played(campaign, tmp_path, FIGHT.format(**{**SAID, slot: words}))
    assert [one.message for one in audit.findings] == []
    assert figures(audit) == {"Kay": 14, "Orc": 3}
    assert [len(fight.rounds) for fight in audit.encounters] == [2]
    blows = [(one.combatant, one.outcome) for one in audit.rulings if one.kind == "attack"]
    assert blows == [("Kay", "hit"), ("Orc", "hit"), ("Kay", "miss"), ("Orc", "miss")]
    assert all(roll.counted for roll in audit.rolls)


CRITICAL = """Dm: Round 1, there is an orc. declare
Kay: attack orc with mace
! Kay rolled 1d10: 4
! Dm rolled 1d10: 6
Dm: Average: Kay
! Kay rolled 1d20: 19
Dm: {crit}
! Kay rolled 1d6: 4
Dm: {points}
Dm: end of round 1
"""


@pytest.mark.parametrize("crit", ["crit!", "that's a crit", "natural 19, crit", "critical, double damage"])
@pytest.mark.parametrize(
    "points", ["10, orc at -2", "5 doubled is 10, orc at -2", "(4+1)*2=10. orc at -2", "10 damage"]
)
def test_a_critical_hit_in_other_words(campaign: Path, tmp_path: Path, crit: str, points: str) -> None:
    audit = played(campaign, tmp_path, CRITICAL.format(crit=crit, points=points))
    assert [one.message for one in audit.findings] == []
    assert figures(audit)["Orc"] == -2


def test_a_word_that_is_taken_back_at_once_is_no_difference(campaign: Path, tmp_path: Path) -> None:
    audit = played(campaign, tmp_path, FIGHT.format(**{**SAID, "miss": "hits, no wait, miss"}))
    assert [one.code for one in audit.findings] == []
    kept = played(campaign, tmp_path, FIGHT.format(**{**SAID, "miss": "that hits"}))
    assert [one.code for one in kept.findings] == ["PGM-1"]


def test_parts_of_a_sum_are_not_the_points(campaign: Path, tmp_path: Path) -> None:
    audit = played(
        campaign, tmp_path, FIGHT.format(**{**SAID, "hp": "Four and one for the mace, five, orc at 3"})
    )
    assert [one.message for one in audit.findings] == []
