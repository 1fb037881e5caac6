"""Dice bots read from their source: pools, several rolls in one message, services, China and Japan."""

from __future__ import annotations

import pytest
from msgspec import UNSET

from calledshot.dice.dialects import BotReader, faults, looks_like_result
from calledshot.dice.ecosystems import reported

W = "Wick"
POOL = "@wick:\nPool: 4 dice (ten-again, exceptional on 5 successes)\nResult: 2 successes (10, 9, 3, 1, 2)"
READ = [
    # line, roller, expression, count, sides, faces, modifier, total, comment
    # Chamelaeon
    ("rolls 2d6+1 for Wick and gets a natural 7 for a result of 8 [to hit].", W, "2d6+1",
     2, 6, (), 1, 8, "to hit"),
    ('rolls 1d20+5 for Wick and gets a natural 20 and a modified 25, a CRITICAL SUCCESS! "Ow"', W, "1d20+5",
     1, 20, (20,), 5, 25, None),
    ("rolls 3d6! for Wick and gets a natural 25 for a result of 25.", W, "3d6!", 3, 6, (), 0, 25, None),
    ("rolls 2d8v+5 for Wick and gets a natural 19 for a result of 24.", W, "2d8!+5", 2, 8, (), 5, 24, None),
    ("rolls dA+2 for Wick and gets a natural 7 for a result of 9, a hit!", W, "2d6+2", 2, 6, (), 2, 9, None),
    ("rolls 4k2+3 for Wick and gets [14, 9] for a total of 26.", W, "4k2+3", 2, 10, (14, 9), 3, 26, None),
    ("rolls 4k2 for Wick and gets [9, 3, 8, 1] for a total of 17 [parry].", W, "4k2",
     2, 10, (9, 8), 0, 17, "parry"),
    ("rolls 5t2 for Wick and gets [8, 3, 10, 1, 6] for a total of 1 successes over minimum, "
     "with 1 ones rolled.",
     W, "5t2", 5, 10, (8, 3, 10, 1, 6), 0, 28, "1 successes over minimum, with 1 ones rolled"),
    ("rolls 3t3 dc7 for Wick and gets [2, 5, 1], which is a failure. Too bad.", W, "3t3dc7", 3, 10, (2, 5, 1),
     0, 8, "a failure. Too bad"),
    ("rolls 4s1 for Wick and gets [5, 6, 1, 2] for a total of 1 successes over minimum.", W, "4s1", 4, 6,
     (5, 6, 1, 2), 0, 14, "1 successes over minimum"),
    ("rolls 4s1 for Wick and gets [1, 1, 1, 2], which is a failure and a critical glitch!", W, "4s1", 4, 6,
     (1, 1, 1, 2), 0, 5, "a failure and a critical glitch!"),
    ("rolls 4dF+1 for Wick and gets [+, o, -, +] (1) for a result of 2 (Good).", W, "4df+1", 4, 3,
     (1, 0, -1, 1), 1, 2, "Good"),
    # Sopel's older answers
    ("Wick: You roll 2d6+8: (5+2)+8 = 15", W, "2d6+8", 2, 6, (5, 2), 8, 15, None),
    ("Wick: [dice] 2d6+8: (5+2)+8 = 15", W, "2d6+8", 2, 6, (5, 2), 8, 15, None),
    ("[dice] Wick: 2d6+8: (5+2)+8 = 15", W, "2d6+8", 2, 6, (5, 2), 8, 15, None),
    # Anope's and other services
    ("<Roll for Wick [3d6+5]: 14> to hit", W, "3d6+5", 3, 6, (), 5, 14, "to hit"),
    ("<Exroll for Wick [4d6]: {4d6=(6 3 1 4)} 14>", W, "4d6", 4, 6, (6, 3, 1, 4), 0, 14, None),
    ("<Roll for Wick [%]: 57>", W, "1d100", 1, 100, (57,), 0, 57, None),
    ("<Roll [1d20]: 17>", "", "1d20", 1, 20, (17,), 0, 17, None),
    ("Wick Rolled 3d6 for 12: the gate", W, "3d6", 3, 6, (), 0, 12, "the gate"),
    # Limnoria's plugin, Hubot, Lambdabot, scripts
    ("Wick: [2d6+3] 10", W, "2d6+3", 2, 6, (), 3, 10, None),
    ("Wick: [1d20] 7", W, "1d20", 1, 20, (7,), 0, 7, None),
    ("Wick: [4k2+1] (22) 12, 9 | 4, 2", W, "4k2!+1", 2, 10, (12, 9), 1, 22, None),
    ("Wick: I rolled 3, 5, and 1, making 9.", W, "", 3, 0, (3, 5, 1), 0, 9, None),
    ("I rolled a 4.", "", "", 1, 0, (4,), 0, 4, None),
    ("Wick: 2d6+3 => 10", W, "2d6+3", 2, 6, (), 3, 10, None),
    ("4d6: 4+2+5+3 = 14", "", "4d6", 4, 6, (4, 2, 5, 3), 0, 14, None),
    ("perception 1d20+3: 14+3 = 17", "", "1d20+3", 1, 20, (14,), 3, 17, "perception"),
    ("Wick rolled 2d6+1: 3 5 = 9", W, "2d6+1", 2, 6, (3, 5), 1, 9, None),
    ("Wick rolls 2d6: [3, 5] (total 8)", W, "2d6", 2, 6, (3, 5), 0, 8, None),
    ("Wick rolled 3d6+2 and got 4, 5, 1 (Total: 12)", W, "3d6+2", 3, 6, (4, 5, 1), 2, 12, None),
    ("Wick rolls 4d10 diff 6: [8, 4, 1, 6] - 2 successes", W, "4d10", 4, 10, (8, 4, 1, 6), 0, 19,
     "diff 6 2 successes"),
    ("Wick rolled 3d6 (4 5 6) = 15", W, "3d6", 3, 6, (4, 5, 6), 0, 15, None),
    ("Wick rolled 1d20+5 and got 17", W, "1d20+5", 1, 20, (), 5, 17, None),
    ("--> Wick rolls d% and gets 57.", W, "1d100", 1, 100, (57,), 0, 57, None),
    # Matrix
    (POOL, "@wick", "4d10!", 5, 10, (10, 9, 3, 1, 2), 0, 25,
     "2 successes (ten-again, exceptional on 5 successes)"),
    ("@wick:\nPool: 1 die (chance die, exceptional on 5 successes)\n**Result**: dramatic failure! (1)",
     "@wick",
     "1d10", 1, 10, (1,), 0, 1, "dramatic failure! (chance die, exceptional on 5 successes)"),
    ("@wick:\nRoll: target: 50, with no modifiers\nResult: 23 against 50: hard success!", "@wick", "1d100",
     1, 100, (23,), 0, 23, "hard success! (target 50)"),
    ("@wick:\n**Dice:** 3d4\n\n**Result**: 8 (1 + 3 + 4)", "@wick", "3d4", 3, 4, (1, 3, 4), 0, 8, None),
    # Avrae
    ("@Wick  :game_die:\n**Stealth**: 1d20 (10) + 5\n**Total**: 15", W, "1d20+5",
     1, 20, (10,), 5, 15, "Stealth"),
    ("@Wick  :game_die:\n**Result:** 1d20 (**20**) + 5\n**Total:** 25", W, "1d20+5",
     1, 20, (20,), 5, 25, None),
    ("Wick makes a Dexterity Save!\n1d20 (7) + 2 = `9`", W, "1d20+2", 1, 20, (7,), 2, 9, "Dexterity Save"),
    ("**DEX Save**: 1d20 (7) + 2 = `9`; Failure!", "", "1d20+2", 1, 20, (7,), 2, 9, "DEX Save"),
    ("**Damage**: (1d6 (3) + 2) * 2 = `10`", "", "(1d6+2)*2", 1, 6, (3,), 7, 10, "Damage"),
    ("-1d4 (3) + 5 = `2`", "", "-1d4+5", 1, 4, (3,), -1, 2, None),
    ("3d6e6 (6!, 2, 3, 4) = `15`", "", "3d6e6", 4, 6, (6, 2, 3, 4), 0, 15, None),
    ("2d6rr1 (**1** -> **1** -> 5, 4) = `9`", "", "2d6rr1", 2, 6, (5, 4), 0, 9, None),
    # other bots of Discord
    ("@Wick Request: `[4d6 k3]` Roll: `[6, 4, 3, 1]` Result: `13` Reason: `luck`", W, "4d6kh3",
     3, 6, (6, 4, 3),
     0, 13, "luck"),
    ("\U0001f3b2 **Wick** Request: `2d6+3` Roll: `[6, 5]` = **14**", W, "2d6+3", 2, 6, (6, 5), 3, 14, None),
    ("\U0001f3b2 **Wick** Request: `5d10 t8` Roll: `[10, 9, 4, 2, 1]` = **2** successes", W, "5d10t8", 5, 10,
     (10, 9, 4, 2, 1), 0, 26, "2 successes"),
    ("Wick Roll: `[3, 2]` Result: `5`", W, "", 2, 0, (3, 2), 0, 5, None),
    ("@Wick, 'to hit', ` 15 ` ⟵ [10] 1d20 + 5", W, "1d20+5", 1, 20, (10,), 5, 15, "to hit"),
    ("@Wick, \n` 8 ` ⟵ [3, 5] 2d6", W, "2d6", 2, 6, (3, 5), 0, 8, None),
    ("Wick: `2d6+1` = (4+2)+1 = 7", W, "2d6+1", 2, 6, (4, 2), 1, 7, None),
    # China and Japan
    ("由于侦查，<Wick>掷出了 d100=57", W, "1d100", 1, 100, (57,), 0, 57, "侦查"),
    ("<Wick>掷出了 D20=5", W, "1d20", 1, 20, (5,), 0, 5, None),
    ("由于原因，<Wick>掷出了 d=89[D100]=89", W, "1d100", 1, 100, (89,), 0, 89, "原因"),
    ("<Wick>掷出了 2d6+1=[2d6=3+5]+1=9", W, "2d6+1", 2, 6, (3, 5), 1, 9, None),
    ("Wick骰出了: D100=55", W, "1d100", 1, 100, (55,), 0, 55, None),
    ("由于攻击 Wick骰出了: D100=55", W, "1d100", 1, 100, (55,), 0, 55, "攻击"),
    ("Wick掷骰 攻击: 3D6=1+2+3=6", W, "3d6", 3, 6, (1, 2, 3), 0, 6, "攻击"),
    ("<Wick>的灵感60检定结果为: d100=1/60, ([1d100=1]) 大成功！", W, "1d100", 1, 100, (1,), 0, 1,
     "灵感60: 1/60 大成功！"),
    ("Wick进行侦查检定：\nD100=23/50 困难成功", W, "1d100", 1, 100, (23,), 0, 23, "侦查: 23/50 困难成功"),
    ("Wick: (2D6) ＞ 7[3,4] ＞ 7", W, "2d6", 2, 6, (3, 4), 0, 7, None),
    ("DiceBot : (2D6) ＞ 7[3,4] ＞ 7", "", "2d6", 2, 6, (3, 4), 0, 7, None),
    ("(3B6>=4) ＞ 1,4,5 ＞ 成功数2", "", "3b6>=4", 3, 6, (1, 4, 5), 0, 10, "成功数2"),
    ("Cthulhu : (1D100<=70) ＞ 13 ＞ 成功", "", "1d100", 1, 100, (13,), 0, 13, "成功"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("text", "roller", "expression", "count", "sides", "faces", "modifier", "total", "comment"), READ
)
def test_each_bot_is_read(
    text: str, roller: str, expression: str, count: int, sides: int, faces: tuple[int, ...], modifier: int,
    total: int, comment: str | None,
) -> None:  # fmt: skip
    roll = reported(text)[0]
    assert (roll.roller, roll.expression, roll.count, roll.sides) == (roller, expression, count, sides)
    assert (roll.faces, roll.modifier, roll.total) == (faces, modifier, total)
    assert (roll.comment or None) == comment
    assert faults(roll) == ([] if sides else ["a die without sides"])


@pytest.mark.parametrize(
    ("text", "rolls"),
    [
        ("--> Wick rolls 2#3d6 and gets 9, 14.", [(W, "3d6", (), 9), (W, "3d6", (), 14)]),
        ("--> Wick rolls 3#d20 to dodge and gets 2, 6, 20.",
         [(W, "1d20", (2,), 2), (W, "1d20", (6,), 6), (W, "1d20", (20,), 20)]),
        ("rolls 2 1d6+1 for Wick and gets a natural ( 3 5 ) for a result of ( 4 6 ).",
         [(W, "1d6+1", (3,), 4), (W, "1d6+1", (5,), 6)]),
        ("rolls 2 8k4 for Wick and gets ( 30 22 ) for totals of ( 30 22 ).",
         [(W, "8k4", (), 30), (W, "8k4", (), 22)]),
        ("rolls 2 4dF for Wick and gets -1 2  for results of -1 2 .",
         [(W, "4df", (), -1), (W, "4df", (), 2)]),
        ("<Roll for Wick [3~3d6]: 9 14 11>", [(W, "3d6", (), 9), (W, "3d6", (), 14), (W, "3d6", (), 11)]),
        ("<Exroll for Wick [2~2d6]: {2d6=(1 2) | 2d6=(3 4)} 3 7>",
         [(W, "2d6", (1, 2), 3), (W, "2d6", (3, 4), 7)]),
        ("Wick: [1d20+7] 10, 27; [2d6] 7", [(W, "1d20+7", (), 10), (W, "1d20+7", (), 27), (W, "2d6", (), 7)]),
        ("Wick attacks with a Rapier!\nMeta\n**To Hit**: 1d20 (14) + 5 = `19`\n**Damage**: 1d8 "
         "(3) + 3 = `6`\n",
         [(W, "1d20+5", (14,), 19), (W, "1d8+3", (3,), 6)]),
        ("Wick attacks with a Rapier!\nTo Hit: 1d20 (14) + 5 = 19\nDamage: 1d8 (3) + 3 = 6",
         [(W, "1d20+5", (14,), 19), (W, "1d8+3", (3,), 6)]),
        ("Wick attacks with a Rapier!\n**To Hit**: 1d20 (2) + 5 = `7`\n**Miss!**", [(W, "1d20+5", (2,), 7)]),
        ("@Wick Request: `[2 2d6]` Rolls:\n`[3, 4]` Result: `7`\n`[1, 1]` Result: `2`\nResults Total: `9`",
         [(W, "2d6", (3, 4), 7), (W, "2d6", (1, 1), 2)]),
        ("@Wick, \n` 8 ` ⟵ [3, 5] 2d6\n` 2 ` ⟵ [1, 1] 2d6", [(W, "2d6", (3, 5), 8), (W, "2d6", (1, 1), 2)]),
        ("<Wick>掷骰2次:\nD20=5\nD20=6", [(W, "1d20", (5,), 5), (W, "1d20", (6,), 6)]),
        ("Wick骰出了: 2次D6: { 3,5 }", [(W, "1d6", (3,), 3), (W, "1d6", (5,), 5)]),
        ("#1\n(2D6) ＞ 7[3,4] ＞ 7\n\n#2\n(2D6) ＞ 2[1,1] ＞ 2",
         [("", "2d6", (3, 4), 7), ("", "2d6", (1, 1), 2)]),
    ],
)  # fmt: skip
def test_several_rolls_in_one_message(text: str, rolls: list[tuple[str, str, tuple[int, ...], int]]) -> None:
    found = reported(text)
    assert [(one.roller, one.expression, one.faces, one.total) for one in found] == rolls
    assert not any(faults(one) for one in found)


def test_what_each_roll_of_an_attack_was_for() -> None:
    text = (
        "Wick attacks with a Rapier!\n**To Hit**: 1d20 (14) + 5 = `19`\n**Damage (CRIT!)**: 2d8 (3, 1) = `4`"
    )
    assert [one.comment for one in reported(text)] == ["To Hit", "Damage (CRIT!)"]


@pytest.mark.parametrize(
    ("text", "dropped"),
    [
        ("rolls 4k2 for Wick and gets [9, 3, 8, 1] for a total of 17.", (3, 1)),
        ("Wick: [4k2+1] (22) 12, 9 | 4, 2", (4, 2)),
        ("2d6rr1 (**1** -> **1** -> 5, 4) = `9`", (1, 1)),
        ("4d6kh3 (~~**1**~~, 4, 5, **6**) = `15`", (1,)),
        ("2d6e6kh1 (**6!**, 2, ~~1~~) = `8`", (1,)),
        ("@Wick Request: `[4d6 k3]` Roll: `[6, 4, 3, 1]` Result: `13`", (1,)),
        ("\U0001f3b2 **Wick** Request: `2d20 k1` Roll: `[20, 17]` ~~`[17]`~~ = **20**", (17,)),
        ("\U0001f3b2 **Wick** Request: `2d20 k1` Roll: `[20, 17]` ~~[17]~~ = **20**", (17,)),
        ("rolls 2d6+1 for Wick and gets a natural 7 for a result of 8.", UNSET),
    ],
)
def test_dice_that_do_not_count(text: str, dropped: object) -> None:
    roll = reported(text)[0]
    assert roll is not None and roll.dropped == dropped and not faults(roll)


@pytest.mark.parametrize(
    "text",
    [
        "rolls 4k2 for Wick and gets [20, 9] for a total of 29.",  # a ten is thrown again: never 20
        "rolls 4k2 for Wick and gets [14, 9] for a total of 24.",
        "rolls 5t2 for Wick and gets [8, 3, 11, 1, 6] for a total of 1 successes over minimum.",
        "rolls 5t2 for Wick and gets [8, 3, 1, 6] for a total of 1 successes over minimum.",
        "rolls 4dF+1 for Wick and gets [+, o, -, +] (1) for a result of 3 (Great).",
        "Wick Fudged 4 dice for 5: the gate",
        "rolls 3dF for Wick and gets [+, o, -, +] (1) for a result of 1 (Good).",
        "<Exroll for Wick [4d6]: {4d6=(6 3 1 4)} 15>",
        "<Exroll for Wick [4d6]: {4d6=(6 3 1 9)} 19>",
        "Wick: [2d6+3] 16",
        "4d6: 4+2+5+3 = 15",
        "@Wick Request: `[2d6]` Roll: `[6, 7]` Result: `13`",
        "\U0001f3b2 **Wick** Request: `2d6+3` Roll: `[6, 5]` = **15**",
        "@Wick, ` 16 ` ⟵ [10] 1d20 + 5",
        "Wick: `2d6+1` = (4+2)+1 = 8",
        "<Wick>掷出了 2d6+1=[2d6=3+5]+1=10",
        "Wick骰出了: D100=155",
        "(3B6>=4) ＞ 1,4,7 ＞ 成功数2",
    ],
)
def test_what_is_impossible(text: str) -> None:
    assert any(faults(one) for one in reported(text))


@pytest.mark.parametrize(
    "text",
    [
        "rolls over 2d6 for Wick and gets up.",
        "rolls 4dF for Wick and gets [a, b] for a result of 2.",
        "rolls 3 2d6 for Wick and gets a natural ( 3 5 ) for a result of ( 3 5 ).",
        "<Roll for Wick [3~3d6]: 9 14>",
        "<Roll for Wick [story]: 9>",
        "Wick Rolled over for 12: x",
        "Wick: [help] 10",
        "I rolled my eyes.",
        "Wick: x => 10",
        "4d6: 4+2 = 6",
        "Wick rolled 2d6: three = 19",
        "@wick:\nPool: 30 dice (ten-again, exceptional on 5 successes)\nResult: 9 successes "
        "(9, 8, and 15 more)",
        "**Result**: words (10) + 5\n**Total**: 15",
        "@Wick Request: `[2d6]` Roll: `none` Result: `13`",
        "` 8 ` ⟵ nothing",
        "Wick掷出了 勇气=5",
        "#1\n(2D6) ＞ 7[3,4] ＞ 7\n#2\n(2D6) ＞ none",
    ],
)
def test_what_is_no_roll(text: str) -> None:
    assert reported(text) == ()


@pytest.mark.parametrize(
    "text",
    [
        "rolls 4k2+3 for Wick and gets [14, 9] for a total of 26.",
        "rolls 4dF+1 for Wick and gets [+, o, -, +] (1) for a result of 2 (Good).",
        "<Roll for Wick [3d6+5]: 14> to hit",
        "@Wick Request: `[4d6 k3]` Roll: `[6, 4, 3, 1]` Result: `13`",
        "@Wick, 'to hit', ` 15 ` ⟵ [10] 1d20 + 5",
        "<Wick>掷出了 D20=5",
        "Wick骰出了: D100=55",
        "<Wick>的灵感60检定结果为: d100=1/60, ([1d100=1]) 大成功！",
        POOL,
        "**To Hit**: 1d20 (14) + 5 = `19`",
        "(3B6>=4) ＞ 1,4,5 ＞ 成功数2",
        "Wick Rolled 3d6 for 12: the gate",
    ],
)
def test_members_imitate_these_too(text: str) -> None:
    assert looks_like_result(text) is not None


@pytest.mark.parametrize(
    "text",
    [
        "Wick: 2d6+3 => 10",
        "4d6: 4+2+5+3 = 14",
        "Wick rolled 2d6+1: 3 5 = 9",
        "I rolled a 4.",
        "I rolled 3, 5, and 1, making 9.",
        "To Hit: 1d20 (14) + 5 = 19",
        "Wick: [2d6+3] 10",
    ],
)
def test_what_people_write_themselves_is_no_imitation(text: str) -> None:
    assert looks_like_result(text) is None


@pytest.mark.parametrize(
    ("lines", "expression", "sides", "faces", "total", "comment"),
    [
        (["Wick Rolled 4 dice with a difficulty of 6:  the gate", "|-- Total: 1 ",
          "|-- Dice Rolled: 8 3 10 1 "],
         "4d10", 10, (8, 3, 10, 1), 22, "difficulty of 6, the gate"),
        (["Wick Rolled 2 dice: ", "|-- Dice Rolled: 8 3 "], "2d10", 10, (8, 3), 11, None),
        (["Wick Rolled against a difficulty of 5:  ", "|-- Dice Rolled:  4 8 2 "], "3d6!", 6, (4, 8, 2), 14,
         "difficulty of 5"),
        (["Wick Rolled a d20: to hit", "|-- roll of 14 with a modifier of -3 results in 11"], "1d20-3", 20,
         (14,), 11, "to hit"),
    ],
)  # fmt: skip
def test_a_roll_spread_over_several_messages(
    lines: list[str], expression: str, sides: int, faces: tuple[int, ...], total: int, comment: str | None
) -> None:
    reader = BotReader()
    *before, last = [reader.rolls(line) for line in lines]
    assert not any(before) and len(last) == 1
    (roll,) = last
    assert (roll.roller, roll.expression, roll.sides) == ("Wick", expression, sides)
    assert (roll.faces, roll.total, roll.comment or None) == (faces, total, comment)
    assert not faults(roll)


def test_dice_without_their_first_message_are_nobodys() -> None:
    reader = BotReader()
    assert reader.rolls("|-- Dice Rolled: 8 3 10 1 ") == ()
    reader.rolls("Wick Rolled 4 dice: ")
    for line in ("a", "b", "c", "d"):
        reader.rolls(line)
    assert reader.rolls("|-- Dice Rolled: 8 3 10 1 ") == ()
    fudged = reader.rolls("Wick Fudged 4 dice for -1: the gate")
    assert [(one.expression, one.total, faults(one)) for one in fudged] == [("4df", -1, [])]
