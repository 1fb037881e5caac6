"""Beyond20's rolls in Discord: several in a message, advantage, totals in emoji, what is no roll."""

from __future__ import annotations

import pytest
from msgspec import UNSET

from calledshot.dice.dialects import BotReader, faults

ATTACK = """Wick
Rapier (+5)
~~6~~
||:game_die: 1d20 + 5 :arrow_right: (1) + 5||
:one::nine:
||:game_die: 1d20 + 5 :arrow_right: (14) + 5||
**Piercing Damage :** :eight:
||:game_die: 1d8 + 3 :arrow_right: (5) + 3||
**Total Damage :** :eight:
||:game_die: 1d8 + 3 :arrow_right: (5) + 3||
Rolled using Beyond 20"""


def test_an_attack_with_advantage() -> None:
    hit, damage = BotReader().rolls(ATTACK)
    assert (hit.roller, hit.expression, hit.faces, hit.modifier, hit.total) == (
        "Wick",
        "1d20+5",
        (14,),
        5,
        19,
    )
    assert hit.comment == "Rapier (+5)" and hit.dropped == (1,)
    assert (damage.roller, damage.expression, damage.faces, damage.total) == ("Wick", "1d8+3", (5,), 8)
    assert damage.comment == "Rapier (+5): Piercing Damage" and damage.dropped is UNSET
    assert not faults(hit) and not faults(damage)


@pytest.mark.parametrize(
    ("dice", "expression", "faces", "dropped", "total"),
    [
        (
            ":two::one:\n||:game_die: 2d20kh1 + 7 :arrow_right: (14 + ~~ + 3~~) + 7||",
            "2d20kh1+7",
            (14,),
            (3,),
            21,
        ),
        (":keycap_ten:\n||:game_die: 2d6 :arrow_right: (4 + 6)||", "2d6", (4, 6), UNSET, 10),
        ("1\ufe0f\u20e32\ufe0f\u20e3\n\U0001f3b2 1d20 - 2 \u27a1\ufe0f (14) - 2", "1d20-2", (14,), UNSET, 12),
        (":no_entry::one:\n||:game_die: 1d20 - 5 :arrow_right: (4) - 5||", "1d20-5", (4,), UNSET, -1),
        (":nine:\n||:game_die: 1d6 + 1d4 + 1 :arrow_right: (5) + (3) + 1||", "1d6+1d4+1", (5,), UNSET, 9),
    ],
)
def test_other_rolls(dice: str, expression: str, faces: tuple[int, ...], dropped: object, total: int) -> None:
    (roll,) = BotReader().rolls(f"Wick\nStealth\n{dice}\nRolled using Beyond 20")
    assert (roll.roller, roll.comment) == ("Wick", "Stealth")
    assert (roll.expression, roll.faces, roll.dropped, roll.total) == (expression, faces, dropped, total)
    assert not faults(roll)


def test_a_total_that_its_dice_do_not_give_is_kept_as_printed() -> None:
    (roll,) = BotReader().rolls("Wick\nStealth\n:two::five:\n||:game_die: 1d20 + 5 :arrow_right: (14) + 5||")
    assert roll.total == 25 and faults(roll)


@pytest.mark.parametrize(
    "text",
    [
        "Wick\nStealth\n||:game_die:||",
        "Wick\nStealth\n:nine:\n||:game_die: help :arrow_right: nine||",
        "Wick\nStealth\n:nine:\n||:game_die: 1d20 :arrow_right: ||",
        "Wick\nStealth\n~~9~~\n||:game_die: 1d20 :arrow_right: (9)||",
    ],
)
def test_what_shows_no_dice_is_no_roll(text: str) -> None:
    assert not any(one.roller for one in BotReader().rolls(text))
