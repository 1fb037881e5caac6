"""How each kind of dice bot prints a roll: true lines, near misses, what does not add up, imitations."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import UNSET

from calledshot.dice.dialects import BotReader, faults, looks_like_result
from calledshot.dice.ecosystems import GRAMMARS, reported

PILED = "[dice] 11d2: (4x1+7x2) = 18"
TRUE = [
    # line, roller, expression, count, sides, faces, modifier, total
    ("--> Wick rolls a d20+3 to slash an orc and gets 12.", "Wick", "1d20+3", 1, 20, (), 3, 12),
    ("--> Wick rolls 2#d6 and gets 2, 6.", "Wick", "1d6", 1, 6, (2,), 0, 2),
    ("Wick rolls a d6 and gets 4.", "Wick", "1d6", 1, 6, (4,), 0, 4),
    ("--> Wick rolls 2#3d6 and gets 9, 14.", "Wick", "3d6", 3, 6, (), 0, 9),
    ("rolls 2d6+1 for Wick and gets a natural 7 for a result of 8.", "Wick", "2d6+1", 2, 6, (), 1, 8),
    ("rolls 2#d6+1 for Wick and gets a natural ( 3 5) for a result of ( 4 6)", "Wick", "1d6+1",
     1, 6, (3,), 1, 4),
    ('rolls 1d20 for Wick and gets a natural 20 for a result of 20, a CRITICAL Success! "Ow"', "Wick",
     "1d20", 1, 20, (20,), 0, 20),
    ("[dice] 2d6v1+8: (5[+2])+8 = 13", "", "2d6dl1+8", 1, 6, (5,), 8, 13),
    ("2d6+8: (5+2)+8 = 15", "", "2d6+8", 2, 6, (5, 2), 8, 15),
    (PILED, "", "11d2", 11, 2, (1,) * 4 + (2,) * 7, 0, 18),
    ("[dice] 12d6v1: (10x4+1x5[+1x1]) = 45", "", "12d6dl1", 11, 6, (4,) * 10 + (5,), 0, 45),
    ("[dice] 20d20: (...) = 218", "", "20d20", 20, 20, (), 0, 218),
    ("[dice] 2d6*2: (3+4)*2 = 14", "", "2d6*2", 2, 6, (3, 4), 7, 14),
    ("Wick: 3 and 5", "Wick", "", 2, 0, (3, 5), 0, 8),
    ("Wick: 1, 2, and 3", "Wick", "", 3, 0, (1, 2, 3), 0, 6),
    ("Wick rolled 2d6: 3 5  <Total: 8>", "Wick", "2d6", 2, 6, (3, 5), 0, 8),
    ("\x02Wick\x02 rolled 2d6+2: 3 5  <Total: 8(+2) = 10>", "Wick", "2d6+2", 2, 6, (3, 5), 2, 10),
    ("Wick rolled 2d6*2: 3 5  <Total: 8(*2) = 16>", "Wick", "2d6*2", 2, 6, (3, 5), 8, 16),
    ("@wick:\nDice: 3d4\nResult: 8 (1 + 3 + 4)", "@wick", "3d4", 3, 4, (1, 3, 4), 0, 8),
    ("@wick:test.example\n**Dice:** 3d4\n**Result:** 8 (1 + 3 + 4)", "@wick:test.example", "3d4",
     3, 4, (1, 3, 4), 0, 8),
    ("@wick:\nDice: 2d6 + 2\nResult: 9 (3 + 4 + 2)", "@wick", "2d6+2", 2, 6, (3, 4), 2, 9),
    ("8+3 = 11\n\n2d6: 3 5", "", "2d6+3", 2, 6, (3, 5), 3, 11),
    ("> <@wick:test.example> !roll d6\n\n4\n\nd6: 4", "@wick:test.example", "1d6", 1, 6, (4,), 0, 4),
    ("@wick rolled 1d20 and got 2", "wick", "1d20", 1, 20, (2,), 0, 2),
    ("@wick rolled 3d4 (3 + 3 + 2) for a total of 8 - initiative", "wick", "3d4", 3, 4, (3, 3, 2), 0, 8),
    ("@Wick  :game_die:\n**Result**: 1d20 (10) + 5\n**Total**: 15", "Wick", "1d20+5", 1, 20, (10,), 5, 15),
    ("@Wick  \U0001f3b2\n**Result**: 2d20kh1 (~~3~~, **20**) + 5\n**Total**: 25", "Wick", "2d20kh1+5",
     1, 20, (20,), 5, 25),
    ("1d20 (11) + 1 = `12`", "", "1d20+1", 1, 20, (11,), 1, 12),
    ("Wick makes an Initiative check!\n1d20 (11) + 1 = `12`", "Wick", "1d20+1", 1, 20, (11,), 1, 12),
    ("Wick attacks with a Rapier!\n**To Hit**: 1d20 (14) + 5 = `19`\n**Damage**: 1d8 (3) + 3 = `6`", "Wick",
     "1d20+5", 1, 20, (14,), 5, 19),
    ("**Damage**: 1d8 (3) + 2d6 (1, 2) + 3 [fire] = `9`", "", "1d8+2d6+3", 1, 8, (3,), 6, 9),
    ("2d6ro1 (1 -> 2, 5) = `7`", "", "2d6ro1", 2, 6, (2, 5), 0, 7),
    ("You rolled 2 6-sided dice...\nand got a 2 and a 6.", "", "2d6", 2, 6, (2, 6), 0, 8),
    (">>> Wick rolls 6 10-sided dice: >10, 2, 7, 9, 2, 5", "Wick", "6d10", 6, 10, (10, 2, 7, 9, 2, 5), 0, 35),
    ("[W.B.] rolled 4 20-sided dice:\n4, 14, 4, 2\nTotal: 24 (4-80)", "W.B.", "4d20",
     4, 20, (4, 14, 4, 2), 0, 24),
    ("Wick rolls 1d20 + 2.\n Roll(s): 4. Total result is 6. This is a success (by 3).", "Wick", "1d20+2",
     1, 20, (4,), 2, 6),
    ("You roll 2d6. Roll(s): 4 and 1. Total result is 5.", "", "2d6", 2, 6, (4, 1), 0, 5),
    ("Wick rolls 3d6: 4 2 6.", "Wick", "3d6", 3, 6, (4, 2, 6), 0, 12),
    ("<FS3> Wick rolls Fencing: Success (8 7 3)", "Wick", "3d8", 3, 8, (8, 7, 3), 0, 18),
    ("Rolled 2d6 {3, 5} = [b]8[/b]", "", "2d6", 2, 6, (3, 5), 0, 8),
    ("Wick 投擲 侦查: 1d20+7=(9)+7=16", "Wick", "1d20+7", 1, 20, (9,), 7, 16),
    ("Wick 投掷 : 1d20=9", "Wick", "1d20", 1, 20, (9,), 0, 9),
    ("Wick 擲了「1 d 20 + 8」 ，擲出「2」，總合為「10」", "Wick", "1d20+8", 1, 20, (2,), 8, 10),
    ("(1D100<=70) ＞ 13 ＞ 成功", "", "1d100", 1, 100, (13,), 0, 13),
    ("(2D6+3) ＞ 7[3,4]+3 ＞ 10", "", "2d6+3", 2, 6, (3, 4), 3, 10),
    ("CCB<=70 【look】 (1D100<=70) ＞ 78 ＞ 78 ＞ 失敗", "", "1d100", 1, 100, (78,), 0, 78),
]  # fmt: skip


@pytest.mark.parametrize(
    ("text", "roller", "expression", "count", "sides", "faces", "modifier", "total"), TRUE
)
def test_true_lines(
    text: str, roller: str, expression: str, count: int, sides: int, faces: tuple[int, ...], modifier: int,
    total: int,
) -> None:  # fmt: skip
    roll = reported(text)[0]
    assert (roll.roller, roll.expression, roll.count, roll.sides) == (roller, expression, count, sides)
    assert (roll.faces, roll.modifier, roll.total) == (faces, modifier, total)
    assert faults(roll) == ([] if sides else ["a die without sides"])  # the command tells of those


@pytest.mark.parametrize(
    ("text", "comment"),
    [
        ("--> Wick rolls a d20+3 to slash an orc and gets 12.", "to slash an orc"),
        ("@wick rolled 3d4 (3 + 3 + 2) for a total of 8 - initiative", "initiative"),
        ("Wick 投擲 侦查: 1d20+7=(9)+7=16", "侦查"),
        ("<FS3> Wick rolls Fencing: Success (8 7 3)", "Fencing: Success"),
        ("(1D100<=70) ＞ 13 ＞ 成功", "成功"),
        ("[dice] 2d6: (5+2) = 7", UNSET),
    ],
)
def test_comments(text: str, comment: object) -> None:
    roll = reported(text)[0]
    assert roll.comment == comment


@pytest.mark.parametrize(
    ("text", "dropped"),
    [
        ("[dice] 2d6v1+8: (5[+2])+8 = 13", (2,)),
        ("2d20kl1 (~~14~~, 3) = `3`", (14,)),
        ("2d6ro1 (1 -> 2, 5) = `7`", (1,)),
        ("1d6 (5) = `5`", UNSET),
    ],
)
def test_dropped_dice(text: str, dropped: object) -> None:
    roll = reported(text)[0]
    assert roll.dropped == dropped


@pytest.mark.parametrize(
    "text",
    [
        "--> Wick rolls a d20+3 to slash an orc and gets 12 or so.",
        "--> Wick rolls a d20+3 and gets hurt.",
        "--> Wick rolls the barrel and gets 12.",
        "--> Wick rolls 3#d6 and gets 2, 6.",
        "rolls 2d6+1 for Wick and gets a natural for a result of 8.",
        "rolls over for Wick and gets a natural 7 for a result of 8.",
        "[dice] 2d6: 5+2 = 7",
        "[dice] 2d6: (five) = 7",
        "[dice] help: (1) = 1",
        "Wick: 3 and more",
        "Wick: yes",
        "Wick rolled 2d6: 3 5  <Total 8>",
        "Wick rolled 2d6: three five  <Total: 8>",
        "@wick:\nDice: 3d4\nResult: many",
        "@wick:\nPool: 8\nResult: 5 successes (8, 9)",
        "8+3 = 11\n\nnothing else",
        "8+3 = 11",
        "@wick rolled 1d20 and got nothing",
        "@Wick :game_die:\n**Result**: none\n**Total**: 15",
        "1d20 (eleven) + 1 = `12`",
        "You rolled 2 6-sided dice...\nand got away.",
        ">>> Wick rolls 6 10-sided dice: none",
        "[Wick] rolled 4 20-sided dice:\nTotal: 24",
        "Wick rolls 1d20 + 2.",
        "Wick rolls his eyes: 4 2 6.",
        "<FS3> Wick rolls Fencing: Success",
        "Rolled up {3, 5} = 8",
        "Wick 投擲 侦查: 一=(9)=9",
        "Wick 擲了「骰子」，擲出「2」，總合為「10」",
        "(1D100<=70) > 13 > 成功",
        "2 + 2 = 4",
        "",
    ],
)
def test_near_misses(text: str) -> None:
    assert not any(grammar.rolls(text) for grammar in GRAMMARS if grammar.name != "general")


@pytest.mark.parametrize(
    "text",
    [
        "--> Wick rolls a d20+3 and gets 24.",
        "--> Wick rolls 2#d6 and gets 2, 7.",
        "rolls 2d6+1 for Wick and gets a natural 7 for a result of 9.",
        "rolls 2d6+1 for Wick and gets a natural 13 for a result of 14.",
        "[dice] 2d6+8: (5+2)+8 = 16",
        "[dice] 2d6: (7+2) = 9",
        "[dice] 2d6: (5) = 5",
        "Wick rolled 2d6: 3 5  <Total: 9>",
        "Wick rolled 2d6+2: 3 5  <Total: 8>",
        "Wick rolled 2d6+2: 3 5  <Total: 8(+2) = 11>",
        "Wick rolled 2d6+2: 3 5  <Total: 9(+2) = 11>",
        "Wick rolled 2d6: 3 7  <Total: 10>",
        "@wick:\nDice: 3d4\nResult: 9 (1 + 3 + 4)",
        "8+3 = 12\n\n2d6: 3 5",
        "9+3 = 12\n\n2d6: 3 5",
        "@wick rolled 1d20 and got 21",
        "@wick rolled 3d4 (3 + 3 + 2) for a total of 9",
        "**Result**: 1d20 (10) + 5\n**Total**: 16",
        "1d20 (21) + 1 = `22`",
        "2d6 (3) = `3`",
        "You rolled 2 6-sided dice...\nand got a 2 and a 9.",
        ">>> Wick rolls 6 10-sided dice: >10, 2, 7, 9, 2",
        "[Wick] rolled 4 20-sided dice:\n4, 14, 4, 2\nTotal: 25 (4-80)",
        "Wick rolls 1d20 + 2. Roll(s): 4. Total result is 7.",
        "Wick rolls 3d6: 4 2 7.",
        "<FS3> Wick rolls Fencing: Success (9 7 3)",
        "Rolled 2d6 {3, 5} = 9",
        "Wick 投擲 侦查: 1d20+7=(9)+7=17",
        "Wick 擲了「1 d 20 + 8」 ，擲出「2」，總合為「11」",
        "(1D100<=70) ＞ 113 ＞ 成功",
        "(2D6+3) ＞ 7[3,4]+3 ＞ 11",
    ],
)
def test_what_does_not_add_up(text: str) -> None:
    rolls = reported(text)
    assert rolls and any(faults(roll) for roll in rolls)


def test_exploding_dice_may_go_beyond_their_sides() -> None:
    roll = reported("rolls 3d6! for Wick and gets a natural 25 for a result of 25.")[0]
    assert roll.total == 25 and not faults(roll)


@pytest.mark.parametrize(
    "text",
    [
        line[0] for line in TRUE
        if not line[0].startswith(("Wick rolls a", "2d6+8", "Wick: ", "Wick rolls 3d6", "<FS3>"))
    ],
)  # fmt: skip
def test_members_imitate_bots(text: str) -> None:
    assert looks_like_result(text) is not None
    assert looks_like_result(f"\x02{text}") is not None


@pytest.mark.parametrize(
    "text",
    [
        "Mara rolled 2d6 and got 7",
        "Mara rolls a d20 and gets 12.",
        "Wick: 3 and 5",
        "Wick: 3",
        "I got a natural 7 for a result of 8",
        "2d6+8: (5+2)+8 = 15",
        "7+1 = 8",
        "Result: 8",
        "Total: 24",
        "Wick rolls 3d6: 4 2 6.",
        "I rolled 1d20 and got 2",
        "(13) > 12",
        "my [dice] are cursed: (1) = 1",
        "the result is 8 = 5+3",
    ],
)
def test_talk_is_no_imitation(text: str) -> None:
    assert looks_like_result(text) is None


def test_a_clone_names_its_roller_or_a_number() -> None:
    reader = BotReader()
    named, numbered = (
        reader.read(f"{who} rolled 2 6-sided dice: 3 4") for who in ("@Wick", "<@123456789012345678>")
    )
    assert named is not None and named.roller == "Wick"
    assert numbered is not None and numbered.roller == ""


@pytest.mark.parametrize("grammar", GRAMMARS, ids=lambda grammar: grammar.name)
def test_no_grammar_takes_long(grammar: object) -> None:
    pieces = (
        "(", "1", "1, ", "3 and ", "rolls 1d6 ", "a ", "~~1~~, ", " + 1", "\n", " ＞ 1", "1x1+", "[+", "@a ",
        "`[1]` ", "[1] 1d6 + ", "~~1", "; [1d6] 1", "#1\n", "1d6=(1) | ", "+", "=1[d6]",
        "Dice: 1d6\n", "擲了「1", "d6: 1\n", "=(1)", " and gets 1", ">", "Result: ", "1d1 (1) + ",
    )  # fmt: skip
    heads = (
        "",
        "--> W rolls d6 ",
        "[dice] d6: ",
        "W rolled 2d6: ",
        "W: ",
        "rolls d6 for W and gets a natural (",
        "rolls 2d6 for W and gets [",
        "rolls 4dF for W and gets ",
        "<Exroll for W [d6]: {",
        "W: [d6] ",
        "A: 1d6 (1) ",
        "@W Request: `[1d6]` Rolls:\n",
        "` 1 ` ⟵ ",
        "W: `1d6` = (",
        "W rolls 1d6 ",
        "<W>掷骰2次:\n",
        "由于",
        "@wick:\nPool: 4 dice (a)\nResult: ",
    )
    for piece in pieces:
        for head in heads:
            text = (head + piece * 2000)[:2000]
            start = time.perf_counter()
            grammar.read(text)  # type: ignore[attr-defined]
            assert time.perf_counter() - start < 0.25


@given(st.text("dD0123456789 +-=:()[]{}~*`>#,.\nWwick @rolsgetandf", max_size=120))
def test_any_text_is_read_or_not(text: str) -> None:
    for grammar in GRAMMARS:
        for roll in grammar.rolls(text):
            assert isinstance(faults(roll), list)
    looks_like_result(text)
